"""An agent that plays uniformly random moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Move, State


@dataclass(frozen=True)
class Random:
    """Plays uniformly random moves. The seed and the moves before decide, so that games can be repeated.

    >>> import petteia as pt
    >>> from petteia.search import Random
    >>> state = pt.load("Tic-Tac-Toe").start()
    >>> Random(seed=1).choose(state) == Random(seed=1).choose(state)
    True
    """

    seed: int = 0

    def with_seed(self, seed: int) -> Self:
        """The same agent with another seed."""
        return replace(self, seed=seed)

    def choose(self, state: State) -> Move:
        """One of the legal moves."""
        from random import Random as Generator

        moves = state.legal_moves()
        if not moves:
            raise PetteiaError("the game is over: there is no move to choose")
        # Strings seed the generator by all their characters; neighbouring numbers would not be unrelated.
        return Generator(f"{self.seed} {len(state.history)} {state.hash}").choice(moves)
