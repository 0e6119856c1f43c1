"""Intervals, sequential tests and ratings against known values and against simulation with fixed seeds."""

from collections.abc import Callable
from math import log, sqrt

import numpy as np
import pytest

from petteia.arena._ratings import rate
from petteia.arena.statistics import SPRT, elo_of, rate_of, score_interval, wilson
from petteia.errors import PetteiaError

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("score", "games", "expected"),
    [
        # Wilson's interval in closed form for none and for all of them: z^2 / (n + z^2).
        (0, 10, (0.0, 0.2775)),
        (10, 10, (0.7225, 1.0)),
        (100, 200, (0.4314, 0.5686)),
        (180, 200, (0.8506, 0.9343)),
        # Newcombe (1998), table I: 81 of 263, and 15 of 148, score method without correction.
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
    ],
)
def test_wilson(score: float, games: int, expected: tuple[float, float]) -> None:
    """Published values; the interval for general scores is the same where all games are won or lost."""
    assert wilson(score, games) == pytest.approx(expected, abs=5e-5)
    scores = [1.0] * int(score) + [0.0] * (games - int(score))
    assert score_interval(scores) == pytest.approx(expected, abs=1e-4)


def test_no_games_say_nothing() -> None:
    """Everything is possible then."""
    assert wilson(0, 0) == score_interval([]) == (0.0, 1.0)


def test_pairs_that_always_split_leave_a_width() -> None:
    """In closed form: half of z^2 / (n + z^2) to each side."""
    z = 1.959963984540054
    half = 0.5 * z * z / (40 + z * z)
    assert score_interval([0.5] * 40) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-5)


def test_many_pairs_come_close_to_the_plain_formula() -> None:
    """Mean and 1.96 standard errors."""
    random = np.random.default_rng(1)
    scores = random.choice(PAIR_SCORES, size=4000, p=(0.05, 0.2, 0.4, 0.25, 0.1))
    error = scores.std() / sqrt(len(scores))
    low, high = score_interval(scores.tolist())
    assert (low, high) == pytest.approx((scores.mean() - 1.96 * error, scores.mean() + 1.96 * error), abs=2e-4)


def coverage(interval: Callable[[list[float]], tuple[float, float]], shares: tuple[float, ...], count: int) -> float:
    """How often the interval over `count` pairs holds the true mean."""
    random = np.random.default_rng(7)
    mean = float(np.dot(PAIR_SCORES, shares))
    hits, repeats = 0, 250
    for _ in range(repeats):
        low, high = interval(random.choice(PAIR_SCORES, size=count, p=shares).tolist())
        hits += low <= mean <= high
    return hits / repeats


@pytest.mark.parametrize("count", [25])
@pytest.mark.parametrize(
    "shares",
    [
        (0.1, 0.2, 0.4, 0.2, 0.1),  # even players
        (0.0, 0.0, 0.9, 0.05, 0.05),  # the first player nearly always wins: pairs split
        (0.01, 0.03, 0.1, 0.2, 0.66),  # one player is much better
        (0.25, 0.0, 0.5, 0.0, 0.25),  # independent games without ties
    ],
)
@pytest.mark.statistical
def test_intervals_over_pairs_cover(shares: tuple[float, ...], count: int) -> None:
    """In 250 samples of a fixed seed: 95 % less two standard errors; where pairs split they may be more cautious."""
    assert coverage(score_interval, shares, count) >= 0.92


def test_plain_intervals_would_not_cover() -> None:
    """The simulation tells a bad interval from a good one: the plain formula fails where pairs nearly always split."""

    def plain(scores: list[float]) -> tuple[float, float]:
        mean, error = np.mean(scores), np.std(scores) / sqrt(len(scores))
        return mean - 1.96 * error, mean + 1.96 * error

    assert coverage(plain, (0.0, 0.0, 0.9, 0.05, 0.05), 20) < 0.9


def test_elo_and_rates_are_inverse() -> None:
    """With the known value: 400 points are ten to one."""
    assert elo_of(10 / 11) == pytest.approx(400)
    assert rate_of(elo_of(0.3)) == pytest.approx(0.3)
    assert elo_of(1.0) == float("inf") and elo_of(0.0) == float("-inf")


def test_ratio_of_wins_and_losses_is_walds() -> None:
    """Without ties the likeliest distribution with a mean is the only one: Wald's test."""
    test = SPRT(0, 100)
    p0, p1 = rate_of(0), rate_of(100)
    expected = 30 * log(p1 / p0) + 20 * log((1 - p1) / (1 - p0))
    assert test.ratio([1.0] * 30 + [0.0] * 20) == pytest.approx(expected, abs=1e-5)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.statistical
@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (60, "elo0")])
def test_sequential_test_keeps_its_error_rates(elo: float, wrong: str) -> None:
    """Matches of pairs at the two differences: wrong at most 5 % of the time, within three standard errors."""
    test, random = SPRT(0, 60), np.random.default_rng(3)
    win = rate_of(elo)
    errors, lengths, repeats = 0, [], 150
    for _ in range(repeats):
        scores: list[float] = []
        while (verdict := test.verdict(scores)) is None:
            scores += [float(pair) / 2 for pair in random.binomial(2, win, size=5)]
        errors += verdict == wrong
        lengths.append(len(scores))
    assert errors / repeats <= 0.05 + 3 * sqrt(0.05 * 0.95 / repeats)
    assert np.mean(lengths) < 250  # a fixed test with these errors takes about 360 pairs


def test_senseless_tests_are_refused() -> None:
    """Differences in the wrong order, error rates that are none."""
    with pytest.raises(PetteiaError, match="the smaller one first"):
        SPRT(20, 0)
    with pytest.raises(PetteiaError, match="error rates"):
        SPRT(0, 20, alpha=0.7)


def test_ratings_of_two_are_the_difference_of_their_rate() -> None:
    """And the margin is the one of a binomial, halved by centring: 1 / sqrt(n p q) in logistic units."""
    found = rate([[0, 30], [10, 0]])
    assert found.elo[0] - found.elo[1] == pytest.approx(elo_of(0.75)) and sum(found.elo) == pytest.approx(0)
    whole = 1.959964 * 400 / log(10) / sqrt(40 * 0.75 * 0.25)
    assert found.margin == pytest.approx((whole / 2, whole / 2), rel=1e-6)
    assert not found.tied


def test_ratings_satisfy_the_equations_of_the_model() -> None:
    """At the maximum everyone's score is the expected one; the example has a known order."""
    scores = [[0, 7, 9, 6], [3, 0, 6.5, 5], [1, 3.5, 0, 4], [4, 5, 6, 0]]
    elo = rate(scores).elo
    for i, row in enumerate(scores):
        expected = sum((row[j] + scores[j][i]) * rate_of(elo[i] - elo[j]) for j in range(4) if j != i)
        assert expected == pytest.approx(sum(row), abs=1e-6)
    assert sorted(range(4), key=lambda i: -elo[i]) == [0, 3, 1, 2]


def test_someone_who_wins_all_stays_finite() -> None:
    """A tie is added to each pairing then, and said."""
    found = rate([[0, 10, 10], [0, 0, 5], [0, 5, 0]])
    assert found.tied and 300 < found.elo[0] - found.elo[1] < 800
    assert rate([[0, 0], [0, 0]]).elo == (0.0, 0.0)


@pytest.mark.statistical
def test_rating_intervals_cover() -> None:
    """Games drawn from known strengths: 95 % of the intervals hold theirs, in 500 samples of a fixed seed."""
    random = np.random.default_rng(5)
    truth = np.array([120.0, 20.0, -40.0, -100.0])
    hits, repeats = 0, 500
    for _ in range(repeats):
        won = np.zeros((4, 4))
        for i in range(4):
            for j in range(i):
                won[i, j] = random.binomial(40, rate_of(truth[i] - truth[j]))
                won[j, i] = 40 - won[i, j]
        found = rate(won.tolist())
        hits += sum(abs(e - t) <= m for e, t, m in zip(found.elo, truth, found.margin, strict=True))
    assert 0.93 <= hits / (4 * repeats) <= 0.97
