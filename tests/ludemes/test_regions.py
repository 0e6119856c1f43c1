"""Sets of sites: those the board knows, those the pieces make, those found by looking along lines."""

import pytest

from .probing import Probe

SQUARE = Probe("(board (square 4))", '(place "Ball1" (sites {5 6})) (place "Ball2" (sites {9 15}))', last=5)
HANDS = Probe("(board (square 3)) (hand Each size:2)", '(place "Ball1" (sites {0 9})) (place "Ball2" 4)')


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(sites Board)", list(range(16))),
        ("(sites Top)", [12, 13, 14, 15]),
        ("(sites Corners)", [0, 3, 12, 15]),
        ("(sites Centre)", [5, 6, 9, 10]),
        ("(sites Row 1)", [4, 5, 6, 7]),
        ("(sites Row 9)", []),
        ("(sites Column (column of:(last To)))", [1, 5, 9, 13]),
        ("(sites Phase 1)", [1, 3, 4, 6, 9, 11, 12, 14]),
        ("(sites Side E)", [3, 7, 11, 15]),
        ('(sites {"A1" "C2" "Z9"})', [0, 6]),
        ("(sites {3 Off 7})", [3, 7]),
        ("(union (sites Left) (sites {5}))", [0, 4, 5, 8, 12]),
        ("(difference (sites Left) 4)", [0, 8, 12]),
        ("(difference (sites Left) Off)", [0, 4, 8, 12]),
        ("(intersection (sites Left) (sites Bottom))", [0]),
        ("(expand origin:0 steps:2 Orthogonal)", [0, 1, 2, 4, 5, 8]),
        ("(expand (sites Occupied by:P2))", [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15]),
        ("(expand origin:Off)", []),
        ("(forEach (sites Board) if:(= (row of:(site)) (column of:(site))))", [0, 5, 10, 15]),
        ("(forEach (sites Board) if:(is Enemy (who at:(site))))", [9, 15]),
        ("(forEach of:(sites Occupied by:P1) (sites Around (site) Orthogonal))", [1, 2, 4, 5, 6, 7, 9, 10]),
        ("(if (is Full) (sites Board) (sites {1}))", [1]),
    ],
)
def test_sets_of_the_board(asked: str, expected: list[int]) -> None:
    assert SQUARE.sites(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(sites Empty)", [0, 1, 2, 3, 4, 7, 8, 10, 11, 12, 13, 14]),
        ("(sites Occupied by:Mover)", [5, 6]),
        ("(sites Occupied by:Enemy)", [9, 15]),
        ("(sites Occupied by:All)", [5, 6, 9, 15]),
        ('(sites Occupied by:Next component:"Ball")', [9, 15]),
        ('(sites Occupied by:Mover component:"Cube")', []),
        ("(sites Around 5 Orthogonal)", [1, 4, 6, 9]),
        ("(sites Around 5 Empty Orthogonal)", [1, 4]),
        ("(sites Around 5 Own)", [6]),
        ("(sites Around 5 Enemy)", [9]),
        ("(sites Around 5 distance:2)", [7, 13, 15]),
        ("(sites Around 5 distance:(- (count Pieces P1) 0))", [7, 13, 15]),
        ("(sites Around 5 Empty distance:(count Pieces P1))", [7, 13]),
        ("(sites Around 5 distance:(count Pieces P1) if:(< 7 (+ (to) (- 5 (from)))))", [13, 15]),
        ("(sites Around 5 distance:(* 9 (count Pieces P1)))", []),
        ("(sites Around 5 distance:(- 0 (count Pieces P1)))", []),
        ("(sites Around (- 0 (count Pieces P1)) distance:(count Pieces P1))", []),
        ("(sites Around (sites {0 15}) distance:(count Pieces P1) Orthogonal)", [2, 7, 8, 13]),
        ("(sites Around 0 Orthogonal includeSelf:True)", [0, 1, 4]),
        ("(sites Around Off)", []),
        ("(sites Around (sites {0 15}) Orthogonal if:(= (to) (+ (from) 1)))", [1]),
        ("(sites Direction from:5 E)", [6, 7]),
        ("(sites Direction from:5 N included:True stop:(is Occupied (to)) stopIncluded:True)", [5, 9]),
        ("(sites Direction from:5 N stop:(is Occupied (to)))", []),
        ("(sites Direction from:0 N distance:2)", [4, 8]),
        ("(sites LineOfSight Piece at:4 E)", [5]),
        ("(sites LineOfSight Empty at:0 All)", [1, 2, 3, 4, 8, 12]),
        ("(sites LineOfSight Farthest at:0 Orthogonal)", [3, 12]),
        ("(sites Between from:4 to:7)", [5, 6]),
        ("(sites Between from:4 fromIncluded:True to:7 cond:(is Enemy (who at:(between))))", [4]),
        ("(sites Between from:4 to:13)", []),
        ("(sites Group at:5 Orthogonal)", [5, 6]),
        ("(sites Group at:5 if:(is Occupied (to)))", [5, 6, 9]),
        ("(sites Group at:Off)", []),
        ("(sites Distance from:0 (exact 3))", [3, 7, 11, 12, 13, 14, 15]),
        ("(sites To (move Add (to (sites Row 0))))", [0, 1, 2, 3]),
        ('(sites Start (piece "Ball2"))', [9, 15]),
    ],
)
def test_sets_of_the_position(asked: str, expected: list[int]) -> None:
    assert SQUARE.sites(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(sites Empty)", [1, 2, 3, 5, 6, 7, 8]),
        ("(sites Empty 1)", [10]),
        ("(sites Hand Mover)", [9, 10]),
        ("(sites Hand P2)", [11, 12]),
        ("(sites Hand Neutral)", []),
        ("(sites Occupied by:P1)", [0, 9]),
        ('(sites Occupied by:P1 container:"Board")', [0]),
        ('(sites Occupied by:P1 container:"Hand")', [9]),
    ],
)
def test_hands_are_containers_apart(asked: str, expected: list[int]) -> None:
    assert HANDS.sites(asked) == expected


def test_hands_of_a_vertex_board_are_cells() -> None:
    probe = Probe("(board (square 3) use:Vertex) (hand Each)", '(place "Ball1" (sites {0 9}))')
    assert probe.sites("(sites Occupied by:P1)") == [0]
    assert probe.number("(who at:9)") == 0
    assert probe.number("(who Cell at:9)") == 1
    assert probe.number("(what at:9)") == 1


def test_regions_of_the_equipment() -> None:
    regions = '(regions "Home" P1 {(sites Bottom) (sites {8})}) (regions P2 (sites Top)) (regions "Pond" {4 5})'
    probe = Probe(f"(board (square 3)) {regions}")
    assert probe.sites('(sites "Home")') == [0, 1, 2, 8]
    assert probe.sites('(sites Mover "Hom")') == [0, 1, 2, 8]
    assert probe.sites("(sites P2)") == [6, 7, 8]
    assert probe.sites('(sites "Pond")') == [4, 5]
    assert probe.sites('(sites P2 "Home")') == []


def test_tracks() -> None:
    track = '(track "Way" {0 1 2 5 8 7 6 3} loop:True) (track "Short" "0,E,N" P2)'
    probe = Probe(f"(board (square 3) {{ {track} }})", mover=2)
    assert probe.sites('(sites Track "Way" from:2 to:7)') == [2, 5, 7, 8]
    assert probe.sites('(sites Track "Way" from:6 to:1)') == [0, 1, 3, 6]
    assert probe.sites('(sites Track "Short")') == [0, 1, 2, 5, 8]
    assert probe.number('(trackSite Move from:3 "Way" steps:2)') == 1
    assert probe.number("(trackSite Move from:2 P2 steps:2)") == 8
    assert probe.number("(trackSite Move from:2 P2 steps:3)") == -1
    assert probe.number("(trackSite EndSite P2)") == 3
    assert probe.number('(trackSite EndSite P2 "Short")') == 8
    assert probe.number('(trackSite FirstSite P2 "Short" from:1 if:(= 0 (% (to) 4)))') == 8


def test_random_sites_are_different_and_as_many_as_wanted() -> None:
    asked = [SQUARE.sites(f"(sites Random (sites Bottom) num:{k})") for k in (1, 3, 9)]
    assert [len(found) for found in asked] == [1, 3, 4]
    assert all(set(found) <= {0, 1, 2, 3} for found in asked)


def test_numbers_beyond_the_sites_are_listed_but_no_sites() -> None:
    """They can be asked for, and nothing can be done on them."""
    board = Probe("(board (square 2))")
    assert board.sites("(sites {1 3 4 70})") == [1, 3]
    assert board.holds("(is In 70 (sites {1 3 4 70}))")
    assert not board.holds("(is In (- 0 1) (sites {1 3 4 70}))")
    assert board.holds("(is In {3 4} (sites {1 3 4 70}))")
    assert not board.holds("(is In {3 5} (sites {1 3 4 70}))")
    assert board.number("(max (array (sites {70 1})))") == 70
    kept = Probe("(board (square 2))", "(set RememberValue (sites {70 1}))")
    assert kept.number("(arrayValue (values Remembered) index:1)") == 70
