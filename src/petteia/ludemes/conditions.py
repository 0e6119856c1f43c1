"""Conditions: logic, comparison, and words other than `is`."""

from typing import Literal

from petteia.ludemes._enums import RoleType, SiteType
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import (
    BooleanFunction,
    Direction,
    FloatFunction,
    IntArrayFunction,
    IntFunction,
    Moves,
    RegionFunction,
)

__all__ = [
    "AllDiceEqual",
    "AllDiceUsed",
    "AllDifferent",
    "AllGroups",
    "AllPassed",
    "AllSites",
    "AllValues",
    "And",
    "AndAll",
    "AtLeast",
    "AtMost",
    "CanMove",
    "Equals",
    "GreaterThan",
    "IfCondition",
    "LessThan",
    "NoMoves",
    "NoPieces",
    "Not",
    "NotEqual",
    "Or",
    "OrAny",
    "RegionsEqual",
    "RegionsNotEqual",
    "ToBool",
    "WasPass",
    "Xor",
]


class AllSites(BooleanFunction, keyword="all"):
    """Whether a condition holds on every site of a region."""

    kind: Literal["Sites"]
    region: RegionFunction
    if_: BooleanFunction = named("if")


class AllDifferent(BooleanFunction, keyword="all"):
    """Whether a condition holds on every site of a region and no two sites agree."""

    kind: Literal["Different"]
    region: RegionFunction
    if_: BooleanFunction = named("if")


class AllDiceUsed(BooleanFunction, keyword="all"):
    """Whether every die has been used this turn."""

    kind: Literal["DiceUsed"]


class AllDiceEqual(BooleanFunction, keyword="all"):
    """Whether all dice show the same face."""

    kind: Literal["DiceEqual"]


class AllPassed(BooleanFunction, keyword="all"):
    """Whether every player passed in turn."""

    kind: Literal["Passed"]


class AllGroups(BooleanFunction, keyword="all"):
    """Whether a condition holds for every group of connected sites."""

    kind: Literal["Groups"]
    site_type: SiteType | None
    directions: Direction | None
    of: BooleanFunction | None = named()
    if_: BooleanFunction = named("if")


class AllValues(BooleanFunction, keyword="all"):
    """Whether a condition holds for every value of an array."""

    kind: Literal["Values"]
    array: IntArrayFunction
    if_: BooleanFunction = named("if")


class And(BooleanFunction, keyword="and"):
    """Whether both conditions hold; the second is asked only after the first."""

    a: BooleanFunction
    b: BooleanFunction


class AndAll(BooleanFunction, keyword="and"):
    """Whether all conditions hold, asked from left to right."""

    operands: list[BooleanFunction]


class CanMove(BooleanFunction, keyword="can"):
    """Whether any of the moves can be made."""

    kind: Literal["Move"]
    moves: Moves


class Equals(BooleanFunction, keyword="equals", alias="="):
    """Whether two integers, or an integer and a player, are equal."""

    value_a: IntFunction
    value_b: IntFunction | None = one_of(1)
    role_b: RoleType | None = one_of(1)


class RegionsEqual(BooleanFunction, keyword="equals", alias="="):
    """Whether two regions hold the same sites."""

    region_a: RegionFunction
    region_b: RegionFunction


class AtLeast(BooleanFunction, keyword="ge", alias=">="):
    """Whether an integer is at least another."""

    value_a: IntFunction
    value_b: IntFunction


class GreaterThan(BooleanFunction, keyword="gt", alias=">"):
    """Whether an integer is greater than another."""

    value_a: IntFunction
    value_b: IntFunction


class IfCondition(BooleanFunction, keyword="if"):
    """One condition or another, depending on a third."""

    condition: BooleanFunction
    value: BooleanFunction
    otherwise: BooleanFunction | None


class AtMost(BooleanFunction, keyword="le", alias="<="):
    """Whether an integer is at most another."""

    value_a: IntFunction
    value_b: IntFunction


class LessThan(BooleanFunction, keyword="lt", alias="<"):
    """Whether an integer is less than another."""

    value_a: IntFunction
    value_b: IntFunction


class NoMoves(BooleanFunction, keyword="no"):
    """Whether a player has no legal move."""

    kind: Literal["Moves"]
    role: RoleType


class NoPieces(BooleanFunction, keyword="no"):
    """Whether a player has no piece of a kind and place."""

    kind: Literal["Pieces"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")


class Not(BooleanFunction, keyword="not"):
    """Whether a condition does not hold."""

    a: BooleanFunction


class NotEqual(BooleanFunction, keyword="notEqual", alias="!="):
    """Whether two integers, or an integer and a player, differ."""

    value_a: IntFunction
    value_b: IntFunction | None = one_of(1)
    role_b: RoleType | None = one_of(1)


class RegionsNotEqual(BooleanFunction, keyword="notEqual", alias="!="):
    """Whether two regions differ."""

    region_a: RegionFunction
    region_b: RegionFunction


class Or(BooleanFunction, keyword="or"):
    """Whether either condition holds; the second is asked only if the first does not."""

    a: BooleanFunction
    b: BooleanFunction


class OrAny(BooleanFunction, keyword="or"):
    """Whether any condition holds, asked from left to right."""

    operands: list[BooleanFunction]


class ToBool(BooleanFunction, keyword="toBool"):
    """Whether a number is not zero."""

    integer: IntFunction | None = one_of(1)
    number: FloatFunction | None = one_of(1)


class WasPass(BooleanFunction, keyword="was"):
    """Whether the last move was a pass."""

    kind: Literal["Pass"]


class Xor(BooleanFunction, keyword="xor"):
    """Whether exactly one of two conditions holds."""

    a: BooleanFunction
    b: BooleanFunction
