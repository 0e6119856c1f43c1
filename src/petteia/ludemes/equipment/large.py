"""Large pieces: they cover several cells, by a walk from the cell they stand on. Their state says how they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites, SiteType
from petteia.board.directions import left, right
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.actions.pieces import HIDDEN, carry_hidden
from petteia.ludemes.lowering.drafts import Draft, Sink
from petteia.ludemes.moves.datum import SetState
from petteia.ludemes.needs import Fields
from petteia.ludemes.registry import walk
from petteia.ludemes.types import Moves

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component
    from petteia.ludemes.lowering.setting import Setting

COVERED = "covered"


def _declare_covered(b: Builder, setting: Setting) -> None:
    """The cells that pieces of each component cover beside those they stand on."""
    shape, about = (len(setting.components) + 1,), "cells covered by large pieces"
    b.field(COVERED, n.set_of(setting.universe), shape=shape, visible=True, doc=about, repeats="position")


COVERED_CELLS = Fields(COVERED, _declare_covered, 5)
_TURNS = 4
ZERO = ops.number(0)


def without_large(setting: Setting) -> list[str]:
    """Uses of a game with large pieces that do not know them."""
    moves = {ludeme for ludeme in walk(setting.game) if isinstance(ludeme, Moves)}
    unfit = {ludeme.title for ludeme in moves if not ludeme.knows_large}
    if setting.stacking or len(setting.stored_types) > 1 or setting.board.use != SiteType.Cell:
        unfit.add("stacks, or play elsewhere than on cells")
    return sorted(unfit)


def footprint(sites: Sites, component: Component, state: int, root: int) -> list[int]:
    """The cells that a large piece covers, its root first; none where it would leave the board."""
    ways = sites.supported(Direction.Orthogonal)
    if state // len(ways) >= len(component.walks):
        return [root]
    facing, here = ways[state % len(ways)], root
    cells = {root: None}
    for step in component.walks[state // len(ways)]:
        if step == "F":
            ends = sites.step(facing, here)
            if not ends:
                return []
            here = ends[0]
            cells[here] = None
        else:
            turn = right if step == "R" else left
            facing = turn(facing)
            while facing not in ways:
                facing = turn(facing)
    return list(cells)


def states_of(component: Component) -> range:
    """The states in which a large piece is tried."""
    return range(_TURNS * len(component.walks))


def footprint_table(x: Context, component: Component) -> n.Table:
    """The cells that a large piece covers, by state and root."""
    return x.b.once(("cells of", component.index), lambda: _footprints(x, component))


def _footprints(x: Context, component: Component) -> n.Table:
    sites = x.setting.board.cells
    masks: list[int] = []
    for state in states_of(component):
        prints = [sum(1 << cell for cell in footprint(sites, component, state, root)) for root in range(sites.count)]
        masks += [*prints, *([0] * (x.setting.sites - len(prints)))]
    shape = (len(states_of(component)), x.setting.sites)
    return x.b.table(f"cells_of_{component.word}", n.set_of(x.universe), shape, masks)




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


def uncover(x: Context, component: Component, root: n.Expr) -> None:
    """Makes the cells empty that a large piece covers, which is about to go."""
    index, cells = ops.number(component.index), x.b.let("cells", covered_from(x, component, root))
    x.b.store("empty", [], ops.union(x.b.load("empty"), cells))
    x.b.store(COVERED, [index], ops.minus(x.b.load(COVERED, index), cells))


def uncover_any(x: Context, root: n.Expr) -> None:
    """Makes the cells empty that a large piece covers, if one stands on a site."""
    name = "uncover"
    if name not in x.b.program.functions:
        site = n.Local("root", n.INT)
        x.store.mark_valid(site)
        with x.b.function(name, (site,), doc="a large piece leaves its cells"):
            for component in x.setting.components:
                if component.walks:
                    with x.b.if_(ops.has(x.store.piece_set(ops.number(component.index)), site)):
                        uncover(x, component, site)
    x.b.do(name, root)


def sites_of_piece(x: Context, root: n.Expr) -> n.Expr:
    """The cells of the piece that stands on a site, large or not."""
    stands = ops.gt(x.store.what(root), ZERO)
    found = ops.select(stands, ops.single(x.universe, root), ops.empty_set(x.universe))
    for component in x.setting.components:
        if component.walks:
            large = ops.has(x.store.piece_set(ops.number(component.index)), root)
            found = ops.select(large, covered_from(x, component, root), found)
    return found


def cells_in_the_middle(x: Context, component: Component) -> int:
    """How many cells a piece covers in the middle of the board, as it is first tried."""
    if not component.walks:
        return 1
    cells = x.setting.board.cells
    return len(footprint(cells, component, 0, cells.centre[0])) if cells.count else 0


def covered_from(x: Context, component: Component, root: n.Expr) -> n.Expr:
    """The cells that a large piece covers where it lies now; none of the board while it is in a hand."""
    state, table = x.store.datum("state", root), footprint_table(x, component)
    covered = ops.lookup(table, state, root)
    if not x.b.once(("sets state",), lambda: x.setting.asks_for(SetState)):
        return covered
    known = ops.both(ops.le(ZERO, state), ops.lt(state, ops.number(table.shape[0])))
    return ops.select(known, covered, ops.single(x.universe, root))


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
