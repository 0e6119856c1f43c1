"""Connection: whether groups join regions, whether they still can, whether they close a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.rays import ray_tables
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.queries.contents import (
    board_sites,
    component_set,
    held_by_any,
    held_by_index,
    on_board,
    owners_in_play,
)
from petteia.ludemes.queries.site_sets import regions_of

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

Regions = Sequence[n.Expr]


def regions_by_owner(x: Context, owner: n.Expr, joined: Callable[[n.Expr, Regions], n.Expr]) -> n.Expr:
    """A condition about the regions of an owner, who may be known only in play."""
    if isinstance(owner, n.Const):
        return joined(owner, [ops.sites(x.universe, part) for part in regions_of(x, owner.value)])
    result: n.Expr = ops.FALSE
    for player in range(1, x.spec.players + 1):
        index = ops.number(player)
        own = x.pure(lambda index=index: regions_by_owner(x, index, joined))  # type: ignore[misc]
        result = ops.either(result, ops.both(ops.eq(owner, index), own))
    return result


def _touched(group: n.Expr, regions: Regions) -> n.Expr:
    """How many regions a group has a site in."""
    count: n.Expr = ops.number(0)
    for region in regions:
        count = ops.add(count, ops.to_int(ops.negate(ops.is_empty(ops.intersect(group, region)))))
    return count


def _all_touched(group: n.Expr, regions: Regions, needed: n.Expr) -> n.Expr:
    if needed == ops.number(len(regions)):
        return ops.both(*(ops.negate(ops.is_empty(ops.intersect(group, region))) for region in regions))
    return ops.ge(_touched(group, regions), needed)


def is_connected(
    x: Context, start: n.Expr, near: n.Table, regions: Regions, needed: n.Expr | None, owner: n.Expr | None
) -> n.Expr:
    """True if the group of a site touches enough regions. With an owner only his groups count."""
    needed = ops.number(len(regions)) if needed is None else needed
    if not regions:
        return ops.FALSE
    b = x.b
    with b.block() as body:
        with b.if_(ops.negate(ops.has(board_sites(x), start))):
            b.return_(ops.FALSE)
        with b.if_(ops.le(needed, ops.number(0))):  # none are enough for a piece, fewer cannot be
            somebody = ops.has(held_by_any(x, range(1, x.spec.players + 2)), start)
            b.return_(ops.both(ops.eq(needed, ops.number(0)), somebody))
        if owner is not None:
            # compat: a site that itself lies in enough regions counts whoever holds it
            corner = _all_touched(x.single(start), regions, needed)
            if not (isinstance(needed, n.Const) and _never_in(regions, needed.value)):
                somebody = ops.has(held_by_any(x, range(1, x.spec.players + 2)), start)
                with b.if_(ops.both(somebody, corner)):
                    b.return_(ops.TRUE)
            held = b.let("held", on_board(x, held_by_index(x, owner)))
        else:
            held = b.let("held", on_board(x, _held_like(x, start)))
        group = b.let("group", ops.flood(x.single(start), held, near))
        b.return_(_all_touched(group, regions, needed))
    return x.outline("is_connected", tuple(body), n.BOOL)


def _never_in(regions: Regions, many: int) -> bool:
    """True if no site lies in so many regions at once, as far as that is known."""
    if not all(isinstance(region, n.Const) for region in regions):
        return False
    counts: dict[int, int] = {}
    for region in regions:
        assert isinstance(region, n.Const)
        for site in ops.bits(region.value):
            counts[site] = counts.get(site, 0) + 1
    return max(counts.values(), default=0) < many


def _held_like(x: Context, site: n.Expr) -> n.Expr:
    """The sites of whoever, but nobody, holds a site."""
    members: n.Expr = ops.empty_set(x.universe)
    for owner in owners_in_play(x):
        if owner > 0:
            held = held_by_any(x, [owner])
            members = ops.select(ops.has(held, site), held, members)
    return members


def is_blocked(x: Context, near: n.Table, regions: Regions, needed: n.Expr | None, owner: n.Expr) -> n.Expr:
    """True if no path of own or empty sites can join the regions any more."""
    needed = ops.number(len(regions)) if needed is None else needed
    if not regions:
        return ops.TRUE
    open_ = x.b.let("open", on_board(x, ops.union(held_by_index(x, owner), x.store.empty_set())))

    def joins(site: n.Expr) -> n.Expr:
        here = ops.single(x.universe, site)
        reached = x.b.let("reached", ops.minus(ops.flood(here, open_, near), here))
        others = ops.add(ops.number(1), _touched(reached, regions[1:]))
        return ops.ge(others, needed)

    one = ops.number(1)
    kept_apart = x.pure(lambda: ops.negate(x.exists(ops.intersect(regions[0], open_), "site", joins)))
    kept_apart = ops.select(ops.eq(needed, one), ops.is_empty(regions[0]), kept_apart)
    return ops.either(ops.lt(needed, one), kept_apart)


# ---------------------------------------------------------------------------------------------------------------
# Loops


def is_loop(x: Context, sites: Sites, start: n.Expr, near: n.Table, colour: n.Expr, inside: Sequence[n.Expr]) -> n.Expr:
    """True if the piece on a site is part of a ring of its kind that a colour holds.

    Next to the site there must be a region that its kind shuts off from the rim, all of whose border the colour holds,
    and of the kind's pieces on that border two must be neighbours. `inside` are the owners that may fill the region;
    none means that everything may.
    """
    if not ops.is_symmetric(near):
        raise UnsupportedLudeme(["is Loop in directions that lead one way only"])
    b = x.b
    orthogonal = neighbour_table(x, sites, (Direction.Orthogonal,))
    adjacent = neighbour_table(x, sites, (Direction.Adjacent,))
    rim = ops.sites(x.universe, mask_of(sites.outer))
    with b.block() as body:
        with b.if_(ops.negate(ops.has(board_sites(x), start))):
            b.return_(ops.FALSE)
        kind = b.let("kind", x.store.what(start))
        with b.if_(ops.le(kind, ops.number(0))):
            b.return_(ops.FALSE)
        wall = b.let("wall", on_board(x, component_set(x, kind)))
        held = b.let("held", on_board(x, held_by_index(x, colour)))
        candidates = ops.minus(ops.lookup(adjacent, start), rim)
        if inside:
            filled = b.let("filled", ops.union(*(held_by_index(x, owner) for owner in inside)))
            candidates = ops.intersect(candidates, filled)
        else:
            filled = board_sites(x)
            outside = b.let("outside", ops.flood(ops.minus(rim, wall), ops.minus(board_sites(x), wall), orthogonal))
            candidates = ops.minus(candidates, outside)
        with b.for_("candidate", candidates) as candidate:
            x.store.mark_valid(candidate)
            if inside:
                region = _enclosed_by_sight(x, sites, candidate, wall, filled, rim)
            else:
                room = ops.minus(board_sites(x), ops.minus(wall, ops.single(x.universe, candidate)))
                region = ops.flood(ops.single(x.universe, candidate), room, orthogonal)
            region = b.let("region", region)
            closed = ops.both(ops.has(region, candidate), ops.is_empty(ops.intersect(region, rim)))
            border = b.let("border", ops.minus(ops.spread(orthogonal, region), region))
            ours = ops.both(ops.negate(ops.is_empty(border)), ops.is_empty(ops.minus(border, held)))
            ring = b.let("ring", ops.intersect(border, wall))
            linked = ops.negate(ops.is_empty(ops.intersect(ring, ops.spread(near, ring))))
            with b.if_(ops.both(closed, ours, linked)):
                b.return_(ops.TRUE)
        b.return_(ops.FALSE)
    return x.outline("is_loop", tuple(body), n.BOOL)


def _enclosed_by_sight(x: Context, sites: Sites, start: n.Expr, wall: n.Expr, filled: n.Expr, rim: n.Expr) -> n.Expr:
    """The sites of some owners that can be seen from a site and from each other up to a wall.

    The look passes over what others hold; where it meets the rim, the result is empty.
    """
    b = x.b

    def search() -> n.Expr:
        region = b.variable("region", ops.single(x.universe, start))
        fresh = b.variable("fresh", ops.single(x.universe, start))
        with b.while_(ops.negate(ops.is_empty(fresh))):
            here = b.let("here", ops.first(fresh))
            b.assign(fresh, ops.minus(fresh, ops.single(x.universe, here)))
            for rays in ray_tables(x, sites, Direction.Orthogonal):
                with b.range_("step", ops.number(0), ops.number(rays.shape[1])) as step:
                    site = b.let("site", ops.lookup(rays, here, step))
                    blocked = ops.both(ops.has(wall, site), ops.negate(ops.has(region, site)))
                    with b.if_(ops.either(ops.lt(site, ops.number(0)), blocked)):
                        b.emit_statement(n.Break())
                    with b.if_(ops.negate(ops.has(region, site))):
                        with b.if_(ops.has(rim, site)):
                            b.return_(ops.empty_set(x.universe))
                        with b.if_(ops.has(filled, site)):
                            b.assign(region, ops.union(region, ops.single(x.universe, site)))
                            b.assign(fresh, ops.union(fresh, ops.single(x.universe, site)))
        return region

    return x.pure(search)
