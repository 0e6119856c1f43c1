"""Makes one loop of statements that differ in a few numbers only: those go to tables.

Rules are lowered for each kind of piece. Where there are hundreds, the moves of most kinds are one call of a function
with other numbers, which passes and compilers need time for, each time anew.
"""

from __future__ import annotations

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
    walk_stmts,
    with_body,
    with_parts,
)

from .alike import Column, Shape, loop_over, shape_of
from .names import Names

_LARGE = 16_000
"""Programs of more nodes than this are rolled up: in others, passes find out more about single statements."""
_FEWEST = 8
"""So many statements make a loop."""
_LONG = 100
"""Functions of fewer nodes stay as they are."""
_LOOPS = (n.For, n.Range, n.If, n.Do)


def roll_alike(program: n.Program) -> n.Program:
    """The program with loops in the place of statements that are alike, if it is large."""
    large = sum(len(survey(function).nodes) for function in program.functions.values()) > _LARGE
    return rolled(program) if large else program


def rolled(program: n.Program) -> n.Program:
    """The same whatever the size of the program."""
    return map_functions(program, _Rolling(program).function)


class _Rolling:
    """Rolls up one program. Only statements that list moves, or look for one, change places: that order is free."""

    def __init__(self, program: n.Program) -> None:
        self._effects = EffectAnalysis(program)
        collected = [self._effects.of_block(s.body).kinds for s in walk(program) if isinstance(s, n.Collect)]
        self._in_order = frozenset[str]().union(*collected)
        """Kinds of effects, which are played in the order in which they were listed."""
        self._tables: dict[Column, n.Table] = {}

    def function(self, function: n.Function) -> n.Function:
        """A function with its statements rolled up."""
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
            result += self._rolled(run, names)
            run = []
            result.append(s)
        result += self._rolled(run, names)
        return as_block([self._with_rolled_bodies(s, function, names) for s in result], block)

    def _with_rolled_bodies(self, s: n.Stmt, function: n.Function, names: Names) -> n.Stmt:
        if isinstance(s, n.Collect):
            return s
        return with_parts(s, expressions(s), [self._block(body, function, names) for body in blocks(s)])

    def _may_change_places(self, s: n.Stmt, function: n.Function) -> bool:
        """Whether a statement only lists moves in any order, or only returns that something was found."""
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

    def _rolled(self, run: list[n.Stmt], names: Names) -> list[n.Stmt]:
        if len(run) < _FEWEST:
            return run
        groups: dict[object, list[tuple[n.Stmt, Shape]]] = {}
        for s in run:
            outside = tuple(free_locals((s,)))
            shape = shape_of(outside, (s,))
            groups.setdefault((outside, shape.key), []).append((s, shape))
        result: list[n.Stmt] = []
        for group in groups.values():
            if len(group) < _FEWEST:
                result += [s for s, _ in group]
            else:
                result.append(loop_over([shape.numbers for _, shape in group], group[0][0], names, self._tables))
        return result
