"""Counts of sites and of what stands on them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.enums import RoleType, SiteType, StackDirection
from petteia.ludemes.needs import COUNTS, STACKING, VERTICES
from petteia.ludemes.play.dice import dice_indices, face_value
from petteia.ludemes.queries.contents import (
    component_set,
    held_by_any,
    last_to,
    on_board,
    read_seen,
    seen,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.occupation import PieceQuestion, container_sites, owners_meant
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.queries.site_sets import number_at, set_at
from petteia.ludemes.registry import at_most_one_of, named, written
from petteia.ludemes.types import (
    BooleanFunction,
    IntArrayFunction,
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "CountAt",
    "CountNeighbours",
    "CountPieces",
    "CountPips",
    "CountPlatformBelow",
    "CountSites",
    "CountStack",
    "CountValue",
]


def sum_over(
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
        return written(self, "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        if self.in_ is not None:
            return ops.size(self.in_.lower(x))
        if self.at is not None:
            return ops.size(container_sites(x, self.at.lower(x)))
        if self.name is not None:
            sizes = {container.name: container.count for container in x.spec.containers}
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
        return written(self, "name", "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
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
        board = x.spec.board
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
        return written(self, "in_", "name")

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.board.vertices
        seen_sites(x, SiteType.Vertex)
        below = [mask_of(sites.step(BoardDirection.Downward, site)) for site in range(sites.count)]
        near = set_at(x, "below", below, self.at.lower(x) if self.at else x.slot("to"))
        return ops.size(ops.intersect(near, self._wanted(x)))

    def _wanted(self, x: "Context") -> n.Expr:
        if self.who is not None:
            owners = [(ops.eq(role_index(x, self.who), ops.number(p)), p) for p in range(x.spec.players + 2)]
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
        return written(self, "name", "who", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        return sum_over(x, self.site_type, self.at, self.in_, x.store.count)


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
        faces_at = {site: faces for _, site, faces in dice_indices(x.spec)}
        for container in x.spec.containers:
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
