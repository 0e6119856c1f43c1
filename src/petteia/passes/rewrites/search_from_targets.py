"""Begins a search for a piece that reaches a given site at that site: only pieces in line with it are asked.

A loop over sites that returns where one of them leads to a wanted site, and does nothing else, is one over those of
them that a table names for the wanted site. Where all it asks is whether rays meet the site, one ray from the site to
each side asks for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import map_having
from petteia.ir.visit import (
    as_block,
    assigned_locals,
    blocks,
    expressions,
    locals_of,
    walk_expr,
    walk_stmts,
    with_body,
    with_parts,
)

from .gather_reaches import by_way

_Sources = tuple[int, ...]
"""By wanted site, the mask of the sites that may lead there."""


def search_from_targets(program: n.Program) -> n.Program:
    """The program with searches for pieces that reach a site narrowed to those in line with it."""
    if len(program.universes) != 1:
        return program
    searching = _Searching(program, *next(iter(program.universes.items())))
    return map_having(program, [n.For], lambda f: with_body(f, searching.block(f.body)))


class _Found(NamedTuple):
    """Where a loop's search may succeed: the site that it wants, and which sites lead there."""

    wanted: n.Local
    sources: _Sources


class _Searching:
    def __init__(self, program: n.Program, universe: str, size: int) -> None:
        self._effects = EffectAnalysis(program)
        self._universe = universe
        self._size = size
        self._everything = o.sites(universe, range(size))

    def block(self, block: n.Block) -> n.Block:
        """A block with the searches in it, and in blocks within it, narrowed."""
        result: list[n.Stmt] = []
        for s in block:
            narrowed = self._narrowed(s) if isinstance(s, n.For) else None
            if narrowed is None:
                inner = blocks(s)
                result.append(with_parts(s, expressions(s), tuple(map(self.block, inner))) if inner else s)
                continue
            before = result[-1] if result else None
            if isinstance(before, n.If) and before.cond == narrowed.cond and not before.orelse:
                result[-1] = n.If(before.cond, (*before.then, *narrowed.then), ())
            else:
                result.append(narrowed)
        return as_block(result, block)

    def _narrowed(self, loop: n.For) -> n.If | None:
        """A loop over fewer sites, where the wanted one is on the board."""
        effects = self._effects.of_block(loop.body)
        if effects.writes or effects.draws or effects.kinds or loop.set.type.universe != self._universe:
            return None
        own = {s.local.name for s in walk_stmts(loop.body) if isinstance(s, n.Let)}
        if assigned_locals(loop.body) - own:
            return None  # the loop tells more than that it has returned
        returns = [s for s in walk_stmts(loop.body) if isinstance(s, n.Return)]
        if not returns or any(s.value is None or not isinstance(s.value, n.Const) for s in returns):
            return None
        found = _Guards(self._size, loop).found()
        if found is None or 2 * sum(mask.bit_count() for mask in found.sources) > self._size**2:
            return None
        near = n.Table("sources", n.set_of(self._universe), (self._size,), found.sources)
        members = o.intersect(loop.set, o.lookup(near, found.wanted))
        asked: tuple[n.Stmt, ...] = self._by_rays(loop, found.wanted, members) or (n.For(loop.var, members, loop.body),)
        return n.If(o.has(self._everything, found.wanted), asked, ())

    def _by_rays(self, loop: n.For, wanted: n.Expr, members: n.Expr) -> n.Block | None:
        """The search by rays from the wanted site, if nothing but rays to it is asked."""
        questions = [_question_of_rays(s) for s in loop.body]
        _, reach, leave = questions[0] or (None, None, None)
        if reach is None or leave is None or any(q is None or q[1:] != (reach, leave) for q in questions):
            return None
        goals = [goal for q in questions if q is not None and (goal := _goal(q[0], reach, wanted)) is not None]
        back = _turned(reach.rays) if reach.site == loop.var else None
        if back is None or len(goals) < len(questions):
            return None
        surely = any(o.negate(goal) in goals for goal in goals)
        on_the_way = o.has(o.union(reach.through, reach.until), wanted)
        at_goal = on_the_way if surely else o.both(o.either(*goals), on_the_way)
        if loop.var.name in locals_of(reach.through) | locals_of(reach.until) | locals_of(at_goal):
            return None
        seen = o.reach(back, wanted, reach.through, self._everything)
        met = o.negate(o.is_empty(o.intersect(loop.set, seen)))
        return (n.If(o.both(at_goal, o.negate(o.is_empty(members))), (n.If(met, leave, ()),), ()),)


class _Guards:
    """The condition for the returns of a loop: some site, found in a row of a table, is the wanted one."""

    def __init__(self, size: int, loop: n.For) -> None:
        self._size = size
        self._var = loop.var
        self._body = loop.body
        self._wanted: n.Local | None = None
        self._sources = [0] * size
        self._bound: dict[str, list[n.Expr | None]] = {}
        for s in walk_stmts(loop.body):
            match s:
                case n.Let(local, value) | n.Assign(local, value):
                    self._bound.setdefault(local.name, []).append(value)
                case n.Draw(local) | n.For(local) | n.Range(local):
                    self._bound.setdefault(local.name, []).append(None)

    def found(self) -> _Found | None:
        """The wanted site with its sources, if every return depends on one."""
        if not self._guarded(self._body, frozenset()) or self._wanted is None:
            return None
        return _Found(self._wanted, tuple(self._sources))

    def _guarded(self, block: n.Block, on_board: frozenset[str]) -> bool:
        """True if each return of a block is within a condition that names the wanted site.

        `on_board` are the locals that are sites, not -1, where the block begins.
        """
        for s in block:
            match s:
                case n.Return():
                    return False
                case n.If(cond, then, orelse):
                    inner = on_board | _surely_sites(cond)
                    if _returns(then) and not self._names(cond, inner) and not self._guarded(then, inner):
                        return False
                    if not self._guarded(orelse, on_board):
                        return False
                case n.While(cond, body):
                    if not self._guarded(body, on_board - assigned_locals(body) | _surely_sites(cond)):
                        return False
                case _:
                    if not all(self._guarded(inner, on_board - assigned_locals(inner)) for inner in blocks(s)):
                        return False
            on_board -= {s.local.name} if isinstance(s, n.Let | n.Draw) else assigned_locals((s,))
        return True

    def _names(self, cond: n.Expr, on_board: frozenset[str]) -> bool:
        """True if a condition holds for the wanted site only; notes where it may hold from."""
        for part in _conjuncts(cond):
            match part:
                case n.Op("eq", (n.Local() as one, other)):
                    for to, wanted in ((one, other), (other, one)):
                        if isinstance(to, n.Local) and to.name in on_board and self._note(wanted, self._rows_of(to)):
                            return True
                case n.Op("not", (n.Op("is_empty", (members,)),)):
                    parts = list(_factors(members))
                    for goal in parts:
                        if isinstance(goal, n.Op) and goal.op == "single":
                            rows = next((r for x in parts if (r := self._row_of(x)) is not None), None)
                            if rows is not None and self._note(goal.args[0], rows):
                                return True
        return False

    def _note(self, wanted: n.Expr, rows: tuple[int, ...] | None) -> bool:
        """Notes which sites lead to the wanted one; false if it is another one than before, or found in the loop."""
        if rows is None or self._wanted not in (None, wanted) or not isinstance(wanted, n.Local):
            return False
        if wanted == self._var or wanted.name in self._bound:
            return False
        self._wanted = wanted
        for source, targets in enumerate(rows):
            for target in o.bits(targets):
                self._sources[target] |= 1 << source
        return True

    def _rows_of(self, to: n.Local) -> tuple[int, ...] | None:
        """For each site the mask of the sites that a local of the loop may be."""
        rows = [0] * self._size
        for value in self._bound.get(to.name, ()):
            if not isinstance(value, n.Lookup) or value.table.type != n.INT:
                return None
            of_value = _row_masks(value.table, self._place_of_var(value))
            if of_value is None or len(of_value) != self._size:
                return None
            rows = [a | b for a, b in zip(rows, of_value, strict=True)]
        return tuple(rows) if to.name in self._bound else None

    def _row_of(self, x: n.Expr) -> tuple[int, ...] | None:
        """For each site the mask of the sites that a set may have."""
        match x:
            case n.Lookup(table) if table.type.kind == "set":
                rows = _row_masks(table, self._place_of_var(x))
                return rows if rows is not None and len(rows) == self._size else None
            case n.Reach(rays, site) if site == self._var:
                return _row_masks(rays, 1)
        return None

    def _place_of_var(self, x: n.Lookup) -> int | None:
        places = [k for k, index in enumerate(x.indices) if index == self._var]
        return places[0] if len(places) == 1 else None


# -- conditions and sets ----------------------------------------------------------------------------------------


def _returns(block: n.Block) -> bool:
    return any(isinstance(s, n.Return) for s in walk_stmts(block))


def _conjuncts(cond: n.Expr) -> Iterator[n.Expr]:
    if isinstance(cond, n.Op) and cond.op == "and":
        for part in cond.args:
            yield from _conjuncts(part)
    else:
        yield cond


def _surely_sites(cond: n.Expr) -> frozenset[str]:
    """The locals that are sites, not -1, where a condition holds."""
    names = []
    for part in _conjuncts(cond):
        match part:
            case n.Op("le", (n.Const(0), n.Local(name))) | n.Op("has", (_, n.Local(name))):
                names.append(name)
    return frozenset(names)


def _factors(members: n.Expr) -> Iterator[n.Expr]:
    """Sets of which a set is a part."""
    match members:
        case n.Op("intersect", (a, b)):
            yield from _factors(a)
            yield from _factors(b)
        case n.Op("minus", (a, _)):
            yield from _factors(a)
        case _:
            yield members


def _question_of_rays(s: n.Stmt) -> tuple[n.Expr, n.Reach, n.Block] | None:
    """A statement that returns if rays meet anything in a set: the set, the rays in it, and what then is done."""
    match s:
        case n.If(n.Op("not", (n.Op("is_empty", (members,)),)), (n.Return(),) as leave, ()):
            rays = [x for x in walk_expr(members) if isinstance(x, n.Reach)]
            return (members, rays[0], leave) if len(rays) == 1 else None
    return None


def _goal(members: n.Expr, reach: n.Reach, wanted: n.Expr) -> n.Expr | None:
    """The condition that the wanted site, met by rays, is in a set that is made of what they meet and that site."""
    factors = list(_factors(members))
    if reach not in factors or not any(isinstance(x, n.Op) and x.op == "single" for x in factors):
        return None

    def at(x: n.Expr) -> n.Expr:
        match x:
            case n.Op("intersect", (a, b)):
                return o.both(at(a), at(b))
            case n.Op("minus", (a, b)):
                return o.both(at(a), o.negate(o.has(b, wanted)))
            case n.Op("single", (site,)) if site == wanted:
                return o.TRUE
        return o.TRUE if x == reach else o.has(x, wanted)

    return at(members)


# -- tables -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _row_masks(table: n.Table, place: int | None) -> tuple[int, ...] | None:
    """For each value of one index the sites in the table, whatever the other indices are."""
    if place is None:
        return None
    inner = 1
    for length in table.shape[place + 1 :]:
        inner *= length
    rows = [0] * table.shape[place]
    for k, value in enumerate(table.values):
        if table.type == n.INT:
            value = 1 << value if value >= 0 else 0
        rows[k // inner % len(rows)] |= value
    return tuple(rows)


@lru_cache(maxsize=128)
def _turned(rays: n.Table) -> n.Table | None:
    """The rays that lead back from each site, if each is met by one site only at each distance of a way."""
    ways, sites, length = rays.shape
    values: list[int] = []
    for way in range(ways):
        of_way = [rays.values[(way * sites + s) * length : (way * sites + s + 1) * length] for s in range(sites)]
        back = _turned_way(of_way, length)
        if back is None:
            return None
        values += chain.from_iterable(back)
    back_table = by_way(n.Table(f"{rays.name}_back", n.INT, rays.shape, tuple(values)))
    return rays if back_table.values == by_way(rays).values else back_table


def _turned_way(rays: list[tuple[int, ...]], length: int) -> list[list[int]] | None:
    back = [[-1] * length for _ in rays]
    for source, ray in enumerate(rays):
        for distance, target in enumerate(ray):
            if target < 0:
                break
            if back[target][distance] >= 0:
                return None
            back[target][distance] = source
    for ray in rays:
        for distance, target in enumerate(_sites_of(ray)):
            between = set(ray[:distance])
            if between != set(back[target][:distance]):
                return None
    return back


def _sites_of(ray: Iterable[int]) -> Iterator[int]:
    for site in ray:
        if site < 0:
            return
        yield site
