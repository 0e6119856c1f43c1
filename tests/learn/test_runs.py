"""Runs: resumed ones equal uninterrupted ones, damage is told in a line, folders give agents and explanations."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import petteia as pt
from petteia.draw.feature import svg_feature
from petteia.features import FeatureSet, Policy, describe, feature, picture
from petteia.learn import Evaluation, Run, RunError, prune
from petteia.learn._run import explain_feature

SETTINGS: dict[str, Any] = {"preset": "fast", "iterations": 60, "round_size": 4, "features_per_round": 3, "seed": 5}


def learned(folder: Path, games: int = 13, **changes: Any) -> Run:
    """A short run of Tic-Tac-Toe."""
    return pt.learn(pt.load("Tic-Tac-Toe"), games, out=folder, **{**SETTINGS, **changes})


def contents(folder: Path) -> dict[str, bytes]:
    """All that a run has to be equal in."""
    names = [*folder.glob("games/*.json"), *folder.glob("checkpoints/*.json")]
    names += [folder / name for name in ("run.json", "features.txt", "weights.json", "log.jsonl", "report.html")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in names}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was not interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    learned(folder)
    return folder


def test_a_killed_run_goes_on_to_the_same_end(whole: Path, tmp_path: Path) -> None:
    """kill -9 in the middle, twice, then --resume: every byte is as if nothing had happened."""
    folder = tmp_path / "killed"
    script = (
        "import sys, time, petteia as pt\n"
        "def tell(now):\n    print(now.games, flush=True); time.sleep(0.05)\n"
        f"pt.learn(pt.load('Tic-Tac-Toe'), 13, out=sys.argv[1], resume=True, progress=tell, **{SETTINGS!r})\n"
    )
    for wanted in ("3", "9"):
        child = subprocess.Popen([sys.executable, "-c", script, str(folder)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        while child.stdout.readline().strip() != wanted:
            assert child.poll() is None
        time.sleep(0.02)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
    assert 0 < len(list(folder.glob("games/*.json"))) < 13
    learned(folder, resume=True)
    assert contents(folder) == contents(whole)


def test_the_number_of_processes_makes_no_difference(whole: Path, tmp_path: Path) -> None:
    """Games of a round are played from one checkpoint."""
    folder = tmp_path / "two"
    learned(folder, jobs=2)
    assert contents(folder) == contents(whole)


def test_a_longer_run_begins_like_a_shorter_one(whole: Path, tmp_path: Path) -> None:
    """What was learned in the middle of a round is not what later rounds begin with."""
    folder = tmp_path / "longer"
    learned(folder, games=10)
    learned(folder, games=13, resume=True)
    longer, expected = contents(folder), contents(whole)
    del longer["checkpoints/00010.json"]
    assert longer == expected


def test_the_preset_of_the_paper_resumes_as_well(tmp_path: Path) -> None:
    """Gradient descent after each move, a feature after each game, a buffer that is made again."""
    settings: dict[str, Any] = {"preset": "paper", "iterations": 30, "seconds": None, "reuse": False, "seed": 2}
    game = pt.load("Tic-Tac-Toe")
    first = pt.learn(game, 4, out=tmp_path / "a", **settings)
    pt.learn(game, 2, out=tmp_path / "b", **settings)
    second = pt.learn(game, 4, out=tmp_path / "b", resume=True, **settings)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert len(first.policy.features) > len(pt.learn(game, 1, **settings).policy.features)
    assert np.array_equal(first.policy.weights, second.policy.weights) and np.abs(first.policy.weights).max() > 0


def test_the_log_has_a_line_a_game(whole: Path) -> None:
    """With the loss before anything was learned from it."""
    lines = [json.loads(line) for line in (whole / "log.jsonl").read_text().splitlines()]
    assert [line["game"] for line in lines] == list(range(1, 14))
    assert lines[0]["loss"] == pytest.approx(lines[0]["uniform_loss"])
    assert all(line["features"] > 0 for line in lines)


def test_a_sentence_says_for_whom_it_does_not_hold() -> None:
    """Weights of two players may differ in sign: who is spoken to gets the advice that is meant for them."""
    features = FeatureSet(pt.load("Tic-Tac-Toe"), [feature("to{}: .{} o{0} o{0,0}")])
    policy = Policy(features, [[0.9], [-0.6]])
    assert explain_feature(policy, 0).sentence == ("Complete a line of three. For player 2 it is the other way round.")
    assert explain_feature(policy, 0, player=2).sentence == "Do not complete a line of three."
    assert explain_feature(Policy(features, [[0.9], [-0.1]]), 0).sentence == "Complete a line of three."


def test_a_run_explains_itself(whole: Path) -> None:
    """Each feature with weight, sentence and drawing; why a move is liked adds up to its score."""
    run = Run.open(whole)
    explained = run.explain(top=5)
    assert 0 < len(explained) <= 5
    assert all(one.sentence.endswith(".") and one.svg.startswith("<svg") for one in explained)
    gains = [one.effect.gain for one in explained if one.effect is not None]
    assert len(gains) == len(explained) and gains == sorted(gains, reverse=True)
    state = run.game.start()
    reasons = run.why(state)
    score = run.policy.scores([state]).max()
    assert sum(weight for weight, _ in reasons) == pytest.approx(float(score), abs=0.05)
    page = (whole / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page and "pt-viewer" in page and "http-equiv" not in page and "src=" not in page


def test_agents_come_out_of_folders(whole: Path) -> None:
    """In words, as every command takes them, with settings; plain ones and greedy ones."""
    from petteia.learn import agent_of_run

    biased = agent_of_run(f"{whole},iterations=50,plain=true")
    assert biased.iterations == 50 and not biased.solver  # type: ignore[union-attr]
    played = pt.match(pt.load("Tic-Tac-Toe"), biased, "random", games=4, seed=1)
    assert played.win_rate > 0.5
    greedy = agent_of_run(f"{whole},greedy=true,games=4")
    state = pt.load("Tic-Tac-Toe").start()
    assert greedy.choose(state) in state.legal_moves()
    with pytest.raises(RunError, match="no checkpoint after 5 games"):
        agent_of_run(f"{whole},games=5")


def test_a_pruned_run_keeps_few_features_frozen(whole: Path, tmp_path: Path) -> None:
    """It plays on with these alone."""
    pruned = prune(Run.open(whole), keep=3, games=4, out=tmp_path / "small")
    assert len(pruned.policy.features) == 3 and pruned.games == 4
    assert set(map(str, pruned.policy.features)) <= set(map(str, Run.open(whole).policy.features))


def test_evaluations_are_kept(tmp_path: Path) -> None:
    """At the checkpoints that were asked for, and not twice."""
    how = Evaluation((4, 7), games=2, seconds=0.001)
    run = learned(tmp_path / "run", games=8, evaluation=how)
    assert [one["after"] for one in run.evaluations] == [4, 8]
    again = learned(tmp_path / "run", games=8, evaluation=how, resume=True)
    assert again.evaluations == run.evaluations


def test_damage_is_told_in_a_line(whole: Path, tmp_path: Path) -> None:
    """Foreign, truncated and changed folders; what is there stays."""
    with pytest.raises(RunError, match=r"no run folder: it has no run\.json"):
        Run.open(tmp_path)
    with pytest.raises(RunError, match="holds a run already"):
        learned(whole)
    with pytest.raises(RunError, match="run with --seed 5, not 6"):
        learned(whole, resume=True, seed=6)
    with pytest.raises(RunError, match="iterations = 60, not 61"):
        learned(whole, resume=True, iterations=61)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(RunError, match="not empty"):
        learned(tmp_path / "mine")
    broken = tmp_path / "broken"
    shutil.copytree(whole, broken)
    path = broken / "games" / "00002.json"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(RunError, match=r"00002\.json is damaged"):
        learned(broken, games=15, resume=True)
    path.unlink()
    learned(broken, resume=True)
    assert contents(broken)["weights.json"] == contents(whole)["weights.json"]
    for name, text in (("run.json", "{"), ("checkpoints/00013.json", '{"games": 13}')):
        kept = (broken / name).read_text()
        (broken / name).write_text(text)
        with pytest.raises(RunError, match="damaged"):
            Run.open(broken)
        (broken / name).write_text(kept)
    assert Run.open(broken).games == 13


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("checkpoints/00012.json", lambda values: values["features"].__setitem__(0, "bogus"), "after 12 games .*bogus"),
        ("checkpoints/00012.json", lambda values: values.pop("weights"), r"00012\.json is damaged.*learns it again"),
        ("games/00003.json", lambda values: values.pop("game"), r"00003\.json is damaged.*plays the game again"),
        ("games/00003.json", lambda values: values["moves"].__setitem__(1, "0>0"), r"00003\.json is damaged.*legal"),
        ("games/00003.json", lambda values: values["search"][0].update(visits=[1, 1], proven={}), r"00003\.json"),
        ("games/00003.json", lambda values: values["search"][0].update(proven={"99": 1}), r"00003\.json"),
        ("run.json", lambda values: values.update(settings="none"), r"run\.json was written by another version"),
        ("evaluations.jsonl", lambda values: values.pop("after"), r"evaluations\.jsonl:1 is damaged"),
        ("log.jsonl", lambda values: values.pop("loss"), r"log\.jsonl:1 is damaged.*writes it again"),
    ],
)
def test_the_damaged_file_is_named(
    whole: Path, tmp_path: Path, name: str, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """Values that are there but mean nothing, too."""
    broken = tmp_path / "broken"
    shutil.copytree(whole, broken)
    (broken / "checkpoints/00013.json").unlink()
    path = broken / name
    text = path.read_text() if path.exists() else '{"after": 4}\n'
    first, rest = text.split("\n", 1) if path.suffix == ".jsonl" else (text, "")
    values = json.loads(first)
    change(values)
    path.write_text(f"{json.dumps(values)}\n{rest}")
    with pytest.raises(RunError, match=said):
        learned(broken, resume=True)


def test_a_log_that_is_gone_is_written_again(whole: Path, tmp_path: Path) -> None:
    """All that it says follows from games and checkpoints."""
    for lines in (0, 6):
        broken = tmp_path / str(lines)
        shutil.copytree(whole, broken)
        kept = (broken / "log.jsonl").read_text().splitlines(keepends=True)[:lines]
        (broken / "log.jsonl").write_text("".join(kept))
        learned(broken, resume=True)
        assert contents(broken) == contents(whole)


def test_a_full_disk_loses_nothing(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept before stays, and the run goes on once there is room."""
    folder = tmp_path / "full"
    learned(folder, games=4)
    before = contents(folder)

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", no_room)
        with pytest.raises(pt.PetteiaError, match="cannot be written: No space left"):
            learned(folder, games=8, resume=True)
    assert contents(folder) == before
    learned(folder, resume=True)
    assert contents(folder)["weights.json"] == contents(whole)["weights.json"]


@pytest.mark.parametrize("edges", ["", "edges:{ {0 1} {1 2} }"])
def test_boards_with_sites_that_have_no_neighbours(edges: str, tmp_path: Path) -> None:
    """There is nothing to turn there; a run learns what else there is, and explains it."""
    game = pt.load(
        f"""(game "Points" (players 2)
            (equipment {{ (board (graph vertices:{{ {{0 0}} {{1 0}} {{2 0}} {{3 0}} {{4 0}} }} {edges}) use:Vertex)
                         (piece "Stone" Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Occupied 2) (result Mover Win)))))"""
    )
    run = pt.learn(game, 6, out=tmp_path / "run", **{**SETTINGS, "round_size": 3, "opening": 0})
    assert run.games == 6
    assert all(describe(one, game).sentence and svg_feature(picture(one, game)) for one in run.policy.features)


def test_features_of_other_games_are_candidates(tmp_path: Path) -> None:
    """They are taken up where they help; what means nothing on this board is left out."""
    settings = {**SETTINGS, "candidates": ["to{}: .{} o{0} o{0,0}", "to{}: .{} o{0} | at=300"], "end_rules": False}
    run = pt.learn(pt.load("Tic-Tac-Toe"), 8, out=tmp_path / "run", **settings)
    assert run.settings.candidates == tuple(settings["candidates"])
    assert Run.open(tmp_path / "run").settings == run.settings
    again = pt.learn(pt.load("Tic-Tac-Toe"), 8, out=tmp_path / "run", resume=True, **settings)
    assert np.array_equal(again.policy.weights, run.policy.weights)
