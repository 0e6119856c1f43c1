"""Conditions on what is joined: sides connected or cut off, loops, tiles that fit."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions.connection import Regions, is_blocked, is_connected, is_loop, regions_by_owner
from petteia.ludemes.enums import (
    RegionTypeStatic,
    RoleType,
    SiteType,
)
from petteia.ludemes.equipment.tiles import Tiles, is_any_loop, path_starts
from petteia.ludemes.needs import LAST_SITES, Need
from petteia.ludemes.queries.contents import (
    last_to,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.groups import neighbours
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.queries.site_sets import static_sets
from petteia.ludemes.registry import at_most_one_of, named, one_of, written
from petteia.ludemes.types import (
    BooleanFunction,
    Direction,
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsBlocked",
    "IsConnected",
    "IsLoop",
    "IsSidesMatch",
]


class IsSidesMatch(BooleanFunction, keyword="is"):
    """True if the sides of a tile fit those of its neighbours."""

    kind: Literal["SidesMatch"]
    value: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        site = stable(x, "site", self.value.lower(x) if self.value else last_to(x))
        return Tiles(x).sides_match(site)


def _about_regions(
    x: "Context", ludeme: "IsConnected | IsBlocked", ask: "Callable[[n.Expr | None, Regions], n.Expr]"
) -> n.Expr:
    """A condition about the regions given, those of a static word, or those a player owns."""
    if ludeme.regions is not None:
        return ask(None, [x.b.let("region", region.lower(x)) for region in ludeme.regions])
    if ludeme.region_type is not None:
        return ask(None, [ops.sites(x.universe, mask) for mask in static_sets(x, ludeme.region_type)])
    assert ludeme.role is not None
    return regions_by_owner(x, role_index(x, ludeme.role), ask)


class IsConnected(BooleanFunction, keyword="is"):
    """True if the group of a site joins regions."""

    kind: Literal["Connected"]
    number: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    regions: list[RegionFunction] | None = one_of(1)
    role: RoleType | None = one_of(1)
    region_type: RegionTypeStatic | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        near = neighbours(x, sites, self.directions)
        start = stable(x, "start", self.at.lower(x) if self.at else last_to(x))
        needed = x.b.let("needed", self.number.lower(x)) if self.number else None

        def joined(owner: n.Expr | None, regions: Regions) -> n.Expr:
            return is_connected(x, start, near, regions, needed, owner)

        return _about_regions(x, self, joined)


class IsBlocked(BooleanFunction, keyword="is"):
    """True if no path of own or empty sites can join regions any more."""

    kind: Literal["Blocked"]
    number: IntFunction | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    regions: list[RegionFunction] | None = one_of(1)
    role: RoleType | None = one_of(1)
    region_type: RegionTypeStatic | None = one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return written(self, "at")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
        needed = x.b.let("needed", self.number.lower(x)) if self.number else None

        def cut(owner: n.Expr | None, regions: Regions) -> n.Expr:
            return is_blocked(x, near, regions, needed, x.mover if owner is None else owner)

        return _about_regions(x, self, cut)


class IsLoop(BooleanFunction, keyword="is"):
    """True if pieces form a loop through a site."""

    kind: Literal["Loop"]
    site_type: SiteType | None
    surround: RoleType | None = named(at_most_one_of=1)
    surround_list: list[RoleType] | None = at_most_one_of(1)
    directions: Direction | None
    colour: IntFunction | None
    start: IntFunction | None = at_most_one_of(2)
    region_start: RegionFunction | None = at_most_one_of(2)
    path: bool | None = named()

    def needs(self) -> tuple[Need, ...]:
        return (LAST_SITES,) if self.path else ()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return () if self.path else written(self, "region_start")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        if self.path:
            starts = path_starts(x, self.start, self.region_start)
            return is_any_loop(x, starts, stable(x, "colour", self.colour.lower(x) if self.colour else x.mover))
        sites = x.spec.sites_of(self.site_type)
        start = stable(x, "start", self.start.lower(x) if self.start else last_to(x))
        colour = stable(x, "colour", self.colour.lower(x) if self.colour else x.mover)
        roles = self.surround_list or ([self.surround] if self.surround else [])
        inside = [stable(x, "inside", role_index(x, role)) for role in roles]
        return is_loop(x, sites, start, neighbours(x, sites, self.directions), colour, inside)
