"""What can be seen from above on boards with layers: covered sites, links that hide under a platform."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops

from ._content import component_set, occupied, on_board
from ._directions import ray_table
from ._lines import LineTest, axes_of
from ._regions import mask_of, site_table

if TYPE_CHECKING:
    from ._context import Context


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


def line_in_sight(
    x: Context, sites: Sites, direction: Direction, test: LineTest, site: n.Expr, wanted: n.Expr | None
) -> n.Expr:
    """Whether there is a line through a site all of which can be seen from above.

    compat: a link counts as hidden if pieces fill all that lies over both its ends, and only on one side of the site.
    """
    b, axes = x.b, axes_of(sites, direction)
    upward = site_table(x, "upward", [mask_of(sites.step(Direction.Upward, one)) for one in range(sites.count)])
    with b.block() as body:
        inside = ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(sites.count)))
        with b.if_(ops.negate(inside)):
            b.return_(ops.FALSE)
        kinds = on_board(x, component_set(x, x.store.what(site)) if wanted is None else wanted)
        members, pieces = b.let("members", visible_part(x, sites, kinds)), b.let("pieces", occupied(x))
        with b.if_(ops.negate(ops.has(members, site))):
            b.return_(ops.FALSE)
        for k, ahead in enumerate(axes.ahead):
            rays = ray_table(x, f"axis_{k}", ahead)
            count, previous = b.variable("count", ops.number(1)), b.variable("previous", site)
            with b.range_("step", ops.number(0), ops.run(rays, site, members)) as step:
                there = b.let("there", ops.lookup(rays, site, step))
                over = b.let("over", ops.intersect(ops.lookup(upward, previous), ops.lookup(upward, there)))
                with b.if_(ops.both(ops.negate(ops.is_empty(over)), ops.is_empty(ops.minus(over, pieces)))):
                    b.emit_statement(n.Break())
                b.assign(count, ops.add(count, ops.number(1)))
                b.assign(previous, there)
            if test.both_ways:
                back = ops.run(ray_table(x, f"axis_{k}_back", axes.back[k]), site, members)
                b.assign(count, ops.add(count, back))
            reached = ops.select(test.exact, ops.eq(count, test.length), ops.ge(count, test.length))
            with b.if_(reached):
                b.return_(ops.TRUE)
    return x.outline("line_in_sight", (*body, n.Return(ops.FALSE)), n.BOOL)
