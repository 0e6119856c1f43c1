"""Features that ask for all that another one asks for, and more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .pattern import EMPTY, ENEMY, FRIEND, OFF, Element, Feature

_PLAIN = (EMPTY, FRIEND, ENEMY)


def extra_elements(parent: Feature, child: Feature, sides: int) -> tuple[Element, ...] | None:
    """The conditions of a feature beyond another one, as it is turned; None if it lacks one of the other's.

    >>> from petteia.features import feature
    >>> [one.symbol for one in extra_elements(feature("to{}: o{0}"), feature("to{}: o{1/4} x{0}"), 4)]
    ['x']
    >>> extra_elements(feature("to{}: o{0}"), feature("to{}: x{0}"), 4) is None
    True
    """
    if parent.word or child.word or parent.anchor not in (None, child.anchor):
        return None
    if parent.rotations is not None and parent.rotations != child.rotations:
        return None
    for turned in _orientations(parent, sides):
        if _places_fit(turned, child) and all(_follows(one, child) for one in turned.elements):
            return tuple(one for one in child.elements if one not in turned.elements and not _follows(one, turned))
    return None


def _orientations(one: Feature, sides: int) -> Iterator[Feature]:
    turns = [Fraction(0)] if one.rotations is not None else [Fraction(k, sides) for k in range(max(1, sides))]
    for turn in turns:
        for mirrored in (False, True) if one.reflects else (False,):
            yield one.turned(turn, mirrored=mirrored)


def _places_fit(parent: Feature, child: Feature) -> bool:
    pairs = ((parent.to, child.to), (parent.source, child.source))
    latest = ((parent.last_to, child.last_to), (parent.last_from, child.last_from))
    return all(one == other for one, other in pairs) and all(one in (None, other) for one, other in latest)


def _follows(wanted: Element, given: Feature) -> bool:
    """True if an element is one of a feature's, or follows from one of them."""
    return any(_implies(one, wanted) for one in given.elements)


def _implies(one: Element, wanted: Element) -> bool:
    if one == wanted:
        return True
    if one.walk != wanted.walk or one.negated or not wanted.negated or one.kind == OFF:
        return False
    return wanted.kind == OFF or (one.kind in _PLAIN and wanted.kind in _PLAIN and one.kind != wanted.kind)
