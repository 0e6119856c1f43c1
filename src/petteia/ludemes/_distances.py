"""Distances in steps on the board. One relation between sites serves a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops

from ._missing import walk
from ._regions import mask_of, site_table

if TYPE_CHECKING:
    from ._context import Context

_BY_RANK = ("Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal")


class MeasuresSteps:
    """A ludeme that measures distances over the board's own neighbours."""

    def measured_relation(self) -> str | None:
        """The relation it asks for, None if it measures by moves of its own."""
        raise NotImplementedError


def relation_of_game(x: Context) -> Direction:
    """compat: the relation by which all distances of a game are measured, whatever the single ludeme asks."""
    asked = {one.measured_relation() for one in walk(x.setting.game) if isinstance(one, MeasuresSteps)}
    return Direction[next((name for name in _BY_RANK if name in asked), "Adjacent")]


def distance(x: Context, sites: Sites, start: n.Expr, goal: n.Expr) -> n.Expr:
    """The number of steps between two sites of the board, 0 where there is no way."""
    table = _table(x, sites)
    return ops.lookup(table, start, goal)


def _table(x: Context, sites: Sites) -> n.Table:
    rows = sites.distances(relation_of_game(x))
    return x.b.table("steps_between", n.INT, (len(rows), len(rows)), [steps for row in rows for steps in row])


def least_distance(x: Context, sites: Sites, start: n.Expr, goals: n.Expr) -> n.Expr:
    """The least number of steps from a site of the board to one of some, 0 if there are none."""
    b = x.b

    def search() -> n.Expr:
        least = b.variable("least", ops.number(2**31 - 1))
        with b.for_("goal", goals) as goal:
            b.assign(least, ops.arithmetic("min", least, distance(x, sites, start, goal)))
        return ops.select(ops.eq(least, ops.number(2**31 - 1)), ops.number(0), least)

    return x.pure(search)


def at_distance(x: Context, sites: Sites, start: n.Expr, low: n.Expr, high: n.Expr) -> n.Expr:
    """The sites whose distance from a site of the board lies in a range."""
    shells = sites.shells(relation_of_game(x))
    if isinstance(low, n.Const) and isinstance(high, n.Const):
        if low.value < 0:
            return ops.empty_set(x.universe)
        masks = [mask_of(s for shell in own[low.value : high.value + 1] for s in shell) for own in shells]
        return ops.lookup(site_table(x, f"at_distance_{low.value}_{high.value}", masks), start)
    return x.pure(lambda: _collect_shells(x, shells, start, low, high))


def _collect_shells(
    x: Context, shells: tuple[tuple[tuple[int, ...], ...], ...], start: n.Expr, low: n.Expr, high: n.Expr
) -> n.Expr:
    b = x.b
    most = max(len(own) for own in shells)
    masks = [mask_of(own[k]) if k < len(own) else 0 for own in shells for k in range(most)]
    table = b.table("shells", n.set_of(x.universe), (len(shells), most), masks)
    found = b.variable("found", ops.empty_set(x.universe))
    low = b.let("low", low)
    last = ops.arithmetic("min", ops.add(high, ops.number(1)), ops.number(most))
    with b.if_(ops.ge(low, ops.number(0))), b.range_("steps", low, last) as steps:
        b.assign(found, ops.union(found, ops.lookup(table, start, steps)))
    return found
