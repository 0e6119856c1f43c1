"""Says what stands on the sites of a loop, where the loop runs over the sites of one component."""

from __future__ import annotations

from collections.abc import Iterator

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.visit import (
    ExprMap,
    children,
    expressions,
    map_block,
    map_expr,
    map_functions,
    rebuild,
    with_body,
    with_parts,
)

_QUESTIONS = (n.Filter, n.Exists, n.Total)


def propagate_piece_kinds(program: n.Program) -> n.Program:
    """The program that does not ask what is on a site of a known component."""
    telling = {field.tells: name for name, field in program.fields.items() if field.tells}
    if not telling:
        return program
    effects = EffectAnalysis(program)

    def within(x: n.Expr) -> n.Expr:
        if not isinstance(x, _QUESTIONS) or (answered := _answers(x.var, x.set, telling)) is None:
            return x
        members, asked = children(x)
        return rebuild(x, (members, map_expr(asked, answered)))

    def through(s: n.Stmt) -> tuple[n.Stmt, ...]:
        if not isinstance(s, n.For) or (answered := _answers(s.var, s.set, telling)) is None:
            return (s,)
        if effects.of_block(s.body).writes & {*telling, *telling.values()}:
            return (s,)
        return (with_parts(s, expressions(s), [map_block(s.body, lambda x: map_expr(x, answered))]),)

    return map_functions(program, lambda f: with_body(f, map_block(f.body, lambda x: map_expr(x, within), through)))


def _answers(var: n.Local, members: n.Expr, telling: dict[str, str]) -> ExprMap | None:
    """Puts the component that all sites of a set have in the place of the question; None if it is not known."""
    for part in _parts(members):
        match part:
            case n.Load(field, (n.Const(component),)) if field in telling and component:
                asked, answer = n.Load(telling[field], (var,), n.INT), o.number(component)
                return lambda x: answer if x == asked else x
    return None


def _parts(members: n.Expr) -> Iterator[n.Expr]:
    """Sets that have all sites of a set."""
    match members:
        case n.Op("intersect", args):
            for arg in args:
                yield from _parts(arg)
        case n.Op("minus", (left, _)) | n.Filter(_, left):
            yield from _parts(left)
        case _:
            yield members
