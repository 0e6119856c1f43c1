"""Single steps over the board, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import is_single
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.choices import Choice, index_of_choice, is_written_once
from petteia.ludemes.directions.rays import AllWays

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "all_steps",
    "near_by_choice",
    "neighbour_table",
    "one_by_one",
    "ordered_steps",
    "step_tables",
]


def neighbour_table(x: Context, sites: Sites, directions: Iterable[Direction]) -> n.Table:
    """For each site the set of sites one step away in any of some directions."""
    directions = tuple(directions)

    def make() -> n.Table:
        masks = [mask_of(t for d in directions for t in sites.step(d, site)) for site in range(sites.count)]
        masks += [0] * (x.spec.sites - len(masks))
        name = "near_" + "_".join(d.name for d in directions)
        return x.b.table(name, n.set_of(x.universe), (len(masks),), masks)

    return x.b.once(("near", sites.type, *directions), make)


def step_tables(x: Context, sites: Sites, direction: Direction) -> list[n.Table]:
    """Where one step in a direction leads from each site, -1 for nowhere; several tables if a step has several ends."""

    def make() -> list[n.Table]:
        ends = [sites.step(direction, site) for site in range(sites.count)]
        most = max((len(one) for one in ends), default=0)
        beyond = [-1] * (x.spec.sites - sites.count)
        columns = [[one[k] if k < len(one) else -1 for one in ends] + beyond for k in range(most)]
        return [x.b.table(f"step_{direction.name}", n.INT, (len(column),), column) for column in columns]

    return x.b.once(("steps", sites.type, direction), make)


def all_steps(x: Context, sites: Sites) -> AllWays:
    """The same for single steps."""

    def make() -> AllWays:
        tables = [table for d in sites.supported(Direction.All) for table in step_tables(x, sites, d)]
        values = [value for table in tables for value in table.values]
        joined = x.b.table("steps", n.INT, (len(tables), x.spec.sites), values)
        return AllWays(joined, [table.name for table in tables])

    return x.b.once(("all steps", sites.type), make)


def near_by_choice(x: Context, sites: Sites, choices: Sequence[Choice], site: n.Expr) -> n.Expr | None:
    """The sites one step away in the directions that apply; None where the choices are better written apart."""
    if not is_written_once(choices):
        return None
    masks: list[int] = []
    for _, directions in choices:
        masks += neighbour_table(x, sites, directions).values
    table = x.b.table("near_by_choice", n.set_of(x.universe), (len(choices), x.spec.sites), masks)
    choice = x.b.let("choice", index_of_choice(choices))
    inside = ops.ge(choice, ops.number(0))
    return ops.select(inside, ops.lookup(table, choice, site), ops.empty_set(x.universe))


def one_by_one(sites: Sites, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """Directions with those of several in place of words for them."""
    return tuple(one for each in directions for one in ([each] if is_single(each) else sites.supported(each)))


def ordered_steps(x: Context, sites: Sites, directions: tuple[Direction, ...]) -> n.Table:
    """For each site where steps lead, in the order in which they are listed, once each; -1 behind the last."""

    def make() -> n.Table:
        ends = [[t for d in directions for t in sites.step(d, site)] for site in range(sites.count)]
        rows = [list(dict.fromkeys(found)) for found in ends] + [[]] * (x.spec.sites - sites.count)
        width = max(map(len, rows))
        values = [value for row in rows for value in (*row, *[-1] * (width - len(row)))]
        return x.b.table("steps_in_order", n.INT, (len(rows), width), values)

    return x.b.once(("steps in order", sites.type, directions), make)
