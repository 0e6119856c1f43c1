"""Turns of bundled games in the notations of others: coordinates, drops, promotions, vertices of a Go board.

A `Notation` belongs to a game that other engines play under a name of their own (`variant`). A word stands for a whole
turn: all moves of a player in succession where the notation joins them (`by_turns`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

Turn = tuple["Move", ...]
Word = Callable[["State", Turn, "State"], str]
"""A turn in words, given the state before, the moves, and the state after."""

_PROMOTED = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}
_GO_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""A column I is left out, since it looks like J."""


@dataclass(frozen=True)
class Notation:
    """A game by its name and the number of its sites, its name elsewhere, and its turns in words."""

    game: str
    sites: int
    variant: str
    word: Word
    by_turns: bool = False

    def turns(self, state: State) -> Iterator[tuple[str, Turn, State]]:
        """The legal turns: the word, the moves, and the state that they lead to."""
        for turn, after in turns(state, self.by_turns):
            yield self.word(state, turn, after), turn, after


def turns(state: State, by_turns: bool) -> Iterator[tuple[Turn, State]]:
    """The legal turns and the states that they lead to."""
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if by_turns and not after.over and after.mover == state.mover:
            for rest, last in turns(after, by_turns):
                yield (move, *rest), last
        else:
            yield (move,), after


def ends(move: Move) -> tuple[int, int]:
    """The sites from and to, whatever their types."""
    source, target = re.sub("[VEC]", "", move.text).split(">")
    return int(source), int(target)


def square(site: int, columns: int) -> str:
    """A site of a board of squares by letter and number."""
    return f"{chr(ord('a') + site % columns)}{site // columns + 1}"


def on_squares(columns: int) -> Word:
    """From and to by letters and numbers."""

    def word(_: State, turn: Turn, __: State) -> str:
        return "".join(square(site, columns) for site in ends(turn[0]))

    return word


def shogi_word(before: State, turn: Turn, after: State) -> str:
    """A drop by the letter of its piece, a promotion by a plus."""
    source, target = ends(turn[0])
    if source >= 81:
        return f"{'PLNSGBR'[(source - 81) % 7]}@{square(target, 9)}"
    promotes = len(turn) > 1 and turn[1].text != "pass"
    return square(source, 9) + square(target, 9) + "+" * promotes


def chess_word(before: State, turn: Turn, after: State) -> str:
    """A promotion by the letter of the piece that the pawn becomes."""
    source, target = ends(turn[0])
    letter = ""
    if len(turn) > 1:
        (piece,) = (piece for piece in after.pieces() if piece.site == target)
        letter = _PROMOTED[piece.name.rstrip("12")]
    return square(source, 8) + square(target, 8) + letter


def clobber_word(before: State, turn: Turn, after: State) -> str:
    """Rows and columns change places: their board stands upright."""
    return "".join(square(site % 6 * 5 + site // 6, 5) for site in ends(turn[0]))


def amazons_word(before: State, turn: Turn, after: State) -> str:
    """The move of the queen, then her shot from where she stands."""
    source, target = (square(site, 10) for site in ends(turn[0]))
    return f"{source}{target},{target}{square(ends(turn[1])[1], 10)}"


def flipello_word(before: State, turn: Turn, after: State) -> str:
    """A disc is dropped; left and right change places, as the first player starts on the other diagonal."""
    if turn[0].text == "pass":
        return "pass"
    site = ends(turn[0])[1]
    return f"P@{square(site // 8 * 8 + 7 - site % 8, 8)}"


def vertex_word(size: int) -> Word:
    """A crossing of a Go board by letter and number, or a pass."""

    def word(before: State, turn: Turn, after: State) -> str:
        if turn[0].text == "pass":
            return "PASS"
        site = ends(turn[0])[1]
        return f"{_GO_COLUMNS[site % size]}{site // size + 1}"

    return word


NOTATIONS = (
    Notation("Chess", 64, "chess", chess_word, by_turns=True),
    Notation("Shogi", 81, "shogi", shogi_word, by_turns=True),
    Notation("Xiangqi", 90, "xiangqi", on_squares(9)),
    Notation("Breakthrough", 64, "breakthrough", on_squares(8)),
    Notation("Clobber", 30, "clobber", clobber_word),
    Notation("Clobber", 100, "clobber10", on_squares(10)),
    Notation("Amazons", 100, "amazons", amazons_word, by_turns=True),
    Notation("Reversi", 64, "flipello", flipello_word),
    *(Notation("Go", size * size, "go", vertex_word(size)) for size in (9, 13, 19)),
)


def notation_of(game: Game) -> Notation:
    """The notation that engines of others have for a game."""
    board = game.facts.containers[0].size
    for one in NOTATIONS:
        if (one.game, one.sites) == (game.name, board):
            return one
    known = ", ".join(dict.fromkeys(one.game for one in NOTATIONS))
    raise PetteiaError(f"{game.name} on {board} sites has no notation that engines of others know; there are {known}")
