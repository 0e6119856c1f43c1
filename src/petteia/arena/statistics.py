"""Statistics of results: win rates with intervals, sequential tests, Elo differences.

Scores lie between 0 (lost) and 1 (won), a tie is one half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from typing import Literal

from petteia.errors import PetteiaError

Interval = tuple[float, float]
Z95 = 1.959963984540054
"""The quantile of the normal distribution that leaves 2.5 % above it."""

_UNSEEN = 1e-7
"""The weight of scores that were possible but did not come up: enough for a likelihood, too little to count."""
_HALVINGS = 20
_STEPS = 100
_CLOSE = 1e-11


def wilson(score: float, games: float, z: float = Z95) -> Interval:
    """Wilson's interval for the rate behind a score in independent games; ties count half.

    >>> [round(end, 4) for end in wilson(100, 200)]
    [0.4314, 0.5686]
    """
    if games <= 0:
        return 0.0, 1.0
    rate = score / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2)
    return max(0.0, middle - half) if rate > 0 else 0.0, min(1.0, middle + half) if rate < 1 else 1.0


def score_interval(scores: Iterable[float], z: float = Z95) -> Interval:
    """Wilson's interval for scores of any size between 0 and 1, such as the mean scores of pairs of games.

    It holds every mean m that a score test does not reject, with the variance of the likeliest distribution that has
    the mean m. For wins and losses alone it is Wilson's interval; it does not shrink to a point when all scores agree.

    >>> [round(end, 4) for end in score_interval([1] * 100 + [0] * 100)]
    [0.4314, 0.5686]
    >>> [round(end, 3) for end in score_interval([0.5] * 50)]
    [0.464, 0.536]
    """
    counts = Counter(scores)
    total = counts.total()
    if total == 0:
        return 0.0, 1.0
    mean = sum(score * count for score, count in counts.items()) / total

    def is_inside(candidate: float) -> bool:
        likeliest = _likeliest(counts, candidate)
        variance = sum(share * (score - candidate) ** 2 for score, share in likeliest.items())
        return total * (mean - candidate) ** 2 <= z * z * variance

    return _edge(mean, 0.0, is_inside), _edge(mean, 1.0, is_inside)


def _edge(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """Where an interval ends between a point of it and one that is not, or at that."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return outside


def _likeliest(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """The shares of scores with this mean under which the counts are most likely.

    By Lagrange multipliers the share of a score x is its observed share over 1 + t (x - mean), with the one t for which
    the mean comes out right.
    """
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN} | {float(score): count + _UNSEEN for score, count in counts.items()}
    total = sum(weights.values())
    if mean <= 0 or mean >= 1:
        return {float(mean > 0): 1.0}
    tilt = _tilt([(score - mean, weight) for score, weight in weights.items()], -1 / (1 - mean), 1 / mean)
    return {score: weight / total / (1 + tilt * (score - mean)) for score, weight in weights.items()}


def _tilt(weights: list[tuple[float, float]], low: float, high: float) -> float:
    """The t between two bounds for which the sum of w d / (1 + t d) is zero; it falls as t grows.

    Newton's steps, and the middle of what is left where one would leave the bounds.
    """
    tilt, total = 0.0, sum(weight for _, weight in weights)
    for _ in range(_STEPS):
        excess = sum(weight * d / (1 + tilt * d) for d, weight in weights)
        slope = sum(weight * (d / (1 + tilt * d)) ** 2 for d, weight in weights)
        low, high = (tilt, high) if excess > 0 else (low, tilt)
        if abs(excess) <= _CLOSE * total:
            break
        tilt += excess / slope
        if not low < tilt < high:
            tilt = (low + high) / 2
    return tilt


def elo_of(rate: float) -> float:
    """The Elo difference at which a win rate is expected; infinite for rates of 0 and 1.

    >>> round(elo_of(0.75), 2), elo_of(0.5)
    (190.85, 0.0)
    """
    if rate <= 0 or rate >= 1:
        return float("inf") if rate >= 1 else float("-inf")
    return 400 * log10(rate / (1 - rate))


def rate_of(elo: float) -> float:
    """The win rate that is expected at an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class SPRT:
    """A sequential test between two Elo differences: play until one is much likelier than the other.

    Scores are compared by the ratio of the largest likelihoods that distributions with the two means give them. The
    difference `elo0` is wrongly rejected in a share `alpha` of all matches, `elo1` in a share `beta`.

    >>> test = SPRT(0, 50)
    >>> test.verdict([1.0, 0.75, 0.5] * 20), test.verdict([0.5] * 3)
    ('elo1', None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise PetteiaError("a sequential test needs two Elo differences, the smaller one first: 0,20")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise PetteiaError("the error rates of a sequential test lie between 0 and one half")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends when its log-likelihood ratio leaves these bounds."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float]) -> float:
        """The log-likelihood ratio of `elo1` over `elo0`, given the scores of independent units: games or pairs."""
        counts = Counter(scores)
        low, high = (_likeliest(counts, rate_of(elo)) for elo in (self.elo0, self.elo1))
        return sum(count * log(high[score] / low[score]) for score, count in counts.items())

    def verdict(self, scores: Sequence[float]) -> Literal["elo0", "elo1"] | None:
        """The difference that is accepted; None while the test goes on."""
        if not scores:
            return None
        ratio, (low, high) = self.ratio(scores), self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None
