"""Graphs: tilings, rings and shapes to build boards on."""

from collections.abc import Sequence
from typing import Literal

from petteia.board import BoardError, Graph, SiteType, generators
from petteia.board.polygons import Polygon, polygon
from petteia.ludemes.boards.making import board_of
from petteia.ludemes.enums import (
    BrickShapeType,
    ConcentricShapeType,
    DiagonalsType,
    HexShapeType,
    SquareShapeType,
    TilingType,
    TriShapeType,
)
from petteia.ludemes.registry import Word, named, one_of
from petteia.ludemes.types import BooleanConstant, BooleanFunction, DimFunction, GraphFunction, Poly

__all__ = [
    "Brick",
    "Celtic",
    "CelticPolygon",
    "Concentric",
    "CustomGraph",
    "DimPoly",
    "FloatPoly",
    "Hex",
    "HexPolygon",
    "Quadhex",
    "Rectangle",
    "Regular",
    "Repeat",
    "Spiral",
    "Square",
    "SquarePolygon",
    "Tiling",
    "TilingPolygon",
    "Tri",
    "TriPolygon",
    "Wedge",
    "board_of",
]

_SIDES = {"Triangle": 3, "Square": 4, "Hexagon": 6}


def _size(dim: DimFunction | None) -> int | None:
    return None if dim is None else dim.size()


def _word(word: Word | None) -> str | None:
    return None if word is None else str(word.value)


def _truth(condition: BooleanFunction | None, default: bool) -> bool:
    if condition is None:
        return default
    if isinstance(condition, BooleanConstant):
        return condition.value
    raise BoardError("this must be True or False as written", place=condition.place)


def _outline(poly: Poly | None, sides: list[DimFunction] | None) -> Polygon | Sequence[int]:
    """A polygon, or the lengths of its sides."""
    return poly.outline() if poly is not None else [side.size() for side in sides or ()]


class Brick(GraphFunction, keyword="brick"):
    """A wall of bricks, each two squares long."""

    shape: BrickShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None
    trim: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return generators.brick(self.dim_a.size(), _size(self.dim_b), shape=_word(self.shape), trim=bool(self.trim))


class Celtic(GraphFunction, keyword="celtic"):
    """Cells of a celtic knot on a rectangle."""

    rows: DimFunction
    columns: DimFunction | None

    def draw(self, use: SiteType) -> Graph:
        return generators.celtic(self.rows.size(), _size(self.columns))


class CelticPolygon(GraphFunction, keyword="celtic"):
    """Cells of a celtic knot inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)

    def draw(self, use: SiteType) -> Graph:
        return generators.celtic_in(_outline(self.poly, self.sides))


class Concentric(GraphFunction, keyword="concentric"):
    """Rings around a centre."""

    shape: ConcentricShapeType | None = one_of(1)
    sides: DimFunction | None = named(one_of=1)
    cells: list[DimFunction] | None = one_of(1)
    rings: DimFunction | None = named()
    steps: DimFunction | None = named()
    midpoints: BooleanFunction | None = named()
    join_midpoints: BooleanFunction | None = named("joinMidpoints")
    join_corners: BooleanFunction | None = named("joinCorners")
    stagger: BooleanFunction | None = named()

    def draw(self, use: SiteType) -> Graph:
        options = {
            "midpoints": _truth(self.midpoints, True),
            "join_midpoints": _truth(self.join_midpoints, True),
            "join_corners": _truth(self.join_corners, False),
        }
        if self.cells is not None:
            return generators.circles([one.size() for one in self.cells], use, stagger=_truth(self.stagger, False))
        if self.rings is None:
            raise BoardError("the number of rings is missing", suggestion="write rings:3")
        if self.shape is ConcentricShapeType.Target:
            return generators.target(self.rings.size(), use, steps=_size(self.steps))
        sides = self.sides.size() if self.sides is not None else _SIDES[_word(self.shape) or ""]
        return generators.concentric(sides, self.rings.size(), use, **options)


class CustomGraph(GraphFunction, keyword="graph"):
    """A graph from lists of points and of vertex pairs."""

    vertices: list[list[float]] = named()
    edges: list[list[int]] | None = named()

    def draw(self, use: SiteType) -> Graph:
        return generators.custom(self.vertices, self.edges or ())


class Hex(GraphFunction, keyword="hex"):
    """A tiling by hexagons."""

    shape: HexShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None

    def draw(self, use: SiteType) -> Graph:
        return generators.hexes(self.dim_a.size(), _size(self.dim_b), shape=_word(self.shape))


class HexPolygon(GraphFunction, keyword="hex"):
    """A tiling by hexagons inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)

    def draw(self, use: SiteType) -> Graph:
        outline = _outline(self.poly, self.sides)
        return generators.hexes_in(outline) if isinstance(outline, Polygon) else generators.hexes_in_sides(outline)


class FloatPoly(Poly, keyword="poly"):
    """A polygon by its corners."""

    corners: list[list[float]]
    rotations: int | None = named("rotns")

    def outline(self) -> Polygon:
        return polygon(self.corners, self.rotations)


class DimPoly(Poly, keyword="poly"):
    """A polygon by corners on whole coordinates."""

    corners: list[list[DimFunction]]
    rotations: int | None = named("rotns")

    def outline(self) -> Polygon:
        return polygon([[one.size() for one in corner] for corner in self.corners], self.rotations)


class Quadhex(GraphFunction, keyword="quadhex"):
    """A hexagon tiled by quadrilaterals."""

    layers: DimFunction
    thirds: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return generators.quadhex(self.layers.size(), thirds=bool(self.thirds))


class Rectangle(GraphFunction, keyword="rectangle"):
    """A rectangle of squares."""

    dim_a: DimFunction
    dim_b: DimFunction | None
    diagonals: DiagonalsType | None = named()

    def draw(self, use: SiteType) -> Graph:
        rows = self.dim_a.size()
        columns = rows if self.dim_b is None else self.dim_b.size()
        return generators.rectangle(rows, columns, use, diagonals=_word(self.diagonals))


class Regular(GraphFunction, keyword="regular"):
    """A regular polygon or star."""

    kind: Literal["Star"] | None
    num_sides: DimFunction

    def draw(self, use: SiteType) -> Graph:
        return generators.regular(self.num_sides.size(), use, star=self.kind is not None)


class Repeat(GraphFunction, keyword="repeat"):
    """A tiling made by repeating polygons."""

    rows: DimFunction
    columns: DimFunction
    step: list[list[float]] = named()
    poly: Poly | None = one_of(1)
    polys: list[Poly] | None = one_of(1)

    def draw(self, use: SiteType) -> Graph:
        polys = self.polys if self.polys is not None else [self.poly]
        outlines = [poly.outline() for poly in polys if poly is not None]
        return generators.repeat(self.rows.size(), self.columns.size(), self.step, outlines)


class Spiral(GraphFunction, keyword="spiral"):
    """Sites along a spiral."""

    turns: DimFunction = named()
    sites: DimFunction = named()
    clockwise: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return generators.spiral(self.turns.size(), self.sites.size(), clockwise=self.clockwise is not False)


class Square(GraphFunction, keyword="square"):
    """A tiling by squares."""

    shape: SquareShapeType | None
    dim: DimFunction
    diagonals: DiagonalsType | None = named(at_most_one_of=1)
    pyramidal: bool | None = named(at_most_one_of=1)

    def draw(self, use: SiteType) -> Graph:
        return generators.square(
            self.dim.size(),
            use,
            shape=_word(self.shape),
            diagonals=_word(self.diagonals),
            pyramidal=bool(self.pyramidal),
        )


class SquarePolygon(GraphFunction, keyword="square"):
    """A tiling by squares inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)
    diagonals: DiagonalsType | None = named()

    def draw(self, use: SiteType) -> Graph:
        outline, diagonals = _outline(self.poly, self.sides), _word(self.diagonals)
        if isinstance(outline, Polygon):
            return generators.square_in(outline, diagonals=diagonals)
        return generators.square_in_sides(outline, diagonals=diagonals)


class Tiling(GraphFunction, keyword="tiling"):
    """A semi-regular tiling."""

    tiling: TilingType
    dim_a: DimFunction
    dim_b: DimFunction | None

    def draw(self, use: SiteType) -> Graph:
        return generators.tiling(self.tiling.value, self.dim_a.size(), _size(self.dim_b))


class TilingPolygon(GraphFunction, keyword="tiling"):
    """A semi-regular tiling inside a polygon."""

    tiling: TilingType
    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)

    def draw(self, use: SiteType) -> Graph:
        return generators.tiling_in(self.tiling.value, _outline(self.poly, self.sides))


class Tri(GraphFunction, keyword="tri"):
    """A tiling by triangles."""

    shape: TriShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None

    def draw(self, use: SiteType) -> Graph:
        return generators.triangles(self.dim_a.size(), _size(self.dim_b), use=use, shape=_word(self.shape))


class TriPolygon(GraphFunction, keyword="tri"):
    """A tiling by triangles inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)

    def draw(self, use: SiteType) -> Graph:
        outline = _outline(self.poly, self.sides)
        return (
            generators.triangles_in(outline) if isinstance(outline, Polygon) else generators.triangles_in_sides(outline)
        )


class Wedge(GraphFunction, keyword="wedge"):
    """A triangle of rows that widen downwards."""

    rows: DimFunction
    columns: DimFunction | None

    def draw(self, use: SiteType) -> Graph:
        return generators.wedge(self.rows.size(), 3 if self.columns is None else self.columns.size())
