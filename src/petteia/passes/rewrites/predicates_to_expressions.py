"""Turns functions that search for a reason to say yes into one condition, so that callers can reason about it.

A function made of tests that each return true, with false at its end, is the disjunction of those tests. A loop over
sites that returns at once asks whether there is any site at all.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import map_functions, substitute, walk_expr

_MOST_NODES = 1500
"""A condition larger than this stays a function."""


def predicates_to_expressions(program: n.Program) -> n.Program:
    """The program whose simple searches are single conditions."""
    return map_functions(program, _expressed)


def _expressed(function: n.Function) -> n.Function:
    if function.returns != n.BOOL or len(function.body) <= 1:
        return function
    condition = _condition(function.body, {})
    if condition is None or sum(1 for _ in walk_expr(condition)) > _MOST_NODES:
        return function
    return replace(function, body=(n.Return(condition),))


def _condition(block: n.Block, values: dict[str, n.Expr]) -> n.Expr | None:
    """When a block that ends with a result returns true, None if that is no plain condition."""
    if not block:
        return None
    first, rest = block[0], block[1:]
    match first:
        case n.Return(value) if value is not None:
            return substitute(value, values)
        case n.If(cond, (n.Return(n.Const(0)),), ()):
            others = _condition(rest, values)
            return None if others is None else ops.both(ops.negate(substitute(cond, values)), others)
        case n.Let(local, value):
            return _condition(rest, {**values, local.name: substitute(value, values)})
        case n.If() | n.For():
            found = _finding(first, values)
            others = _condition(rest, values)
            return None if found is None or others is None else ops.either(found, others)
    return None


def _finding(statement: n.Stmt, values: dict[str, n.Expr]) -> n.Expr | None:
    """When a statement returns true, provided that it never returns false."""
    match statement:
        case n.Return(n.Const(1)):
            return ops.TRUE
        case n.If(cond, then, ()):
            found = _any(then, values)
            return None if found is None else ops.both(substitute(cond, values), found)
        case n.If(cond, then, orelse):
            yes, no = _any(then, values), _any(orelse, values)
            if yes is None or no is None:
                return None
            test = substitute(cond, values)
            return ops.either(ops.both(test, yes), ops.both(ops.negate(test), no))
        case n.For(var, members, body):
            found = _any(body, values)
            return None if found is None else ops.exists(var, substitute(members, values), found)
    return None


def _any(block: n.Block, values: dict[str, n.Expr]) -> n.Expr | None:
    """When some statement of a block returns true."""
    result: n.Expr = ops.FALSE
    for statement in block:
        if isinstance(statement, n.Let):
            values = {**values, statement.local.name: substitute(statement.value, values)}
            continue
        found = _finding(statement, values)
        if found is None:
            return None
        result = ops.either(result, found)
    return result
