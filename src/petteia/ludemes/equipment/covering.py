"""The cells that large pieces cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import left, right
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.moves.datum import SetState
from petteia.ludemes.needs import Fields

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component
    from petteia.ludemes.lowering.spec import GameSpec


COVERED = "covered"


def _declare_covered(b: Builder, spec: GameSpec) -> None:
    """The cells that pieces of each component cover beside those they stand on."""
    shape, about = (len(spec.components) + 1,), "cells covered by large pieces"
    b.field(COVERED, n.set_of(spec.universe), shape=shape, visible=True, doc=about, repeats="position")


COVERED_CELLS = Fields(COVERED, _declare_covered, 5)

_TURNS = 4

ZERO = ops.number(0)


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
    sites = x.spec.board.cells
    masks: list[int] = []
    for state in states_of(component):
        prints = [sum(1 << cell for cell in footprint(sites, component, state, root)) for root in range(sites.count)]
        masks += [*prints, *([0] * (x.spec.sites - len(prints)))]
    shape = (len(states_of(component)), x.spec.sites)
    return x.b.table(f"cells_of_{component.word}", n.set_of(x.universe), shape, masks)


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
            for component in x.spec.components:
                if component.walks:
                    with x.b.if_(ops.has(x.store.piece_set(ops.number(component.index)), site)):
                        uncover(x, component, site)
    x.b.do(name, root)


def sites_of_piece(x: Context, root: n.Expr) -> n.Expr:
    """The cells of the piece that stands on a site, large or not."""
    stands = ops.gt(x.store.what(root), ZERO)
    found = ops.select(stands, ops.single(x.universe, root), ops.empty_set(x.universe))
    for component in x.spec.components:
        if component.walks:
            large = ops.has(x.store.piece_set(ops.number(component.index)), root)
            found = ops.select(large, covered_from(x, component, root), found)
    return found


def cells_in_the_middle(x: Context, component: Component) -> int:
    """How many cells a piece covers in the middle of the board, as it is first tried."""
    if not component.walks:
        return 1
    cells = x.spec.board.cells
    return len(footprint(cells, component, 0, cells.centre[0])) if cells.count else 0


def covered_from(x: Context, component: Component, root: n.Expr) -> n.Expr:
    """The cells that a large piece covers where it lies now; none of the board while it is in a hand."""
    state, table = x.store.datum("state", root), footprint_table(x, component)
    covered = ops.lookup(table, state, root)
    if not x.b.once(("sets state",), lambda: x.spec.asks_for(SetState)):
        return covered
    known = ops.both(ops.le(ZERO, state), ops.lt(state, ops.number(table.shape[0])))
    return ops.select(known, covered, ops.single(x.universe, root))
