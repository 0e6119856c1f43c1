"""Conditions that begin with `is`."""

from typing import Literal

from petteia.ludemes._enums import (
    AbsoluteDirection,
    HiddenData,
    RegionTypeStatic,
    RelationType,
    RepetitionType,
    RoleType,
    SiteType,
    StepType,
)
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, Direction, IntArrayFunction, IntFunction, Moves, RegionFunction
from petteia.ludemes.arguments import PlayerArgument

__all__ = [
    "IsActive",
    "IsAnyDie",
    "IsBlocked",
    "IsConnected",
    "IsCycle",
    "IsDecided",
    "IsEmpty",
    "IsEnemy",
    "IsEven",
    "IsFlat",
    "IsFreedom",
    "IsFriend",
    "IsFull",
    "IsHidden",
    "IsIn",
    "IsLastSiteType",
    "IsLine",
    "IsLoop",
    "IsOccupied",
    "IsOdd",
    "IsPattern",
    "IsPending",
    "IsPipsMatch",
    "IsProposed",
    "IsPyramidCorners",
    "IsRelated",
    "IsRepeat",
    "IsSidesMatch",
    "IsTarget",
    "IsThreatened",
    "IsTriggered",
    "IsTurnOf",
    "IsVisited",
    "IsWithin",
]


class IsTurnOf(BooleanFunction, keyword="is"):
    """Whether a player is the mover, the next or the previous one."""

    kind: Literal["Mover", "Next", "Prev"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class IsFriend(BooleanFunction, keyword="is"):
    """Whether a player is the mover or of the mover's team."""

    kind: Literal["Friend"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class IsEnemy(BooleanFunction, keyword="is"):
    """Whether a player is an opponent of the mover."""

    kind: Literal["Enemy"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class IsActive(BooleanFunction, keyword="is"):
    """Whether a player is still in the game."""

    kind: Literal["Active"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class IsEmpty(BooleanFunction, keyword="is"):
    """Whether a site holds nothing."""

    kind: Literal["Empty"]
    site_type: SiteType | None
    at: IntFunction


class IsOccupied(BooleanFunction, keyword="is"):
    """Whether a site holds a piece."""

    kind: Literal["Occupied"]
    site_type: SiteType | None
    at: IntFunction


class IsIn(BooleanFunction, keyword="is"):
    """Whether a site or all of several lie in a region or array."""

    kind: Literal["In"]
    site: IntFunction | None = at_most_one_of(1)
    sites: list[IntFunction] | None = at_most_one_of(1)
    region: RegionFunction | None = one_of(2)
    array: IntArrayFunction | None = one_of(2)


class IsLine(BooleanFunction, keyword="is"):
    """Whether pieces stand in a line of some length through a site."""

    kind: Literal["Line"]
    site_type: SiteType | None
    length: IntFunction
    direction: AbsoluteDirection | None
    through: IntFunction | None = named(at_most_one_of=1)
    through_any: RegionFunction | None = named("throughAny", at_most_one_of=1)
    who: RoleType | None = at_most_one_of(2)
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)
    exact: BooleanFunction | None = named()
    contiguous: BooleanFunction | None = named()
    if_: BooleanFunction | None = named("if")
    by_level: BooleanFunction | None = named("byLevel")
    top: BooleanFunction | None = named()
    through_how_much: IntFunction | None = named("throughHowMuch")
    is_visible: BooleanFunction | None = named("isVisible")
    use_opposites: BooleanFunction | None = named("useOpposites")


class IsThreatened(BooleanFunction, keyword="is"):
    """Whether an opponent could move to where a piece stands."""

    kind: Literal["Threatened"]
    what: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named(at_most_one_of=1)
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    specific_moves: Moves | None


class IsWithin(BooleanFunction, keyword="is"):
    """Whether a kind of piece stands on a site or in a region."""

    kind: Literal["Within"]
    what: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named(at_most_one_of=1)
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    specific_moves: Moves | None


class IsCycle(BooleanFunction, keyword="is"):
    """Whether the game goes round the same positions."""

    kind: Literal["Cycle"]


class IsPending(BooleanFunction, keyword="is"):
    """Whether anything is pending."""

    kind: Literal["Pending"]


class IsFull(BooleanFunction, keyword="is"):
    """Whether the board has no empty site."""

    kind: Literal["Full"]


class IsOdd(BooleanFunction, keyword="is"):
    """Whether an integer is odd."""

    kind: Literal["Odd"]
    value: IntFunction | None


class IsEven(BooleanFunction, keyword="is"):
    """Whether an integer is even."""

    kind: Literal["Even"]
    value: IntFunction | None


class IsVisited(BooleanFunction, keyword="is"):
    """Whether a site was visited this turn."""

    kind: Literal["Visited"]
    value: IntFunction | None


class IsSidesMatch(BooleanFunction, keyword="is"):
    """Whether the sides of a tile fit those of its neighbours."""

    kind: Literal["SidesMatch"]
    value: IntFunction | None


class IsPipsMatch(BooleanFunction, keyword="is"):
    """Whether the pips of a domino fit those of its neighbours."""

    kind: Literal["PipsMatch"]
    value: IntFunction | None


class IsFlat(BooleanFunction, keyword="is"):
    """Whether every site below a site is occupied."""

    kind: Literal["Flat"]
    value: IntFunction | None


class IsAnyDie(BooleanFunction, keyword="is"):
    """Whether some die shows a number."""

    kind: Literal["AnyDie"]
    value: IntFunction | None


class IsConnected(BooleanFunction, keyword="is"):
    """Whether the group of a site joins regions."""

    kind: Literal["Connected"]
    number: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    regions: list[RegionFunction] | None = one_of(1)
    role: RoleType | None = one_of(1)
    region_type: RegionTypeStatic | None = one_of(1)


class IsBlocked(BooleanFunction, keyword="is"):
    """Whether no path of own or empty sites can join regions any more."""

    kind: Literal["Blocked"]
    number: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    regions: list[RegionFunction] | None = one_of(1)
    role: RoleType | None = one_of(1)
    region_type: RegionTypeStatic | None = one_of(1)


class IsTriggered(BooleanFunction, keyword="is"):
    """Whether an event was triggered for a player."""

    kind: Literal["Triggered"]
    event: str
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class IsProposed(BooleanFunction, keyword="is"):
    """Whether something was proposed."""

    kind: Literal["Proposed"]
    string: str


class IsDecided(BooleanFunction, keyword="is"):
    """Whether something was decided by vote."""

    kind: Literal["Decided"]
    string: str


class IsPattern(BooleanFunction, keyword="is"):
    """Whether pieces stand along a walk from a site."""

    kind: Literal["Pattern"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()


class IsPyramidCorners(BooleanFunction, keyword="is"):
    """Whether a piece and four like it are the corners of a pyramid."""

    kind: Literal["PyramidCorners"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()


class IsLoop(BooleanFunction, keyword="is"):
    """Whether pieces form a loop through a site."""

    kind: Literal["Loop"]
    site_type: SiteType | None
    surround: RoleType | None = named(at_most_one_of=1)
    surround_list: list[RoleType] | None = at_most_one_of(1)
    directions: Direction | None
    colour: IntFunction | None
    start: IntFunction | None = at_most_one_of(2)
    region_start: RegionFunction | None = at_most_one_of(2)
    path: bool | None = named()


class IsRelated(BooleanFunction, keyword="is"):
    """Whether two sites, or a site and a region, are neighbours of a kind."""

    kind: Literal["Related"]
    relation_type: RelationType
    site_type: SiteType | None
    site_a: IntFunction
    site_b: IntFunction | None = one_of(1)
    region: RegionFunction | None = one_of(1)


class IsLastSiteType(BooleanFunction, keyword="is"):
    """Whether the last move began or ended on a kind of site."""

    kind: Literal["LastFrom", "LastTo"]
    site_type: SiteType


class IsHidden(BooleanFunction, keyword="is"):
    """Whether a fact about a site is hidden from a player."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    to_player: PlayerArgument | None = named("to", one_of=1)
    to_role: RoleType | None = named("to", one_of=1)


class IsFreedom(BooleanFunction, keyword="is"):
    """Whether some site of a region has an empty neighbour on the ground."""

    kind: Literal["Freedom"]
    site_type: SiteType | None
    in_: RegionFunction
    to_place: IntFunction | None


class IsRepeat(BooleanFunction, keyword="is"):
    """Whether the present position occurred before."""

    kind: Literal["Repeat"]
    repetition_type: RepetitionType | None


class IsTarget(BooleanFunction, keyword="is"):
    """Whether pieces stand as in a target position."""

    kind: Literal["Target"]
    container: IntFunction | None = at_most_one_of(1)
    container_name: str | None = at_most_one_of(1)
    configuration: list[int]
    specific_site: int | None = at_most_one_of(2)
    specific_sites: list[int] | None = at_most_one_of(2)
