"""Graphs from lists of points: vertices joined where they are one unit apart."""

import math
from collections.abc import Iterable, Sequence

from petteia.board.geometry import Point, to_float32
from petteia.board.graph import Graph, require_size

_UNIT_SLACK = 0.01
_SAME_POINT = 0.1


def unit_graph(points: Sequence[Point], basis: str | None = None) -> Graph:
    """The graph of all points with an edge wherever two are a unit apart, and its faces.

    compat: the coordinates become 32-bit floats only after the edges are found.
    """
    require_size(len(points))
    graph = Graph(basis)
    for x, y in points:
        graph.add_vertex(to_float32(x), to_float32(y), basis=basis)
    for i, j in _unit_pairs(points):
        graph.add_edge(graph.vertices[i], graph.vertices[j], sort=False)
    graph.sort_edges()
    graph.make_faces(False)
    graph.sort_faces()
    return graph


def _unit_pairs(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Pairs i < j of points one unit apart, in lexicographic order."""
    buckets: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(points):
        buckets.setdefault((int(x // 1.02), int(y // 1.02)), []).append(i)
    pairs = []
    for i, (x, y) in enumerate(points):
        column, row = int(x // 1.02), int(y // 1.02)
        close = [
            j
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for j in buckets.get((c, r), ())
            if j > i
        ]
        for j in sorted(close):
            dx, dy = points[j][0] - x, points[j][1] - y
            if abs(math.sqrt(dx * dx + dy * dy) - 1.0) < _UNIT_SLACK:
                pairs.append((i, j))
    return pairs


def points_around(centres: Iterable[Point], offsets: Sequence[Point]) -> list[Point]:
    """The points at the offsets from each centre, without those that come near an earlier one."""
    points: list[Point] = []
    buckets: dict[tuple[int, int], list[Point]] = {}
    for cx, cy in centres:
        for dx, dy in offsets:
            x, y = cx + dx, cy + dy
            column, row = int(x // 0.2), int(y // 0.2)
            near = (
                p
                for c in (column - 1, column, column + 1)
                for r in (row - 1, row, row + 1)
                for p in buckets.get((c, r), ())
            )
            if not any(math.hypot(px - x, py - y) < _SAME_POINT for px, py in near):
                points.append((x, y))
                buckets.setdefault((column, row), []).append((x, y))
                if len(points) % 1000 == 0:
                    require_size(len(points))
    return points
