"""Graphs: tilings, rings and shapes to build boards on."""

from typing import Literal

from petteia.ludemes._enums import (
    BrickShapeType,
    ConcentricShapeType,
    DiagonalsType,
    HexShapeType,
    SquareShapeType,
    TilingType,
    TriShapeType,
)
from petteia.ludemes._registry import named, one_of
from petteia.ludemes._types import BooleanFunction, DimFunction, GraphFunction, Poly

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
]


class Brick(GraphFunction, keyword="brick"):
    """A wall of bricks, each two squares long."""

    shape: BrickShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None
    trim: bool | None = named()


class Celtic(GraphFunction, keyword="celtic"):
    """Cells of a celtic knot on a rectangle."""

    rows: DimFunction
    columns: DimFunction | None


class CelticPolygon(GraphFunction, keyword="celtic"):
    """Cells of a celtic knot inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)


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


class CustomGraph(GraphFunction, keyword="graph"):
    """A graph from lists of points and of vertex pairs."""

    vertices: list[list[float]] = named()
    edges: list[list[int]] | None = named()


class Hex(GraphFunction, keyword="hex"):
    """A tiling by hexagons."""

    shape: HexShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None


class HexPolygon(GraphFunction, keyword="hex"):
    """A tiling by hexagons inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)


class FloatPoly(Poly, keyword="poly"):
    """A polygon by its corners."""

    corners: list[list[float]]
    rotations: int | None = named("rotns")


class DimPoly(Poly, keyword="poly"):
    """A polygon by corners on whole coordinates."""

    corners: list[list[DimFunction]]
    rotations: int | None = named("rotns")


class Quadhex(GraphFunction, keyword="quadhex"):
    """A hexagon tiled by quadrilaterals."""

    layers: DimFunction
    thirds: bool | None = named()


class Rectangle(GraphFunction, keyword="rectangle"):
    """A rectangle of squares."""

    dim_a: DimFunction
    dim_b: DimFunction | None
    diagonals: DiagonalsType | None = named()


class Regular(GraphFunction, keyword="regular"):
    """A regular polygon or star."""

    kind: Literal["Star"] | None
    num_sides: DimFunction


class Repeat(GraphFunction, keyword="repeat"):
    """A tiling made by repeating polygons."""

    rows: DimFunction
    columns: DimFunction
    step: list[list[float]] = named()
    poly: Poly | None = one_of(1)
    polys: list[Poly] | None = one_of(1)


class Spiral(GraphFunction, keyword="spiral"):
    """Sites along a spiral."""

    turns: DimFunction = named()
    sites: DimFunction = named()
    clockwise: bool | None = named()


class Square(GraphFunction, keyword="square"):
    """A tiling by squares."""

    shape: SquareShapeType | None
    dim: DimFunction
    diagonals: DiagonalsType | None = named(at_most_one_of=1)
    pyramidal: bool | None = named(at_most_one_of=1)


class SquarePolygon(GraphFunction, keyword="square"):
    """A tiling by squares inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)
    diagonals: DiagonalsType | None = named()


class Tiling(GraphFunction, keyword="tiling"):
    """A semi-regular tiling."""

    tiling: TilingType
    dim_a: DimFunction
    dim_b: DimFunction | None


class TilingPolygon(GraphFunction, keyword="tiling"):
    """A semi-regular tiling inside a polygon."""

    tiling: TilingType
    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)


class Tri(GraphFunction, keyword="tri"):
    """A tiling by triangles."""

    shape: TriShapeType | None
    dim_a: DimFunction
    dim_b: DimFunction | None


class TriPolygon(GraphFunction, keyword="tri"):
    """A tiling by triangles inside a polygon."""

    poly: Poly | None = one_of(1)
    sides: list[DimFunction] | None = one_of(1)


class Wedge(GraphFunction, keyword="wedge"):
    """A triangle of rows that widen downwards."""

    rows: DimFunction
    columns: DimFunction | None
