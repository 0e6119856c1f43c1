"""The mutable graph that generators and operators work on: vertices, edges and faces with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from petteia.board.errors import BoardError
from petteia.board.geometry import Point, atan2, segments_cross

MAX_ELEMENTS: Final = 20_000
"""A board of more elements of one kind is refused: descriptions are untrusted, and no game comes near it."""

_SAME_PLACE = 0.001
_SAME_LEVEL = 0.0001
_MAX_FACE_SIDES = 32

Tangents = tuple[Point, Point]

_remembered_atan2 = lru_cache(maxsize=1 << 16)(atan2)


def angle_of(dy: float, dx: float) -> float:
    """The angle of a vector, remembered, since boards repeat the same few vectors."""
    # -0.0 and 0.0 are one key but two angles, so vectors along the axis do not enter the cache.
    return atan2(dy, dx) if dy == 0.0 else _remembered_atan2(dy, dx)


def require_size(elements: float, what: str = "board") -> None:
    """Refuse a graph before it is made, if it would have more elements than any board may have."""
    if elements > MAX_ELEMENTS:
        raise BoardError(f"the {what} would have about {elements:.0f} sites; at most {MAX_ELEMENTS} are allowed")


class Vertex:
    """A point of the graph."""

    __slots__ = ("basis", "edges", "faces", "id", "pivot", "x", "y", "z")

    def __init__(self, number: int, x: float, y: float, z: float, basis: str | None) -> None:
        self.id = number
        self.x = x
        self.y = y
        self.z = z
        self.edges: list[Edge] = []
        self.faces: list[Face] = []
        self.pivot: Vertex | None = None
        self.basis = basis

    def sort_edges(self) -> None:
        """Order the incident edges by the angle of their other end, from -pi to pi."""
        x, y = self.x, self.y

        def angle(edge: Edge) -> float:
            end = edge.b if edge.a is self else edge.a
            return angle_of(end.y - y, end.x - x)

        self.edges.sort(key=angle)

    def sort_faces(self) -> None:
        """Order the faces by the angle of their points, as the edges."""
        self.faces.sort(key=lambda face: angle_of(face.y - self.y, face.x - self.x))


class Edge:
    """A joint of two vertices; curved if it has tangents."""

    __slots__ = ("a", "b", "basis", "id", "left", "right", "tangents")

    def __init__(self, number: int, a: Vertex, b: Vertex, basis: str | None, tangents: Tangents | None = None) -> None:
        self.id = number
        self.a = a
        self.b = b
        self.left: Face | None = None
        self.right: Face | None = None
        self.tangents = tangents
        self.basis = basis

    def other(self, vertex: Vertex) -> Vertex:
        """The end that is not `vertex`."""
        return self.b if self.a is vertex else self.a

    def joins(self, v: Vertex, w: Vertex) -> bool:
        """True if these are the two ends, in either order."""
        return (self.a is v and self.b is w) or (self.a is w and self.b is v)

    @property
    def x(self) -> float:
        return (self.a.x + self.b.x) * 0.5

    @property
    def y(self) -> float:
        return (self.a.y + self.b.y) * 0.5

    @property
    def z(self) -> float:
        return (self.a.z + self.b.z) * 0.5

    @property
    def pivot(self) -> Vertex | None:
        return self.a.pivot or self.b.pivot


class Face:
    """A polygon of the graph; edge i joins vertex i and vertex i + 1."""

    __slots__ = ("basis", "edges", "id", "vertices", "x", "y", "z")

    def __init__(self, number: int, vertices: list[Vertex], edges: list[Edge], basis: str | None) -> None:
        self.id = number
        self.vertices = vertices
        self.edges = edges
        self.basis = basis
        self.x = self.y = self.z = 0.0
        self.place()

    def place(self) -> None:
        """Set the point: the mean of the vertices (summed in their order, then divided)."""
        x = y = z = 0.0
        for vertex in self.vertices:
            x += vertex.x
            y += vertex.y
            z += vertex.z
        count = len(self.vertices)
        self.x, self.y, self.z = x / count, y / count, z / count

    @property
    def pivot(self) -> Vertex | None:
        return next((vertex.pivot for vertex in self.vertices if vertex.pivot is not None), None)

    def same_cycle(self, vertices: Sequence[Vertex]) -> bool:
        """True if the vertices run round this face, in either sense, from any start."""
        own = self.vertices
        count = len(own)
        if count != len(vertices) or vertices[0] not in own:
            return False
        start = own.index(vertices[0])
        return all(own[(start + i) % count] is v for i, v in enumerate(vertices)) or all(
            own[(start - i) % count] is v for i, v in enumerate(vertices)
        )


Element = Vertex | Edge | Face


class Graph:
    """Vertices, edges and faces; the number of an element is its place in its list."""

    def __init__(self, basis: str | None = None) -> None:
        self.vertices: list[Vertex] = []
        self.edges: list[Edge] = []
        self.faces: list[Face] = []
        self.basis = basis
        self._places: dict[tuple[int, int], list[Vertex]] | None = {}

    # -- adding ------------------------------------------------------------------------------------------------

    def add_vertex(self, x: float, y: float, z: float = 0.0, *, basis: str | None = None) -> Vertex:
        """Append a vertex."""
        if len(self.vertices) >= MAX_ELEMENTS:
            require_size(MAX_ELEMENTS + 1)
        vertex = Vertex(len(self.vertices), x, y, z, basis)
        self.vertices.append(vertex)
        if self._places is not None:
            self._places.setdefault((int(x // 0.01), int(y // 0.01)), []).append(vertex)
        return vertex

    def find_vertex(self, x: float, y: float, z: float = 0.0, tolerance: float = _SAME_PLACE) -> Vertex | None:
        """The first vertex nearer than the tolerance (at most 0.01) in the sum of coordinate differences."""
        if self._places is None:
            self._places = {}
            for vertex in self.vertices:
                self._places.setdefault((int(vertex.x // 0.01), int(vertex.y // 0.01)), []).append(vertex)
        column, row = int(x // 0.01), int(y // 0.01)
        found: Vertex | None = None
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for vertex in self._places.get((i, j), ()):
                    apart = abs(vertex.x - x) + abs(vertex.y - y) + abs(vertex.z - z)
                    if apart < tolerance and (found is None or vertex.id < found.id):
                        found = vertex
        return found

    def vertex_at(self, x: float, y: float, z: float = 0.0, *, basis: str | None = None) -> Vertex:
        """The vertex at a place, appended if there is none."""
        return self.find_vertex(x, y, z) or self.add_vertex(x, y, z, basis=basis)

    def moved(self) -> None:
        """Tell the graph that vertices have other coordinates now: look-up and face points follow."""
        self._places = None
        for face in self.faces:
            face.place()

    def add_edge(self, a: Vertex, b: Vertex, tangents: Tangents | None = None, *, sort: bool = True) -> Edge:
        """Append an edge, and sort the edges of its ends (builders of whole graphs sort once, at the end)."""
        if len(self.edges) >= 4 * MAX_ELEMENTS:
            raise BoardError(f"the board has more than {4 * MAX_ELEMENTS} edges")
        edge = Edge(len(self.edges), a, b, self.basis, tangents)
        self.edges.append(edge)
        a.edges.append(edge)
        b.edges.append(edge)
        if sort:
            a.sort_edges()
            b.sort_edges()
        return edge

    @staticmethod
    def find_edge(a: Vertex, b: Vertex) -> Edge | None:
        """The first edge between two vertices, in either order."""
        found: Edge | None = None
        for edge in a.edges:
            if (edge.a is b or edge.b is b) and edge.joins(a, b) and (found is None or edge.id < found.id):
                found = edge
        return found

    def edge_between(self, a: Vertex, b: Vertex, tangents: Tangents | None = None, *, sort: bool = True) -> Edge:
        """The edge between two vertices, appended if there is none."""
        return self.find_edge(a, b) or self.add_edge(a, b, tangents, sort=sort)

    def add_face(self, vertices: Sequence[Vertex]) -> Face | None:
        """Append a face, unless an equal one exists or an edge is missing."""
        if any(face.same_cycle(vertices) for face in vertices[0].faces):
            return None
        edges = []
        for i, v in enumerate(vertices):
            edge = self.find_edge(v, vertices[(i + 1) % len(vertices)])
            if edge is None:
                return None
            edges.append(edge)
        face = Face(len(self.faces), list(vertices), edges, self.basis)
        self.faces.append(face)
        for v, edge in zip(vertices, edges, strict=True):
            v.faces.append(face)
            if edge.a is v:
                edge.right = face
            else:
                edge.left = face
        return face

    # -- order -------------------------------------------------------------------------------------------------

    def sort_edges(self) -> None:
        """Sort the edge list of every vertex."""
        for vertex in self.vertices:
            vertex.sort_edges()

    def sort_faces(self) -> None:
        """Sort the face list of every vertex."""
        for vertex in self.vertices:
            vertex.sort_faces()

    def renumber(self) -> None:
        """Number the elements by their places in the lists."""
        for elements in (self.vertices, self.edges, self.faces):
            _renumber(elements)

    def reorder(self, *, vertices: bool = True, edges: bool = True, faces: bool = True) -> Graph:
        """Number by row, then column: ascending 100 y + x. Only numbers change, not the lists of the elements."""
        if vertices:
            self.vertices.sort(key=lambda v: 100 * v.y + v.x)
            _renumber(self.vertices)
        if edges:
            self.edges.sort(key=lambda e: 100 * e.y + e.x)
            _renumber(self.edges)
        if faces:
            self.faces.sort(key=lambda f: 100 * f.y + f.x)
            _renumber(self.faces)
        return self

    # -- removing ----------------------------------------------------------------------------------------------

    def remove_vertex(self, vertex: Vertex) -> None:
        """Remove a vertex with its faces and edges."""
        for face in list(vertex.faces):
            self.remove_face(face)
        for edge in list(vertex.edges):
            self.remove_edge(edge)
        self.vertices.remove(vertex)
        self._places = None
        _renumber(self.vertices)

    def remove_edge(self, edge: Edge) -> None:
        """Remove an edge and the faces that contain it; its ends stay."""
        for face in [face for face in edge.a.faces if edge in face.edges]:
            self.remove_face(face)
        edge.a.edges.remove(edge)
        edge.b.edges.remove(edge)
        self.edges.remove(edge)
        _renumber(self.edges)

    def remove_face(self, face: Face, *, trim: bool = False) -> None:
        """Remove a face; with `trim` also those of its edges which then have no face on either side."""
        self.faces.remove(face)
        _renumber(self.faces)
        for vertex in face.vertices:
            vertex.faces.remove(face)
        bared = []
        for edge in face.edges:
            had = edge.left is face or edge.right is face
            if edge.left is face:
                edge.left = None
            if edge.right is face:
                edge.right = None
            if had and edge.left is None and edge.right is None:
                bared.append(edge)
        if trim:
            for edge in bared:
                self.remove_edge(edge)

    def clear_faces(self) -> None:
        """Drop all faces."""
        self.faces.clear()
        for edge in self.edges:
            edge.left = edge.right = None
        for vertex in self.vertices:
            vertex.faces.clear()

    def clear_edges(self) -> None:
        """Drop all edges and faces."""
        self.clear_faces()
        self.edges.clear()
        for vertex in self.vertices:
            vertex.edges.clear()

    # -- faces -------------------------------------------------------------------------------------------------

    def make_faces(self, check: bool) -> Graph:
        """Find all faces anew: closed clockwise walks that turn at each vertex to the next edge.

        With `check`, a walk over an edge that crosses an earlier edge makes no face.
        """
        self.clear_faces()
        turn = self._turns()
        crossings = _Crossings(self.edges) if check else None
        done: set[tuple[int, int]] = set()
        for start in self.vertices:
            for first in start.edges:
                if (start.id, first.id) not in done:
                    walk = _walk_face(start, first, turn, crossings)
                    if walk is not None:
                        self._close_face(first, *walk, done)
        return self

    def _turns(self) -> dict[tuple[int, int], Edge]:
        """For each vertex and edge the next edge of the vertex that stays on its level."""
        turn = {}
        for vertex in self.vertices:
            level = [e for e in vertex.edges if abs(e.other(vertex).z - vertex.z) < _SAME_LEVEL]
            if len(level) == len(vertex.edges):
                if len(level) > 1:
                    for i, edge in enumerate(level):
                        turn[vertex.id, edge.id] = level[(i + 1) % len(level)]
                continue
            for i, edge in enumerate(vertex.edges):
                around = vertex.edges[i + 1 :] + vertex.edges[:i]
                after = next((e for e in around if e in level), None)
                if after is not None:
                    turn[vertex.id, edge.id] = after
        return turn

    def _close_face(self, first: Edge, path: list[Vertex], walked: list[Edge], done: set[tuple[int, int]]) -> None:
        if len(path) < 3 or signed_area(path) >= 0:
            return
        self.add_face(path)
        if walked[-1] is first:
            # The same cycle is met again from each of its vertices; those walks need not be made.
            done.update((v.id, e.id) for v, e in zip(path[1:], walked, strict=False))

    # -- measures ----------------------------------------------------------------------------------------------

    def average_edge_length(self) -> float:
        """The mean length of the edges in space; 0 without edges."""
        total = 0.0
        for edge in self.edges:
            dx, dy, dz = edge.b.x - edge.a.x, edge.b.y - edge.a.y, edge.b.z - edge.a.z
            total += (dx * dx + dy * dy + dz * dz) ** 0.5
        return total / len(self.edges) if self.edges else 0.0

    def bounds(self) -> tuple[float, float, float, float]:
        """Smallest x and y, width and height of the vertices' bounding box."""
        xs = [v.x for v in self.vertices]
        ys = [v.y for v in self.vertices]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _walk_face(
    start: Vertex, first: Edge, turn: dict[tuple[int, int], Edge], crossings: _Crossings | None
) -> tuple[list[Vertex], list[Edge]] | None:
    """The vertices and edges of a closed walk, None if it does not close or crosses an edge."""
    path, walked = [start], []
    vertex, edge = start, first
    while len(path) <= _MAX_FACE_SIDES:
        following = turn.get((vertex.id, edge.id))
        if following is None:
            return None
        edge = following
        vertex = edge.b if edge.a is vertex else edge.a
        walked.append(edge)
        if vertex is start:
            return path, walked
        if vertex in path:
            return None
        if crossings is not None and crossings.is_crossed(edge, path[-1], vertex):
            return None
        path.append(vertex)
    return None


class _Crossings:
    """Which edges cross an earlier one; edges are kept by the squares of the plane that they pass."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self._known: dict[int, bool] = {}
        spans = [max(abs(e.a.x - e.b.x), abs(e.a.y - e.b.y)) for e in edges]
        self._pitch = max(2 * sum(spans) / max(len(spans), 1), _SAME_PLACE)
        self._squares: dict[tuple[int, int], list[Edge]] = {}
        for edge in edges:
            for square in self._squares_of(edge.a, edge.b):
                self._squares.setdefault(square, []).append(edge)

    def _squares_of(self, p: Vertex, q: Vertex) -> Iterator[tuple[int, int]]:
        pitch, slack = self._pitch, _SAME_PLACE
        for i in range(int((min(p.x, q.x) - slack) // pitch), int((max(p.x, q.x) + slack) // pitch) + 1):
            for j in range(int((min(p.y, q.y) - slack) // pitch), int((max(p.y, q.y) + slack) // pitch) + 1):
                yield i, j

    def is_crossed(self, edge: Edge, p: Vertex, q: Vertex) -> bool:
        """True if p-q crosses an edge; compat: only edges numbered before the edge p-q itself are looked at."""
        known = self._known.get(edge.id)
        if known is None:
            first = Graph.find_edge(p, q)
            number = edge.id if first is None else first.id
            known = self._known[edge.id] = any(
                self._meets(other, p, q)
                for square in self._squares_of(p, q)
                for other in self._squares.get(square, ())
                if other.id < number
            )
        return known

    @staticmethod
    def _meets(other: Edge, p: Vertex, q: Vertex) -> bool:
        a, b = other.a, other.b
        if near(a, p) or near(a, q) or near(b, p) or near(b, q):
            return False
        return segments_cross((p.x, p.y), (q.x, q.y), (a.x, a.y), (b.x, b.y))


def near(v: Vertex, w: Vertex) -> bool:
    """True if two vertices are at the same place of the plane."""
    dx, dy = v.x - w.x, v.y - w.y
    return dx * dx + dy * dy < _SAME_PLACE * _SAME_PLACE


def signed_area(path: Sequence[Vertex]) -> float:
    """The area inside a closed path, negative if it runs clockwise."""
    total = 0.0
    before = path[-1]
    for vertex in path:
        total += before.x * vertex.y - vertex.x * before.y
        before = vertex
    return total / 2


def _renumber(elements: Iterable[Element]) -> None:
    for number, element in enumerate(elements):
        element.id = number
