"""Effects on rows of pieces: custodial and directional."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import RemovePiece, on_sites_of
from ._directions import leads, rays_of, resolve
from ._enums import AbsoluteDirection
from ._moves import Draft, Sink, with_then
from ._placing import conjuncts, on_start, when
from ._roles import is_with_mover
from ._travelling import MOST_DISTANCE, range_of
from .arguments import effect_of

if TYPE_CHECKING:
    from ._context import Context
    from ._types import Direction as DirectionArgument
    from .arguments import Between, From, Then, To


def run_length(x: Context, rays: n.Table, site: n.Expr, test: Callable[[n.Expr], n.Expr]) -> n.Expr:
    """How many sites at the start of a line pass a test.

    A test of what stands on the site alone becomes membership of a set; any other is made site by site.
    """
    members = _targets(x, test)
    if members is not None:
        return x.b.let("run", ops.run(rays, site, members))
    length = x.b.variable("run", ops.number(0))
    going = x.b.variable("going", ops.TRUE)
    with x.b.while_(going):
        here = x.b.variable("passed", ops.lookup(rays, site, length))
        x.store.mark_valid(here)
        on_line = ops.ge(here, ops.number(0))
        x.b.assign(going, ops.both(on_line, x.pure(lambda: test(here))))
        with x.b.if_(going):
            x.b.assign(length, ops.add(length, ops.number(1)))
    return length


def _targets(x: Context, test: Callable[[n.Expr], n.Expr]) -> n.Expr | None:
    """The sites that pass a test, as a set, if the test asks only what stands on them."""
    var = x.b.fresh("passed", n.INT)
    x.store.mark_valid(var)
    with x.b.block() as statements:
        condition = test(var)
    return None if statements else _as_set(condition, var)


def _as_set(condition: n.Expr, var: n.Local) -> n.Expr | None:
    """The set whose members are just the sites that satisfy a condition, if it has that form."""
    sets = []
    for part in conjuncts(condition):
        if not (isinstance(part, n.Op) and part.op == "has" and part.args[1] == var):
            return None
        sets.append(part.args[0])
    return ops.intersect(*sets) if sets else None


class Flanking(Protocol):
    """The arguments of `custodial`."""

    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None


def start_site(x: Context, start: From | None) -> n.Expr:
    """The site an effect starts from, by default where the latest move ended."""
    written = start.site if start else None
    return x.b.let("from", written.lower(x) if written else x.b.load("last_to"))


def enemy_at(x: Context, site: n.Expr) -> n.Expr:
    """Whether an enemy holds a site."""
    if x.setting.teams:
        return x.is_enemy(x.store.who(site))
    others = [p for p in range(1, x.setting.players + 2) if ops.eq(x.mover, ops.number(p)) != ops.TRUE]
    held = [
        ops.select(ops.ne(x.mover, ops.number(p)), x.store.own_set(ops.number(p)), ops.empty_set(x.universe))
        for p in others
    ]
    return ops.has(ops.union(ops.empty_set(x.universe), *held), site)


def friend_at(x: Context, site: n.Expr) -> n.Expr:
    """Whether the mover, or one of his team, holds a site."""
    if x.setting.teams:
        return is_with_mover(x, x.b.let("who", x.store.who(site)))
    return ops.has(x.store.own_set(x.mover), site)


def custodial(x: Context, move: Flanking, sink: Sink) -> None:
    """Acts on each row of targets between a site and a friend."""
    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    start = start_site(x, move.from_)
    low, high = range_of(x, move.between, 0, MOST_DISTANCE)
    direction = Direction[move.direction.name] if move.direction else Direction.Adjacent
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(start):
        inside = ops.both(ops.ge(start, ops.number(0)), ops.lt(start, ops.number(sites.count)))
    with x.b.if_(ops.both(inside, ops.le(low, high))):
        for rays in rays_of(x, sites, [direction]):
            _flank(x, move, rays, start, low, high, with_then(sink, move.then))


def _flank(x: Context, move: Flanking, rays: n.Table, start: n.Expr, low: n.Expr, high: n.Expr, sink: Sink) -> None:
    between = move.between

    def is_target(site: n.Expr) -> n.Expr:
        if between is None or between.if_ is None:
            return enemy_at(x, site)
        return between.if_.lower(x.bind(between=site))

    targets = _targets(x, is_target)
    longest = rays.shape[1]
    friends = _targets(x, lambda site: _is_friend(x.bind(to=site), move.to, site))
    whole = _within(low, -longest, 1) and _within(high, longest, MOST_DISTANCE)
    if targets is not None and friends is not None and whole:
        _flank_whole_rows(x, move, rays, start, targets, friends, sink)
        return
    run = run_length(x, rays, start, is_target)
    # compat: with a greatest length of 1 only the first target counts, however long the row goes on
    length = x.b.let("length", ops.arithmetic("min", run, high))
    long_enough = ops.both(ops.gt(length, ops.number(0)), ops.le(low, length))
    with x.b.if_(long_enough):
        end = x.b.let("to", ops.lookup(rays, start, length))
        there = x.bind(to=end)
        # compat: behind a longer row the line may end, behind a single target it goes on
        goes_on: n.Expr = ops.TRUE
        if friends is None:
            goes_on = ops.either(ops.ne(high, ops.number(1)), ops.ge(end, ops.number(0)))
        with (
            x.b.if_(goes_on),
            x.b.if_(_is_friend(there, move.to, end)),
            x.b.range_("caught", ops.number(0), length) as k,
        ):
            site = x.b.let("between", ops.lookup(rays, start, k))
            x.store.mark_valid(site)
            act_between(there.bind(between=site), between, site, sink)


def _within(bound: n.Expr, least: int, most: int) -> bool:
    return isinstance(bound, n.Const) and least <= bound.value <= most


def _flank_whole_rows(
    x: Context, move: Flanking, rays: n.Table, start: n.Expr, targets: n.Expr, friends: n.Expr, sink: Sink
) -> None:
    """Rows of any length: the first site that is no target decides, and all before it are caught."""
    with x.b.for_("between", ops.caught(rays, start, targets, friends)) as site:
        x.store.mark_valid(site)
        act_between(x.bind(between=site), move.between, site, sink)


def _is_friend(x: Context, to: To | None, site: n.Expr) -> n.Expr:
    if to is not None and to.if_ is not None:
        return when(x, to.if_)
    return friend_at(x, site)


def act_between(x: Context, between: Between | None, site: n.Expr, sink: Sink) -> None:
    """Acts on a site that was caught, by default by taking off what stands there."""
    if between is not None and between.effect is not None:
        between.effect.lower(x, sink)
    else:
        sink(Draft("remove", site, site, (on_sites_of(x, RemovePiece(site)),)))


class Directing(Protocol):
    """The arguments of `directional`."""

    from_: From | None
    directions: DirectionArgument | None
    to: To | None


def directional(x: Context, move: Directing, sink: Sink) -> None:
    """Acts on the row of targets next to a site. compat: its consequent is dropped."""
    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    start = start_site(x, move.from_)
    with x.b.if_(ops.both(ops.ge(start, ops.number(0)), ops.lt(start, ops.number(sites.count)))):
        for condition, directions in _directions(x, move, sites, start):
            with x.b.if_(condition):
                for rays in rays_of(x, sites, directions):
                    _act_along(x, move.to, rays, start, sink)


def _directions(x: Context, move: Directing, sites: Sites, start: n.Expr) -> list[tuple[n.Expr, tuple[Direction, ...]]]:
    if move.directions is not None:
        return resolve(x, move.directions, sites, start)
    source, target = x.b.load("last_from"), x.b.load("last_to")
    return [(leads(x, sites, d, source, target), (d,)) for d in sites.supported(Direction.All)]


def _act_along(x: Context, to: To | None, rays: n.Table, start: n.Expr, sink: Sink) -> None:
    def is_target(site: n.Expr) -> n.Expr:
        if to is None or to.if_ is None:
            return enemy_at(x, site)
        return to.if_.lower(x.bind(to=site, from_=ops.NOWHERE))

    length = run_length(x, rays, start, is_target)
    effect = effect_of(to.effect if to else None)
    if effect is None:
        return
    with x.b.range_("caught", ops.number(0), length) as k:
        site = x.b.let("to", ops.lookup(rays, start, k))
        x.store.mark_valid(site)
        effect.lower(x.bind(to=site, from_=ops.NOWHERE), sink)
