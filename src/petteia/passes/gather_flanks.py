"""Recognises rows that a site would flank: questions about one ray after the other become sets of sites.

Whether a segment of a ray up to its first stop has any site is whether the stop is not the first site of the ray; and a
site whose stop lies in a set and is not the first site is one of those that flank along these rays.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import map_block, map_expr, map_functions


def gather_flanks(program: n.Program) -> n.Program:
    """The program with flanked sites as sets."""
    return map_functions(program, lambda f: replace(f, body=map_block(f.body, lambda x: map_expr(x, _gathered))))


def _gathered(x: n.Expr) -> n.Expr:
    match x:
        case n.Op("is_empty", (n.Segment(rays, site, n.Stop(same, at, _) as end),)) if rays is same and site == at:
            return ops.eq(end, ops.lookup(rays, site, ops.number(0)))
        case n.Op("and"):
            return _flanking(x)
    return x


def _conjuncts(x: n.Expr) -> list[n.Expr]:
    if isinstance(x, n.Op) and x.op == "and":
        return [part for arg in x.args for part in _conjuncts(arg)]
    return [x]


def _flanking(x: n.Op) -> n.Expr:
    """A conjunction in which each pair `stop is not the first site` and `stop is in a set` has become membership."""
    parts = _conjuncts(x)
    for i, apart in enumerate(parts):
        match apart:
            case n.Op("ne", (n.Stop(rays, site, through) as end, n.Lookup(same, (at, n.Const(0))))):
                if rays is not same or site != at:
                    continue
                for j, meets in enumerate(parts):
                    match meets:
                        case n.Op("has", (ends, met)) if met == end:
                            rest = [part for k, part in enumerate(parts) if k not in (i, j)]
                            return ops.both(ops.has(ops.flank(rays, through, ends), site), *rest)
    return x
