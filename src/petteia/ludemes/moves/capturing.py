"""Effects on rows of pieces: custodial and directional."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ranges import conjuncts
from petteia.ludemes.actions.action import on_sites_of
from petteia.ludemes.actions.pieces import RemovePiece
from petteia.ludemes.lowering.drafts import Draft, Sink
from petteia.ludemes.queries.roles import is_with_mover

if TYPE_CHECKING:
    from petteia.ludemes.arguments import Between, From
    from petteia.ludemes.lowering.context import Context


def run_length(x: Context, rays: n.Table, site: n.Expr, test: Callable[[n.Expr], n.Expr]) -> n.Expr:
    """The number of sites at the start of a line that pass a test.

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


def start_site(x: Context, start: From | None) -> n.Expr:
    """The site an effect starts from, by default where the latest move ended; a `(from)` alone is the iterator."""
    if start is None:
        return x.b.let("from", x.b.load("last_to"))
    if start.site is not None:
        return x.b.let("from", start.site.lower(x))
    if start.region is not None:
        raise UnsupportedLudeme(["an effect that starts from a region"])
    return x.b.let("from", x.slot("from"))


def enemy_at(x: Context, site: n.Expr) -> n.Expr:
    """True if an enemy holds a site."""
    if x.spec.teams:
        return x.is_enemy(x.store.who(site))
    others = [p for p in range(1, x.spec.players + 2) if ops.eq(x.mover, ops.number(p)) != ops.TRUE]
    held = [
        ops.select(ops.ne(x.mover, ops.number(p)), x.store.own_set(ops.number(p)), ops.empty_set(x.universe))
        for p in others
    ]
    return ops.has(ops.union(ops.empty_set(x.universe), *held), site)


def friend_at(x: Context, site: n.Expr) -> n.Expr:
    """True if the mover, or one of his team, holds a site."""
    if x.spec.teams:
        return is_with_mover(x, x.b.let("who", x.store.who(site)))
    return ops.has(x.store.own_set(x.mover), site)


def act_between(x: Context, between: Between | None, site: n.Expr, sink: Sink, *, sure: bool = True) -> None:
    """Acts on a site that was caught, by default by taking off what stands there, if it is not `sure` that any does."""
    if between is not None and between.effect is not None:
        between.effect.lower(x, sink)
    else:
        take_off(x, site, sink, sure=sure and (between is None or between.if_ is None))


def take_off(x: Context, site: n.Expr, sink: Sink, *, sure: bool) -> None:
    """The move that takes a piece off a site; none, and nothing that follows from it, where nothing stands."""
    with x.b.if_(ops.TRUE if sure else ops.negate(x.store.is_empty(site))):
        sink(Draft("remove", site, site, (on_sites_of(x, RemovePiece(site)),)))
