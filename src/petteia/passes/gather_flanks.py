"""Recognises sites that would catch something along a ray: asked for each site of a loop, they become a set."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import map_block, map_expr, map_functions, walk_block


def gather_flanks(program: n.Program) -> n.Program:
    """The program in which loops over sites ask for membership of the flanking ones."""
    return map_functions(program, _gathered)


def _gathered(function: n.Function) -> n.Function:
    looping = {
        node.var.name
        for node in walk_block(function.body)
        if isinstance(node, n.For | n.Filter | n.Exists | n.Total)
    }
    if not looping:
        return function

    def gather(x: n.Expr) -> n.Expr:
        match x:
            case n.Op("is_empty", (n.Caught(rays, n.Local(name) as site, through, ends),)) if name in looping:
                return ops.negate(ops.has(ops.flank(rays, through, ends), site))
        return x

    return replace(function, body=map_block(function.body, lambda x: map_expr(x, gather)))
