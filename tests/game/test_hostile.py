"""Descriptions that would take too much, or make nothing: refused at once, in one line that names the place."""

import os
import time
from pathlib import Path

import pytest

from petteia import load
from petteia.errors import LimitExceeded, LudError
from petteia.ir import builder

_GAME = """(game "Hostile" (players 2)
    (equipment {{ {board} (piece "Ball" Each) {more} }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
SQUARE = "(board (square 3))"

ABSURD = [
    (SQUARE, "(hand Each size:100000000)", "100000000 sites of a hand"),
    (SQUARE, "(hand Each size:9000)", "18000 sites of hands"),
    (SQUARE, "(hand Each size:0)", "0 sites of a hand"),
    (SQUARE, "(dice d:6 num:1000000)", "1000000 dice"),
    (SQUARE, "(dice d:1000000 num:1)", "1000000 faces"),
    ("(board (square 0))", "", "the board has no sites"),
    ("(board (remove (square 1) cells:{0}))", "", "the board has no sites"),
    ("(board (merge {}))", "", "the board has no sites"),
    ("(board (rotate 1e300 (square 3)))", "", "the board cannot be computed"),
    ("(board (square (poly {{0} {1 0} {1 1}})))", "", "two coordinates"),
]


@pytest.mark.parametrize(("board", "more", "cause"), ABSURD)
def test_absurd_equipment_is_refused_before_it_is_made(board: str, more: str, cause: str) -> None:
    """The error names the item and its place, and it comes before anything large is made."""
    begin = time.process_time()
    with pytest.raises(LudError, match=cause) as error:
        load(_GAME.format(board=board, more=more))
    assert error.value.place is not None and error.value.place.line == 2
    assert time.process_time() - begin < 5


def test_a_stack_of_thousands_is_refused_before_it_is_made() -> None:
    """A random stack higher than stacks may get is refused with its place, not written piece by piece."""
    stack = '(start (place Random { (count "Ball1" 2) (count "Ball2" 65536) } 4)) (play ('
    begin = time.process_time()
    with pytest.raises(LudError, match="a stack of 65538 pieces") as error:
        load(_GAME.format(board=SQUARE, more="").replace("(play (", stack))
    assert error.value.place is not None and error.value.place.line == 3
    assert time.process_time() - begin < 5


def test_a_zero_byte_is_shown_with_its_place() -> None:
    """Binary data are refused by line and column."""
    with pytest.raises(LudError, match=r"text:3:5: a zero byte"):
        load(_GAME.format(board=SQUARE, more="").replace("(rules", "\0(rules"))


def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    """Devices and pipes have no end, so they are not opened; a file is read up to a limit."""
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.lud")
        with pytest.raises(LudError, match="no ordinary file"):
            load(tmp_path / "pipe.lud")
    (tmp_path / "long.lud").write_bytes(b" " * 20_000_000)
    with pytest.raises(LudError, match="too large"):
        load(tmp_path / "long.lud")


def test_rules_that_take_long_to_work_out_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for lowering a description is bounded."""
    monkeypatch.setattr(builder, "MOST_SECONDS", 0)
    with pytest.raises(LimitExceeded, match="take more than 0 seconds"):
        load("Chess", backend="interpreter")
