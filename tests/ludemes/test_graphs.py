"""Edges as a graph: paths, cycles, crossings, and the edge between two vertices."""

import pytest

import petteia as pt

from .probing import Probe

# edges of a square of two by two cells: 0 1 along the bottom, 2 3 4 upwards, 5 6 in the middle, 7 8 9, 10 11 on top
GRID = "(board (square 3) use:Edge)"


def joined(edges: str, last: int) -> Probe:
    """The first player holds some edges, the last of them just now."""
    return Probe(GRID, f'(place "Ball1" {edges})', last=last)


@pytest.mark.parametrize(
    ("edges", "last", "asked", "expected"),
    [
        ("{0 1 4}", 1, "(is Path Edge Mover length:(exact 3))", True),
        ("{0 1 4}", 0, "(is Path Edge Mover length:(exact 3))", True),
        ("{0 1 4}", 1, "(is Path Edge Mover length:(exact 2))", False),
        ("{0 1 3}", 1, "(is Path Edge Mover length:(exact 3))", False),
        ("{0 1 4 11}", 1, "(is Path Edge Mover length:(exact 3))", True),
        ("{0 2 3 5}", 0, "(is Path Edge Mover length:(exact 4))", False),
        ("{0 2 3 5}", 0, "(is Path Edge Mover length:(exact 4) closed:True)", True),
        ("{0 2 3 5 1}", 1, "(is Path Edge Mover length:(exact 4) closed:True)", False),
        ("{0 2 3 5 1}", 0, "(is Path Edge Mover length:(max 6) closed:True)", True),
        ("{0 1 2 3 4 5 6}", 0, "(is Path Edge Mover length:(exact 4) closed:True)", True),
        ("{0 1 2 4 5 6}", 0, "(is Path Edge Mover length:(exact 6) closed:True)", True),
        ("{0 1 2 4 5}", 0, "(is Path Edge Mover length:(max 9) closed:True)", False),
    ],
)
def test_paths_of_edges(edges: str, last: int, asked: str, expected: bool) -> None:
    assert joined(edges, last).holds(asked) is expected


@pytest.mark.parametrize(
    ("held", "asked", "expected"),
    [
        ("{0 1 2}", "(is Path Vertex Mover length:(exact 3))", True),
        ("{0 1 2 4}", "(is Path Vertex Mover length:(exact 4))", False),
        ("{0 1 3 4}", "(is Path Vertex Mover length:(exact 4))", False),
        ("{1 8}", "(is Path Vertex Mover length:(exact 1))", True),
        ("{0 1 2 5}", "(is Path Vertex Mover length:(range 1 2))", True),
    ],
)
def test_paths_of_vertices(held: str, asked: str, expected: bool) -> None:
    probe = Probe("(board (square 3) use:Vertex)", f'(place "Ball1" {held})', last=1)
    assert probe.holds(asked) is expected


def test_edges_cross_and_join() -> None:
    cross = Probe(
        "(board (graph vertices:{{0 0} {2 0} {0 2} {2 2}} edges:{{0 3} {1 2} {0 1}}) use:Edge)",
        '(place "Ball2" 1)',
    )
    assert cross.sites("(sites Crossing at:0 All)") == [1]
    assert cross.sites("(sites Crossing at:0 P1)") == []
    assert cross.holds("(is Crossing 0 1)")
    assert not cross.holds("(is Crossing 0 2)")
    assert [cross.number(f"(edge {a} {b})") for a, b in ((0, 3), (2, 1), (2, 3), (0, 0))] == [0, 1, -1, -1]


_CROSSING = """(board (graph vertices:{ {0 0} {4 4} {0 4} {4 0} {2 2} {2 5} {0 2} {2 0} }
    edges:{ {0 1} {2 3} {4 5} {6 7} {0 3} }) use:Edge)"""


def test_edges_that_touch_do_not_cross() -> None:
    """Edge 2 ends where 0 and 1 cross; edge 4 shares ends with them; edge 3 crosses 0 between the ends of both."""
    start = '(place "Ball1" {1 2}) (place "Ball2" {3 4})'
    probe = Probe(_CROSSING, start)
    assert probe.sites("(sites Crossing at:0 All)") == [1, 3]
    assert probe.sites("(sites Crossing at:0 P1)") == [1]
    assert probe.sites("(sites Crossing at:2 All)") == []
    assert probe.sites("(sites Crossing at:-1 All)") == []


def test_neutral_pieces_cross_for_all() -> None:
    probe = Probe(_CROSSING, '(place "Ball0" {1})', pieces='(piece "Ball" Neutral) (piece "Disc" Each)')
    assert probe.sites("(sites Crossing at:0 All)") == [1]


def test_a_hole_with_a_point_that_is_none_takes_nothing_away() -> None:
    """compat: the whole polygon is as good as empty."""
    text = """(game "Hole" (players 1)
        (equipment {{ (board (hole (square 4) (poly {{ {{0 0}} {point} {{2 2}} {{2 0}} }}))) }})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
    whole = pt.load(text.format(point="{1}"), backend="interpreter").start()
    holed = pt.load(text.format(point="{0 2}"), backend="interpreter").start()
    assert (len(whole.legal_moves()), len(holed.legal_moves())) == (16, 12)
