"""Straight lines over the board, as tables, and what goes along them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import RELATIONS, is_single
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.choices import Choice, Directions, index_of_choice, is_written_once
from petteia.ludemes.needs import LAST_BETWEEN

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "AllWays",
    "Rays",
    "all_rays",
    "for_each_way",
    "leads",
    "ray_table",
    "ray_tables",
    "rays_of",
    "way_between",
]


_LARGE = 30_000
"""Lines of more sites than this, over all directions, stand in one table for all that move along some of them."""

_SMALL_BOARD = 128
"""The most sites for which a table has a place for each two of them."""


def leads(x: Context, sites: Sites, direction: Direction, start: n.Expr, goal: n.Expr) -> n.Expr:
    """True if a straight line from `start` in a direction meets `goal`."""

    def make() -> n.Table:
        masks = [mask_of(site for path in paths for site in path[1:]) for paths in sites.radials(direction)]
        masks += [0] * (x.spec.sites - len(masks))
        return x.b.table(f"line_{direction.name}", n.set_of(x.universe), (len(masks),), masks)

    table = x.b.once(("line", sites.type, direction), make)
    return ops.has(ops.lookup_guarded(table, start, ops.empty_set(x.universe)), goal)


def way_between(x: Context, sites: Sites, directions: Sequence[Direction], start: n.Expr, goal: n.Expr) -> n.Expr:
    """The number, from 1 on, of the first direction in which a straight line from `start` meets `goal`; 0 for none."""
    if x.spec.sites > _SMALL_BOARD:
        way: n.Expr = ops.number(0)
        for k, direction in reversed(list(enumerate(directions, 1))):
            way = ops.select(leads(x, sites, direction, start, goal), ops.number(k), way)
        return x.outline("way", (n.Return(way),), n.INT)
    size = x.spec.sites
    table = x.b.once(("way", sites.type, *directions), lambda: _way_table(x, sites, directions))
    inside = [ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(size))) for site in (start, goal)]
    return ops.select(ops.both(*inside), ops.lookup(table, start, goal), ops.number(0))


def _way_table(x: Context, sites: Sites, directions: Sequence[Direction]) -> n.Table:
    size = x.spec.sites
    ways = [0] * (size * size)
    for k, direction in reversed(list(enumerate(directions, 1))):
        for origin, paths in enumerate(sites.radials(direction)):
            for path in paths:
                for site in path[1:]:
                    ways[origin * size + site] = k
    return x.b.table("way", n.INT, (size, size), ways)


def ray_tables(x: Context, sites: Sites, direction: Direction) -> list[n.Table]:
    """The straight lines from each site in a direction, as tables (site, distance - 1) filled up with -1."""

    def make() -> list[n.Table]:
        lines = sites.radials(direction)
        most = max((len(paths) for paths in lines), default=0)
        rays = [[paths[k][1:] if k < len(paths) else () for paths in lines] for k in range(most)]
        return [ray_table(x, f"ray_{direction.name}", own) for own in rays]

    return x.b.once(("rays", sites.type, direction), make)


def rays_of(x: Context, sites: Sites, directions: Iterable[Direction]) -> list[n.Table]:
    """The straight lines in some directions; a group is taken apart into single ones where that is the same."""
    tables: list[n.Table] = []
    for direction in directions:
        for part in x.b.once(("singles", sites.type, direction), partial(_singles, sites, direction)):
            tables += ray_tables(x, sites, part)
    return tables


def _singles(sites: Sites, group: Direction) -> Directions:
    """The single directions whose lines together are those of a group; the group itself if there are none such."""
    if is_single(group):
        return (group,)
    lines = sites.radials(group)
    relation = group if group in RELATIONS else Direction.All
    apart = [sites.radials(d) for d in sites.supported(relation)]
    for site in range(sites.count):
        if sorted(lines[site]) != sorted(path for part in apart for path in part[site]):
            return (group,)
    return tuple(sites.supported(relation))


def ray_table(x: Context, name: str, rays: list[tuple[int, ...]]) -> n.Table:
    """A table of lines of sites, one for each origin."""
    rays = [*rays, *([()] * (x.spec.sites - len(rays)))]
    length = max(1, max((len(ray) for ray in rays), default=0)) + 1
    values = [site for ray in rays for site in (*ray, *([-1] * (length - len(ray))))]
    return x.b.table(name, n.INT, (len(rays), length), values)


@dataclass(frozen=True)
class Rays:
    """Straight lines from every site: those of one direction, or of several, of which a number picks one in play."""

    table: n.Table
    way: n.Expr | None = None

    def at(self, site: n.Expr, place: n.Expr) -> n.Expr:
        """The site at a place of the line from a site, -1 beyond its end."""
        return ops.lookup(self.table, *self.index(site), place)

    def index(self, site: n.Expr) -> tuple[n.Expr, ...]:
        """Index of the line from a site in the table."""
        return (site,) if self.way is None else (self.way, site)

    def passed(self, x: Context, site: n.Expr, first: n.Expr, end: n.Expr) -> n.Expr | None:
        """The sites from one place of a line up to another, where the rules ask what a move passed."""
        if LAST_BETWEEN not in x.spec.needs:
            return None
        length = self.table.shape[-1]
        masks: list[int] = []
        for start in range(0, len(self.table.values), length):
            line = self.table.values[start : start + length]
            masks += [mask_of(passed for passed in line[:k] if passed >= 0) for k in range(length + 1)]
        shape = (*self.table.shape[:-1], length + 1)
        table = x.b.table(f"{self.table.name}_up_to", n.set_of(x.universe), shape, masks)
        index = self.index(site)
        return ops.minus(ops.lookup(table, *index, end), ops.lookup(table, *index, first))


def for_each_way(
    x: Context, sites: Sites, choices: Sequence[Choice], body: Callable[[Rays], None], *, apart: bool = False
) -> None:
    """Runs `body` for the lines of all directions that apply, written once for all of them.

    With `apart` it is written for each direction where choices are few: passes then may ask for all sites at once.
    """
    singles = sorted({d for _, directions in choices for d in directions}, key=lambda d: d.value)
    lines = [sites.radials(d) for d in singles] if all(is_single(d) for d in singles) else []
    if not is_written_once(choices) or not lines or any(len(own) > 1 for by_site in lines for own in by_site):
        for condition, directions in choices:
            with x.b.if_(condition):
                _one_after_the_other(x, sites, rays_of(x, sites, directions), body, apart)
        return
    beyond: list[tuple[int, ...]] = [()] * (x.spec.sites - sites.count)
    rows = [[*(own[0][1:] if own else () for own in by_site), *beyond] for by_site in lines]
    length = max(len(row) for by_site in rows for row in by_site) + 1
    values = [site for by_site in rows for row in by_site for site in (*row, *([-1] * (length - len(row))))]
    table = x.b.table("rays", n.INT, (len(rows), x.spec.sites, length), values)
    most = max(len(directions) for _, directions in choices)
    ways = [singles.index(ds[k]) if k < len(ds) else -1 for _, ds in choices for k in range(most)]
    picked = x.b.table("ways", n.INT, (len(choices), most), ways)
    choice = x.b.let("choice", index_of_choice(choices))
    with x.b.if_(ops.ge(choice, ops.number(0))), x.b.range_("k", ops.number(0), ops.number(most)) as k:
        way = x.b.let("way", ops.lookup(picked, choice, k))
        with x.b.if_(ops.ge(way, ops.number(0))):
            body(Rays(table, way))


def _one_after_the_other(
    x: Context, sites: Sites, tables: list[n.Table], body: Callable[[Rays], None], apart: bool
) -> None:
    alone = (apart or len(tables) < 2) and not x.spec.many_kinds
    if not alone and (x.spec.many_kinds or sum(len(table.values) for table in tables) > _LARGE):
        every = all_rays(x, sites)
        if every.has(tables):
            with every.each(x, tables) as way:
                body(Rays(every.table, way))
            return
    if alone:
        for table in tables:
            body(Rays(table))
        return
    together = x.b.once(("together", *(table.name for table in tables)), lambda: _together(x, tables))
    with x.b.range_("way", ops.number(0), ops.number(len(tables))) as way:
        body(Rays(together, way))


@dataclass(frozen=True)
class AllWays:
    """The lines, or steps, in all single directions in one table, and the names of the tables they come from."""

    table: n.Table
    names: list[str]

    def has(self, tables: Sequence[n.Table]) -> bool:
        """True if all of some tables are in this one."""
        return bool(tables) and {table.name for table in tables} <= {*self.names}

    @contextmanager
    def each(self, x: Context, tables: Sequence[n.Table]) -> Iterator[n.Expr]:
        """Statements that run for some of the ways. Which these are is one number, so that functions may share them."""
        ways = self.ways(tables)
        with x.b.range_("k", ops.number(0), ops.number(len(ways))) as k:
            if max(ways) < 8 >= len(ways):
                yield self._digit(x, ops.number(_code(ways)), k)
            else:
                yield x.b.let("way", ops.lookup(x.b.table("ways", n.INT, (len(ways),), ways), k))

    @contextmanager
    def each_of(self, x: Context, families: Sequence[Sequence[n.Table]], family: n.Expr) -> Iterator[n.Expr]:
        """The same for one of several families of ways, each of which has at most eight."""
        if len(families) == 1 and families[0]:
            with self.each(x, families[0]) as way:
                yield way
            return
        listed = [self.ways(tables) for tables in families]
        counts = x.b.table("counts", n.INT, (len(listed),), [len(ways) for ways in listed])
        codes = x.b.table("codes", n.INT, (len(listed),), [_code(ways) for ways in listed])
        code = x.b.let("code", ops.lookup(codes, family))
        with x.b.range_("k", ops.number(0), ops.lookup(counts, family)) as k:
            yield self._digit(x, code, k)

    def ways(self, tables: Sequence[n.Table]) -> list[int]:
        """The numbers of the ways that some tables hold."""
        return [self.names.index(table.name) for table in tables]

    def _digit(self, x: Context, code: n.Expr, k: n.Expr) -> n.Expr:
        digit = ops.arithmetic("shift_right", code, ops.mul(k, ops.number(3)))
        return x.b.let("way", ops.arithmetic("bit_and", digit, ops.number(7)))


def _code(ways: Sequence[int]) -> int:
    """Up to eight numbers below eight as the digits of one."""
    return sum(way << 3 * k for k, way in enumerate(ways))


def all_rays(x: Context, sites: Sites) -> AllWays:
    """Pieces that move in some of many ways share one table instead of having one each."""

    def make() -> AllWays:
        tables = rays_of(x, sites, sites.supported(Direction.All))
        return AllWays(_together(x, tables), [table.name for table in tables])

    return x.b.once(("all rays", sites.type), make)


def _together(x: Context, tables: list[n.Table]) -> n.Table:
    """Lines of several tables in one."""
    lines, length = tables[0].shape[0], max(table.shape[1] for table in tables)
    values: list[int] = []
    for table in tables:
        width = table.shape[1]
        for k in range(lines):
            values += (*table.values[k * width : (k + 1) * width], *([-1] * (length - width)))
    return x.b.table(f"{tables[0].name}_and_others", n.INT, (len(tables), lines, length), values)
