"""Operators that take parts of a graph away."""

from collections.abc import Callable, Sequence

from petteia.board.geometry import to_float32
from petteia.board.graph import Graph, Vertex
from petteia.board.polygons import Polygon

Coordinates = Sequence[float]


def vertex_by_coordinates(graph: Graph, point: Coordinates) -> Vertex | None:
    """The vertex at a written place, if there is one."""
    return graph.find_vertex(*(to_float32(value) for value in point[:3]))


def remove(
    graph: Graph,
    *,
    cells: Sequence[int] | Sequence[Sequence[Coordinates]] | None = None,
    edges: Sequence[Sequence[int]] | Sequence[Sequence[Coordinates]] | None = None,
    vertices: Sequence[int] | Sequence[Coordinates] | None = None,
    trim_edges: bool = True,
) -> Graph:
    """Take away cells, then edges, then vertices, given by numbers or by coordinates.

    Edges are pairs of vertices; numbers that name nothing are ignored.
    """
    if cells:
        _remove_cells(graph, cells, trim_edges)
    if edges:
        _remove_edges(graph, edges)
    if vertices:
        _remove_vertices(graph, vertices)
    return graph


def _remove_cells(graph: Graph, cells: Sequence[int] | Sequence[Sequence[Coordinates]], trim_edges: bool) -> None:
    numbers = [cell for cell in cells if isinstance(cell, int)]
    for number in sorted(numbers, reverse=True):
        if 0 <= number < len(graph.faces):
            graph.remove_face(graph.faces[number], trim=trim_edges)
    for cell in cells:
        if not isinstance(cell, int):
            corners = [vertex_by_coordinates(graph, point) for point in cell]
            known = [v for v in corners if v is not None]
            if known and len(known) == len(corners):
                face = next((face for face in known[0].faces if face.same_cycle(known)), None)
                if face is not None:
                    graph.remove_face(face, trim=trim_edges)


def _remove_edges(graph: Graph, edges: Sequence[Sequence[int]] | Sequence[Sequence[Coordinates]]) -> None:
    for pair in edges:
        if len(pair) != 2:
            continue
        ends = [
            (graph.vertices[end] if 0 <= end < len(graph.vertices) else None)
            if isinstance(end, int)
            else vertex_by_coordinates(graph, end)
            for end in pair
        ]
        a, b = ends
        edge = graph.find_edge(a, b) if a is not None and b is not None else None
        if edge is not None:
            graph.remove_edge(edge)


def _remove_vertices(graph: Graph, vertices: Sequence[int] | Sequence[Coordinates]) -> None:
    numbers = [vertex for vertex in vertices if isinstance(vertex, int)]
    for number in sorted(numbers, reverse=True):
        if 0 <= number < len(graph.vertices):
            graph.remove_vertex(graph.vertices[number])
    for point in vertices:
        if not isinstance(point, int):
            vertex = vertex_by_coordinates(graph, point)
            if vertex is not None:
                graph.remove_vertex(vertex)


def remove_inside(graph: Graph, outline: Polygon) -> Graph:
    """Take away the vertices inside a polygon, with their edges and faces."""
    for vertex in reversed(graph.vertices[:]):
        if outline.contains(vertex.x, vertex.y):
            graph.remove_vertex(vertex)
    return graph


def hole(graph: Graph, outline: Polygon) -> Graph:
    """Take away the cells whose points are inside a polygon."""
    grown = outline.grown()
    for face in reversed(graph.faces[:]):
        if grown.contains(face.x, face.y):
            graph.remove_face(face, trim=True)
    return graph


def keep(graph: Graph, outline: Polygon) -> Graph:
    """The part of a graph inside a polygon, with new faces."""
    grown = outline.grown()
    return _part(graph, lambda v: grown.contains(v.x, v.y), graph.basis)


def clip(graph: Graph, outline: Polygon) -> Graph:
    """The part of a graph outside a polygon, with new faces."""
    grown = outline.grown()
    return _part(graph, lambda v: not grown.contains(v.x, v.y), None)


def _part(graph: Graph, wanted: Callable[[Vertex], bool], basis: str | None) -> Graph:
    part = Graph(basis)
    copies = {v.id: part.add_vertex(v.x, v.y, v.z, basis=basis) for v in graph.vertices if wanted(v)}
    for v in graph.vertices:
        if v.id in copies and v.pivot is not None and v.pivot.id in copies:
            copies[v.id].pivot = copies[v.pivot.id]
    for edge in graph.edges:
        if edge.a.id in copies and edge.b.id in copies:
            part.add_edge(copies[edge.a.id], copies[edge.b.id], edge.tangents, sort=False)
    part.sort_edges()
    part.make_faces(False)
    part.sort_faces()
    return part


def trim(graph: Graph) -> Graph:
    """Take away loose ends (once), then vertices without edges."""
    for edge in reversed(graph.edges[:]):
        if len(edge.a.edges) == 1 or len(edge.b.edges) == 1:
            graph.remove_edge(edge)
    pivots = {id(v.pivot) for v in graph.vertices if v.pivot is not None}
    for vertex in reversed(graph.vertices[:]):
        if not vertex.edges and id(vertex) not in pivots:
            graph.remove_vertex(vertex)
    return graph
