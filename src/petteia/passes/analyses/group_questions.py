"""Recognises questions about groups of pieces: whether the group of a piece touches a given set of sites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.visit import (
    assigned_locals,
    expressions,
    locals_of,
    map_block,
    map_expr,
    substitute_block,
    walk_block,
    walk_stmts,
)


@dataclass(frozen=True)
class Question:
    """True if the group of a piece, among one player's pieces, touches a side."""

    field: str
    index: int
    side: n.Const
    neighbours: n.Table


Answer = Callable[[Question, n.Expr], n.Expr]
"""Expressions that say in other words whether the group of a piece on a site touches the side of a question."""


class GroupQuestions:
    """Puts answers in the place of the questions of a program."""

    def __init__(self, program: n.Program, answer: Answer) -> None:
        self.program = program
        self.effects = EffectAnalysis(program)
        self.answer = answer

    def answered(self, function: n.Function) -> n.Function:
        """The function with its questions answered."""
        body = self._block(function.body, assigned_locals(function.body))
        return replace(function, body=map_block(body, lambda x: map_expr(x, self._answered)))

    def _block(self, block: n.Block, changing: set[str]) -> n.Block:
        """Puts sets of pieces, and floods that are only asked what they touch, in the place of their variables."""
        result = list(block)
        for k, statement in enumerate(block):
            rest = tuple(result[k + 1 :])
            match statement:
                case n.Let(local, n.Load(field) as load) if load.type.kind == "set" and local.name not in changing:
                    if field not in self.effects.of_block(rest).writes and not locals_of(load) & changing:
                        return (*result[:k], *self._block(substitute_block(rest, {local.name: load}), changing))
                case n.Let(local, n.Flood() as flood) if local.name not in changing:
                    if self._only_asked(local, flood, rest, changing):
                        return (*result[:k], *self._block(substitute_block(rest, {local.name: flood}), changing))
                case n.If(cond, then, orelse):
                    result[k] = n.If(cond, self._block(then, changing), self._block(orelse, changing))
        return tuple(result)

    def _only_asked(self, local: n.Local, flood: n.Flood, rest: n.Block, changing: set[str]) -> bool:
        """True if a group is used for nothing but questions of our kind, and before anything it depends on changes."""
        uses = sum(x == local for x in walk_block(rest))
        asked = [x for x in walk_block(rest) if isinstance(x, n.Op) and _side_of(x, local) is not None]
        if not uses or uses != len(asked):
            return False
        if any(self._question(flood, side) is None for x in asked if (side := _side_of(x, local)) is not None):
            return False
        if locals_of(flood) & changing:
            return False
        reads = self.effects.of_expr(flood).reads
        for k, statement in enumerate(rest):
            if self.effects.of_statement(statement).writes & reads:
                after = (*walk_stmts((statement,)), *walk_stmts(rest[k + 1 :]))
                return not any(local.name in locals_of(x) for s in after[1:] for x in expressions(s))
        return True

    def _question(self, flood: n.Flood, side: n.Expr) -> Question | None:
        match flood:
            case n.Flood(n.Op("single"), n.Load(field, (n.Const(index),)), neighbours) if isinstance(side, n.Const):
                declared = self.program.fields[field]
                if len(declared.shape) == 1 and not declared.initial and o.is_symmetric(neighbours):
                    return Question(field, index, side, neighbours)
        return None

    def _answered(self, x: n.Expr) -> n.Expr:
        """An expression, or the answer if it is a question."""
        match x:
            case n.Op("not", (n.Op("is_empty", (n.Op("intersect", (a, b)),)),)):
                for flood, side in ((a, b), (b, a)):
                    if not isinstance(flood, n.Flood):
                        continue
                    question = self._question(flood, side)
                    if question is not None and isinstance(flood.seed, n.Op):
                        return self.answer(question, flood.seed.args[0])
        return x


def _side_of(x: n.Op, local: n.Local) -> n.Expr | None:
    """The set that a group is asked to touch, where an expression is such a question."""
    match x:
        case n.Op("not", (n.Op("is_empty", (n.Op("intersect", (a, b)),)),)):
            return b if a == local else a if b == local else None
    return None
