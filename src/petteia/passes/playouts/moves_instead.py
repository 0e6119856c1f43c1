"""Finds what a game emits where none of its candidates turns out to be legal, such as a pass."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.playouts import CANDIDATES, NONE_SO_FAR
from petteia.ir.scoping import free_names
from petteia.ir.survey import survey
from petteia.ir.visit import assigned_locals, introduced, leaves_loop, walk_stmts

from .defer_tests import chained


def moves_instead(program: n.Program, functions: dict[str, n.Function]) -> n.Function | None:
    """The function that emits what stands in for the candidates; None if its moves cannot be told apart from them.

    `functions` are those that `defer_tests` gives. Only their last statements ask whether there are no moves yet; what
    is left of the candidates are these, and the conditions around them.
    """
    asking = [name for name, function in functions.items() if n.Emitted in survey(function).types]
    if asking not in ([], [CANDIDATES]):
        return None
    candidates = functions[CANDIDATES]
    effects = EffectAnalysis(replace(program, functions={**program.functions, **functions}))
    body = _without_candidates(candidates.body, effects) if asking else ()
    if body is None or free_names(body):
        return None
    return n.Function("moves_instead", (), None, body, emits=True, doc="what stands in for moves where none is legal")


def _without_candidates(block: n.Block, effects: EffectAnalysis) -> n.Block | None:
    """A block without the moves that are made whether or not there are others; None if more depends on them."""
    block = chained(block)
    kept: list[n.Stmt] = []
    for s in block[:-1]:
        if not effects.of_statement(s).kinds:
            kept.append(s)
        elif leaves_loop((s,)) or assigned_locals((s,)) - _own_names(s):
            return None
    match block[-1] if block else None:
        case n.If(cond) as last if cond == NONE_SO_FAR:
            return (*kept, last)
        case n.If(cond, then, orelse):
            yes, no = _without_candidates(then, effects), _without_candidates(orelse, effects)
            return None if yes is None or no is None else (*kept, n.If(cond, yes, no)) if yes or no else ()
        case _:
            return ()


def _own_names(statement: n.Stmt) -> set[str]:
    """The names of the locals that a statement introduces within itself."""
    return {local.name for s in walk_stmts((statement,)) if (local := introduced(s))}
