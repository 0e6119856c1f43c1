"""Recognises loops that follow a ray as long as its sites pass a test: what they count is a run within a set.

Where the site after the run is asked to be in another set, and there is nothing more to it, the question is whether
something would be caught along the ray.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.scoping import free_names
from petteia.ir.survey import map_having
from petteia.ir.visit import locals_of, with_body

from .inline_calls import inline_calls
from .predicates_to_expressions import predicates_to_expressions


def match_runs(program: n.Program) -> n.Program:
    """The program with runs and questions about them in the place of loops."""
    if len(program.universes) != 1:
        return program
    matching = _Matching(*next(iter(program.universes.items())))
    matched = map_having(program, [n.While], lambda f: with_body(f, matching.block(f.body)))
    if not matching.found:
        return program
    return inline_calls(predicates_to_expressions(matched))


class Passing:
    """Tests of a site as the sets of sites that pass them."""

    def __init__(self, universe: str, size: int) -> None:
        self.everything = o.sites(universe, (1 << size) - 1)

    def passing(self, cond: n.Expr, site: n.Local) -> n.Expr | None:
        """The sites that pass a test; None if it asks for more than sets."""
        match cond:
            case n.Op("le", (n.Const(0), there)) if there == site:
                return self.everything
            case n.Op("has", (members, there)) if there == site and site.name not in locals_of(members):
                return members
            case n.Op("eq", (there, n.Const(place))) | n.Op("eq", (n.Const(place), there)) if there == site:
                return o.intersect(self.everything, o.single(self.everything.type.universe, o.number(place)))
            case n.Op("ne"):
                return self.passing(n.Op("not", (o.negate(cond),), n.BOOL), site)
            case n.Op("not", (other,)):
                failing = self.passing(other, site)
                return None if failing is None else o.minus(self.everything, failing)
            case n.Op("and" | "or" as op, (a, b)):
                one, two = self.passing(a, site), self.passing(b, site)
                if one is None or two is None:
                    return None
                return o.union(one, two) if op == "or" else self._common(one, two)
        return None

    def _common(self, one: n.Expr, two: n.Expr) -> n.Expr:
        if one == self.everything:
            return two
        match two:
            case n.Op("minus", (members, others)) if members == self.everything:
                return o.minus(one, others)
        return o.intersect(one, two)


class _Matching(Passing):
    def __init__(self, universe: str, size: int) -> None:
        super().__init__(universe, size)
        self.found = False

    def block(self, block: n.Block) -> n.Block:
        """A block with the loops in it, and in blocks within it, recognised."""
        result: list[n.Stmt] = []
        k = 0
        while k < len(block):
            run = self._run(block[k : k + 3])
            result.append(self._within(block[k]) if run is None else run)
            k += 1 if run is None else 3
        return self._asked(tuple(result))

    def _within(self, s: n.Stmt) -> n.Stmt:
        match s:
            case n.If(cond, then, orelse):
                return n.If(cond, self.block(then), self.block(orelse))
            case n.For(var, members, body):
                return n.For(var, members, self.block(body))
            case n.Collect(body):
                return n.Collect(self.block(body))
        return s

    def _run(self, block: n.Block) -> n.Let | None:
        """The run that three statements count: from nothing, on and on, while the next site of a ray is in a set."""
        match block:
            case (
                n.Let(run, n.Const(0)),
                n.Let(going, n.Const(1)),
                n.While(
                    again,
                    (
                        n.Let(passed, n.Lookup(rays, (site, at))),
                        n.Assign(goes, cond),
                        n.If(if_going, (n.Assign(counted, n.Op("add", (before, n.Const(1)))),), ()),
                    ),
                ),
            ) if again == goes == if_going == going and run == at == counted == before:
                members = self.passing(cond, passed)
                inside = {run.name, going.name, passed.name}
                if members is not None and not (locals_of(members) | locals_of(site)) & inside:
                    self.found = True
                    return n.Let(run, o.run(rays, site, members))
        return None

    def _asked(self, block: n.Block) -> n.Block:
        """Asks at once whether there is something to catch, where a run serves nothing else."""
        for k in range(len(block) - 2):
            match block[k : k + 3]:
                case n.Let(run, n.Run() as value), n.Let(length, shortest), n.If(cond, inner, ()):
                    used = free_names(block[k + 3 :])
                    if _is_whole(shortest, run, value) and not used & {run.name, length.name}:
                        asked = self._caught(value, length, cond, inner)
                        if asked is not None:
                            return (*block[:k], asked, *self._asked(block[k + 3 :]))
        return block

    def _caught(self, run: n.Run, length: n.Local, cond: n.Expr, inner: n.Block) -> n.If | None:
        match inner:
            case (n.Let(end, n.Lookup(rays, (site, at))), n.If(ends, body, ())) if (
                rays is run.rays and site == run.site and at == length and _is_positive(cond, length)
            ):
                friends = self.passing(ends, end)
                then = tuple(_first_round(s, length) for s in body)
                if friends is not None and not {length.name, end.name} & free_names(then):
                    return n.If(o.negate(o.is_empty(o.caught(rays, site, run.set, friends))), then)
        return None


def _is_whole(shortest: n.Expr, run: n.Local, value: n.Run) -> bool:
    """True if the least of a run and some bound is always the run."""
    match shortest:
        case n.Op("min", (part, n.Const(bound))):
            return part == run and bound >= value.rays.shape[1]
    return shortest == run


def _is_positive(cond: n.Expr, length: n.Local) -> bool:
    """True if a condition says no more and no less than that a length, which is never negative, is not 0."""
    match cond:
        case n.Op("lt", (n.Const(0), there)):
            return there == length
        case n.Op("and", (a, n.Op("le", (n.Const(least), there)))):
            return there == length and least <= 1 and _is_positive(a, length)
    return False


def _first_round(s: n.Stmt, length: n.Local) -> n.Stmt:
    """The statements of a loop that returns in its first round, where there is one."""
    match s:
        case n.Range(var, n.Const(0), stop, (n.Return(value) as leave,)) if stop == length:
            return s if value is not None and var.name in locals_of(value) else leave
    return s
