"""New features as in the paper: pairs of oriented features that hold together, chosen by one of four strategies."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.features import FeatureSet, combine, unfold

from ._tables import Examples, Floats, Table, pair_sums

if TYPE_CHECKING:
    from petteia.features import Feature

_TRIES = 200
Pair = tuple[int, int]


def pair_scores(held: Any, errors: Floats) -> tuple[Any, Any, Floats]:
    """Equation (7) for all pairs of columns that hold together in some row: first and second columns, and scores.

    The score is |correlation of the pair with the errors| x (1 - the larger |correlation with one of the two|); pairs
    without a variance of their own, for which correlations mean nothing, get -1.
    """
    rows = held.shape[0]
    sums = pair_sums(held, errors, np.ones(rows))
    first, second, weighted, count = sums.row, sums.col, sums.data.real, sums.data.imag
    singles = np.asarray(held.sum(axis=0)).ravel()
    share = count / rows
    spread = np.sqrt(np.maximum(share * (1 - share), 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        with_errors = (weighted / rows - share * errors.mean()) / (spread * errors.std())
        part = [singles[column] / rows for column in (first, second)]
        with_parts = [(share - share * one) / (spread * np.sqrt(one * (1 - one))) for one in part]
        scores = np.abs(with_errors) * (1 - np.maximum(np.abs(with_parts[0]), np.abs(with_parts[1])))
    return first, second, np.where(np.isfinite(scores), scores, -1.0)


def new_features(
    features: FeatureSet, weights: Floats, batch: Examples, strategy: str, random: Random, wanted: int = 1
) -> list[Feature]:
    """New features for a set by a strategy of the paper; fewer, or none, if no pair makes one."""
    oriented, parents = unfold(features)
    table = batch.table(oriented)
    errors = batch.table(features).probabilities(weights) - batch.targets
    found: list[Feature] = []
    for one, other in _pairs(table, errors, np.abs(weights).max(axis=0)[parents], strategy, random):
        made = combine(oriented[one], oriented[other], features.board)
        if made is not None and features.with_features(found).index(made) is None and not features.holds_nowhere(made):
            found.append(made)
            if len(found) == wanted:
                break
    return found


def _pairs(table: Table, errors: Floats, sizes: Floats, strategy: str, random: Random) -> Iterator[Pair]:
    """Pairs of columns, the one to be taken first; `sizes` are the weights of columns without signs."""
    held = table.held
    if strategy == "correlation":
        first, second, scores = pair_scores(held, errors)
        order = np.argsort(-scores, kind="stable")
        yield from ((int(first[k]), int(second[k])) for k in order if scores[k] >= 0)
        return
    order = np.argsort(-np.abs(errors), kind="stable")
    for attempt in range(_TRIES):
        worst = int(order[min(attempt // 10, len(order) - 1)])  # the next one where ten draws made nothing new
        row = random.randrange(len(errors)) if strategy == "add-random" else worst
        active = held.indices[held.indptr[row] : held.indptr[row + 1]].tolist()
        if len(active) < 2:
            continue
        if strategy == "combine-max":
            one = max(active, key=lambda column: sizes[column])
            other = random.choice([column for column in active if column != one])
        else:
            one, other = random.sample(active, 2)
        yield one, other
