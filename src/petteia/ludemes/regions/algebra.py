"""Sets of sites made from sets of sites."""

from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.board.directions import is_single
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.enums import AbsoluteDirection, SiteType, StackDirection
from petteia.ludemes.needs import LAST_BETWEEN, LEVELS, STACKING
from petteia.ludemes.queries.contents import on_board, stable
from petteia.ludemes.queries.roles import each_team
from petteia.ludemes.queries.site_sets import site_table
from petteia.ludemes.regions.board import SitesListed
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import BooleanFunction, IntArrayFunction, IntConstant, IntFunction, LevelLoop, RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "Expand",
    "ForEachLevelIf",
    "ForEachPlayerRegion",
    "ForEachSiteIf",
    "ForEachSiteRegion",
    "ForEachTeamRegion",
    "LastBetween",
    "RegionDifference",
    "RegionIf",
    "RegionIntersection",
    "RegionIntersectionAll",
    "RegionUnion",
    "RegionUnionAll",
    "contains",
]


class RegionDifference(RegionFunction, keyword="difference"):
    """The sites of a region without another region or a site."""

    source: RegionFunction
    subtraction: RegionFunction | None = one_of(1)
    site_to_remove: IntFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        source = self.source.lower(x)
        if self.subtraction is not None:
            return ops.minus(source, self.subtraction.lower(x))
        assert self.site_to_remove is not None
        return ops.minus(source, x.single(self.site_to_remove.lower(x)))


class Expand(RegionFunction, keyword="expand"):
    """A region grown by some steps."""

    container: IntFunction | None = at_most_one_of(1)
    container_name: str | None = at_most_one_of(1)
    region: RegionFunction | None = one_of(2)
    origin: IntFunction | None = named(one_of=2)
    steps: IntFunction | None = named()
    direction: AbsoluteDirection | None
    site_type: SiteType | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        if self.container is not None and not (isinstance(self.container, IntConstant) and self.container.value == 0):
            return ("container",)
        return ("container",) if self.container_name not in (None, "Board") else ()

    def lower(self, x: "Context") -> n.Expr:
        if self.origin is not None:
            source: n.Expr = x.single(self.origin.lower(x))
        else:
            assert self.region is not None
            source = self.region.lower(x)
        steps = self.steps.lower(x) if self.steps else ops.number(1)
        near = self._neighbours(x)
        if isinstance(steps, n.Const):
            return self._grown(x, source, near, max(0, steps.value))
        return x.pure(lambda: self._grow_in_rounds(x, source, near, steps))

    @staticmethod
    def _grow_in_rounds(x: "Context", source: n.Expr, near: n.Table, steps: n.Expr) -> n.Expr:
        grown = x.b.variable("grown", source)
        with x.b.range_("round", ops.number(0), steps):
            x.b.assign(grown, ops.union(grown, ops.spread(near, on_board(x, grown))))
        return grown

    def _neighbours(self, x: "Context") -> n.Table:
        sites = x.spec.sites_of(self.site_type)
        direction = BoardDirection[self.direction.name] if self.direction else BoardDirection.Adjacent
        if sites.type == BoardSiteType.Edge:
            direction = BoardDirection.Adjacent
        elif direction == BoardDirection.Rotational or (not is_single(direction) and direction not in sites.steps):
            return site_table(x, "near_nothing", [])  # compat: to grow round a centre selects nothing
        return neighbour_table(x, sites, (direction,))

    @staticmethod
    def _grown(x: "Context", source: n.Expr, near: n.Table, steps: int) -> n.Expr:
        if steps == 0:
            return source
        masks = []
        for site in range(len(near.values)):
            reached = latest = 1 << site
            for _ in range(steps):
                grown = reached
                for one in ops.bits(latest):
                    grown |= near.values[one]
                reached, latest = grown, grown & ~reached
            masks.append(reached)
        within = n.Const(x.spec.all_sites(), source.type)
        table = site_table(x, f"within_{steps}_steps", [mask & within.value for mask in masks])
        return ops.spread(table, source)


class ForEachSiteIf(RegionFunction, keyword="forEach"):
    """The sites of a region on which a condition holds."""

    region: RegionFunction
    if_: BooleanFunction = named("if")

    def lower(self, x: "Context") -> n.Expr:
        members = self.region.lower(x)
        if isinstance(members, n.Const):
            known = self._known(x, members)
            if known is not None:
                return known
        return x.sites_where(members, "site", lambda site: self.if_.lower(x.bind(site=site)))

    def _known(self, x: "Context", members: n.Const) -> n.Expr | None:
        """The sites, if the condition depends on the board alone."""
        found = []
        for site in ops.bits(members.value):
            with x.b.block():
                holds = self.if_.lower(x.bind(site=ops.number(site)))
            if not isinstance(holds, n.Const):
                return None
            if holds.value:
                found.append(site)
        return ops.sites(x.universe, found)


class ForEachSiteRegion(RegionFunction, keyword="forEach"):
    """A region for each site of another, joined."""

    of: RegionFunction = named()
    region: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return x.pure(lambda: self._joined(x))

    def _joined(self, x: "Context") -> n.Expr:
        joined = x.b.variable("joined", ops.empty_set(x.universe))
        members = self.of.lower(x)
        with x.b.for_("site", members) as site:
            x.store.mark_valid(site)
            x.b.assign(joined, ops.union(joined, self.region.lower(x.bind(site=site))))
        return joined


class ForEachTeamRegion(RegionFunction, keyword="forEach"):
    """A region for each team, joined."""

    kind: Literal["Team"]
    region: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.union(ops.empty_set(x.universe), *(self.region.lower(here) for here in each_team(x)))


class ForEachLevelIf(LevelLoop, RegionFunction, keyword="forEach"):
    """The levels of a stack on which a condition holds."""

    kind: Literal["Level"]
    site_type: SiteType | None
    at: IntFunction = named()
    stack_direction: StackDirection | None
    if_: BooleanFunction | None = named("if")
    start_at: IntFunction | None = named("startAt")
    keeps = (STACKING, LEVELS)

    def lower(self, x: "Context") -> n.Expr:
        return x.pure(lambda: self._levels(x))

    def _levels(self, x: "Context") -> n.Expr:
        b = x.b
        site = stable(x, "site", self.at.lower(x))
        height = b.let("height", x.store.count(site))
        upwards = self.stack_direction == StackDirection.FromBottom
        low: n.Expr = ops.number(0)
        high = height
        if self.start_at is not None:
            start = b.let("start", self.start_at.lower(x))
            low, high = (start, height) if upwards else (low, ops.add(start, ops.number(1)))
        found = b.variable("found", ops.empty_set(x.universe))
        with b.range_("level", ops.arithmetic("max", low, ops.number(0)), ops.arithmetic("min", high, height)) as level:
            holds = self.if_.lower(x.bind(level=level)) if self.if_ else ops.TRUE
            with b.if_(holds):
                b.assign(found, ops.union(found, x.single(level)))
        return found


class ForEachPlayerRegion(RegionFunction, keyword="forEach"):
    """A region for each player of an array, joined."""

    players: IntArrayFunction
    region: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return x.pure(lambda: self._joined(x))

    def _joined(self, x: "Context") -> n.Expr:
        joined = x.b.variable("joined", ops.empty_set(x.universe))

        def add(player: n.Expr) -> None:
            here = x.bind(player=player)
            inside = ops.both(ops.le(ops.number(0), player), ops.le(player, ops.number(x.spec.players + 1)))
            with x.b.if_(inside):
                x.b.assign(joined, ops.union(joined, self.region.lower(here)))

        self.players.lower(x).each(lambda player: add(stable(x, "player", player)))
        return joined


class RegionIf(RegionFunction, keyword="if"):
    """One region or another, depending on a condition."""

    condition: BooleanFunction
    value: RegionFunction
    otherwise: RegionFunction | None

    def lower(self, x: "Context") -> n.Expr:
        condition = self.condition.lower(x)
        if isinstance(condition, n.Const):
            chosen = self.value if condition.value else self.otherwise
            return chosen.lower(x) if chosen else ops.empty_set(x.universe)
        value = x.pure(lambda: self.value.lower(x))
        otherwise = self.otherwise
        if otherwise is None:
            return ops.select(condition, value, ops.empty_set(x.universe))
        return ops.select(condition, value, x.pure(lambda: otherwise.lower(x)))


class RegionIntersection(RegionFunction, keyword="intersection"):
    """The sites two regions share."""

    region1: RegionFunction
    region2: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.intersect(self.region1.lower(x), self.region2.lower(x))


class RegionIntersectionAll(RegionFunction, keyword="intersection"):
    """The sites all regions share."""

    regions: list[RegionFunction]

    def lower(self, x: "Context") -> n.Expr:
        if not self.regions:
            return ops.empty_set(x.universe)
        return ops.intersect(*(region.lower(x) for region in self.regions))


class LastBetween(RegionFunction, keyword="last"):
    """The sites the last move passed over."""

    kind: Literal["Between"]
    keeps = (LAST_BETWEEN,)

    def lower(self, x: "Context") -> n.Expr:
        return LAST_BETWEEN.load(x)


class RegionUnion(RegionFunction, keyword="union"):
    """The sites of either region."""

    region1: RegionFunction
    region2: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.union(self.region1.lower(x), self.region2.lower(x))


class RegionUnionAll(RegionFunction, keyword="union"):
    """The sites of any of the regions."""

    regions: list[RegionFunction]

    def lower(self, x: "Context") -> n.Expr:
        return ops.union(ops.empty_set(x.universe), *(region.lower(x) for region in self.regions))


def contains(x: "Context", region: RegionFunction, site: n.Expr) -> n.Expr:
    """True if a site lies in a region; a condition on the region's sites is asked of this one only."""
    match region:
        case SitesListed():
            return region.contains(x, site)
        case ForEachSiteIf():
            inside = contains(x, region.region, site)
            return ops.both(inside, x.pure(lambda: region.if_.lower(x.bind(site=site))))
        case RegionDifference() if _has_condition(region):
            if region.subtraction is not None:
                subtraction = region.subtraction
                removed = x.pure(lambda: contains(x, subtraction, site))
            else:
                assert region.site_to_remove is not None
                removed = ops.eq(site, region.site_to_remove.lower(x))
            return ops.both(contains(x, region.source, site), ops.negate(removed))
        case RegionUnion() if _has_condition(region):
            return ops.either(contains(x, region.region1, site), x.pure(lambda: contains(x, region.region2, site)))
        case RegionIntersection() if _has_condition(region):
            return ops.both(contains(x, region.region1, site), x.pure(lambda: contains(x, region.region2, site)))
    return ops.has(region.lower(x), site)


def _has_condition(region: RegionFunction) -> bool:
    """True if a region is made of others one of which has a condition on its sites."""
    parts = [part for part in region.children() if isinstance(part, RegionFunction)]
    return any(isinstance(part, ForEachSiteIf) or _has_condition(part) for part in parts)
