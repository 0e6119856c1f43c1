"""Operators that make one graph of several."""

import math
from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.graph import Graph, Vertex, require_size

_MERGED = 0.01
_REACH = 1.1


def union(graphs: Sequence[Graph], *, connect: bool = False) -> Graph:
    """All graphs side by side, numbered one after the other; with `connect` near vertices are joined."""
    joined = _concatenated(graphs)
    if connect:
        connect_near(joined, joined.vertices)
        joined.make_faces(True)
    return joined


def _concatenated(graphs: Sequence[Graph]) -> Graph:
    require_size(sum(len(graph.vertices) for graph in graphs))
    joined = Graph()
    for graph in graphs:
        joined.vertices += graph.vertices
        joined.edges += graph.edges
        joined.faces += graph.faces
    joined.renumber()
    joined.moved()
    return joined


def connect_near(graph: Graph, vertices: Sequence[Vertex]) -> None:
    """Edges from these vertices to all that are hardly farther than an average edge is long."""
    reach = _REACH * graph.average_edge_length()
    if reach <= 0.0:
        return
    squares: dict[tuple[int, int], list[Vertex]] = {}
    for w in graph.vertices:
        squares.setdefault((int(w.x // reach), int(w.y // reach)), []).append(w)
    for v in list(vertices):
        column, row = int(v.x // reach), int(v.y // reach)
        around = [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]
        close = [w for square in around for w in squares.get(square, ()) if w is not v]
        for w in sorted(close, key=lambda w: w.id):
            if math.hypot(v.x - w.x, v.y - w.y) < reach:
                graph.edge_between(v, w)


def merge(graphs: Sequence[Graph], *, connect: bool = False) -> Graph:
    """The graphs laid over each other: vertices at one place become one, faces are found anew."""
    require_size(sum(len(graph.vertices) for graph in graphs))
    originals = [v for graph in graphs for v in graph.vertices]
    into = _merged_into(originals)
    merged = Graph()
    copy: dict[int, Vertex] = {}
    for v in originals:
        if into[id(v)] is v:
            copy[id(v)] = merged.add_vertex(v.x, v.y, v.z)
    for v in originals:
        copy[id(v)] = copy[id(into[id(v)])]
    for edge in (edge for graph in graphs for edge in graph.edges):
        merged.edge_between(copy[id(edge.a)], copy[id(edge.b)], edge.tangents, sort=False)
    for v in originals:
        if into[id(v)] is v and v.pivot is not None:
            copy[id(v)].pivot = merged.find_vertex(v.pivot.x, v.pivot.y)
    merged.sort_edges()
    merged.make_faces(False)
    merged.sort_faces()
    if connect:
        connect_near(merged, merged.vertices)
        merged.make_faces(True)
    return merged


def _merged_into(vertices: Sequence[Vertex]) -> dict[int, Vertex]:
    """For each vertex the first one at its place."""
    into: dict[int, Vertex] = {}
    order = {id(v): number for number, v in enumerate(vertices)}
    buckets: dict[tuple[int, int], list[Vertex]] = {}
    for v in vertices:
        column, row = int(v.x // 0.02), int(v.y // 0.02)
        near = [
            w
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for w in buckets.get((c, r), ())
            if abs(w.x - v.x) + abs(w.y - v.y) + abs(w.z - v.z) < _MERGED
        ]
        if near:
            into[id(v)] = min(near, key=lambda w: order[id(w)])
        else:
            into[id(v)] = v
            buckets.setdefault((column, row), []).append(v)
    return into


def intersect(graphs: Sequence[Graph]) -> Graph:
    """The vertices and edges of the first graph that all others have, too."""
    if not graphs:
        raise BoardError("an intersection needs graphs")
    first, *others = graphs
    common = Graph()
    counterparts: dict[int, list[Vertex]] = {}
    copies: dict[int, Vertex] = {}
    for v in first.vertices:
        found = [other.find_vertex(v.x, v.y, v.z, _MERGED) for other in others]
        known = [w for w in found if w is not None]
        if len(known) == len(others):
            copies[v.id] = common.add_vertex(v.x, v.y, v.z)
            counterparts[v.id] = known
    for edge in first.edges:
        if edge.a.id in copies and edge.b.id in copies:
            pairs = zip(counterparts[edge.a.id], counterparts[edge.b.id], strict=True)
            if all(Graph.find_edge(a, b) is not None for a, b in pairs):
                common.add_edge(copies[edge.a.id], copies[edge.b.id], edge.tangents, sort=False)
    common.sort_edges()
    common.make_faces(False)
    common.sort_faces()
    return common


def layers(graph: Graph, count: int) -> Graph:
    """Copies of a graph above each other, joined upright, and renumbered."""
    if count < 1:
        raise BoardError(f"a board of {count} layers is empty")
    require_size(float(count) * len(graph.vertices))
    stack = Graph(graph.basis)
    size = len(graph.vertices)
    for z in range(count):
        for v in graph.vertices:
            stack.add_vertex(v.x, v.y, float(z), basis=v.basis)
        for edge in graph.edges:
            a, b = stack.vertices[z * size + edge.a.id], stack.vertices[z * size + edge.b.id]
            stack.add_edge(a, b, edge.tangents, sort=False)
        for face in graph.faces:
            stack.add_face([stack.vertices[z * size + v.id] for v in face.vertices])
    for z in range(count - 1):
        for n in range(size):
            stack.add_edge(stack.vertices[z * size + n], stack.vertices[(z + 1) * size + n], sort=False)
    stack.sort_edges()
    return stack.reorder()
