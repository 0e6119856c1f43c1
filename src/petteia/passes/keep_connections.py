"""Keeps the pieces that are joined to a side of the board, so that asking whether a group touches it is a bit test.

A rule that asks whether the group of a piece touches a given set of sites would otherwise flood the group after each
move. Joined pieces are kept as a set of their own: a new piece joins it if it stands on the side or next to a joined
one, and then brings its group along, so that each piece is flooded once in a game. Where pieces leave, the set is made
anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import map_having
from petteia.ir.visit import (
    assigned_locals,
    expressions,
    locals_of,
    map_block,
    map_expr,
    map_functions,
    substitute_block,
    walk_block,
    walk_stmts,
    with_body,
)


@dataclass(frozen=True)
class _Question:
    """Whether the group of a piece, among one player's pieces, touches a side."""

    field: str
    index: int
    side: n.Const
    neighbours: n.Table


def keep_connections(program: n.Program) -> n.Program:
    """The program with sets of joined pieces wherever rules ask what a group touches."""
    return _Keeping(program).run()


class _Keeping:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.effects = EffectAnalysis(program)
        self.kept: dict[_Question, str] = {}

    def run(self) -> n.Program:
        rewritten = map_having(self.program, [n.Flood], self._without_floods)
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

    # -- questions ----------------------------------------------------------------------------------------------

    def _without_floods(self, function: n.Function) -> n.Function:
        """The function with questions about groups answered by kept sets."""
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
        """Whether a group is used for nothing but questions of our kind, and before anything it depends on changes."""
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

    def _question(self, flood: n.Flood, side: n.Expr) -> _Question | None:
        match flood:
            case n.Flood(n.Op("single"), n.Load(field, (n.Const(index),)), neighbours) if isinstance(side, n.Const):
                declared = self.program.fields[field]
                if len(declared.shape) == 1 and not declared.initial and _is_symmetric(neighbours):
                    return _Question(field, index, side, neighbours)
        return None

    def _answered(self, x: n.Expr) -> n.Expr:
        """Whether a group touches a side: whether its piece is among the joined ones."""
        match x:
            case n.Op("not", (n.Op("is_empty", (n.Op("intersect", (a, b)),)),)):
                for flood, side in ((a, b), (b, a)):
                    if not isinstance(flood, n.Flood):
                        continue
                    question = self._question(flood, side)
                    if question is not None and isinstance(flood.seed, n.Op):
                        return o.has(self._joined(question), flood.seed.args[0])
        return x

    def _joined(self, question: _Question) -> n.Load:
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

    def _for_each(self, field: str, index: n.Local, make: Callable[[_Question], n.Stmt]) -> n.Block:
        numbers = sorted({question.index for question in self.kept if question.field == field})
        return tuple(
            n.If(
                o.eq(index, o.number(number)),
                tuple(make(q) for q in self.kept if q.field == field and q.index == number),
            )
            for number in numbers
        )

    def _join(self, question: _Question, site: n.Local) -> n.Stmt:
        """A new piece joins if it stands on the side or beside a joined one, and its group with it."""
        joined = self._joined(question)
        beside = o.negate(o.is_empty(o.intersect(o.lookup(question.neighbours, site), joined)))
        universe = question.side.type.universe
        group = o.flood(o.single(universe, site), o.minus(self._pieces(question), joined), question.neighbours)
        grown = n.Store(joined.field, (), o.union(joined, group))
        return n.If(o.either(o.has(question.side, site), beside), (grown,))

    def _renewed(self, question: _Question) -> n.Stmt:
        pieces = self._pieces(question)
        joined = o.flood(o.intersect(question.side, pieces), pieces, question.neighbours)
        return n.Store(self._joined(question).field, (), joined)

    def _pieces(self, question: _Question) -> n.Load:
        return n.Load(question.field, (o.number(question.index),), question.side.type)

    def _rebuild(self, before: n.Function | None) -> n.Function:
        before = before or n.Function("rebuild", (), None, (), doc="what follows from the pieces")
        return replace(before, body=(*before.body, *(self._renewed(question) for question in self.kept)))


def _side_of(x: n.Op, local: n.Local) -> n.Expr | None:
    """The set that a group is asked to touch, where an expression is such a question."""
    match x:
        case n.Op("not", (n.Op("is_empty", (n.Op("intersect", (a, b)),)),)):
            return b if a == local else a if b == local else None
    return None


def _is_symmetric(neighbours: n.Table) -> bool:
    values = neighbours.values
    return all(values[other] >> site & 1 for site, mask in enumerate(values) for other in o.bits(mask))
