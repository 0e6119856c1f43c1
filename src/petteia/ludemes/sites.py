"""Sets of sites by name, content and position."""

from typing import Literal

from petteia.ludemes._enums import (
    AbsoluteDirection,
    CompassDirection,
    HiddenData,
    LineOfSightType,
    RegionTypeDynamic,
    RelationType,
    RoleType,
    SiteType,
    StepType,
)
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import (
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    Moves,
    NonDecision,
    RangeFunction,
    RegionFunction,
)
from petteia.ludemes.arguments import PieceArgument, PlayerArgument
from petteia.ludemes.moves_effect import Step

__all__ = [
    "SitesAround",
    "SitesBetween",
    "SitesBoard",
    "SitesColumn",
    "SitesContext",
    "SitesCoordinates",
    "SitesCrossing",
    "SitesDirection",
    "SitesDistance",
    "SitesEdge",
    "SitesEmpty",
    "SitesGroup",
    "SitesHand",
    "SitesHidden",
    "SitesHint",
    "SitesIncident",
    "SitesLargePiece",
    "SitesLast",
    "SitesLayer",
    "SitesLineOfSight",
    "SitesListed",
    "SitesLoop",
    "SitesNamed",
    "SitesOccupied",
    "SitesOfElement",
    "SitesOfMoves",
    "SitesPattern",
    "SitesPending",
    "SitesPhase",
    "SitesPlayable",
    "SitesRandom",
    "SitesRow",
    "SitesSide",
    "SitesStart",
    "SitesState",
    "SitesSupport",
    "SitesToClear",
    "SitesTrack",
    "SitesWalk",
    "SitesWinning",
]


class SitesBoard(RegionFunction, keyword="sites"):
    """A part of the board known by name."""

    kind: Literal[
        "Board",
        "Top",
        "Bottom",
        "Left",
        "Right",
        "Inner",
        "Outer",
        "Perimeter",
        "Corners",
        "ConcaveCorners",
        "ConvexCorners",
        "Major",
        "Minor",
        "Centre",
    ]
    site_type: SiteType | None


class SitesHint(RegionFunction, keyword="sites"):
    """The sites of the hint being looked at."""

    kind: Literal["Hint"]
    site_type: SiteType | None


class SitesToClear(RegionFunction, keyword="sites"):
    """The sites whose pieces will be removed at the end of the turn."""

    kind: Literal["ToClear"]
    site_type: SiteType | None


class SitesPlayable(RegionFunction, keyword="sites"):
    """The sites on which play may go on."""

    kind: Literal["LineOfPlay", "Playable"]
    site_type: SiteType | None


class SitesPending(RegionFunction, keyword="sites"):
    """The pending sites."""

    kind: Literal["Pending"]
    site_type: SiteType | None


class SitesLast(RegionFunction, keyword="sites"):
    """The sites the last move and its effects began or ended on."""

    kind: Literal["LastTo", "LastFrom"]
    site_type: SiteType | None


class SitesRow(RegionFunction, keyword="sites"):
    """The sites of a row."""

    kind: Literal["Row"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesColumn(RegionFunction, keyword="sites"):
    """The sites of a column."""

    kind: Literal["Column"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesPhase(RegionFunction, keyword="sites"):
    """The sites of a colouring phase."""

    kind: Literal["Phase"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesOfElement(RegionFunction, keyword="sites"):
    """The sites of a cell or edge."""

    kind: Literal["Cell", "Edge"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesState(RegionFunction, keyword="sites"):
    """The sites with a local state."""

    kind: Literal["State"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesEmpty(RegionFunction, keyword="sites"):
    """The empty sites of a container."""

    kind: Literal["Empty"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesLayer(RegionFunction, keyword="sites"):
    """The sites of a layer."""

    kind: Literal["Layer"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesSupport(RegionFunction, keyword="sites"):
    """The sites that support a piece."""

    kind: Literal["Support"]
    site_type: SiteType | None
    index: IntFunction | None


class SitesNamed(RegionFunction, keyword="sites"):
    """The regions of a player or of a name, joined."""

    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    site_type: SiteType | None
    name: str | None


class SitesOccupied(RegionFunction, keyword="sites"):
    """The sites on which a player has pieces."""

    kind: Literal["Occupied"]
    by_player: PlayerArgument | None = named("by", one_of=1)
    by_role: RoleType | None = named("by", one_of=1)
    container_index: IntFunction | None = named("container", at_most_one_of=2)
    container_name: str | None = named("container", at_most_one_of=2)
    component_index: IntFunction | None = named("component", at_most_one_of=3)
    component_name: str | None = named("component", at_most_one_of=3)
    components: list[str] | None = named(at_most_one_of=3)
    top: bool | None = named()
    on: SiteType | None = named()


class SitesListed(RegionFunction, keyword="sites"):
    """The sites listed."""

    sites: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)


class SitesTrack(RegionFunction, keyword="sites"):
    """The sites of a track, or of a part of it."""

    kind: Literal["Track"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None
    from_: IntFunction | None = named("from")
    to: IntFunction | None = named()


class SitesHand(RegionFunction, keyword="sites"):
    """The sites of a player's hand."""

    kind: Literal["Hand"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None


class SitesWinning(RegionFunction, keyword="sites"):
    """The sites a player could move to and win."""

    kind: Literal["Winning"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None


class SitesAround(RegionFunction, keyword="sites"):
    """The sites at a distance around a site or region."""

    kind: Literal["Around"]
    site_type: SiteType | None
    where: IntFunction | None = one_of(1)
    region_where: RegionFunction | None = one_of(1)
    content: RegionTypeDynamic | None
    distance: IntFunction | None = named()
    directions: AbsoluteDirection | None
    if_: BooleanFunction | None = named("if")
    include_self: BooleanFunction | None = named("includeSelf")


class SitesCoordinates(RegionFunction, keyword="sites"):
    """The sites with the coordinates listed."""

    site_type: SiteType | None
    coordinates: list[str]


class SitesStart(RegionFunction, keyword="sites"):
    """The sites where a piece was placed at the start."""

    kind: Literal["Start"]
    piece: PieceArgument


class SitesDirection(RegionFunction, keyword="sites"):
    """The sites in some directions from a site or region."""

    kind: Literal["Direction"]
    from_site: IntFunction | None = named("from", one_of=1)
    from_region: RegionFunction | None = named("from", one_of=1)
    directions: Direction | None
    included: BooleanFunction | None = named()
    stop: BooleanFunction | None = named()
    stop_included: BooleanFunction | None = named("stopIncluded")
    distance: IntFunction | None = named()
    site_type: SiteType | None


class SitesSide(RegionFunction, keyword="sites"):
    """A side of the board, by direction or player."""

    kind: Literal["Side"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    direction: CompassDirection | None = at_most_one_of(1)


class SitesGroup(RegionFunction, keyword="sites"):
    """The groups that contain a site or region."""

    kind: Literal["Group"]
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    from_: RegionFunction | None = named("from", one_of=1)
    directions: Direction | None
    if_: BooleanFunction | None = named("if")
    is_visible: BooleanFunction | None = named("isVisible")


class SitesOfMoves(RegionFunction, keyword="sites"):
    """The sites the given moves begin on, pass over or end on."""

    kind: Literal["From", "Between", "To"]
    moves: Moves


class SitesLineOfSight(RegionFunction, keyword="sites"):
    """What can be seen along straight lines from a site."""

    kind: Literal["LineOfSight"]
    sight: LineOfSightType | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None


class SitesContext(RegionFunction, keyword="sites"):
    """The region set by the enclosing loop."""


class SitesIncident(RegionFunction, keyword="sites"):
    """The elements that touch an element."""

    kind: Literal["Incident"]
    result_type: SiteType
    of: SiteType = named()
    at: IntFunction = named()
    owner: PlayerArgument | None = named(at_most_one_of=1)
    role_owner: RoleType | None = at_most_one_of(1)


class SitesDistance(RegionFunction, keyword="sites"):
    """The sites some steps away."""

    kind: Literal["Distance"]
    site_type: SiteType | None
    relation: RelationType | None
    step_move: Step | None
    new_rotation: IntFunction | None = named("newRotation")
    from_: IntFunction = named("from")
    distance: RangeFunction


class SitesWalk(RegionFunction, keyword="sites"):
    """The sites where walks end."""

    site_type: SiteType | None
    index: IntFunction | None
    possible_steps: list[list[StepType]]
    rotations: BooleanFunction | None = named()


class SitesBetween(RegionFunction, keyword="sites"):
    """The sites between two others on a straight line."""

    kind: Literal["Between"]
    directions: Direction | None
    site_type: SiteType | None
    from_: IntFunction = named("from")
    from_included: BooleanFunction | None = named("fromIncluded")
    to: IntFunction = named()
    to_included: BooleanFunction | None = named("toIncluded")
    condition: BooleanFunction | None = named("cond")


class SitesRandom(RegionFunction, keyword="sites"):
    """Some sites of a region, drawn at random."""

    kind: Literal["Random"]
    region: RegionFunction | None
    number: IntFunction | None = named("num")


class SitesHidden(RegionFunction, keyword="sites"):
    """The sites about which a fact is hidden from a player."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None
    site_type: SiteType | None
    to_player: PlayerArgument | None = named("to", one_of=1)
    to_role: RoleType | None = named("to", one_of=1)


class SitesPattern(RegionFunction, keyword="sites"):
    """The sites of a pattern of pieces."""

    kind: Literal["Pattern"]
    walk: list[StepType]
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)


class SitesLargePiece(RegionFunction, keyword="sites"):
    """The sites a large piece covers."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    at: IntFunction = named()


class SitesCrossing(RegionFunction, keyword="sites"):
    """The edges that cross an edge."""

    kind: Literal["Crossing"]
    at: IntFunction = named()
    who: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)


class SitesEdge(RegionFunction, keyword="sites"):
    """The edges that run a way."""

    kind: Literal["Axial", "Horizontal", "Vertical", "Angled", "Slash", "Slosh"]


class SitesLoop(RegionFunction, keyword="sites"):
    """The sites of a loop, or inside it."""

    kind: Literal["Loop"]
    inside: BooleanFunction | None = named()
    site_type: SiteType | None
    surround: RoleType | None = named(at_most_one_of=1)
    surround_list: list[RoleType] | None = at_most_one_of(1)
    directions: Direction | None
    colour: IntFunction | None
    start: IntFunction | None = at_most_one_of(2)
    region_start: RegionFunction | None = at_most_one_of(2)
