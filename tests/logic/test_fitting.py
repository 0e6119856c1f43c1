"""Fits on made-up data whose answer is known."""

import numpy as np
import pytest

from petteia.logic.fitting import (
    bootstrap,
    correlation,
    fit_gradients,
    fit_least_squares,
    fit_tables,
    select_features,
)

CHANCE = np.random.default_rng(4)
COUNTS = CHANCE.integers(0, 9, (6, 4000)).astype(np.uint16)
TRUE = np.array([2.0, -1.0, 0.5, 0.0, 3.0, 0.0])
HELD_OUT = np.arange(4000) % 5 == 0


class Dense:
    """A matrix for fits by gradients."""

    def __init__(self, counts: np.ndarray) -> None:
        self._counts = counts.astype(np.float64)

    def apply(self, weights: np.ndarray) -> np.ndarray:
        return weights @ self._counts

    def back(self, values: np.ndarray) -> np.ndarray:
        return self._counts @ values


def test_least_squares_find_the_weights() -> None:
    target = TRUE @ COUNTS + 7 + CHANCE.normal(0, 0.5, 4000)
    fit = fit_least_squares(COUNTS, target, HELD_OUT)
    assert fit.weights == pytest.approx(TRUE, abs=0.05)
    assert fit.bias == pytest.approx(7, abs=0.3)
    by_gradients = fit_gradients(Dense(COUNTS), target, 6, HELD_OUT, logistic=False)
    assert by_gradients.weights == pytest.approx(TRUE, abs=0.05)


def test_the_logistic_link_finds_the_odds() -> None:
    x = COUNTS[:3] % 3
    odds = np.array([1.0, -0.7, 0.3]) @ x - 0.2
    wins = (CHANCE.random(4000) < 1 / (1 + np.exp(-odds))).astype(np.float64)
    fit = fit_gradients(Dense(x), wins, 3, HELD_OUT, logistic=True, ridges=(1.0,), rounds=60)
    assert fit.weights == pytest.approx([1.0, -0.7, 0.3], abs=0.15)


def test_tables_by_conjugate_gradients() -> None:
    values = CHANCE.normal(size=12)
    places = np.stack([CHANCE.integers(0, 6, 4000), CHANCE.integers(6, 12, 4000)], axis=1)
    target = values[places].sum(axis=1) + CHANCE.normal(0, 0.1, 4000)
    fit = fit_tables(places, target, HELD_OUT, 12, (0.1,))
    predicted = fit.weights[places].sum(axis=1) + fit.bias
    assert correlation(predicted[HELD_OUT], target[HELD_OUT]) > 0.98


def test_the_f_test_keeps_what_matters() -> None:
    target = TRUE @ COUNTS + CHANCE.normal(0, 2.0, 4000)
    assert set(select_features(COUNTS, target, 6)) == {0, 1, 2, 4}
    copies = np.concatenate([COUNTS, COUNTS])
    assert len(select_features(copies, target, 12)) == 4


def test_the_bootstrap_holds_the_correlation() -> None:
    real = CHANCE.normal(size=500)
    predicted = real + CHANCE.normal(size=500)
    low, high = bootstrap(predicted, real, 1)
    assert low < correlation(predicted, real) < high
