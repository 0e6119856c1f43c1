"""Fitting: the loss between policy and search, its gradient, the best weights for all positions, and single steps."""

from __future__ import annotations

import numpy as np

from petteia.features import FeatureSet

from ._tables import Examples, Floats, Table

_PRECISION = 1e-7
_MOST_STEPS = 60
_CHUNK = 100_000


def loss_and_gradient(
    table: Table, weights: Floats, penalty: float, origin: Floats | None = None
) -> tuple[float, Floats]:
    """Equation (5) summed over positions, with half the penalty times the squared distance from `origin`, once."""
    probabilities, logarithms = table.softmax(weights)
    apart = weights if origin is None else weights - origin
    loss = -float(table.targets @ logarithms) + 0.5 * penalty * float(apart @ apart)
    return loss, table.transposed @ (probabilities - table.targets) + penalty * apart


def cross_entropy(table: Table, weights: Floats) -> float:
    """The mean of the cross-entropy over positions, without a penalty."""
    return -float(table.targets @ table.softmax(weights)[1]) / max(1, table.count)


def fit(table: Table, start: Floats, penalty: float, origin: Floats | None = None, steps: int = _MOST_STEPS) -> Floats:
    """The weights of the least loss: it is convex, so that where the descent begins makes no difference but in time."""
    from scipy.optimize import minimize

    if table.count == 0 or len(start) == 0:
        return start
    found = minimize(
        lambda weights: loss_and_gradient(table, weights, penalty, origin),
        start,
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": steps, "ftol": _PRECISION, "maxcor": 20},
    )
    best: Floats = np.asarray(found.x, dtype=np.float64)
    return best


def fit_all(
    examples: Examples, features: FeatureSet, start: Floats, penalty: float, origin: Floats | None = None
) -> Floats:
    """The best weights of a set for all positions, a row for each row of `start`."""
    rows = []
    for k, some in enumerate(examples.by_player(len(start))):
        lots = [lot.table(features).compressed() for lot in some.chunks(_CHUNK)]
        held = None if origin is None else origin[k]
        rows.append(fit(Table.join(lots), start[k], penalty, held) if lots else start[k])
    return np.array(rows)


def descend(table: Table, weights: Floats, step: float, penalty: float) -> Floats:
    """One step of gradient descent, equation (6): gradients averaged over the positions, the penalty once.

    Weights are a matrix with a row for each player, or with one for all.
    """
    errors = table.probabilities(weights) - table.targets
    moved = weights - step * penalty * weights
    for k in range(len(weights)):
        own = errors if len(weights) == 1 else np.where(table.movers[table.owners] == k + 1, errors, 0.0)
        moved[k] -= step * (table.transposed @ own) / max(1, table.count)
    return moved
