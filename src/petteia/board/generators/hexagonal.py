"""Boards of hexagons in all shapes."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from petteia.board.errors import BoardError
from petteia.board.generators.lists import points_around, unit_graph
from petteia.board.geometry import ROOT3, Point
from petteia.board.graph import Graph, Vertex, require_size
from petteia.board.polygons import Polygon

_BASIS = "Hexagonal"
_U = ROOT3 / 2
POINTY: Sequence[Point] = ((0.0, 1.0), (_U, 0.5), (_U, -0.5), (0.0, -1.0), (-_U, -0.5), (-_U, 0.5))
"""Corners of a hexagon that stands on a point."""
FLAT: Sequence[Point] = tuple((y, x) for x, y in POINTY)
"""Corners of a hexagon that lies on a side."""

_TOP, _BOTTOM = (POINTY[5], POINTY[0], POINTY[1]), (POINTY[4], POINTY[3], POINTY[2])

Place = tuple[int, int]
SIDE_STEPS: Sequence[Place] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""Directions (row, column) that the sides of a custom board run through."""


def centre(row: int, column: int) -> Point:
    """The centre of a hexagon that stands on a point."""
    return ROOT3 * (column - 0.5 * row), 1.5 * row


def flat_centre(row: int, column: int) -> Point:
    """The centre of a hexagon that lies on a side."""
    return 1.5 * (column - row), ROOT3 * (row + column) * 0.5


def hexes(a: int, b: int | None = None, *, shape: str | None = None) -> Graph:
    """The graph of `(hex ..)` by its dimensions."""
    if a < 1 or (b is not None and b < 1):
        raise BoardError(f"the size of a hex board must be positive, not {a if a < 1 else b}")
    require_size(6.0 * max(a, b or 1) * (b or a) * (6 if shape == "Star" else 1))
    if shape in (None, "NoShape", "Hexagon"):
        return _hexagon(a) if b is None else hexes_in_sides((a, b))
    if shape == "Limping":
        return hexes_in_sides((a, a + 1))
    if shape in ("Diamond", "Prism"):
        places = diamond_places(a) if shape == "Diamond" else prism_places(a, b or a)
        return _around([flat_centre(*place) for place in places], FLAT)
    return _around([centre(*place) for place in shape_places(shape or "", a, b or a)], POINTY)


def hexes_in(outline: Polygon) -> Graph:
    """The hexagons whose centres lie inside an outline."""
    grown = outline.grown()
    rows, columns = grown.ranges(3)
    places = [(r, c) for r in rows for c in columns if grown.contains(*centre(r, c))]
    return _around([centre(*place) for place in places], POINTY)


def hexes_in_sides(sides: Sequence[int]) -> Graph:
    """The hexagons inside an outline of sides with these numbers of cells."""
    return hexes_in(sides_outline(sides, centre))


def _around(centres: Sequence[Point], offsets: Sequence[Point]) -> Graph:
    return unit_graph(points_around(centres, offsets), _BASIS).reorder()


def sides_outline(sides: Sequence[int], place: Callable[[int, int], Point]) -> Polygon:
    """The outline whose sides have these numbers of cells; a negative one turns the other way."""
    if not sides:
        raise BoardError("a list of sides may not be empty")
    row = column = 0
    turn = 1
    points: list[Point] = [place(0, 0)]
    for n in range(max(5, len(sides))):
        steps = sides[n % len(sides)]
        steps += 1 if steps < 0 else -1
        turn = (turn + (-1 if steps < 0 else 1)) % 6
        if steps > 0:
            row += steps * SIDE_STEPS[turn][0]
            column += steps * SIDE_STEPS[turn][1]
            points.append(place(row, column))
    return Polygon(tuple(points))


def diamond_places(a: int) -> Iterator[Place]:
    """Rows and columns of a diamond."""
    return ((r, c) for r in range(a) for c in range(a))


def prism_places(a: int, b: int) -> Iterator[Place]:
    """Rows and columns of a prism."""
    size = range(a + b - 1)
    return ((r, c) for r in size for c in size if abs(r - c) < a)


def hexagon_places(a: int) -> Iterator[Place]:
    """Rows and columns of a hexagon of side a."""
    size = range(2 * a - 1)
    return ((r, c) for r in size for c in size if abs(r - c) <= a - 1)


def shape_places(shape: str, a: int, b: int) -> Iterator[Place]:
    """Rows and columns of the shapes that hexagons and triangles share."""
    if shape == "Triangle":
        return ((r, c) for r in range(a) for c in range(r, a))
    if shape in ("Rectangle", "Square"):
        width = a if shape == "Square" else b
        return ((r, c) for r in range(a) for c in range((r + 1) // 2, width + r // 2))
    if shape == "Star":
        return ((r, c) for r in range(4 * a + 1) for c in _star_columns(r, a))
    raise BoardError(f"there is no board of shape {shape} on this grid")


def _star_columns(r: int, d: int) -> range:
    if r < d:
        return range(d, r + d + 1)
    if r <= 2 * d:
        return range(r - d, 3 * d + 1)
    if r <= 3 * d:
        return range(d, r + d + 1)
    return range(r - d, 3 * d + 1)


def _hexagon(a: int) -> Graph:
    """A hexagon of hexagons: zig-zag lines from bottom to top, then the upright edges between them.

    Unlike the other shapes it has no basis, and exact coordinates.
    """
    rows: dict[int, list[Point]] = {}
    for r, c in hexagon_places(a):
        rows.setdefault(r, []).append(centre(r, c))
    graph = Graph()
    lines: list[list[Vertex]] = []
    for row in range(2 * a):
        corners = [(rows.get(row - 1, []), _TOP), (rows.get(row, []), _BOTTOM)]
        # compat: a corner that two rows share is placed by the longer row; its last bits decide near-ties later on.
        lines.append([graph.add_vertex(x, y) for x, y in _zigzag(corners if row < a else corners[::-1])])
    for line in lines:
        for left, right in itertools.pairwise(line):
            graph.add_edge(left, right, sort=False)
    for lower, upper in itertools.pairwise(lines):
        for v in lower:
            above = next((w for w in upper if abs(w.x - v.x) < 0.01 and w.y > v.y and w.y - v.y < 1.01), None)
            if above is not None:
                graph.add_edge(v, above, sort=False)
    graph.sort_edges()
    return graph.make_faces(False).reorder()


def _zigzag(rows: Sequence[tuple[Sequence[Point], Sequence[Point]]]) -> list[Point]:
    """The corners between two rows of hexagons from left to right; of equal ones the last counts."""
    found: dict[int, Point] = {}
    for centres, offsets in rows:
        for cx, cy in centres:
            for dx, dy in offsets:
                found[round((cx + dx) / _U)] = cx + dx, cy + dy
    return [found[place] for place in sorted(found)]
