"""Where the places of a feature lie when it is drawn: near the middle of the board, where it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from petteia.board import OFF_BOARD
from petteia.draw.feature import Mark, Picture

from ._board import FeatureBoard, board_of
from ._routes import rim_distances
from .pattern import OFF, Feature, Walk

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
    def at(cls, board: FeatureBoard, start: int) -> Layout:
        """The layout from a site."""
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
        """Where a walk ends; beyond the rim it turns and goes on by steps of one unit."""
        site = self.site(walk)
        if site >= 0:
            x, y, *_ = self.board.places[site]
            return self.scaled((x, y))
        if not walk:
            return 0.0, 0.0
        x, y = self.point(walk[:-1])
        if len(walk) == 1:
            across, up = self._north()
        else:
            before = self.point(walk[:-2])
            across, up = x - before[0], y - before[1]
        heading = atan2(up, across) - 2 * pi * float(walk[-1])
        return round(x + cos(heading), 4), round(y + sin(heading), 4)

    def _north(self) -> Point:
        """The neighbour over the first side of the start."""
        first = next(iter(self.board.neighbours(self.start)), OFF_BOARD)
        return self.scaled(self.board.places[first][:2]) if first != OFF_BOARD else (0.0, 1.0)


def laid_out(one: Feature, board: FeatureBoard) -> tuple[Layout, Feature]:
    """Where a feature is drawn, and in which orientation.

    It is one that is allowed, where as much as possible of what has to be on the board is so; of these one in which a
    move goes up, in the middle of the board.
    """
    found = [(_fitting(turned, board), turned) for turned in _orientations(one, board)]
    best = max(fits for (fits, _), _ in found)
    known = [(layout, turned) for (fits, layout), turned in found if fits == best]
    return max(known, key=lambda pair: _climb(*pair))


def _orientations(one: Feature, board: FeatureBoard) -> list[Feature]:
    if one.rotations is not None:
        return [one.turned(one.rotations[0]) if one.rotations else one]
    return [one.turned(Fraction(side, board.most_sides)) for side in range(board.most_sides)] or [one]


def _fitting(one: Feature, board: FeatureBoard) -> tuple[int, Layout]:
    """How much of a feature can be on the board at once, and where that is so."""
    walks = [*one.places, *(element.walk for element in one.elements if not element.negated and element.kind != OFF)]
    fits = sum((board.ends(walk)[0][0] >= 0 for walk in walks), np.zeros(board.count, dtype=np.int64))
    best = int(fits.max(initial=0))
    return best, Layout.at(board, next(site for site in _from_the_middle(board) if fits[site] == best))


@lru_cache(maxsize=16)
def _from_the_middle(board: FeatureBoard) -> list[int]:
    """All sites, those first from which walks stay on the board longest."""
    inside = rim_distances(board)
    return sorted(range(board.count), key=lambda site: (-board.sides[site], -inside[site], site))


def _climb(layout: Layout, one: Feature) -> float:
    """How much a move goes up; 0 where nothing moves."""
    if one.to is None or one.source is None:
        return 0.0
    (x, y), (a, b) = layout.point(one.to), layout.point(one.source)
    return round((y - b) / (hypot(x - a, y - b) or 1.0), 3)


def picture(one: Feature, game: Game, weight: float = 1.0) -> Picture:
    """A feature ready to be drawn; the sign of its weight says whether its action is encouraged."""
    title = str(one)
    layout, one = laid_out(one, board_of(game))
    by_point: dict[Point, list[str]] = {}
    for element in one.elements:
        by_point.setdefault(layout.point(element.walk), []).append(element.symbol)
    roles = {"to": one.to, "from": one.source, "last": one.last_to, "last from": one.last_from}
    by_role: dict[Point, list[str]] = {}
    for role, walk in roles.items():
        if walk is not None:
            by_role.setdefault(layout.point(walk), []).append(role)
    marks = [Mark(at, tuple(by_point.get(at, ())), tuple(by_role.get(at, ()))) for at in {**by_role, **by_point}]
    beyond = {layout.site(element.walk) for element in one.elements if element.symbol == OFF}
    walks = [*one.places, *(element.walk for element in one.elements)]
    sites = [site for site in _passed(layout, walks) if site not in beyond]  # what is asked to be beyond the rim
    return Picture(title, tuple(marks), _cells(game, layout, sites), weight < 0, *_lattice(layout, sites))


def _passed(layout: Layout, walks: Sequence[Walk]) -> list[int]:
    """The sites that walks come through."""
    sites = dict.fromkeys(layout.site(walk[:k]) for walk in walks for k in range(len(walk) + 1))
    return [site for site in sites if site >= 0]


def _cells(game: Game, layout: Layout, sites: Sequence[int]) -> tuple[tuple[Point, ...], ...]:
    """The outlines of sites; boards of points have none."""
    shape = game.facts.geometry
    if game.facts.letter != "C":
        return ()
    return tuple(tuple(layout.scaled(shape.points[p]) for p in shape.cells[site]) for site in sites)


def _lattice(layout: Layout, sites: Sequence[int]) -> tuple[tuple[Point, ...], tuple[tuple[Point, Point], ...]]:
    """Where sites lie, and which of them are neighbours."""
    at = {site: layout.scaled(layout.board.places[site][:2]) for site in sites}
    near = ((site, other) for site in sites for other in layout.board.neighbours(site))
    return tuple(at.values()), tuple((at[one], at[other]) for one, other in near if one < other and other in at)
