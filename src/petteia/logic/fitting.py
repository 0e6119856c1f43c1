"""Fitting weights: ridge least squares, conjugate gradients over tables, the logistic link, selection by F-test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Real = npt.NDArray[np.float64]
RIDGES = (0.1, 1.0, 10.0, 100.0, 1000.0)


@dataclass(frozen=True)
class Fit:
    """Weights, the constant, and the ridge that did best on the positions kept for validation."""

    weights: Real
    bias: float
    ridge: float


def correlation(predicted: Real, real: Real) -> float:
    """Pearson's r; 0 where one of the two does not vary."""
    if predicted.std() == 0 or real.std() == 0:
        return 0.0
    return float(np.corrcoef(predicted, real)[0, 1])


def bootstrap(predicted: Real, real: Real, seed: int, rounds: int = 200) -> tuple[float, float]:
    """The interval that holds 95 % of the correlations of samples drawn with replacement."""
    chance = np.random.default_rng(seed)
    found = []
    for _ in range(rounds):
        chosen = chance.integers(0, len(real), len(real))
        found.append(correlation(predicted[chosen], real[chosen]))
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def fit_least_squares(
    counts: npt.NDArray[np.uint16] | Real,
    target: Real,
    held_out: npt.NDArray[np.bool_],
    ridges: Sequence[float] = RIDGES,
) -> Fit:
    """Least squares by the covariances of features (rows of `counts`); the ridge is chosen on what is held out."""
    x = np.asarray(counts, np.float32)
    train = ~held_out
    mean, centre = x[:, train].mean(axis=1, dtype=np.float64), float(target[train].mean())
    spread = x[:, train].std(axis=1, dtype=np.float64)
    spread[spread == 0] = 1.0
    scaled = ((x - mean[:, None].astype(np.float32)) / spread[:, None].astype(np.float32)).astype(np.float32)
    y = (target - centre).astype(np.float32)
    gram = np.asarray(scaled[:, train] @ scaled[:, train].T, np.float64)
    moment = np.asarray(scaled[:, train] @ y[train], np.float64)
    best: tuple[float, Real, float] | None = None
    for ridge in ridges:
        weights = np.asarray(np.linalg.solve(gram + ridge * np.eye(len(gram)), moment), np.float64)
        error = float(np.mean((weights.astype(np.float32) @ scaled[:, held_out] - y[held_out]) ** 2))
        if best is None or error < best[0]:
            best = (error, weights, ridge)
    assert best is not None
    weights = best[1] / spread
    return Fit(weights, centre - float(weights @ mean), best[2])


def fit_tables(
    places: npt.NDArray[np.int64],
    target: Real,
    held_out: npt.NDArray[np.bool_],
    entries: int,
    ridges: Sequence[float] = (1.0, 4.0, 16.0),
    rounds: int = 40,
) -> Fit:
    """Ridge least squares by conjugate gradients, where each position looks up one entry of each of its tables."""
    train = ~held_out
    inside, outside = places[train], places[held_out]
    centre = float(target[train].mean())
    y = target[train] - centre
    flat = inside.ravel()
    width = places.shape[1]

    def back(residual: Real) -> Real:
        return np.asarray(np.bincount(flat, np.repeat(residual, width), entries), np.float64)

    best: tuple[float, Real, float] | None = None
    moment = back(y)
    weights = np.zeros(entries)
    for ridge in sorted(ridges, reverse=True):  # from the stiffest: its result is a good start for the next

        def curved(step: Real, ridge: float = ridge) -> Real:
            return back(step[inside].sum(axis=1)) + ridge * step

        weights = weights + _solve(curved, moment - curved(weights), rounds)
        error = float(np.mean((weights[outside].sum(axis=1) - target[held_out] + centre) ** 2))
        if best is None or error < best[0]:
            best = (error, weights.copy(), ridge)
    assert best is not None
    return Fit(best[1], centre, best[2])


class Matrix(Protocol):
    """The data of a fit: sums of weights by position, sums of values by feature."""

    def apply(self, weights: Real) -> Real:
        """The sum of weights in each position."""

    def back(self, values: Real) -> Real:
        """The sum of values over the positions of each feature."""


def fit_gradients(
    matrix: Matrix, target: Real, features: int, held_out: npt.NDArray[np.bool_], *, logistic: bool,
    ridges: Sequence[float] = (30.0, 5.0), rounds: int = 30,
) -> Fit:  # fmt: skip
    """Weights by conjugate gradients, of squares or (for wins: 1, 0.5 or 0) of the logistic loss."""
    train = (~held_out).astype(np.float64)
    share = float(train.sum())
    mean = float(target @ train / share)
    start = float(np.log(max(mean, 1e-3) / max(1 - mean, 1e-3))) if logistic else mean
    point = np.append(np.zeros(features), start)
    best: tuple[float, Real, float] | None = None
    for ridge in ridges:
        point = _descend(matrix, target, train, point, ridge, logistic=logistic, rounds=rounds)
        loss = _loss(matrix.apply(point[:-1]) + point[-1], target, held_out.astype(np.float64), logistic=logistic)
        if best is None or loss < best[0]:
            best = (loss, point.copy(), ridge)
    assert best is not None
    return Fit(best[1][:-1], float(best[1][-1]), best[2])


def _loss(sums: Real, target: Real, counted: Real, *, logistic: bool) -> float:
    if logistic:
        return float(counted @ (np.logaddexp(0, sums) - target * sums))
    return float(counted @ (sums - target) ** 2) / 2


def _descend(
    matrix: Matrix, target: Real, train: Real, point: Real, ridge: float, *, logistic: bool, rounds: int
) -> Real:
    """Newton steps, each solved by conjugate gradients; squares need only one."""
    for _ in range(5 if logistic else 1):
        sums = matrix.apply(point[:-1]) + point[-1]
        guess = 1 / (1 + np.exp(-np.clip(sums, -30, 30))) if logistic else sums
        bend = train * guess * (1 - guess) if logistic else train
        slope = train * (guess - target)
        residual = -np.append(matrix.back(slope) + ridge * point[:-1], slope.sum())

        def curved(step: Real, bend: Real = bend) -> Real:
            along = bend * (matrix.apply(step[:-1]) + step[-1])
            return np.append(matrix.back(along) + ridge * step[:-1], along.sum() + 1e-6 * step[-1])

        point = point + _solve(curved, residual, rounds // (5 if logistic else 1))
    return point


def _solve(curved: Callable[[Real], Real], residual: Real, rounds: int) -> Real:
    """Conjugate gradients for a linear system."""
    found = np.zeros_like(residual)
    direction, size = residual.copy(), float(residual @ residual)
    first = size
    for _ in range(rounds):
        if size <= 1e-8 * first or size == 0:
            break
        applied = curved(direction)
        step = size / float(direction @ applied)
        found += step * direction
        residual = residual - step * applied
        new = float(residual @ residual)
        direction, size = residual + new / size * direction, new
    return found


def select_features(counts: npt.NDArray[np.uint16] | Real, target: Real, most: int, least_f: float = 10.0) -> list[int]:
    """Features chosen one by one: each time the one whose F statistic, given those chosen before, is largest."""
    x = np.asarray(counts, np.float64)
    x = x - x.mean(axis=1, keepdims=True)
    residual = target - target.mean()
    total = x.shape[1]
    norms = np.einsum("ij,ij->i", x, x)
    start = norms.copy()
    chosen: list[int] = []
    while len(chosen) < min(most, len(x)):
        usable = norms > 1e-6 * np.maximum(start, 1.0)
        gains = np.where(usable, (x @ residual) ** 2 / np.where(usable, norms, 1.0), 0.0)
        gains[chosen] = 0.0
        best = int(np.argmax(gains))
        left = float(residual @ residual)
        freedom = total - len(chosen) - 2
        if freedom <= 0 or gains[best] * freedom < least_f * max(left - gains[best], 1e-12):
            break
        chosen.append(best)
        axis = x[best] / np.sqrt(norms[best])
        residual = residual - float(axis @ residual) * axis
        along = x @ axis
        x = x - np.outer(along, axis)
        norms = np.maximum(norms - along**2, 0.0)
    return chosen
