"""Lists of integers."""

from typing import Literal

from petteia.ludemes._enums import PlayersManyType, PlayersTeamType, RoleType, SiteType
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, Direction, IntArrayFunction, IntFunction, RegionFunction

__all__ = [
    "ArrayDifference",
    "ArrayIf",
    "ArrayIntersection",
    "ArrayIntersectionAll",
    "ArrayOfInts",
    "ArrayOfRegion",
    "ArrayUnion",
    "ArrayUnionAll",
    "ArrayValue",
    "PlayersMany",
    "PlayersOfTeam",
    "RememberedValues",
    "Results",
    "SizesGroup",
]


class ArrayOfRegion(IntArrayFunction, keyword="array"):
    """The sites of a region as an array."""

    region: RegionFunction


class ArrayOfInts(IntArrayFunction, keyword="array"):
    """The array of the integers given."""

    ints: list[IntFunction]


class ArrayValue(IntFunction, keyword="arrayValue"):
    """The element of an array at an index, -1 outside it."""

    array: IntArrayFunction
    index: IntFunction = named()


class ArrayDifference(IntArrayFunction, keyword="difference"):
    """An array without some of its values."""

    source: IntArrayFunction
    subtraction: IntArrayFunction | None = one_of(1)
    int_to_remove: IntFunction | None = one_of(1)


class ArrayIf(IntArrayFunction, keyword="if"):
    """One array or another, depending on a condition."""

    condition: BooleanFunction
    value: IntArrayFunction
    otherwise: IntArrayFunction | None


class ArrayIntersection(IntArrayFunction, keyword="intersection"):
    """The values two arrays share."""

    array1: IntArrayFunction
    array2: IntArrayFunction


class ArrayIntersectionAll(IntArrayFunction, keyword="intersection"):
    """The values all arrays share."""

    arrays: list[IntArrayFunction]


class PlayersOfTeam(IntArrayFunction, keyword="players"):
    """The players of a team."""

    player_type: PlayersTeamType
    if_: BooleanFunction | None = named("if")


class PlayersMany(IntArrayFunction, keyword="players"):
    """The players that stand in a relation to one."""

    player_type: PlayersManyType
    of: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")


class Results(IntArrayFunction, keyword="results"):
    """The values of a function over pairs of sites."""

    from_site: IntFunction | None = named("from", one_of=1)
    from_region: RegionFunction | None = named("from", one_of=1)
    to_site: IntFunction | None = named("to", one_of=2)
    to_region: RegionFunction | None = named("to", one_of=2)
    function: IntFunction


class SizesGroup(IntArrayFunction, keyword="sizes"):
    """The sizes of all groups."""

    kind: Literal["Group"]
    site_type: SiteType | None
    directions: Direction | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    if_: BooleanFunction | None = named("if", at_most_one_of=1)
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")


class ArrayUnion(IntArrayFunction, keyword="union"):
    """The values of either array."""

    array1: IntArrayFunction
    array2: IntArrayFunction


class ArrayUnionAll(IntArrayFunction, keyword="union"):
    """The values of any of the arrays."""

    arrays: list[IntArrayFunction]


class RememberedValues(IntArrayFunction, keyword="values"):
    """The values remembered under a name."""

    kind: Literal["Remembered"]
    name: str | None
