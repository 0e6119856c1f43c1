"""Positions as tables: which features hold for which moves, and what is to be learned, for fitting and for growing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from petteia.features import FeatureSet, Positions

from ._selfplay import Episode

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Examples:
    """Positions with what is to be learned there."""

    positions: Positions
    targets: Floats
    movers: Ints

    @classmethod
    def join(cls, episodes: Sequence[Episode]) -> Examples:
        """The positions of several games."""
        return cls(
            Positions.join([one.positions for one in episodes]),
            np.concatenate([one.targets for one in episodes]),
            np.concatenate([one.movers for one in episodes]),
        )

    def __len__(self) -> int:
        return len(self.positions)

    def take(self, chosen: Ints) -> Examples:
        """Some of the positions."""
        starts = self.positions.starts
        rows = [np.arange(starts[k], starts[k + 1]) for k in chosen]
        targets = self.targets[np.concatenate(rows)] if rows else self.targets[:0]
        return Examples(self.positions.take(chosen), targets, self.movers[chosen])

    def table(self, features: FeatureSet) -> Table:
        """The table of these positions for a set of features."""
        active = features.active(self.positions)
        shape = (len(self.positions.moves), len(features))
        held = sparse.csr_matrix(
            (np.ones(len(active.features)), active.features.astype(np.int64), active.starts), shape=shape
        )
        return Table(held, self.positions.starts, self.targets, self.movers)

    def by_player(self, rows: int) -> list[Examples]:
        """The positions that each row of weights is for: all of them for a single one, else those of each player."""
        return [self] if rows == 1 else [self.take(np.flatnonzero(self.movers == k + 1)) for k in range(rows)]

    def chunks(self, most_moves: int) -> Iterator[Examples]:
        """The positions in lots of about so many moves."""
        lots = self.positions.starts[:-1] // most_moves
        for lot in np.unique(lots):
            yield self.take(np.flatnonzero(lots == lot))


@dataclass(frozen=True)
class Table:
    """Rows of moves, columns of features. The moves of position k are rows `starts[k]` to `starts[k + 1]`.

    A row may stand for several moves with the same features: `copies` says how many.
    """

    held: Any
    """A sparse matrix of zeros and ones."""
    starts: Ints
    targets: Floats
    movers: Ints
    copies: Floats | None = None

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self.starts) - 1

    @cached_property
    def transposed(self) -> Any:
        """The matrix the other way round."""
        return self.held.T.tocsr()

    @cached_property
    def owners(self) -> Ints:
        """The position of each row."""
        return np.repeat(np.arange(self.count), np.diff(self.starts))

    def probabilities(self, weights: Floats) -> Floats:
        """The softmax over the moves of each position; a row of several moves has the sum of theirs.

        Weights are a vector, or a matrix with a row for each player, or with one for all.
        """
        return self.softmax(weights)[0]

    def softmax(self, weights: Floats) -> tuple[Floats, Floats]:
        """The probabilities, and their logarithms, those of one move each where a row stands for several."""
        scores = self.held @ weights.T
        if weights.ndim == 2:
            chosen = np.zeros(self.count, dtype=np.int64) if len(weights) == 1 else self.movers - 1
            scores = scores[np.arange(len(scores)), chosen[self.owners]]
        scores -= np.maximum.reduceat(scores, self.starts[:-1])[self.owners]
        raised = np.exp(scores)
        if self.copies is not None:
            raised *= self.copies
        totals = np.add.reduceat(raised, self.starts[:-1])
        return raised / totals[self.owners], scores - np.log(totals)[self.owners]

    def compressed(self) -> Table:
        """The same table with the moves of a position that have the same features in one row."""
        keys = np.random.Generator(np.random.PCG64(1)).integers(1, 2**63, self.held.shape[1], dtype=np.int64)
        sums = np.concatenate([[0], np.cumsum(keys[self.held.indices])])  # wraps around, which does no harm
        names = sums[self.held.indptr[1:]] - sums[self.held.indptr[:-1]]
        order = np.lexsort((names, self.owners))
        new = np.ones(len(order), dtype=bool)
        new[1:] = (np.diff(names[order]) != 0) | (np.diff(self.owners[order]) != 0)
        firsts = np.flatnonzero(new)
        copies = np.diff(np.append(firsts, len(order))).astype(np.float64)
        kept = order[firsts]
        counts = np.bincount(self.owners[kept], minlength=self.count)
        return Table(
            self.held[kept],
            np.concatenate([[0], np.cumsum(counts)]),
            np.add.reduceat(self.targets[order], firsts),
            self.movers,
            copies,
        )

    @staticmethod
    def join(parts: Sequence[Table]) -> Table:
        """Several tables with the same columns as one."""
        counts = np.concatenate([np.diff(one.starts) for one in parts])
        copies = [one.copies for one in parts if one.copies is not None]
        return Table(
            sparse.vstack([one.held for one in parts], format="csr"),
            np.concatenate([[0], np.cumsum(counts)]),
            np.concatenate([one.targets for one in parts]),
            np.concatenate([one.movers for one in parts]),
            np.concatenate(copies) if copies else None,
        )


def pair_sums(held: Any, one: Floats, other: Floats) -> Any:
    """For each pair of columns that hold together: the sums of two values over the rows where they do.

    A sparse matrix of complex numbers, the first column of a pair before the second: both sums come out of one product.
    """
    return sparse.triu(held.T @ held.multiply((one + 1j * other)[:, None]), k=1).tocoo()
