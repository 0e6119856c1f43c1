"""Celtic knots: a slanted square grid whose rim is closed by curved corners."""

import math
from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.geometry import Point, atan2
from petteia.board.graph import Graph, Vertex, require_size
from petteia.board.perimeter import measure_rim
from petteia.board.polygons import Polygon, polygon_of_sides

_W = 1 / math.sqrt(2)
_OFFSETS = ((_W, 0.0), (0.0, _W), (-_W, 0.0), (0.0, -_W))
_UNIT_SLACK = 0.05
_SIDE_STEPS = ((0.0, 2 * _W), (2 * _W, 0.0), (0.0, -2 * _W), (-2 * _W, 0.0))
_STRAIGHT = 0.1 * math.pi
_SHARP = math.pi / 4


def celtic(rows: int, columns: int | None = None) -> Graph:
    """The knot over a rectangle."""
    columns = rows if columns is None else columns
    if rows < 1 or columns < 1:
        raise BoardError(f"a celtic board of {rows} by {columns} is empty")
    require_size(3.0 * rows * columns)
    return _knot([(2 * _W * c, 2 * _W * r) for r in range(rows) for c in range(columns)])


def celtic_in(outline: Polygon | Sequence[int]) -> Graph:
    """The knot over the places inside an outline, or inside sides of these lengths."""
    if not isinstance(outline, Polygon):
        outline = polygon_of_sides(outline, _SIDE_STEPS)
    grown = outline.grown()
    rows, columns = grown.ranges(2)
    centres = [(2 * _W * c, 2 * _W * r) for r in rows for c in columns]
    return _knot([(x, y) for x, y in centres if grown.contains(x, y)])


def _knot(centres: Sequence[Point]) -> Graph:
    graph = Graph("Celtic")
    for x, y in centres:
        for dx, dy in _OFFSETS:
            graph.vertex_at(x + dx, y + dy, basis=graph.basis)
    for v in graph.vertices:
        for dx, dy in sorted((sx * _W, sy * _W) for sx in (-1, 1) for sy in (-1, 1)):
            w = graph.find_vertex(v.x + dx, v.y + dy, tolerance=_UNIT_SLACK / 8)
            if w is not None and w.id > v.id:
                graph.edge_between(v, w, sort=False)
    graph.edges.sort(key=lambda e: (e.a.id, e.b.id))
    graph.renumber()
    for v in graph.vertices:
        v.edges.sort(key=lambda e: e.id)
    graph.sort_edges()
    graph.make_faces(True)
    perimeters = measure_rim(graph).perimeters
    if perimeters:
        _round_off(graph, perimeters[0])
    return graph.reorder()


def _turn(a: Vertex, b: Vertex, c: Vertex) -> float:
    """The angle from a-b to b-c, positive to the left."""
    ux, uy, vx, vy = b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y
    return atan2(ux * vy - uy * vx, ux * vx + uy * vy)


def _round_off(graph: Graph, rim: list[Vertex]) -> None:
    """Close each key point of the rim with a curved corner outside, or over a dent."""
    count = len(rim)

    def turn(n: int) -> float:
        return _turn(rim[(n - 1) % count], rim[n % count], rim[(n + 1) % count])

    keys = []
    run = 0
    for n in range(count):
        angle = turn(n)
        if angle > _SHARP:
            keys.append(n)
            run = 0
        elif abs(angle) < _STRAIGHT:
            run += 1
            if run % 2 == 0:
                keys.append(n)
    for n in keys:
        b, c, d, e = (rim[(n + k) % count] for k in (-1, 0, 1, 2))
        if turn(n + 1) < -_SHARP:
            graph.add_edge(c, e, ((d.x - c.x, d.y - c.y), (d.x - e.x, d.y - e.y)))
            graph.add_face((d, c, e))
        else:
            if abs(turn(n)) < _STRAIGHT:
                tx, ty = d.y - c.y, -(d.x - c.x)
            else:
                tx, ty = c.x - b.x, c.y - b.y
            x = graph.add_vertex((c.x + d.x) * 0.5 + 0.9 * tx, (c.y + d.y) * 0.5 + 0.9 * ty, basis=graph.basis)
            graph.add_edge(c, x, ((tx, ty), (tx, ty)))
            graph.add_edge(x, d, ((tx, ty), (tx, ty)))
            graph.add_face((c, x, d))
