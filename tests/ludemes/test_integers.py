"""Integers: arithmetic, the board, what stands on sites, counts, arrays."""

import pytest

from .probing import Probe

SQUARE = Probe(
    "(board (square 4))",
    '(place "Ball1" (sites {5 6 0})) (place "Ball2" (sites {9 15}))',
    last=5,
    from_=5,
    to=9,
)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(+ 2 (* 3 4))", 14),
        ("(- 5)", -5),
        ("(/ -7 2)", -3),
        ("(% -7 2)", -1),
        ("(^ 2 (from))", 32),
        ("(max (abs -4) 3)", 4),
        ("(min (to) 3)", 3),
        ("(if (is Full) 1 2)", 2),
        ("(+ {1 2 (from)})", 8),
        ("(max (array {3 9 2}))", 9),
        ("(min (array (sites Top)))", 12),
        ("(size Array (difference (array {1 1 1 2}) (array {1 2 5})))", 2),
        ("(size Array (union (array {1 1 2}) (array {2 3 3})))", 4),
        ("(size Array (intersection (array {1 2}) (array {2 2 3})))", 2),
        ("(arrayValue (array {4 8 7}) index:1)", 8),
        ("(arrayValue (array {4 8 7}) index:3)", -1),
        ("(count Value 1 in:(array {1 2 1}))", 2),
        ("(max (results from:(sites Occupied by:P1) to:(sites Occupied by:P2) (count Steps (from) (to))))", 3),
        ("(size Array (players Enemy))", 1),
    ],
)
def test_arithmetic_and_arrays(asked: str, expected: int) -> None:
    assert SQUARE.number(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(last To)", 5),
        ("(who at:(from))", 1),
        ("(who at:Off)", 0),
        ("(what at:(to))", 2),
        ("(what at:40)", 0),
        ("(row of:6)", 1),
        ("(column of:Off)", -1),
        ('(coord "B2")', 5),
        ("(coord row:1 column:2)", 6),
        ("(centrePoint)", 5),
        ("(ahead 5 N)", 9),
        ("(ahead 13 N)", 13),
        ("(ahead 5 steps:(- (to) 7) E)", 7),
        ("(ahead Off N)", -1),
        ("(regionSite (sites Occupied by:P1) index:1)", 5),
        ("(regionSite (sites Top) index:7)", -1),
        ('(id "Ball" Next)', 2),
        ('(id "Ball2")', 2),
        ("(id P2)", 2),
        ("(count Rows)", 4),
        ("(count Players)", 2),
        ("(count Sites in:(sites Empty))", 11),
        ("(count Pieces Mover)", 3),
        ("(count Pieces All in:(sites Top))", 1),
        ("(count Pieces Enemy if:(= (row of:(site)) 2))", 1),
        ("(count at:5)", 1),
        ("(count in:(sites Row 1))", 2),
        ("(count Groups if:(is Mover (who at:(to))))", 1),
        ("(count Groups Orthogonal if:(is Mover (who at:(to))))", 2),
        ("(count Groups Orthogonal)", 3),
        ("(count Groups if:(is Mover (who at:(to))) min:2)", 1),
        ("(countSizeBiggestGroup if:(is Empty (to)))", 11),
        ("(count Liberties at:5 Orthogonal)", 5),
        ("(size Group at:5)", 3),
        ("(size Territory P1 Orthogonal)", 0),
        ("(max (sizes Group Orthogonal P1))", 2),
        ("(count Steps 0 15)", 3),
        ("(count Steps 0 (sites Top))", 3),
        ("(count Steps Off 3)", 0),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 12)", 3),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 (sites {0 3}))", 0),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 5)", 1000000000),
        ("(count Sites in:(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:0 (range 2 3)))", 4),
        ("(count Orthogonal at:0)", 2),
        ('(where "Ball" P2)', 9),
        ("(where (id P1))", 0),
        ("(count SizeBiggestLine if:(is Occupied (to)))", 2),
    ],
)
def test_the_board_and_what_stands_on_it(asked: str, expected: int) -> None:
    assert SQUARE.number(asked) == expected


def test_territory_needs_a_closed_border() -> None:
    probe = Probe("(board (square 4))", '(place "Ball1" (sites {1 4})) (place "Ball2" 15)')
    assert probe.number("(size Territory P1 Orthogonal)") == 1
    assert probe.number("(size Territory P2 Orthogonal)") == 0


def test_maps_give_the_key_where_they_know_nothing() -> None:
    probe = Probe('(board (square 3)) (map "Way" {(pair 1 7) (pair 4 0)}) (map {(pair 5 2) (pair P2 8)})', to=4)
    assert probe.number('(mapEntry "Way" 1)') == 7
    assert probe.number("(mapEntry (to))") == 0
    assert probe.number("(mapEntry (+ (to) 1))") == 2
    assert probe.number('(mapEntry "Map" P2)') == 8
    assert probe.number('(mapEntry "Way" Off)') == -1


def test_hands_hold_several() -> None:
    probe = Probe("(board (square 2)) (hand Each)", '(place "Ball" "Hand" count:5)')
    assert probe.number("(handSite Mover)") == 4
    assert probe.number("(handSite P2)") == 5
    assert probe.number("(handSite Neutral)") == -1
    assert probe.number("(count at:(handSite Next))") == 5
    assert probe.number("(count Pieces All)") == 10


def test_stacks_are_read_from_the_top_but_what_from_the_bottom() -> None:
    start = '(place Stack items:{"Ball1" "Ball2" "Ball2"} 3)'
    probe = Probe("(board (square 2))", start)
    for asked, expected in {
        "(who at:3 level:0)": 1,
        "(who at:3)": 2,
        "(what at:3)": 1,
        "(what at:3 level:-1)": 2,
        "(who at:3 level:9)": 0,
        "(topLevel at:3)": 2,
        "(topLevel at:0)": 0,
        "(size Stack at:3)": 3,
        "(count Stack FromTop at:3 stop:(is Mover (who at:(to) level:(level))))": 2,
        "(count Pieces P2)": 2,
        "(count Pieces All)": 6,
    }.items():
        assert probe.number(asked) == expected, asked
    assert probe.sites("(sites Occupied by:P1)") == []
    assert probe.sites("(sites Occupied by:P1 top:False)") == [3]


def test_levels_of_a_stack_can_be_picked() -> None:
    stack = Probe("(board (square 2))", '(place Stack items:{"Ball1" "Ball2" "Ball1" "Ball1"} 2)')
    mine = "if:(is Friend (who at:2 level:(level)))"
    assert stack.sites(f"(forEach Level at:2 {mine})") == [0, 2, 3]
    assert stack.sites(f"(forEach Level at:2 FromBottom {mine} startAt:1)") == [2, 3]
    assert stack.sites(f"(forEach Level at:2 FromTop {mine} startAt:2)") == [0, 2]
    assert stack.sites("(forEach Level at:0)") == []


def test_steps_of_a_rule_go_by_the_directions_of_each_place() -> None:
    rule = "(step (difference Adjacent Diagonal) (to if:True))"
    square = Probe("(board (square 4))", '(place "Ball1" 0)')
    assert square.number(f"(count Steps {rule} 0 15)") == 6
    celtic = Probe("(board (celtic 4))")
    assert celtic.number("(count Steps (step (difference Adjacent Diagonal) (to if:True)) 3 37)") < 100
