"""The laws of learning: gradients, equation (7), probabilities, targets, symmetry of rules."""

from random import Random

import numpy as np
import pytest
from scipy import sparse

import petteia as pt
from petteia.features import FeatureSet, Policy, atomic_set
from petteia.learn._correlation import new_features, pair_scores
from petteia.learn._fitting import descend, fit, loss_and_gradient
from petteia.learn._growing import curvatures, gains
from petteia.learn._selfplay import Episode, play_game, target_of
from petteia.learn._settings import STRATEGIES, settings_of
from petteia.learn._symmetry import looks_alike_from_all_sides, players_are_alike
from petteia.learn._tables import Examples, Table


def random_table(seed: int, columns: int = 6, positions: int = 12) -> Table:
    """A table of random positions with up to nine moves."""
    random = np.random.default_rng(seed)
    sizes = random.integers(2, 10, positions)
    held = sparse.csr_matrix((random.random((sizes.sum(), columns)) < 0.35).astype(float))
    targets = np.concatenate([random.dirichlet(np.full(size, 0.3)) for size in sizes])
    movers = random.integers(1, 3, positions)
    return Table(held, np.concatenate([[0], np.cumsum(sizes)]), targets, movers)


@pytest.fixture(scope="module")
def examples() -> Examples:
    """Positions of a few short games of Hex."""
    game = pt.load("Hex", options=["Board Size/5x5", "Swap Rule/Off"])
    policy = Policy(atomic_set(game), np.zeros(len(atomic_set(game))))
    settings = settings_of("fast", iterations=60)
    trials = [play_game(policy, settings, seed) for seed in range(3)]
    episodes = [Episode.of(k, trial, game) for k, trial in enumerate(trials)]
    return Examples.join([one for one in episodes if one is not None])


@pytest.mark.parametrize("seed", range(4))
def test_the_gradient_equals_finite_differences(seed: int) -> None:
    """Of the loss with its penalty, around a point other than zero."""
    table, weights = random_table(seed), np.random.default_rng(seed + 50).normal(size=6)
    origin = np.full(6, 0.2)
    gradient = loss_and_gradient(table, weights, 0.7, origin)[1]
    for k in range(6):
        step = np.zeros(6)
        step[k] = 1e-5
        above, below = (loss_and_gradient(table, weights + sign * step, 0.7, origin)[0] for sign in (1, -1))
        assert gradient[k] == pytest.approx((above - below) / 2e-5, rel=1e-6, abs=1e-7)


def test_the_curvature_is_the_second_derivative() -> None:
    """The gain of a candidate is that of the first Newton step of its weight."""
    table = random_table(9)
    weights = np.random.default_rng(1).normal(size=6)
    found = curvatures(table, table.probabilities(weights))
    for k in range(6):
        step = np.zeros(6)
        step[k] = 1e-4
        slopes = [loss_and_gradient(table, weights + sign * step, 0.0)[1][k] for sign in (1, -1)]
        assert found[k] == pytest.approx((slopes[0] - slopes[1]) / 2e-4, rel=1e-5)
    slope = loss_and_gradient(table, weights, 0.0)[1]
    assert gains(table, table.probabilities(weights), 0.5) == pytest.approx(slope**2 / (2 * (found + 0.5)))


@pytest.mark.parametrize("seed", range(3))
def test_equation_7_equals_a_direct_computation(seed: int) -> None:
    """Pearson's coefficients of dense columns, pair by pair."""
    random = np.random.default_rng(seed)
    dense = (random.random((80, 7)) < 0.5).astype(float)
    errors = random.normal(size=80)
    first, second, scores = pair_scores(sparse.csr_matrix(dense), errors)
    assert len(first) > 15
    for i, j, score in zip(first, second, scores, strict=True):
        pair = dense[:, i] * dense[:, j]
        with_errors = abs(np.corrcoef(errors, pair)[0, 1])
        with_parts = max(abs(np.corrcoef(pair, dense[:, k])[0, 1]) for k in (i, j))
        assert score == pytest.approx(with_errors * (1 - with_parts))


def test_compression_changes_nothing() -> None:
    """Moves with the same features in one row give the same loss and gradient."""
    table, weights = random_table(3, columns=3), np.array([0.3, -1.2, 0.8])
    small = table.compressed()
    assert small.held.shape[0] < table.held.shape[0]
    for one, other in zip(loss_and_gradient(table, weights, 0.1), loss_and_gradient(small, weights, 0.1), strict=True):
        assert other == pytest.approx(one)


def test_a_fit_is_the_minimum_wherever_it_begins() -> None:
    """The loss is convex, and its gradient vanishes at the fit."""
    table = random_table(5)
    found = [fit(table, start, 0.5, steps=500) for start in (np.zeros(6), np.full(6, 2.0))]
    assert found[0] == pytest.approx(found[1], abs=2e-2)
    assert np.abs(loss_and_gradient(table, found[0], 0.5)[1]).max() < 0.05


def test_a_step_of_descent_is_equation_6() -> None:
    """Written out for each move; players have rows of their own."""
    table = random_table(7)
    weights = np.random.default_rng(2).normal(size=(2, 6))
    expected = weights - 0.05 * 0.1 * weights
    dense = table.held.toarray()
    for k in range(table.count):
        rows, player = range(table.starts[k], table.starts[k + 1]), table.movers[k] - 1
        raised = np.exp(dense[list(rows)] @ weights[player])
        for row, probability in zip(rows, raised / raised.sum(), strict=True):
            expected[player] -= 0.05 * (probability - table.targets[row]) * dense[row] / table.count
    assert descend(table, weights, 0.05, 0.1) == pytest.approx(expected)


def test_probabilities_are_those_of_the_native_policy(examples: Examples) -> None:
    """They sum to one over the legal moves of each position, and agree with what searches are given."""
    game = pt.load("Hex", options=["Board Size/5x5", "Swap Rule/Off"])
    features = atomic_set(game)
    policy = Policy(features, np.random.default_rng(4).normal(size=len(features)))
    found = examples.table(features).probabilities(policy.weights)
    starts = examples.positions.starts
    assert np.add.reduceat(found, starts[:-1]) == pytest.approx(np.ones(len(examples)))
    scores = policy.scores(examples.positions).astype(float)
    for k in range(len(examples)):
        raised = np.exp(scores[starts[k] : starts[k + 1]])
        assert found[starts[k] : starts[k + 1]] == pytest.approx(raised / raised.sum(), abs=2e-2)


def test_what_is_proven_sharpens_targets() -> None:
    """Wins take all, losses nothing; where all is lost nothing is learned."""
    visits = np.array([50, 30, 20])
    assert target_of(visits, np.array([0, 3, 0], dtype=np.int8)).tolist() == [0, 1, 0]  # type: ignore[union-attr]
    assert target_of(visits, np.array([1, 0, 0], dtype=np.int8)).tolist() == [0, 0.6, 0.4]  # type: ignore[union-attr]
    assert target_of(visits, np.array([1, 1, 1], dtype=np.int8)) is None


@pytest.mark.parametrize("strategy", [one for one in STRATEGIES if one != "gain"])
def test_strategies_of_the_paper_find_new_features(strategy: str, examples: Examples) -> None:
    """Each makes a feature that is not there yet and asks for more than one thing."""
    game = pt.load("Hex", options=["Board Size/5x5", "Swap Rule/Off"])
    features = atomic_set(game)
    weights = np.random.default_rng(3).normal(size=(1, len(features)))
    found = new_features(features, weights, examples, strategy, Random(1), wanted=2)
    assert len(found) == 2
    assert all(features.index(one) is None and one.size >= 2 for one in found)
    assert len(features.with_features(found)) == len(features) + 2


@pytest.mark.parametrize(
    ("name", "options", "alike"),
    [("Hex", ["Board Size/5x5", "Swap Rule/Off"], True), ("Breakthrough", [], True), ("Tablut", [], False)],
)
def test_rules_tell_whether_players_are_alike(name: str, options: list[str], alike: bool) -> None:
    """Hex and Breakthrough by a mirror, Tablut not at all."""
    assert players_are_alike(FeatureSet(pt.load(name, options=options), ())) is alike


def test_a_board_that_stays_as_it_is_may_tell_players_apart() -> None:
    """In Hex they own different edges, which a game shows only at its end; in Connect Four nothing is different."""
    hexagons = FeatureSet(pt.load("Hex", options=["Board Size/11x11", "Swap Rule/Off"]), ())
    assert players_are_alike(hexagons) and not players_are_alike(hexagons, turned=False)
    assert players_are_alike(FeatureSet(pt.load("Connect Four"), ()), turned=False)


@pytest.mark.parametrize(
    ("name", "alike"), [("Gomoku", True), ("Reversi", True), ("Teeko", True), ("Connect Four", False), ("Hex", False)]
)
def test_rules_tell_whether_sides_are_alike(name: str, alike: bool) -> None:
    """A quarter of a turn, in Reversi with the players exchanged; a sixth of one leads out of a rhombus."""
    assert looks_alike_from_all_sides(FeatureSet(pt.load(name), ())) is alike
