"""`petteia learn`, `prune` and `explain` from the command line."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from petteia.cli._main import run as run_command


def run(*arguments: str) -> int:
    """A command's exit code."""
    return run_command(list(arguments))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run."""
    out = tmp_path_factory.mktemp("learn") / "run"
    settings = ("--preset", "fast", "--budget", "0.2", "--set", "round_size=6", "--set", "features_per_round=3")
    assert run("learn", "Tic-Tac-Toe", "--games", "12", "--out", str(out), "--seed", "5", *settings) == 0
    return out


def test_goals_give_candidates(tmp_path: Path) -> None:
    """What logic finds is written down with the run, so that it can be gone on with."""
    out = tmp_path / "run"
    for games in ("2", "3"):
        terms = ("--games", games, "--preset", "fast", "--budget", "0.1", "--out", str(out), "--resume")
        assert run("learn", "Tic-Tac-Toe", "--goals", *terms) == 0
    assert len(json.loads((out / "run.json").read_text(encoding="utf-8"))["settings"]["candidates"]) == 8


def test_a_run_folder_has_what_was_promised(folder: Path) -> None:
    """All files that readers rely on."""
    for name in ("run.json", "log.jsonl", "features.txt", "weights.json", "report.html", "games/00012.json"):
        assert (folder / name).exists()


def test_folders_have_names_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run lies in a folder of the game's name, a pruned one beside it."""
    monkeypatch.chdir(tmp_path)
    assert run("learn", "Tic-Tac-Toe", "--games", "2", "--preset", "fast", "--budget", "0.1") == 0
    assert run("prune", "tic-tac-toe", "--keep", "1", "--games", "1") == 0
    assert (tmp_path / "tic-tac-toe" / "report.html").exists()
    assert (tmp_path / "tic-tac-toe-1" / "report.html").exists()


def test_who_interrupts_a_run_is_told_how_it_goes_on(tmp_path: Path) -> None:
    """Ctrl-C ends it with a line and the exit code of interrupted commands."""
    terms = ("learn", "Tic-Tac-Toe", "--games", "99999", "--preset", "fast", "--out", str(tmp_path / "run"))
    child = subprocess.Popen([sys.executable, "-m", "petteia", *terms], stderr=subprocess.PIPE, text=True)
    try:
        while not (tmp_path / "run" / "log.jsonl").exists():
            assert child.poll() is None
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        said = child.communicate(timeout=60)[1]
    finally:
        child.kill()
    assert child.returncode == 130 and said.count("\n") == 1 and "--resume" in said


def test_explanations_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list with feature, weight, sentence and drawing of each."""
    assert run("explain", str(folder), "--top", "3", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < len(found) <= 3
    assert all({"feature", "weight", "sentence", "svg"} <= set(one) for one in found)


def test_a_move_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Feature by feature, for the likeliest move or for a given one; illegal ones are an error."""
    assert run("explain", str(folder), "--position", "0=1 1=1 4=2 | m=2", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["probability"] <= 1
    assert run("explain", str(folder), "--position", "0=1 1=1 4=2 | m=2", "--move", "2>2") == 0
    assert "moves" in capsys.readouterr().out
    assert run("explain", str(folder), "--position", "0=1 1=1 4=2 | m=2", "--move", "c1") == 0
    said = capsys.readouterr().out
    assert "C1: " in said and "in all" in said
    assert run("explain", str(folder), "--position", "0=1 1=1 4=2 | m=2", "--move", "0>0") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_mistakes_are_one_line(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown presets, settings and folders."""
    out = str(tmp_path / "new")
    for arguments in (
        ("learn", "Tic-Tac-Toe", "--out", out, "--preset", "papre"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--set", "iteratons=4"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--evaluate", "soon"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--evaluate", "-3"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--set", "iterations=many"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--set", "lines=maybe"),
        ("learn", "Tic-Tac-Toe", "--out", out, "--set", "penalty=-1"),
        ("learn", "Tic-Tac-Toe", "--out", str(folder)),
        ("explain", str(tmp_path)),
        ("prune", str(tmp_path), "--out", out),
    ):
        assert run(*arguments) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "Traceback" not in said


def test_the_agent_of_a_run_plays_for_every_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`run:FOLDER` in a match, in a search and against the policy without search."""
    agent = f"run:{folder}"
    assert run("match", "Tic-Tac-Toe", f"{agent},iterations=60", "random", "--games", "6", "--seed", "1", "--json") == 0
    played = json.loads(capsys.readouterr().out)
    assert played["games"] == 6 and played["win_rate"] > 0.5
    position = ("--position", "0=1 1=1 4=2 | m=1", "--json")
    assert run("search", "Tic-Tac-Toe", "--agent", f"{agent},iterations=60", *position) == 0
    assert json.loads(capsys.readouterr().out)["best"] == "2>2"
    assert run("match", "Tic-Tac-Toe", f"{agent},greedy=true", f"{agent},iterations=20,games=6", "--games", "2") == 0
    capsys.readouterr()
    for wrong in (f"{agent},games=5", "run:", f"run:{folder}-gone", f"{agent},iteratons=5"):
        assert run("match", "Tic-Tac-Toe", wrong, "random", "--games", "2") == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "Traceback" not in said
