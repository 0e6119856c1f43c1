"""`match`, `tournament` and `play` on the command line."""

import json
from pathlib import Path

import pytest

from petteia.cli._main import run


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What the person types."""
    given = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)


def test_match_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """All keys a program may ask for; the rates of both sides by CPU time; a table for people."""
    arguments = ["match", "Tic-Tac-Toe", "uct:iterations=200", "random", "--games", "6", "--jobs", "1", "--seed", "1"]
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 6 and found["pairs"] == 3 and found["agents"] == ["uct:iterations=200", "random"]
    assert 0 <= found["interval"][0] <= found["win_rate"] <= found["interval"][1] <= 1
    first, second = found["iterations_per_second"]
    assert first > 1000 and second is None and found["iterations_per_move"][0] <= 200
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "Tic-Tac-Toe: 6 games, 3 pairs" in shown and "95 %" in shown and "Elo" in shown


def test_budgets_are_for_agents_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    """By iterations or by CPU seconds; an agent that says its own keeps it."""
    common = ["--games", "2", "--jobs", "1", "--json", "--openings", "none", "--cap", "4"]
    assert run(["match", "Breakthrough", "uct", "uct:iterations=30", "--iterations", "60", *common]) == 0
    assert json.loads(capsys.readouterr().out)["iterations_per_move"] == [60, 30]
    assert run(["match", "Breakthrough", "uct", "uct:iterations=30", "--seconds", "0.02", *common]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cpu_seconds_per_move"][0] == pytest.approx(0.02, rel=0.5) and found["unfinished"] == 2
    assert found["method"] == "wilson"


def test_a_match_is_kept_and_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """More games go on where the folder ends; a sequential test may stop it."""
    arguments = ["match", "Tic-Tac-Toe", "uct:iterations=50", "random", "--out", str(tmp_path / "m"), "--jobs", "1"]
    assert run([*arguments, "--games", "2"]) == 0
    assert run([*arguments, "--games", "6"]) == 2
    assert "--resume goes on" in capsys.readouterr().err
    assert run([*arguments, "--games", "6", "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6
    assert len((tmp_path / "m" / "games.jsonl").read_text().splitlines()) == 6
    sprt = ["match", "Tic-Tac-Toe", "uct:iterations=100", "random", "--games", "500", "--sprt", "0,200", "--json"]
    assert run([*sprt, "--jobs", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sprt"]["accepted"] == "elo1" and found["games"] < 500


def test_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    """Ratings for programs and for people."""
    arguments = ["tournament", "Tic-Tac-Toe", "uct:iterations=60", "random", "mast:iterations=60", "--games", "2"]
    assert run([*arguments, "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 6 and {"agent", "elo", "interval", "games", "score"} <= set(found["agents"][0])
    assert run([*arguments, "--jobs", "1"]) == 0
    assert "everyone against everyone" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["match", "Hex", "uct", "utc"], "did you mean uct"),
        (["match", "Hex", "uct", "random", "--resume"], "needs the folder"),
        (["match", "Hex", "uct", "random", "--clock", "soon"], "60+1"),
        (["play", "Hex", "--clock", "0"], "above zero"),
        (["match", "Hex", "uct", "random", "--sprt", "5"], "two Elo differences"),
        (["match", "Hex", "uct", "random", "--sprt", "5,1"], "the smaller one first"),
        (["match", "Hex", "uct", "random", "--openings", "lots"], "no file lots"),
        (["tournament", "Hex", "uct"], "at least two agents"),
        (["play", "Hex", "--against", "nobody"], "no agent is called 'nobody'"),
    ],
)
def test_wrong_arguments_are_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    """Exit code 2, one line, no traceback."""
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert complaint in said and len(said.splitlines()) == 1


def test_the_opponent_says_what_it_thinks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its value and its line, hints for the person, moves taken back, and it does not lose from the middle."""
    answers(monkeypatch, "hint", "a1", "undo", "b2", "quit")
    assert run(["play", "Tic-Tac-Toe", "--against", "uct", "--iterations", "300", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "value" in shown and "300 iterations; it expects" in shown and "visits" in shown
    assert shown.count("player 2 plays") == 2


def test_the_opponent_wins_what_is_won(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds the winning move, says that it is one, and the game is over."""
    answers(monkeypatch, "c1")
    assert run(["play", "Tic-Tac-Toe", "--position", "1=1 3=1 0=2 4=2 | m=1", "--iterations", "100"]) == 0
    shown = capsys.readouterr().out
    assert "player 2 plays C3 (won" in shown and "Game over" in shown


@pytest.mark.parametrize("game", ["Backgammon", "Hex"])
def test_play_with_chance_and_with_a_swap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Each side may be taken, and the machine answers."""
    answers(monkeypatch, "1", "hint", "1")
    assert run(["play", game, "--seat", "2", "--iterations", "50", "--seed", "3"]) == 0
    assert "player 1 plays" in capsys.readouterr().out
    answers(monkeypatch, "hint", "quit")
    assert run(["play", game, "--against", "random"]) == 0
    assert "without a reason" in capsys.readouterr().out


def test_replay_lists_shows_and_draws(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The games of a folder: a line each, one of them board by board, and as a page with a board for each move."""
    folder, file = tmp_path / "m", tmp_path / "game.html"
    options = ["--option", "Board Size/4x4", "--out", str(folder), "--jobs", "1"]
    assert run(["match", "Tic-Tac-Toe", "random", "uct:iterations=20", "--games", "4", *options]) == 0
    capsys.readouterr()
    assert run(["replay", str(folder)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert run(["replay", str(folder), "--number", "2", "--json"]) == 0
    trial = json.loads(capsys.readouterr().out)
    assert run(["replay", str(folder), "--number", "2"]) == 0
    shown = capsys.readouterr().out
    assert shown.count(" plays ") == len(trial["moves"]) and "Game over" in shown
    assert run(["replay", str(folder), "--number", "2", "--html", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("<figure") == len(trial["moves"]) + 1 and "(the opening)" in text and "The end: " in text
    assert run(["replay", str(folder), "--number", "9"]) == run(["replay", str(tmp_path)]) == 2
