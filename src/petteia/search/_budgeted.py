"""Budgeted: agents as frozen parameters, of which others with another budget or seed are made."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from petteia.errors import PetteiaError

from ._random import Random
from ._tree import Budget
from .clock import Clock, Pace

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

    from ._analysis import Analysis

_A_SECOND = Budget(seconds=1.0)
_SHORTEST = 1e-6


@dataclass(frozen=True)
class Budgeted:
    """An agent that searches within a budget: its fields are its parameters, among them a `seed`."""

    iterations: int | None = None
    seconds: float | None = None
    wall: float | None = None
    clock: Clock | None = field(default=None, kw_only=True)
    """CPU seconds for a whole game, of all threads together; each move gets its share."""
    _pace: Pace = field(default_factory=Pace, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if any(given is not None and given <= 0 for given in (self.iterations, self.seconds, self.wall)):
            raise PetteiaError("the budget of a search must be above zero")

    def with_budget(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        wall: float | None = None,
    ) -> Self:
        """The same agent with another budget, and without a clock."""
        return replace(self, iterations=iterations, seconds=seconds, wall=wall, clock=None)

    def with_clock(self, clock: Clock | None) -> Self:
        """The same agent with a clock beside its budget."""
        return replace(self, clock=clock)

    def with_seed(self, seed: int) -> Self:
        """The same agent with another seed."""
        changes: dict[str, Any] = {"seed": seed}
        return replace(self, **changes)

    def begin(self, game: Game) -> None:
        """Prepares a game before its clock runs: makes what is made once, and sees what a move takes at the least."""
        if self.clock is None:
            return
        self._share(game.start())
        shortest = self.with_budget(iterations=1)
        for _ in range(2):  # the first finds values of pieces and the like
            began = time.process_time()
            shortest.choose(game.start())
        self._pace.expect(time.process_time() - began)

    def choose(self, state: State) -> Move:
        """The move to play. Its time counts on the clock; where none is left, a move is drawn without a search."""
        began, share = time.process_time(), self._share(state)
        found = self._searched(state) if share is None or share > 0 else None
        object.__setattr__(self, "last", found)  # no parameter: agents stay the same
        move = Random().choose(state) if found is None else self._picked(found, state)
        if share is not None:
            self._pace.note(state, time.process_time() - began, share)
        return move

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over."""
        raise NotImplementedError

    def _searched(self, state: State) -> Analysis:
        """The findings that a move is chosen by."""
        return self.analyse(state)

    def _picked(self, found: Analysis, state: State) -> Move:
        return found.best.move

    def _share(self, state: State) -> float | None:
        """The share of a position in the time of the game; None without a clock."""
        return None if self.clock is None else self._pace.share(self.clock, state)

    def _budget(self, state: State, otherwise: Budget = _A_SECOND) -> Budget:
        """The end of a search of a position; `otherwise` where nothing is said of it."""
        limits, share = Budget(self.iterations, self.seconds, self.wall), self._share(state)
        if share is not None:
            for_each = max(_SHORTEST, share / getattr(self, "threads", 1))
            limits = limits._replace(seconds=min(for_each, self.seconds or for_each))
        return otherwise if limits == Budget() else limits
