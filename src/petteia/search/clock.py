"""Clocks for a whole game: how the time that is left is shared out over the moves that are still to come."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Game, State

_WORDS = re.compile(r"(\d+\.?\d*|\.\d+)(?:\+(\d+\.?\d*|\.\d+))?")
_SAMPLED_GAMES, _SAMPLED_MOVES = 16, 2000
_FEWEST, _MOST = 4.0, 40.0
"""Own moves that are expected to come, at least and at most: random play often lasts longer than good play."""
_LARGEST_SHARE = 0.8
_LEAST_OVERHEAD = 0.001
_SPARE_MOVES = 10


@dataclass(frozen=True)
class Clock:
    """CPU seconds of a player for a whole game, and how many more each move brings.

    >>> Clock.parse("60+1")
    Clock(seconds=60.0, increment=1.0)
    >>> str(Clock(0.5))
    '0.5'
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.seconds < float("inf") or not 0 <= self.increment < float("inf"):
            raise PetteiaError("a clock has a time above zero and an increment that is not negative")

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}" if self.increment else f"{self.seconds:g}"

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The clock that words such as `60+1` or `60` stand for."""
        found = _WORDS.fullmatch(text.strip())
        if found is None:
            raise PetteiaError(f"{text!r} is no clock: SECONDS or SECONDS+INCREMENT, such as 60+1")
        return cls(float(found[1]), float(found[2] or 0))

    def left(self, moves: int, spent: float) -> float:
        """The seconds that are left after so many moves that took so long together."""
        return self.seconds + moves * self.increment - spent


def clock_of(given: Clock | str | None) -> Clock | None:
    """A clock, or the one that words stand for."""
    return Clock.parse(given) if isinstance(given, str) else given


@lru_cache(maxsize=64)
def _mean_length(game: Game) -> float:
    return game.playouts(_SAMPLED_GAMES, max_moves=_SAMPLED_MOVES).mean_length


def moves_left(game: Game, plies: int) -> float:
    """The moves a player is expected to have still, after so many of all players: by the length of random games."""
    length = _mean_length(game)
    return min(_MOST, max(_FEWEST, max(length - plies, length / 8) / game.players))


def share(left: float, increment: float, moves: float) -> float:
    """The time for the next of so many moves, less than what is left."""
    return min((left + increment * (moves - 1)) / moves, _LARGEST_SHARE * left)


class Pace:
    """The use that an agent makes of a clock in a game: what each of its moves took, by the moves before it.

    Moves that are taken back give back their time. What a move takes beyond its share is foreseen for those to come.
    """

    def __init__(self) -> None:
        self._taken: dict[int, float] = {}
        self._overhead = _LEAST_OVERHEAD

    def share(self, clock: Clock, state: State) -> float:
        """The CPU seconds to search a position; none are left if it is not above zero."""
        plies = len(state.history)
        before = [taken for at, taken in self._taken.items() if at < plies]
        moves = moves_left(state.game, plies)
        spare = clock.left(len(before), sum(before)) - self._overhead * (_SPARE_MOVES + moves)
        return share(spare, clock.increment, moves)

    def note(self, state: State, taken: float, share: float) -> None:
        """Counts a move that took so long, its search `share` of it at most."""
        plies = len(state.history)
        self._taken = {at: spent for at, spent in self._taken.items() if at < plies} | {plies: taken}
        self.expect(taken - max(0.0, share))

    def expect(self, overhead: float) -> None:
        """Takes in what a move took beyond its search."""
        self._overhead = max(_LEAST_OVERHEAD, overhead, 0.8 * self._overhead)
