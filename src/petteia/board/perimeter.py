"""The rim of a graph: perimeters, inner and outer elements, corners and sides."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from petteia.board.directions import COMPASS, Direction, sixteenth
from petteia.board.geometry import Point, atan2, clockwise, crossing_parameters, line_distance, segments_cross
from petteia.board.graph import Edge, Face, Graph, Vertex, angle_of, near

_TYPES = 3
_VERTEX, _EDGE, _FACE = range(_TYPES)
_FEW_CORNERS = 6
_NEAR_AN_END = 0.01
_SIDE_NAMES = ("E", "NE", "NE", "NE", "N", "NW", "NW", "NW", "W", "SW", "SW", "SW", "S", "SE", "SE", "SE")


def _sets() -> list[set[int]]:
    return [set() for _ in range(_TYPES)]


@dataclass
class Rim:
    """Numbers of the elements at the rim, each by site type (vertex, edge, face)."""

    perimeters: list[list[Vertex]] = field(default_factory=list)
    perimeter: list[set[int]] = field(default_factory=_sets)
    outer: list[set[int]] = field(default_factory=_sets)
    convex: list[set[int]] = field(default_factory=_sets)
    concave: list[set[int]] = field(default_factory=_sets)
    sides: list[dict[Direction, set[int]]] = field(default_factory=lambda: [{} for _ in range(_TYPES)])

    def corners(self, kind: int) -> set[int]:
        """All corners, convex and concave."""
        return self.convex[kind] | self.concave[kind]


def measure_rim(graph: Graph) -> Rim:
    """Find the perimeters of a graph and all that follows from them."""
    rim = Rim(_find_perimeters(graph))
    _flag_perimeter(graph, rim)
    for perimeter in rim.perimeters:
        _flag_corner_vertices(perimeter, rim)
    _flag_corner_elements(graph, rim)
    _flag_sides(graph, rim)
    return rim


class _Region:
    """A polygon that is asked for many points: the sides that a horizontal line meets are kept by its height."""

    def __init__(self, perimeter: list[Vertex]) -> None:
        points = [(v.x, v.y) for v in perimeter]
        self._sides = list(zip(points, points[-1:] + points[:-1], strict=True))
        self._met: dict[float, list[tuple[Point, Point]]] = {}

    def contains(self, x: float, y: float) -> bool:
        met = self._met.get(y)
        if met is None:
            met = self._met[y] = [(i, j) for i, j in self._sides if i[1] < y <= j[1] or j[1] < y <= i[1]]
        inside = False
        for (ix, iy), (jx, jy) in met:
            if (ix <= x or jx <= x) and ix + (y - iy) / (jy - iy) * (jx - ix) < x:
                inside = not inside
        return inside


def _find_perimeters(graph: Graph) -> list[list[Vertex]]:
    """A counter-clockwise walk round each component, from its leftmost vertex; those inside another are dropped."""
    covered: set[int] = set()
    found: list[tuple[list[Vertex], _Region]] = []
    for start in sorted(graph.vertices, key=lambda v: v.x):
        if start.id in covered:
            continue
        perimeter = _follow(start, 2 * len(graph.edges) + 2)
        region = _Region(perimeter)
        found.append((perimeter, region))
        covered.update(v.id for v in perimeter)
        covered.update(v.id for v in graph.vertices if v.id not in covered and region.contains(v.x, v.y))
    for index in range(len(found) - 1, -1, -1):
        first = found[index][0][0]
        if any(region.contains(first.x, first.y) for j, (_, region) in enumerate(found) if j != index):
            del found[index]
    return [perimeter for perimeter, _ in found]


def _follow(start: Vertex, limit: int) -> list[Vertex]:
    if not start.edges:
        return [start]

    def from_south(edge: Edge) -> float:
        end = edge.other(start)
        return atan2(end.x - start.x, -(end.y - start.y))

    edge = min(start.edges, key=from_south)
    path: list[Vertex] = []
    vertex = start
    while len(path) < limit:
        path.append(vertex)
        before, vertex = vertex, edge.other(vertex)
        if vertex is start:
            break
        around = vertex.edges
        arrived = around.index(edge)
        for n in range(1, len(around)):
            edge = around[(arrived + n) % len(around)]
            if edge.other(vertex) is not before:
                break
    return path


def _flag_perimeter(graph: Graph, rim: Rim) -> None:
    for perimeter in rim.perimeters:
        for a, b in zip(perimeter, perimeter[1:] + perimeter[:1], strict=True):
            rim.perimeter[_VERTEX].add(a.id)
            edge = graph.find_edge(a, b)
            if edge is not None:
                rim.perimeter[_EDGE].add(edge.id)
                face = edge.left or edge.right
                if face is not None:
                    rim.perimeter[_FACE].add(face.id)
    vertices = rim.perimeter[_VERTEX]
    for face in graph.faces:
        if any(v.id in vertices for v in face.vertices):
            rim.perimeter[_FACE].add(face.id)
    for edge in graph.edges:
        if edge.a.id in vertices and edge.b.id in vertices and (edge.left is None or edge.right is None):
            rim.perimeter[_EDGE].add(edge.id)
    rim.outer = [set(numbers) for numbers in rim.perimeter]


def _corner_scores(points: list[Point]) -> list[float]:
    """How far each point of a perimeter sticks out, smoothed once; negative where it is dented."""
    count = len(points)
    scores = []
    for n, (x, y) in enumerate(points):
        score = 0.0
        for k in (1, 2, 3):
            a, b = points[(n - k) % count], points[(n + k) % count]
            out = line_distance(x, y, a[0], a[1], b[0], b[1])
            if clockwise(a, (x, y), b):
                out = -out
            score += out / k
        scores.append(score)
    return [(4 * scores[n] + scores[(n + 1) % count] + scores[n - 1]) / 6 for n in range(count)]


def _flag_corner_vertices(perimeter: list[Vertex], rim: Rim) -> None:
    if len(perimeter) < _FEW_CORNERS:
        rim.convex[_VERTEX].update(v.id for v in perimeter)
        return
    s = _corner_scores([(v.x, v.y) for v in perimeter])
    count = len(s)
    keep = [s[n] >= 0.320 and s[n] >= s[n - 1] - 0.001 and s[n] >= s[(n + 1) % count] - 0.001 for n in range(count)]
    for n in range(count):
        if keep[n]:
            for beside in ((n - 1) % count, (n + 1) % count):
                if s[beside] >= 0.95 * s[n]:
                    keep[beside] = True
    rim.convex[_VERTEX].update(v.id for v, kept in zip(perimeter, keep, strict=True) if kept)
    for n in range(count):
        if s[n] <= -0.25 and s[n] <= s[n - 1] + 0.001 and s[n] <= s[(n + 1) % count] + 0.001:
            rim.concave[_VERTEX].add(perimeter[n].id)


def _flag_corner_elements(graph: Graph, rim: Rim) -> None:
    """Corner edges and faces follow from corner vertices."""
    corners = rim.corners(_VERTEX)
    for number in sorted(corners):
        vertex = graph.vertices[number]
        is_concave = number in rim.concave[_VERTEX]
        flags = rim.concave if is_concave else rim.convex
        to_corner = [e for e in vertex.edges if e.other(vertex).id in corners]
        edges = to_corner or [e for e in vertex.edges if e.id in rim.perimeter[_EDGE]]
        flags[_EDGE].update(e.id for e in edges)
        if to_corner or not is_concave:
            flags[_FACE].update(f.id for f in (e.left or e.right for e in edges) if f is not None)
        else:
            flags[_FACE].update(f.id for f in vertex.faces if _rim_vertices(f, rim) == 1)


def _rim_vertices(face: Face, rim: Rim) -> int:
    return sum(v.id in rim.perimeter[_VERTEX] for v in face.vertices)


def _flag_sides(graph: Graph, rim: Rim) -> None:
    """The runs from corner to corner, named by where they lie from the middle of the board."""
    corners = rim.corners(_VERTEX)
    if not corners:
        return
    x, y = 0.0, 0.0
    for v in graph.vertices:
        x += v.x
        y += v.y
    middle = x / len(graph.vertices), y / len(graph.vertices)
    sides_of: list[set[Direction]] = [set() for _ in graph.vertices]
    for perimeter in rim.perimeters:
        starts = [n for n, v in enumerate(perimeter) if v.id in corners]
        for start, end in zip(starts, starts[1:] + [n + len(perimeter) for n in starts[:1]], strict=True):
            run = [perimeter[n % len(perimeter)] for n in range(start, end + 1)]
            side = _side_of(run, middle)
            for v in run:
                sides_of[v.id].add(side)
    for v in graph.vertices:
        _add_sides(rim.sides[_VERTEX], v.id, sides_of[v.id])
    for edge in graph.edges:
        _add_sides(rim.sides[_EDGE], edge.id, sides_of[edge.a.id] | sides_of[edge.b.id])
    for face in graph.faces:
        _add_sides(rim.sides[_FACE], face.id, set().union(*(sides_of[v.id] for v in face.vertices)))


def _side_of(run: list[Vertex], middle: Point) -> Direction:
    x, y = 0.0, 0.0
    for v in run:
        x += v.x
        y += v.y
    angle = angle_of(y / len(run) - middle[1], x / len(run) - middle[0])
    if angle < 0:
        angle += 2 * math.pi
    return Direction[_SIDE_NAMES[math.floor((angle + math.pi / 16) / (math.pi / 8)) % 16]]


def _add_sides(sides: dict[Direction, set[int]], number: int, directions: set[Direction]) -> None:
    for direction in directions:
        sides.setdefault(direction, set()).add(number)


def edge_slant(edge: Edge) -> tuple[str, str]:
    """How an edge runs: axial or angled, and horizontal, vertical, slash or slosh."""
    angle = angle_of(edge.b.y - edge.a.y, edge.b.x - edge.a.x)
    sector = COMPASS[(4 - sixteenth(angle + 2 * math.pi if angle < 0 else angle)) % 16].name
    if sector in ("E", "W"):
        return "Axial", "Horizontal"
    if sector in ("N", "S"):
        return "Axial", "Vertical"
    return "Angled", "Slash" if sector in ("ENE", "NE", "NNE", "WSW", "SW", "SSW") else "Slosh"


def edge_crossings(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """For each edge the edges that cross it, unless two of their ends coincide; touching is enough."""

    def cross(e: Edge, f: Edge) -> bool:
        if near(e.a, f.a) or near(e.a, f.b) or near(e.b, f.a) or near(e.b, f.b):
            return False
        return segments_cross((e.a.x, e.a.y), (e.b.x, e.b.y), (f.a.x, f.a.y), (f.b.x, f.b.y))

    return _pairs_of_edges(graph, cross)


def inner_crossings(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """For each edge the edges that cross it, a hundredth of their lengths or more away from all ends."""

    def cross(e: Edge, f: Edge) -> bool:
        along = crossing_parameters((e.a.x, e.a.y), (e.b.x, e.b.y), (f.a.x, f.a.y), (f.b.x, f.b.y), 0.0)
        return along is not None and all(_NEAR_AN_END < one < 1 - _NEAR_AN_END for one in along)

    return _pairs_of_edges(graph, cross)


def _pairs_of_edges(graph: Graph, related: Callable[[Edge, Edge], bool]) -> tuple[tuple[int, ...], ...]:
    """For each edge the others it is related to, among those whose boxes meet."""
    found: list[list[int]] = [[] for _ in graph.edges]
    boxes = [(min(e.a.x, e.b.x), max(e.a.x, e.b.x), min(e.a.y, e.b.y), max(e.a.y, e.b.y)) for e in graph.edges]
    for i, e in enumerate(graph.edges):
        left, right, bottom, top = boxes[i]
        for j in range(i + 1, len(graph.edges)):
            other = boxes[j]
            if other[0] > right or other[1] < left or other[2] > top or other[3] < bottom:
                continue
            if related(e, graph.edges[j]):
                found[i].append(j)
                found[j].append(i)
    return tuple(tuple(sorted(numbers)) for numbers in found)
