"""Updates whole sets at once where a loop would take sites in or out one by one."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import map_block, map_functions, walk_expr


def update_sets(program: n.Program) -> n.Program:
    """The program with loops that only move sites between sets replaced by operations on the sets."""
    return map_functions(program, lambda f: replace(f, body=map_block(f.body, None, lambda s: _updated(program, s))))


def _updated(program: n.Program, statement: n.Stmt) -> tuple[n.Stmt, ...]:
    match statement:
        case n.For(var, members, body) if body and all(_moves_site(s, var) for s in body):
            if _reads(members) & {s.field for s in body if isinstance(s, n.Include | n.Exclude)}:
                taken = n.Local(f"{var.name}_all", members.type)
                return n.Let(taken, members), *(_whole(program, s, taken) for s in body)
            return tuple(_whole(program, s, members) for s in body)
    return (statement,)


def _moves_site(statement: n.Stmt, var: n.Local) -> bool:
    match statement:
        case n.Include(_, indices, site) | n.Exclude(_, indices, site):
            return site == var and all(isinstance(index, n.Const) for index in indices)
    return False


def _reads(x: n.Expr) -> set[str]:
    return {part.field for part in walk_expr(x) if isinstance(part, n.Load)}


def _whole(program: n.Program, statement: n.Stmt, members: n.Expr) -> n.Stmt:
    assert isinstance(statement, n.Include | n.Exclude)
    before = n.Load(statement.field, statement.indices, program.fields[statement.field].type)
    after = ops.union(before, members) if isinstance(statement, n.Include) else ops.minus(before, members)
    return n.Store(statement.field, statement.indices, after)


