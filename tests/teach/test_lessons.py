"""Lessons: one move decides, as play of all moves confirms; they go from easy to hard, and a page draws them."""

import json
from pathlib import Path

import pytest

import petteia as pt
from petteia.cli._main import run as run_command
from petteia.game import State
from petteia.teach import lesson_page, lessons
from petteia.teach._proof import Prover, Unsettled


def wins(state: State, player: int, plies: int) -> bool:
    """True if a player wins within so many moves, by trying all of them."""
    if state.over:
        return state.winner == player
    if plies == 0:
        return False
    tried = (child_wins(state, str(move), player, plies) for move in state.legal_moves())
    return any(tried) if state.mover == player else all(tried)


def child_wins(state: State, move: str, player: int, plies: int) -> bool:
    """The same after a move."""
    child = state.copy()
    child.play(move)
    return wins(child, player, plies - 1)


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Connect Four"])
def test_one_move_decides(name: str) -> None:
    """Every claim holds when all moves are tried, without the search that found it."""
    found = lessons(pt.load(name), 8, seconds=4.0, seed=1)
    assert len(found) >= 4 and len({one.plies for one in found}) > 1
    assert [one.plies for one in found] == sorted(one.plies for one in found)
    for one in (one for one in found if one.plies <= 4):
        winner = one.state.mover if one.wins else 3 - one.state.mover
        for move in one.state.legal_moves():
            assert child_wins(one.state, str(move), winner, one.plies) == ((move == one.answer) == one.wins)
        assert one.why.endswith(".") and one.to_json()["svg"].startswith("<svg")


def test_a_double_threat_is_named() -> None:
    """Two ways to win, of which the opponent can close one."""
    found = lessons(pt.load("Tic-Tac-Toe"), 10, seconds=3.0, seed=2)
    assert any("double threat" in one.why for one in found if one.plies == 3)
    assert any(one.why.startswith("Complete a") for one in found if one.plies == 1)


@pytest.mark.parametrize(
    ("position", "answer", "why"),
    [
        # Both sides would complete a row there: it is told what the mover does.
        ("1=2 2=2 3=1 4=2 5=2 8=1 9=1 10=1 16=1 17=2 23=2 | m=1", "11>11", "Complete a line of four. That wins"),
        (
            "0=2 1=2 7=2 14=2 2=1 8=1 9=1 | m=1",
            "21>21",
            "Take the site where the opponent would complete a line of four.",
        ),
    ],
)
def test_the_reason_is_that_of_the_mover(position: str, answer: str, why: str) -> None:
    """A winning move is called by what it completes, a saving one by what it takes from the opponent."""
    from petteia.teach._reasons import reason

    state = pt.load("Connect Four").state(position)
    (move,) = [one for one in state.legal_moves() if str(one) == answer]
    after = state.copy()
    after.play(move)
    assert reason(state, move, wins=after.winner == 1, plies=1)[0].startswith(why)


def test_what_cannot_be_settled_is_no_lesson() -> None:
    """A proof that takes too many positions is given up, not guessed."""
    with pytest.raises(Unsettled):
        Prover(most=50).outcomes(pt.load("Connect Four").start(), 7)


def test_games_of_chance_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In a line that says why."""
    assert run_command(["teach", "Backgammon"]) != 0
    assert "without chance" in capsys.readouterr().err


def test_lessons_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as JSON, as a page with a drawing of each position."""
    terms = ["--count", "3", "--seconds", "1", "--seed", "4"]
    assert run_command(["teach", "Tic-Tac-Toe", *terms]) == 0
    assert "Answer: " in capsys.readouterr().out
    assert run_command(["teach", "Tic-Tac-Toe", *terms, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 3 and {"position", "answer", "why", "proof"} <= set(found[0])
    page = tmp_path / "lessons.html"
    assert run_command(["teach", "Tic-Tac-Toe", *terms, "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<section>") == 3 and text.count("<svg") >= 6 and "src=" not in text
    assert "0 positions" in lesson_page([])
