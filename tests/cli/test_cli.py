"""The command line: what each command prints, its exit codes, and that no failure shows a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from petteia import game_names
from petteia.cli._main import run

COMMANDS = (
    "games", "show", "play", "playouts", "search", "match", "tournament", "replay", "inspect", "grammar", "conformance",
)  # fmt: skip


def test_every_command_has_help_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` names all commands; each of them explains itself and shows an example."""
    assert run(["--help"]) == 0
    listed = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n  {command} " in listed
        assert run([command, "--help"]) == 0
        assert "Example: petteia" in capsys.readouterr().out


def test_games_lists_the_bundled_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a game for people, a list of objects for programs."""
    assert run(["games"]) == 0
    assert "Hex" in capsys.readouterr().out
    assert run(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"name", "description"} <= set(listed[0]) and "Tic-Tac-Toe" in [one["name"] for one in listed]


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Board, rules, options; JSON with the position; the drawing in a file."""
    assert run(["show", "tic-tac-toe", "--option", "Board Size/4x4", "--svg", str(tmp_path / "a.svg")]) == 0
    shown = capsys.readouterr().out
    assert "4 . . . ." in shown and "Rules:" in shown and "* Board Size/4x4" in shown
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run(["show", "Tic-Tac-Toe", "--json", "--position", "4=1 | m=2"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert described["position"] == "4=1 | m=2" and len(described["legal_moves"]) == 8


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    """The report has all its keys, and a seed repeats it."""
    results = []
    for _ in range(2):
        assert run(["playouts", "Tic-Tac-Toe", "--count", "500", "--seed", "3", "--json"]) == 0
        results.append(json.loads(capsys.readouterr().out))
    keys = {"game", "implementation", "playouts", "cpu_seconds", "playouts_per_second", "moves_per_second"}
    assert keys | {"mean_length"} <= set(results[0]) and results[0]["playouts"] == 500
    assert results[0]["wins"] == results[1]["wins"]
    assert run(["playouts", "Tic-Tac-Toe", "--seconds", "0.05", "--playout", "standard"]) == 0
    assert "(standard)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("text", '(game "Tic-Tac-Toe"'),
        ("tree", "; Tic-Tac-Toe.lud:3:1"),
        ("ludemes", "Game"),
        ("ir", "pieces"),
        ("board", "9 cells"),
        ("c", "pt_playouts"),
        ("build", "state "),
    ],
)
def test_inspect_shows_every_stage(capsys: pytest.CaptureFixture[str], stage: str, words: str) -> None:
    """Each stage prints, as text and in JSON."""
    assert run(["inspect", "Tic-Tac-Toe", "--stage", stage]) == 0
    shown = capsys.readouterr().out
    assert words in shown.replace("\n    ", " ", 1)
    assert run(["inspect", "Tic-Tac-Toe", "--stage", stage, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["content"].strip() == shown.strip()


def test_grammar(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole grammar, or what fits some words, with uses; an unknown word suggests the nearest."""
    assert run(["grammar"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 500
    assert run(["grammar", "step"]) == 0
    assert "(step " in capsys.readouterr().out
    assert run(["grammar", "line"]) == 0
    found = capsys.readouterr().out
    assert found.startswith("(is Line ") and '("Line3Win")\n    Three in a row win' in found
    assert "Connect Four: (is Line 4)" in found
    assert run(["grammar", "line", "remove", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["form"] for row in rows if row["kind"] == "define"] == ['("RemoveAnyEnemyPieceNotInLine3")']
    assert rows[0]["examples"][0]["game"] in game_names()
    assert run(["grammar", "stepp"]) == 2
    assert "did you mean step" in capsys.readouterr().err


def _answers(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    given: Iterator[str] = iter(answers)

    def answer(prompt: str = "") -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def test_play_by_number_text_and_label(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves by number, by text and by label; wrong ones are explained; undo goes back; the end of input leaves."""
    _answers(monkeypatch, "5", "hello", "4>4", "undo", "undo", "b2", "text", "moves", "?", "board")
    assert run(["play", "Tic-Tac-Toe", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "2 . X ." in shown and "is no move" in shown and "not legal" in shown
    assert "you have made no move yet" in shown and "4=1" in shown


def test_play_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    """With seat 0 the machine plays all seats until the game is over."""
    assert run(["play", "Tic-Tac-Toe", "--seat", "0", "--seed", "2"]) == 0
    assert "Game over:" in capsys.readouterr().out
    assert run(["play", "Tic-Tac-Toe", "--seat", "3"]) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "Tic-Tak-Toe"], "did you mean Tic-Tac-Toe"),
        (["show", "nowhere/at/all.lud"], "no such file"),
        (["show", "."], "is a folder"),
        (["playouts", "Hex", "--option", "Board Size/1000x1000"], "Board Size/1000x1000"),
        (["playouts", "Hex", "--ruleset", "Ruleset/Nope"], "Nope"),
        (["playouts", "Hex", "--count", "5", "--seconds", "1"], "not both"),
        (["show", "Tic-Tac-Toe", "--position", "99=1 | m=1"], "no site 99"),
        (["conformance", "."], "is not a folder"),
        (["conformance"], "give a folder"),
    ],
)
def test_user_errors_are_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    """Wrong input ends with code 2 and one line on the error channel."""
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err and captured.err.count("\n") == 1 and captured.out == ""


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["inspect", "Hex", "--stage", "soup"], ["playouts"], ["show", "--nope"]]
)
def test_usage_errors(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """Wrong usage ends with code 2."""
    assert run(arguments) == 2
    assert "Usage: petteia" in capsys.readouterr().err


def test_syntax_errors_name_the_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A mistake in a description is reported with file, line and column."""
    path = tmp_path / "wrong.lud"
    path.write_text(
        '(game "Wrong" (players 2)\n  (equipment { (bord (square 3)) }) (rules (play (pass))))', encoding="utf-8"
    )
    assert run(["show", str(path)]) == 2
    assert "petteia: wrong.lud:2:16: " in capsys.readouterr().err


def _petteia(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "petteia", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))


def test_a_closed_pipe_is_no_error() -> None:
    """Whoever reads only the beginning gets it, and no complaint."""
    process = _petteia("grammar")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0 and said == ""


def test_an_interrupt_ends_with_a_line() -> None:
    """Control-C ends with code 130 and without a traceback."""
    process = _petteia("playouts", "Tic-Tac-Toe", "--seconds", "60")
    assert process.stdout is not None and process.stderr is not None
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == "petteia: interrupted\n"


def test_conformance_of_recorded_play(capsys: pytest.CaptureFixture[str], conformance: Path) -> None:
    """One game of the recorded set, in a table and as JSON; the folders may be given one by one."""
    assert run(["conformance", str(conformance), "--only", "Tic-Tac-Toe", "--jobs", "1"]) == 0
    assert "board/space" in capsys.readouterr().out
    folders = ["--games", str(conformance / "games"), "--defs", str(conformance / "def")]
    folders += ["--traces", str(conformance / "traces")]
    assert run(["conformance", *folders, "--only", "*/Tic-Tac-Toe.lud", "--jobs", "1", "--json"]) == 0
    (verdict,) = json.loads(capsys.readouterr().out)["games"]
    assert verdict["status"] == "replays" and verdict["topology"] is True
    assert run(["conformance", str(conformance), "--only", "No Such Game"]) == 2


def test_an_interrupted_run_tells_what_it_knows(conformance: Path) -> None:
    """A run over all games that is told to end prints what came out so far, and leaves no process behind."""
    process = _petteia("conformance", str(conformance), "--only", "board/space/line/*", "--jobs", "1")
    time.sleep(8)
    process.send_signal(signal.SIGTERM)
    shown, said = process.communicate(timeout=60)
    assert process.returncode == 130 and said == "petteia: interrupted\n"
    assert shown.startswith("category")
