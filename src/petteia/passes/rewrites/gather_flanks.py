"""Recognises sites that would catch something along a ray: asked for each site of a loop, they become a set.

Rays must lead everywhere by the same distance in numbers of sites: then all sites are asked at once by shifting words.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.survey import map_having, survey
from petteia.ir.visit import map_block, map_expr, with_body

_LOOPS = (n.For, n.Filter, n.Exists, n.Total)


def gather_flanks(program: n.Program) -> n.Program:
    """The program in which loops over sites ask for membership of the flanking ones."""
    return map_having(program, [n.Caught], _gathered)


def _gathered(function: n.Function) -> n.Function:
    looping = {node.var.name for node in survey(function).nodes if isinstance(node, _LOOPS)}
    if not looping:
        return function

    def gather(x: n.Expr) -> n.Expr:
        match x:
            case n.Op("is_empty", (n.Caught(rays, n.Local(name) as site, through, ends),)) if (
                name in looping and _is_even(rays)
            ):
                return ops.negate(ops.has(ops.flank(rays, through, ends), site))
        return x

    return with_body(function, map_block(function.body, lambda x: map_expr(x, gather)))


@lru_cache(maxsize=256)
def _is_even(rays: n.Table) -> bool:
    """True if every step of every ray leads to a site whose number differs by the same."""
    count, length = rays.shape
    distances = set()
    for site in range(count):
        path = (site, *rays.values[site * length : (site + 1) * length])
        distances |= {after - before for before, after in pairwise(path) if before >= 0 and after >= 0}
    return len(distances) == 1
