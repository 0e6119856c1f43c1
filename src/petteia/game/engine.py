"""Engines that play a game: the interface that native code and the slow interpreter share."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

Backend = Literal["native", "interpreter"]
MoveCode = tuple[str, int, int, tuple[int, ...]]
"""A move as engines know it: the name of its kind, from, to, and the values that its kind carries along."""


class PlayoutTotals(NamedTuple):
    """The results of random playouts: ranks are doubled and summed, wins counted, both by seat from 0 (nobody) on."""

    playouts: int
    moves: int
    unfinished: int
    ranks: tuple[int, ...]
    wins: tuple[int, ...]


class Engine(Protocol):
    """An engine that plays a game. States of play are handed around as they are; only the engine looks into them."""

    backend: Backend

    def start(self, chance: int = 0) -> Any:
        """The first position."""

    def moves(self, raw: Any) -> list[MoveCode]:
        """The legal moves, in the order in which the rules make them."""

    def play(self, raw: Any, move: MoveCode, chance: int = 0) -> None:
        """Plays a legal move; `chance` is the stream of chance of the position that arises."""

    def copy(self, raw: Any) -> Any:
        """A state of its own with the same contents."""

    def read(self, raw: Any, field: str) -> Any:
        """The value of a field: integers, sets as bit masks, nested lists."""

    def write(self, raw: Any, field: str, value: Any) -> None:
        """Gives a field a value in the form that `read` returns; ValueError if it does not fit."""

    def rebuild(self, raw: Any) -> None:
        """Works out anew what is kept beside the pieces, after fields were written."""

    def chance(self, raw: Any) -> int:
        """The stream of chance; 0 in games without."""

    def set_chance(self, raw: Any, chance: int) -> None:
        """Replaces the stream of chance."""

    def hash(self, raw: Any) -> int:
        """A 64-bit number that equal positions share."""

    def pack(self, raw: Any) -> Any:
        """The state as a value that can be pickled."""

    def unpack(self, packed: Any) -> Any:
        """The state that `pack` wrote."""

    def playouts(
        self, count: int, seed: int, max_moves: int, raw: Any | None = None, *, standard: bool = False
    ) -> PlayoutTotals:
        """Uniformly random playouts from a state, by default from the start."""
