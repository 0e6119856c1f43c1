"""Boards on the triangular grid in all shapes."""

from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.generators.hexagonal import (
    diamond_places,
    hexagon_places,
    prism_places,
    shape_places,
    sides_outline,
)
from petteia.board.generators.lists import unit_graph
from petteia.board.geometry import ROOT3, Point
from petteia.board.graph import Graph, require_size
from petteia.board.polygons import Polygon
from petteia.board.sites import SiteType

_BASIS = "Triangular"
_MARGIN = 2


def _point(row: int, column: int) -> Point:
    return column - 0.5 * row, row * (ROOT3 / 2)


def _upright_point(row: int, column: int) -> Point:
    return (ROOT3 / 2) * (column - row), (row + column) * 0.5


def triangles(a: int, b: int | None = None, *, use: SiteType, shape: str | None = None) -> Graph:
    """The graph of `(tri ..)` by its dimensions, which count cells on a board of cells, else vertices."""
    if a < 1 or (b is not None and b < 1):
        raise BoardError(f"the size of a tri board must be positive, not {a if a < 1 else b}")
    require_size(3.0 * max(a, b or 1) * (b or a) * (4 if shape == "Star" else 1))
    if shape == "Limping":
        return triangles_in(sides_outline((a, a + 1), _point), margin=a)
    if shape == "Star":
        return _graph([_point(*place) for place in shape_places("Star", a, a)])
    if use is SiteType.Cell:
        a, b = a + 1, None if b is None else b + 1
    if shape == "Hexagon":
        return _hexagon(a)
    if shape in ("Diamond", "Prism"):
        places = diamond_places(a) if shape == "Diamond" else prism_places(a, b or a)
        return _graph([_upright_point(*place) for place in places])
    if shape in (None, "NoShape"):
        shape = "Triangle"
    return _graph([_point(*place) for place in shape_places(shape, a, b or a)])


def triangles_in(outline: Polygon, *, margin: int = _MARGIN) -> Graph:
    """The grid points inside an outline."""
    grown = outline.grown()
    rows, columns = grown.ranges(margin)
    return _graph([_point(r, c) for r in rows for c in columns if grown.contains(*_point(r, c))])


def triangles_in_sides(sides: Sequence[int]) -> Graph:
    """The grid points inside an outline of sides with these numbers of vertices."""
    return triangles_in(sides_outline(sides, _point))


def _graph(points: Sequence[Point]) -> Graph:
    return unit_graph(points, _BASIS).reorder()


def _hexagon(a: int) -> Graph:
    """A hexagon: horizontal edges, then those up from the lower half, then those down from the upper half.

    Unlike the other shapes it has no basis, and exact coordinates.
    """
    graph = Graph()
    at = {place: graph.add_vertex(*_point(*place)) for place in hexagon_places(a)}
    for (row, column), vertex in at.items():
        if (row, column + 1) in at:
            graph.add_edge(vertex, at[row, column + 1], sort=False)
    for half, step in ((range(a - 1), 1), (range(a, 2 * a - 1), -1)):
        for (row, column), vertex in at.items():
            if row in half:
                for left in (0, 1) if step > 0 else (-1, 0):
                    graph.add_edge(vertex, at[row + step, column + left], sort=False)
    graph.sort_edges()
    return graph.make_faces(False).reorder()
