"""Large pieces: they cover several cells, by a walk from the cell they stand on. Their state says how they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites, SiteType
from petteia.board.directions import left, right
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import Action, note_sites
from ._missing import walk
from ._moves import Draft, Sink
from ._types import Moves

if TYPE_CHECKING:
    from ._context import Context
    from ._facts import Component
    from ._setting import Setting

COVERED = "covered"
_TURNS = 4
ZERO = ops.number(0)


_KNOWN = frozenset(["add", "fromTo", "moveAgain", "pass", "if", "or", "and", "do", "priority", "addScore"])
"""The moves that know large pieces, or do not touch any."""


def without_large(setting: Setting) -> list[str]:
    """What a game with large pieces uses that does not know them."""
    moves = {ludeme for ludeme in walk(setting.game) if isinstance(ludeme, Moves)}
    words = {ludeme.title for ludeme in moves if ludeme.keyword not in _KNOWN}
    unfit = words - {"move", "move Add", "move Pass"}
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
    sites = x.setting.board.cells
    masks: list[int] = []
    for state in states_of(component):
        prints = [sum(1 << cell for cell in footprint(sites, component, state, root)) for root in range(sites.count)]
        masks += [*prints, *([0] * (x.setting.sites - len(prints)))]
    shape = (len(states_of(component)), x.setting.sites)
    return x.b.table(f"cells_of_{component.word}", n.set_of(x.universe), shape, masks)


def declare_covered(x: Context) -> None:
    """The cells that pieces of each component cover beside those they stand on."""
    shape = (len(x.setting.components) + 1,)
    x.b.field(COVERED, n.set_of(x.universe), shape=shape, visible=True, doc="cells covered by large pieces")


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
            self._lift(x, self.source)
        cells = x.b.let("cells", ops.lookup(footprint_table(x, self.component), self.state, self.target))
        others = ops.minus(cells, ops.single(x.universe, self.target))
        x.store.put(self.target, index)
        x.store.write("count", self.target, ops.number(1))
        x.store.write("state", self.target, self.state)
        x.b.store("empty", [], ops.minus(x.b.load("empty"), cells))
        x.b.store(COVERED, [index], ops.union(x.b.load(COVERED, index), others))
        note_sites(x, self.target if self.source is None else self.source, self.target)

    def _lift(self, x: Context, source: n.Expr) -> None:
        index = ops.number(self.component.index)
        cells = x.b.let("cells", covered_from(x, self.component, source))
        x.store.clear(source, index)
        x.b.store("empty", [], ops.union(x.b.load("empty"), cells))
        x.b.store(COVERED, [index], ops.minus(x.b.load(COVERED, index), cells))


def covered_from(x: Context, component: Component, root: n.Expr) -> n.Expr:
    """The cells that a large piece covers where it lies now; none of the board while it is in a hand."""
    return ops.lookup(footprint_table(x, component), x.store.datum("state", root), root)


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
        for state in states_of(component):
            cells = b.let("cells", ops.lookup(table, ops.number(state), target))
            fits = ops.both(ops.negate(ops.is_empty(cells)), ops.is_empty(ops.minus(cells, allowed)))
            changed = ops.either(ops.ne(source, target), ops.ne(now, ops.number(state)))
            with b.if_(ops.both(fits, changed)):
                action = PutLarge(component, target, ops.number(state), source)
                sink(Draft("move", source, target, (action,)))
