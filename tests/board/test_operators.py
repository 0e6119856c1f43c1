"""Operators on graphs."""

import math

import pytest

from petteia.board import Board, BoardError, Graph, SiteType, generators, operators
from petteia.board.polygons import polygon

CELL, VERTEX = SiteType.Cell, SiteType.Vertex
MIDDLE = polygon([[0.9, 0.9], [0.9, 3.1], [3.1, 3.1], [3.1, 0.9]])


def sizes(graph: Graph) -> tuple[int, int, int]:
    return len(graph.vertices), len(graph.edges), len(graph.faces)


def points(graph: Graph) -> list[tuple[float, float]]:
    return [(round(v.x, 6), round(v.y, 6)) for v in graph.vertices]


def test_moving_keeps_numbers() -> None:
    graph = operators.shift(generators.square(2, VERTEX), 1.5, -1)
    assert points(graph) == [(1.5, -1), (2.5, -1), (1.5, 0), (2.5, 0)]
    assert (graph.faces[0].x, graph.faces[0].y) == (2.0, -0.5)
    assert points(operators.scale(graph, 2, 3)) == [(3, -3), (5, -3), (3, 0), (5, 0)]
    assert points(operators.rotate(generators.square(2, VERTEX), 90)) == [(1, 0), (1, 1), (0, 0), (0, 1)]
    assert points(operators.skew(generators.square(2, VERTEX), 0.5)) == [(0, 0), (1, 0), (0.5, 1), (1.5, 1)]


def test_renumbering_after_a_rotation() -> None:
    graph = operators.renumber(operators.rotate(generators.square(3, CELL), 90))
    assert [(round(f.x, 6), round(f.y, 6)) for f in graph.faces][:2] == [(0.5, 0.5), (1.5, 0.5)]
    turned = operators.rotate(generators.square(3, CELL), 90)
    assert points(operators.renumber(turned, [CELL])) == points(operators.rotate(generators.square(3, CELL), 90))


def test_merging_joins_what_a_union_leaves_apart() -> None:
    def two() -> list[Graph]:
        return [generators.square(2, CELL), operators.shift(generators.square(2, CELL), 2, 0)]

    assert sizes(operators.merge(two())) == (15, 22, 8)
    assert sizes(operators.union(two())) == (18, 24, 8)


def test_connecting_near_vertices() -> None:
    rows = [generators.rectangle(1, 3, VERTEX), operators.shift(generators.rectangle(1, 3, VERTEX), 0, 1)]
    assert sizes(operators.union(rows, connect=True)) == (6, 7, 2)


def test_removing() -> None:
    assert sizes(operators.remove(generators.square(3, CELL), cells=[0])) == (16, 22, 8)
    assert sizes(operators.remove(generators.square(3, CELL), cells=[0], trim_edges=False)) == (16, 24, 8)
    assert sizes(operators.remove(generators.square(3, CELL), vertices=[0])) == (15, 22, 8)
    assert sizes(operators.remove(generators.square(3, CELL), edges=[[5, 6], [0, 15], [0, 99]])) == (16, 23, 7)
    assert sizes(operators.remove(generators.square(3, CELL), vertices=[[0, 0]])) == (15, 22, 8)
    by_corners = operators.remove(generators.square(3, CELL), cells=[[[0, 0], [0, 1], [1, 1], [1, 0]]])
    assert sizes(by_corners) == (16, 22, 8)
    assert sizes(operators.remove_inside(generators.square(4, CELL), MIDDLE)) == (16, 16, 0)


def test_cutting_with_polygons() -> None:
    assert sizes(operators.keep(generators.square(4, CELL), MIDDLE)) == (9, 12, 4)
    assert sizes(operators.clip(generators.square(4, CELL), MIDDLE)) == (16, 16, 1)
    assert sizes(operators.hole(generators.square(4, CELL), MIDDLE)) == (25, 36, 12)


def test_intersection() -> None:
    one, other = generators.square(4, CELL), operators.shift(generators.square(4, CELL), 1, 1)
    assert sizes(operators.intersect([one, other])) == (16, 24, 9)
    with pytest.raises(BoardError):
        operators.intersect([])


def test_dual_and_subdivision() -> None:
    assert sizes(operators.dual(generators.square(3, CELL))) == (9, 12, 4)
    assert sizes(operators.subdivide(generators.square(2, CELL), CELL)) == (13, 28, 16)
    assert sizes(operators.subdivide(generators.square(2, CELL), CELL, least=5)) == (9, 12, 4)


def test_adding() -> None:
    graph = operators.add(generators.square(2, VERTEX), vertices=[[3, 0], [0, 0]], edges=[[[1, 0], [3, 0]]])
    assert sizes(graph) == (5, 5, 1)
    assert sizes(operators.add(generators.square(2, VERTEX), edges=[[0, 3], [0, 9]])) == (4, 5, 1)
    cell = [[[2, 0], [2, 1], [3, 1]]]
    assert sizes(operators.add(generators.square(2, VERTEX), cells=cell)) == (7, 7, 2)
    curved = operators.add(vertices=[[0, 0]], curved=[[[0, 0], [1, 0], [0, 1], [0, 1]]])
    assert curved.edges[0].tangents == ((0, 1), (0, 1))
    with pytest.raises(BoardError):
        operators.add(curved=[[[0, 0], [1, 0]]])


def test_complete_graphs_and_size() -> None:
    assert sizes(operators.complete(generators.square(3, VERTEX)))[1] == 9 * 8 // 2
    with pytest.raises(BoardError, match="at most"):
        operators.complete(generators.square(40, VERTEX))


def test_crossings_become_vertices() -> None:
    star = operators.split_crossings(generators.regular(5, VERTEX, star=True))
    assert sizes(star) == (10, 15, 6)
    through = generators.custom([[0, 0], [2, 0], [1, 0]], [[0, 1]])
    assert sizes(operators.split_crossings(through)) == (3, 2, 0)


def test_trimming_loose_ends() -> None:
    graph = operators.add(generators.square(2, VERTEX), edges=[[[1, 1], [2, 2]]], vertices=[[5, 5]])
    assert sizes(operators.trim(graph)) == (4, 4, 1)


def test_layers_are_joined_upright() -> None:
    graph = operators.layers(generators.square(2, VERTEX), 3)
    assert sizes(graph) == (12, 3 * 4 + 2 * 4, 3)
    assert sorted({v.z for v in graph.vertices}) == [0, 1, 2]
    with pytest.raises(BoardError, match="at most"):
        operators.layers(generators.square(2, VERTEX), 10**7)


def test_faces_are_found_again() -> None:
    graph = generators.square(2, CELL)
    graph.clear_faces()
    assert sizes(operators.make_faces(graph))[2] == 4


def test_isolated_vertices_stay_on_the_board() -> None:
    board = Board(operators.remove(generators.square(2, CELL), cells=[0]))
    assert board.vertices.count == 9
    assert board.cells.count == 3


def test_scaling_does_not_change_relations() -> None:
    plain = Board(generators.hexes(3)).cells
    wide = Board(operators.scale(generators.hexes(3), math.pi)).cells
    assert [plain.step(d, 9) for d in plain.steps] == [wide.step(d, 9) for d in plain.steps]
