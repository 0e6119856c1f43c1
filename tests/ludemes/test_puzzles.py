"""Deduction puzzles: values instead of pieces, constraints that are true while undecided, moves that break none."""

import pytest

import petteia as pt
from petteia.errors import LudTypeError, UnsupportedLudeme

from .both_engines import assert_engines_agree

_PUZZLE = """
(game "Small Puzzle" (players 1) (equipment {{ (board {board}) {items} }})
    (rules {start} (play (satisfy {{ {constraints} }})) (end (if (is Solved) (result P1 Win)))))
"""


def puzzle(
    constraints: str, *, board: str = "(square 4) (values Cell (range 1 4))", items: str = "", start: str = ""
) -> str:
    """The text of a puzzle."""
    rule = f"(start (set {{ {start} }}))" if start else ""
    return _PUZZLE.format(board=board, items=items, start=rule, constraints=constraints)


def begin(text: str) -> pt.State:
    """The start of a puzzle."""
    return pt.load(text, backend="interpreter").start()


def values_of(state: pt.State, site: int) -> list[int]:
    """The values that a site may be given."""
    moves = [move.text.split("=") for move in state.legal_moves() if "=" in move.text]
    return [int(value) for place, value in moves if int(place) == site]


LATIN = puzzle("(all Different)", items="(regions {Columns Rows SubGrids})", start="{0 1} {5 2} {10 4} {15 3}")


def test_values_that_break_a_constraint_are_not_legal() -> None:
    """Site 1 sees a 1 in its row and a 2 in its column and block."""
    state = begin(LATIN)
    assert values_of(state, 1) == [3, 4]
    assert values_of(state, 0) == []  # a given cannot be changed
    assert "1^1" in {move.text for move in state.legal_moves()}


def test_values_are_struck_out_and_brought_back() -> None:
    state = begin(puzzle("(all Different)", items="(regions Rows)", board="(square 2) (values Cell (range 1 2))"))
    state.play("0^1")
    assert state.text == "0={0,2} | m=1"
    state.play("0^2")  # 0 is left, which no move strikes out
    assert state.text == "0=0 | m=1"
    state.play("0^1")
    assert state.text == "0={0,1} | m=1"
    state.play("0=1")
    assert state.text == "0=1 | m=1"
    assert "0^1" not in {move.text for move in state.legal_moves()}


def test_a_puzzle_is_won_when_solved() -> None:
    text = puzzle("(all Different)", items="(regions {Rows Columns})", board="(square 2) (values Cell (range 1 2))")
    state = begin(text)
    for move in ("0=1", "1=2", "2=2", "3=1"):
        assert not state.over
        state.play(move)
    assert state.text == "0=1 1=2 2=2 3=1 | m=1 over=1"


def test_zeros_need_not_be_written_where_they_are_values() -> None:
    """Open values count as 0 when the puzzle is judged."""
    text = puzzle("(is Sum 1)", items="(regions {Rows Columns})", board="(square 2) (values Cell (range 0 1))")
    state = begin(text)
    state.play("0=1")
    assert values_of(state, 1) == [0]
    state.play("3=1")
    assert state.over and state.returns[0] == 1


def test_sums_by_hint_and_by_region() -> None:
    text = puzzle(
        "(is Sum (hint)) (all Different)",
        board="(rectangle 2 2) (values Cell (range 1 4))",
        items="(hints { (hint {0 1} 3) (hint {2 3} 6) (hint {0 2} 3) (hint {1 3} 6) }) (regions HintRegions)",
    )
    state = begin(text)
    assert values_of(state, 0) == [1, 2, 3]  # 3 may stand alone: too much is only what exceeds the sum
    state.play("0=1")
    assert values_of(state, 1) == [2]


def test_counts_around_hints() -> None:
    text = puzzle(
        "(forAll Hint (is Count (sites Around (from) includeSelf:True) of:1 (hint)))",
        board="(square 3) (values Cell (range 0 1))",
        items="(hints { (hint 0 4) (hint 8 1) })",
    )
    state = begin(text)
    assert values_of(state, 0) == [0, 1]
    for move in ("0=1", "1=1", "3=1"):
        state.play(move)
    assert values_of(state, 4) == [1]
    state.play("5=1")
    assert values_of(state, 4) == []  # one corner wants it, and that of the other hint is used up


def test_comparisons_are_between_the_values_of_sites() -> None:
    text = puzzle(
        "(forAll Hint (< (from) (to))) (all Different)",
        board="(rectangle 1 3) (values Cell (range 1 3))",
        items="(regions Rows) (hints { (hint {0 1}) (hint {1 2}) })",
    )
    state = begin(text)
    state.play("1=2")
    assert values_of(state, 0) == [1]
    assert values_of(state, 2) == [3]


def test_lines_and_unique_rows() -> None:
    text = puzzle(
        "(not (is Line 3 Orthogonal)) (is Unique) (is Sum 2)",
        board="(square 4) (values Cell (range 0 1))",
        items="(regions {Columns Rows})",
    )
    state = begin(text)
    for move in ("0=0", "1=0"):
        state.play(move)
    assert values_of(state, 2) == [1]
    for move in ("2=1", "3=1", "4=0", "5=0"):
        state.play(move)
    assert values_of(state, 7) == [0, 1]
    state.play("6=1")
    assert values_of(state, 7) == []  # 1 would make two rows alike, 0 would leave a sum of 1


def test_no_two_queens_see_each_other() -> None:
    text = puzzle(
        "(is Count (sites Board) of:1 4) (all Different except:0)",
        board="(square 4) (values Cell (range 0 1))",
        items="(regions AllDirections)",
    )
    state = begin(text)
    state.play("1=1")
    assert [site for site in range(16) if 1 in values_of(state, site)] == [1, 7, 8, 10, 12, 14, 15]
    for move in ("7=1", "8=1", "14=1"):
        state.play(move)
    assert state.over


def test_hints_of_cells_on_a_board_of_edges() -> None:
    text = puzzle(
        "(forAll Cell (or (= (hint Cell at:(from)) Off) "
        "(is Count Edge (sites Incident Edge of:Cell at:(from)) (hint Cell at:(from)))))",
        board="(square 2) (values Edge (range 0 1)) use:Edge",
        items="(hints { (hint {0} 4) } Cell)",
    )
    state = begin(text)
    edges = [site for site in range(12) if values_of(state, site) == [1]]
    assert not edges
    state.play("0=0")
    assert "over" not in state.text


_ENGINES = [
    LATIN,
    puzzle("(is Sum 34) (all Different (sites Board))", items="(regions {Columns Rows Diagonals})",
           board="(square 3) (values Cell (range 1 9))"),
    puzzle("(not (is Line 3 Orthogonal)) (is Unique) (is Sum 2)", items="(regions {Columns Rows})",
           board="(square 4) (values Cell (range 0 1))"),
    puzzle("(forAll Hint (= (edge) (hint))) (< (count Groups Edge) 2)", items="(hints { (hint 0 2) (hint 4 2) } Edge)",
           board="(square 2) (values Edge (range 0 1)) use:Edge"),
    puzzle("(all Different)", items="(regions Rows)", board="(rectangle 1 5) (values Cell (range 1 40))"),
]  # fmt: skip


@pytest.mark.parametrize("text", _ENGINES)
def test_native_code_agrees(text: str) -> None:
    assert_engines_agree(text, games=1, plies=12)


def test_puzzles_keep_the_contract_of_games() -> None:
    board = "(square 2) (values Cell (range 1 2))"
    pt.check_game(pt.load(puzzle("(all Different)", items="(regions {Columns Rows})", board=board)), games=2)


@pytest.mark.parametrize(
    ("constraints", "message"), [("(is Count 3)", "a region left out"), ("(is Sum of:1 3)", "of of (is Sum)")]
)
def test_what_is_not_known_is_refused(constraints: str, message: str) -> None:
    with pytest.raises(UnsupportedLudeme, match=message.replace("(", r"\(").replace(")", r"\)")):
        begin(puzzle(constraints, items="(regions Rows)"))


def test_every_move_of_a_puzzle_is_a_turn() -> None:
    """A puzzle that cannot be solved is drawn when so many turns are over, long before so many moves are."""
    text = puzzle("(is Sum 9)", items="(regions Rows)", board="(rectangle 1 2) (values Cell (range 1 2))")
    played = pt.load(text, build="quick").playouts(1, seed=1)
    assert (played.moves, played.unfinished, played.wins) == (1250, 0, (0,))


def test_puzzles_are_for_one() -> None:
    with pytest.raises(LudTypeError, match="one player"):
        begin(LATIN.replace("(players 1)", "(players 2)"))
