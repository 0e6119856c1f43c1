"""Instances of a feature on a board: at every anchor, in every orientation, each kept once.

Instances that ask for the same things in the same directions are kept together, as a *chain*: conditions relative to
the site of the action, and the set of sites where they apply. What the rim decides is decided here, so conditions speak
of sites on the board only. Equal instances give equal chains: they are what equality of features means.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from petteia.board import OFF_BOARD
from petteia.board.walks import first_sides

from ._board import FeatureBoard, Ints, mask_of
from .pattern import EMPTY, ENEMY, FRIEND, OFF, PLAYER, Element, Feature, FeatureError

FRIENDS, ENEMIES, EMPTIES, LAST_TO, LAST_FROM, FIRST_PLAYER = range(6)
"""Sets of sites that conditions ask for; behind them those of each player, then those of each kind of piece."""

BY_TO, BY_FROM, BY_BOTH = range(3)
"""Which sites of a move a feature speaks of. Its instances are kept by the pivot: `to`, unless there is none."""

_MOST_WAYS = 4096
_BASIC = {FRIEND: FRIENDS, ENEMY: ENEMIES, EMPTY: EMPTIES}


class Condition(NamedTuple):
    """A site, by its displacement from the pivot, is in one of the sets, or is not."""

    displacement: int
    source: int
    negated: bool


class Chain(NamedTuple):
    """Instances with the same conditions: `origin` is the displacement of the site the move comes from, or -1."""

    origin: int
    conditions: tuple[Condition, ...]
    pivots: int
    """The sites that the pivot may be, as a bit mask."""


class Roster(NamedTuple):
    """Who plays with what: the number of players, and the owner of each kind of piece."""

    players: int
    owners: tuple[int, ...]

    @property
    def sources(self) -> int:
        """How many sets conditions may ask for."""
        return FIRST_PLAYER + self.players + len(self.owners)

    def source(self, element: Element) -> int | None:
        """The set that an element asks for; None if there is no such player or piece here."""
        if element.kind in _BASIC:
            return _BASIC[element.kind]
        if element.kind == PLAYER:
            return FIRST_PLAYER + element.number - 1 if 1 <= element.number <= self.players else None
        known = 1 <= element.number <= len(self.owners)
        return FIRST_PLAYER + self.players + element.number - 1 if known else None


def shape_of(feature: Feature) -> int:
    """Which sites of a move a feature speaks of."""
    if feature.to is None:
        return BY_FROM
    return BY_TO if feature.source is None else BY_BOTH


def chains_of(feature: Feature, board: FeatureBoard, roster: Roster) -> frozenset[Chain]:
    """All instances of a feature on a board; none for a feature without a place."""
    if feature.word:
        return frozenset()
    grouped: dict[tuple[int, tuple[Condition, ...]], int] = {}
    for drawn, rows in _oriented(feature, board):
        for row, sites in _groups(rows, board):
            conditions = _conditions(row, drawn, roster)
            if conditions is not None:
                origin = row[0] if shape_of(feature) == BY_BOTH else -1
                grouped[origin, conditions] = grouped.get((origin, conditions), 0) | mask_of(sites)
    return frozenset(Chain(origin, conditions, mask) for (origin, conditions), mask in grouped.items())


def _oriented(feature: Feature, board: FeatureBoard) -> list[tuple[Feature, Ints]]:
    """The feature in each orientation, with the sites of its instances: pivot, origin, latest to and from, elements."""
    found = []
    for drawn in dict.fromkeys(
        (feature, feature.turned(Fraction(0), mirrored=True)) if feature.reflects else (feature,)
    ):
        pivot = drawn.to if drawn.to is not None else drawn.source
        places = (pivot, drawn.source, drawn.last_to, drawn.last_from)
        ends = [board.ends(walk or ()) for walk in (*places, *(element.walk for element in drawn.elements))]
        needed = [k for k, walk in enumerate(places) if walk is not None]
        for facing in range(max(1, board.most_sides)):
            anchors = _anchors(drawn, board, facing)
            if anchors:
                rows = _rows([one[facing] for one in ends], anchors)
                found.append((drawn, rows[(rows[:, needed] >= 0).all(axis=1)]))
    return found


def _rows(ends: list[Ints], anchors: list[int]) -> Ints:
    """The sites of the instances that face one way, a row for each anchor and each way in which walks split."""
    ways = prod(map(len, ends))
    if ways > _MOST_WAYS:
        raise FeatureError("the feature splits too often on this board")
    if ways == 1:
        return np.concatenate(ends).T[anchors]
    choices = product(*(range(len(one)) for one in ends))
    return np.concatenate([np.stack([one[k] for one, k in zip(ends, way, strict=True)], 1)[anchors] for way in choices])


def _anchors(feature: Feature, board: FeatureBoard, facing: int) -> list[int]:
    """The sites where a feature may be anchored facing this way."""
    sites = (
        range(board.count) if feature.anchor is None else range(feature.anchor, min(feature.anchor + 1, board.count))
    )
    if feature.rotations is None:
        return [site for site in sites if facing < max(1, board.sides[site])]
    allowed = {
        count: {side for turn in feature.rotations for side in first_sides(count, 0, turn)}
        for count in set(board.sides)
    }
    return [site for site in sites if facing in allowed[board.sides[site]]]


def _groups(rows: Ints, board: FeatureBoard) -> list[tuple[tuple[int, ...], list[int]]]:
    """Rows as displacements from the pivot, equal ones together with the pivots they apply to."""
    pivots = rows[:, 0]
    relative = np.where(rows[:, 1:] >= 0, board.displacement[pivots[:, None], np.maximum(rows[:, 1:], 0)], OFF_BOARD)
    found: dict[tuple[int, ...], list[int]] = {}
    for pivot, row in zip(pivots.tolist(), map(tuple, relative.tolist()), strict=True):
        found.setdefault(row, []).append(pivot)
    return list(found.items())


def _conditions(row: tuple[int, ...], feature: Feature, roster: Roster) -> tuple[Condition, ...] | None:
    """The remaining conditions once the rim is known; None if the instance can never hold."""
    found: set[Condition] = set()
    if feature.last_to is not None:
        found.add(Condition(row[1], LAST_TO, False))
    if feature.last_from is not None:
        found.add(Condition(row[2], LAST_FROM, False))
    for element, displacement in zip(feature.elements, row[3:], strict=True):
        beyond = displacement == OFF_BOARD
        source = roster.source(element) if element.kind != OFF else None
        if element.kind == OFF or beyond or source is None:
            holds = beyond if element.kind == OFF else False
            if holds == element.negated:
                return None
        else:
            found.add(Condition(displacement, source, element.negated))
    return _simplified(found, roster)


def _simplified(conditions: set[Condition], roster: Roster) -> tuple[Condition, ...] | None:
    """Conditions without those that follow from others; None if they contradict each other."""
    left = []
    for one in conditions:
        here = [other for other in conditions if other.displacement == one.displacement and not other.negated]
        if any(_excludes(other.source, one.source, roster) for other in here):
            if not one.negated:
                return None
            continue
        if one.negated and any(other.source == one.source for other in here):
            return None
        left.append(one)
    return tuple(sorted(left))


def _excludes(one: int, other: int, roster: Roster) -> bool:
    """True if no site can be in both of two sets."""
    if one == other or LAST_TO in (one, other) or LAST_FROM in (one, other):
        return False
    low, high = sorted((one, other))
    if low < LAST_TO:  # friends, enemies and empty sites exclude each other; an empty site has nobody's piece
        return high < LAST_TO or low == EMPTIES
    first_piece = FIRST_PLAYER + roster.players
    return (low < first_piece) == (high < first_piece)
