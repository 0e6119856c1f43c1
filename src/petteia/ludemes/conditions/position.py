"""Conditions that begin with `is`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import SiteType as BoardSiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.conditions.comparing import holder_in
from petteia.ludemes.conditions.connection import Regions, is_blocked, is_connected, is_loop, regions_by_owner
from petteia.ludemes.directions.resolve import neighbour_table
from petteia.ludemes.enums import (
    AbsoluteDirection,
    HiddenData,
    RegionTypeStatic,
    RelationType,
    RepetitionType,
    RoleType,
    SiteType,
    StepType,
)
from petteia.ludemes.equipment.tiles import Tiles, is_any_loop, path_starts
from petteia.ludemes.needs import LAST_SITES, LAST_TYPE, PENDING, VERTICES, VISITED, Need, Repetition
from petteia.ludemes.play.hiding import ASKED, hidden_from
from petteia.ludemes.play.repetition import is_repeated
from petteia.ludemes.queries.contents import (
    component_set,
    held_by_enemies,
    held_by_index,
    last_to,
    occupied,
    on_board,
    pieces_of_owner,
    seen,
    seen_sites,
    stable,
    standing_any,
    standing_set,
)
from petteia.ludemes.queries.groups import neighbours
from petteia.ludemes.queries.incidence import related_edges
from petteia.ludemes.queries.lines import LineTest, Walked, line_by_level, line_through, line_through_any, line_walked
from petteia.ludemes.queries.patterns import is_pyramid, pattern_sites
from petteia.ludemes.queries.roles import is_with_mover, role_index, who_index
from petteia.ludemes.queries.searches import is_any_threatened, is_threatened
from petteia.ludemes.queries.site_sets import mask_of, set_at, site_table, static_sets
from petteia.ludemes.queries.visibility import hidden_links, visible_part
from petteia.ludemes.regions.algebra import contains
from petteia.ludemes.regions.sites import SitesListed
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    Moves,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.board import Sites
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsActive",
    "IsAnyDie",
    "IsBlocked",
    "IsConnected",
    "IsCycle",
    "IsEmpty",
    "IsEnemy",
    "IsEven",
    "IsFlat",
    "IsFreedom",
    "IsFriend",
    "IsFull",
    "IsHidden",
    "IsIn",
    "IsLastSiteType",
    "IsLine",
    "IsLoop",
    "IsOccupied",
    "IsOdd",
    "IsPattern",
    "IsPending",
    "IsPipsMatch",
    "IsPyramidCorners",
    "IsRelated",
    "IsRepeat",
    "IsSidesMatch",
    "IsTarget",
    "IsThreatened",
    "IsTriggered",
    "IsTurnOf",
    "IsVisited",
    "IsWithin",
]


def _player(x: "Context", index: IntFunction | None, role: RoleType | None) -> n.Expr:
    """The index of a player, or of a role."""
    if index is not None:
        return index.lower(x)
    assert role is not None
    return role_index(x, role)


def _known(condition: BooleanFunction | None, default: bool) -> bool:
    """A condition that is written as a constant, or left out."""
    return condition.value if isinstance(condition, BooleanConstant) else default


def _varying(ludeme: BooleanFunction, *names: str) -> tuple[str, ...]:
    """Those of some written arguments that are not constants."""
    return tuple(name for name in names if not isinstance(getattr(ludeme, name), BooleanConstant | None))


def _left_out(name: str, argument: IntFunction | None) -> tuple[str, ...]:
    """Message for an argument that may be left out and has no meaning then."""
    return () if argument is not None else (f"{name}, left out,",)


def _written(ludeme: BooleanFunction, *names: str) -> tuple[str, ...]:
    """Those of some arguments that are written."""
    return tuple(name for name in names if getattr(ludeme, name) is not None)


class IsTurnOf(BooleanFunction, keyword="is"):
    """True if a player is the mover, the next or the previous one."""

    kind: Literal["Mover", "Next", "Prev"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        turn = {"Mover": x.mover, "Next": x.next, "Prev": x.prev}[self.kind]
        if self.kind == "Mover":
            held = holder_in(x, self.index, lambda on: held_by_index(on, x.mover))
            if held is not None:
                return held
        return ops.eq(_player(x, self.index, self.role), turn)


class IsFriend(BooleanFunction, keyword="is"):
    """True if a player is the mover or of the mover's team."""

    kind: Literal["Friend"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if x.setting.teams:
            return is_with_mover(x, stable(x, "who", _player(x, self.index, self.role)))
        held = holder_in(x, self.index, lambda on: held_by_index(on, x.mover))
        return ops.eq(_player(x, self.index, self.role), x.mover) if held is None else held


class IsEnemy(BooleanFunction, keyword="is"):
    """True if a player is an opponent of the mover."""

    kind: Literal["Enemy"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        held = holder_in(x, self.index, held_by_enemies)
        return x.is_enemy(stable(x, "who", _player(x, self.index, self.role))) if held is None else held


class IsActive(BooleanFunction, keyword="is"):
    """True if a player is still in the game."""

    kind: Literal["Active"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        who = stable(x, "who", _player(x, self.index, self.role))
        real = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.setting.players)))
        return ops.FALSE if real == ops.FALSE else ops.both(real, x.rules.ending.is_active(who))


class IsEmpty(BooleanFunction, keyword="is"):
    """True if a site holds nothing."""

    kind: Literal["Empty"]
    site_type: SiteType | None
    at: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        empty = seen(x, self.site_type, x.store.empty_set(), hands=True)
        if self.site_type is not None and x.store.kind.name != self.site_type.name:
            # nothing is ever put on the cells of this board
            empty = ops.union(empty, ops.sites(x.universe, range(x.setting.board.cells.count)))
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


class IsLine(BooleanFunction, keyword="is"):
    """True if pieces stand in a line of some length through a site."""

    kind: Literal["Line"]
    site_type: SiteType | None
    length: IntFunction
    direction: AbsoluteDirection | None
    through: IntFunction | None = named(at_most_one_of=1)
    through_any: RegionFunction | None = named("throughAny", at_most_one_of=1)
    who: RoleType | None = at_most_one_of(2)
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)
    exact: BooleanFunction | None = named()
    contiguous: BooleanFunction | None = named()
    if_: BooleanFunction | None = named("if")
    by_level: BooleanFunction | None = named("byLevel")
    top: BooleanFunction | None = named()
    through_how_much: IntFunction | None = named("throughHowMuch")
    is_visible: BooleanFunction | None = named("isVisible")
    use_opposites: BooleanFunction | None = named("useOpposites")

    def unsupported_arguments(self) -> tuple[str, ...]:
        varying = _varying(self, "contiguous", "by_level", "top", "is_visible", "use_opposites")
        seen = _known(self.is_visible, False)
        visible = ("isVisible",) if seen and (self.through_any or not _known(self.contiguous, True)) else ()
        level = _known(self.by_level, False)
        exact = ("exact",) if level and self.exact is not None else ()
        return (*varying, *visible, *exact)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.setting.sites_of(self.site_type)
        direction = BoardDirection[self.direction.name if self.direction else "Adjacent"]
        if x.setting.stacking:
            return self._in_stacks(x, direction)
        if x.setting.puzzle:
            return self._of_values(x, sites, direction)
        test = LineTest(
            x.b.let("length", self.length.lower(x)),
            x.b.let("exact", self.exact.lower(x)) if self.exact else ops.FALSE,
            _known(self.contiguous, True),
            _known(self.use_opposites, True),
        )

        def through(pivot: n.Expr) -> n.Expr:
            if self.through_how_much is None and not _known(self.is_visible, False):
                return line_through(x, sites, direction, test, pivot, self._wanted(x), self.if_)
            return x.pure(lambda: self._walked(x, sites, direction, test, pivot))

        if self.through_any is None:
            return through(stable(x, "through", self._through(x)))
        pivots = self.through_any.lower(x)
        if self.what is not None or self.whats is not None:
            pivots = ops.intersect(pivots, self._wanted(x) or pivots)
        return line_through_any(x, pivots, self.if_, through)

    def _of_values(self, x: "Context", sites: "Sites", direction: BoardDirection) -> n.Expr:
        """A line of equal values in a deduction puzzle: an open site is part of none."""
        from petteia.ludemes.puzzles.store import puzzle_store

        written = [name for name, value in self.arguments() if value is not None]
        if unfit := set(written) - {"kind", "site_type", "length", "direction", "through"}:
            raise UnsupportedLudeme([f"is Line with {', '.join(sorted(unfit))} in a deduction puzzle"])
        store, pivot = puzzle_store(x), stable(x, "through", self._through(x))
        value = store.guarded(pivot, store.assigned(pivot), ops.NOWHERE)
        members = ops.select(ops.ge(value, ops.number(0)), store.sites_with(value), ops.empty_set(x.universe))
        test = LineTest(x.b.let("length", self.length.lower(x)), ops.FALSE, True, True)
        return line_through(x, sites, direction, test, pivot, x.b.let("members", members), None)

    def _walked(
        self, x: "Context", sites: "Sites", direction: BoardDirection, test: LineTest, pivot: n.Expr
    ) -> n.Expr:
        """A line that is walked site by site, for the kinds of its pieces or for what can be seen of it."""
        pivot = x.b.let("pivot", pivot)
        inside = ops.both(ops.le(ops.number(0), pivot), ops.lt(pivot, ops.number(sites.count)))
        members = on_board(x, self._wanted(x) or component_set(x, x.store.what(pivot)))
        asked = Walked(x.b.let("least", self.through_how_much.lower(x)) if self.through_how_much else ops.number(1))
        if _known(self.is_visible, False):
            members = visible_part(x, sites, members)
            asked = Walked(asked.least, hidden_links(x, sites))
        condition = self.if_
        if condition is not None:
            members = x.sites_where(members, "to", lambda to: condition.lower(x.bind(to=to)))
        line = x.pure(lambda: line_walked(x, sites, direction, test, pivot, x.b.let("members", members), asked))
        return ops.both(inside, line)

    def _through(self, x: "Context") -> n.Expr:
        return self.through.lower(x) if self.through else last_to(x)

    def _wanted(self, x: "Context") -> n.Expr | None:
        """The sites of the pieces a line may be made of, None for those of the kind of its pivot."""
        if self.who is not None:
            return pieces_of_owner(x, role_index(x, self.who))
        written = self.whats or ([self.what] if self.what else None)
        if written is None:
            return None
        return ops.union(ops.empty_set(x.universe), *(component_set(x, what.lower(x)) for what in written))

    def _in_stacks(self, x: "Context", direction: BoardDirection) -> n.Expr:
        sites = x.setting.sites_of(self.site_type)
        site = x.b.let("through", self.through.lower(x) if self.through else last_to(x))
        length = x.b.let("length", self.length.lower(x))
        kinds = self._kinds(x, site)
        if _known(self.by_level, False):
            return line_by_level(x, sites, direction, length, site, kinds)
        if _known(self.top, False):
            members = x.sites_where(occupied(x), "site", lambda s: kinds(stable(x, "top", x.store.what(s))))
        else:
            members = self._on_any_level(x, kinds)
        exact = x.b.let("exact", self.exact.lower(x)) if self.exact else ops.FALSE
        test = LineTest(length, exact, contiguous=True, both_ways=True)
        condition = self.if_
        if condition is not None:
            # compat: in stacks the condition is asked of the other sites of the line, not of the one it goes through
            pivot = ops.intersect(members, x.single(site))
            others = x.sites_where(members, "to", lambda to: condition.lower(x.bind(to=to)))
            members = x.b.let("members", ops.union(pivot, others))
        line = line_through(x, sites, direction, test, site, members, None)
        alone = ops.both(ops.eq(length, ops.number(1)), ops.ge(site, ops.number(0)))
        return ops.either(alone, line)

    def _kinds(self, x: "Context", site: n.Expr) -> "Callable[[n.Expr], n.Expr]":
        """True if a component is one that a line may be made of."""
        if self.who is not None:
            owner = stable(x, "owner", role_index(x, self.who))
            return lambda what: ops.eq(x.store.owner_of(what), owner)
        written = self.whats or ([self.what] if self.what else None)
        if written is None:
            wanted = [x.b.let("kind", x.store.what(site))]
        else:
            wanted = [x.b.let("kind", what.lower(x)) for what in written]
        return lambda what: ops.either(*(ops.eq(what, kind) for kind in wanted))

    @staticmethod
    def _on_any_level(x: "Context", kinds: "Callable[[n.Expr], n.Expr]") -> n.Expr:
        empty = ops.empty_set(x.universe)
        parts = []
        for component in x.setting.components:
            wanted = kinds(ops.number(component.index))
            if wanted != ops.FALSE:
                parts.append(ops.select(wanted, standing_any(x, [component]), empty))
        return ops.union(empty, *parts)


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
        return (*_written(self, "specific_moves"), *_left_out("the piece", self.what))

    def lower(self, x: "Context") -> n.Expr:
        assert self.what is not None
        standing = standing_set(x, self.what.lower(x))
        if self.in_ is not None:
            return ops.negate(ops.is_empty(ops.intersect(standing, self.in_.lower(x))))
        return ops.has(standing, self.at.lower(x) if self.at else last_to(x))


class IsCycle(BooleanFunction, keyword="is"):
    """True if the game goes round the same positions."""

    kind: Literal["Cycle"]
    keeps = (Repetition("Cycle"),)

    def lower(self, x: "Context") -> n.Expr:
        b, period = x.b, ops.number(x.setting.players**2)
        met = b.let("met", n.Length("positions"))

        def search(found: Callable[[], None]) -> None:
            with b.if_(ops.lt(met, ops.mul(ops.number(3), period))):
                found()
            with b.range_("back", ops.number(1), ops.add(period, ops.number(1))) as back:
                places = [ops.sub(ops.sub(met, back), ops.mul(ops.number(k), period)) for k in range(3)]
                first, *others = [b.load("positions", place) for place in places]
                with b.if_(ops.negate(ops.both(*(ops.eq(first, other) for other in others)))):
                    found()

        return ops.negate(x.any_of("is_no_cycle", search))


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


class IsOdd(BooleanFunction, keyword="is"):
    """True if an integer is odd."""

    kind: Literal["Odd"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        return ops.ne(ops.arithmetic("bit_and", self.value.lower(x), ops.number(1)), ops.number(0))


class IsEven(BooleanFunction, keyword="is"):
    """True if an integer is even."""

    kind: Literal["Even"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        return ops.eq(ops.arithmetic("bit_and", self.value.lower(x), ops.number(1)), ops.number(0))


class IsVisited(BooleanFunction, keyword="is"):
    """True if a site was visited this turn."""

    kind: Literal["Visited"]
    value: IntFunction | None
    keeps = (VISITED,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        site = stable(x, "site", self.value.lower(x))
        visited = ops.has(x.b.load("visited"), site)
        if not x.after_last_move:
            return visited
        latest = [ops.eq(site, x.b.load(name)) for name in ("last_from", "last_to")]
        return ops.both(ops.ge(site, ops.number(0)), ops.either(visited, *latest))


class IsSidesMatch(BooleanFunction, keyword="is"):
    """True if the sides of a tile fit those of its neighbours."""

    kind: Literal["SidesMatch"]
    value: IntFunction | None

    def lower(self, x: "Context") -> n.Expr:
        site = stable(x, "site", self.value.lower(x) if self.value else last_to(x))
        return Tiles(x).sides_match(site)


class IsPipsMatch(BooleanFunction, keyword="is"):
    """True if the pips of a domino fit those of its neighbours."""

    kind: Literal["PipsMatch"]
    value: IntFunction | None


class IsFlat(BooleanFunction, keyword="is"):
    """True if every site below a site is occupied."""

    kind: Literal["Flat"]
    value: IntFunction | None
    keeps = (VERTICES,)

    def lower(self, x: "Context") -> n.Expr:
        vertices = x.setting.board.vertices
        seen_sites(x, SiteType.Vertex)
        below = [mask_of(vertices.step(BoardDirection.Downward, site)) for site in range(vertices.count)]
        site = self.value.lower(x) if self.value else x.slot("to")
        return ops.is_empty(ops.minus(set_at(x, "below", below, site), occupied(x)))


class IsAnyDie(BooleanFunction, keyword="is"):
    """True if some die shows a number."""

    kind: Literal["AnyDie"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        value = stable(x, "value", self.value.lower(x))
        first = next((c.count for c in x.setting.containers if c.is_dice), 0)
        return ops.either(*(ops.eq(x.b.load("dice", ops.number(die)), value) for die in range(first)))


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
        sites = x.setting.sites_of(self.site_type)
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
        return _written(self, "at")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.setting.sites_of(self.site_type), self.directions)
        needed = x.b.let("needed", self.number.lower(x)) if self.number else None

        def cut(owner: n.Expr | None, regions: Regions) -> n.Expr:
            return is_blocked(x, near, regions, needed, x.mover if owner is None else owner)

        return _about_regions(x, self, cut)


class IsTriggered(BooleanFunction, keyword="is"):
    """True if an event was triggered for a player."""

    kind: Literal["Triggered"]
    event: str
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        who = stable(x, "who", _player(x, self.index, self.role))
        real = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.setting.players)))
        if real == ops.FALSE:
            return ops.FALSE
        marked = ops.eq(x.b.load("triggered", who), ops.number(1))
        return ops.both(real, x.rules.ending.is_active(who), marked)


class IsPattern(BooleanFunction, keyword="is"):
    """True if pieces stand along a walk from a site."""

    kind: Literal["Pattern"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "froms")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        start = stable(x, "start", self.from_.lower(x) if self.from_ else last_to(x))
        written = self.whats or ([self.what] if self.what else None)
        whats = None if written is None else [x.b.let("what", what.lower(x)) for what in written]
        found = pattern_sites(x, x.setting.sites_of(self.site_type), self.walk or [], start, whats)
        fits = ops.negate(ops.is_empty(found))
        return fits if whats is not None else ops.both(ops.has(occupied(x), start), fits)


class IsPyramidCorners(BooleanFunction, keyword="is"):
    """True if a piece and four like it are the corners of a pyramid."""

    kind: Literal["PyramidCorners"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "walk", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.setting.sites_of(self.site_type)
        if self.froms is None:
            tips: n.Expr = x.single(self.from_.lower(x) if self.from_ else last_to(x))
        else:
            tips = self.froms.lower(x)

        def search(found: Callable[[], None]) -> None:
            with x.b.for_("tip", tips) as tip:
                x.store.mark_valid(tip)
                with x.b.if_(ops.ge(tip, ops.number(sites.count))):
                    x.b.return_(ops.FALSE)
                with x.b.if_(is_pyramid(x, sites, tip)):
                    found()

        return x.any_of("is_pyramid", search)


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
        return () if self.path else _written(self, "region_start")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        if self.path:
            starts = path_starts(x, self.start, self.region_start)
            return is_any_loop(x, starts, stable(x, "colour", self.colour.lower(x) if self.colour else x.mover))
        sites = x.setting.sites_of(self.site_type)
        start = stable(x, "start", self.start.lower(x) if self.start else last_to(x))
        colour = stable(x, "colour", self.colour.lower(x) if self.colour else x.mover)
        roles = self.surround_list or ([self.surround] if self.surround else [])
        inside = [stable(x, "inside", role_index(x, role)) for role in roles]
        return is_loop(x, sites, start, neighbours(x, sites, self.directions), colour, inside)


class IsRelated(BooleanFunction, keyword="is"):
    """True if two sites, or a site and a region, are neighbours of a kind."""

    kind: Literal["Related"]
    relation_type: RelationType
    site_type: SiteType | None
    site_a: IntFunction
    site_b: IntFunction | None = one_of(1)
    region: RegionFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        sites = x.setting.sites_of(self.site_type)
        relation = BoardDirection[self.relation_type.name]
        if sites.type == BoardSiteType.Edge:
            masks = related_edges(x.setting.board, relation)
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
        sites = x.setting.sites_of(self.site_type)
        ways = (BoardDirection.N, BoardDirection.S, BoardDirection.W, BoardDirection.E)
        near = neighbour_table(x, sites, ways)
        ground = ops.sites(x.universe, [site for site in range(sites.count) if sites.layer[site] == 0])
        free = ops.intersect(on_board(x, x.store.empty_set()), ground)
        if self.to_place is not None:
            free = ops.minus(free, x.single(self.to_place.lower(x)))
        return ops.negate(ops.is_empty(ops.intersect(ops.spread(near, self.in_.lower(x)), free)))


class IsRepeat(BooleanFunction, keyword="is"):
    """True if the present position occurred before."""

    kind: Literal["Repeat"]
    repetition_type: RepetitionType | None

    @property
    def _positions(self) -> str:
        return self.repetition_type.name if self.repetition_type else "Positional"

    def needs(self) -> tuple[Need, ...]:
        return (Repetition(self._positions),)

    def lower(self, x: "Context") -> n.Expr:
        return is_repeated(x, self._positions)


class IsTarget(BooleanFunction, keyword="is"):
    """True if pieces stand as in a target position."""

    kind: Literal["Target"]
    container: IntFunction | None = at_most_one_of(1)
    container_name: str | None = at_most_one_of(1)
    configuration: list[int]
    specific_site: int | None = at_most_one_of(2)
    specific_sites: list[int] | None = at_most_one_of(2)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _written(self, "container", "container_name")

    def lower(self, x: "Context") -> n.Expr:
        sites = self.specific_sites
        if self.specific_site is not None:
            sites = [self.specific_site]
        if x.setting.stacking:
            return self._in_stacks(x, sites)
        if sites is None:
            if x.setting.board.cells.count != len(self.configuration):
                return ops.FALSE
            sites = list(range(x.setting.default.count))
        if len(sites) != len(self.configuration):
            return ops.FALSE
        wanted = zip(sites, self.configuration, strict=True)
        return ops.both(*(ops.has(component_set(x, ops.number(what)), ops.number(site)) for site, what in wanted))

    def _in_stacks(self, x: "Context", sites: list[int] | None) -> n.Expr:
        """True if one of some sites holds just this stack, from the bottom up.

        compat: without sites those of the board are tried in order, up to the first whose stack has another height.
        """
        result: n.Expr = ops.FALSE
        for site in reversed(range(x.setting.default.count) if sites is None else sites):
            index = ops.number(site)
            as_high = ops.eq(x.store.load("height", index), ops.number(len(self.configuration)))
            levels = enumerate(self.configuration)
            alike = ops.both(*(ops.eq(x.store.what(index, ops.number(k)), ops.number(what)) for k, what in levels))
            others = ops.both(as_high, result) if sites is None else result
            result = ops.either(ops.both(as_high, alike), others)
        return result
