"""Drops guards that conditions around or before them have settled: a site tested once is not tested again.

A comparison is decided where the conditions that dominate it bound its operands: inside the branch that a condition
opens, behind a branch that leaves, and in the later operands of a conjunction, a disjunction or a choice.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.declare import BINDERS, CHILDREN
from petteia.ir.ranges import ANY, COMPARISONS, Bounds, Ranges, narrowed, outcome
from petteia.ir.survey import map_having, survey
from petteia.ir.visit import blocks, expressions, leaves, rebuild, with_body, with_parts

Known = dict[str, Bounds]


def drop_guards(program: n.Program) -> n.Program:
    """The program without comparisons that are decided where they stand."""
    ranges = Ranges(program)
    return map_having(program, [n.Op], lambda function: _Dropping(program, ranges, function).run())


class _Dropping:
    def __init__(self, program: n.Program, ranges: Ranges, function: n.Function) -> None:
        self._program = program
        self._ranges = ranges
        self._function = function
        self._changing = survey(function).assigned

    def run(self) -> n.Function:
        known = {name: b for name, b in self._ranges.parameters(self._function).items() if name not in self._changing}
        return with_body(self._function, self._block(self._function.body, known))

    def _block(self, block: n.Block, known: Known) -> n.Block:
        known = dict(known)
        result: list[n.Stmt] = []
        for s in block:
            parts = [self._expression(x, known) for x in expressions(s)]
            if isinstance(s, n.If) and isinstance(parts[0], n.Const):
                chosen = self._block(s.then if parts[0].value else s.orelse, known)
                result += chosen
                if leaves(chosen):
                    break
                continue
            result.append(with_parts(s, parts, self._bodies(s, parts, known)))
            self._ranges.bind(s, known, self._changing)
            if isinstance(s, n.If) and leaves(s.then):
                known = self._given(known, parts[0], holds=False)
        same = len(result) == len(block) and all(a is b for a, b in zip(result, block, strict=True))
        return block if same else tuple(result)

    def _bodies(self, s: n.Stmt, parts: list[n.Expr], known: Known) -> list[n.Block]:
        if isinstance(s, n.If):
            return [
                self._block(s.then, self._given(known, parts[0])),
                self._block(s.orelse, self._given(known, parts[0], holds=False)),
            ]
        inner = dict(known)
        if isinstance(s, n.For | n.Range):
            self._ranges.bind(s, inner, self._changing)
        return [self._block(body, inner) for body in blocks(s)]

    def _given(self, known: Known, cond: n.Expr, *, holds: bool = True) -> Known:
        return dict(narrowed(self._program, known, cond, self._changing, holds=holds))

    def _expression(self, x: n.Expr, known: Known) -> n.Expr:
        """An expression where some locals are known."""
        if not (parts_of := CHILDREN.get(type(x))):
            return x
        if isinstance(x, n.Op) and x.op in ("and", "or"):
            return self._chain(x, known)
        parts = parts_of(x)
        if isinstance(x, n.Op) and x.op == "select":
            cond = self._expression(parts[0], known)
            yes = self._expression(parts[1], self._given(known, parts[0]))
            no = self._expression(parts[2], self._given(known, parts[0], holds=False))
            changed = [cond, yes, no]
        elif binder := BINDERS.get(type(x)):
            var, members, body = binder(x)
            inner = dict(known)
            self._ranges.bind_site(var, members, inner)
            changed = [self._expression(members, known), self._expression(body, inner)]
        else:
            changed = [self._expression(part, known) for part in parts]
        if any(a is not b for a, b in zip(changed, parts, strict=True)):
            x = rebuild(x, changed)
        if isinstance(x, n.Op) and x.op in COMPARISONS and x.args[0].type == n.INT:
            a, b = (self._ranges.of(arg, known) for arg in x.args)
            return x if ANY in (a, b) else outcome(x, a, b)
        return x

    def _chain(self, x: n.Op, known: Known) -> n.Expr:
        """A conjunction or disjunction: each operand is asked only where those before it have not decided."""
        operands: list[n.Expr] = []
        rest: n.Expr = x
        while isinstance(rest, n.Op) and rest.op == x.op:
            operands.append(rest.args[1])
            rest = rest.args[0]
        operands.append(rest)
        result, changed = [], False
        for operand in reversed(operands):
            dropped = self._expression(operand, known)
            changed = changed or dropped is not operand
            result.append(dropped)
            known = self._given(known, operand, holds=x.op == "and")
        if not changed:
            return x
        joined = result[0]
        for operand in result[1:]:
            joined = rebuild(x, (joined, operand))
        return joined
