"""Boards from repeated pieces: polygons on a lattice, lists of points, quadrilaterals in a hexagon, bricks."""

import itertools
import math
from collections.abc import Iterable, Sequence

from petteia.board.errors import BoardError
from petteia.board.geometry import ROOT3, Point, to_float32
from petteia.board.graph import Graph, Vertex, require_size
from petteia.board.polygons import Polygon


def repeat(rows: int, columns: int, step: Sequence[Sequence[float]], polygons: Sequence[Polygon]) -> Graph:
    """The graph of `(repeat ..)`: copies of polygons, moved by `step[0]` a column and by `step[1]` a row."""
    if len(step) < 2 or any(len(one) < 2 for one in step):
        raise BoardError("step: needs the two vectors of a column and of a row", suggestion="as in {{1 0} {0 1}}")
    require_size(float(max(rows, 0)) * max(columns, 0) * sum(len(p.points) for p in polygons))
    (column_x, column_y), (row_x, row_y) = [[to_float32(v) for v in one[:2]] for one in step[:2]]
    graph = Graph()
    for row in range(rows):
        for column in range(columns):
            dx, dy = column * column_x + row * row_x, column * column_y + row * row_y
            for polygon in polygons:
                points = [(x + dx, y + dy) for x, y in polygon.points]
                for a, b in zip(points, points[1:] + points[:1], strict=True):
                    graph.edge_between(graph.vertex_at(*a), graph.vertex_at(*b), sort=False)
    graph.sort_edges()
    return graph.make_faces(False).reorder()


def custom(vertices: Sequence[Sequence[float]], edges: Sequence[Sequence[int]] = ()) -> Graph:
    """The graph of `(graph ..)`: points, and edges by the numbers of two of them."""
    require_size(len(vertices))
    graph = Graph()
    for point in vertices:
        if len(point) < 2:
            raise BoardError(f"a vertex needs two coordinates, not {len(point)}")
        graph.add_vertex(*(to_float32(value) for value in point[:3]))
    for pair in edges:
        if len(pair) != 2 or not all(0 <= n < len(vertices) for n in pair):
            raise BoardError(f"edge {list(pair)} does not join two of the {len(vertices)} vertices")
        graph.edge_between(graph.vertices[pair[0]], graph.vertices[pair[1]], sort=False)
    graph.sort_edges()
    graph.make_faces(False)
    graph.sort_faces()
    return graph


def _rotated(point: Point, degrees: float) -> Point:
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def quadhex(layers: int, *, thirds: bool = False) -> Graph:
    """A hexagon tiled by quadrilaterals, round its centre or round a triangle in its centre."""
    if layers < 1:
        raise BoardError(f"a quadhex board of {layers} layers is empty")
    require_size(7.0 * layers * layers)
    graph = Graph("Quadhex")
    if thirds:
        _add_thirds(graph, layers)
    else:
        for k in range(6):
            _add_kite(graph, layers, 60.0 * k)
    graph.sort_edges()
    return graph.make_faces(True).reorder()


def _add_kite(graph: Graph, layers: int, degrees: float) -> None:
    """A sixth of the board: the kite from the centre to a corner, divided into quadrilaterals."""
    height = layers * ROOT3 / 2
    corner, tip = (layers / 2, height), (float(layers), 0.0)
    a, b, c = _rotated((0.0, 0.0), degrees), _rotated((0.0, height), degrees), _rotated(corner, degrees)
    d = _rotated(_between(corner, tip, 0.5), degrees)

    def at(row: int, column: int) -> Vertex:
        inner, outer = _between(a, d, row / layers), _between(b, c, row / layers)
        return graph.vertex_at(*_between(inner, outer, column / layers), basis=graph.basis)

    for row in range(layers):
        for column in range(layers):
            start, end, beyond = at(row, column), at(row, column + 1), at(row + 1, column + 1)
            graph.edge_between(start, end, sort=False)
            graph.edge_between(end, beyond, sort=False)
            if row == layers - 1:
                graph.edge_between(beyond, at(row + 1, column), sort=False)


def _add_thirds(graph: Graph, layers: int) -> None:
    """Three pairs of mirrored kites round a triangle; between neighbouring pairs lies one cell of six sides."""
    share = 1 / (2 * layers + 1)
    height = layers * ROOT3 / 2
    apex, foot, corner = (0.0, -height * share), (0.0, -height), (layers / 2, -height)
    shoulder = _between(corner, (float(layers), 0.0), layers * share)
    apexes, shoulders = [], []
    for degrees in (0.0, 120.0, 240.0):
        kites = []
        for sign in (-1, 1):
            kites.append([_rotated((sign * x, y), degrees) for x, y in (apex, foot, corner, shoulder)])
        for row in range(layers):
            for column in range(layers):
                for kite in kites:
                    _add_thirds_cell(graph, kite, layers, row, column)
        apexes.append(kites[0][0])
        shoulders += [kites[0][3], kites[1][3]]
    for n in range(3):
        _join(graph, apexes[n], apexes[(n + 1) % 3])
        _join(graph, shoulders[2 * n + 1], shoulders[(2 * n + 2) % 6])


def _add_thirds_cell(graph: Graph, kite: list[Point], layers: int, row: int, column: int) -> None:
    """One quadrilateral of a kite (apex, foot, corner, shoulder), counted from the corner."""
    apex, foot, corner, shoulder = kite

    def at(r: int, c: int) -> Point:
        return _between(_between(corner, shoulder, r / layers), _between(foot, apex, r / layers), c / layers)

    points = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)]
    for x, y in points:
        graph.vertex_at(x, y, basis=graph.basis)
    for i, j in ((0, 1), (1, 3), (3, 2), (2, 0)):
        _join(graph, points[i], points[j])


def _join(graph: Graph, a: Point, b: Point) -> None:
    graph.edge_between(graph.vertex_at(*a), graph.vertex_at(*b), sort=False)


Brick = tuple[int, int, int, int]
"""Left, bottom, width and height."""


def brick(a: int, b: int | None = None, *, shape: str | None = None, trim: bool = False) -> Graph:
    """The graph of `(brick ..)`: bricks two squares long, with six corners each."""
    if a < 1 or (b is not None and b < 1):
        raise BoardError(f"the size of a brick board must be positive, not {a if a < 1 else b}")
    require_size(6.0 * max(a, b or 1) * (b or a))
    if shape == "Limping":
        b = a + 1
    if shape in (None, "Square", "Rectangle", "Limping"):
        return _wall(_trimmed(_brick_rows(a, b or a), 2 * (b or a) + 1) if trim else _brick_rows(a, b or a))
    if shape in ("Diamond", "Prism"):
        size = a if shape == "Diamond" else a + (b or a) - 1
        places = [(r, c) for r in range(size) for c in range(size) if abs(r - c) < a]
        bricks = [(a + c - r - 1, a % 2 + r + c, 2, 1) for r, c in places]
        return _wall(_trimmed(bricks, 2 * a) if trim else bricks)
    if shape == "Spiral":
        return _wall([one for ring in range(a - 1, -1, -1) for one in _brick_ring(ring, a - 1 - ring)])
    raise BoardError(f"there is no brick board of shape {shape}")


def _trimmed(bricks: Iterable[Brick], columns: int) -> Iterable[Brick]:
    """Bricks of which those that stick out on either side are half ones."""
    for x, y, width, height in bricks:
        if x == 0:
            yield 1, y, 1, height
        else:
            yield x, y, 1 if x >= columns - 1 else width, height


def _brick_rows(rows: int, columns: int) -> Iterable[Brick]:
    for row in range(rows):
        inset = row % 2
        yield from ((2 * column + inset, row, 2, 1) for column in range(columns + 1 - inset))


def _brick_ring(ring: int, offset: int) -> Iterable[Brick]:
    """The bricks round a square, end to side like a pinwheel, clockwise from the bottom."""
    if ring == 0:
        yield offset, offset, 1, 1
        return
    far = offset + 2 * ring
    for n in range(ring):
        yield offset + 2 * n, offset, 2, 1
    for n in range(ring):
        yield offset, offset + 1 + 2 * n, 1, 2
    for n in range(ring):
        yield offset + 1 + 2 * n, far, 2, 1
    for n in range(ring):
        yield far, offset + 2 * n, 1, 2


def _wall(bricks: Iterable[Brick]) -> Graph:
    graph = Graph("Brick")
    for x, y, width, height in bricks:
        rows = [[(x + i, y + j) for i in range(width + 1)] for j in range(height + 1)]
        for point in (point for row in rows for point in row):
            graph.vertex_at(float(point[0]), float(point[1]), basis=graph.basis)
        right = [row[-1] for row in rows]
        left = [row[0] for row in rows]
        for line in (rows[0], right, rows[-1], left):
            for a, b in itertools.pairwise(line):
                _join(graph, a, b)
    graph.sort_edges()
    return graph.reorder().make_faces(False).reorder()
