"""Boards round a centre: nested polygons, circles of cells or vertices, targets, spirals, wedges, single polygons."""

import itertools
import math
from collections.abc import Sequence

from petteia.board.errors import BoardError
from petteia.board.geometry import Point
from petteia.board.graph import Graph, Tangents, Vertex, require_size
from petteia.board.sites import SiteType

_SAME_SAMPLE = 0.001
_SAME_SITE = 0.1
_TARGET_STEPS = 8


def concentric(
    sides: int,
    rings: int,
    use: SiteType,
    *,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
) -> Graph:
    """Nested regular polygons, such as the morris boards."""
    if sides < 3 or rings < 1:
        raise BoardError(f"rings of {sides} sides, {rings} times, are no board")
    require_size(2.0 * sides * rings)
    graph = Graph()
    arc = 2 * math.pi / sides
    reference = math.pi / 2 + (arc / 2 if sides % 2 == 0 else 0)
    per_side = 2 if midpoints else 1
    for ring in range(rings):
        radius = 1.0 + (2 * ring if sides == 3 else ring)
        corners = [_polar(radius, reference + arc * side) for side in range(sides + 1)]
        for (x, y), (next_x, next_y) in itertools.pairwise(corners):
            graph.vertex_at(x, y)
            if midpoints:
                graph.vertex_at((x + next_x) * 0.5, (y + next_y) * 0.5)
        first, count = ring * sides * per_side, sides * per_side
        for n in range(count):
            graph.add_edge(graph.vertices[first + n], graph.vertices[first + (n + 1) % count], sort=False)
    if (midpoints and join_midpoints) or join_corners:
        _join_rings(graph, sides, per_side, rings, join_midpoints, join_corners)
    graph.sort_edges()
    graph.reorder()
    return graph.make_faces(True) if use is SiteType.Cell else graph


def _join_rings(graph: Graph, sides: int, per_side: int, rings: int, midpoints: bool, corners: bool) -> None:
    """Edges from ring to ring; compat: without midpoints, joining them doubles corner joins and strays at the end."""
    count = sides * per_side
    for ring in range(rings - 1):
        for side in range(sides):
            v = ring * count + side * per_side
            if corners:
                graph.add_edge(graph.vertices[v], graph.vertices[v + count], sort=False)
            if midpoints and v + 1 + count < len(graph.vertices):
                graph.add_edge(graph.vertices[v + 1], graph.vertices[v + 1 + count], sort=False)


def _polar(radius: float, angle: float) -> Point:
    return radius * math.cos(angle), radius * math.sin(angle)


def circles(numbers: Sequence[int], use: SiteType, *, stagger: bool = False) -> Graph:
    """Rings with these numbers of cells, or of vertices on any other board."""
    if not numbers:
        raise BoardError("a list of rings may not be empty")
    require_size(2.0 * sum(map(abs, numbers)))
    if use is SiteType.Cell:
        return _cell_circles(numbers, stagger)
    if len(numbers) == 1:
        return _polygon(abs(numbers[0])).reorder()
    return _vertex_circles(numbers, stagger)


def _start_angle(ring: int, count: int, stagger: bool) -> float:
    return math.pi / 2 + (math.pi / count if stagger and ring % 2 == 1 else 0)


def _cell_circles(numbers: Sequence[int], stagger: bool) -> Graph:
    """Cells between circles and rays; the circles' vertices are the ends of the rays of the rings beside them."""
    samples: list[list[tuple[float, Point]]] = [[] for _ in range(len(numbers) + 1)]
    rays: list[tuple[Point, Point]] = []
    for ring, number in enumerate(numbers):
        count = abs(number)
        if count < 2:
            continue
        inner, outer = max(0.0, ring - 0.5), ring + 0.5
        for step in range(count):
            theta = _start_angle(ring, count, stagger) - 2 * math.pi * step / count
            while theta < -math.pi:
                theta += 2 * math.pi
            while theta > math.pi:
                theta -= 2 * math.pi
            rays.append((_polar(inner, theta), _polar(outer, theta)))
            samples[ring].append((theta, rays[-1][0]))
            samples[ring + 1].append((theta, rays[-1][1]))
    graph = Graph()
    centre = graph.add_vertex(0.0, 0.0)
    circles = [_without_repeats(sorted(circle, key=lambda s: s[0]), _SAME_SAMPLE) for circle in samples]
    rings = [[graph.vertex_at(x, y) for _, (x, y) in circle] for circle in circles]
    for vertices in rings:
        _close_ring(graph, vertices)
    for (ax, ay), (bx, by) in rays:
        graph.edge_between(graph.vertex_at(ax, ay), graph.vertex_at(bx, by), sort=False)
    for vertex in graph.vertices:
        vertex.pivot = centre
    graph.sort_edges()
    return graph.make_faces(True)


def _without_repeats(samples: list[tuple[float, Point]], tolerance: float) -> list[tuple[float, Point]]:
    kept: list[tuple[float, Point]] = []
    for sample in samples:
        if not kept or math.dist(kept[-1][1], sample[1]) >= tolerance:
            kept.append(sample)
    return kept


def _close_ring(graph: Graph, ring: Sequence[Vertex]) -> None:
    """Curved edges round the origin from each vertex to the next."""
    if len(ring) < 2:
        return
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        graph.edge_between(a, b, _ring_tangents(a, b), sort=False)


def _ring_tangents(a: Vertex, b: Vertex) -> Tangents:
    """Directions of a circle about the origin at both ends of its arc from a to b."""
    return (-a.y, a.x), (b.y, -b.x)


def _vertex_circles(numbers: Sequence[int], stagger: bool) -> Graph:
    if abs(numbers[0]) > 1:
        numbers = [0, *numbers]
    graph = Graph()
    rings: list[list[Vertex]] = []
    for ring, number in enumerate(numbers):
        count = abs(number)
        samples = []
        for step in range(count):
            theta = _start_angle(ring, count, stagger) - 2 * math.pi * step / count
            samples.append((theta, _polar(float(ring), theta)))
        if ring > 0:
            samples = _without_repeats(sorted(samples, key=lambda s: s[0]), _SAME_SITE)
        rings.append([graph.add_vertex(x, y) for _, (x, y) in samples])
    for number, vertices in zip(numbers[1:], rings[1:], strict=True):
        if number >= 2:
            _close_ring(graph, vertices)
    for a in rings[0]:
        for b in rings[1] if len(rings) > 1 else ():
            graph.edge_between(a, b, sort=False)
    has_centre = bool(rings[0])
    for ring in range(1, len(rings) - 1):
        grown = (ring + 1) / ring
        for a in rings[ring]:
            end = graph.find_vertex(a.x * grown, a.y * grown)
            if end is not None:
                graph.edge_between(a, end, sort=False)
                if not has_centre:
                    end.pivot = a
    if has_centre:
        for vertex in graph.vertices:
            vertex.pivot = rings[0][0]
    graph.sort_edges()
    return graph


def target(rings: int, use: SiteType, *, steps: int | None = None) -> Graph:
    """Rings one inside the other, each a cell of its own; with steps they are divided."""
    if rings < 1:
        raise BoardError(f"a target of {rings} rings is empty")
    require_size(8.0 * rings * (steps or 1))
    if steps is not None:
        return circles([steps] * rings, use)
    graph = Graph()
    for ring in range(1, rings + 1):
        angles = [math.pi / 2 + 2 * math.pi * n / _TARGET_STEPS for n in range(_TARGET_STEPS)]
        _close_ring(graph, [graph.add_vertex(*_polar(float(ring), angle)) for angle in angles])
    graph.sort_edges()
    graph.make_faces(True)
    for face in graph.faces:
        face.x, face.y = 0.0, (0.0 if face.id == 0 else -face.id - 0.5)
    return graph


def _polygon(sides: int) -> Graph:
    """A regular polygon with unit arcs, its first vertex at the top."""
    if sides < 1:
        raise BoardError(f"a polygon of {sides} sides is no board")
    require_size(sides)
    graph = Graph()
    start = math.pi / 4 if sides == 4 else math.pi / 2
    for k in range(sides):
        # the order of the arithmetic decides between directions: some ends lie on a bound, seen from their edge
        graph.add_vertex(*_polar(sides / (2 * math.pi), start + k / sides * 2 * math.pi))
    for k in range(sides):
        graph.add_edge(graph.vertices[k], graph.vertices[(k + 1) % sides], sort=False)
    graph.sort_edges()
    return graph


def regular(sides: int, use: SiteType, *, star: bool = False) -> Graph:
    """A regular polygon, or the star over its vertices."""
    graph = _polygon(sides)
    if star:
        graph.clear_edges()
        for k in range(sides):
            graph.add_edge(graph.vertices[k], graph.vertices[(k + (sides - 1) // 2) % sides], sort=False)
        graph.sort_edges()
    if use is SiteType.Cell:
        graph.make_faces(True)
    return graph.reorder()


def wedge(rows: int, columns: int = 3) -> Graph:
    """A triangle of rows that widen downwards from an apex."""
    if rows < 1 or columns < 2:
        raise BoardError(f"a wedge of {rows} rows and {columns} columns cannot be made")
    require_size(float(rows) * columns)
    graph = Graph()
    graph.add_vertex(float(rows - 1), float(rows - 1))
    for row in range(1, rows):
        left, width = rows - 1 - row, 2 * row
        for column in range(columns):
            graph.add_vertex(left + width * (column / (columns - 1)), float(rows - 1 - row))
    lines = [graph.vertices[1 + n * columns : 1 + (n + 1) * columns] for n in range(rows - 1)]
    for vertex in lines[0] if lines else ():
        graph.add_edge(graph.vertices[0], vertex, sort=False)
    for n, line in enumerate(lines):
        for a, b in itertools.pairwise(line):
            graph.add_edge(a, b, sort=False)
        for a, b in zip(line, lines[n + 1] if n + 1 < len(lines) else (), strict=False):
            graph.add_edge(a, b, sort=False)
    graph.sort_edges()
    return graph


def spiral(turns: int, sites: int, *, clockwise: bool = True) -> Graph:
    """Sites along a spiral from its centre."""
    if turns < 1 or sites < 1:
        raise BoardError(f"a spiral of {turns} turns and {sites} sites cannot be made")
    require_size(sites)
    require_size(turns)
    graph = Graph()
    for n, theta in enumerate(_spiral_angles(turns, sites)):
        x, y = _polar(theta, theta)
        graph.add_vertex(*((0.0, 0.0) if n == 0 else (-x if clockwise else x, y)))
    for vertex in graph.vertices:
        vertex.pivot = graph.vertices[0]
    for a, b in zip(graph.vertices, graph.vertices[1:], strict=False):
        graph.add_edge(a, b, _ring_tangents(a, b), sort=False)
    graph.sort_edges()
    return graph


def _spiral_angles(turns: int, sites: int) -> list[float]:
    """The angle of each site (which is its radius, too), spaced evenly by two passes of averaging."""
    base = 1
    while base <= sites and _spiral_size(base, turns) <= sites:
        base += 1
    base -= 1
    thetas = [0.0]
    steps = base
    for ring in range(1, turns + 2):
        apart = 2 * math.pi / steps if steps else 0.0
        theta = 2 * math.pi * ring - (apart / 2 if ring <= 2 or ring % 2 == 1 else 0.0)
        for _ in range(steps):
            thetas.append(theta)
            theta += apart
        if ring <= 2:
            steps *= 2
    if len(thetas) <= sites:
        raise BoardError(f"a spiral of {turns} turns does not hold {sites} sites")
    for _ in range(2):
        for n in range(2, sites):
            thetas[n] = (thetas[n - 1] + thetas[n + 1]) * 0.5
    thetas[1] -= (thetas[2] - thetas[1]) * 0.5 if len(thetas) > 2 else 0.0
    return thetas[:sites]


def _spiral_size(base: int, turns: int) -> int:
    total, steps = 1, base
    for ring in range(1, turns):
        total += steps
        if ring <= 2:
            steps *= 2
    return total
