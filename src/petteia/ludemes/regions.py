"""Sets of sites made from sets of sites."""

from typing import Literal

from petteia.ludemes._enums import AbsoluteDirection, SiteType, StackDirection
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, IntArrayFunction, IntFunction, RegionFunction

__all__ = [
    "Expand",
    "ForEachLevelIf",
    "ForEachPlayerRegion",
    "ForEachSiteIf",
    "ForEachSiteRegion",
    "ForEachTeamRegion",
    "LastBetween",
    "RegionDifference",
    "RegionIf",
    "RegionIntersection",
    "RegionIntersectionAll",
    "RegionUnion",
    "RegionUnionAll",
]


class RegionDifference(RegionFunction, keyword="difference"):
    """The sites of a region without another region or a site."""

    source: RegionFunction
    subtraction: RegionFunction | None = one_of(1)
    site_to_remove: IntFunction | None = one_of(1)


class Expand(RegionFunction, keyword="expand"):
    """A region grown by some steps."""

    container: IntFunction | None = at_most_one_of(1)
    container_name: str | None = at_most_one_of(1)
    region: RegionFunction | None = one_of(2)
    origin: IntFunction | None = named(one_of=2)
    steps: IntFunction | None = named()
    direction: AbsoluteDirection | None
    site_type: SiteType | None


class ForEachSiteIf(RegionFunction, keyword="forEach"):
    """The sites of a region on which a condition holds."""

    region: RegionFunction
    if_: BooleanFunction = named("if")


class ForEachSiteRegion(RegionFunction, keyword="forEach"):
    """A region for each site of another, joined."""

    of: RegionFunction = named()
    region: RegionFunction


class ForEachTeamRegion(RegionFunction, keyword="forEach"):
    """A region for each team, joined."""

    kind: Literal["Team"]
    region: RegionFunction


class ForEachLevelIf(RegionFunction, keyword="forEach"):
    """The levels of a stack on which a condition holds."""

    kind: Literal["Level"]
    site_type: SiteType | None
    at: IntFunction = named()
    stack_direction: StackDirection | None
    if_: BooleanFunction | None = named("if")
    start_at: IntFunction | None = named("startAt")


class ForEachPlayerRegion(RegionFunction, keyword="forEach"):
    """A region for each player of an array, joined."""

    players: IntArrayFunction
    region: RegionFunction


class RegionIf(RegionFunction, keyword="if"):
    """One region or another, depending on a condition."""

    condition: BooleanFunction
    value: RegionFunction
    otherwise: RegionFunction | None


class RegionIntersection(RegionFunction, keyword="intersection"):
    """The sites two regions share."""

    region1: RegionFunction
    region2: RegionFunction


class RegionIntersectionAll(RegionFunction, keyword="intersection"):
    """The sites all regions share."""

    regions: list[RegionFunction]


class LastBetween(RegionFunction, keyword="last"):
    """The sites the last move passed over."""

    kind: Literal["Between"]


class RegionUnion(RegionFunction, keyword="union"):
    """The sites of either region."""

    region1: RegionFunction
    region2: RegionFunction


class RegionUnionAll(RegionFunction, keyword="union"):
    """The sites of any of the regions."""

    regions: list[RegionFunction]
