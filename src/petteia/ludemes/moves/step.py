"""Step: a move to a neighbouring site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import is_single
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import walk_block
from petteia.ludemes.arguments import From, Then, To
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.directions.steps import (
    all_steps,
    near_by_choice,
    neighbour_table,
    one_by_one,
    ordered_steps,
    step_tables,
)
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.travelling import Travel, level_of, start_travel
from petteia.ludemes.needs import STACKING, Need
from petteia.ludemes.registry import named
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

__all__ = ["Step", "for_each_step"]

_SEVERAL, _LONG = 4, 50
"""Steps in so many directions that come to so many nodes are written once, in a loop over the directions."""
_WIDE = 1000
"""On boards with more sites a few of them are better gone through one by one than as a set."""


class Step(NonDecision, keyword="step", decision="Step"):
    """Moves a piece to a neighbouring site."""

    from_: From | None
    directions: DirectionArgument | None
    to: To
    stack: bool | None = named()
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        start_travel(x, self.from_, lambda travel: self._steps(travel, sink))

    def _steps(self, travel: Travel, sink: Sink) -> None:
        x, sites, source = travel.outside, travel.sites, travel.source
        level = level_of(x, self.from_)
        if x.spec.stacking and not self.stack and level is None:
            level = ops.sub(x.store.load("height", source), ops.number(1))

        def arrive(target: n.Expr) -> None:
            travel.arrive("step", target, self.to, sink, level=level, stack=self.stack)

        choices = resolve(x, self.directions, sites, source, piece=travel.here.piece)
        near = near_by_choice(x, sites, choices, source)
        # one target changes the level that the condition of the next may read; of several effects the first counts
        ordered = x.spec.quirks.levels_beside_loops or x.rules.kinds.is_collecting
        if near is not None and not ordered:
            with x.b.for_("to", near) as target:
                x.store.mark_valid(target)
                arrive(target)
            return
        for condition, directions in choices:
            with x.b.if_(condition):
                if ordered:
                    _for_each_in_order(x, sites, directions, source, arrive)
                else:
                    for_each_step(x, sites, directions, source, arrive)

    def needs(self) -> tuple[Need, ...]:
        return (STACKING,) if self.stack else ()


def for_each_step(
    x: Context,
    sites: Sites,
    directions: tuple[Direction, ...],
    source: n.Expr,
    body: Callable[[n.Expr], None],
) -> None:
    """Runs `body` for each site one step away, once each.

    Single directions are written one by one, which later lets whole sets of pieces step at once; long ones in a loop.
    """
    if x.spec.many_kinds and x.spec.sites > _WIDE:
        directions = x.b.once(("single", sites.type, directions), lambda: _single_steps(sites, directions))
    if _are_apart(x, sites, directions):
        tables = [table for direction in directions for table in step_tables(x, sites, direction)]
        if x.spec.many_kinds and (every := all_steps(x, sites)).has(tables):
            with every.each(x, tables) as way:
                target = x.b.let("to", ops.lookup(every.table, way, source))
                x.store.mark_valid(target)
                with x.b.if_(ops.ge(target, ops.number(0))):
                    body(target)
            return
        for k, table in enumerate(tables):
            target = x.b.fresh("to", n.INT)
            x.store.mark_valid(target)
            with x.b.block() as step, x.b.if_(ops.ge(target, ops.number(0))):
                body(target)
            if k == 0 and len(tables) >= _SEVERAL and len(tables) * len(walk_block(tuple(step))) > _LONG:
                _step_in_a_loop(x, tables, source, target, step)
                return
            x.b.place(n.Let(target, ops.lookup(table, source)), *step)
        return
    near = ops.lookup(neighbour_table(x, sites, directions), source)
    with x.b.for_("to", near) as each:
        x.store.mark_valid(each)
        body(each)


def _for_each_in_order(
    x: Context,
    sites: Sites,
    directions: tuple[Direction, ...],
    source: n.Expr,
    body: Callable[[n.Expr], None],
) -> None:
    """The same in the order in which the steps of a site are listed."""
    table = ordered_steps(x, sites, directions)
    with x.b.range_("way", ops.number(0), ops.number(table.shape[1])) as way:
        target = x.b.let("to", ops.lookup(table, source, way))
        x.store.mark_valid(target)
        with x.b.if_(ops.ge(target, ops.number(0))):
            body(target)


def _step_in_a_loop(x: Context, tables: list[n.Table], source: n.Expr, target: n.Local, step: Sequence[n.Stmt]) -> None:

    def join() -> n.Table:
        values = [value for table in tables for value in table.values]
        return x.b.table(f"{tables[0].name}_and_others", n.INT, (len(tables), *tables[0].shape), values)

    joined = x.b.once(("joined", *(table.name for table in tables)), join)
    with x.b.range_("way", ops.number(0), ops.number(len(tables))) as way:
        x.b.place(n.Let(target, ops.lookup(joined, way, source)), *step)


def _single_steps(sites: Sites, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """Single directions that lead just where some directions lead; those directions if there are none."""
    singles = tuple(dict.fromkeys(one_by_one(sites, directions)))
    if {*singles} == {*directions}:
        return singles
    for site in range(sites.count):
        if {*_ends(sites, singles, site)} != {*_ends(sites, directions, site)}:
            return directions
    return singles


def _ends(sites: Sites, directions: Iterable[Direction], site: int) -> Iterator[int]:
    return (end for direction in directions for end in sites.step(direction, site))


def _are_apart(x: Context, sites: Sites, directions: tuple[Direction, ...]) -> bool:
    """Answer of `_apart`, found out once: some of the directions of a board are apart if all are."""
    every = tuple(sites.supported(Direction.All))
    different = {*directions} <= {*every} and len({*directions}) == len(directions)
    if different and x.b.once(("steps apart", sites.type, every), lambda: _apart(sites, every)):
        return True
    return x.b.once(("steps apart", sites.type, directions), lambda: _apart(sites, directions))


def _apart(sites: Sites, directions: tuple[Direction, ...]) -> bool:
    """True if some single directions lead to one site each, all different."""
    if not all(is_single(direction) for direction in directions):
        return False
    for site in range(sites.count):
        ends = [end for direction in directions for end in sites.step(direction, site)]
        if len(ends) != len(set(ends)):
            return False
    return True
