"""Recognises sites that would catch something along a ray: asked for each site of a loop, they become a set."""

from __future__ import annotations

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
            case n.Op("is_empty", (n.Caught(rays, n.Local(name) as site, through, ends),)) if name in looping:
                return ops.negate(ops.has(ops.flank(rays, through, ends), site))
        return x

    return with_body(function, map_block(function.body, lambda x: map_expr(x, gather)))
