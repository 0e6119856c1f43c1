"""Directions that depend on the piece, the site or the state."""

from typing import Literal

from petteia.ludemes.enums import AbsoluteDirection, RelationType, RelativeDirection, SiteType
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import BooleanFunction, Direction, DirectionFunction, IntFunction

__all__ = [
    "AbsoluteDirections",
    "DirectionDifference",
    "DirectionIf",
    "DirectionUnion",
    "DirectionsBetween",
    "RandomDirections",
    "RelativeDirections",
]


class DirectionDifference(DirectionFunction, keyword="difference"):
    """The directions of the first set that are not in the second."""

    directions: Direction
    subtraction: Direction


class RelativeDirections(DirectionFunction, keyword="directions"):
    """Directions relative to where the piece faces."""

    relative_direction: RelativeDirection | None = at_most_one_of(1)
    relative_directions: list[RelativeDirection] | None = at_most_one_of(1)
    of: RelationType | None = named()
    by_site: bool | None = named("bySite")


class AbsoluteDirections(DirectionFunction, keyword="directions"):
    """Directions by their absolute names."""

    absolute_direction: AbsoluteDirection | None = one_of(1)
    absolute_directions: list[AbsoluteDirection] | None = one_of(1)


class DirectionsBetween(DirectionFunction, keyword="directions"):
    """The directions that lead straight from one site to another."""

    site_type: SiteType
    from_: IntFunction = named("from")
    to: IntFunction = named()


class RandomDirections(DirectionFunction, keyword="directions"):
    """Some directions drawn at random."""

    kind: Literal["Random"]
    directions: Direction
    number: IntFunction = named("num")


class DirectionIf(DirectionFunction, keyword="if"):
    """One set of directions or another, depending on a condition."""

    condition: BooleanFunction
    value: Direction
    otherwise: Direction


class DirectionUnion(DirectionFunction, keyword="union"):
    """The directions of either set."""

    directions: Direction
    subtraction: Direction
