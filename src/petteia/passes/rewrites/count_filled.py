"""Counts filled sites where they only ever fill up, so that asking for a full board compares two numbers."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.survey import survey
from petteia.ir.visit import map_block, map_expr, map_functions, with_body

from .drop_limits import PIECES, is_empty_sites, only_fills

_FILLED = "filled"


def count_filled(program: n.Program) -> n.Program:
    """The program with a counter of filled sites, if rules ask whether any is empty when a move is played."""
    if len(program.universes) != 1 or not only_fills(program) or not _asks(program):
        return program
    sites = next(iter(program.universes.values()))
    full = ops.eq(n.Load(_FILLED, (), n.INT), ops.number(sites))

    def shorter(x: n.Expr) -> n.Expr:
        return full if _is_question(program, x, sites) else x

    def counted(statement: n.Stmt) -> tuple[n.Stmt, ...]:
        if isinstance(statement, n.Include) and statement.field == PIECES:
            return statement, n.Store(_FILLED, (), ops.add(n.Load(_FILLED, (), n.INT), ops.number(1)))
        return (statement,)

    field = n.Field(_FILLED, n.INT, high=sites, doc="how many sites hold a piece")
    program = map_functions(program, lambda f: with_body(f, map_block(f.body, lambda x: map_expr(x, shorter), counted)))
    return _rebuilt(replace(program, fields={**program.fields, _FILLED: field}))


def _is_question(program: n.Program, x: n.Expr, sites: int) -> bool:
    """True if an expression asks if all sites are taken."""
    match x:
        case n.Op("is_empty", (n.Op("minus", (n.Const(everything), _)) as members,)):
            return everything == (1 << sites) - 1 and is_empty_sites(program, members)
    return False


def _asks(program: n.Program) -> bool:
    sites = next(iter(program.universes.values()))
    return any(
        _is_question(program, node, sites)
        for function in program.functions.values()
        for node in survey(function).nodes
        if isinstance(node, n.Op)
    )


def _rebuilt(program: n.Program) -> n.Program:
    """The program whose `rebuild` counts again."""
    rebuild = program.functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    field = program.fields[PIECES]
    total: n.Expr = ops.number(0)
    for index in range(1, field.shape[0]):
        total = ops.add(total, ops.size(n.Load(PIECES, (ops.number(index),), field.type)))
    body = (*rebuild.body, n.Store(_FILLED, (), total))
    return replace(program, functions={**program.functions, "rebuild": replace(rebuild, body=body)})
