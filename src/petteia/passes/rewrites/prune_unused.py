"""Drops what nobody uses: functions and kinds that are not reached, fields and locals that are not read, idle code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.visit import (
    assigned_locals,
    blocks,
    expressions,
    introduced,
    leaves_loop,
    locals_of,
    map_block,
    map_functions,
    walk_expr,
    walk_stmts,
    with_body,
)

from .drop_unreached import drop_unreached

_READ_FROM_OUTSIDE = frozenset(["mover", "over", "ranks"])
_CHANGES = (n.Store, n.Include, n.Exclude, n.Append, n.Truncate)
_GIVES_VALUE = (n.Let, n.Assign)
_MAY_BE_IDLE = (n.Do, n.If, n.For, n.Range, n.While, n.Collect, n.Speculate)
_FIELD_USES, _LOCALS_USED, _BUSY = "field uses", "locals used", "busy"

FieldUses = tuple[set[str], dict[str, set[str]]]


def prune_unused(program: n.Program) -> n.Program:
    """The program without functions, kinds, fields, locals and statements that make no difference to play."""
    before: n.Program | None = None
    while before is not program:
        before = program
        program = drop_unreached(program)
        program = _without_dead_fields(program)
        program = map_functions(program, _without_unused_locals)
        program = _without_idle_statements(program)
    return program


def _fields_in(parts: Iterable[n.Expr]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        for x in walk_expr(part):
            if isinstance(x, n.Load | n.Length):
                found.add(x.field)
            elif isinstance(x, n.Digest):
                found.update(x.fields)
    return found


def _closure(roots: set[str], needs: dict[str, set[str]]) -> set[str]:
    """The roots and all that they need."""
    found, waiting = set(roots), list(roots)
    while waiting:
        more = needs.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


def _without_dead_fields(program: n.Program) -> n.Program:
    """A field is alive if it is seen from outside, or read anywhere but where a dead field is changed."""
    roots = {f.name for f in program.fields.values() if f.visible} | _READ_FROM_OUTSIDE
    needs: dict[str, set[str]] = {}
    for function in program.functions.values():
        read, read_by_changes = _field_uses(function)
        roots |= read
        for name, fields in read_by_changes.items():
            needs.setdefault(name, set()).update(fields)
    dead = program.fields.keys() - _closure(roots, needs)
    if not dead:
        return program

    def kept(s: n.Stmt) -> tuple[n.Stmt, ...]:
        return () if isinstance(s, _CHANGES) and s.field in dead else (s,)

    program = replace(program, fields={name: f for name, f in program.fields.items() if name not in dead})
    return map_functions(program, lambda f: with_body(f, map_block(f.body, None, kept)))


def _field_uses(function: n.Function) -> FieldUses:
    """The fields that a function reads, and those that it reads to change another, by that field."""
    found: FieldUses | None = function.facts.get(_FIELD_USES)
    if found is not None:
        return found
    roots: set[str] = set()
    needs: dict[str, set[str]] = {}
    for s in walk_stmts(function.body):
        read = _fields_in(expressions(s))
        if isinstance(s, _CHANGES):
            needs.setdefault(s.field, set()).update(read)
        else:
            roots |= read
    function.facts[_FIELD_USES] = roots, needs
    return roots, needs


def _without_unused_locals(function: n.Function) -> n.Function:
    """A local is used if it is read anywhere but to give a value to an unused local."""
    if _LOCALS_USED in function.facts:
        return function
    roots: set[str] = set()
    needs: dict[str, set[str]] = {}
    for s in walk_stmts(function.body):
        read = set[str]().union(*map(locals_of, expressions(s)))
        if isinstance(s, _GIVES_VALUE):
            needs.setdefault(s.local.name, set()).update(read)
        else:
            roots |= read
    used = _closure(roots, needs)

    def kept(s: n.Stmt) -> tuple[n.Stmt, ...]:
        return () if isinstance(s, _GIVES_VALUE) and s.local.name not in used else (s,)

    result = with_body(function, map_block(function.body, None, kept))
    result.facts[_LOCALS_USED] = True
    return result


def _without_idle_statements(program: n.Program) -> n.Program:
    """Calls and compound statements go that leave no trace: no field, local or move, and no early end of anything."""
    effects = EffectAnalysis(program)

    def is_idle(s: n.Stmt) -> bool:
        if not isinstance(s, _MAY_BE_IDLE) or not effects.of_statement(s).pure:
            return False
        own = {local.name for inner in walk_stmts((s,)) if (local := introduced(inner))}
        assigned = assigned_locals((s,)) if blocks(s) else set()
        return not assigned - own and not leaves_loop((s,))

    def kept(s: n.Stmt) -> tuple[n.Stmt, ...]:
        return () if is_idle(s) else (s,)

    def busy(function: n.Function) -> n.Function:
        basis = effects.basis(function)
        if function.facts.get(_BUSY) is basis:
            return function
        result = with_body(function, map_block(function.body, None, kept))
        if result is function:
            function.facts[_BUSY] = basis
        return result

    return map_functions(program, busy)
