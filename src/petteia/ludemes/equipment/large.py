"""Large pieces, which cover several cells: how they are put down and moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.actions.pieces import HIDDEN, carry_hidden
from petteia.ludemes.equipment.covering import COVERED, ZERO, covered_from, footprint_table, states_of, uncover
from petteia.ludemes.lowering.drafts import Draft, Sink
from petteia.ludemes.registry import walk
from petteia.ludemes.types import Moves

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component
    from petteia.ludemes.lowering.spec import GameSpec


def without_large(spec: GameSpec) -> list[str]:
    """Uses of a game with large pieces that do not know them."""
    moves = {ludeme for ludeme in walk(spec.game) if isinstance(ludeme, Moves)}
    unfit = {ludeme.title for ludeme in moves if not ludeme.knows_large}
    if spec.stacking or len(spec.stored_types) > 1 or spec.board.use != SiteType.Cell:
        unfit.add("stacks, or play elsewhere than on cells")
    return sorted(unfit)


@dataclass(frozen=True)
class PutLarge(Action):
    """Puts a large piece down, from nowhere or from where it lay."""

    component: Component
    target: n.Expr
    state: n.Expr
    source: n.Expr | None = None

    def apply(self, x: Context) -> None:
        index = ops.number(self.component.index)
        if self.source is not None:
            uncover(x, self.component, self.source)
            x.store.clear(self.source, index)
        cells = x.b.let("cells", ops.lookup(footprint_table(x, self.component), self.state, self.target))
        others = ops.minus(cells, ops.single(x.universe, self.target))
        x.store.put(self.target, index)
        x.store.write("count", self.target, ops.number(1))
        x.store.write("state", self.target, self.state)
        x.b.store("empty", [], ops.minus(x.b.load("empty"), cells))
        x.b.store(COVERED, [index], ops.union(x.b.load(COVERED, index), others))
        if self.source is not None and HIDDEN in x.b.program.fields:
            carry_hidden(x, self.source, self.target)
        note_sites(x, self.target if self.source is None else self.source, self.target)


def add_large(x: Context, component: Component, site: n.Expr, state: n.Expr | None, sink: Sink) -> None:
    """Moves that put a large piece on empty cells, one for each way it may lie. compat: nothing else is asked."""
    table = footprint_table(x, component)
    for each in states_of(component) if state is None else [state]:
        lies = ops.number(each) if isinstance(each, int) else each
        known = ops.both(ops.le(ZERO, lies), ops.lt(lies, ops.number(table.shape[0])))
        cells = x.b.let("cells", ops.select(known, ops.lookup(table, lies, site), ops.empty_set(x.universe)))
        free = ops.is_empty(ops.minus(cells, x.store.empty_set()))
        with x.b.if_(ops.both(ops.negate(ops.is_empty(cells)), free)):
            sink(Draft("add", site, site, (PutLarge(component, site, lies),)))


def move_large(x: Context, component: Component, source: n.Expr, targets: n.Expr, sink: Sink) -> None:
    """Moves of a large piece to other cells, or to the same in another way, over cells that it may use."""
    b = x.b
    table, own = footprint_table(x, component), b.let("own", covered_from(x, component, source))
    now = b.let("now", x.store.datum("state", source))
    root = ops.single(x.universe, source)
    roots = b.let("roots", ops.union(targets, ops.minus(own, root)))
    allowed = b.let("allowed", ops.union(roots, root))
    with b.for_("to", roots) as target:
        x.store.mark_valid(target)
        with b.range_("state", ZERO, ops.number(table.shape[0])) as state:
            cells = b.let("cells", ops.lookup(table, state, target))
            fits = ops.both(ops.negate(ops.is_empty(cells)), ops.is_empty(ops.minus(cells, allowed)))
            changed = ops.either(ops.ne(source, target), ops.ne(now, state))
            with b.if_(ops.both(fits, changed)):
                sink(Draft("move", source, target, (PutLarge(component, target, state, source),)))
