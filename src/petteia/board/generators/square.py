"""Boards on the square grid: squares, rectangles, diamonds, custom outlines, pyramids, drawn diagonals."""

import math
from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.generators.lists import unit_graph
from petteia.board.graph import Graph, Vertex, require_size
from petteia.board.polygons import Polygon, polygon_of_sides
from petteia.board.sites import SiteType

_BASIS = "Square"
_SIDE_STEPS = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))

_PYRAMID_SLACK = 0.05


def square(
    dim: int, use: SiteType, *, shape: str | None = None, diagonals: str | None = None, pyramidal: bool = False
) -> Graph:
    """The graph of `(square ..)` by its dimension."""
    if shape == "Diamond":
        return _diamond(dim, diagonals)
    if shape == "Limping":
        return rectangle(dim, dim + 1, use, diagonals=diagonals, pyramidal=pyramidal)
    return rectangle(dim, dim, use, diagonals=diagonals, pyramidal=pyramidal)


def rectangle(
    rows: int, columns: int, use: SiteType, *, diagonals: str | None = None, pyramidal: bool = False
) -> Graph:
    """The graph of rows by columns cells on a board of cells, of vertices on any other."""
    if use is SiteType.Cell:
        rows, columns = rows + 1, columns + 1
    if rows < 1 or columns < 1:
        raise BoardError(f"a board of {rows} by {columns} vertices is empty")
    require_size(rows * columns * (rows / 3 if pyramidal else 1))
    graph = Graph(_BASIS)
    for row in range(rows):
        for column in range(columns):
            graph.add_vertex(float(column), float(row), basis=_BASIS)
    for row in range(rows):
        for column in range(columns):
            vertex = graph.vertices[row * columns + column]
            if row + 1 < rows:
                graph.add_edge(vertex, graph.vertices[vertex.id + columns], sort=False)
            if column + 1 < columns:
                graph.add_edge(vertex, graph.vertices[vertex.id + 1], sort=False)
    if pyramidal:
        _add_pyramid(graph, rows, columns)
    graph.sort_edges()
    _add_diagonals(graph, diagonals, range(rows + 1), range(columns + 1))
    return graph.make_faces(False).reorder()


def _add_pyramid(graph: Graph, rows: int, columns: int) -> None:
    """Layers of balls, each in the hollows of the one below."""
    for layer in range(1, rows):
        offset = layer * 0.5
        for row in range(rows - layer):
            for column in range(columns - layer):
                graph.add_vertex(offset + column, offset + row, layer / math.sqrt(2), basis=_BASIS)
    buckets: dict[tuple[int, int, int], list[Vertex]] = {}
    for v in graph.vertices:
        buckets.setdefault((int(v.x // 1.1), int(v.y // 1.1), int(v.z // 1.1)), []).append(v)
    around = [(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)]
    for v in graph.vertices:
        cx, cy, cz = int(v.x // 1.1), int(v.y // 1.1), int(v.z // 1.1)
        close = [w for i, j, k in around for w in buckets.get((cx + i, cy + j, cz + k), ())]
        for w in sorted(close, key=lambda w: w.id):
            dx, dy, dz = w.x - v.x, w.y - v.y, w.z - v.z
            if w is not v and abs(math.sqrt(dx * dx + dy * dy + dz * dz) - 1) < _PYRAMID_SLACK:
                graph.edge_between(v, w, sort=False)


def _diamond(dim: int, diagonals: str | None) -> Graph:
    require_size(2.0 * dim * dim)
    size = range(2 * dim)
    points = [
        (float(c), float(r))
        for r in size
        for c in size
        if r + c >= dim - 1 and c - r <= dim and r - c <= dim and r + c < 3 * dim
    ]
    graph = unit_graph(points, _BASIS)
    _add_diagonals(graph, diagonals, range(2 * dim + 1), range(2 * dim + 1))
    return graph.make_faces(False).reorder()


def square_in(outline: Polygon, *, diagonals: str | None = None) -> Graph:
    """The grid points inside an outline."""
    grown = outline.grown()
    rows, columns = grown.ranges(2)
    points = [(float(c), float(r)) for r in rows for c in columns if grown.contains(c, r)]
    graph = unit_graph(points, _BASIS)
    _add_diagonals(graph, diagonals, rows, columns)
    return graph.make_faces(False).reorder()


def square_in_sides(sides: Sequence[int], *, diagonals: str | None = None) -> Graph:
    """The grid points inside an outline of sides of these lengths."""
    return square_in(polygon_of_sides(sides, _SIDE_STEPS), diagonals=diagonals)


def _add_diagonals(graph: Graph, kind: str | None, rows: range, columns: range) -> None:
    if kind is None or kind == "Implied":
        return
    if kind == "Radiating":
        _add_radiating(graph, rows, columns)
        return
    middle_row, middle_column = (rows[0] + rows[-1]) // 2, (columns[0] + columns[-1]) // 2
    for r in rows:
        for c in columns:
            a, b = graph.find_vertex(c, r), graph.find_vertex(c, r + 1)
            d, e = graph.find_vertex(c + 1, r + 1), graph.find_vertex(c + 1, r)
            if a is None or b is None or d is None or e is None:
                continue
            if kind == "Solid":
                centre = graph.vertex_at(c + 0.5, r + 0.5, basis=_BASIS)
                for corner in (a, b, d, e):
                    graph.edge_between(corner, centre)
            elif kind == "SolidNoSplit":
                graph.edge_between(a, d)
                graph.edge_between(b, e)
            elif kind == "Alternating":
                graph.edge_between(*((a, d) if (r + c) % 2 == 0 else (b, e)))
            elif (r < middle_row and c < middle_column) or (r >= middle_row and c >= middle_column):
                graph.edge_between(b, e)
            else:
                graph.edge_between(a, d)


def _add_radiating(graph: Graph, rows: range, columns: range) -> None:
    """Diagonals outward from the middle; compat: the middle row is taken as x, the middle column as y."""
    x, y = (rows[0] + rows[-1]) // 2, (columns[0] + columns[-1]) // 2
    for n in range(max(rows[-1] // 2, columns[-1] // 2) + 1):
        for dx, dy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            start = graph.find_vertex(x + n * dx, y + n * dy)
            end = graph.find_vertex(x + (n + 1) * dx, y + (n + 1) * dy)
            if start is not None and end is not None:
                graph.edge_between(start, end)
