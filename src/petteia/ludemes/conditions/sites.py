"""Conditions on sites: what stands there, where they lie, what happened there."""

from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.enums import (
    HiddenData,
    RelationType,
    RoleType,
    SiteType,
)
from petteia.ludemes.needs import LAST_TYPE, PENDING, VERTICES, VISITED
from petteia.ludemes.play.hiding import ASKED, hidden_from
from petteia.ludemes.queries.contents import (
    last_to,
    occupied,
    on_board,
    seen,
    seen_sites,
    stable,
    standing_set,
)
from petteia.ludemes.queries.incidence import related_edges
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.queries.searches import is_any_threatened, is_threatened
from petteia.ludemes.queries.site_sets import set_at, site_table
from petteia.ludemes.regions.algebra import contains
from petteia.ludemes.regions.board import SitesListed
from petteia.ludemes.registry import at_most_one_of, left_out, named, one_of, written
from petteia.ludemes.types import (
    BooleanFunction,
    IntArrayFunction,
    IntFunction,
    Moves,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsEmpty",
    "IsFlat",
    "IsFreedom",
    "IsFull",
    "IsHidden",
    "IsIn",
    "IsLastSiteType",
    "IsOccupied",
    "IsPending",
    "IsRelated",
    "IsThreatened",
    "IsVisited",
    "IsWithin",
]


class IsEmpty(BooleanFunction, keyword="is"):
    """True if a site holds nothing."""

    kind: Literal["Empty"]
    site_type: SiteType | None
    at: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        empty = seen(x, self.site_type, x.store.empty_set(), hands=True)
        if self.site_type is not None and x.store.kind.name != self.site_type.name:
            # nothing is ever put on the cells of this board
            empty = ops.union(empty, ops.sites(x.universe, range(x.spec.board.cells.count)))
        return ops.has(empty, self.at.lower(x))


class IsOccupied(BooleanFunction, keyword="is"):
    """True if a site holds a piece."""

    kind: Literal["Occupied"]
    site_type: SiteType | None
    at: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.has(seen(x, self.site_type, occupied(x), hands=True), self.at.lower(x))


class IsIn(BooleanFunction, keyword="is"):
    """True if a site or all of several lie in a region or array."""

    kind: Literal["In"]
    site: IntFunction | None = at_most_one_of(1)
    sites: list[IntFunction] | None = at_most_one_of(1)
    region: RegionFunction | None = one_of(2)
    array: IntArrayFunction | None = one_of(2)

    def lower(self, x: "Context") -> n.Expr:
        asked = self.sites if self.sites is not None else [self.site] if self.site else []
        sites = [site.lower(x) for site in asked]
        if self.site is None and self.sites is None:
            sites = [x.slot("to")]
        if self.region is not None:
            if len(sites) == 1:
                return contains(x, self.region, stable(x, "site", sites[0]))
            if isinstance(self.region, SitesListed):
                listed = self.region
                return ops.both(*(listed.contains(x, stable(x, "site", site)) for site in sites))
            region = x.b.let("region", self.region.lower(x))
            return ops.both(*(ops.has(region, site) for site in sites))
        assert self.array is not None
        numbers = self.array.lower(x)
        return ops.both(*(numbers.contains(stable(x, "value", site)) for site in sites))


class IsThreatened(BooleanFunction, keyword="is"):
    """True if an opponent could move to where a piece stands."""

    kind: Literal["Threatened"]
    what: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named(at_most_one_of=1)
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    specific_moves: Moves | None

    def lower(self, x: "Context") -> n.Expr:
        sites = self.in_.lower(x) if self.in_ else None
        if self.at is not None:
            sites = x.single(self.at.lower(x))
        if self.what is None:
            return is_any_threatened(x, sites, self.specific_moves)
        return is_threatened(x, self.what.lower(x), sites, self.specific_moves)


class IsWithin(BooleanFunction, keyword="is"):
    """True if a kind of piece stands on a site or in a region."""

    kind: Literal["Within"]
    what: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named(at_most_one_of=1)
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    specific_moves: Moves | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return (*written(self, "specific_moves"), *left_out("the piece", self.what))

    def lower(self, x: "Context") -> n.Expr:
        assert self.what is not None
        x = x.on(None)  # compat: the type written is ignored
        standing = standing_set(x, self.what.lower(x))
        if self.in_ is not None:
            return ops.negate(ops.is_empty(ops.intersect(standing, self.in_.lower(x))))
        return ops.has(standing, self.at.lower(x) if self.at else last_to(x))


class IsPending(BooleanFunction, keyword="is"):
    """True if anything is pending."""

    kind: Literal["Pending"]
    keeps = (PENDING,)

    def lower(self, x: "Context") -> n.Expr:
        return ops.negate(ops.is_empty(x.b.load("pending")))


class IsFull(BooleanFunction, keyword="is"):
    """True if the board has no empty site."""

    kind: Literal["Full"]

    def lower(self, x: "Context") -> n.Expr:
        return ops.is_empty(on_board(x, x.store.empty_set()))


class IsVisited(BooleanFunction, keyword="is"):
    """True if a site was visited this turn."""

    kind: Literal["Visited"]
    value: IntFunction | None
    keeps = (VISITED,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        site = stable(x, "site", self.value.lower(x))
        visited = ops.has(x.b.load("visited"), site)
        if not x.visiting:
            return visited
        latest = [ops.eq(site, one) for one in x.visiting]
        return ops.both(ops.ge(site, ops.number(0)), ops.either(visited, *latest))


class IsFlat(BooleanFunction, keyword="is"):
    """True if every site below a site is occupied."""

    kind: Literal["Flat"]
    value: IntFunction | None
    keeps = (VERTICES,)

    def lower(self, x: "Context") -> n.Expr:
        vertices = x.spec.board.vertices
        seen_sites(x, SiteType.Vertex)
        below = [mask_of(vertices.step(BoardDirection.Downward, site)) for site in range(vertices.count)]
        site = self.value.lower(x) if self.value else x.slot("to")
        return ops.is_empty(ops.minus(set_at(x, "below", below, site), occupied(x)))


class IsRelated(BooleanFunction, keyword="is"):
    """True if two sites, or a site and a region, are neighbours of a kind."""

    kind: Literal["Related"]
    relation_type: RelationType
    site_type: SiteType | None
    site_a: IntFunction
    site_b: IntFunction | None = one_of(1)
    region: RegionFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        relation = BoardDirection[self.relation_type.name]
        if sites.type == BoardSiteType.Edge:
            masks = related_edges(x.spec.board, relation)
        else:
            masks = [mask_of(sites.related(relation, site)) for site in range(sites.count)]
        table = site_table(x, f"related_{self.relation_type.name}", masks)
        site = stable(x, "site", self.site_a.lower(x))
        if self.region is not None:
            others = self.region.lower(x)
        else:
            assert self.site_b is not None
            others = x.single(stable(x, "other", self.site_b.lower(x)))
        if sites.type == BoardSiteType.Cell:
            return ops.has(ops.spread(table, others), site)
        return ops.negate(ops.is_empty(ops.intersect(ops.spread(table, x.single(site)), others)))


class IsLastSiteType(BooleanFunction, keyword="is"):
    """True if the last move began or ended on a kind of site."""

    kind: Literal["LastFrom", "LastTo"]
    site_type: SiteType
    keeps = (LAST_TYPE,)

    def lower(self, x: "Context") -> n.Expr:
        side = "from" if self.kind == "LastFrom" else "to"
        return ops.eq(x.b.load(LAST_TYPE.side(side)), ops.number(BoardSiteType[self.site_type.name]))


class IsHidden(BooleanFunction, keyword="is"):
    """True if a fact about a site is hidden from a player."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    to_player: PlayerArgument | None = named("to", one_of=1)
    to_role: RoleType | None = named("to", one_of=1)
    keeps = (ASKED,)

    def lower(self, x: "Context") -> n.Expr:
        who = who_index(x, self.to_player, self.to_role, x.mover)
        return ops.has(hidden_from(x, self.data_type, stable(x, "who", who)), self.at.lower(x))


class IsFreedom(BooleanFunction, keyword="is"):
    """True if some site of a region has an empty neighbour on the ground."""

    kind: Literal["Freedom"]
    site_type: SiteType | None
    in_: RegionFunction
    to_place: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        ways = (BoardDirection.N, BoardDirection.S, BoardDirection.W, BoardDirection.E)
        near = neighbour_table(x, sites, ways)
        ground = ops.sites(x.universe, [site for site in range(sites.count) if sites.layer[site] == 0])
        free = ops.intersect(on_board(x, x.store.empty_set()), ground)
        if self.to_place is not None:
            free = ops.minus(free, x.single(self.to_place.lower(x)))
        return ops.negate(ops.is_empty(ops.intersect(ops.spread(near, self.in_.lower(x)), free)))
