"""Custodial and directional: effects on rows of pieces on a line from a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Between, From, Then, To, effect_of
from petteia.ludemes.directions.rays import leads, rays_of
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.enums import AbsoluteDirection
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.capturing import _targets, act_between, enemy_at, friend_at, run_length, start_site
from petteia.ludemes.moves.travelling import MOST_DISTANCE, on_start, range_of
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Custodial", "Directional"]


class Custodial(NonDecision, keyword="custodial"):
    """Acts on rows of pieces caught between two others."""

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
        low, high = range_of(x, self.between, 0, MOST_DISTANCE)
        direction = Direction[self.direction.name] if self.direction else Direction.Adjacent
        inside: n.Expr = ops.TRUE
        if not x.store.is_valid(start):
            inside = ops.both(ops.ge(start, ops.number(0)), ops.lt(start, ops.number(sites.count)))
        with x.b.if_(ops.both(inside, ops.le(low, high))):
            for rays in rays_of(x, sites, [direction]):
                _flank(x, self, rays, start, low, high, with_then(sink, self.then))


def _flank(x: Context, move: Custodial, rays: n.Table, start: n.Expr, low: n.Expr, high: n.Expr, sink: Sink) -> None:
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
    x: Context, move: Custodial, rays: n.Table, start: n.Expr, targets: n.Expr, friends: n.Expr, sink: Sink
) -> None:
    """Rows of any length: the first site that is no target decides, and all before it are caught."""
    with x.b.for_("between", ops.caught(rays, start, targets, friends)) as site:
        x.store.mark_valid(site)
        act_between(x.bind(between=site), move.between, site, sink)


def _is_friend(x: Context, to: To | None, site: n.Expr) -> n.Expr:
    if to is not None and to.if_ is not None:
        return when(x, to.if_)
    return friend_at(x, site)


class Directional(NonDecision, keyword="directional"):
    """Acts on the row of pieces on a straight line from a site."""

    from_: From | None
    directions: DirectionArgument | None
    to: To | None
    then: Then | None
    takes_pieces = True
    commutes = is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        start = start_site(x, self.from_)
        with x.b.if_(ops.both(ops.ge(start, ops.number(0)), ops.lt(start, ops.number(sites.count)))):
            for condition, directions in _directions(x, self, sites, start):
                with x.b.if_(condition):
                    for rays in rays_of(x, sites, directions):
                        _act_along(x, self.to, rays, start, sink)


def _directions(
    x: Context, move: Directional, sites: Sites, start: n.Expr
) -> list[tuple[n.Expr, tuple[Direction, ...]]]:
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
