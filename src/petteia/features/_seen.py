"""A feature as a person sees it: laid out upright, with distances and directions from where its action goes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import acos, atan2, degrees, hypot, pi
from typing import TYPE_CHECKING

from petteia.board import OFF_BOARD

from ._board import board_of
from ._picture import Point, laid_out
from .pattern import Element, Feature

if TYPE_CHECKING:
    from petteia.game import Game

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_DIAGONALS = ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0))
_SAME = 0.05
Orientation = tuple[Fraction, bool]
"""By how much a feature is turned, and whether it is mirrored before."""


def number_word(number: int) -> str:
    """A small number in letters.

    >>> number_word(4), number_word(40)
    ('four', '40')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def steps_word(count: int) -> str:
    """So many steps.

    >>> steps_word(1), steps_word(3)
    ('one step', 'three steps')
    """
    return "one step" if count == 1 else f"{number_word(count)} steps"


class Seen:
    """A feature on the board of a game; `focus` is where its action goes to or, if that is open, comes from."""

    def __init__(self, one: Feature, game: Game) -> None:
        self.game, self.given = game, one
        self.board = board_of(game)
        self.layout, self.feature = laid_out(one, self.board)
        walk = self.feature.to if self.feature.to is not None else self.feature.source
        self.focus, self.site = self.layout.point(walk or ()), self.layout.site(walk or ())
        self.source = None if self.feature.source is None else self.layout.point(self.feature.source)
        self.at: dict[Point, list[Element]] = {}
        self.sites: dict[Point, int] = {self.focus: self.site}
        for element in self.feature.elements:
            point = self.layout.point(element.walk)
            self.at.setdefault(point, []).append(element)
            self.sites[point] = self.layout.site(element.walk)

    @property
    def has_heading(self) -> bool:
        """True if the action goes from one place to another, so that ahead and behind mean something."""
        return self.feature.to is not None and self.source is not None and self.source != self.focus

    def kind_at(self, point: Point) -> str:
        """The kind asked for at a place: one of the plain kinds, or nothing."""
        return next((one.kind for one in self.at.get(point, []) if not one.negated), "")

    # -- distances ------------------------------------------------------------------------------------------------

    def offset(self, point: Point) -> Point:
        """A place as seen from the action."""
        return round(point[0] - self.focus[0], 4), round(point[1] - self.focus[1], 4)

    @cached_property
    def _distances(self) -> dict[int, int]:
        """How many steps every site is away from the action."""
        found = {self.site: 0} if self.site >= 0 else {}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for other in self.board.neighbours(here):
                if other >= 0 and other not in found:
                    found[other] = found[here] + 1
                    queue.append(other)
        return found

    @cached_property
    def _sides(self) -> list[Point]:
        """The neighbours of the action as seen from it."""
        near = [other for other in self.board.neighbours(self.site) if other >= 0] if self.site >= 0 else []
        return [self.offset(self.layout.scaled(self.board.places[other][:2])) for other in near]

    def is_beside(self, point: Point) -> bool:
        """True if a place is a neighbour of the action."""
        site = self.sites.get(point, -1)
        return self._distances.get(site) == 1 if site >= 0 else 0 < hypot(*self.offset(point)) < 1.2

    @property
    def _is_square(self) -> bool:
        return self.site >= 0 and self.board.sides[self.site] == 4

    def along(self, point: Point) -> tuple[str, int, Point] | None:
        """How many steps away a place is on a straight line: which sort of line, and in which direction."""
        x, y = self.offset(point)
        for a, b in (*self._sides, *(_DIAGONALS if self._is_square else ())):
            count = round(hypot(x, y) / (hypot(a, b) or 1))
            if count and abs(x - count * a) < _SAME * count and abs(y - count * b) < _SAME * count:
                return ("" if (a, b) in self._sides else "diagonal"), count, (round(a, 2), round(b, 2))
        return None

    def _steps(self, point: Point) -> int:
        site = self.sites.get(point, -1)
        return self._distances.get(site, 0) if site >= 0 else max(1, round(hypot(*self.offset(point))))

    def where(self, point: Point) -> str:
        """Where a place is, in words that follow `is`."""
        if point == self.focus:
            return "on that site"
        if point == self.source:
            return "where it comes from"
        by_source = self._by_source(point)
        if by_source:
            return by_source
        sector, compass = self._sector(point), self._compass(point)
        line = self.along(point)
        if self.is_beside(point):
            if sector and self._is_beside_source(point):
                return "beside both ends of the move"
            short = {"ahead": "right ahead", "behind": "right behind", "to one side": "at its side"}
            return short.get(sector, ", ".join(filter(None, ("beside it", sector)))) + compass
        if line is not None and line[0] and line[1] == 1:
            short = {"ahead": "right ahead", "behind": "right behind", "to one side": "diagonally at its side"}
            short |= {"ahead to one side": "diagonally ahead", "behind to one side": "diagonally behind"}
            return short.get(sector, "diagonally beside it") + compass
        if line is not None:
            away = steps_word(line[1])
            if sector in ("ahead", "behind"):
                return f"{away} {sector}"
            return f"{away} away {'diagonally' if line[0] else sector or 'in a straight line'}{compass}"
        if self._is_square and sorted(round(abs(one)) for one in self.offset(point)) == [1, 2]:
            return "a knight's move away" + (f" {sector}" if sector else "") + compass
        return f"{steps_word(self._steps(point))} away {sector or 'at an angle'}{compass}"

    def _is_beside_source(self, point: Point) -> bool:
        site = self.layout.site(self.feature.source or ())
        there = self.sites.get(point, OFF_BOARD)
        return site >= 0 and there >= 0 and there in self.board.neighbours(site)

    def _by_source(self, point: Point) -> str:
        """Where a place is as seen from where a piece comes from, if that is nearer."""
        if not self.has_heading or self.source is None or self.is_beside(point):
            return ""
        if self._is_beside_source(point):
            return "beside where it comes from"
        here, there = (hypot(point[0] - x, point[1] - y) for x, y in (self.source, self.focus))
        return "near where it comes from" if here + _SAME < there and self.along(point) is None else ""

    # -- directions -----------------------------------------------------------------------------------------------

    def _sector(self, point: Point) -> str:
        """Where a place lies as seen by a piece that moves; empty where nothing moves."""
        if not self.has_heading or self.source is None:
            return ""
        (x, y), (a, b) = self.offset(point), self.offset(self.source)
        cosine = -(x * a + y * b) / ((hypot(x, y) * hypot(a, b)) or 1.0)
        angle = degrees(acos(max(-1.0, min(1.0, cosine))))
        limits = ((20, "ahead"), (70, "ahead to one side"), (110, "to one side"), (160, "behind to one side"))
        return next((word for limit, word in limits if angle < limit), "behind")

    @cached_property
    def orientations(self) -> list[Orientation]:
        """The ways in which the feature looks different, if not all are allowed; the one that is seen comes first."""
        found: dict[tuple[tuple[Point, str], ...], Orientation] = {}
        for turn in self.given.rotations or ():
            for mirrored in (False, True) if self.given.reflects else (False,):
                way = (turn, mirrored)
                places = ((self._place(one, way), one.symbol) for one in self.given.elements)
                found.setdefault(tuple(sorted(places)), way)
        return list(found.values())

    def _place(self, one: Element, way: Orientation) -> Point:
        """Where an element lies, as seen from the action, in another orientation of the feature."""
        turned = replace(self.given, elements=(one,)).turned(way[0], mirrored=way[1])
        x, y = self.layout.point(turned.elements[0].walk)
        a, b = self.layout.point((turned.to if turned.to is not None else turned.source) or ())
        return round(x - a, 4), round(y - b, 4)

    def _compass(self, point: Point) -> str:
        """In which direction of the board a place lies, if the feature may not be turned at will."""
        if not self.orientations:
            return ""
        ways = self.orientations if len(self.away()) == 1 else self.orientations[:1]
        here = [one for one in self.given.elements if self._place(one, self.orientations[0]) == self.offset(point)]
        names = dict.fromkeys(_compass_name(self._place(one, way)) for one in here[:1] for way in ways)
        return f" to the {' or '.join(names)}" if names else ""

    def ways(self, points: Collection[Point]) -> str:
        """In which directions of the board places lie, if the feature may not be turned at will."""
        told = [self.offset(point) for point in self.at if point in points]
        names: dict[frozenset[str], str] = {}
        for way in self.orientations:
            at = {self._place(one, self.orientations[0]): one for one in self.given.elements}
            here = [at[point] for point in told if point in at]
            some = list(dict.fromkeys(_compass_name(self._place(one, way)) for one in here))
            names.setdefault(frozenset(some), " and ".join(some))
        return f" to the {' or '.join(names.values())}" if any(names) else ""

    def away(self) -> list[Point]:
        """The places that are asked about, but for those of the action."""
        return [point for point in self.at if point not in (self.focus, self.source)]

    def otherwise(self) -> str:
        """The addition for a feature that may also be seen in another way."""
        if len(self.orientations) < 2 or len(self.away()) < 2:
            return ""
        return ", or the other way round" if len(self.orientations) == 2 else ", or the same turned"


def _compass_name(point: Point) -> str:
    """The nearest of the eight points of the compass."""
    return _COMPASS[round(atan2(*point) / (pi / 4)) % 8]
