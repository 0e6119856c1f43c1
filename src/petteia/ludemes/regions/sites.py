"""Sets of sites by name, content and position."""

import re
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.queue import sites_to_clear
from petteia.ludemes.arguments import PieceArgument, PlayerArgument
from petteia.ludemes.directions.resolve import neighbour_table
from petteia.ludemes.enums import (
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
from petteia.ludemes.equipment.large import sites_of_piece
from petteia.ludemes.moves.placing import components_of
from petteia.ludemes.moves.step import Step
from petteia.ludemes.needs import EDGES, LAST_BETWEEN, LAST_SITES, PENDING, START_SITES, STATES, VERTICES, Need
from petteia.ludemes.play.hiding import ASKED, hidden_from_any
from petteia.ludemes.queries.contents import (
    board_sites,
    component_set,
    held_by_any,
    held_by_index,
    last_to,
    occupied,
    on_board,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.distances import MeasuresSteps, at_distance, reached_by_rule
from petteia.ludemes.queries.groups import group_of, neighbours
from petteia.ludemes.queries.incidence import incident_sites, inner_crossing_edges
from petteia.ludemes.queries.occupation import container_sites, hand_of, sites_occupied
from petteia.ludemes.queries.patterns import pattern_sites
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.queries.searches import sites_of_moves, winning_sites
from petteia.ludemes.queries.sightlines import above, around, between, in_directions, in_sight
from petteia.ludemes.queries.site_sets import mask_of, named_region, owned_region, set_at
from petteia.ludemes.queries.walks import walk_ends
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.tracks.sites import sites_on_track
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntConstant,
    IntFunction,
    Moves,
    NonDecision,
    RangeFunction,
    RegionFunction,
)
from petteia.ludemes.values.lists import Numbers, SitesOf

if TYPE_CHECKING:
    from petteia.board import Sites
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft

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


_COORDINATE = re.compile(r"\d+|[A-Za-z]{1,2}\d+|([A-Za-z])\1[A-Za-z]\d+")


def _sites(x: "Context", word: SiteType | None) -> "Sites":
    return x.setting.sites_of(word)


def _at_index(x: "Context", name: str, lists: "tuple[tuple[int, ...], ...]", index: IntFunction | None) -> n.Expr:
    """The sites of a line of the board, by its number; without a number none."""
    if index is None:
        return ops.empty_set(x.universe)
    return set_at(x, name, [mask_of(line) for line in lists], index.lower(x))


def _is_one(number: IntFunction) -> bool:
    return isinstance(number, IntConstant) and number.value == 1


def _holds(x: "Context", condition: BooleanFunction | None) -> n.Expr:
    return ops.FALSE if condition is None else condition.lower(x)


def _site_or_region(x: "Context", site: IntFunction | None, region: RegionFunction | None) -> n.Expr:
    """A site as a set, or a region."""
    if region is not None:
        return region.lower(x)
    assert site is not None
    return x.single(stable(x, "site", site.lower(x)))


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

    def lower(self, x: "Context") -> n.Expr:
        sites = _sites(x, self.site_type)
        lists = {
            "Board": range(sites.count),
            "ConcaveCorners": sites.concave_corners,
            "ConvexCorners": sites.convex_corners,
        }
        members = lists.get(self.kind)
        return ops.sites(x.universe, getattr(sites, self.kind.lower()) if members is None else members)


class SitesHint(RegionFunction, keyword="sites"):
    """The sites of the hint being looked at."""

    kind: Literal["Hint"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.slots.get("hint_region", ops.empty_set(x.universe))


class SitesToClear(RegionFunction, keyword="sites"):
    """The sites whose pieces will be removed at the end of the turn."""

    kind: Literal["ToClear"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return sites_to_clear(x)


class SitesPlayable(RegionFunction, keyword="sites"):
    """The sites on which play may go on."""

    kind: Literal["LineOfPlay", "Playable"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        sites = x.setting.default
        near = neighbour_table(x, sites, (BoardDirection.Adjacent,))
        pieces = x.b.let("pieces", on_board(x, occupied(x)))
        beside = ops.intersect(on_board(x, x.store.empty_set()), ops.spread(near, pieces))
        first = ops.is_empty(pieces) if x.setting.board.boardless else ops.eq(x.b.load("moves"), ops.number(0))
        return ops.select(first, ops.sites(x.universe, sites.centre), beside)


class SitesPending(RegionFunction, keyword="sites"):
    """The pending sites."""

    kind: Literal["Pending"]
    site_type: SiteType | None
    keeps = (PENDING,)

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("pending")


class SitesLast(RegionFunction, keyword="sites"):
    """The sites the last move and its effects began or ended on."""

    kind: Literal["LastTo", "LastFrom"]
    site_type: SiteType | None
    keeps = (LAST_SITES,)

    def lower(self, x: "Context") -> n.Expr:
        side = "from" if self.kind == "LastFrom" else "to"
        main = x.single(x.b.load(f"last_{side}"))
        return ops.union(main, on_board(x, x.b.load(LAST_SITES.side(side))))


class SitesRow(RegionFunction, keyword="sites"):
    """The sites of a row."""

    kind: Literal["Row"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "row_sites", _sites(x, self.site_type).rows, self.index)


class SitesColumn(RegionFunction, keyword="sites"):
    """The sites of a column."""

    kind: Literal["Column"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "column_sites", _sites(x, self.site_type).columns, self.index)


class SitesPhase(RegionFunction, keyword="sites"):
    """The sites of a colouring phase."""

    kind: Literal["Phase"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        phases = _sites(x, self.site_type).phase
        lists = tuple(tuple(s for s, phase in enumerate(phases) if phase == k) for k in range(6))
        return _at_index(x, "phase_sites", lists, self.index)


class SitesOfElement(RegionFunction, keyword="sites"):
    """The sites of a cell or edge."""

    kind: Literal["Cell", "Edge"]
    site_type: SiteType | None
    index: IntFunction | None
    keeps = (VERTICES,)

    def lower(self, x: "Context") -> n.Expr:
        elements = x.setting.board.cells if self.kind == "Cell" else x.setting.board.edges
        return _at_index(x, "vertices_of", elements.incident[BoardSiteType.Vertex], self.index)


class SitesState(RegionFunction, keyword="sites"):
    """The sites with a local state."""

    kind: Literal["State"]
    site_type: SiteType | None
    index: IntFunction | None
    keeps = (STATES,)

    def lower(self, x: "Context") -> n.Expr:
        if self.index is None:
            return ops.empty_set(x.universe)
        seen_sites(x, self.site_type)
        state = stable(x, "state", self.index.lower(x))
        return x.sites_where(board_sites(x), "site", lambda site: ops.eq(x.store.datum("state", site), state))


class SitesEmpty(RegionFunction, keyword="sites"):
    """The empty sites of a container."""

    kind: Literal["Empty"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        container = self.index.lower(x) if self.index else ops.number(0)
        if container != ops.number(0):
            return ops.intersect(x.store.empty_set(), container_sites(x, container))
        sites = _sites(x, self.site_type)
        if sites.type != x.store.kind:
            return ops.sites(x.universe, range(sites.count))  # nothing is ever put on the cells of this board
        seen_sites(x, self.site_type)
        return on_board(x, x.store.empty_set())


class SitesLayer(RegionFunction, keyword="sites"):
    """The sites of a layer."""

    kind: Literal["Layer"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "layer_sites", _sites(x, self.site_type).layers, self.index)


class SitesSupport(RegionFunction, keyword="sites"):
    """The sites that support a piece."""

    kind: Literal["Support"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        standing = occupied(x) if self.index is None else component_set(x, self.index.lower(x))
        return above(x, _sites(x, self.site_type), standing)


class SitesNamed(RegionFunction, keyword="sites"):
    """The regions of a player or of a name, joined."""

    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    site_type: SiteType | None
    name: str | None

    def lower(self, x: "Context") -> n.Expr:
        if self.player is not None or self.role is not None:
            return owned_region(x, who_index(x, self.player, self.role, x.mover), self.name)
        if self.name is None:
            return ops.empty_set(x.universe)
        if _COORDINATE.fullmatch(self.name):
            site = _sites(x, self.site_type).by_label.get(self.name)
            return ops.sites(x.universe, [] if site is None else [site])
        return named_region(x, self.name)


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

    def lower(self, x: "Context") -> n.Expr:
        x = x.on(self.on)
        names = self.components or ([self.component_name] if self.component_name else None)
        top = self.top is not False
        found = sites_occupied(x, self.by_role, self.by_player, names, self.component_index, top=top)
        where = self._where(x)
        return found if where == ops.sites(x.universe, x.setting.all_sites()) else ops.intersect(found, where)

    def _where(self, x: "Context") -> n.Expr:
        """The sites that are looked at."""
        if self.container_index is not None:
            return container_sites(x, self.container_index.lower(x))
        if self.container_name is None:
            return seen_sites(x, self.on)
        if "Hand" in self.container_name:
            return hand_of(x, who_index(x, self.by_player, self.by_role, x.mover))
        names = [container.name for container in x.setting.containers]
        index = names.index(self.container_name) if self.container_name in names else -1
        return container_sites(x, ops.number(index))


class SitesListed(RegionFunction, keyword="sites"):
    """The sites listed."""

    sites: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if self.array is not None:
            numbers = self.array.lower(x)
            return numbers.members if isinstance(numbers, SitesOf) else x.pure(lambda: self._collected(x, numbers))
        sites = [site.lower(x) for site in self.sites or []]
        existing = [one for one in sites if not (isinstance(one, n.Const) and one.value >= x.setting.sites)]
        singles = [x.single(one) for one in existing]
        return ops.union(ops.empty_set(x.universe), *singles)

    def contains(self, x: "Context", wanted: n.Expr) -> n.Expr:
        """True if a number is listed, be it that of a site or not."""
        if not self._reaches_beyond(x):
            return ops.has(self.lower(x), wanted)
        listed = [ops.eq(wanted, one.lower(x)) for one in self.sites or []]
        return ops.both(ops.ge(wanted, ops.number(0)), ops.either(*listed))

    def numbers_beyond(self, x: "Context") -> list[int]:
        """All numbers listed, in order, if some of them are those of no site."""
        if not self._reaches_beyond(x):
            return []
        written = [one for one in self.sites or [] if isinstance(one, IntConstant)]
        if len(written) < len(self.sites or []):
            raise UnsupportedLudeme(["sites that do not exist beside others that are worked out"])
        return sorted({one.value for one in written})

    def _reaches_beyond(self, x: "Context") -> bool:
        return any(isinstance(one, IntConstant) and one.value >= x.setting.sites for one in self.sites or [])

    @staticmethod
    def _collected(x: "Context", numbers: Numbers) -> n.Expr:
        found = x.b.variable("found", ops.empty_set(x.universe))
        numbers.each(lambda value: x.b.assign(found, ops.union(found, x.single(value))))
        return found


class SitesTrack(RegionFunction, keyword="sites"):
    """The sites of a track, or of a part of it."""

    kind: Literal["Track"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None
    from_: IntFunction | None = named("from")
    to: IntFunction | None = named()

    def lower(self, x: "Context") -> n.Expr:
        owner = who_index(x, self.player, self.role, ops.number(0))
        start = self.from_.lower(x) if self.from_ else None
        return sites_on_track(x, owner, self.name, start, self.to.lower(x) if self.to else None)


class SitesHand(RegionFunction, keyword="sites"):
    """The sites of a player's hand."""

    kind: Literal["Hand"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return tuple(name for name in ("moves", "name") if getattr(self, name) is not None)

    def lower(self, x: "Context") -> n.Expr:
        if self.role == RoleType.Shared:
            # compat: whatever is first beside the board counts, be it dice
            hands = x.setting.containers[1:]
            return ops.sites(x.universe, mask_of(hands[0].sites) if hands else 0)
        who = who_index(x, self.player, self.role, ops.number(0))
        return ops.empty_set(x.universe) if who == ops.number(0) else hand_of(x, who)


class SitesWinning(RegionFunction, keyword="sites"):
    """The sites a player could move to and win."""

    kind: Literal["Winning"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return (*(["name"] if self.name else []), *(["the moves, left out,"] if self.moves is None else []))

    def lower(self, x: "Context") -> n.Expr:
        assert self.moves is not None
        return winning_sites(x, who_index(x, self.player, self.role, x.mover), self.moves)


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

    def lower(self, x: "Context") -> n.Expr:
        if self.content is not None:
            seen_sites(x, self.site_type)
        sites = _sites(x, self.site_type)
        origins = _site_or_region(x, self.where, self.region_where)
        if not (isinstance(origins, n.Op) and origins.op == "single"):
            origins = stable(x, "origins", origins)
        direction = BoardDirection[self.directions.name if self.directions else "Adjacent"]
        distance = self.distance.lower(x) if self.distance else ops.number(1)
        found = around(x, sites, origins, direction, distance, self.content, self.if_)
        own = _holds(x, self.include_self)
        return ops.select(own, ops.union(found, origins), ops.minus(found, origins))


class SitesCoordinates(RegionFunction, keyword="sites"):
    """The sites with the coordinates listed."""

    site_type: SiteType | None
    coordinates: list[str]

    def lower(self, x: "Context") -> n.Expr:
        labels = _sites(x, self.site_type).by_label
        return ops.sites(x.universe, [labels[label] for label in self.coordinates if label in labels])


class SitesStart(RegionFunction, keyword="sites"):
    """The sites where a piece was placed at the start."""

    kind: Literal["Start"]
    piece: PieceArgument
    keeps = (START_SITES,)

    def lower(self, x: "Context") -> n.Expr:
        if x.rules.is_starting:
            raise UnsupportedLudeme(["sites Start in the start rules"])
        if x.rules.start_varies:
            return _at_start(x, self.piece)
        placed = x.rules.start_sites
        masks = [placed.get(component, 0) for component in range(len(x.setting.components) + 1)]
        components = components_of(x, self.piece)
        return set_at(x, "start_sites", masks, components[0]) if components else ops.empty_set(x.universe)


def _at_start(x: "Context", piece: PieceArgument) -> n.Expr:
    """Where a piece stood when play began, where that was not known before."""
    components = components_of(x, piece)
    if not components:
        return ops.empty_set(x.universe)
    what = stable(x, "what", components[0])
    inside = ops.both(ops.lt(ops.number(0), what), ops.le(what, ops.number(len(x.setting.components))))
    return ops.select(inside, x.b.load(START_SITES.name, what), ops.empty_set(x.universe))


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

    def lower(self, x: "Context") -> n.Expr:
        if self.stop is None:
            return self._found(x)
        return x.rules.answers.ask(x, self, "sites_in_directions", lambda: self._found(x))

    def _found(self, x: "Context") -> n.Expr:
        return in_directions(
            x,
            _sites(x, self.site_type),
            on_board(x, _site_or_region(x, self.from_site, self.from_region)),
            self.directions,
            included=_holds(x, self.included),
            stop=self.stop,
            stop_included=_holds(x, self.stop_included),
            distance=self.distance.lower(x) if self.distance else ops.number(1000),
        )


class SitesSide(RegionFunction, keyword="sites"):
    """A side of the board, by direction or player."""

    kind: Literal["Side"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    direction: CompassDirection | None = at_most_one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        sites = _sites(x, self.site_type)
        if sites.type == BoardSiteType.Edge:
            sites = x.setting.board.vertices
        if self.direction is not None:
            return ops.sites(x.universe, sites.sides.get(BoardDirection[self.direction.name], ()))
        if self.role == RoleType.Shared:
            return ops.sites(x.universe, sites.outer)
        facings = [x.setting.facings.get(player) for player in range(x.setting.players + 1)]
        masks = [mask_of(sites.sides.get(facing, ())) if facing is not None else 0 for facing in facings]
        return set_at(x, "side_of", masks, who_index(x, self.player, self.role, ops.NOWHERE))


class SitesGroup(RegionFunction, keyword="sites"):
    """The groups that contain a site or region."""

    kind: Literal["Group"]
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    from_: RegionFunction | None = named("from", one_of=1)
    directions: Direction | None
    if_: BooleanFunction | None = named("if")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        known = self.is_visible is None or isinstance(self.is_visible, BooleanConstant)
        return () if known else ("isVisible",)

    def _group(self, x: "Context", start: n.Expr, near: n.Table) -> n.Expr:
        visible = isinstance(self.is_visible, BooleanConstant) and self.is_visible.value
        return group_of(x, start, near, self.if_, _sites(x, self.site_type) if visible else None)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, _sites(x, self.site_type), self.directions)
        if self.at is not None:
            return self._group(x, self.at.lower(x), near)
        starts = self.from_
        assert starts is not None
        return x.pure(lambda: self._joined(x, starts, near))

    def _joined(self, x: "Context", starts: RegionFunction, near: n.Table) -> n.Expr:
        found = x.b.variable("found", ops.empty_set(x.universe))
        with x.b.for_("start", on_board(x, starts.lower(x))) as start:
            x.store.mark_valid(start)
            x.b.assign(found, ops.union(found, self._group(x, start, near)))
        return found


class SitesOfMoves(RegionFunction, keyword="sites"):
    """The sites the given moves begin on, pass over or end on."""

    kind: Literal["From", "Between", "To"]
    moves: Moves

    def needs(self) -> tuple[Need, ...]:
        return (LAST_BETWEEN,) if self.kind == "Between" else ()

    def lower(self, x: "Context") -> n.Expr:
        return sites_of_moves(x, self.moves, lambda draft: self._sites(x, draft))

    def _sites(self, x: "Context", draft: "Draft") -> n.Expr:
        if self.kind == "Between":
            return draft.between or ops.empty_set(x.universe)
        return x.single(draft.source if self.kind == "From" else draft.target)


class SitesLineOfSight(RegionFunction, keyword="sites"):
    """Sites seen along straight lines from a site."""

    kind: Literal["LineOfSight"]
    sight: LineOfSightType | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None

    def lower(self, x: "Context") -> n.Expr:
        at = self.at.lower(x) if self.at else last_to(x)
        return in_sight(x, x.setting.default, at, self.directions, self.sight)  # compat: the type written is ignored


def _held_by(x: "Context", player: PlayerArgument | None, role: RoleType | None) -> n.Expr:
    """The sites that an owner holds, or that anybody holds if the owner is everyone."""
    owner = who_index(x, player, role, ops.NOWHERE)
    anyone = ops.eq(owner, ops.number(x.setting.players + 1))
    return ops.select(anyone, held_by_any(x, range(1, x.setting.players + 2)), held_by_index(x, owner))


class SitesContext(RegionFunction, keyword="sites"):
    """The region set by the enclosing loop."""

    def lower(self, x: "Context") -> n.Expr:
        return ops.empty_set(x.universe) if x.region is None else x.region


class SitesIncident(RegionFunction, keyword="sites"):
    """The elements that touch an element."""

    kind: Literal["Incident"]
    result_type: SiteType
    of: SiteType = named()
    at: IntFunction = named()
    owner: PlayerArgument | None = named(at_most_one_of=1)
    role_owner: RoleType | None = at_most_one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        found = incident_sites(x, self.of, self.result_type, self.at.lower(x))
        if self.owner is None and self.role_owner is None:
            return found
        return ops.intersect(found, _held_by(x.on(self.result_type), self.owner, self.role_owner))


class SitesDistance(RegionFunction, MeasuresSteps, keyword="sites"):
    """The sites some steps away."""

    kind: Literal["Distance"]
    site_type: SiteType | None
    relation: RelationType | None
    step_move: Step | None
    new_rotation: IntFunction | None = named("newRotation")
    from_: IntFunction = named("from")
    distance: RangeFunction

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("new_rotation",) if self.new_rotation is not None else ()

    def measured_relation(self) -> str | None:
        if self.step_move is not None:
            return None
        return self.relation.name if self.relation else "Adjacent"

    def lower(self, x: "Context") -> n.Expr:
        sites = _sites(x, self.site_type)
        start = stable(x, "start", self.from_.lower(x))
        low, high = self.distance.lower(x)
        if self.step_move is not None:
            return reached_by_rule(x, sites, start, low, high, self.step_move)
        inside = ops.both(ops.le(ops.number(0), start), ops.lt(start, ops.number(sites.count)))
        if inside == ops.FALSE:
            return ops.empty_set(x.universe)
        return ops.select(inside, at_distance(x, sites, start, low, high), ops.empty_set(x.universe))


class SitesWalk(RegionFunction, keyword="sites"):
    """The sites where walks end."""

    site_type: SiteType | None
    index: IntFunction | None
    possible_steps: list[list[StepType]]
    rotations: BooleanFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        known = self.rotations is None or isinstance(self.rotations, BooleanConstant)
        return () if known else ("rotations",)

    def lower(self, x: "Context") -> n.Expr:
        all_turns = not (isinstance(self.rotations, BooleanConstant) and not self.rotations.value)
        ends = walk_ends(_sites(x, self.site_type), self.possible_steps, all_turns=all_turns)
        start = self.index.lower(x) if self.index else x.slot("from")
        return set_at(x, "walk_ends", [mask_of(sites) for sites in ends], start)


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

    def lower(self, x: "Context") -> n.Expr:
        return between(
            x,
            _sites(x, self.site_type),
            self.directions,
            self.from_.lower(x),
            self.to.lower(x),
            start_included=_holds(x, self.from_included),
            goal_included=_holds(x, self.to_included),
            condition=self.condition,
        )


class SitesRandom(RegionFunction, keyword="sites"):
    """Some sites of a region, drawn at random."""

    kind: Literal["Random"]
    region: RegionFunction | None
    number: IntFunction | None = named("num")

    def lower(self, x: "Context") -> n.Expr:
        members = x.b.let("members", self.region.lower(x) if self.region else on_board(x, x.store.empty_set()))
        if self.number is None or _is_one(self.number):
            return x.single(SitesOf(x, members).at(x.b.draw("drawn", ops.size(members))))
        wanted = ops.arithmetic("min", self.number.lower(x), ops.size(members))
        chosen = x.b.variable("chosen", ops.empty_set(x.universe))
        with x.b.range_("time", ops.number(0), x.b.let("wanted", wanted)):
            left = x.b.let("left", ops.minus(members, chosen))
            drawn = x.b.draw("drawn", ops.size(left))
            x.b.assign(chosen, ops.union(chosen, x.single(SitesOf(x, left).at(drawn))))
        return chosen


class SitesHidden(RegionFunction, keyword="sites"):
    """The sites about which a fact is hidden from a player."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None
    site_type: SiteType | None
    to_player: PlayerArgument | None = named("to", one_of=1)
    to_role: RoleType | None = named("to", one_of=1)
    keeps = (ASKED,)

    def lower(self, x: "Context") -> n.Expr:
        return on_board(x, hidden_from_any(x, self.data_type, self.to_player, self.to_role))


class SitesPattern(RegionFunction, keyword="sites"):
    """The sites of a pattern of pieces."""

    kind: Literal["Pattern"]
    walk: list[StepType]
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        start = self.from_.lower(x) if self.from_ else last_to(x)
        written = self.whats or ([self.what] if self.what else None)
        whats = None if written is None else [x.b.let("what", what.lower(x)) for what in written]
        return pattern_sites(x, _sites(x, self.site_type), self.walk, start, whats)


class SitesLargePiece(RegionFunction, keyword="sites"):
    """The sites a large piece covers."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    at: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        root = x.b.let("root", self.at.lower(x))
        return sites_of_piece(x, root)


class SitesCrossing(RegionFunction, keyword="sites"):
    """The edges that cross an edge."""

    kind: Literal["Crossing"]
    at: IntFunction = named()
    who: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    keeps = (EDGES,)

    def lower(self, x: "Context") -> n.Expr:
        crossing, edges = inner_crossing_edges(x, self.at.lower(x)), x.on(SiteType.Edge)
        owner = stable(x, "owner", who_index(edges, self.who, self.role, ops.NOWHERE))
        # compat: an edge on which nothing stands is held by nobody (0), as one with a neutral piece
        nobody = ops.union(held_by_any(edges, [0]), edges.store.empty_set())
        held = ops.select(ops.eq(owner, ops.number(0)), nobody, held_by_index(edges, owner))
        anyone = ops.eq(owner, ops.number(x.setting.players + 1))
        return ops.intersect(crossing, ops.select(anyone, occupied(edges), held))


class SitesEdge(RegionFunction, keyword="sites"):
    """The edges that run a way."""

    kind: Literal["Axial", "Horizontal", "Vertical", "Angled", "Slash", "Slosh"]
    keeps = (EDGES,)

    def lower(self, x: "Context") -> n.Expr:
        return ops.sites(x.universe, x.setting.board.edges.slants[self.kind])


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
