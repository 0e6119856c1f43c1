"""What there is to draw: shapes of a board, and spots with what stands on them."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece: whose it is (0 nobody's), the sign it is known by, and the numbers that belong to it."""

    owner: int
    sign: str
    name: str = ""
    count: int = 1
    state: int = 0
    rotation: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for pieces, with what stands on it, bottom first."""

    at: Point
    label: str
    tokens: tuple[Token, ...] = ()
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """Places off the board."""

    name: str
    owner: int
    spots: tuple[tuple[Token, ...], ...]


@dataclass(frozen=True)
class Scene:
    """A board with its pieces. The y axis points up.

    `cells` are polygons that are played on and drawn as tiles; `lines` join points that are played on. `spots` are all
    places of the board, occupied or not; `signs_matter` says that owners alone do not tell pieces apart.
    """

    title: str
    cells: tuple[tuple[Point, ...], ...]
    lines: tuple[tuple[Point, Point], ...]
    spots: tuple[Spot, ...]
    hands: tuple[Hand, ...] = ()
    dice: tuple[int, ...] = ()
    caption: str = ""
    signs_matter: bool = False
