"""Turns in the words of UCI, for clients that know the rules of one game and no other notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._session import move_of
from .fen import from_fen
from .notations import Notation, notation_of

if TYPE_CHECKING:
    from petteia.game import Game, Move, State


def notation_or_none(game: Game) -> Notation | None:
    """The notation of a game that others know; None if it has none."""
    try:
        return notation_of(game)
    except PetteiaError:
        return None


def position_from(game: Game, text: str, notation: Notation | None, seed: int) -> State:
    """A position from our text, or from FEN where the notation is that of chess."""
    if notation is not None and notation.variant == "chess" and "|" not in text:
        return from_fen(game, text)
    return game.state(text, seed)


def play_word(state: State, word: str, notation: Notation | None) -> None:
    """Plays a turn by its word, or a move by our own text."""
    if notation is not None:
        for other, turn, _ in notation.turns(state):
            if other == word.lower():
                for move in turn:
                    state.play(move)
                return
    state.play(move_of(state, word))


def turn_words(state: State, line: Sequence[Move], notation: Notation | None) -> list[str]:
    """The words of a line of moves. The last turn of a line may lack its end: the first legal moves stand for it."""
    if notation is None:
        return list(map(str, line))
    words: list[str] = []
    at, left = state, list(line)
    while left and not at.over:
        before, turn = at, [left.pop(0)]
        at = _after(before, turn[0])
        while notation.by_turns and not at.over and at.mover == before.mover:
            turn.append(left.pop(0) if left else at.legal_moves()[0])
            at = _after(at, turn[-1])
        words.append(notation.word(before, tuple(turn), at))
    return words


def _after(state: State, move: Move) -> State:
    after = state.copy()
    after.play(move)
    return after
