"""The contract that every game keeps, checked by random play."""

from __future__ import annotations

from petteia.errors import IllegalMove, PetteiaError

from ._state import State
from .game import Game
from .move import Move


class ContractBroken(PetteiaError):
    """A game that does not do what all games promise."""


def check_game(game: Game, *, games: int = 5, seed: int = 0, max_moves: int = 300) -> None:
    """Plays at random and holds every state to the contract of `State`; raises at the first broken promise.

    Legal moves play, wrong ones raise and change nothing; copies are independent; taking back leads back; texts and
    pickles read back to the same position; equal positions have equal hashes; results add up.

    >>> from petteia import load
    >>> check_game(load("Tic-Tac-Toe"), games=2)
    """
    from random import Random

    random = Random(seed)
    for number in range(games):
        state = game.start(seed + number)
        for _ in range(max_moves):
            _check_state(state)
            if state.over:
                break
            _check_move(state, random.choice(state.legal_moves()))
        _take_all_back(state)


def _require(holds: bool, what: str, state: State) -> None:
    if not holds:
        raise ContractBroken(f"{state.game.name}: {what} at {state.text}")


def _check_state(state: State) -> None:
    import pickle

    game = state.game
    moves = state.legal_moves()
    _require(state.over == (not moves), "a game goes on exactly while there are moves", state)
    _require(1 <= state.mover <= game.players, "the mover is a player", state)
    _require(len(set(moves)) == len(moves), "moves have names of their own", state)
    _require(all(Move.parse(str(move)) == move for move in moves), "moves print and parse", state)
    again = game.state(state.text)
    _require(again.text == state.text, f"the text reads back, not as {again.text}", state)
    _require(again == state, "a state equals its copy by text", state)
    unpickled = pickle.loads(pickle.dumps(state))
    _require(unpickled == state and unpickled.history == state.history, "a pickle reads back", state)
    _require(unpickled.legal_moves() == moves, "a pickle has the same moves", state)
    _require(unpickled.hash == state.hash, "equal positions have equal hashes", state)
    _check_result(state)


def _check_result(state: State) -> None:
    returns = state.returns
    _require(len(returns) == state.game.players, "every player gets something", state)
    _require(all(-1 <= one <= 1 for one in returns), "returns are between -1 and 1", state)
    if not state.over:
        _require(not any(returns) and state.winner is None and state.ranks is None, "no result before the end", state)


def _check_move(state: State, move: Move) -> None:
    before = state.text
    try:
        state.play(Move("-7>-7"))
    except IllegalMove:
        _require(state.text == before, "a wrong move changes nothing", state)
    else:
        _require(False, "a wrong move is refused", state)
    copy = state.copy()
    copy.play(move)
    _require(state.text == before, "copies are independent", state)
    state.play(move)
    _require(
        state.text == copy.text and state.legal_moves() == copy.legal_moves(), "the same move does the same", state
    )
    _require(copy.undo() == move and copy.text == before, "a move can be taken back", state)


def _take_all_back(state: State) -> None:
    while state.history:
        state.undo()
    _require(not state.history, "all moves can be taken back", state)
