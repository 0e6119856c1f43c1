"""The findings of a search in a position, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from petteia.game import Move

_CODES = {None: 0, "lost": 1, "drawn": 2, "won": 3}


@dataclass(frozen=True)
class Candidate:
    """A move of the position that was searched. Its value is the mean return for who plays it, or what is proven."""

    move: Move
    visits: int
    value: float
    proven: str | None = None
    prior: float | None = None
    """The probability that the policy of the search gives it, where it was asked."""


class Arrays(NamedTuple):
    """The moves of a position in the order in which they are legal, and for each of them what a search found."""

    moves: tuple[Move, ...]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    """Mean returns for who moves, 0 where a move was not tried; what is proven where something is."""
    proven: npt.NDArray[np.int8]
    """0 open, 1 lost, 2 drawn, 3 won."""
    priors: npt.NDArray[np.float64] | None


@dataclass(frozen=True)
class Analysis:
    """The findings of a search: the candidates, best first, and the line that both sides would follow."""

    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    iterations: int
    cpu_seconds: float
    nodes: int
    legal: tuple[Move, ...] = ()
    """The moves in the order in which they are legal."""
    depth: int | None = None
    """How many moves deep everything was searched, where a search goes by depth."""

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]

    @property
    def iterations_per_second(self) -> float:
        """Iterations a CPU second."""
        return self.iterations / self.cpu_seconds if self.cpu_seconds > 0 else 0.0

    def arrays(self) -> Arrays:
        """Visits, values, proofs and priors of all legal moves as arrays, for learning."""
        import numpy as np

        by_move = {one.move: one for one in self.candidates}
        ordered = [by_move[move] for move in self.legal]
        priors = None
        if ordered and all(one.prior is not None for one in ordered):
            priors = np.array([one.prior for one in ordered], dtype=np.float64)
        return Arrays(
            self.legal,
            np.array([one.visits for one in ordered], dtype=np.int64),
            np.array([one.value for one in ordered], dtype=np.float64),
            np.array([_CODES[one.proven] for one in ordered], dtype=np.int8),
            priors,
        )
