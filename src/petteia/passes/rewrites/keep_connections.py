"""Keeps the pieces that are joined to a side of the board, so that asking whether a group touches it is a bit test.

A rule that asks whether the group of a piece touches a given set of sites would otherwise flood the group after each
move. Joined pieces are kept as a set of their own: a new piece joins it if it stands on the side or next to a joined
one, and then brings its group along, so that each piece is flooded once in a game. Where pieces leave, the set is made
anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.survey import map_having
from petteia.ir.visit import map_block, map_functions, with_body

from ..analyses.group_questions import GroupQuestions, Question


def keep_connections(program: n.Program) -> n.Program:
    """The program with sets of joined pieces wherever rules ask what a group touches."""
    return _Keeping(program).run()


class _Keeping:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.kept: dict[Question, str] = {}

    def run(self) -> n.Program:
        questions = GroupQuestions(self.program, lambda question, site: o.has(self._joined(question), site))
        rewritten = map_having(self.program, [n.Flood], questions.answered)
        if not self.kept:
            return self.program
        fields = dict(rewritten.fields)
        for question, name in self.kept.items():
            about = f"pieces {question.index} of {question.field} that are joined to a side"
            fields[name] = n.Field(name, fields[question.field].type, doc=about)
        noted = map_functions(rewritten, lambda f: with_body(f, map_block(f.body, None, self._noted)))
        functions = dict(noted.functions)
        for field in dict.fromkeys(question.field for question in self.kept):
            functions |= {f.name: f for f in self._keepers(field)}
        functions["rebuild"] = self._rebuild(functions.get("rebuild"))
        return replace(noted, fields=fields, functions=functions)

    def _joined(self, question: Question) -> n.Load:
        name = self.kept.setdefault(question, f"{question.field}_joined_{len(self.kept) + 1}")
        return n.Load(name, (), question.side.type)

    # -- keeping ------------------------------------------------------------------------------------------------

    def _noted(self, s: n.Stmt) -> tuple[n.Stmt, ...]:
        kept = {question.field for question in self.kept}
        match s:
            case n.Include(field, (index,), site) if field in kept:
                return s, n.Do(f"join_{field}", (index, site))
            case n.Exclude(field, (index,), _) | n.Store(field, (index,), _) if field in kept:
                return s, n.Do(f"rejoin_{field}", (index,))
        return (s,)

    def _keepers(self, field: str) -> tuple[n.Function, n.Function]:
        index, site = n.Local("index", n.INT), n.Local("site", n.INT)
        join = self._for_each(field, index, lambda question: self._join(question, site))
        rejoin = self._for_each(field, index, self._renewed)
        about = f"keeps the pieces of {field} that are joined to a side"
        return (
            n.Function(f"join_{field}", (index, site), None, join, doc=about),
            n.Function(f"rejoin_{field}", (index,), None, rejoin, doc=about),
        )

    def _for_each(self, field: str, index: n.Local, make: Callable[[Question], n.Stmt]) -> n.Block:
        numbers = sorted({question.index for question in self.kept if question.field == field})
        return tuple(
            n.If(
                o.eq(index, o.number(number)),
                tuple(make(q) for q in self.kept if q.field == field and q.index == number),
            )
            for number in numbers
        )

    def _join(self, question: Question, site: n.Local) -> n.Stmt:
        """A new piece joins if it stands on the side or beside a joined one, and its group with it."""
        joined = self._joined(question)
        beside = o.negate(o.is_empty(o.intersect(o.lookup(question.neighbours, site), joined)))
        universe = question.side.type.universe
        group = o.flood(o.single(universe, site), o.minus(self._pieces(question), joined), question.neighbours)
        grown = n.Store(joined.field, (), o.union(joined, group))
        return n.If(o.either(o.has(question.side, site), beside), (grown,))

    def _renewed(self, question: Question) -> n.Stmt:
        pieces = self._pieces(question)
        joined = o.flood(o.intersect(question.side, pieces), pieces, question.neighbours)
        return n.Store(self._joined(question).field, (), joined)

    def _pieces(self, question: Question) -> n.Load:
        return n.Load(question.field, (o.number(question.index),), question.side.type)

    def _rebuild(self, before: n.Function | None) -> n.Function:
        before = before or n.Function("rebuild", (), None, (), doc="what follows from the pieces")
        return replace(before, body=(*before.body, *(self._renewed(question) for question in self.kept)))
