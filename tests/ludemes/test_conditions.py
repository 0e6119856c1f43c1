"""Conditions: logic, who stands where, lines, connection, loops, patterns, threats."""

import pytest

from .probing import Probe

SQUARE = Probe(
    "(board (square 5))",
    '(place "Ball1" (sites {6 7 8 18})) (place "Ball2" (sites {12 13 24}))',
    last=8,
    from_=7,
    to=12,
)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(and (is Empty 0) (not (is Empty 6)))", True),
        ("(and {})", True),
        ("(or {})", False),
        ("(or (is Empty 6) (is Occupied 6))", True),
        ("(xor True True)", False),
        ("(if (is Empty 6) True)", False),
        ("(is Empty Off)", False),
        ("(is Occupied Off)", False),
        ("(is Empty 25)", False),
        ("(= (who at:6) Mover)", True),
        ("(!= (who at:12) (mover))", True),
        ("(= (who at:0) 0)", True),
        ("(= (what at:Off) 0)", True),
        ('(= (what at:(to)) (id "Ball" P2))', True),
        ("(= (sites Occupied by:P2) (sites {12 13 24}))", True),
        ("(> (count Pieces P1) 3)", True),
        ("(is Enemy (who at:(to)))", True),
        ("(is Enemy (who at:Off))", False),
        ("(is Enemy Shared)", True),
        ("(is Friend (who at:(from)))", True),
        ("(is Mover P1)", True),
        ("(is Next 2)", True),
        ("(is Active P2)", True),
        ("(is Active 3)", False),
        ("(is In (to) (sites Occupied by:Enemy))", True),
        ("(is In (sites Board))", True),
        ("(is In {6 12} (sites Occupied by:P1))", False),
        ("(is In Off (sites Board))", False),
        ("(is In 3 (array {1 3}))", True),
        ("(is In (from) (forEach (sites Board) if:(is Friend (who at:(site)))))", True),
        ("(is Odd (from))", True),
        ("(is Full)", False),
        ("(all Sites (sites Occupied by:P1) if:(< (site) 20))", True),
        ("(all Sites (sites Occupied by:P2) if:(< (site) 20))", False),
        ("(all Values (array {1 2}) if:(< (value) 2))", False),
        ("(no Pieces P2 in:(sites Bottom))", True),
        ("(no Pieces All)", False),
        ("(is Related Orthogonal 6 7)", True),
        ("(is Related Diagonal 6 (sites {7 12}))", True),
        ("(is Within 1 at:18)", True),
        ("(is Within 1 in:(sites Top))", False),
        ("(can Move (move Add (to (sites Empty))))", True),
        ("(can Move (move Add (to (intersection (sites Empty) (sites Occupied by:All)))))", False),
        ("(was Pass)", False),
    ],
)
def test_small_questions(asked: str, expected: bool) -> None:
    assert SQUARE.holds(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(is Line 3)", True),
        ("(is Line 2)", True),
        ("(is Line 2 exact:True)", False),
        ("(is Line 4)", False),
        ("(is Line 3 Diagonal)", False),
        ("(is Line 3 through:6)", True),
        ("(is Line 3 through:12)", False),
        ("(is Line 3 through:Off)", False),
        ("(is Line 3 exact:True)", True),
        ("(is Line 2 Orthogonal exact:True)", False),
        ("(is Line 3 throughAny:(sites {12 7}))", True),
        ("(is Line 2 through:12 P2)", True),
        ("(is Line 2 through:12 P1)", False),
        ("(is Line 2 Diagonal through:18 what:1 contiguous:False)", True),
        ("(is Line 3 if:(!= (to) 6))", False),
        ("(is Line 5 through:0)", True),
        ("(is Line 1 Orthogonal through:18)", True),
        ("(is Line 1 Orthogonal through:7)", True),
    ],
)
def test_lines(asked: str, expected: bool) -> None:
    assert SQUARE.holds(asked) == expected


@pytest.mark.parametrize(("through", "expected"), [(20, True), (15, False), (10, True)])
def test_lines_one_way_go_from_the_rim_inwards(through: int, expected: bool) -> None:
    """A column of three below the top: from its lower end it runs up, and from the rim, with nothing above, down."""
    probe = Probe("(board (square 5))", '(place "Ball1" (sites {10 15 20}))')
    assert probe.holds(f"(is Line 3 Orthogonal through:{through} useOpposites:False)") is expected
    assert probe.holds(f"(is Line 3 Orthogonal through:{through})")


def test_connection_joins_regions() -> None:
    probe = Probe("(board (square 4))", '(place "Ball1" (sites {0 1 2 3}))', last=1)
    assert probe.holds("(is Connected {(sites Left) (sites Right)})")
    assert probe.holds("(is Connected 3 Sides)")
    assert not probe.holds("(is Connected 4 Sides)")
    assert not probe.holds("(is Connected {(sites Left) (sites Top)})")
    assert not probe.holds("(is Connected at:9 {(sites Left)})")


def test_connection_of_a_player_uses_his_regions() -> None:
    board = "(board (square 3)) (regions P1 {(sites Left) (sites Right)}) (regions P2 {(sites Top) (sites Bottom)})"
    probe = Probe(board, '(place "Ball1" (sites {3 4 5})) (place "Ball2" (sites {0 7}))', last=4)
    assert probe.holds("(is Connected Mover)")
    assert not probe.holds("(is Connected P2)")
    assert not probe.holds("(is Connected at:0 P2)")
    assert probe.holds("(is Connected 1 at:0 P2)")
    apart = Probe(board, '(place "Ball1" (sites {3 8}))', last=3)
    assert not apart.holds("(is Connected Mover)")


def test_blocked_means_no_way_is_left() -> None:
    wall = Probe("(board (square 3))", '(place "Ball2" (sites {1 4 7}))')
    assert wall.holds("(is Blocked {(sites Left) (sites Right)})")
    gap = Probe("(board (square 3))", '(place "Ball2" (sites {1 4}))')
    assert not gap.holds("(is Blocked {(sites Left) (sites Right)})")


DIAMOND = "{7 11 13 17}"


@pytest.mark.parametrize(
    ("held", "asked", "expected"),
    [
        (DIAMOND, "(is Loop)", True),
        (DIAMOND, "(is Loop Orthogonal)", False),
        ("{6 7 8 11 13 16 17 18}", "(is Loop Orthogonal)", False),
        ("{6 7 8 11 13 16 17 18}", "(is Loop)", True),
        ("{7 11 13}", "(is Loop)", False),
        (DIAMOND, "(is Loop surround:Next)", False),
    ],
)
def test_loops(held: str, asked: str, expected: bool) -> None:
    assert Probe("(board (square 5))", f'(place "Ball1" (sites {held}))', last=7).holds(asked) == expected


def test_loops_may_have_to_surround_somebody() -> None:
    start = f'(place "Ball1" (sites {DIAMOND})) (place "Ball2" 12)'
    assert Probe("(board (square 5))", start, last=7).holds("(is Loop surround:Next)")


@pytest.mark.parametrize(
    ("held", "walk", "expected"),
    [
        ("{6 7 12}", "{F L F}", True),
        ("{6 7 12}", "{F R F}", False),
        ("{6 11 12}", "{F R F}", True),
        ("{6 7 8}", "{F R F}", False),
        ("{6 1 0}", "{F R F}", True),
        ("{7 12}", "{F}", False),
    ],
)
def test_patterns_turn_with_every_heading(held: str, walk: str, expected: bool) -> None:
    probe = Probe("(board (square 5))", f'(place "Ball1" (sites {held}))', last=6)
    assert probe.holds(f"(is Pattern {walk})") == expected
    assert bool(probe.sites(f"(sites Pattern {walk} what:1)")) == expected


def test_threats_are_moves_of_the_others() -> None:
    pieces = '(piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))'
    probe = Probe("(board (square 5))", '(place "King1" 12) (place "King2" 14)', pieces=pieces)
    forced = probe.holds('(is Threatened (id "King" Mover) at:13 (forEach Piece))')
    assert forced
    assert not probe.holds('(is Threatened (id "King" Mover) (forEach Piece))')
    assert not probe.holds('(is Threatened (id "King" Mover) at:10 (forEach Piece))')
    near = Probe("(board (square 5))", '(place "King1" 12) (place "King2" 13)', pieces=pieces)
    assert near.holds('(is Threatened (id "King" Mover) (forEach Piece))')
    assert near.holds("(is Threatened (forEach Piece))")


@pytest.mark.parametrize(
    ("held", "asked", "expected"),
    [
        ("{0 1 3 5 6}", "(is PyramidCorners from:3)", True),
        ("{0 1 3 5}", "(is PyramidCorners from:3)", False),
        ("{0 2 7 11 13}", "(is PyramidCorners froms:(sites Occupied by:P1))", True),
        ("{3 4 6 9 10}", "(is PyramidCorners from:6)", True),
        ("{0}", "(is PyramidCorners from:9)", True),
    ],
)
def test_pyramids_of_any_size_stand_or_hang(held: str, asked: str, expected: bool) -> None:
    pyramid = Probe("(board (square 3 pyramidal:True) use:Vertex)", f'(place "Ball1" {held})')
    assert pyramid.holds(asked) is expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("{0 1 2}", True),
        ("{0 1}", False),
        ("{0 1 2 3 5 6}", False),  # 3 lies over the link of 0 and 1
        ("{5 6 7 8}", False),  # 7 covers 6
        ("{6 7 8 11 12 13}", False),
        ("{11 12 13 3 7}", True),
    ],
)
def test_lines_may_have_to_be_seen_from_above(held: str, expected: bool) -> None:
    probe = Probe("(board (square 3 pyramidal:True) use:Vertex)", f'(place "Ball1" {held})')
    last = int(held.strip("{}").split()[0])
    probe.last = last
    assert probe.holds("(is Line 3 SameLayer isVisible:True)") is expected


def test_a_covered_piece_is_part_of_no_line_in_sight() -> None:
    held = '(place "Ball1" {5 6 8}) (place "Ball2" 7)'
    probe = Probe("(board (square 3 pyramidal:True) use:Vertex)", held, last=5)
    assert probe.holds("(is Line 3 SameLayer)")
    assert not probe.holds("(is Line 3 SameLayer isVisible:True)")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(is Target {1 2} 0)", True),
        ("(is Target {2 1} 0)", False),
        ("(is Target {1} 0)", False),
        ("(is Target {2 1} {0 3})", True),
        ("(is Target {1 2})", True),
        ("(is Target {2 1})", False),  # compat: the empty site 1 ends the search
    ],
)
def test_a_target_may_be_a_stack(asked: str, expected: bool) -> None:
    """On site 0 a piece of player 1 lies under one of player 2, on site 3 the other way round."""
    placed = '(place Stack items:{"Ball1" "Ball2"} 0) (place Stack items:{"Ball2" "Ball1"} 3)'
    assert Probe("(board (square 2))", placed).holds(asked) is expected
