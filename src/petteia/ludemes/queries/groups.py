"""Groups of connected sites: the group of a site, all groups, what borders on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction as BoardDirection
from petteia.board import Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.resolve import resolve, resolve_everywhere
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.queries.contents import board_sites, component_set, occupied, on_board, stable
from petteia.ludemes.queries.site_sets import site_table
from petteia.ludemes.queries.visibility import visible_flood, visible_part

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import BooleanFunction
    from petteia.ludemes.types import Direction as DirectionArgument


Whose = Callable[[int], n.Expr]
"""Says of an owner if his pieces are meant."""


def neighbours(
    x: Context, sites: Sites, written: DirectionArgument | None, default: BoardDirection = BoardDirection.Adjacent
) -> n.Table:
    """For each site the set of its neighbours in a written direction, which must not depend on the pieces."""
    everywhere = resolve_everywhere(x, written, sites, default)
    if everywhere is not None:
        return neighbour_table(x, sites, everywhere)
    masks: list[int] = []
    for site in range(sites.count):
        with x.b.block():
            here = resolve(x, written, sites, ops.number(site), default=default)
        if not all(isinstance(condition, n.Const) for condition, _ in here):
            raise UnsupportedLudeme(["groups in directions that depend on the pieces"])
        ways = [way for condition, ways in here if condition == ops.TRUE for way in ways]
        masks.append(mask_of(near for way in ways for near in sites.step(way, site)))
    return site_table(x, "near_by_place", masks)


def group_of(
    x: Context,
    start: n.Expr,
    near: n.Table,
    condition: BooleanFunction | None,
    seen_on: Sites | None = None,
) -> n.Expr:
    """The sites connected with a site: of the same piece, or where a condition holds; none for no site.

    With `seen_on` only what can be seen from above on these sites is connected.
    """
    start = stable(x, "start", start)
    if condition is None:
        within = on_board(x, component_set(x, x.store.what(start)))
    else:
        joins = condition
        within = x.sites_where(board_sites(x), "to", lambda site: joins.lower(x.bind(from_=start, to=site)))
    if seen_on is None:
        return ops.flood(x.single(start), within, near)
    # the site itself may be covered
    visible = ops.union(visible_part(x, seen_on, within), ops.intersect(within, x.single(start)))
    return visible_flood(x, seen_on, start, x.b.let("within", visible), near)


def joined_where(x: Context, condition: BooleanFunction | None) -> n.Expr:
    """The sites of the board that take part in groups: where a condition holds, by default where something stands."""
    if condition is None:
        return on_board(x, occupied(x))
    return x.sites_where(board_sites(x), "to", lambda site: condition.lower(x.bind(to=site)))


def each_group(
    x: Context,
    seeds: n.Expr,
    within: n.Expr,
    near: n.Table,
    body: Callable[[n.Expr], None],
    seen_on: Sites | None = None,
    *,
    whose: Whose | None = None,
) -> None:
    """Writes a loop that runs a body for every group of `within` that has a site of `seeds`, the lowest first.

    compat: with `whose` they come in the order of the pieces of some owners, if the rules can tell it.
    """
    b = x.b
    within = b.let("within", within)

    def visit(first: n.Expr) -> n.Expr:
        if seen_on is None:
            group = ops.flood(ops.single(x.universe, first), within, near)
        else:
            group = visible_flood(x, seen_on, first, within, near)
        group = b.let("group", group)
        body(group)
        return group

    each_start(x, ops.intersect(seeds, within), visit, whose)


def each_start(x: Context, starts: n.Expr, visit: Callable[[n.Expr], n.Expr], whose: Whose | None) -> None:
    """Visits sites, in the order of pieces where one is kept, but for those that a visit before gave as reached."""
    b = x.b
    left = b.variable("left", starts)

    def reach(start: n.Expr) -> None:
        x.store.mark_valid(start)
        b.assign(left, ops.minus(left, visit(start)))

    for component in sorted(x.spec.components, key=lambda one: (one.owner, one.index)):
        if whose is not None and component.index in x.spec.ordered and whose(component.owner) != ops.FALSE:
            with b.if_(whose(component.owner)), x.store.in_order(component.index) as start, b.if_(ops.has(left, start)):
                reach(start)
    with b.while_(ops.negate(ops.is_empty(left))):
        reach(b.let("first", ops.first(left)))


def count_groups(x: Context, within: n.Expr, near: n.Table, least: n.Expr) -> n.Expr:
    """How many groups have at least so many sites."""
    b = x.b
    with b.block() as body:
        found = b.variable("found", ops.number(0))

        def count(group: n.Expr) -> None:
            with b.if_(ops.ge(ops.size(group), least)):
                b.assign(found, ops.add(found, ops.number(1)))

        each_group(x, within, within, near, count)
    return x.outline("count_groups", (*body, n.Return(found)), n.INT)


def biggest_group(x: Context, seeds: n.Expr, within: n.Expr, near: n.Table, seen_on: Sites | None = None) -> n.Expr:
    """The size of the largest group that has a seed."""
    b = x.b
    if seen_on is not None:
        within = visible_part(x, seen_on, within)
    with b.block() as body:
        most = b.variable("most", ops.number(0))
        each_group(
            x,
            seeds,
            within,
            near,
            lambda group: b.assign(most, ops.arithmetic("max", most, ops.size(group))),
            seen_on,
        )
    return x.outline("biggest_group", (*body, n.Return(most)), n.INT)


def territory(x: Context, owned: n.Expr, near: n.Table) -> n.Expr:
    """The number of empty sites in groups that border on nothing but some sites."""
    b = x.b
    with b.block() as body:
        size = b.variable("size", ops.number(0))
        owned = b.let("owned", owned)

        def add_if_surrounded(group: n.Expr) -> None:
            border = ops.minus(ops.spread(near, group), group)
            with b.if_(ops.is_empty(ops.minus(border, owned))):
                b.assign(size, ops.add(size, ops.size(group)))

        empty = on_board(x, x.store.empty_set())
        each_group(x, empty, empty, near, add_if_surrounded)
    return x.outline("territory", (*body, n.Return(size)), n.INT)
