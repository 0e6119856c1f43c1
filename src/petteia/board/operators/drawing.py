"""Operators that draw more into a graph, or draw it anew."""

from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.geometry import crossing_parameters, to_float32
from petteia.board.graph import Edge, Graph, Vertex
from petteia.board.operators.combining import connect_near
from petteia.board.operators.cutting import Coordinates
from petteia.board.sites import SiteType

_CROSSING = 0.01
_ON_EDGE = 0.001
_MOST_CROSSING = 2000
_MOST_COMPLETE = 500
"""Where all edges may meet or cross each other, more of them would take long."""


def add(
    graph: Graph | None = None,
    *,
    vertices: Sequence[Coordinates] = (),
    edges: Sequence[Sequence[int]] | Sequence[Sequence[Coordinates]] = (),
    curved: Sequence[Sequence[Coordinates]] = (),
    cells: Sequence[Sequence[int]] | Sequence[Sequence[Coordinates]] = (),
    connect: bool = False,
) -> Graph:
    """Draw curved edges, vertices, edges and cells into a graph; existing faces stay as they are.

    Edges and cells are given by coordinates (what is missing is added) or by vertex numbers (bad ones are ignored).
    """
    graph = Graph() if graph is None else graph
    for one in curved:
        if len(one) != 4 or any(len(point) < 2 for point in one):
            raise BoardError("a curved edge needs two ends and two tangents")
        a, b = _place(graph, one[0]), _place(graph, one[1])
        (ax, ay), (bx, by) = [[to_float32(value) for value in tangent[:2]] for tangent in one[2:]]
        graph.add_edge(a, b, ((ax, ay), (bx, by)))
    for point in vertices:
        _place(graph, point)
    for by_numbers in (False, True):
        for pair in edges:
            ends = _corners(graph, pair, by_numbers)
            if len(ends) == 2:
                graph.edge_between(ends[0], ends[1])
        for cell in cells:
            corners = _corners(graph, cell, by_numbers)
            if len(corners) < 3:
                continue
            if not by_numbers:
                for v, w in zip(corners, corners[1:] + corners[:1], strict=True):
                    graph.edge_between(v, w)
            graph.add_face(corners)
    if connect:
        connect_near(graph, [_place(graph, point) for point in vertices])
    graph.basis = None
    return graph


def _place(graph: Graph, point: Coordinates) -> Vertex:
    if len(point) < 2:
        raise BoardError(f"a vertex needs two coordinates, not {len(point)}")
    return graph.vertex_at(*(to_float32(value) for value in point[:3]))


def _corners(graph: Graph, written: Sequence[int] | Sequence[Coordinates], by_numbers: bool) -> list[Vertex]:
    """The vertices that an edge or a cell names; none if it is not written that way, or names what is not there."""
    found = []
    for corner in written:
        if isinstance(corner, int) is not by_numbers:
            return []
        if isinstance(corner, int):
            if not 0 <= corner < len(graph.vertices):
                return []
            found.append(graph.vertices[corner])
        else:
            found.append(_place(graph, corner))
    return found


def dual(graph: Graph) -> Graph:
    """A vertex for each face, joined across edges, with faces of its own; renumbered."""
    other = Graph("Dual")
    for face in graph.faces:
        other.add_vertex(face.x, face.y, face.z, basis=other.basis)
    for edge in graph.edges:
        if edge.left is not None and edge.right is not None:
            other.add_edge(other.vertices[edge.left.id], other.vertices[edge.right.id], sort=False)
    other.sort_edges()
    return other.make_faces(False).reorder()


def subdivide(graph: Graph, use: SiteType, *, least: int = 1) -> Graph:
    """Cut each face of at least so many sides into triangles about its point."""
    if use is SiteType.Vertex:
        graph.make_faces(True)
    graph.basis = None
    for face in reversed(graph.faces[:]):
        if len(face.vertices) >= least:
            middle = graph.add_vertex(face.x, face.y, face.z)
            for v in face.vertices:
                graph.add_edge(middle, v)
    if use is SiteType.Cell:
        graph.make_faces(True)
    else:
        graph.clear_faces()
    return graph


def complete(graph: Graph, *, each_cell: bool = False) -> Graph:
    """An edge between any two vertices, of the graph or of each cell."""
    if each_cell:
        for face in graph.faces:
            for i, v in enumerate(face.vertices):
                for w in face.vertices[i + 1 :]:
                    graph.edge_between(v, w)
        graph.basis = None
        return graph
    edges = len(graph.vertices) * (len(graph.vertices) - 1) // 2
    if edges > _MOST_COMPLETE:
        raise BoardError(f"a complete graph of {edges} edges; at most {_MOST_COMPLETE} are allowed")
    graph.clear_edges()
    graph.basis = None
    for i, v in enumerate(graph.vertices):
        for w in graph.vertices[i + 1 :]:
            graph.add_edge(v, w, sort=False)
    graph.sort_edges()
    return graph.make_faces(True)


def renumber(graph: Graph, types: Sequence[SiteType] = ()) -> Graph:
    """Number the named types (all, if none is named) by row and column."""
    return graph.reorder(
        vertices=not types or SiteType.Vertex in types,
        edges=not types or SiteType.Edge in types,
        faces=not types or SiteType.Cell in types,
    )


def make_faces(graph: Graph) -> Graph:
    """Find the faces anew."""
    return graph.make_faces(True)


def split_crossings(graph: Graph) -> Graph:
    """Put a vertex wherever two edges cross or an edge runs through a vertex, and find the faces anew."""
    graph.basis = None
    start: int | None = 0
    while start is not None:
        _require_few_edges(graph)
        start = _split_crossing(graph, start)
    while _split_at_vertex(graph):
        _require_few_edges(graph)
    return graph.make_faces(True)


def _require_few_edges(graph: Graph) -> None:
    if len(graph.edges) > _MOST_CROSSING:
        raise BoardError(f"more than {_MOST_CROSSING} edges to look for crossings among")


def _crossing(ea: Edge, eb: Edge) -> float | None:
    """How far along the first edge two edges cross, away from their ends."""
    if max(eb.a.x, eb.b.x) < min(ea.a.x, ea.b.x) or min(eb.a.x, eb.b.x) > max(ea.a.x, ea.b.x):
        return None
    if max(eb.a.y, eb.b.y) < min(ea.a.y, ea.b.y) or min(eb.a.y, eb.b.y) > max(ea.a.y, ea.b.y):
        return None
    along = crossing_parameters((ea.a.x, ea.a.y), (ea.b.x, ea.b.y), (eb.a.x, eb.a.y), (eb.b.x, eb.b.y), -_CROSSING)
    if along is None or not (_CROSSING < along[0] < 1 - _CROSSING and _CROSSING < along[1] < 1 - _CROSSING):
        return None
    return along[0]


def _split_crossing(graph: Graph, start: int) -> int | None:
    """Split the first pair of edges that cross; gives back where to look for the next, None if there was none.

    Edges before `start` are known to cross no other.
    """
    for i in range(start, len(graph.edges)):
        ea = graph.edges[i]
        for eb in graph.edges[i + 1 :]:
            along = _crossing(ea, eb)
            if along is not None:
                before = len(graph.edges) - 2
                _cross(graph, ea, eb, along)
                # A crossing too near the end of an edge may be far enough from the ends of its parts.
                parts = graph.edges[before:]
                earlier = (k for k in range(i) if any(_crossing(graph.edges[k], part) is not None for part in parts))
                return next(earlier, i)
    return None


def _cross(graph: Graph, ea: Edge, eb: Edge, t: float) -> None:
    x = graph.add_vertex(ea.a.x + (ea.b.x - ea.a.x) * t, ea.a.y + (ea.b.y - ea.a.y) * t)
    x.pivot = ea.b.pivot or ea.a.pivot
    if x.pivot is None:
        # compat: the search for a pivot runs on over the edges that were looked at between the two.
        scanned = graph.edges[ea.id + 1 : eb.id + 1]
        x.pivot = next((end.pivot for e in scanned for end in (e.a, e.b) if end.pivot is not None), None)
    graph.remove_edge(eb)
    graph.remove_edge(ea)
    for v, w in ((ea.a, x), (x, ea.b), (eb.a, x), (x, eb.b)):
        graph.edge_between(v, w)


def _split_at_vertex(graph: Graph) -> bool:
    for edge in graph.edges:
        a, b = edge.a, edge.b
        dx, dy = b.x - a.x, b.y - a.y
        length = (dx * dx + dy * dy) ** 0.5
        if length == 0.0:
            continue
        number = edge.id
        split = False
        for v in list(graph.vertices):
            if v is a or v is b or not _lies_on(v, a, dx, dy, length):
                continue
            # compat: after a first hit the scan goes on with the old edge; a second hit deletes whatever edge
            # has its number by then.
            v.pivot = b.pivot or a.pivot or v.pivot
            graph.remove_edge(graph.edges[number])
            graph.edge_between(a, v)
            graph.edge_between(v, b)
            split = True
        if split:
            return True
    return False


def _lies_on(v: Vertex, a: Vertex, dx: float, dy: float, length: float) -> bool:
    """True if a vertex lies on a segment, away from its ends."""
    px, py = v.x - a.x, v.y - a.y
    along = (px * dx + py * dy) / length
    if not _ON_EDGE < along < length - _ON_EDGE:
        return False
    return abs(px * dy - py * dx) / length < _ON_EDGE
