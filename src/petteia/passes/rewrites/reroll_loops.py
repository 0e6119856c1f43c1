"""Makes one loop of statements that differ in a few numbers only: those go to tables.

Rules are lowered for each kind of piece. Where there are hundreds, the moves of most kinds are one call of a function
with other numbers, which passes and compilers need time for, each time anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.effects import EffectAnalysis
from petteia.ir.scoping import free_locals
from petteia.ir.survey import survey, walk
from petteia.ir.visit import (
    as_block,
    assigned_locals,
    blocks,
    breaks,
    expressions,
    introduced,
    map_functions,
    substitute_block,
    walk_block,
    walk_stmts,
    with_body,
    with_parts,
)

from ..analyses.alike import Column, loop_over, shape_of
from ..analyses.names import Names

_LARGE = 16_000
"""Programs of more nodes than this are rerolled: in others, passes find out more about single statements."""
_FEWEST_LISTS = 8
"""So many statements that list moves make a loop."""
_FEWEST_SEARCHES = 4
"""So many statements that look for a move make a loop: most searches end before they get there."""
_LONG = 100
"""Functions of fewer nodes stay as they are."""
_LOOPS = (n.For, n.Range, n.If, n.Do)


def reroll_loops(program: n.Program) -> n.Program:
    """The program with loops in the place of statements that are alike, if it is large."""
    large = sum(len(survey(function).nodes) for function in program.functions.values()) > _LARGE
    return rerolled(program) if large else program


def rerolled(program: n.Program) -> n.Program:
    """The same whatever the size of the program."""
    return map_functions(program, _Rolling(program).function)


class _Rolling:
    """Rerolls one program. Only statements that list moves, or look for one, change places: that order is free."""

    def __init__(self, program: n.Program) -> None:
        self._effects = EffectAnalysis(program)
        collected = [self._effects.of_block(s.body).kinds for s in walk(program) if isinstance(s, n.Collect)]
        self._in_order = frozenset[str]().union(*collected)
        """Kinds of effects, which are played in the order in which they were listed."""
        self._tables: dict[Column, n.Table] = {}

    def function(self, function: n.Function) -> n.Function:
        """A function with its statements rerolled."""
        if len(survey(function).nodes) < _LONG:
            return function
        return with_body(function, self._block(function.body, function, Names(function)))

    def _block(self, block: n.Block, function: n.Function, names: Names) -> n.Block:
        result: list[n.Stmt] = []
        run: list[n.Stmt] = []
        for s in block:
            if self._may_change_places(s, function):
                run.append(s)
                continue
            result += self._rolled(run, function, names)
            run = []
            result.append(s)
        result += self._rolled(run, function, names)
        return as_block([self._with_rolled_bodies(s, function, names) for s in result], block)

    def _with_rolled_bodies(self, s: n.Stmt, function: n.Function, names: Names) -> n.Stmt:
        if isinstance(s, n.Collect):
            return s
        return with_parts(s, expressions(s), [self._block(body, function, names) for body in blocks(s)])

    def _may_change_places(self, s: n.Stmt, function: n.Function) -> bool:
        """True if a statement only lists moves in any order, or only returns that something was found."""
        if not isinstance(s, _LOOPS):
            return False
        effects = self._effects.of_statement(s)
        if effects.writes or effects.draws or effects.counts or effects.kinds & self._in_order:
            return False
        inside = walk_stmts((s,))
        results = [each.value for each in inside if isinstance(each, n.Return)]
        if any(function.emits or value != ops.TRUE for value in results) or breaks((s,)):
            return False
        return assigned_locals((s,)) <= {local.name for each in inside if (local := introduced(each)) is not None}

    def _rolled(self, run: list[n.Stmt], function: n.Function, names: Names) -> list[n.Stmt]:
        fewest = _FEWEST_LISTS if function.emits else _FEWEST_SEARCHES
        if len(run) < fewest:
            return run
        parts = [[_form(s)] if function.emits else _apart(s, names) for s in run]
        groups: dict[object, list[_Form]] = {}
        for form in (form for forms in parts for form in forms):
            groups.setdefault(form.key, []).append(form)
        result: list[n.Stmt] = []
        for s, forms in zip(run, parts, strict=True):
            left = [form.statement for form in forms if len(groups[form.key]) < fewest]
            result += [s] if len(left) == len(forms) else _joined(left)
        for group in groups.values():
            if len(group) >= fewest:
                rows = [form.numbers for form in group]
                result.append(loop_over(rows, group[0].statement, names, self._tables))
        return sorted(result, key=_rank)


class _Form(NamedTuple):
    """A statement, what it is but for its numbers, and these."""

    statement: n.Stmt
    key: object
    numbers: tuple[int, ...]


def _form(s: n.Stmt) -> _Form:
    outside = tuple(free_locals((s,)))
    shape = shape_of(outside, (s,))
    return _Form(s, (outside, shape.key), shape.numbers)


def _apart(s: n.Stmt, names: Names) -> list[_Form]:
    """The parts of a loop over pieces, each as a loop of its own: kinds of pieces that differ share some of them."""
    match s:
        case n.If(cond, (n.For() as loop,), ()):
            return [_form(n.If(cond, (part,))) for part in _loops(loop, names)]
        case n.For():
            return [_form(part) for part in _loops(s, names)]
        case _:
            return [_form(s)]


def _loops(loop: n.For, names: Names) -> list[n.For]:
    """For each statement in a loop that may change places a loop of its own, with a variable of its own."""
    if len(loop.body) < 2 or not all(isinstance(s, _LOOPS) for s in loop.body):
        return [loop]
    result = []
    for s in loop.body:
        var = n.Local(names.fresh(loop.var.name), loop.var.type)
        result.append(n.For(var, loop.set, substitute_block((s,), {loop.var.name: var})))
    return result


def _joined(parts: list[n.Stmt]) -> list[n.Stmt]:
    """The parts left of a loop, as one loop again."""
    match parts:
        case [n.If(cond, (n.For() as first,)), *_]:
            loops = [part.then[0] for part in parts if isinstance(part, n.If)]
            return [n.If(cond, (_one(first, loops),))]
        case [n.For() as first, *_]:
            return [_one(first, parts)]
        case _:
            return parts


def _one(first: n.For, loops: Sequence[n.Stmt]) -> n.For:
    bodies = [substitute_block(s.body, {s.var.name: first.var}) for s in loops if isinstance(s, n.For)]
    return n.For(first.var, first.set, tuple(s for body in bodies for s in body))


def _rank(s: n.Stmt) -> tuple[int, list[str]]:
    """An order of statements, the short first, that is the same for two players whose statements are alike."""
    nodes = walk_block((s,))
    return len(nodes), [node.function for node in nodes if isinstance(node, n.Call | n.Do)]
