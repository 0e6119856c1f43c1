"""ForEach Direction: moves for each site in some directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Between, From, Then, To, effect_of
from petteia.ludemes.directions.choices import Choice, Directions, index_of_choice, is_written_once
from petteia.ludemes.directions.rays import all_rays, rays_of
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.directions.steps import all_steps, neighbour_table, step_tables
from petteia.ludemes.directions.written import RelativeDirections
from petteia.ludemes.enums import RelativeDirection
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.lowering.facts import Component
from petteia.ludemes.moves.travelling import range_of
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import ForEach, Moves, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["ForEachDirection"]


_FEW_WAYS = 8
"""Of so many lines, a number has a digit for each."""


Lines = list[list[tuple[int, ...]]]
"""For each number of a line, and each site, the sites of that line from there."""


Family = tuple[n.Expr, n.Expr, list[Directions]]
"""A condition, and under it the number of the directions that apply, out of a list."""


class ForEachDirection(ForEach, keyword="forEach"):
    """Moves for each site in some directions."""

    kind: Literal["Direction"]
    from_: From | None
    directions: DirectionArgument | None
    between: Between | None
    to: To | None = one_of(1)
    moves: Moves | None = one_of(1)
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        written = self.from_.site if self.from_ else None
        start = x.b.let("start", written.lower(x) if written else x.slot("from"))
        low, high = range_of(x, self.between, 1, 1)
        occupied = ops.gt(x.store.what(x.slot("from")), ops.number(0))
        on_board = ops.both(ops.ge(start, ops.number(0)), ops.lt(start, ops.number(sites.count)))
        with x.b.if_(ops.both(occupied, on_board)):
            for condition, way, families in _families(x, self.directions, sites, start):
                with x.b.if_(condition):
                    only_steps = low == high == ops.number(1)
                    lines = _shared_lines(x, sites, families, only_steps) or _own_lines(x, sites, families, only_steps)
                    if lines is not None:
                        _along(x, self, lines, way, start, low, high, sink)


def _families(x: Context, written: DirectionArgument | None, sites: Sites, start: n.Expr) -> list[Family]:
    """compat: a piece that has just been led one step by an enclosing ludeme faces that way, whatever it faces else."""
    none = ops.number(0)
    plain: list[Choice] = resolve(x, written, sites, start, piece=x.piece)
    families: list[Family] = [(condition, none, [directions]) for condition, directions in plain]
    if is_written_once(plain):
        choice = x.b.let("choice", index_of_choice(plain))
        families = [(ops.ge(choice, none), choice, [directions for _, directions in plain])]
    if x.slot("to") == ops.NOWHERE or not isinstance(written, RelativeDirection | RelativeDirections):
        return families
    way = x.b.let("way", _step_taken(x, sites))
    led = []
    for facing in sites.supported(Direction.All):
        piece = replace(x.piece or Component(0, "", 0, ""), facing=facing)
        led.append([words for _, directions in resolve(x, written, sites, start, piece=piece) for words in directions])
    if len(plain) == 1 and plain[0][0] == ops.TRUE:
        return [(ops.TRUE, way, [plain[0][1], *(tuple(words) for words in led)])]
    still = ops.eq(way, none)
    families = [(ops.both(still, condition), number, each) for condition, number, each in families]
    return [*families, (ops.gt(way, none), ops.sub(way, ops.number(1)), [tuple(words) for words in led])]


def _step_taken(x: Context, sites: Sites) -> n.Expr:
    """The number, from 1 on, of the last direction that steps from `(from)` to `(to)`; 0 for none."""
    way: n.Expr = ops.number(0)
    for k, direction in enumerate(sites.supported(Direction.All), 1):
        table = neighbour_table(x, sites, [direction])
        near = ops.lookup_guarded(table, x.slot("from"), ops.empty_set(x.universe))
        way = ops.select(ops.has(near, x.slot("to")), ops.number(k), way)
    return x.outline("step_taken", (n.Return(way),), n.INT) if x.spec.many_kinds else way


@dataclass(frozen=True)
class _LineTable:
    """Lines of some families of directions in one table."""

    longest: int
    """One more than the distance to the last site of the longest, or 1 if only single steps count."""
    each: Callable[[n.Expr], AbstractContextManager[n.Expr]]
    """Statements that run for each line of a family."""
    at: Callable[[n.Expr, n.Expr, n.Expr, n.Expr], n.Expr]
    """The site at a place of a line of a family from a site, -1 beyond its end."""


def _shared_lines(x: Context, sites: Sites, families: list[Directions], only_steps: bool) -> _LineTable | None:
    """Lines in the table of all lines, where there are many kinds of pieces: they differ in numbers only."""
    if not x.spec.many_kinds:
        return None
    if only_steps:
        every = all_steps(x, sites)
        tables = [[table for d in directions for table in step_tables(x, sites, d)] for directions in families]
    else:
        every = all_rays(x, sites)
        tables = [rays_of(x, sites, directions) for directions in families]
    if len(every.names) > _FEW_WAYS or any(len(each) > _FEW_WAYS or not every.has(each) for each in tables):
        return None

    def at(family: n.Expr, way: n.Expr, start: n.Expr, place: n.Expr) -> n.Expr:
        return ops.lookup(every.table, way, start) if only_steps else ops.lookup(every.table, way, start, place)

    return _LineTable(1 if only_steps else every.table.shape[2], lambda family: every.each_of(x, tables, family), at)


def _own_lines(x: Context, sites: Sites, families: list[Directions], only_steps: bool) -> _LineTable | None:
    """Lines by family, number of the line, site and distance - 1."""
    key = ("ways", sites.type, tuple(families), only_steps)
    table = x.b.once(key, lambda: _new_table(x, sites, families, only_steps))
    if not table.values:
        return None
    return _LineTable(
        table.shape[3],
        lambda _: x.b.range_("line", ops.number(0), ops.number(table.shape[1])),
        lambda family, line, start, place: ops.lookup(table, family, line, start, place),
    )


def _new_table(x: Context, sites: Sites, families: list[Directions], only_steps: bool) -> n.Table:
    found: list[Lines] = []
    for directions in families:
        lines: Lines = []
        for direction in directions:
            paths = sites.radials(direction)
            for k in range(max((len(each) for each in paths), default=0)):
                lines.append([each[k][1:] if k < len(each) else () for each in paths])
        found.append(lines)
    most = max(len(lines) for lines in found)
    longest = 1 if only_steps else 1 + max((len(line) for lines in found for each in lines for line in each), default=0)
    nowhere: list[tuple[int, ...]] = [()] * x.spec.sites
    values: list[int] = []
    for lines in found:
        for each in (lines + [nowhere] * most)[:most]:
            for line in (each + nowhere)[: x.spec.sites]:
                values += (*line, *([-1] * longest))[:longest]
    return x.b.table("ways", n.INT, (len(families), most, x.spec.sites, longest), values)


def _along(
    x: Context,
    move: ForEachDirection,
    lines: _LineTable,
    family: n.Expr,
    start: n.Expr,
    low: n.Expr,
    high: n.Expr,
    sink: Sink,
) -> None:
    with lines.each(family) as line, _distances(x, lines) as distance:
        site = x.b.let("to", lines.at(family, line, start, ops.sub(distance, ops.number(1))))
        x.store.mark_valid(site)
        passable = ops.both(ops.ge(site, ops.number(0)), ops.le(distance, high))
        with _going_on(x, passable, lines):
            if move.between is not None and move.between.if_ is not None:
                free = x.pure(lambda: when(x.bind(between=site), move.between.if_ if move.between else None))
                passable = ops.either(ops.ge(distance, low), free)
            else:
                passable = ops.TRUE
            with _going_on(x, passable, lines):
                _visit(x.bind(to=site), move, lines, ops.ge(distance, low), sink)


def _visit(x: Context, move: ForEachDirection, lines: _LineTable, far_enough: n.Expr, sink: Sink) -> None:
    with _going_on(x, when(x, move.to.if_ if move.to else None), lines):
        moves = move.moves or effect_of(move.to.effect if move.to else None)
        if moves is not None:
            with x.b.if_(far_enough):
                moves.lower(x, sink)


@contextmanager
def _distances(x: Context, lines: _LineTable) -> Iterator[n.Expr]:
    if lines.longest == 1:
        yield ops.number(1)
    else:
        with x.b.range_("distance", ops.number(1), ops.number(lines.longest)) as distance:
            yield distance


@contextmanager
def _going_on(x: Context, condition: n.Expr, lines: _LineTable) -> Iterator[None]:
    """Statements for a line that goes on at a site; where lines are longer than a step, it is left otherwise."""
    if lines.longest == 1:
        with x.b.if_(condition):
            yield
        return
    with x.b.if_(ops.negate(condition)):
        x.b.emit_statement(n.Break())
    yield
