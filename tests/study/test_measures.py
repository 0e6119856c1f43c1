"""Measures by play: known values of small games, intervals, streaming, errors."""

import json

import numpy as np
import pytest

import petteia as pt
from petteia.errors import PetteiaError
from petteia.study import REGISTRY, measure
from petteia.study._estimate import Moments
from petteia.study._measuring import measures_for
from petteia.study._play import ROW, Played, Table
from petteia.study._winning import Course
from petteia.study.concepts import published_pieces, standing_pieces


def test_random_tic_tac_toe_has_its_known_values() -> None:
    """The exact shares of uniformly random Tic-Tac-Toe lie in the intervals (widened to 4 standard errors)."""
    report = measure(pt.load("Tic-Tac-Toe"), games=20_000)
    exact = {"AdvantageP1": 0.64842, "Draws": 0.12698, "Completion": 0.87302, "DurationMoves": 7.6313}
    for name, value in exact.items():
        one = report.estimates[name]
        assert abs(one.value - value) < 4 * one.standard_error, name


def test_strong_tic_tac_toe_is_drawn() -> None:
    """Between strong players nobody wins, and the verdict and the warnings say so."""
    report = measure(pt.load("Tic-Tac-Toe"), "uct:1000", 60, skill=False)
    assert report.value("Draws") > 0.9
    assert "drawn" in report.verdict[1]


def test_equal_seeds_give_equal_games() -> None:
    """Rows depend on the seed alone, with and without search."""
    table = Table(pt.load("Breakthrough"))
    for iterations in (0, 20):
        first, second = (table.play(3, iterations=iterations, seed=5).rows for _ in range(2))
        assert np.array_equal(first, second)


def test_turns_are_runs_of_one_mover() -> None:
    """Where a player moves again, there are fewer turns than moves."""
    report = measure(pt.load("Kalah"), games=200)
    assert report.value("DurationTurns") < report.value("DurationMoves")
    assert report.value("PieceNumberMaximum") == 48


def test_moments_of_batches_are_those_of_the_whole() -> None:
    """Merged sums give the mean, the variance and the fourth moment."""
    values = np.random.default_rng(1).gamma(2.0, size=1000)
    moments = Moments()
    for part in np.split(values, [10, 300, 301]):
        moments.add(part)
    assert moments.mean == pytest.approx(values.mean())
    assert moments.variance == pytest.approx(values.var())
    assert moments.fourth / 1000 == pytest.approx(((values - values.mean()) ** 4).mean())


def test_a_game_without_end_is_told() -> None:
    """Play that goes on for ever times out, counts as drawn, and is warned of."""
    text = """(game "Round" (players 2)
        (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
        (rules
            (start {(place "Disc1" 0) (place "Disc2" 8)})
            (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))
        )
    )"""
    report = measure(pt.load(text), games=20, move_limit=200)
    assert report.value("Timeouts") == 1
    assert report.value("Draws") == 0
    assert any("never ends" in one for one in report.warnings)


def test_every_measure_explains_itself() -> None:
    """Names are unique; each has a question and a formula."""
    assert len({one.name for one in REGISTRY}) == len(REGISTRY) > 80
    assert all(one.question and one.formula for one in REGISTRY)


def test_reports_are_json_and_levels_are_checked() -> None:
    """A report survives JSON; a level that does not exist is one clear error."""
    report = measure(pt.load("Tic-Tac-Toe"), games=10)
    again = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert {"name", "value", "low", "high", "standard_error"} == set(again["measures"][0])
    with pytest.raises(PetteiaError, match="no level"):
        measure(pt.load("Tic-Tac-Toe"), "perfect")


def test_published_counts_see_hands_only_where_the_rules_mention_cells() -> None:
    line = "(if (is Line 3) (result Mover Win))"
    game = (
        '(game "Merels" (players 2) (equipment {(board (square 3) use:Vertex) (hand Each) (piece "Man" Each)})'
        ' (rules (start (place "Man" "Hand" count:3)) (play (move (from (handSite Mover)) (to (sites Empty))))'
        " (end {%s})))"
    )
    full = "(if (= 0 (count Cell at:(handSite P2))) (result Mover Draw))"
    for ends, in_hand in ((line, 0), (line + full, 6)):
        loaded = pt.load(game % ends, backend="interpreter")
        assert published_pieces(loaded) == (0, in_hand)
        assert standing_pieces(loaded) == (0, 6)


def test_measures_of_chances_follow_their_formulas() -> None:
    """Drama, evaluations and hopes of a game of four moves, worked out by hand."""
    p = np.array([0.5, 0.2, 0.6, 0.9])
    course = Course(p, np.array([1.0, 2.0, 1.0, 2.0]), np.ones(4), np.ones(4), 1.0)
    batch = Played(np.zeros((1, ROW)))
    found = {}
    for one in measures_for(pt.load("Tic-Tac-Toe", build="quick"), searched=True):
        if one.needs_search:
            one.add(batch, [course])
            estimate = one.result()
            found[one.name] = None if estimate is None else estimate.value
    assert found["DramaAverage"] == pytest.approx(0.6 / 4) and found["DramaMaximum"] == pytest.approx(0.6)
    assert found["StateEvaluationDifferenceMaxIncrease"] == pytest.approx(0.6)
    assert found["MoveEvaluationMinimum"] == pytest.approx(-1.0), "the loser's last move lets the other win"
    assert found["MoveEvaluationChangeNumTimes"] == pytest.approx(1 / 3)
    assert found["DecisivenessThreshold"] == pytest.approx(0.6)
