"""Polygons that shape boards: from points or from the lengths of sides."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from petteia.board.errors import BoardError
from petteia.board.geometry import Point, inflate, polygon_contains, to_float32
from petteia.board.graph import require_size

_MARGIN = 0.1


@dataclass(frozen=True)
class Polygon:
    """Points in order; `grown` is what shapes are cut with."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        if len(self.points) < 3:
            raise BoardError(f"a polygon needs at least three points, not {len(self.points)}")

    def contains(self, x: float, y: float) -> bool:
        """True if a point lies inside, by the even-odd rule."""
        return polygon_contains(self.points, x, y)

    def grown(self) -> "Polygon":
        """The polygon inflated by a tenth; compat: counter-clockwise ones shrink."""
        return Polygon(tuple(inflate(self.points, _MARGIN)))

    def ranges(self, margin: int) -> tuple[range, range]:
        """Whole rows and columns that cover the bounding box and a margin round it."""
        rows = _covering([y for _, y in self.points], margin)
        columns = _covering([x for x, _ in self.points], margin)
        require_size(len(rows) * len(columns) / 4)
        return rows, columns


def _covering(values: Sequence[float], margin: int) -> range:
    low, high = math.trunc(min(values)) - margin, math.trunc(max(values)) + margin
    return range(low, high + 1)


def polygon(points: Sequence[Sequence[float]], rotations: int | None = None) -> Polygon:
    """The polygon of a `(poly ..)`: its points as 32-bit floats, followed by their rotations about the origin."""
    if any(len(point) < 2 for point in points):
        raise BoardError("a point of a polygon needs two coordinates")
    base = [(to_float32(x), to_float32(y)) for x, y, *_ in points]
    if rotations is None or rotations == 0:
        return Polygon(tuple(base))
    if rotations < 0:
        base.reverse()
    require_size(len(base) * abs(rotations), "polygon")
    every = list(base)
    for turn in range(1, abs(rotations)):
        angle = 2 * math.pi / rotations * turn
        cos, sin = math.cos(angle), math.sin(angle)
        every += [(x * cos - y * sin, x * sin + y * cos) for x, y in base]
    return Polygon(tuple(every))


def polygon_of_sides(sides: Sequence[int], steps: Sequence[Point]) -> Polygon:
    """The polygon whose sides have these lengths; a negative length turns the other way. `steps` are (dx, dy)."""
    if not sides:
        raise BoardError("a list of sides may not be empty")
    turn = len(steps) - 1
    x = y = 0.0
    points = [(x, y)]
    for side in sides:
        turn = (turn + (-1 if side < 0 else 1)) % len(steps)
        x += side * steps[turn][0]
        y += side * steps[turn][1]
        points.append((x, y))
    return Polygon(tuple(points))
