"""Visibility from above on boards with layers: covered sites, links that hide under a platform."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.queries.contents import occupied
from petteia.ludemes.queries.site_sets import site_table

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


def visible_part(x: Context, sites: Sites, members: n.Expr) -> n.Expr:
    """The sites of a set over which nothing stands."""
    over = [
        mask_of(other for other in range(site + 1, sites.count) if sites.xy[other] == sites.xy[site])
        for site in range(sites.count)
    ]
    table = site_table(x, "over", over)
    return x.sites_where(
        members, "site", lambda site: ops.is_empty(ops.intersect(ops.lookup(table, site), occupied(x)))
    )


def visible_flood(x: Context, sites: Sites, start: n.Expr, within: n.Expr, near: n.Table) -> n.Expr:
    """The sites of a set that a site is linked with; a link under two pieces or more does not count."""
    b = x.b
    upward = site_table(x, "upward", [mask_of(sites.step(Direction.Upward, site)) for site in range(sites.count)])

    def search() -> n.Expr:
        reached = b.variable("reached", ops.intersect(ops.single(x.universe, start), within))
        fresh = b.variable("fresh", reached)
        pieces = b.let("pieces", occupied(x))
        with b.while_(ops.negate(ops.is_empty(fresh))):
            here = b.let("here", ops.first(fresh))
            over = b.let("over", ops.intersect(ops.lookup(upward, here), pieces))
            candidates = ops.minus(ops.intersect(ops.lookup(near, here), within), reached)
            linked = b.let(
                "linked",
                x.sites_where(
                    candidates,
                    "there",
                    lambda there: ops.le(ops.size(ops.intersect(over, ops.lookup(upward, there))), ops.number(1)),
                ),
            )
            b.assign(reached, ops.union(reached, linked))
            b.assign(fresh, ops.minus(ops.union(fresh, linked), ops.single(x.universe, here)))
        return reached

    return x.pure(search)


def hidden_links(x: Context, sites: Sites) -> Callable[[n.Expr, n.Expr], n.Expr]:
    """True if a link of two sites is hidden: pieces fill all that lies over both its ends."""
    upward = site_table(x, "upward", [mask_of(sites.step(Direction.Upward, one)) for one in range(sites.count)])

    def is_hidden(one: n.Expr, other: n.Expr) -> n.Expr:
        over = x.b.let("over", ops.intersect(ops.lookup(upward, one), ops.lookup(upward, other)))
        return ops.both(ops.negate(ops.is_empty(over)), ops.is_empty(ops.minus(over, occupied(x))))

    return is_hidden
