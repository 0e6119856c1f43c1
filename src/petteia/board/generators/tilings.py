"""Semi-regular tilings: rings of points round the places of a grid, joined where they are a unit apart."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from petteia.board.errors import BoardError
from petteia.board.generators.hexagonal import FLAT, Place, hexagon_places, sides_outline
from petteia.board.generators.lists import points_around, unit_graph
from petteia.board.geometry import ROOT3, Point
from petteia.board.graph import Graph, require_size
from petteia.board.operators.cutting import keep
from petteia.board.polygons import Polygon, polygon_of_sides

_Q = ROOT3 / 2
_P = 0.5


def _ring(radius: float) -> tuple[Point, ...]:
    """Twelve points of a circle, the first at fifteen degrees."""
    angles = [math.radians(15 + 30 * n) for n in range(12)]
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


_HEXAGON = ((-0.5, _Q), (0.5, _Q), (1.0, 0.0), (0.5, -_Q), (-0.5, -_Q), (-1.0, 0.0))
_HEXAGON_AND_SQUARES = _HEXAGON + _ring((1 + _Q) / math.cos(math.radians(15)))
_DODECAGON = _ring(1 / math.sqrt(2 - ROOT3))
_V = 1 + math.sqrt(2)
_OCTAGON = (
    (0.5, _V / 2),
    (_V / 2, 0.5),
    (_V / 2, -0.5),
    (0.5, -_V / 2),
    (-0.5, -_V / 2),
    (-_V / 2, -0.5),
    (-_V / 2, 0.5),
    (-0.5, _V / 2),
)
_SNUB_SQUARE = (
    (-_P, -_P - _Q),
    (_P, -_P - _Q),
    (-_P - _Q, -_Q),
    (_P + _Q, -_Q),
    (0.0, -_P),
    (-1 - _Q, 0.0),
    (-_Q, 0.0),
    (_Q, 0.0),
    (1 + _Q, 0.0),
    (0.0, _P),
    (-_P - _Q, _Q),
    (_P + _Q, _Q),
    (-_P, _P + _Q),
    (_P, _P + _Q),
)
_SNUB_HEXAGON = (
    *_HEXAGON,
    (-1.0, 2 * _Q),
    (0.0, 2 * _Q),
    (1.0, 2 * _Q),
    (1.5, _Q),
    (2.0, 0.0),
    (1.5, -_Q),
    (1.0, -2 * _Q),
    (0.0, -2 * _Q),
    (-1.0, -2 * _Q),
    (-1.5, -_Q),
    (-2.0, 0.0),
    (-1.5, _Q),
)


def _on_hexagons(pitch: float) -> Callable[[int, int], Point]:
    return lambda row, column: (pitch * (column - row * 0.5), pitch * row * _Q)


@dataclass(frozen=True)
class _Tiling:
    """Where the reference points lie, the points round each, and which places a size covers."""

    point: Callable[[int, int], Point]
    offsets: Sequence[Point]
    places: Callable[[int, int | None], Iterable[Place]]
    default_size: int = 3
    reorder: bool = True
    custom: bool = False


def _hexagon(a: int, b: int | None) -> Iterable[Place]:
    return hexagon_places(a)


def _rectangle(a: int, b: int | None) -> Iterable[Place]:
    return ((r, c) for r in range(a) for c in range(a if b is None else b))


def _square(a: int, b: int | None) -> Iterable[Place]:
    return _rectangle(a, a)


def _hexagon_or_rectangle(a: int, b: int | None) -> Iterable[Place]:
    return hexagon_places(a) if b is None else _rectangle(a, b)


def _hexagon_or_doubled(a: int, b: int | None) -> Iterable[Place]:
    return hexagon_places(a) if b is None else _rectangle(2 * a - 1, 2 * b - 1)


_H = (1 + ROOT3) / 2
_TILINGS: Mapping[str, _Tiling] = {
    "T33434": _Tiling(lambda r, c: (_H * (c - r), _H * (r + c)), _SNUB_SQUARE, _square),
    "T3464": _Tiling(
        lambda r, c: ((3 + ROOT3) * 0.5 * (c - r), (1 + ROOT3) * (r + c) * 0.5),
        _HEXAGON_AND_SQUARES,
        _hexagon_or_rectangle,
        custom=True,
    ),
    "T3636": _Tiling(lambda r, c: (2 * (c - r * 0.5), ROOT3 * r), FLAT, _hexagon_or_doubled, custom=True),
    "T488": _Tiling(lambda r, c: (c * _V, r * _V), _OCTAGON, _rectangle, reorder=False, custom=True),
    "T4612": _Tiling(_on_hexagons(4.7320508), _DODECAGON, _hexagon),
    "T31212": _Tiling(_on_hexagons(3.7320508), _DODECAGON, _hexagon),
    "T33336": _Tiling(lambda r, c: (2.5 * c - 2 * r, _Q * (2 * r + c)), _SNUB_HEXAGON, _hexagon),
    "T33344": _Tiling(
        lambda r, c: (c + r * 0.5, r * (1 + _Q)),
        ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
        _rectangle,
        custom=True,
    ),
    "T333333_33434": _Tiling(
        lambda r, c: ((1.5 + ROOT3) * (c - r), (2 + ROOT3) * (r + c) * 0.5),
        _HEXAGON_AND_SQUARES,
        _hexagon,
        default_size=2,
    ),
}


def _named(name: str) -> _Tiling:
    if name not in _TILINGS:
        raise BoardError(f"there is no tiling {name}", suggestion=f"there are {', '.join(_TILINGS)}")
    return _TILINGS[name]


def tiling(name: str, a: int, b: int | None = None) -> Graph:
    """The graph of `(tiling ..)` by its dimensions."""
    chosen = _named(name)
    if a < 1 or (b is not None and b < 1):
        raise BoardError(f"the size of a tiling must be positive, not {a if a < 1 else b}")
    require_size(12.0 * max(a, b or 1) * (b or a))
    return _graph(chosen, chosen.places(a, b))


def tiling_in(name: str, outline: Polygon | Sequence[int]) -> Graph:
    """The graph of `(tiling ..)` inside an outline or sides; compat: some tilings ignore it and have a fixed size."""
    chosen = _named(name)
    if name == "T33434" and isinstance(outline, Polygon):
        return keep(tiling(name, 5), outline)
    if not chosen.custom:
        return tiling(name, chosen.default_size)
    if not isinstance(outline, Polygon):
        if name == "T488":
            outline = polygon_of_sides(outline, ((0, _V), (_V, 0), (0, -_V), (-_V, 0)))
        else:
            outline = sides_outline(outline, chosen.point)
    grown = outline.grown()
    rows, columns = grown.ranges(3)
    return _graph(chosen, [(r, c) for r in rows for c in columns if grown.contains(*chosen.point(r, c))])


def _graph(chosen: _Tiling, places: Iterable[Place]) -> Graph:
    graph = unit_graph(points_around([chosen.point(*place) for place in places], chosen.offsets))
    return graph.reorder() if chosen.reorder else graph
