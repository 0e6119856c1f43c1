"""Ideas: effects with intervals, one sentence for one idea, no sentence against another, nothing that does nothing."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import petteia as pt
from petteia.cli._main import run as run_command
from petteia.features import FeatureSet, Policy, feature
from petteia.features.sentences import contradict, read_sentence
from petteia.learn import Run, Verified
from petteia.learn._effects import Record, _logit
from petteia.learn._ideas import Idea, find_ideas
from petteia.learn._verifying import policy_without


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A short run of Connect Four, whose features share many sentences."""
    settings: dict[str, Any] = {"preset": "fast", "iterations": 120, "seed": 3}
    return pt.learn(pt.load("Connect Four"), 20, out=tmp_path_factory.mktemp("runs") / "four", **settings)


def ideas_of(run: Run, texts: list[str], weights: list[float]) -> list[Idea]:
    """The ideas of a policy with these features, from the games of a run."""
    features = FeatureSet(run.game, map(feature, texts))
    return find_ideas(Policy(features, [weights]), Record.of(features, run.trials, run.game))


def test_no_two_sentences_are_the_same_or_contradict(run: Run) -> None:
    """In the whole list, not only at its top; each stands for features of its own."""
    explained = run.explain(None)
    sentences = [one.sentence for one in explained]
    assert len(sentences) == len(set(sentences)) > 2
    assert not [pair for pair in combinations(sentences, 2) if contradict(*pair)]
    assert len({str(one.feature) for one in explained}) == len(explained)


def test_effects_are_sure_and_have_an_interval(run: Run) -> None:
    """An idea is told only if the interval of its odds is on one side of 1, and on the side of its advice."""
    for one in run.explain(None):
        assert one.effect is not None and one.effect.low < one.effect.odds < one.effect.high
        assert one.effect.low > 1 or one.effect.high < 1
        assert read_sentence(one.sentence).good == (one.effect.odds > 1)
        assert one.to_json()["effect"]["positions"] >= 6


def test_what_all_moves_have_is_no_advice(run: Run) -> None:
    """The intercept, "place a piece", has a weight, but sets no move apart."""
    assert ideas_of(run, ["to{}: .{}", "any"], [-1.0, 2.0]) == []


def test_opposites_are_one_idea(run: Run) -> None:
    """What holds for just the other moves says the same, and is told once."""
    inside = "to{}: .{} !-{0} !-{1/4} !-{1/2} !-{-1/4}"
    (told,) = ideas_of(run, ["to{}: .{}", "to{}: .{} -{0}", inside], [0.5, -0.7, 0.7])
    assert set(told.numbers) == {1, 2}


def test_corrections_are_told_with_what_they_correct(run: Run) -> None:
    """Play beside the latest move, but not at the edge: one sentence, with a condition, not two that disagree."""
    texts = ["to{} last{0}: .{}", "to{} last{0}: .{} -{1/4}"]
    for weights, said in (([1.5, -0.8], "less so"), ([1.5, 1.5], "more so"), ([1.5, -4.0], "except")):
        policy = Policy(FeatureSet(run.game, map(feature, texts)), [weights])
        record = Record.of(policy.features, run.trials, run.game)
        assert record is not None
        record.table = replace(record.table, targets=record.table.probabilities(policy.weights))
        told = find_ideas(policy, record)
        assert len(told) == 1 and set(told[0].numbers) == {0, 1}
        assert told[0].sentence.startswith(f"Play beside the latest move, {said} when it is at the edge")


def made(run: Run, texts: list[str], weights: list[float]) -> list[Idea]:
    """The ideas of a policy about choices that follow its own weights."""
    policy = Policy(FeatureSet(run.game, map(feature, texts)), [weights])
    record = Record.of(policy.features, run.trials, run.game)
    assert record is not None
    record.table = replace(record.table, targets=record.table.probabilities(policy.weights))
    return find_ideas(policy, record)


def test_patterns_of_the_same_words_are_one_idea(run: Run) -> None:
    """How far the edge is makes one sentence, if it is always good; no sentence needs an example to be told apart."""
    far = ["to{}: .{} !-{0} -{0,0}", "to{}: .{} !-{0,0} -{0,0,0}"]
    told = made(run, far, [1.0, 2.0])
    assert [one.sentence for one in told] == ["Play one or two steps from one of the edges."]
    assert set(told[0].numbers) == {0, 1}
    assert len(made(run, far, [1.5, -1.5])) == 2


def test_what_another_idea_explains_is_left_out(run: Run) -> None:
    """A narrower pattern of the same effect belongs to the wider one; with an effect of its own it is told."""
    texts = ["to{}: .{} o{0}", "to{}: .{} o{0,0}"]
    alone, both = made(run, texts, [1.5, 0.001]), made(run, texts, [1.5, 1.5])
    assert [one.sentence for one in alone] == ["Play beside a piece of yours."]
    assert len(both) == 2


def test_what_only_denies_is_no_advice(run: Run) -> None:
    """That places are not somebody's holds nearly always; a condition that adds no more than that is not told."""
    assert made(run, ["to{}: .{} !o{0} !x{1/4}"], [1.5]) == []
    (told,) = made(run, ["to{}: .{} o{0}", "to{}: .{} o{0} !x{1/2}"], [1.5, 0.5])
    assert told.sentence == "Play beside a piece of yours." and set(told.numbers) == {0, 1}


@pytest.mark.slow
def test_passes_within_a_turn_are_no_passes() -> None:
    """Where only those may pass who have just moved, passing means to stop."""
    fanorona, go = pt.load("Fanorona"), pt.load("Go", options=["Board Size/5x5"])
    for game, within in ((fanorona, True), (go, False)):
        found = pt.learn(game, 1, preset="fast", iterations=2, cap=40, seed=1)
        assert found.record is not None and found.record.passes_within_turns(game) is within


def test_the_odds_of_a_known_choice_are_found() -> None:
    """In positions of four moves, one of the sort, which is taken with odds three times as high: 3 of 6."""
    random = np.random.Generator(np.random.PCG64(1))
    games = np.arange(4000) // 40
    taken = (random.random(4000) < 0.5).astype(float)
    found = _logit(taken, np.ones(4000), np.full(4000, 0.25), games)
    assert found.low < 3.0 < found.high < 1.2 * found.low
    by_chance = _logit((np.arange(4000) % 4 == 0).astype(float), np.ones(4000), np.full(4000, 0.25), games)
    assert by_chance.low <= 1.0 <= by_chance.high and not by_chance.sure


@pytest.mark.parametrize(
    ("one", "other", "against"),
    [
        ("Play beside a piece of yours.", "Do not play beside a piece of yours.", True),
        (
            "Play where an enemy piece is beside it.",
            "Do not play where an enemy piece is beside it and x is y.",
            True,
        ),
        ("Play at the edge.", "Do not play in a corner.", False),
        ("Play at the edge, less so when it is in a corner.", "Play in a corner.", False),
        ("Do not pass.", "Pass. For player 1 it is the other way round.", True),
    ],
)
def test_sentences_are_read_back(one: str, other: str, against: bool) -> None:
    """The same act, advised and warned of."""
    assert contradict(one, other) is contradict(other, one) is against


def test_a_run_that_learned_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a line, at the end of the run and when it is asked."""
    folder = str(tmp_path / "none")
    assert run_command(["learn", "Kalah", "--games", "1", "--set", "iterations=5", "--out", folder]) == 0
    assert "taught nothing that can be told" in capsys.readouterr().out
    assert run_command(["explain", folder]) == 0
    assert "taught nothing that can be told" in capsys.readouterr().out


def test_ideas_are_checked_by_play(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """The player without an idea lacks its features; Elo comes with an interval, and a verdict that follows from it."""
    idea = run.ideas[0]
    without = policy_without(run, idea)
    gone = {str(run.policy.features[k]) for k in idea.numbers}
    assert gone and not gone & set(map(str, without.features))
    assert len(without.features) == len(run.policy.features) - len(gone)
    assert run_command(["explain", str(run.folder), "--verify", "--top", "1", "--matches", "6", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert {"feature", "weight", "sentence", "svg", "elo", "elo_low", "elo_high"} <= set(found)
    assert found["verify_games"] == 6 and found["verdict"] in ("holds", "fails", "not shown")


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.52, 0.9, "holds"), (0.1, 0.4, "fails"), (0.4, 0.6, "not shown")]
)
def test_a_verdict_follows_from_the_interval(run: Run, low: float, high: float, verdict: str) -> None:
    """An idea fails only if play shows that it hurts."""
    found = Verified(run.explain(1)[0], 40, (low + high) / 2, (low, high))
    assert found.verdict == verdict and found.elo[1] < found.elo[0] < found.elo[2]
