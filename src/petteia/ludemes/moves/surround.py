"""Surround, enclose, intervene: effects on pieces with others around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Between, From, PieceArgument, Then, To, components_of
from petteia.ludemes.conditions.players import IsEnemy
from petteia.ludemes.conditions.sites import IsEmpty
from petteia.ludemes.directions.rays import ray_table
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.directions.steps import ordered_steps
from petteia.ludemes.enums import AbsoluteDirection, RelationType, SiteType
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.capturing import act_between, enemy_at, friend_at, run_length, start_site, take_off
from petteia.ludemes.moves.travelling import on_start, range_of
from petteia.ludemes.queries.contents import board_sites, on_board
from petteia.ludemes.queries.groups import neighbours
from petteia.ludemes.queries.lines import axes_of
from petteia.ludemes.registry import named
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import IntFunction, NonDecision, when
from petteia.ludemes.values.contents import WhoAt
from petteia.ludemes.values.iterators import BetweenSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["ZERO", "Enclose", "Intervene", "Surround"]


ZERO, ONE = ops.number(0), ops.number(1)


class Surround(NonDecision, keyword="surround"):
    """Acts on pieces surrounded on all sides."""

    from_: From | None
    relation: RelationType | None
    between: Between | None
    to: To | None
    except_: IntFunction | None = named("except")
    with_: PieceArgument | None = named("with")
    then: Then | None
    takes_pieces = True
    commutes = is_many = True

    def unsupported_arguments(self) -> tuple[str, ...]:
        several = self.with_ is not None and len(self.with_.name_components or self.with_.components or ()) > 1
        return ("several pieces of with",) if several else ()

    def lower(self, x: Context, sink: Sink) -> None:
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        written = self.from_.site if self.from_ else None
        start = x.b.let("from", written.lower(x) if written else x.slot("from"))
        near = _next_on_lines(x, sites, Direction[self.relation.name] if self.relation else Direction.Adjacent)
        allowed = x.b.let("except", self.except_.lower(x)) if self.except_ else ZERO
        test = _is_target(x, self.between)
        with x.b.if_(_on_board(x, sites, start)):
            x.store.mark_valid(start)
            with x.b.for_("between", x.sites_where(ops.lookup(near, start), "between", test)) as site:
                x.store.mark_valid(site)
                around = ops.lookup(near, site)
                others = ops.minus(around, ops.single(x.universe, start))
                bad = ops.size(x.sites_where(others, "to", lambda to: ops.negate(_is_friend(x, self.to, to))))
                with x.b.if_(ops.both(ops.le(bad, allowed), _has_piece(x, self.with_, around))):
                    act_between(x.bind(between=site), self.between, site, sink)


def _next_on_lines(x: Context, sites: Sites, direction: Direction) -> n.Table:
    """For each site the sites that come first on its lines."""
    masks = [ops.sites(x.universe, {path[1] for path in paths}).value for paths in sites.radials(direction)]
    masks += [0] * (x.spec.sites - len(masks))
    return x.b.table(f"next_{direction.name}", n.set_of(x.universe), (len(masks),), masks)


def _is_friend(x: Context, to: To | None, site: n.Expr) -> n.Expr:
    if to is not None and to.if_ is not None:
        return when(x.bind(to=site), to.if_)
    return friend_at(x, site)


def _has_piece(x: Context, wanted: PieceArgument | None, around: n.Expr) -> n.Expr:
    if wanted is None:
        return ops.TRUE
    components = components_of(x, wanted)
    return x.exists(around, "near", lambda site: ops.either(*(ops.eq(x.store.what(site), one) for one in components)))


class Enclose(NonDecision, keyword="enclose"):
    """Acts on groups of pieces that have no empty neighbour left."""

    site_type: SiteType | None
    from_: From | None
    directions: DirectionArgument | None
    between: Between | None
    num_exception: IntFunction | None = named("numException")
    then: Then | None
    takes_pieces = True
    commutes = is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        sites = x.spec.sites_of(self.site_type)
        start = start_site(x, self.from_)
        near = neighbours(x, sites, self.directions)
        exceptions: n.Expr = ZERO
        if self.num_exception is not None:
            exceptions = x.b.let("exceptions", ops.arithmetic("max", self.num_exception.lower(x), ZERO))
        sink = with_then(sink, self.then)
        if _mentions_empty(self.between):
            if exceptions != ZERO:
                raise UnsupportedLudeme(["enclose of empty sites with numException:"])
            _enclose_area(x, self, sites, start, sink)
            return
        with x.b.if_(ops.both(_on_board(x, sites, start), ops.negate(x.store.is_empty(start)))):
            x.store.mark_valid(start)
            wanted = x.b.let("targets", x.sites_where(board_sites(x), "between", _is_target(x, self.between)))
            targets = wanted
            if exceptions != ZERO:
                # so many empty sites may belong to a group as well
                empty = ops.select(
                    ops.gt(exceptions, ZERO), on_board(x, x.store.empty_set()), ops.empty_set(x.universe)
                )
                targets = x.b.let("targets", ops.union(targets, empty))
            left = x.b.variable("left", ops.intersect(ops.lookup(near, start), targets))
            with x.b.while_(ops.negate(ops.is_empty(left))):
                seed = ops.single(x.universe, ops.first(left))
                group = x.b.let("group", ops.flood(seed, targets, near))
                x.b.assign(left, ops.minus(left, group))
                around = ops.spread(near, group)
                if not _only_enemies(self.between):  # empty sites may be targets, which are no liberties of their group
                    around = ops.minus(around, group)
                if exceptions == ZERO:
                    shut_in = ops.is_empty(ops.intersect(around, x.store.empty_set()))
                else:
                    gaps = ops.minus(ops.intersect(ops.union(group, around), x.store.empty_set()), wanted)
                    shut_in = ops.le(ops.size(gaps), exceptions)
                with x.b.if_(shut_in), x.b.for_("between", group) as site:
                    x.store.mark_valid(site)
                    act_between(x.bind(between=site), self.between, site, sink, sure=exceptions == ZERO)


def _only_enemies(between: Between | None) -> bool:
    """True if targets are surely pieces: there is no condition, or it asks for an enemy on the site."""
    condition = between.if_ if between is not None else None
    if condition is None:
        return True
    who = condition.index if isinstance(condition, IsEnemy) else None
    return isinstance(who, WhoAt) and isinstance(who.at, BetweenSite)


def _enclose_area(x: Context, move: Enclose, sites: Sites, start: n.Expr, sink: Sink) -> None:
    """Acts on each area of targets, empty sites among them, next to a site, if a chain of other pieces borders it."""
    resolved = resolve(x, move.directions, sites, start)
    if len(resolved) != 1 or resolved[0][0] != ops.TRUE:
        raise UnsupportedLudeme(["enclose of empty sites in directions that change in play"])
    steps = ordered_steps(x, sites, resolved[0][1])
    with x.b.if_(ops.both(_on_board(x, sites, start), ops.negate(x.store.is_empty(start)))):
        x.store.mark_valid(start)
        targets = x.b.let("targets", x.sites_where(board_sites(x), "between", _is_target(x, move.between)))
        explored = x.b.variable("explored", ops.empty_set(x.universe))
        with x.b.range_("way", ZERO, ops.number(steps.shape[1])) as way:
            seed = x.b.let("seed", ops.lookup(steps, start, way))
            fresh = ops.both(ops.ge(seed, ZERO), ops.has(targets, seed), ops.negate(ops.has(explored, seed)))
            with x.b.if_(fresh):
                x.store.mark_valid(seed)
                area = _Area(x, sites, steps, targets, seed)
                x.b.assign(explored, ops.union(explored, area.members))
                with x.b.if_(area.is_chained), x.b.for_("between", area.members) as site:
                    x.store.mark_valid(site)
                    act_between(x.bind(between=site), move.between, site, sink)


class _Area:
    """An area explored site by site in the order of steps: its members, and whether its border is one chain.

    The chain is followed from the border site that was found first, always on to the first neighbour that is left.
    """

    _FOUND = "area_sites"

    def __init__(self, x: Context, sites: Sites, steps: n.Table, targets: n.Expr, seed: n.Expr) -> None:
        b = self.b = x.b
        self.x, self.sites, self.steps, self.targets = x, sites, steps, targets
        self.members = b.variable("members", ops.single(x.universe, seed))
        self.is_chained = b.variable("chained", ops.TRUE)
        self._border = b.variable("border", ops.empty_set(x.universe))
        self._first = b.variable("first", ops.NOWHERE)
        if self._FOUND not in b.program.fields:
            b.field(self._FOUND, n.INT, capacity=sites.count, high=sites.count, doc="sites of an area just explored")
        with b.speculate():
            self._explore(seed)
        self._follow_border()

    def _explore(self, seed: n.Expr) -> None:
        b = self.b
        place = b.variable("place", n.Length(self._FOUND))
        b.emit_statement(n.Append(self._FOUND, (), seed))
        with b.while_(ops.both(self.is_chained, ops.lt(place, n.Length(self._FOUND)))):
            here = b.let("here", b.load(self._FOUND, place))
            self.x.store.mark_valid(here)
            with b.range_("way", ZERO, ops.number(self.steps.shape[1])) as way:
                there = b.let("there", ops.lookup(self.steps, here, way))
                with b.if_(ops.ge(there, ZERO)):
                    self._meet(there)
            b.assign(place, ops.add(place, ONE))

    def _meet(self, site: n.Expr) -> None:
        """A neighbour joins the area, opens it, or belongs to its border."""
        b, x = self.b, self.x
        x.store.mark_valid(site)
        with b.block() as target, b.if_(ops.negate(ops.has(self.members, site))):
            b.assign(self.members, ops.union(self.members, ops.single(x.universe, site)))
            b.emit_statement(n.Append(self._FOUND, (), site))
        with b.block() as other:
            b.assign(self.is_chained, ops.both(self.is_chained, ops.negate(x.store.is_empty(site))))
            b.assign(self._border, ops.union(self._border, ops.single(x.universe, site)))
            b.assign(self._first, ops.select(ops.lt(self._first, ZERO), site, self._first))
        b.place_if(ops.has(self.targets, site), target, other)

    def _follow_border(self) -> None:
        b, x = self.b, self.x
        every = ordered_steps(x, self.sites, (Direction.All,))
        with b.while_(ops.both(self.is_chained, ops.gt(ops.size(self._border), ONE))):
            b.assign(self._border, ops.minus(self._border, ops.single(x.universe, self._first)))
            onward = b.variable("onward", ops.NOWHERE)
            with b.range_("way", ZERO, ops.number(every.shape[1])) as way:
                there = b.let("there", ops.lookup(every, self._first, way))
                meets = ops.both(ops.lt(onward, ZERO), ops.ge(there, ZERO), ops.has(self._border, there))
                with b.if_(meets):
                    b.assign(onward, there)
            with b.block() as stuck:
                b.assign(self.is_chained, ops.FALSE)
            with b.block() as goes_on:
                b.assign(self._first, onward)
            b.place_if(ops.lt(onward, ZERO), stuck, goes_on)


def _mentions_empty(between: Between | None) -> bool:
    condition = between.if_ if between else None
    stack = [condition] if condition is not None else []
    while stack:
        top = stack.pop()
        if isinstance(top, IsEmpty):
            return True
        stack.extend(top.children())  # type: ignore[arg-type]
    return False


class Intervene(NonDecision, keyword="intervene"):
    """Acts on the pieces on both sides of a site."""

    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None
    takes_pieces = True
    commutes = is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        start = start_site(x, self.from_)
        low, high = range_of(x, self.between, 1, 1)
        direction = Direction[self.direction.name] if self.direction else Direction.Adjacent
        axes = axes_of(sites, direction)
        with x.b.if_(_on_board(x, sites, start)):
            for ahead, back in zip(axes.ahead, axes.back, strict=True):
                tables = [ray_table(x, f"ray_{direction.name}", rays) for rays in (ahead, back)]
                _between_rows(x, self, tables, start, low, high, with_then(sink, self.then))


def _between_rows(
    x: Context, move: Intervene, tables: list[n.Table], start: n.Expr, low: n.Expr, high: n.Expr, sink: Sink
) -> None:
    def is_target(site: n.Expr) -> n.Expr:
        if move.to is None or move.to.if_ is None:
            return enemy_at(x, site)
        return move.to.if_.lower(x.bind(to=site))

    runs = [x.b.let("run", ops.arithmetic("min", run_length(x, rays, start, is_target), high)) for rays in tables]
    with x.b.if_(ops.both(*(ops.both(ops.ge(run, low), ops.gt(run, ZERO)) for run in runs))):
        for k in (1, 0, 0, 1):
            with x.b.range_("caught", ZERO, runs[k]) as place:
                site = x.b.let("to", ops.lookup(tables[k], start, place))
                x.store.mark_valid(site)
                _act_on_target(x.bind(to=site), move.to, site, sink)


def _act_on_target(x: Context, to: To | None, site: n.Expr, sink: Sink) -> None:
    if to is not None and to.effect is not None:
        to.effect.lower(x, sink)
    else:
        take_off(x, site, sink, sure=to is None or to.if_ is None)


def _on_board(x: Context, sites: Sites, site: n.Expr) -> n.Expr:
    return ops.both(ops.ge(site, ZERO), ops.lt(site, ops.number(sites.count)))


def _is_target(x: Context, between: Between | None) -> Callable[[n.Expr], n.Expr]:
    def test(site: n.Expr) -> n.Expr:
        if between is None or between.if_ is None:
            return enemy_at(x, site)
        return between.if_.lower(x.bind(between=site))

    return test
