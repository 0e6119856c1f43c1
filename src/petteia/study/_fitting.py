"""Numbers of pieces fitted to what is stated: a start rule from elsewhere keeps its form, its number is this game's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .holes import Constraint

_PLACED = re.compile(r"(\(place\b(?:[^()]|\([^()]*\))*?\bcount:|\(set Count )(\d+)")
_COUNTED = ("NumStartComponents", "NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponentsPerPlayer")
_FARTHEST = 200


def fitted(fills: Sequence[str], constraints: Iterable[Constraint], found: dict[str, float]) -> tuple[str, ...] | None:
    """The fills with the number of pieces placed that the stated number asks for; None if no whole number does.

    Only a number that all placements of the fills share is changed, so that players stay equal.

    >>> stated = [Constraint("NumStartComponents", 26, 26)]
    >>> fitted(['(place "Man" "Hand" count:9)'], stated, {"NumStartComponents": 18})
    ('(place "Man" "Hand" count:13)',)
    """
    numbers = {int(one[2]) for text in fills for one in _PLACED.finditer(text)}
    wrong = [
        one
        for one in constraints
        if one.concept in _COUNTED and one.concept in found and not one.low <= found[one.concept] <= one.high
    ]
    if len(numbers) != 1 or not wrong:
        return None
    (number,) = numbers
    there, stated = found[wrong[0].concept], wrong[0]
    for wanted in _nearest(stated, there):
        if there and number * wanted % there == 0:
            fresh = int(number * wanted // there)
            return tuple(_PLACED.sub(rf"\g<1>{fresh}", text) for text in fills)
    return None


def _nearest(stated: Constraint, there: float) -> list[int]:
    """The numbers that are stated, the one nearest to what is there first."""
    low, high = max(1, int(stated.low)), int(min(stated.high, stated.low + _FARTHEST))
    return sorted(range(low, high + 1), key=lambda number: abs(number - there))
