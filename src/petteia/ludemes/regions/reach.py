"""Regions reached or seen from a site: around it, at a distance, along lines and walks."""

from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.enums import (
    AbsoluteDirection,
    LineOfSightType,
    RegionTypeDynamic,
    RelationType,
    SiteType,
    StepType,
)
from petteia.ludemes.moves.step import Step
from petteia.ludemes.queries.contents import (
    last_to,
    on_board,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.distances import MeasuresSteps, at_distance, reached_by_rule
from petteia.ludemes.queries.sightlines import around, between, in_directions, in_sight
from petteia.ludemes.queries.site_sets import set_at
from petteia.ludemes.queries.walks import walk_ends
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntFunction,
    RangeFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "SitesAround",
    "SitesBetween",
    "SitesDirection",
    "SitesDistance",
    "SitesLineOfSight",
    "SitesWalk",
]


def _holds(x: "Context", condition: BooleanFunction | None) -> n.Expr:
    return ops.FALSE if condition is None else condition.lower(x)


def _site_or_region(x: "Context", site: IntFunction | None, region: RegionFunction | None) -> n.Expr:
    """A site as a set, or a region."""
    if region is not None:
        return region.lower(x)
    assert site is not None
    return x.single(stable(x, "site", site.lower(x)))


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
        sites = x.spec.sites_of(self.site_type)
        origins = _site_or_region(x, self.where, self.region_where)
        if not (isinstance(origins, n.Op) and origins.op == "single"):
            origins = stable(x, "origins", origins)
        direction = BoardDirection[self.directions.name if self.directions else "Adjacent"]
        distance = self.distance.lower(x) if self.distance else ops.number(1)
        found = around(x, sites, origins, direction, distance, self.content, self.if_)
        own = _holds(x, self.include_self)
        return ops.select(own, ops.union(found, origins), ops.minus(found, origins))


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
        return x.rules.cache.get(x, self, "sites_in_directions", lambda: self._found(x))

    def _found(self, x: "Context") -> n.Expr:
        return in_directions(
            x,
            x.spec.sites_of(self.site_type),
            on_board(x, _site_or_region(x, self.from_site, self.from_region)),
            self.directions,
            included=_holds(x, self.included),
            stop=self.stop,
            stop_included=_holds(x, self.stop_included),
            distance=self.distance.lower(x) if self.distance else ops.number(1000),
        )


class SitesLineOfSight(RegionFunction, keyword="sites"):
    """Sites seen along straight lines from a site."""

    kind: Literal["LineOfSight"]
    sight: LineOfSightType | None
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None

    def lower(self, x: "Context") -> n.Expr:
        x = x.on(None)  # compat: the type written is ignored
        at = self.at.lower(x) if self.at else last_to(x)
        return in_sight(x, x.spec.default, at, self.directions, self.sight)


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
        sites = x.spec.sites_of(self.site_type)
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
        ends = walk_ends(x.spec.sites_of(self.site_type), self.possible_steps, all_turns=all_turns)
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
        start, goal = x.b.let("start", self.from_.lower(x)), x.b.let("goal", self.to.lower(x))
        joined = x.bind(from_=start, to=goal)
        return between(
            x,
            x.spec.sites_of(self.site_type),
            self.directions,
            start,
            goal,
            start_included=_holds(joined, self.from_included),
            goal_included=_holds(joined, self.to_included),
            condition=self.condition,
        )
