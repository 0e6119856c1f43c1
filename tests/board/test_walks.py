"""Relative walks on grids of every kind."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petteia.board import OFF_BOARD, Board, Direction, SiteType, Walker, generators

KNIGHT = [0, 0, Fraction(1, 4)]


def walker(board: Board) -> Walker:
    return board.sites().walker


@pytest.fixture(scope="module")
def five() -> Walker:
    return walker(Board(generators.square(5, SiteType.Cell)))


def test_sides_are_clockwise_with_gaps_at_the_rim(five: Walker) -> None:
    assert five.sides(12) == (17, 13, 7, 11)
    assert five.sides(0) == (5, 1, OFF_BOARD, OFF_BOARD)


def test_knight_moves_on_squares(five: Walker) -> None:
    right = [five.destinations(12, facing, KNIGHT) for facing in range(4)]
    assert right == [(23,), (9,), (1,), (15,)]
    left = [five.destinations(12, facing, [0, 0, -0.25]) for facing in range(4)]
    assert left == [(21,), (19,), (3,), (5,)]


def test_vertices_walk_like_cells() -> None:
    vertices = walker(Board(generators.square(5, SiteType.Vertex), SiteType.Vertex))
    cells = walker(Board(generators.square(5, SiteType.Cell)))
    for site in range(25):
        assert vertices.sides(site) == cells.sides(site)
        assert vertices.destinations(site, 0, KNIGHT) == cells.destinations(site, 0, KNIGHT)


def test_a_half_turn_goes_back(five: Walker) -> None:
    assert five.destinations(12, 1, [0, Fraction(1, 2)]) == (12,)


def test_leaving_the_board_is_final(five: Walker) -> None:
    assert five.destinations(4, 1, [0]) == (OFF_BOARD,)
    assert five.destinations(4, 1, [0, Fraction(1, 2)]) == (OFF_BOARD,)
    assert five.destinations(4, 1, []) == (4,)


def test_straight_on_in_a_triangle_splits() -> None:
    board = Board(generators.triangles(4, use=SiteType.Cell))
    sites, walks = board.cells, board.cells.walker
    start = next(site for site in range(sites.count) if len(sites.related(Direction.Orthogonal, site)) == 3)
    (first,) = walks.destinations(start, 0, [0])
    beyond = set(sites.related(Direction.Orthogonal, first)) - {start}
    assert set(walks.destinations(start, 0, [0, 0])) - {OFF_BOARD} == beyond
    one = walks.destinations(start, 0, [0, Fraction(1, 4)])
    other = walks.destinations(start, 0, [0, Fraction(-1, 3)])
    assert len(one) == len(other) == 1
    assert one != other
    assert set(one + other) - {OFF_BOARD} == beyond


def test_a_quarter_turn_in_a_hexagon_is_ambiguous() -> None:
    walks = walker(Board(generators.hexes(4)))
    assert len(walks.destinations(18, 0, [0])) == 1
    assert len(walks.destinations(18, 0, [0, Fraction(1, 6)])) == 1
    assert len(walks.destinations(18, 0, [0, Fraction(1, 4)])) == 2


def test_a_knight_splits_on_a_mixed_tiling() -> None:
    board = Board(generators.tiling("T3464", 3))
    centre = board.cells.centre[0]
    ends = {board.cells.walker.destinations(centre, facing, KNIGHT) for facing in range(6)}
    assert any(len(one) > 1 for one in ends)


def test_morris_corners_keep_their_empty_sides() -> None:
    board = Board(generators.concentric(4, 3, SiteType.Vertex), SiteType.Vertex)
    walks = walker(board)
    for site in range(board.sites().count):
        sides = walks.sides(site)
        assert len(sides) == 4
        assert {s for s in sides if s != OFF_BOARD} == set(board.sites().related(Direction.Orthogonal, site))


mixed = st.sampled_from(
    [
        Board(generators.square(4, SiteType.Cell)),
        Board(generators.hexes(3)),
        Board(generators.triangles(3, use=SiteType.Cell)),
        Board(generators.tiling("T33434", 2), SiteType.Vertex),
        Board(generators.square(3, SiteType.Edge), SiteType.Edge),
    ]
)


@given(mixed, st.data())
@settings(max_examples=60, deadline=None)
def test_one_step_and_back(board: Board, data: st.DataObject) -> None:
    site = data.draw(st.integers(0, board.sites().count - 1))
    walks = walker(board)
    for facing, neighbour in enumerate(walks.sides(site)):
        assert walks.destinations(site, facing, [0]) == (neighbour,)
        if neighbour != OFF_BOARD and len(walks.sides(neighbour)) % 2 == 0:
            assert walks.destinations(site, facing, [0, Fraction(1, 2)]) == (site,)
