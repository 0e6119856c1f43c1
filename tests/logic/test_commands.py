"""The commands `evaluate`, `reproduce` and the stages `theory` and `network` of `inspect`."""

import json
from pathlib import Path

import pytest
from experiments.commands import EXPERIMENTS
from experiments.ten_boards import kept

from petteia.cli._main import run as run_command
from petteia.errors import PetteiaError


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run_command(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_learn_show_and_ask(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "learned")
    code, out, _ = run(
        capsys, "evaluate", "Tic-Tac-Toe", "--learn", "--games", "100", "--rounds", "1", "--out", folder, "--json"
    )  # fmt: skip
    assert code == 0
    found = json.loads(out)
    assert found["features"][0]["sentence"].startswith("When ")
    code, out, _ = run(capsys, "evaluate", "Tic-Tac-Toe", "--out", folder, "--position", "4=1 | m=2", "--json")
    values = json.loads(out)["values"]
    assert code == 0 and values["1"] == -values["2"]
    code, out, _ = run(capsys, "explain", folder, "--top", "2")
    assert code == 0 and out.count("feature :- ") == 2 and "the odds of player" in out
    code, out, _ = run(capsys, "explain", folder, "--top", "3", "--json")
    shown = json.loads(out)
    assert [one["feature"] for one in shown] == [one["feature"] for one in found["features"][:3]]
    assert len({abs(one["weight"]) for one in shown}) == 3  # what symmetries make one is shown once
    code, _, err = run(capsys, "evaluate", "Tic-Tac-Toe", "--out", str(tmp_path / "nothing"))
    assert code == 2 and "holds no evaluation" in err and err.count("\n") == 1


def test_theory_and_network_are_stages(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "inspect", "Tic-Tac-Toe", "--stage", "theory")
    assert code == 0 and "legal_move(add_1, " in out and ":- dynamic owns(player, site)." in out
    code, out, _ = run(capsys, "inspect", "Tic-Tac-Toe", "--stage", "network", "--feature", "goal_of_2")
    assert code == 0 and "8 ground clauses" in out
    code, _, err = run(capsys, "inspect", "Tic-Tac-Toe", "--stage", "network", "--feature", "nothing")
    assert code == 2 and "there are moves_add_1" in err


def test_the_theory_of_a_game_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "evaluate", "Tic-Tac-Toe", "--check", "--positions", "8")
    assert code == 0 and out.startswith("Tic-Tac-Toe: 8 positions") and "no differences" in out
    code, out, _ = run(capsys, "evaluate", "Hex", "--check", "--positions", "4", "--json")
    found = json.loads(out)
    assert code == 0 and not found["says_wins"] and any("wins of player 1" in one for one in found["left_out"])


def test_experiments_are_listed_and_misspelt_ones_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "reproduce")
    assert code == 0 and all(name in out for name in EXPERIMENTS)
    code, _, err = run(capsys, "reproduce", "otello")
    assert code == 2 and "othello-evaluation" in err


def test_what_an_experiment_does_not_have_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Sizes, parts to keep, and folders that keep something else."""
    code, _, err = run(capsys, "reproduce", "game-theories", "--size", "medium")
    assert code == 2 and "small, full" in err
    code, _, err = run(capsys, "reproduce", "game-theories", "--keep", str(tmp_path))
    assert code == 2 and "--keep" in err
    (tmp_path / "experiment.json").write_text('{"experiment": "ten-boards"}', encoding="utf-8")
    code, _, err = run(capsys, "reproduce", "learning-curves", "--keep", str(tmp_path))
    assert code == 2 and "another experiment" in err


def test_parts_that_are_kept_are_not_made_again(tmp_path: Path) -> None:
    """What is damaged is named."""
    assert kept(tmp_path, "part", lambda: {"one": 1}) == {"one": 1}
    assert kept(tmp_path, "part", lambda: {"one": 2}) == {"one": 1}
    (tmp_path / "part.json").write_text('{"one', encoding="utf-8")
    with pytest.raises(PetteiaError, match="damaged"):
        kept(tmp_path, "part", lambda: {"one": 3})


@pytest.mark.slow
def test_the_experiment_runs_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "reproduce", "othello-evaluation", "--size", "small", "--out", str(tmp_path), "--json")
    assert code == 0
    found = json.loads(out)
    accuracies = {(one["discs"], one["name"]): one["r"] for one in found["accuracies"]}
    assert accuracies[60, "A"] > accuracies[60, "discs"]
    assert {path.name for path in tmp_path.iterdir()} == {"othello-evaluation.md", "othello-evaluation.json"}
