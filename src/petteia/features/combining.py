"""New features from two that hold for the same move: oriented features, and their union in one frame."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ._board import FeatureBoard
from .atoms import continued
from .pattern import Element, Feature, Walk
from .sets import FeatureSet

Numbers = npt.NDArray[np.int64]


def unfold(features: FeatureSet) -> tuple[FeatureSet, Numbers]:
    """Every orientation of every feature as a feature of its own, and the number of the feature each comes from.

    Two orientations of one feature with the same instances count once; of two features they stand beside each other in
    the set only if their instances differ.
    """
    oriented: list[Feature] = []
    parents: list[int] = []
    seen = set()
    for number, one in enumerate(features):
        for turned in _orientations(one, features.board):
            key = features.key(turned)
            if key not in seen and (one.word or key[2]):
                seen.add(key)
                oriented.append(turned)
                parents.append(number)
    return FeatureSet(features.game, oriented), np.array(parents, dtype=np.int64)


_MOST_HEADED = 3
"""Features of more elements face all ways: there would be too many of them."""


def facing_one_way(oriented: FeatureSet) -> list[Feature]:
    """Small oriented features as they are, mirrored or not, and each together with the one that faces the other way.

    They are of use where the rules do not look the same from all sides, for moves that have no heading of their own.
    """
    found: dict[Feature, None] = {}
    for one in oriented:
        if one.rotations is not None and one.size <= _MOST_HEADED and (one.source is None or one.to is None):
            here = one.rotations[0]
            back = (here + Fraction(1, 2)) % 1
            for turns in ((here,), tuple(sorted((here, back)))):
                found[replace(one, rotations=turns, reflects=True)] = None
    return list(found)


def _orientations(one: Feature, board: FeatureBoard) -> list[Feature]:
    if one.word:
        return [one]
    turns = one.rotations
    if turns is None:
        turns = tuple(sorted({Fraction(k, max(1, count)) for count in set(board.sides) for k in range(max(1, count))}))
    mirrored = [one, one.turned(Fraction(0), mirrored=True)] if one.reflects else [one]
    return [replace(drawn, rotations=(turn,), reflects=False) for drawn in mirrored for turn in turns]


def combine(one: Feature, other: Feature, board: FeatureBoard) -> Feature | None:
    """The feature that asks for all that two oriented features ask for; it may be turned and mirrored again.

    None if they speak of different moves: places without a common frame, or two answers to where a move comes from.
    """
    a, b = _upright(one), _upright(other)
    if a is None or b is None or a.anchor != b.anchor:
        return None
    if a.to is None and b.to is not None:
        a, b = b, a
    if a.to is not None and b.to is None:
        moved = _seen_from_goal(b, a)
        if moved is None:
            return None
        b = moved
    if a.to != b.to and (a.to, b.to) != ((), ()):
        return None
    pairs = [(a.source, b.source), (a.last_to, b.last_to), (a.last_from, b.last_from)]
    if any(x is not None and y is not None and not _is_same_place(x, y, board) for x, y in pairs):
        return None
    source, last_to, last_from = (x if x is not None else y for x, y in pairs)
    elements = (*a.elements, *_without_known(b.elements, a.elements, board))
    return tidy(replace(a, source=source, last_to=last_to, last_from=last_from, elements=elements), board)


def _upright(one: Feature) -> Feature | None:
    """An oriented feature drawn in its orientation, free to be turned."""
    if one.word or one.rotations is None or len(one.rotations) != 1 or one.reflects:
        return None
    return replace(one.turned(one.rotations[0]), rotations=None, reflects=True)


def _seen_from_goal(by_source: Feature, goal: Feature) -> Feature | None:
    """A feature anchored where a move comes from, told from where it goes to."""
    if goal.source is None or by_source.source != ():
        return None
    way = goal.source

    def moved(walk: Walk | None) -> Walk | None:
        return None if walk is None else continued(way, walk)

    return replace(
        by_source,
        to=goal.to,
        source=way,
        last_to=moved(by_source.last_to),
        last_from=moved(by_source.last_from),
        elements=tuple(replace(element, walk=continued(way, element.walk)) for element in by_source.elements),
    )


def _is_same_place(one: Walk, other: Walk, board: FeatureBoard) -> bool:
    """True if two walks lead to the same sites wherever both stay on the board."""
    if one == other:
        return True
    a, b = board.ends(one)[0], board.ends(other)[0]
    if len(a) != len(b):
        return False
    both = (a >= 0).all(axis=0) & (b >= 0).all(axis=0)
    return bool(both.any()) and bool((a[:, both] == b[:, both]).all())


def _without_known(more: tuple[Element, ...], known: tuple[Element, ...], board: FeatureBoard) -> list[Element]:
    """Elements with the walks of those that speak of the same place, without those that are there already."""
    found = []
    for element in more:
        twin = next((one.walk for one in known if _is_same_place(one.walk, element.walk, board)), element.walk)
        found.append(replace(element, walk=twin))
    return [element for element in found if element not in known]


def tidy(one: Feature, board: FeatureBoard) -> Feature:
    """The orientation of a feature that reads best: short, few turns, the first step straight ahead."""
    if one.word or one.rotations is not None:
        return one
    count = max(1, board.most_sides)
    drawn = [one.turned(Fraction(k, count), mirrored=flip) for k in range(count) for flip in (False, one.reflects)]
    return min(drawn, key=lambda feature: (_effort(feature), str(feature)))


def _effort(one: Feature) -> tuple[int, Fraction]:
    walks = [*one.places, *(element.walk for element in one.elements)]
    return len(str(one)), sum((abs(turn) for walk in walks for turn in walk), Fraction(0))
