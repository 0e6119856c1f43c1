"""Distances in steps on the board. One relation between sites serves a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.directions.written import DirectionDifference, DirectionUnion
from petteia.ludemes.queries.site_sets import site_table
from petteia.ludemes.registry import walk

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.moves.step import Step
    from petteia.ludemes.types import BooleanFunction

_INFINITY = ops.number(1_000_000_000)
_BY_RANK = ("Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal")


class MeasuresSteps:
    """A ludeme that measures distances over the board's own neighbours."""

    def measured_relation(self) -> str | None:
        """The relation it asks for, None if it measures by moves of its own."""
        raise NotImplementedError


def relation_of_game(x: Context) -> Direction:
    """compat: the relation by which all distances of a game are measured, whatever the single ludeme asks."""

    def find() -> Direction:
        asked = {one.measured_relation() for one in walk(x.spec.game) if isinstance(one, MeasuresSteps)}
        return Direction[next((name for name in _BY_RANK if name in asked), "Adjacent")]

    return x.b.once(("relation of distances",), find)


def distance(x: Context, sites: Sites, start: n.Expr, goal: n.Expr) -> n.Expr:
    """The number of steps between two sites of the board, 0 where there is no way."""
    table = _table(x, sites)
    return ops.lookup(table, start, goal)


def _table(x: Context, sites: Sites) -> n.Table:

    def make() -> n.Table:
        rows = sites.distances(relation_of_game(x))
        return x.b.table("steps_between", n.INT, (len(rows), len(rows)), [steps for row in rows for steps in row])

    return x.b.once(("steps between", sites.type), make)


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


# ---------------------------------------------------------------------------------------------------------------
# Distances by steps that a piece could make


def _layers(x: Context, sites: Sites, start: n.Expr, step: Step, body: Callable[[n.Expr, n.Expr], None]) -> None:
    """Writes a loop over what can be reached in one step, two steps, ..., as the piece on a site goes.

    The body gets the sites that are reached for the first time, and the number of steps.
    """
    b = x.b
    # what is relative to a piece goes by the one on the start, what depends on the place by where the steps have led
    by_place = isinstance(step.directions, DirectionUnion | DirectionDifference)
    choices = [] if by_place else _ways(x, sites, start, step)
    reached = b.variable("reached", x.single(start))
    layer = b.variable("layer", reached)
    steps = b.variable("steps", ops.number(0))
    with b.while_(ops.negate(ops.is_empty(layer))):
        following = b.variable("following", ops.empty_set(x.universe))
        with b.for_("here", layer) as here:
            x.store.mark_valid(here)
            nothing = ops.empty_set(x.universe)
            ways = _ways(x, sites, here, step) if by_place else choices
            near = ops.union(nothing, *(ops.select(goes, ops.lookup(table, here), nothing) for goes, table in ways))
            fresh = ops.minus(near, ops.union(reached, following))
            b.assign(following, ops.union(following, _allowed(x, step.to.if_, here, fresh)))
        b.assign(layer, following)
        b.assign(reached, ops.union(reached, layer))
        b.assign(steps, ops.add(steps, ops.number(1)))
        body(layer, steps)


def _ways(x: Context, sites: Sites, site: n.Expr, step: Step) -> list[tuple[n.Expr, n.Table]]:
    """The neighbours in the directions of a step at a site, with the conditions under which they apply."""
    return [
        (x.b.let("goes", condition), neighbour_table(x, sites, directions))
        for condition, directions in resolve(x, step.directions, sites, site)
    ]


def _allowed(x: Context, condition: BooleanFunction | None, source: n.Expr, targets: n.Expr) -> n.Expr:
    if condition is None:
        return targets
    return x.sites_where(targets, "to", lambda site: condition.lower(x.bind(from_=source, to=site)))


def steps_by_rule(x: Context, sites: Sites, start: n.Expr, goals: n.Expr, step: Step) -> n.Expr:
    """The least number of steps of a rule to one of some sites; infinity if there is no way, 0 if none is asked for."""
    b = x.b
    start, goals = b.let("start", start), b.let("goals", goals)
    with b.block() as body:
        none = ops.either(ops.lt(start, ops.number(0)), ops.is_empty(goals), ops.has(goals, start))
        with b.if_(none):
            b.return_(ops.number(0))
        with b.if_(ops.ge(start, ops.number(sites.count))):
            b.return_(_INFINITY)

        def test(layer: n.Expr, steps: n.Expr) -> None:
            with b.if_(ops.negate(ops.is_empty(ops.intersect(layer, goals)))):
                b.return_(steps)

        _layers(x, sites, start, step, test)
    return x.outline("steps_by_rule", (*body, n.Return(_INFINITY)), n.INT)


def reached_by_rule(x: Context, sites: Sites, start: n.Expr, low: n.Expr, high: n.Expr, step: Step) -> n.Expr:
    """The sites that steps of a rule lead to, in a number of steps within a range."""
    b = x.b
    start, low, high = b.let("start", start), b.let("low", low), b.let("high", high)
    with b.block() as body:
        found = b.variable("found", ops.empty_set(x.universe))
        outside = ops.either(ops.lt(start, ops.number(0)), ops.ge(start, ops.number(sites.count)))
        with b.if_(ops.either(outside, ops.lt(low, ops.number(0)))):
            b.return_(found)

        def collect(layer: n.Expr, steps: n.Expr) -> None:
            with b.if_(ops.ge(steps, low)):
                b.assign(found, ops.union(found, layer))
            with b.if_(ops.ge(steps, high)):
                b.return_(found)

        _layers(x, sites, start, step, collect)
    return x.outline("reached_by_rule", (*body, n.Return(found)), n.set_of(x.universe))
