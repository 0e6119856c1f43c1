"""Regions by what stands on them: empty and occupied sites, groups, loops, patterns, hands."""

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.arguments import PieceArgument, PlayerArgument, components_of
from petteia.ludemes.enums import (
    HiddenData,
    RoleType,
    SiteType,
    StepType,
)
from petteia.ludemes.equipment.covering import sites_of_piece
from petteia.ludemes.needs import START_SITES, STATES
from petteia.ludemes.play.hiding import ASKED, hidden_from_any
from petteia.ludemes.queries.contents import (
    board_sites,
    last_to,
    on_board,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.groups import group_of, neighbours
from petteia.ludemes.queries.occupation import container_sites, hand_of, sites_occupied
from petteia.ludemes.queries.patterns import pattern_sites
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.queries.site_sets import set_at
from petteia.ludemes.registry import at_most_one_of, named
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntFunction,
    NonDecision,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "SitesEmpty",
    "SitesGroup",
    "SitesHand",
    "SitesHidden",
    "SitesLargePiece",
    "SitesLoop",
    "SitesOccupied",
    "SitesPattern",
    "SitesStart",
    "SitesState",
]


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
        if self.index is None:
            return self._of_the_board(x)
        container = x.b.let("container", self.index.lower(x))
        inside = ops.intersect(x.store.empty_set(), container_sites(x, container))
        return ops.select(ops.gt(container, ops.number(0)), inside, self._of_the_board(x))

    def _of_the_board(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        if sites.type != x.store.kind:
            return ops.sites(x.universe, range(sites.count))  # nothing is ever put on the cells of this board
        seen_sites(x, self.site_type)
        return on_board(x, x.store.empty_set())


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
        return found if where == ops.sites(x.universe, x.spec.all_sites()) else ops.intersect(found, where)

    def _where(self, x: "Context") -> n.Expr:
        """The sites that are looked at."""
        if self.container_index is not None:
            return container_sites(x, self.container_index.lower(x))
        if self.container_name is None:
            return seen_sites(x, self.on)
        if "Hand" in self.container_name:
            return hand_of(x, who_index(x, self.by_player, self.by_role, x.mover))
        names = [container.name for container in x.spec.containers]
        index = names.index(self.container_name) if self.container_name in names else -1
        return container_sites(x, ops.number(index))


class SitesHand(RegionFunction, keyword="sites"):
    """The sites of a player's hand."""

    kind: Literal["Hand"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None
    is_in_hand = True

    def unsupported_arguments(self) -> tuple[str, ...]:
        return tuple(name for name in ("moves", "name") if getattr(self, name) is not None)

    def lower(self, x: "Context") -> n.Expr:
        if self.role == RoleType.Shared:
            # compat: whatever is first beside the board counts, be it dice
            hands = x.spec.containers[1:]
            return ops.sites(x.universe, mask_of(hands[0].sites) if hands else 0)
        who = who_index(x, self.player, self.role, ops.number(0))
        return ops.empty_set(x.universe) if who == ops.number(0) else hand_of(x, who)


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
        masks = [placed.get(component, 0) for component in range(len(x.spec.components) + 1)]
        components = components_of(x, self.piece)
        return set_at(x, "start_sites", masks, components[0]) if components else ops.empty_set(x.universe)


def _at_start(x: "Context", piece: PieceArgument) -> n.Expr:
    """Where a piece stood when play began, where that was not known before."""
    components = components_of(x, piece)
    if not components:
        return ops.empty_set(x.universe)
    what = stable(x, "what", components[0])
    inside = ops.both(ops.lt(ops.number(0), what), ops.le(what, ops.number(len(x.spec.components))))
    return ops.select(inside, x.b.load(START_SITES.name, what), ops.empty_set(x.universe))


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
        return group_of(x, start, near, self.if_, x.spec.sites_of(self.site_type) if visible else None)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
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
        return pattern_sites(x, x.spec.sites_of(self.site_type), self.walk, start, whats)


class SitesLargePiece(RegionFunction, keyword="sites"):
    """The sites a large piece covers."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    at: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        root = x.b.let("root", self.at.lower(x))
        return sites_of_piece(x, root)


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
