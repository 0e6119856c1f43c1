"""Graphs of the generators: sizes that follow from counting, and what is refused."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petteia.board import Board, BoardError, Graph, SiteType, containers, generators
from petteia.board.polygons import polygon

CELL, VERTEX, EDGE = SiteType.Cell, SiteType.Vertex, SiteType.Edge


def sizes(graph: Graph) -> tuple[int, int, int]:
    """Numbers of vertices, edges and faces."""
    return len(graph.vertices), len(graph.edges), len(graph.faces)


@given(st.integers(1, 9), st.integers(1, 9))
@settings(max_examples=20, deadline=None)
def test_rectangles(rows: int, columns: int) -> None:
    vertices, edges, faces = sizes(generators.rectangle(rows, columns, CELL))
    assert (vertices, faces) == ((rows + 1) * (columns + 1), rows * columns)
    assert vertices - edges + faces == 1
    assert sizes(generators.rectangle(rows, columns, VERTEX))[0] == rows * columns


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_hexagons(n: int) -> None:
    vertices, edges, faces = sizes(generators.hexes(n))
    assert faces == 3 * n * (n - 1) + 1
    assert vertices == 6 * n * n
    assert vertices - edges + faces == 1
    assert sizes(generators.triangles(n, use=VERTEX, shape="Hexagon"))[0] == 3 * n * (n - 1) + 1


@pytest.mark.parametrize("n", [1, 2, 4])
def test_triangles(n: int) -> None:
    assert sizes(generators.triangles(n, use=CELL))[2] == n * n
    assert sizes(generators.triangles(n + 1, use=VERTEX))[0] == (n + 1) * (n + 2) // 2
    assert sizes(generators.hexes(n, shape="Triangle"))[2] == n * (n + 1) // 2
    assert sizes(generators.hexes(n, shape="Diamond"))[2] == n * n


def test_numbers_run_by_row_and_column() -> None:
    for graph in (generators.square(4, CELL), generators.hexes(3), generators.tiling("T3464", 2)):
        for elements in (graph.vertices, graph.edges, graph.faces):
            keys = [100 * one.y + one.x for one in elements]
            assert keys == sorted(keys)
            assert [one.id for one in elements] == list(range(len(elements)))


def test_drawn_diagonals_cut_squares() -> None:
    assert sizes(generators.square(3, VERTEX, diagonals="Alternating")) == (9, 16, 8)
    assert sizes(generators.square(3, VERTEX, diagonals="Solid")) == (13, 28, 16)


def test_a_pyramid_of_four_layers_has_thirty_balls() -> None:
    assert sizes(generators.square(4, VERTEX, pyramidal=True))[0] == 16 + 9 + 4 + 1


def test_morris_boards() -> None:
    assert sizes(generators.concentric(4, 3, VERTEX)) == (24, 3 * 8 + 2 * 4, 0)
    assert sizes(generators.concentric(4, 3, VERTEX, join_corners=True))[1] == 3 * 8 + 2 * 8


def test_circles_have_the_given_numbers_of_sites() -> None:
    assert sizes(generators.circles([1, 8], VERTEX)) == (9, 16, 0)
    assert sizes(generators.circles([0, 0, 0, 8, 8], CELL))[2] == 2 * 8 + 1  # and the face in the middle


def test_wedges_spirals_and_polygons() -> None:
    assert sizes(generators.wedge(3)) == (7, 3 + 3 * 2 + 1, 0)
    spiral = generators.spiral(4, 40)
    assert sizes(spiral) == (40, 39, 0)
    assert all(v.pivot is spiral.vertices[0] for v in spiral.vertices)
    assert sizes(generators.regular(7, CELL)) == (7, 7, 1)


def test_bricks_have_six_corners() -> None:
    wall = generators.brick(3, 4)
    assert sizes(wall)[2] == 5 + 4 + 5
    assert {len(face.vertices) for face in wall.faces} == {6}
    spiral = generators.brick(3, shape="Spiral")
    assert sizes(spiral)[2] == 1 + 4 + 8
    assert sum(len(face.vertices) == 4 for face in spiral.faces) == 1


def test_celtic_knots_close_their_rim() -> None:
    knot = generators.celtic(2)
    assert any(edge.tangents is not None for edge in knot.edges)
    assert sizes(knot)[2] > 5


def test_mancala_boards_number_the_left_store_first() -> None:
    board = containers.mancala(2, 6)
    assert board.vertices.count == 14
    assert board.vertices.xy[0][0] < 0 < board.vertices.xy[1][0] + 1
    assert board.vertices.xy[1:7] == tuple((float(x), 0.0) for x in range(6))
    assert containers.mancala(4, 8, store="None").vertices.count == 32


REFUSED: list[Callable[[], object]] = [
    lambda: generators.square(10**6, CELL),
    lambda: generators.rectangle(1, 10**9, VERTEX),
    lambda: generators.square(10**5, CELL, shape="Diamond"),
    lambda: generators.square(200, VERTEX, pyramidal=True),
    lambda: generators.hexes(10**6),
    lambda: generators.hexes(10**5, shape="Star"),
    lambda: generators.hexes(3, 10**7),
    lambda: generators.hexes_in_sides([10**6, 10**6]),
    lambda: generators.triangles(10**6, use=CELL),
    lambda: generators.tiling("T4612", 10**5),
    lambda: generators.concentric(10**6, 10**6, VERTEX),
    lambda: generators.circles([10**9], VERTEX),
    lambda: generators.circles([10**6] * 50, CELL),
    lambda: generators.target(10**7, CELL),
    lambda: generators.spiral(10**9, 5),
    lambda: generators.spiral(4, 10**9),
    lambda: generators.wedge(10**6, 10**6),
    lambda: generators.regular(10**8, CELL),
    lambda: generators.quadhex(10**5),
    lambda: generators.celtic(10**6),
    lambda: generators.brick(10**6),
    lambda: generators.repeat(10**6, 10**6, [[1, 0], [0, 1]], [polygon([[0, 0], [0, 1], [1, 0]])]),
    lambda: generators.square_in(polygon([[0, 0], [0, 1e7], [1e7, 0]])),
    lambda: polygon([[0, 0], [0, 1], [1, 0]], 10**9),
    lambda: containers.boardless("Square", 10**6),
    lambda: containers.mancala(2, 10**8),
]


@pytest.mark.parametrize("make", REFUSED)
def test_absurd_sizes_are_refused_at_once(make: Callable[[], object]) -> None:
    started = time.process_time()
    with pytest.raises(BoardError, match="at most"):
        make()
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    "make",
    [
        lambda: generators.rectangle(-1, 3, VERTEX),
        lambda: generators.hexes(0),
        lambda: generators.triangles(2, -1, use=CELL),
        lambda: generators.tiling("T9", 2),
        lambda: generators.circles([], CELL),
        lambda: generators.wedge(3, 1),
        lambda: generators.spiral(0, 40),
        lambda: generators.custom([[0, 0], [1, 0]], [[0, 5]]),
        lambda: generators.hexes(3, shape="Wheel"),
        lambda: polygon([[0, 0], [1, 1]]),
        lambda: containers.mancala(7, 3),
    ],
)
def test_impossible_boards_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(BoardError):
        make()


def test_a_board_of_ordinary_size_is_quick() -> None:
    started = time.process_time()
    sites = Board(generators.square(19, VERTEX), VERTEX).sites()
    assert sites.labels[-1] == "S19"
    assert len(sites.steps) > 10
    assert time.process_time() - started < 0.3  # measured: 0.04


def test_ends_on_the_bound_of_a_direction_fall_as_the_arithmetic_says() -> None:
    """On a circle of 24 one end of edge 8 lies on a bound, seen from its midpoint, and the other just before one."""
    graph = generators.circles([24], VERTEX)
    assert (graph.vertices[9].x, graph.vertices[9].y) == (-3.6895648779366876, -0.9886159294653694)


def test_bricks_that_stick_out_are_halved() -> None:
    """Rows of a trimmed wall begin and end in line: six half bricks more than whole ones would be."""
    whole, trimmed = generators.brick(3, 2), generators.brick(3, 2, trim=True)
    assert len(whole.faces) == len(trimmed.faces) == 8
    assert {min(v.x for v in trimmed.vertices), max(v.x for v in trimmed.vertices)} == {1.0, 5.0}
    assert sum(len(face.vertices) == 4 for face in trimmed.faces) == 4
