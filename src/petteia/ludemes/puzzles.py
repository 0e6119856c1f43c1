"""Deduction puzzles: constraints, hints and given values."""

from typing import Literal

from petteia.ludemes._enums import PuzzleElementType, SiteType
from petteia.ludemes._registry import named, one_of
from petteia.ludemes._types import BooleanFunction, Hint, IntFunction, Item, NonDecision, RegionFunction, StartRule

__all__ = [
    "ForAll",
    "HintValue",
    "Hints",
    "IsCount",
    "IsSolved",
    "IsSum",
    "IsUnique",
    "PuzzleAllDifferent",
    "RegionHint",
    "Satisfy",
    "SetPuzzleValues",
    "SiteHint",
]


class PuzzleAllDifferent(BooleanFunction, keyword="all"):
    """Whether all values assigned in a region differ, exceptions aside."""

    kind: Literal["Different"]
    site_type: SiteType | None
    region: RegionFunction | None
    except_: IntFunction | None = named("except", at_most_one_of=1)
    excepts: list[IntFunction] | None = named(at_most_one_of=1)


class ForAll(BooleanFunction, keyword="forAll"):
    """Whether a constraint holds for every element of a kind."""

    element: PuzzleElementType
    constraint: BooleanFunction


class RegionHint(Hint, keyword="hint"):
    """A hint that belongs to a list of sites."""

    supported = False

    region: list[int]
    hint: int | None


class SiteHint(Hint, keyword="hint"):
    """A hint that belongs to a site."""

    supported = False

    site: int
    hint: int | None


class HintValue(IntFunction, keyword="hint"):
    """The hint being looked at, or that of a site."""

    site_type: SiteType | None
    at: IntFunction | None = named()


class Hints(Item, keyword="hints"):
    """The hints of a deduction puzzle."""

    supported = False

    label: str | None
    records: list[Hint]
    site_type: SiteType | None


class IsUnique(BooleanFunction, keyword="is"):
    """Whether all regions of a puzzle are filled differently."""

    kind: Literal["Unique"]
    site_type: SiteType | None


class IsCount(BooleanFunction, keyword="is"):
    """Whether a region holds a value a given number of times."""

    kind: Literal["Count"]
    site_type: SiteType | None
    region: RegionFunction | None
    of: IntFunction | None = named()
    name_region: str | None
    result: IntFunction


class IsSum(BooleanFunction, keyword="is"):
    """Whether the values of a region have a given sum."""

    kind: Literal["Sum"]
    site_type: SiteType | None
    region: RegionFunction | None
    of: IntFunction | None = named()
    name_region: str | None
    result: IntFunction


class IsSolved(BooleanFunction, keyword="is"):
    """Whether a puzzle is solved."""

    kind: Literal["Solved"]


class Satisfy(NonDecision, keyword="satisfy"):
    """The assignments of values that break none of the constraints."""

    constraint: BooleanFunction | None = one_of(1)
    constraints: list[BooleanFunction] | None = one_of(1)


class SetPuzzleValues(StartRule, keyword="set"):
    """Fixes the values of sites at the start of a puzzle."""

    site_type: SiteType | None
    pairs: list[list[int]]
