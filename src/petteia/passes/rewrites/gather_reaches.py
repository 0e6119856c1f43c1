"""Recognises loops that follow rays from a site until something stops them: the sites they meet are one set.

A slide asks of each site on its way whether it stops there, and whether it may pass. Where both are questions of sets,
the loop becomes one over the sites in reach: those it passes, and those where it stops. A set has no order, so this is
done only to lists of legal moves, and to questions; moves that are an effect are made in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.scoping import free_names
from petteia.ir.survey import map_having
from petteia.ir.visit import (
    as_block,
    assigned_locals,
    blocks,
    expressions,
    locals_of,
    substitute_block,
    walk_stmts,
    with_body,
    with_parts,
)

from .match_runs import Passing

_BREAK = (n.Break(),)


def gather_reaches(program: n.Program) -> n.Program:
    """The program with loops over sites in reach in the place of loops along rays."""
    if len(program.universes) != 1:
        return program
    gathering = _Gathering(program, *next(iter(program.universes.items())))
    return map_having(program, [n.While, n.Range], lambda f: with_body(f, gathering.of_function(f)))


class _Gathering(Passing):
    def __init__(self, program: n.Program, universe: str, size: int) -> None:
        super().__init__(universe, size)
        self._effects = EffectAnalysis(program)
        self._lists_moves = False

    def of_function(self, function: n.Function) -> n.Block:
        """The body of a function with the loops in it gathered."""
        self._lists_moves = function.name == "moves"
        return self.block(function.body)

    def block(self, block: n.Block) -> n.Block:
        """A block with the loops in it, and in blocks within it, gathered."""
        result: list[n.Stmt] = []
        k = 0
        while k < len(block):
            ray, length = self._ray(block[k]), 1
            if ray is None:
                ray, length = self._walked(block[k : k + 3], None), 3
            if ray is None:
                result.append(self._within(block[k]))
                k += 1
            else:
                for loop in ray:
                    merged = _merged(result[-1], loop) if result else None
                    if merged is None:
                        result.append(loop)
                    else:
                        result[-1] = merged
                k += length
        return as_block([_asked(s) for s in result], block)

    def _within(self, s: n.Stmt) -> n.Stmt:
        if isinstance(s, n.If | n.For | n.Range | n.While):
            return with_parts(s, expressions(s), tuple(map(self.block, blocks(s))))
        return s

    # -- shapes of loops ----------------------------------------------------------------------------------------

    def _ray(self, s: n.Stmt) -> n.Block | None:
        """A loop over all ways, or over the places of one ray, as loops over the sites in reach."""
        match s:
            case n.Range(way, n.Const(0), n.Const(count), body):
                for_all = self._walked(body, (way, count)) if len(body) == 3 else None
                return for_all or self._placed(way, count, body)
        return None

    def _walked(self, block: n.Block, ways: tuple[n.Local, int] | None) -> n.Block | None:
        """From the first site of a ray, by distance, on and on."""
        match block:
            case (
                n.Let(to, n.Lookup(rays, first)),
                n.Let(distance, n.Const(1)),
                n.While(cond, (*body, n.Assign(moved, n.Lookup(again, later)), n.Assign(counted, one_more))),
            ) if (
                again is rays and moved == to
                and counted == distance and one_more == o.add(distance, o.number(1))
                and first == (*later[:-1], o.number(0)) and later[-1] == distance
            ):  # fmt: skip
                site, most = _origin(rays, first[:-1], ways), _most_steps(cond, to, distance, rays)
                inside = {distance.name, *((ways[0].name,) if ways else ())}
                if site is not None and most is not None:
                    return self._gathered(_shortened(rays, most), site, to, tuple(body), inside)
        return None

    def _placed(self, place: n.Local, count: int, body: n.Block) -> n.Block | None:
        """Place by place along a ray."""
        match body:
            case (
                n.Let(to, n.Lookup(rays, (site, at))),
                n.If(n.Op("lt", (tested, n.Const(0))), then, ()),
                *rest,
            ) if at == place and tested == to and then == _BREAK and count >= rays.shape[1]:
                return self._gathered(rays, site, to, tuple(rest), {place.name})
        return None

    # -- what they do -------------------------------------------------------------------------------------------

    def _gathered(self, rays: n.Table, site: n.Expr, to: n.Local, body: n.Block, inside: set[str]) -> n.Block | None:
        """Statements for where the way stops, and where it goes on, for all sites of each sort."""
        stop: n.Expr = o.minus(self.everything, self.everything)
        at_stop: n.Block = ()
        match body:
            case (n.If(cond, (*done, n.Break()), ()), *rest) if done and (found := self.passing(cond, to)) is not None:
                stop, at_stop, body = found, tuple(done), tuple(rest)
        match body:
            case (n.If(cond, then, ()), *rest) if then == _BREAK:
                through, on_the_way = self.passing(o.negate(cond), to), tuple(rest)
            case _:
                return None
        if through is None or not _are_apart(rays):
            return None
        names = inside | {to.name}
        if names & (locals_of(site) | locals_of(through) | locals_of(stop)):
            return None
        if not all(self._is_free(block, inside, to) for block in (at_stop, on_the_way)):
            return None
        reach = o.reach(by_way(rays), site, o.minus(through, stop) if at_stop else through, stop)
        if not at_stop:
            return (n.For(to, reach, on_the_way),) if on_the_way else ()
        passed = (n.For(to, o.minus(reach, stop), on_the_way),) if on_the_way else ()
        return (n.For(to, o.intersect(reach, stop), at_stop), *passed)

    def _is_free(self, block: n.Block, names: set[str], to: n.Local) -> bool:
        """True if statements may be run for one site after the other in any order."""
        effects, own = self._effects.of_block(block), {s.local.name for s in walk_stmts(block) if isinstance(s, n.Let)}
        if effects.writes or effects.draws or (effects.kinds and not self._lists_moves):
            return False
        returned = [s.value for s in walk_stmts(block) if isinstance(s, n.Return) and s.value is not None]
        tells_which = any(locals_of(value) & {to.name, *own} for value in returned)
        jumps = any(isinstance(s, n.Break) for s in _of_this_loop(block))
        return not (tells_which or jumps or assigned_locals(block) - own or free_names(block) & names)


def _origin(rays: n.Table, indices: tuple[n.Expr, ...], ways: tuple[n.Local, int] | None) -> n.Expr | None:
    """The site that rays begin at, if they are the rays of all ways, or of the only one."""
    match indices:
        case (site,) if ways is None:
            return site
        case (way, site) if ways is not None and way == ways[0] and ways[1] == rays.shape[0]:
            return site
    return None


def _merged(one: n.Stmt, other: n.Stmt) -> n.For | None:
    """Two loops that do the same for sites in reach by different ways, as one."""
    match one, other:
        case n.For(to, n.Reach(rays, site, through, until, type_), body), n.For(too, n.Reach() as reach, same) if (
            site,
            through,
            until,
        ) == (reach.site, reach.through, reach.until):
            renamed = substitute_block(same, {too.name: to})
            together = _joined(rays, reach.rays)
            if renamed == body and _are_apart(together):
                return n.For(to, n.Reach(together, site, through, until, type_), body)
    return None


def _asked(s: n.Stmt) -> n.Stmt:
    """A loop that ends with the first site in reach asks about the sites next to its origin, and no others."""
    match s:
        case n.For(to, n.Reach(rays, site, through, until, type_), (n.Return(value),) as leave):
            if value is None or to.name not in locals_of(value):
                near = o.lookup(_next_to(rays, type_), site)
                return n.If(o.negate(o.is_empty(o.intersect(near, o.union(through, until)))), leave)
    return s


def _most_steps(cond: n.Expr, to: n.Local, distance: n.Local, rays: n.Table) -> int | None:
    """How far a loop goes that ends with its ray, or with a distance."""
    on_board = o.le(o.number(0), to)
    match cond:
        case n.Op("and", (first, n.Op("le", (so_far, n.Const(most))))) if (first, so_far) == (on_board, distance):
            return min(most, rays.shape[-1]) if most > 0 else None
    return rays.shape[-1] if cond == on_board else None


def _of_this_loop(block: n.Block) -> Iterable[n.Stmt]:
    """The statements of a block but for those in loops of its own."""
    for s in block:
        yield s
        if isinstance(s, n.If):
            yield from _of_this_loop(s.then)
            yield from _of_this_loop(s.orelse)


@lru_cache(maxsize=256)
def by_way(rays: n.Table) -> n.Table:
    """The rays of one way, or of several in an order that depends on them alone, so that tables are shared."""
    sites, length = rays.shape[-2:]
    size = sites * length
    ways = sorted(rays.values[k : k + size] for k in range(0, len(rays.values), size))
    return n.Table(rays.name, rays.type, (len(ways), sites, length), tuple(chain.from_iterable(ways)))


@lru_cache(maxsize=256)
def _shortened(rays: n.Table, most: int) -> n.Table:
    """The first so many sites of each ray."""
    *shape, length = rays.shape
    if most == length:
        return rays
    values = chain.from_iterable(rays.values[k : k + most] for k in range(0, len(rays.values), length))
    return n.Table(f"{rays.name}_up_to_{most}", n.INT, (*shape, most), tuple(values))


@lru_cache(maxsize=256)
def _joined(some: n.Table, more: n.Table) -> n.Table:
    """The rays of two tables in one."""
    length = max(some.shape[2], more.shape[2])
    values: list[int] = []
    for table in (some, more):
        short = table.shape[2]
        for k in range(0, len(table.values), short):
            values += (*table.values[k : k + short], *[-1] * (length - short))
    shape = (some.shape[0] + more.shape[0], some.shape[1], length)
    return by_way(n.Table(f"{some.name.removesuffix('_and_others')}_and_others", n.INT, shape, tuple(values)))


@lru_cache(maxsize=256)
def _next_to(rays: n.Table, type_: n.Type) -> n.Table:
    """For each site the set of the first sites on its rays."""
    ways, sites, length = rays.shape
    firsts = [[rays.values[(way * sites + site) * length] for way in range(ways)] for site in range(sites)]
    masks = tuple(sum(1 << there for there in {*some} - {-1}) for some in firsts)
    return n.Table(f"next_by_{rays.name}", type_, (sites,), masks)


@lru_cache(maxsize=256)
def _are_apart(rays: n.Table) -> bool:
    """True if no two rays from a site, nor one twice, meet a site: so what is done for each is done once."""
    ways, sites, length = by_way(rays).shape
    for site in range(sites):
        starts = [(way * sites + site) * length for way in range(ways)]
        met = [there for start in starts for there in rays.values[start : start + length] if there >= 0]
        if len(set(met)) < len(met):
            return False
    return True
