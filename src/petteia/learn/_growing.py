"""New features, our way: candidates from rules and from pairs, taken up by how much they would lower the loss.

The gain of a candidate is g^2 / (2 (h + penalty)): what the first Newton step of its weight takes off the loss, g being
the derivative and h the second derivative, the variance of the candidate within positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from petteia.features import FeatureSet, combine, facing_one_way, unfold

from ._tables import Examples, Floats, Ints, Table, pair_sums

if TYPE_CHECKING:
    from petteia.features import Feature

_PAIR_POSITIONS = 150
_MOST_PAIRS = 120
_ALIKE = 0.8
"""Of two candidates that hold for nearly the same moves, one is enough."""
_LEAST_GAIN = 3.0
"""In nats over all positions: less may well be chance."""


def curvatures(table: Table, probabilities: Floats) -> Floats:
    """The second derivative of the loss by the weight of each column: its variance within positions, summed."""
    weighted = table.held.multiply(probabilities[:, None]).tocsr()
    count = table.count
    owners = sparse.csr_matrix(
        (np.ones(len(table.owners)), (table.owners, np.arange(len(table.owners)))), shape=(count, len(table.owners))
    )
    means = owners @ weighted
    found: Floats = np.asarray(weighted.sum(axis=0)).ravel() - np.asarray(means.multiply(means).sum(axis=0)).ravel()
    return found


def gains(table: Table, probabilities: Floats, penalty: float) -> Floats:
    """How much each column would lower the loss as a new feature."""
    slopes = table.transposed @ (probabilities - table.targets)
    found: Floats = slopes**2 / (2 * (np.maximum(curvatures(table, probabilities), 0.0) + penalty))
    return found


def importances(batch: Examples, features: FeatureSet, weights: Floats, penalty: float) -> Floats:
    """About how much the loss would rise without each feature."""
    found = np.zeros(len(features))
    for row, some in zip(weights, batch.by_player(len(weights)), strict=True):
        if len(some):
            table = some.table(features)
            found += 0.5 * row**2 * (curvatures(table, table.probabilities(row)) + penalty)
    return found


def best_candidates(
    features: FeatureSet,
    weights: Floats,
    batch: Examples,
    pool: FeatureSet,
    penalty: float,
    wanted: int,
    scale: float,
    *,
    headed: bool = False,
) -> list[Feature]:
    """The candidates of a pool, and of pairs of features, that promise most; each position stands for `scale` ones.

    With `headed` features that face one way only are candidates, too.
    """
    oriented, _ = unfold(features)
    fresh = [*pool, *_promising_pairs(features, oriented, weights, batch)]
    fresh += facing_one_way(oriented) if headed else []
    candidates = FeatureSet(features.game, (one for one in fresh if features.index(one) is None))
    if not len(candidates):
        return []
    worth = np.zeros(len(candidates))
    for row, some in zip(weights, batch.by_player(len(weights)), strict=True):
        if len(some):
            worth += gains(some.table(candidates), some.table(features).probabilities(row), penalty / scale) * scale
    order = np.argsort(-worth, kind="stable")
    return [candidates[k] for k in _distinct(batch.table(candidates), order[worth[order] > _LEAST_GAIN], wanted)]


def _promising_pairs(features: FeatureSet, oriented: FeatureSet, weights: Floats, batch: Examples) -> list[Feature]:
    """Pairs of oriented features that hold together where the policy errs most, combined."""
    starts = batch.positions.starts
    probabilities = batch.table(features).probabilities(weights)
    errors = probabilities - batch.targets
    worst = np.argsort(-np.add.reduceat(np.abs(errors), starts[:-1]), kind="stable")[:_PAIR_POSITIONS]
    some = batch.take(np.sort(worst))
    rows = np.concatenate([np.arange(starts[k], starts[k + 1]) for k in np.sort(worst)])
    held = some.table(oriented).held
    likely = probabilities[rows]
    first, second, worth = _pair_gains(held, errors[rows], likely * (1 - likely))
    found = []
    for k in np.argsort(-worth, kind="stable")[: 4 * _MOST_PAIRS]:
        made = combine(oriented[int(first[k])], oriented[int(second[k])], features.board)
        if made is not None and made not in found and not features.holds_nowhere(made):
            found.append(made)
            if len(found) == _MOST_PAIRS:
                break
    return found


def _pair_gains(held: Any, errors: Floats, variances: Floats) -> tuple[Ints, Ints, Floats]:
    """For each pair of columns about what it would gain as a feature in this one orientation."""
    sums = pair_sums(held, errors, variances)
    return sums.row, sums.col, sums.data.real**2 / (sums.data.imag + 1.0)


def _distinct(table: Table, order: Ints, wanted: int) -> list[int]:
    """The first columns of an order that do not hold for nearly the same moves as one before."""
    columns = table.held.tocsc()
    sizes = np.diff(columns.indptr)
    chosen: list[int] = []
    for column in order.tolist():
        own = columns[:, column]
        shared = [int(own.multiply(columns[:, other]).nnz) for other in chosen]
        if all(both < _ALIKE * max(sizes[column], sizes[other]) for both, other in zip(shared, chosen, strict=True)):
            chosen.append(column)
            if len(chosen) == wanted:
                break
    return chosen
