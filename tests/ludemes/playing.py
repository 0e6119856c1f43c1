"""Small games of our own, played by the interpreter: what is legal, and what playing it does."""

import petteia as pt

_GAME = """
(game "Small" {players} (equipment {{ (board {board}) {pieces} }})
    (rules {meta} (start {{ {start} }}) (play {play}) (end {end})))
"""
_BALLS = '(piece "Ball" Each)'


def small(
    play: str,
    start: str,
    *,
    board: str = "(square 4)",
    pieces: str = _BALLS,
    players: str = "(players 2)",
    meta: str = "",
    end: str = "(if (no Pieces Next) (result Mover Win))",
    seed: int = 0,
) -> pt.State:
    """The start of a game with these rules of play."""
    text = _GAME.format(board=board, pieces=pieces, players=players, meta=meta, start=start, play=play, end=end)
    return pt.load(text.replace("(start {  })", ""), backend="interpreter").start(seed)


def texts(state: pt.State) -> list[str]:
    """The texts of the legal moves."""
    return sorted({move.text for move in state.legal_moves()})


def after(state: pt.State, move: str) -> str:
    """Contents of the board after a move."""
    state.play(move)
    return state.text.split(" | ")[0]
