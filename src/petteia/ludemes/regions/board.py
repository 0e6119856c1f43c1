"""Regions of the board: parts with a name or a place of their own, sites listed, tracks, edges."""

import re
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.enums import (
    CompassDirection,
    RoleType,
    SiteType,
)
from petteia.ludemes.needs import EDGES, VERTICES
from petteia.ludemes.queries.contents import (
    component_set,
    held_by_any,
    held_by_index,
    occupied,
    on_board,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.incidence import incident_sites, inner_crossing_edges
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.queries.sightlines import above
from petteia.ludemes.queries.site_sets import named_region, owned_region, set_at
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.tracks.sites import sites_on_track
from petteia.ludemes.types import (
    IntArrayFunction,
    IntConstant,
    IntFunction,
    RegionFunction,
)
from petteia.ludemes.values.lists import Numbers, SitesOf

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "SitesBoard",
    "SitesColumn",
    "SitesCoordinates",
    "SitesCrossing",
    "SitesEdge",
    "SitesIncident",
    "SitesLayer",
    "SitesListed",
    "SitesNamed",
    "SitesOfElement",
    "SitesPhase",
    "SitesPlayable",
    "SitesRow",
    "SitesSide",
    "SitesSupport",
    "SitesTrack",
]


_COORDINATE = re.compile(r"\d+|[A-Za-z]{1,2}\d+|([A-Za-z])\1[A-Za-z]\d+")


def _at_index(x: "Context", name: str, lists: "tuple[tuple[int, ...], ...]", index: IntFunction | None) -> n.Expr:
    """The sites of a line of the board, by its number; without a number none."""
    if index is None:
        return ops.empty_set(x.universe)
    return set_at(x, name, [mask_of(line) for line in lists], index.lower(x))


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
        sites = x.spec.sites_of(self.site_type)
        lists = {
            "Board": range(sites.count),
            "ConcaveCorners": sites.concave_corners,
            "ConvexCorners": sites.convex_corners,
        }
        members = lists.get(self.kind)
        return ops.sites(x.universe, getattr(sites, self.kind.lower()) if members is None else members)


class SitesPlayable(RegionFunction, keyword="sites"):
    """The sites on which play may go on."""

    kind: Literal["LineOfPlay", "Playable"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.default
        near = neighbour_table(x, sites, (BoardDirection.Adjacent,))
        pieces = x.b.let("pieces", on_board(x, occupied(x)))
        beside = ops.intersect(on_board(x, x.store.empty_set()), ops.spread(near, pieces))
        first = ops.is_empty(pieces) if x.spec.board.boardless else ops.eq(x.b.load("moves"), ops.number(0))
        return ops.select(first, ops.sites(x.universe, sites.centre), beside)


class SitesRow(RegionFunction, keyword="sites"):
    """The sites of a row."""

    kind: Literal["Row"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "row_sites", x.spec.sites_of(self.site_type).rows, self.index)


class SitesColumn(RegionFunction, keyword="sites"):
    """The sites of a column."""

    kind: Literal["Column"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "column_sites", x.spec.sites_of(self.site_type).columns, self.index)


class SitesPhase(RegionFunction, keyword="sites"):
    """The sites of a colouring phase."""

    kind: Literal["Phase"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        phases = x.spec.sites_of(self.site_type).phase
        lists = tuple(tuple(s for s, phase in enumerate(phases) if phase == k) for k in range(6))
        return _at_index(x, "phase_sites", lists, self.index)


class SitesOfElement(RegionFunction, keyword="sites"):
    """The sites of a cell or edge."""

    kind: Literal["Cell", "Edge"]
    site_type: SiteType | None
    index: IntFunction | None
    keeps = (VERTICES,)

    def lower(self, x: "Context") -> n.Expr:
        elements = x.spec.board.cells if self.kind == "Cell" else x.spec.board.edges
        return _at_index(x, "vertices_of", elements.incident[BoardSiteType.Vertex], self.index)


class SitesLayer(RegionFunction, keyword="sites"):
    """The sites of a layer."""

    kind: Literal["Layer"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        return _at_index(x, "layer_sites", x.spec.sites_of(self.site_type).layers, self.index)


class SitesSupport(RegionFunction, keyword="sites"):
    """The sites that support a piece."""

    kind: Literal["Support"]
    site_type: SiteType | None
    index: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        standing = occupied(x) if self.index is None else component_set(x, self.index.lower(x))
        return above(x, x.spec.sites_of(self.site_type), standing)


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
            site = x.spec.sites_of(self.site_type).by_label.get(self.name)
            return ops.sites(x.universe, [] if site is None else [site])
        return named_region(x, self.name)


class SitesListed(RegionFunction, keyword="sites"):
    """The sites listed."""

    sites: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if self.array is not None:
            numbers = self.array.lower(x)
            return numbers.members if isinstance(numbers, SitesOf) else x.pure(lambda: self._collected(x, numbers))
        sites = [site.lower(x) for site in self.sites or []]
        existing = [one for one in sites if not (isinstance(one, n.Const) and one.value >= x.spec.sites)]
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
        return any(isinstance(one, IntConstant) and one.value >= x.spec.sites for one in self.sites or [])

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


class SitesCoordinates(RegionFunction, keyword="sites"):
    """The sites with the coordinates listed."""

    site_type: SiteType | None
    coordinates: list[str]

    def lower(self, x: "Context") -> n.Expr:
        labels = x.spec.sites_of(self.site_type).by_label
        return ops.sites(x.universe, [labels[label] for label in self.coordinates if label in labels])


class SitesSide(RegionFunction, keyword="sites"):
    """A side of the board, by direction or player."""

    kind: Literal["Side"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    direction: CompassDirection | None = at_most_one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        if sites.type == BoardSiteType.Edge:
            sites = x.spec.board.vertices
        if self.direction is not None:
            return ops.sites(x.universe, sites.sides.get(BoardDirection[self.direction.name], ()))
        if self.role == RoleType.Shared:
            return ops.sites(x.universe, sites.outer)
        facings = [x.spec.facings.get(player) for player in range(x.spec.players + 1)]
        masks = [mask_of(sites.sides.get(facing, ())) if facing is not None else 0 for facing in facings]
        return set_at(x, "side_of", masks, who_index(x, self.player, self.role, ops.NOWHERE))


def _held_by(x: "Context", player: PlayerArgument | None, role: RoleType | None) -> n.Expr:
    """The sites that an owner holds, or that anybody holds if the owner is everyone."""
    owner = who_index(x, player, role, ops.NOWHERE)
    anyone = ops.eq(owner, ops.number(x.spec.players + 1))
    return ops.select(anyone, held_by_any(x, range(1, x.spec.players + 2)), held_by_index(x, owner))


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
        anyone = ops.eq(owner, ops.number(x.spec.players + 1))
        return ops.intersect(crossing, ops.select(anyone, occupied(edges), held))


class SitesEdge(RegionFunction, keyword="sites"):
    """The edges that run a way."""

    kind: Literal["Axial", "Horizontal", "Vertical", "Angled", "Slash", "Slosh"]
    keeps = (EDGES,)

    def lower(self, x: "Context") -> n.Expr:
        return ops.sites(x.universe, x.spec.board.edges.slants[self.kind])
