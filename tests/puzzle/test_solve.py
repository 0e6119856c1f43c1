"""Puzzles solved: as many solutions as play finds, ways that are explained, solutions that win when played."""

import json
from pathlib import Path

import pytest

import petteia as pt
from petteia.cli._app import app
from petteia.errors import PetteiaError
from petteia.puzzle import generate, solve

pytest.importorskip("ortools")

_PUZZLE = """
(game "Small Puzzle" (players 1) (equipment {{ (board {board}) {items} }})
    (rules {start} (play (satisfy {{ {constraints} }})) (end (if (is Solved) (result P1 Win)))))
"""


def puzzle(constraints: str, board: str, items: str = "", start: str = "") -> str:
    """The text of a puzzle."""
    rule = f"(start (set {{ {start} }}))" if start else ""
    return _PUZZLE.format(board=board, items=items, start=rule, constraints=constraints)


_LATIN = "(all Different)", "(square 3) (values Cell (range 1 3))", "(regions {Columns Rows})"
_PUZZLES = {
    "latin": puzzle(*_LATIN, "{0 1} {4 1}"),
    "latin, none": puzzle(*_LATIN, "{0 1} {1 2} {5 3}"),
    "latin, unique": puzzle(*_LATIN, "{0 1} {1 2} {3 2}"),
    "sums": puzzle(
        "(is Sum (hint)) (all Different)",
        "(rectangle 2 2) (values Cell (range 1 4))",
        "(hints { (hint {0 1} 3) (hint {2 3} 6) (hint {0 2} 3) (hint {1 3} 6) }) (regions HintRegions)",
    ),
    "counts": puzzle(
        "(forAll Hint (is Count (sites Around (from) includeSelf:True) of:1 (hint)))",
        "(square 3) (values Cell (range 0 1))",
        "(hints { (hint 0 3) (hint 8 1) (hint 4 4) })",
    ),
    "order": puzzle(
        "(forAll Hint (< (from) (to))) (all Different)",
        "(rectangle 1 4) (values Cell (range 1 4))",
        "(regions Rows) (hints { (hint {0 1}) (hint {2 3}) (hint {1 2}) })",
    ),
    "binary": puzzle(
        "(not (is Line 3 Orthogonal)) (is Unique) (is Sum 2)",
        "(square 4) (values Cell (range 0 1))",
        "(regions {Columns Rows})",
        "{0 0} {1 0} {6 1} {11 0} {12 1}",
    ),
    "queens": puzzle(
        "(is Count (sites Board) of:1 4) (all Different except:0)",
        "(square 4) (values Cell (range 0 1))",
        "(regions AllDirections)",
        "{1 1}",
    ),
    "edges": puzzle(
        "(forAll Cell (or (= (hint Cell at:(from)) Off)"
        " (is Count Edge (sites Incident Edge of:Cell at:(from)) (hint Cell at:(from)))))",
        "(rectangle 1 2) (values Edge (range 0 1)) use:Edge",
        "(hints { (hint {0} 3) } Cell)",
    ),
    "apart": puzzle(
        "(all Sites (sites Board) if:(if (= (what at:(site)) 0) True"
        " (not (is In (what at:(site)) (results from:(site) to:(sites Around (site)) (what at:(to)))))))"
        " (is Sum (sites Board) 5)",
        "(rectangle 1 3) (values Cell (range 0 2))",
    ),
}


def _count(state: pt.State, most: int) -> int:
    """How many ways there are to set every site in turn by legal moves and to have won then, up to a number."""
    open_ = sorted({move.source for move in state.legal_moves() if "=" in move.text} - set(state.position.values))
    if state.over or not open_:
        return int(state.over and state.winner == 1 and not open_)
    found = 0
    for move in state.legal_moves():
        if "=" in move.text and move.source == open_[0]:
            after = state.copy()
            after.play(move)
            found += 1 if after.over else _count(after, most - found)
            if found >= most:
                break
    return found


@pytest.mark.parametrize("name", _PUZZLES)
def test_solutions_are_those_that_play_finds(name: str) -> None:
    text = _PUZZLES[name]
    found = solve(text)
    assert found.solutions == min(2, _count(pt.load(text, build="quick").start(), 2))


@pytest.mark.parametrize("name", [name for name in _PUZZLES if name != "latin, none"])
def test_a_solution_wins_when_it_is_played(name: str) -> None:
    text = _PUZZLES[name]
    state = pt.load(text, build="quick").start()
    for move in solve(text).solution or ():
        if state.over:  # what is left open counts as 0
            assert move.endswith("=0")
            continue
        state.play(move)
    assert state.over and state.winner == 1


_SUDOKU = puzzle(
    "(all Different)",
    "(square 9) (values Cell (range 1 9))",
    "(regions {Columns Rows SubGrids})",
    "{0 5} {1 3} {4 7} {9 6} {12 1} {13 9} {14 5} {19 9} {20 8} {25 6} {27 8} {31 6} {35 3} {36 4} {39 8} {41 3} {44 1}"
    " {45 7} {49 2} {53 6} {55 6} {60 2} {61 8} {66 4} {67 1} {68 9} {71 5} {76 8} {79 7} {80 9}",
)


def test_an_easy_sudoku_needs_no_guess() -> None:
    found = solve(_SUDOKU)
    assert found.solutions == 1
    assert found.difficulty is not None and found.difficulty["guesses"] == 0
    assert set(found.difficulty["techniques"]) <= {"naked single", "hidden single"}  # type: ignore[call-overload]
    assert len(found.solution or ()) == 81 - 30


def test_every_step_is_explained() -> None:
    for step in solve(_PUZZLES["sums"]).steps:
        assert step.technique and step.text and step.sites


def test_instances_have_one_solution_and_no_clue_too_many() -> None:
    text = puzzle("(all Different)", "(square 4) (values Cell (range 1 4))", "(regions {Columns Rows SubGrids})")
    (instance,) = generate(text, seed=5)
    assert dict(next(generate(text, seed=5)).givens) == instance.givens
    whole = text.replace("(rules ", f"(rules (start {instance.rule}) ")
    assert solve(whole).solutions == 1
    for site in instance.givens:
        fewer = {s: v for s, v in instance.givens.items() if s != site}
        rule = "(set {" + " ".join(f"{{{s} {v}}}" for s, v in fewer.items()) + "})"
        assert solve(text.replace("(rules ", f"(rules (start {rule}) ")).solutions == 2


_PEGS = """(game "Pegs" (players 1) (equipment {{ (board (rectangle 1 {size})) (piece "Peg" P1
    (move Hop (between if:(is Occupied (between)) (apply (remove (between)))) (to if:(is Empty (to))))) }})
    (rules (start (place "Peg" (sites {{ {pegs} }}))) (play (forEach Piece))
        (end {{ (if (= 1 (count Pieces)) (result P1 Win)) (if (no Moves P1) (result P1 Loss)) }})))"""


def test_plans_are_shortest() -> None:
    found = solve(_PEGS.format(size=5, pegs="0 1 3"))
    assert (found.kind, found.solutions) == ("planning", 1)
    assert found.solution is not None and len(found.solution) == 2
    state = pt.load(_PEGS.format(size=5, pegs="0 1 3")).start()
    for move in found.solution:
        state.play(move)
    assert state.winner == 1


def test_what_cannot_be_solved_is_told() -> None:
    assert solve(_PEGS.format(size=7, pegs="0 1 5 6")).solutions == 0
    cut = solve(_PEGS.format(size=5, pegs="0 1 3"), states=2)
    assert (cut.solutions, cut.solution) == (None, None)


def test_only_puzzles_for_one_are_solved() -> None:
    with pytest.raises(PetteiaError, match="2 players"):
        solve("Tic-Tac-Toe")


def test_the_command_speaks_json(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    path = tmp_path / "latin.lud"
    path.write_text(_PUZZLES["latin, unique"])
    told = CliRunner().invoke(app, ["solve", str(path), "--json"])
    assert told.exit_code == 0
    assert {"solutions", "solution", "difficulty"} <= json.loads(told.stdout).keys()
    shown = CliRunner().invoke(app, ["solve", str(path), "--steps"])
    assert "one solution" in shown.stdout and "naked single" in shown.stdout
    made = CliRunner().invoke(app, ["solve", str(path), "--generate", "1", "--json"])
    assert json.loads(made.stdout)["givens"].startswith("(set {")
