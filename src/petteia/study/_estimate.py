"""Values with their uncertainty, and running sums that give them without keeping the games."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from petteia.arena.statistics import Z95, wilson

from ._play import Numbers


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    standard_error: float

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two independent estimates."""
        error = sqrt(self.standard_error**2 + other.standard_error**2)
        return around(self.value - other.value, error)


def around(value: float, error: float, low: float = -np.inf, high: float = np.inf) -> Estimate:
    """A normal interval, cut at the range of the measure."""
    return Estimate(value, max(low, value - Z95 * error), min(high, value + Z95 * error), error)


def exactly(value: float) -> Estimate:
    """A value that needs no play."""
    return Estimate(value, value, value, 0.0)


class Moments:
    """The mean and the central moments of a stream of values, kept by pairwise merging."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0
        self.fourth = 0.0
        self._third = 0.0

    def add(self, values: Numbers) -> None:
        """Adds a batch."""
        n = values.size
        if not n:
            return
        mean = float(values.mean())
        off = values - mean
        m2, m3, m4 = (float((off**k).sum()) for k in (2, 3, 4))
        a, total, delta = self.count, self.count + n, mean - self.mean
        self.fourth += (
            m4
            + delta**4 * a * n * (a * a - a * n + n * n) / total**3
            + 6 * delta**2 * (a * a * m2 + n * n * self.squares) / total**2
            + 4 * delta * (a * m3 - n * self._third) / total
        )
        third = m3 + delta**3 * a * n * (a - n) / total**2 + 3 * delta * (a * m2 - n * self.squares) / total
        self._third += third
        self.squares += m2 + delta**2 * a * n / total
        self.mean += delta * n / total
        self.count = total

    @property
    def variance(self) -> float:
        """The population variance."""
        return self.squares / self.count if self.count else 0.0

    def of_mean(self, low: float = -np.inf, high: float = np.inf) -> Estimate:
        """The mean, with a normal interval."""
        if not self.count:
            return Estimate(0.0, low, high, np.inf)
        return around(self.mean, sqrt(self.variance / max(1, self.count - 1)), low, high)

    def of_share(self) -> Estimate:
        """The mean of values between 0 and 1, with an interval that does not shrink to a point."""
        if not self.count:
            return Estimate(0.0, 0.0, 1.0, np.inf)
        error = sqrt(self.variance / max(1, self.count - 1))
        spread = self.mean * (1 - self.mean)
        games = self.count * max(1.0, spread / self.variance) if self.variance > 1e-12 else self.count
        low, high = wilson(self.mean * games, games)
        # a share that was met in all games or in none is not known exactly
        return Estimate(self.mean, low, high, max(error, (high - low) / (2 * Z95)) if error == 0 else error)

    def of_deviation(self) -> Estimate:
        """The standard deviation; its error follows from the fourth moment."""
        if self.count < 2:
            return Estimate(0.0, 0.0, np.inf, np.inf)
        deviation = sqrt(self.variance)
        spread = max(0.0, self.fourth / self.count - self.variance**2)
        error = sqrt(spread / self.count) / (2 * deviation) if deviation > 0 else 0.0
        return around(deviation, error, 0.0)
