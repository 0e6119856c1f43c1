"""Chess positions in Forsyth-Edwards notation, for any game with the pieces of chess on eight by eight cells.

A king or rook that has not moved has state 1, the site that a pawn has just passed is pending, and the counter is the
clock of moves without progress: so the bundled Chess says it, and many descriptions like it.
"""

from __future__ import annotations

import re

from petteia.errors import PositionError
from petteia.game import Game, State

_LETTERS = {"Pawn": "p", "Knight": "n", "Bishop": "b", "Rook": "r", "Queen": "q", "King": "k"}
_CASTLING = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""The sites of king and rook for each right to castle."""
_SIZE = 8


def from_fen(game: Game, text: str) -> State:
    """The position that a FEN describes.

    >>> import petteia
    >>> game = petteia.load("Chess")
    >>> len(from_fen(game, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").legal_moves())
    14
    """
    numbers = {letter: number for number, letter in _letters(game).items()}
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise PositionError(f"{text!r} is no FEN: four to six fields expected, not {len(fields)}")
    board, mover, castling, passed, *clocks = fields
    pieces = _pieces(board, text)
    states = _unmoved(castling, pieces, text)
    if mover not in ("w", "b"):
        raise PositionError(f"{text!r} is no FEN: the player to move is w or b, not {mover!r}")
    clock = clocks[0] if clocks else "0"
    if not clock.isdecimal():
        raise PositionError(f"{text!r} is no FEN: the clock is a number, not {clock!r}")
    items = [f"{site}={numbers[letter]}{'s1' if site in states else ''}" for site, letter in sorted(pieces.items())]
    rest = [f"m={1 if mover == 'w' else 2}"]
    if passed != "-":
        rest.append(f"pend={_site(passed, text)}")
    if re.search(r"\bk=", game.start().text):
        rest.append(f"k={clock}")
    return game.state(f"{' '.join(items)} | {' '.join(rest)}")


def to_fen(state: State) -> str:
    """The FEN of a position.

    >>> import petteia
    >>> to_fen(petteia.load("Chess").start())
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    letters = _letters(state.game)
    items, _, rest = state.text.partition(" | ")
    if _is_within_a_turn(state):
        raise PositionError("a FEN cannot say that a pawn is about to be promoted")
    pieces: dict[int, str] = {}
    unmoved: set[int] = set()
    for item in items.split():
        site, _, piece = item.partition("=")
        number, _, local = piece.partition("s")
        pieces[int(site)] = letters[int(number)]
        if local == "1":
            unmoved.add(int(site))
    rights = "".join(right for right, sites in _CASTLING.items() if set(sites) <= unmoved) or "-"
    pending = re.search(r"\bpend=(\d+)", rest)
    clock = re.search(r"\bk=(\d+)", rest)
    turns = sum(move.source != move.target for move in state.history)
    fields = ["w" if state.mover == 1 else "b", rights, _label(int(pending[1])) if pending else "-"]
    return " ".join([_rows(pieces), *fields, clock[1] if clock else "0", str(turns // 2 + 1)])


def _is_within_a_turn(state: State) -> bool:
    if state.over or not state.history:
        return False
    before = state.copy()
    before.undo()
    return before.mover == state.mover


def _letters(game: Game) -> dict[int, str]:
    """The letter of each component, capital for the first player."""
    letters: dict[int, str] = {}
    for component in game.facts.components:
        letter = _LETTERS.get(component.word)
        if letter is None or component.owner not in (1, 2):
            raise PositionError(
                f"{game.name} is not played with the pieces of chess: FEN has no letter for {component.name}"
            )
        letters[component.number] = letter.upper() if component.owner == 1 else letter
    if game.facts.sites != _SIZE * _SIZE or len(letters) != 2 * len(_LETTERS):
        raise PositionError(f"{game.name} is not played with the pieces of chess on eight by eight cells, as FEN is")
    return letters


def _pieces(board: str, text: str) -> dict[int, str]:
    """The letters by site; rows are written from the top."""
    rows = board.split("/")
    pieces: dict[int, str] = {}
    for row, line in zip(range(_SIZE - 1, -1, -1), rows, strict=False):
        column = 0
        for letter in line:
            if letter in "12345678":
                column += int(letter)
            elif letter.lower() in _LETTERS.values():
                pieces[row * _SIZE + column] = letter
                column += 1
            else:
                raise PositionError(f"{text!r} is no FEN: no piece has the letter {letter!r}")
        if column != _SIZE:
            raise PositionError(f"{text!r} is no FEN: the row {line!r} has {column} columns, not {_SIZE}")
    if len(rows) != _SIZE:
        raise PositionError(f"{text!r} is no FEN: the board has {len(rows)} rows, not {_SIZE}")
    return pieces


def _unmoved(castling: str, pieces: dict[int, str], text: str) -> set[int]:
    """The sites of kings and rooks that have not moved."""
    sites: set[int] = set()
    for right in castling.replace("-", ""):
        if right not in _CASTLING:
            raise PositionError(f"{text!r} is no FEN: rights to castle are KQkq, not {right!r}")
        king, rook = _CASTLING[right]
        expected = ("K", "R") if right.isupper() else ("k", "r")
        if (pieces.get(king), pieces.get(rook)) != expected:
            raise PositionError(f"{text!r}: no king and rook stand where the right to castle {right!r} wants them")
        sites |= {king, rook}
    return sites


def _site(label: str, text: str) -> int:
    if not re.fullmatch("[a-h][1-8]", label):
        raise PositionError(f"{text!r} is no FEN: {label!r} is no square")
    return (int(label[1]) - 1) * _SIZE + "abcdefgh".index(label[0])


def _label(site: int) -> str:
    return f"{'abcdefgh'[site % _SIZE]}{site // _SIZE + 1}"


def _rows(pieces: dict[int, str]) -> str:
    rows = []
    for row in range(_SIZE - 1, -1, -1):
        line = "".join(pieces.get(row * _SIZE + column, ".") for column in range(_SIZE))
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), line))
    return "/".join(rows)
