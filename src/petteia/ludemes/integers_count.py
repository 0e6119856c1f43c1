"""Numbers and sizes of things."""

from typing import Literal

from petteia.ludemes._enums import AbsoluteDirection, RelationType, RoleType, SiteType, StackDirection
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, Direction, IntArrayFunction, IntFunction, RegionFunction
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.moves_effect import Step

__all__ = [
    "CountActive",
    "CountAt",
    "CountColumns",
    "CountElements",
    "CountGroups",
    "CountLegalMoves",
    "CountLiberties",
    "CountMoves",
    "CountMovesThisTurn",
    "CountNeighbours",
    "CountPhases",
    "CountPieces",
    "CountPips",
    "CountPlatformBelow",
    "CountPlayers",
    "CountRows",
    "CountSites",
    "CountSizeBiggestGroup",
    "CountSizeBiggestLine",
    "CountStack",
    "CountSteps",
    "CountStepsOnTrack",
    "CountTrials",
    "CountTurns",
    "CountValue",
    "SizeArray",
    "SizeBiggestGroup",
    "SizeGroup",
    "SizeLargePiece",
    "SizeStack",
    "SizeTerritory",
]


class CountSites(IntFunction, keyword="count"):
    """The number of sites of a region or container."""

    kind: Literal["Sites"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    name: str | None = at_most_one_of(1)
    who: RoleType | None = named()
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)


class CountNeighbours(IntFunction, keyword="count"):
    """The number of neighbours of a site by relation."""

    kind: Literal["Adjacent", "Neighbours", "Orthogonal", "Diagonal", "Off"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    name: str | None = at_most_one_of(1)
    who: RoleType | None = named()
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)


class CountPlatformBelow(IntFunction, keyword="count"):
    """The number of supporting sites below that hold the pieces wanted."""

    kind: Literal["SitesPlatformBelow"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    name: str | None = at_most_one_of(1)
    who: RoleType | None = named()
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)


class CountAt(IntFunction, keyword="count"):
    """The number of pieces on a site or on all sites of a region."""

    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    name: str | None = at_most_one_of(1)
    who: RoleType | None = named()
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)


class CountPieces(IntFunction, keyword="count"):
    """The number of pieces of a player, by name, place and condition."""

    kind: Literal["Pieces"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")
    if_: BooleanFunction | None = named("if")


class CountPips(IntFunction, keyword="count"):
    """The sum of the dice of a player."""

    kind: Literal["Pips"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")
    if_: BooleanFunction | None = named("if")


class CountRows(IntFunction, keyword="count"):
    """The number of rows of the board."""

    kind: Literal["Rows"]
    site_type: SiteType | None


class CountColumns(IntFunction, keyword="count"):
    """The number of columns of the board."""

    kind: Literal["Columns"]
    site_type: SiteType | None


class CountTurns(IntFunction, keyword="count"):
    """The number of the present turn."""

    kind: Literal["Turns"]
    site_type: SiteType | None


class CountMoves(IntFunction, keyword="count"):
    """The number of moves played."""

    kind: Literal["Moves"]
    site_type: SiteType | None


class CountTrials(IntFunction, keyword="count"):
    """The number of games of the match that are over."""

    kind: Literal["Trials"]
    site_type: SiteType | None


class CountMovesThisTurn(IntFunction, keyword="count"):
    """The number of moves the mover already made in this turn."""

    kind: Literal["MovesThisTurn"]
    site_type: SiteType | None


class CountPhases(IntFunction, keyword="count"):
    """The number of colouring phases of the board."""

    kind: Literal["Phases"]
    site_type: SiteType | None


class CountElements(IntFunction, keyword="count"):
    """The number of vertices, edges or cells of the board."""

    kind: Literal["Vertices", "Edges", "Cells"]
    site_type: SiteType | None


class CountPlayers(IntFunction, keyword="count"):
    """The number of players."""

    kind: Literal["Players"]
    site_type: SiteType | None


class CountActive(IntFunction, keyword="count"):
    """The number of players still in the game."""

    kind: Literal["Active"]
    site_type: SiteType | None


class CountLegalMoves(IntFunction, keyword="count"):
    """The number of legal moves."""

    kind: Literal["LegalMoves"]
    site_type: SiteType | None


class CountSteps(IntFunction, keyword="count"):
    """The least number of steps between a site and another site or region."""

    kind: Literal["Steps"]
    site_type: SiteType | None
    relation: RelationType | None
    step_move: Step | None
    new_rotation: IntFunction | None = named("newRotation")
    site1: IntFunction
    site2: IntFunction | None = one_of(1)
    region2: RegionFunction | None = one_of(1)


class CountGroups(IntFunction, keyword="count"):
    """The number of groups of connected sites."""

    kind: Literal["Groups"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")


class CountSizeBiggestGroup(IntFunction, keyword="count"):
    """The size of the largest group of connected sites."""

    kind: Literal["SizeBiggestGroup"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")


class CountLiberties(IntFunction, keyword="count"):
    """The number of empty sites next to a group."""

    kind: Literal["Liberties"]
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")


class CountStack(IntFunction, keyword="count"):
    """The number of pieces in stacks that meet a condition."""

    kind: Literal["Stack"]
    stack_direction: StackDirection | None
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    to: RegionFunction | None = named(one_of=1)
    if_: BooleanFunction | None = named("if")
    stop: BooleanFunction | None = named()


class CountValue(IntFunction, keyword="count"):
    """How often a value occurs in an array."""

    kind: Literal["Value"]
    of: IntFunction
    in_: IntArrayFunction = named("in")


class CountSizeBiggestLine(IntFunction, keyword="count"):
    """The length of the longest line of sites."""

    kind: Literal["SizeBiggestLine"]
    site_type: SiteType | None
    directions: AbsoluteDirection | None
    if_: BooleanFunction | None = named("if")


class CountStepsOnTrack(IntFunction, keyword="count"):
    """The number of steps on a track from one site to another."""

    kind: Literal["StepsOnTrack"]
    role: RoleType | None = at_most_one_of(1)
    player: PlayerArgument | None = at_most_one_of(1)
    name: str | None = at_most_one_of(1)
    site1: IntFunction | None
    site2: IntFunction | None


class SizeBiggestGroup(IntFunction, keyword="countSizeBiggestGroup"):
    """The size of the largest group, as a word of its own."""

    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if", at_most_one_of=1)
    is_visible: BooleanFunction | None = named("isVisible", at_most_one_of=1)


class SizeStack(IntFunction, keyword="size"):
    """The height of the stacks on a site or region."""

    kind: Literal["Stack"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)


class SizeArray(IntFunction, keyword="size"):
    """The length of an array."""

    kind: Literal["Array"]
    array: IntArrayFunction


class SizeTerritory(IntFunction, keyword="size"):
    """The number of empty sites a player surrounds."""

    kind: Literal["Territory"]
    site_type: SiteType | None
    role: RoleType | None = one_of(1)
    player: PlayerArgument | None = one_of(1)
    direction: AbsoluteDirection | None


class SizeGroup(IntFunction, keyword="size"):
    """The size of the group of a site."""

    kind: Literal["Group"]
    site_type: SiteType | None
    at: IntFunction = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")


class SizeLargePiece(IntFunction, keyword="size"):
    """The number of sites that large pieces cover."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", one_of=1)
    at: IntFunction | None = named(one_of=1)
