"""Where the places of a feature lie when it is drawn: in the middle of the board, facing its first side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from petteia.draw.feature import Mark, Picture

from ._board import FeatureBoard, board_of
from ._routes import middle
from .pattern import Feature, Walk

if TYPE_CHECKING:
    from petteia.game import Game

Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A feature laid out: for each walk the sites it comes through, or would if the board went on, as points."""

    board: FeatureBoard
    start: int
    unit: float
    """How far neighbours are apart."""

    @classmethod
    def of(cls, board: FeatureBoard) -> Layout:
        """The layout on a board."""
        start = middle(board)
        x, y, *_ = board.places[start]
        near = [board.places[site] for site in board.neighbours(start) if site >= 0]
        return cls(board, start, min((hypot(x - a, y - b) for a, b, *_ in near), default=1.0))

    def scaled(self, point: Point) -> Point:
        """A point of the board with the start in the middle and neighbours one unit apart."""
        x, y, *_ = self.board.places[self.start]
        return round((point[0] - x) / self.unit, 4), round((point[1] - y) / self.unit, 4)

    def site(self, walk: Walk) -> int:
        """The site at the end of a walk; below zero beyond the rim."""
        return int(self.board.ends(walk)[0][0][self.start])

    def point(self, walk: Walk) -> Point:
        """Where a walk ends; beyond the rim it goes straight on."""
        site = self.site(walk)
        if site >= 0:
            x, y, *_ = self.board.places[site]
            return self.scaled((x, y))
        if not walk:
            return 0.0, 0.0
        (ax, ay), (bx, by) = self.point(walk[:-1]), self.point(walk[:-2])
        if len(walk) == 1:
            bx, by = ax, ay - 1.0
        return 2 * ax - bx, 2 * ay - by


def picture(one: Feature, game: Game, weight: float = 1.0) -> Picture:
    """A feature ready to be drawn; the sign of its weight says whether its action is encouraged."""
    board = board_of(game)
    layout = Layout.of(board)
    by_point: dict[Point, list[str]] = {}
    for element in one.elements:
        by_point.setdefault(layout.point(element.walk), []).append(element.symbol)
    roles = {"to": one.to, "from": one.source, "last": one.last_to, "last from": one.last_from}
    by_role: dict[Point, list[str]] = {}
    for role, walk in roles.items():
        if walk is not None:
            by_role.setdefault(layout.point(walk), []).append(role)
    marks = [Mark(at, tuple(by_point.get(at, ())), tuple(by_role.get(at, ()))) for at in {**by_role, **by_point}]
    walks = [*one.places, *(element.walk for element in one.elements)]
    return Picture(str(one), tuple(marks), _cells(game, layout, walks), weight < 0)


def _cells(game: Game, layout: Layout, walks: Sequence[Walk]) -> tuple[tuple[Point, ...], ...]:
    """The cells that walks come through; boards of points have none."""
    shape = game.facts.geometry
    if game.facts.letter != "C":
        return ()
    sites = dict.fromkeys(layout.site(walk[:k]) for walk in walks for k in range(len(walk) + 1))
    return tuple(tuple(layout.scaled(shape.points[p]) for p in shape.cells[site]) for site in sites if site >= 0)
