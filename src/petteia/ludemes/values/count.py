"""Numbers and sizes of things."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.enums import AbsoluteDirection, RelationType, RoleType, SiteType, StackDirection
from petteia.ludemes.equipment.large import cells_in_the_middle
from petteia.ludemes.moves.step import Step
from petteia.ludemes.needs import COUNTS, STACKING, TRACK_PLACES, VERTICES
from petteia.ludemes.play.dice import dice_indices, face_value
from petteia.ludemes.queries.contents import (
    board_sites,
    component_set,
    held_by_any,
    last_to,
    on_board,
    read_seen,
    seen,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.distances import MeasuresSteps, distance, least_distance, steps_by_rule
from petteia.ludemes.queries.groups import biggest_group, count_groups, group_of, joined_where, neighbours, territory
from petteia.ludemes.queries.lines import longest_line
from petteia.ludemes.queries.occupation import PieceQuestion, container_sites, owners_meant
from petteia.ludemes.queries.roles import players_of, role_index, who_index
from petteia.ludemes.queries.site_sets import mask_of, number_at, set_at
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.tracks.sites import steps_between
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

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


def _written(ludeme: IntFunction, *names: str) -> tuple[str, ...]:
    """Those of some arguments that are written."""
    return tuple(name for name in names if getattr(ludeme, name) is not None)


def _unless_constant(is_visible: BooleanFunction | None) -> tuple[str, ...]:
    return () if is_visible is None or isinstance(is_visible, BooleanConstant) else ("isVisible",)


def _sum_over(
    x: "Context",
    word: SiteType | None,
    at: IntFunction | None,
    region: RegionFunction | None,
    value: Callable[[n.Expr], n.Expr],
    *,
    hands: bool = False,
) -> n.Expr:
    """A value summed over a region, or of a site, by default of the last one moved to."""
    if region is not None:
        return x.total(seen(x, word, region.lower(x), hands=hands), "site", value)
    return read_seen(x, word, at.lower(x) if at else last_to(x), value, hands=hands)


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

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        if self.in_ is not None:
            return ops.size(self.in_.lower(x))
        if self.at is not None:
            return ops.size(container_sites(x, self.at.lower(x)))
        if self.name is not None:
            sizes = {container.name: container.count for container in x.setting.containers}
            return ops.number(sizes.get(self.name, 0))
        return ops.to_int(ops.ge(last_to(x), ops.number(0)))


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

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "name", "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        sites = x.setting.sites_of(self.site_type)
        if sites.type == BoardSiteType.Edge:
            numbers = self._of_edges(x)
        else:
            words = {"Neighbours": "All", "Off": "OffDiagonal"}
            relation = BoardDirection[words.get(self.kind, self.kind)]
            numbers = [len(sites.related(relation, site)) for site in range(sites.count)]
        if self.in_ is not None:
            site = ops.first(self.in_.lower(x))
        else:
            site = self.at.lower(x) if self.at else last_to(x)
        return number_at(x, f"count_{self.kind}", numbers, site)

    def _of_edges(self, x: "Context") -> list[int]:
        """compat: an edge has as many neighbours as edges meet at its two ends, itself counted at both."""
        board = x.setting.board
        if self.kind in ("Diagonal", "Off"):
            return [0] * board.edges.count
        meeting = board.vertices.incident[BoardSiteType.Edge]
        return [sum(len(meeting[end]) for end in ends) for ends in board.edges.incident[BoardSiteType.Vertex]]


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
    keeps = (VERTICES,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "in_", "name")

    def lower(self, x: "Context") -> n.Expr:
        sites = x.setting.board.vertices
        seen_sites(x, SiteType.Vertex)
        below = [mask_of(sites.step(BoardDirection.Downward, site)) for site in range(sites.count)]
        near = set_at(x, "below", below, self.at.lower(x) if self.at else x.slot("to"))
        return ops.size(ops.intersect(near, self._wanted(x)))

    def _wanted(self, x: "Context") -> n.Expr:
        if self.who is not None:
            owners = [(ops.eq(role_index(x, self.who), ops.number(p)), p) for p in range(x.setting.players + 2)]
            return ops.union(*(ops.select(his, held_by_any(x, [p]), ops.empty_set(x.universe)) for his, p in owners))
        written = self.whats or ([self.what] if self.what else [])
        sets = [component_set(x, what.lower(x)) for what in written]
        return on_board(x, ops.union(ops.empty_set(x.universe), *sets))


class CountAt(IntFunction, keyword="count"):
    """The number of pieces on a site or on all sites of a region."""

    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    name: str | None = at_most_one_of(1)
    who: RoleType | None = named()
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)
    keeps = (COUNTS,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "name", "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        return _sum_over(x, self.site_type, self.at, self.in_, x.store.count)


class CountPieces(IntFunction, keyword="count"):
    """The number of pieces of a player, by name, place and condition."""

    kind: Literal["Pieces"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")
    if_: BooleanFunction | None = named("if")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("name",) if self.name == "Bag" else ()

    def lower(self, x: "Context") -> n.Expr:
        owners = owners_meant(x, self.role, self.of)
        where = self.in_.lower(x) if self.in_ else None
        return PieceQuestion(x, self.site_type, owners, self.name, where, self.if_).count()


class CountPips(IntFunction, keyword="count"):
    """The sum of the dice of a player."""

    kind: Literal["Pips"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        who = self.of.lower(x) if self.of else role_index(x, self.role or RoleType.Shared)
        who = stable(x, "who", who)
        result: n.Expr = ops.number(0)
        known: set[int] = set()
        faces_at = {site: faces for _, site, faces in dice_indices(x.setting)}
        for container in x.setting.containers:
            if container.is_dice:
                # a die that was used still counts by the face it shows
                shown = [
                    face_value(x, faces_at[site], x.store.datum("state", ops.number(site))) for site in container.sites
                ]
                if container.owner not in known:
                    known.add(container.owner)
                    total: n.Expr = ops.number(0)
                    for die in shown:
                        total = ops.add(total, die)
                    result = ops.select(ops.eq(who, ops.number(container.owner)), total, result)
        return result


class CountRows(IntFunction, keyword="count"):
    """The number of rows of the board."""

    kind: Literal["Rows"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(x.setting.sites_of(self.site_type).rows))


class CountColumns(IntFunction, keyword="count"):
    """The number of columns of the board."""

    kind: Literal["Columns"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(x.setting.sites_of(self.site_type).columns))


class CountTurns(IntFunction, keyword="count"):
    """The number of the present turn."""

    kind: Literal["Turns"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("turns")


class CountMoves(IntFunction, keyword="count"):
    """The number of moves played."""

    kind: Literal["Moves"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("moves")


class CountTrials(IntFunction, keyword="count"):
    """The number of games of the match that are over."""

    kind: Literal["Trials"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("trials") if "trials" in x.b.program.fields else ops.number(0)


class CountMovesThisTurn(IntFunction, keyword="count"):
    """The number of moves the mover already made in this turn."""

    kind: Literal["MovesThisTurn"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("moves_this_turn")


class CountPhases(IntFunction, keyword="count"):
    """The number of colouring phases of the board."""

    kind: Literal["Phases"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(set(x.setting.sites_of(self.site_type).phase)))


class CountElements(IntFunction, keyword="count"):
    """The number of vertices, edges or cells of the board."""

    kind: Literal["Vertices", "Edges", "Cells"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        board = x.setting.board
        elements = {"Vertices": board.vertices, "Edges": board.edges, "Cells": board.cells}
        return ops.number(elements[self.kind].count)


class CountPlayers(IntFunction, keyword="count"):
    """The number of players."""

    kind: Literal["Players"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(x.setting.players)


class CountActive(IntFunction, keyword="count"):
    """The number of players still in the game."""

    kind: Literal["Active"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        active: n.Expr = ops.number(0)
        for player in range(1, x.setting.players + 1):
            active = ops.add(active, ops.to_int(x.rules.ending.is_active(ops.number(player))))
        return active


class CountLegalMoves(IntFunction, keyword="count"):
    """The number of legal moves."""

    kind: Literal["LegalMoves"]
    site_type: SiteType | None


class CountSteps(IntFunction, MeasuresSteps, keyword="count"):
    """The least number of steps between a site and another site or region."""

    kind: Literal["Steps"]
    site_type: SiteType | None
    relation: RelationType | None
    step_move: Step | None
    new_rotation: IntFunction | None = named("newRotation")
    site1: IntFunction
    site2: IntFunction | None = one_of(1)
    region2: RegionFunction | None = one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "new_rotation")

    def measured_relation(self) -> str | None:
        if self.step_move is not None:
            return None
        return self.relation.name if self.relation else "Adjacent"

    def lower(self, x: "Context") -> n.Expr:
        sites = x.setting.sites_of(self.site_type)

        def exists(site: n.Expr) -> n.Expr:
            return ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(sites.count)))

        start = stable(x, "start", self.site1.lower(x))
        if self.step_move is not None:
            goals = self.region2.lower(x) if self.region2 else x.single(self._goal().lower(x))
            return steps_by_rule(x, sites, start, goals, self.step_move)
        if self.region2 is not None:
            goals = on_board(x, self.region2.lower(x))
            away = x.pure(lambda: least_distance(x, sites, start, goals))
            return ops.select(exists(start), away, ops.number(0))
        goal = stable(x, "goal", self._goal().lower(x))
        inside = ops.both(exists(start), exists(goal))
        if inside == ops.FALSE:
            return ops.number(0)
        return ops.select(inside, distance(x, sites, start, goal), ops.number(0))

    def _goal(self) -> IntFunction:
        assert self.site2 is not None
        return self.site2


class CountGroups(IntFunction, keyword="count"):
    """The number of groups of connected sites."""

    kind: Literal["Groups"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "through_any", "is_visible")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.setting.sites_of(self.site_type), self.directions)
        least = x.b.let("least", self.minimum.lower(x)) if self.minimum else ops.number(0)
        if x.setting.puzzle:
            return self._of_values(x, least)
        return count_groups(x, joined_where(x, self.if_), near, least)

    def _of_values(self, x: "Context", least: n.Expr) -> n.Expr:
        from petteia.ludemes.puzzles.constraints import number_of_groups

        if self.if_ is not None:
            raise UnsupportedLudeme(["count Groups if: in a deduction puzzle"])
        return number_of_groups(x, least)


def _size_of_biggest(
    x: "Context",
    word: SiteType | None,
    directions: Direction | None,
    seeds: RegionFunction | None,
    condition: BooleanFunction | None,
    visible: BooleanFunction | None,
) -> n.Expr:
    """The size of the largest group, of those that have a site of a region where one is given."""
    seen_sites(x, word)
    near = neighbours(x, x.setting.sites_of(word), directions)
    starts = board_sites(x) if seeds is None else seeds.lower(x)
    seen_on = x.setting.sites_of(word) if isinstance(visible, BooleanConstant) and visible.value else None
    return biggest_group(x, starts, joined_where(x, condition), near, seen_on)


class CountSizeBiggestGroup(IntFunction, keyword="count"):
    """The size of the largest group of connected sites."""

    kind: Literal["SizeBiggestGroup"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _unless_constant(self.is_visible)

    def lower(self, x: "Context") -> n.Expr:
        return _size_of_biggest(x, self.site_type, self.directions, self.through_any, self.if_, self.is_visible)


class CountLiberties(IntFunction, keyword="count"):
    """The number of empty sites next to a group."""

    kind: Literal["Liberties"]
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.setting.sites_of(self.site_type), self.directions)
        start = stable(x, "start", self.at.lower(x) if self.at else last_to(x))
        group = group_of(x, start, near, None)
        if self.if_ is not None:
            test = self.if_
            within = x.sites_where(group, "to", lambda site: test.lower(x.bind(from_=start, to=site)))
            group = ops.flood(x.single(start), within, near)
        group = x.b.let("group", group)
        return ops.size(ops.minus(ops.intersect(ops.spread(near, group), x.store.empty_set()), group))


class CountStack(IntFunction, keyword="count"):
    """The number of pieces in stacks that meet a condition."""

    kind: Literal["Stack"]
    stack_direction: StackDirection | None
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    to: RegionFunction | None = named(one_of=1)
    if_: BooleanFunction | None = named("if")
    stop: BooleanFunction | None = named()
    keeps = (STACKING,)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        if self.to is not None:
            sites = self.to.lower(x)
        else:
            assert self.at is not None
            sites = x.single(self.at.lower(x))
        return x.total(sites, "site", lambda site: x.pure(lambda: self._levels(x, site)))

    def _levels(self, x: "Context", site: n.Expr) -> n.Expr:
        b = x.b
        height = b.let("height", x.store.load("height", site))
        counted = b.variable("counted", ops.number(0))
        with b.range_("place", ops.number(0), height) as place:
            level: n.Expr = place
            if self.stack_direction == StackDirection.FromTop:
                level = b.let("level", ops.sub(ops.sub(height, ops.number(1)), place))
            here = x.bind(to=site, level=level)
            if self.stop is not None:
                with b.if_(self.stop.lower(here)):
                    b.emit_statement(n.Break())
            with b.if_(self.if_.lower(here) if self.if_ else ops.TRUE):
                b.assign(counted, ops.add(counted, ops.number(1)))
        return counted


class CountValue(IntFunction, keyword="count"):
    """How often a value occurs in an array."""

    kind: Literal["Value"]
    of: IntFunction
    in_: IntArrayFunction = named("in")

    def lower(self, x: "Context") -> n.Expr:
        return self.in_.lower(x).count(x.b.let("wanted", self.of.lower(x)))


class CountSizeBiggestLine(IntFunction, keyword="count"):
    """The length of the longest line of sites."""

    kind: Literal["SizeBiggestLine"]
    site_type: SiteType | None
    directions: AbsoluteDirection | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        direction = BoardDirection[self.directions.name if self.directions else "Adjacent"]
        return longest_line(x, x.setting.sites_of(self.site_type), direction, joined_where(x, self.if_))


class CountStepsOnTrack(IntFunction, keyword="count"):
    """The number of steps on a track from one site to another."""

    kind: Literal["StepsOnTrack"]
    role: RoleType | None = at_most_one_of(1)
    player: PlayerArgument | None = at_most_one_of(1)
    name: str | None = at_most_one_of(1)
    site1: IntFunction | None
    site2: IntFunction | None
    keeps = (TRACK_PLACES,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        sites = {"the first site": self.site1, "the second site": self.site2}
        return tuple(f"{name}, left out," for name, site in sites.items() if site is None)

    def lower(self, x: "Context") -> n.Expr:
        assert self.site1 is not None and self.site2 is not None
        owner = who_index(x, self.player, self.role, x.mover)
        return steps_between(x, self.site1.lower(x), self.site2.lower(x), owner, self.name)


class SizeBiggestGroup(IntFunction, keyword="countSizeBiggestGroup"):
    """The size of the largest group, as a word of its own."""

    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if", at_most_one_of=1)
    is_visible: BooleanFunction | None = named("isVisible", at_most_one_of=1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _unless_constant(self.is_visible)

    def lower(self, x: "Context") -> n.Expr:
        return _size_of_biggest(x, self.site_type, self.directions, self.through_any, self.if_, self.is_visible)


class SizeStack(IntFunction, keyword="size"):
    """The height of the stacks on a site or region."""

    kind: Literal["Stack"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    keeps = (STACKING,)

    def lower(self, x: "Context") -> n.Expr:
        # compat: unlike the count of pieces, it sees hands from any board
        return _sum_over(x, self.site_type, self.at, self.in_, x.store.count, hands=True)


class SizeArray(IntFunction, keyword="size"):
    """The length of an array."""

    kind: Literal["Array"]
    array: IntArrayFunction

    def lower(self, x: "Context") -> n.Expr:
        return self.array.lower(x).length()


class SizeTerritory(IntFunction, keyword="size"):
    """The number of empty sites a player surrounds."""

    kind: Literal["Territory"]
    site_type: SiteType | None
    role: RoleType | None = one_of(1)
    player: PlayerArgument | None = one_of(1)
    direction: AbsoluteDirection | None

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.setting.sites_of(self.site_type)
        direction = BoardDirection[self.direction.name if self.direction else "Adjacent"]
        if direction == BoardDirection.Rotational:  # compat: round a centre nothing borders on anything
            return ops.size(on_board(x, x.store.empty_set()))
        near = neighbours(x, sites, None, default=direction)
        return territory(x, self._owned(x), near)

    def _owned(self, x: "Context") -> n.Expr:
        empty = ops.empty_set(x.universe)
        if self.role is not None:
            owners = players_of(x, self.role)
        else:
            who = stable(x, "who", who_index(x, self.player, None, x.mover))
            owners = [(ops.eq(who, ops.number(p)), p) for p in range(x.setting.players + 2)]
        return ops.union(empty, *(ops.select(his, held_by_any(x, [p]), empty) for his, p in owners))


class SizeGroup(IntFunction, keyword="size"):
    """The size of the group of a site."""

    kind: Literal["Group"]
    site_type: SiteType | None
    at: IntFunction = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.setting.sites_of(self.site_type), self.directions)
        return ops.size(group_of(x, self.at.lower(x), near, self.if_))


class SizeLargePiece(IntFunction, keyword="size"):
    """The number of sites that large pieces cover."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", one_of=1)
    at: IntFunction | None = named(one_of=1)

    def lower(self, x: "Context") -> n.Expr:
        if self.in_ is not None:
            members = self.in_.lower(x)
        else:
            assert self.at is not None
            members = x.single(self.at.lower(x))
        sizes = [0, *(cells_in_the_middle(x, component) for component in x.setting.components)]
        table = x.b.table("sizes_of_pieces", n.INT, (len(sizes),), sizes)
        return x.total(members, "site", lambda site: ops.lookup(table, x.store.what(site)))
