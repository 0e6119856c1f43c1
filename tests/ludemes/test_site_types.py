"""Pieces on cells, vertices and edges of one board: each type has contents of its own."""

import pytest

from petteia.errors import UnsupportedLudeme

from .playing import after, small, texts
from .probing import Probe

FULL = "(if (is Full) (result Mover Draw))"
TWO = Probe(
    "(board (square 2)) (hand Each)",
    '(place "Ball1" Edge {0 5}) (place "Ball2" Vertex 4) (place "Ball1" 3) (place "Ball2" (handSite P2))',
)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(sites Empty Edge)", [1, 2, 3, 4, 6, 7, 8, 9, 10, 11]),
        ("(sites Empty)", [0, 1, 2]),
        ("(sites Empty Vertex)", [0, 1, 2, 3, 5, 6, 7, 8]),
        ("(sites Occupied by:P1 on:Edge)", [0, 5]),
        ("(sites Occupied by:P2)", [5]),
        ("(sites Occupied by:All on:Vertex)", [4]),
        ("(sites Incident Edge of:Cell at:0 owner:(player 1))", [0, 5]),
    ],
)
def test_regions_are_of_the_type_they_name(asked: str, expected: list[int]) -> None:
    assert TWO.sites(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(who Edge at:5)", 1),
        ("(who at:5)", 2),
        ("(what Vertex at:4)", 2),
        ("(what at:4)", 0),
        ("(count Pieces Edge P1)", 2),
        ("(count Pieces Vertex P2)", 1),
    ],
)
def test_numbers_are_of_the_type_they_name(asked: str, expected: int) -> None:
    assert TWO.number(asked) == expected


@pytest.mark.parametrize(("asked", "expected"), [("P1", 1), ("P2", 1), ("All", 3), ('P1 "Ball"', 1)])
def test_without_a_type_pieces_are_counted_by_their_bare_numbers(asked: str, expected: int) -> None:
    """Sites 0, 3 and 5 are listed for the first player, 4 and 5 for the second; what is read there is on cells.

    On 3 there is a ball, and one in the hand that begins with 5, which is on the list of either.
    """
    assert TWO.number(f"(count Pieces {asked})") == expected


def test_a_lone_piece_on_an_edge_makes_its_cell_be_looked_at() -> None:
    probe = Probe("(board (square 2))", '(place "Ball1" Edge {0 11})')
    assert probe.holds("(no Pieces P1)")
    assert not probe.holds("(no Pieces Edge P1)")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("(is Empty 0)", ["pass"]),
        ("(= 0 (what at:1))", ["E0>E0", "E1>E1", "E2>E2", "E3>E3"]),
        ("(no Pieces All in:(sites Incident Cell of:Edge at:(from)))", ["E1>E1"]),
        ("(all Sites (sites Incident Cell of:Edge at:(from)) if:(is Empty (site)))", ["E1>E1"]),
    ],
)
def test_a_condition_does_not_inherit_the_type_of_its_sites(condition: str, expected: list[str]) -> None:
    """Without a type of its own it asks about cells, whether or not edges can hold anything."""
    play = f"(move Select (from Edge (sites {{0 1 2 3}}) if:{condition}))"
    state = small(play, '(place "Ball1" 0)', board="(square 2)")
    assert texts(state) == expected


def test_pieces_go_from_hands_to_edges_and_between_types() -> None:
    play = """(or (move (from (handSite Mover)) (to Edge (sites Empty Edge)))
        (forEach Piece on:Edge (move (from Edge) (to Cell (sites Incident Cell of:Edge at:(from))))))"""
    board = "(square 1)"
    state = small(play, '(place "Ball" "Hand" count:2)', board=board, pieces='(piece "Ball" Each) (hand Each)')
    assert texts(state) == ["C1>E0", "C1>E1", "C1>E2", "C1>E3"]
    assert after(state, "C1>E2") == "E2=1 h1=1 h2=2*2"
    assert after(state, "C2>E0") == "E0=2 E2=1 h1=1 h2=2"
    assert texts(state) == ["C1>E1", "C1>E3", "E2>C0"]
    assert after(state, "E2>C0") == "E0=2 C0=1 h1=1 h2=2"


def test_what_follows_a_claim_is_worked_out_with_it() -> None:
    claim = "(claim (to Cell 0) (then (if (is Empty (to)) (addScore Mover 1))))"
    state = small(
        f"(move Add (to Edge (sites Empty Edge)) (then {claim}))",
        "",
        board="(square 1)",
        end="(if (is Full) (result Mover Win))",
    )
    state.play("E1>E1")
    assert state.text == "E1=1 C0=1 | m=1 sc=1,0 over=1,2"


def test_the_type_of_the_latest_move_is_known() -> None:
    end = "(if (is LastTo Edge) (result Mover Win))"
    play = "(or (move Add (to (sites Empty))) (move Add (to Edge (sites Empty Edge))))"
    state = small(play, "", board="(square 2)", end=end)
    state.play("C1>C1")
    assert not state.over
    state.play("E1>E1")
    assert state.winner == 2


@pytest.mark.parametrize("home", ['(mapEntry "Home" (mover))', "16", "(handSite Mover)"])
def test_cells_that_are_surely_in_hands_belong_to_what_is_played_on(home: str) -> None:
    """The board has 16 vertices and 9 cells, so the hands begin with site 16."""
    pieces = '(piece "Ball" Each) (hand Each) (map "Home" {(pair 1 16) (pair 2 17)})'
    play = f"(move Add (to (sites Empty)) (then (add (piece (mover)) (to Cell {home}))))"
    state = small(play, '(place "Ball2" 15)', board="(square 4) use:Vertex", pieces=pieces)
    assert after(state, "V0>V0") == "V0=1 V15=2 h16=1"


@pytest.mark.parametrize(("elsewhere", "threatened"), [("", True), ('(place "Ball1" Cell 8)', False)])
def test_a_piece_is_put_where_it_would_be_threatened_unless_cells_are_played_on_as_well(
    elsewhere: str, threatened: bool
) -> None:
    """compat: with several types of sites it goes to the cell of that number, and nothing stands on the vertex."""
    probe = Probe("(board (square 3) use:Vertex)", f'(place "Ball1" 0) {elsewhere}')
    step = "(forEach Piece (step (to if:(is Enemy (who at:(to))))))"
    assert probe.holds(f'(is Threatened (id "Ball" P2) at:1 {step})') is threatened


def test_a_type_of_sites_that_holds_nothing() -> None:
    """There is nothing to take off, in stacks or not; what is promoted there, or shot, begins to stand there."""
    for start in ('(place "Ball1" 0)', '(place Stack items:{"Ball1" "Ball2"} 0)'):
        state = small("(move Select (from 0) (then (remove Edge (sites Incident Edge of:Cell at:0))))", start, end=FULL)
        state.play("C0>C0")
        assert state.text.startswith("C0=1")
    promoted = small('(move Select (from 0) (then (promote Vertex 3 (piece "Ball2"))))', '(place "Ball1" 0)', end=FULL)
    promoted.play("C0>C0")
    assert promoted.text.startswith("V3=2 C0=1")
    with pytest.raises(UnsupportedLudeme, match="pieces on a Edge where no rule places any"):
        small("(move Select (from 0) (then (push (from Edge 0) E)))", '(place "Ball1" 0)')


def test_edges_that_run_a_way_are_edges_though_none_is_played_on() -> None:
    """Their numbers go beyond those of the cells; a selection among cells leaves those out."""
    played = "(if (= 6 (count Sites in:(sites Vertical))) (move Select (from (sites Vertical))) (move Pass))"
    state = small(played, '(place "Ball1" 0)', board="(square 2)", end=FULL)
    sources = {move.source for move in state.legal_moves()}
    assert sources and max(sources) < 4
