"""Rule engines of others behind one interface, and words for our turns in their notation.

A `Meeting` says which bundled game meets which engine, and how a turn of ours is written there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import petteia

UNDECIDED = None
DRAW = 0

Word = Callable[[petteia.State, tuple[petteia.Move, ...], petteia.State], str]


class Engine(Protocol):
    """A game in progress in another program."""

    def moves(self) -> list[str]:
        """The legal turns in its notation, in any order."""

    def play(self, move: str) -> None:
        """Plays one of them."""

    def result(self) -> int | None:
        """The winner, `DRAW`, or `UNDECIDED`."""


@dataclass(frozen=True)
class Meeting:
    """A bundled game, an engine that plays the same game, and our turns in its words.

    `by_turns` joins all moves of a player in succession to one turn. Without `draws_agree` a game that either side
    takes for drawn is left there: the rules on repetition and on moves without progress differ.
    """

    game: str
    module: str
    engine: Callable[[], Engine]
    word: Word
    options: tuple[str, ...] = ()
    by_turns: bool = False
    draws_agree: bool = True
    games: int = 2
    most_turns: int = 400

    @property
    def name(self) -> str:
        return f"{self.game} and {self.module}"


def turns(state: petteia.State, by_turns: bool) -> Iterator[tuple[tuple[petteia.Move, ...], petteia.State]]:
    """The legal turns and the states that they lead to."""
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if by_turns and not after.over and after.mover == state.mover:
            for rest, last in turns(after, by_turns):
                yield (move, *rest), last
        else:
            yield (move,), after


def ends(move: petteia.Move) -> tuple[int, int]:
    """The sites from and to, whatever their types."""
    source, target = re.sub("[VEC]", "", move.text).split(">")
    return int(source), int(target)


def square(site: int, columns: int) -> str:
    """A site of a board of squares by letter and number."""
    return f"{chr(ord('a') + site % columns)}{site // columns + 1}"


def on_squares(columns: int) -> Word:
    """From and to by letters and numbers."""

    def word(_: petteia.State, turn: tuple[petteia.Move, ...], __: petteia.State) -> str:
        return "".join(square(site, columns) for site in ends(turn[0]))

    return word


# Fairy-Stockfish


class FairyStockfish:
    """A variant of Fairy-Stockfish, by its Python bindings."""

    def __init__(self, variant: str) -> None:
        self.rules: Any = import_module("pyffish")
        self.variant = variant
        self.position = self.rules.start_fen(variant)
        self.mover = 1

    def moves(self) -> list[str]:
        return list(self.rules.legal_moves(self.variant, self.position, []))

    def play(self, move: str) -> None:
        self.position = self.rules.get_fen(self.variant, self.position, [move])
        self.mover = 3 - self.mover

    def result(self) -> int | None:
        """By mate, by stalemate or by the end that the variant knows; not by what lies before the position."""
        over, value = self.rules.is_immediate_game_end(self.variant, self.position, [])
        if not over:
            if self.moves():
                return UNDECIDED
            value = self.rules.game_result(self.variant, self.position, [])
        return DRAW if value == 0 else self.mover if value > 0 else 3 - self.mover


def shogi_word(before: petteia.State, turn: tuple[petteia.Move, ...], after: petteia.State) -> str:
    """A drop by the letter of its piece, a promotion by a plus."""
    source, target = ends(turn[0])
    if source >= 81:
        return f"{'PLNSGBR'[(source - 81) % 7]}@{square(target, 9)}"
    promotes = len(turn) > 1 and turn[1].text != "pass"
    return square(source, 9) + square(target, 9) + "+" * promotes


def chess_word(before: petteia.State, turn: tuple[petteia.Move, ...], after: petteia.State) -> str:
    """A promotion by the letter of what the pawn becomes."""
    source, target = ends(turn[0])
    letter = ""
    if len(turn) > 1:
        (piece,) = (piece for piece in after.pieces() if piece.site == target)
        letter = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}[piece.name.rstrip("12")]
    return square(source, 8) + square(target, 8) + letter


def clobber_word(before: petteia.State, turn: tuple[petteia.Move, ...], after: petteia.State) -> str:
    """Rows and columns change places: their board stands upright."""
    return "".join(square(site % 6 * 5 + site // 6, 5) for site in ends(turn[0]))


def amazons_word(before: petteia.State, turn: tuple[petteia.Move, ...], after: petteia.State) -> str:
    """The move of the queen, then her shot from where she stands."""
    source, target = (square(site, 10) for site in ends(turn[0]))
    return f"{source}{target},{target}{square(ends(turn[1])[1], 10)}"


def flipello_word(before: petteia.State, turn: tuple[petteia.Move, ...], after: petteia.State) -> str:
    """A disc is dropped; left and right change places, as the first player starts on the other diagonal."""
    if turn[0].text == "pass":
        return "pass"
    site = ends(turn[0])[1]
    return f"P@{square(site // 8 * 8 + 7 - site % 8, 8)}"


class Flipello(FairyStockfish):
    """Reversi, where a pass is written as a move of no piece."""

    def __init__(self) -> None:
        super().__init__("flipello")

    def moves(self) -> list[str]:
        found = super().moves()
        return ["pass"] if found and not found[0].startswith("P@") else found

    def play(self, move: str) -> None:
        super().play(super().moves()[0] if move == "pass" else move)


def fairy(game: str, variant: str, word: Word, **more: Any) -> Meeting:
    return Meeting(game, "pyffish", lambda: FairyStockfish(variant), word, **more)


FAIRY_STOCKFISH = [
    fairy("Chess", "chess", chess_word, by_turns=True, draws_agree=False),
    fairy("Shogi", "shogi", shogi_word, by_turns=True, draws_agree=False),
    fairy("Xiangqi", "xiangqi", on_squares(9), draws_agree=False),
    fairy("Breakthrough", "breakthrough", on_squares(8)),
    fairy("Clobber", "clobber", clobber_word),
    fairy("Clobber", "clobber10", on_squares(10), options=("Board Size/10x10",)),
    fairy("Amazons", "amazons", amazons_word, by_turns=True, games=1),
    Meeting("Reversi", "pyffish", Flipello, flipello_word),
]

MEETINGS = [*FAIRY_STOCKFISH]
