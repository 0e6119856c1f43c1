"""Bounds of integers within one function: comparisons that are decided, and reads that cannot leave their array."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.ranges import ANY, bounds_of, join
from petteia.ir.survey import survey
from petteia.ir.visit import children

Bound = tuple[int, int]
Facts = dict[n.Expr, Bound]
_INTRODUCING = frozenset((n.For, n.Filter, n.Exists, n.Total, n.Range, n.Draw, n.Let))


class Bounds:
    """What is known of the locals of a function, in which each is introduced once."""

    def __init__(self, program: n.Program, function: n.Function, params: dict[str, Bound] | None = None) -> None:
        self._program = program
        self._locals: dict[str, Bound | None] = {}
        changing = survey(function).assigned
        for name, known in (params or {}).items():
            if name not in changing and known != ANY:
                self._locals[name] = known
        for node in survey(function).nodes:
            if type(node) not in _INTRODUCING:
                continue
            match node:
                case n.For(var, members) | n.Filter(var, members) | n.Exists(var, members) | n.Total(var, members):
                    self._note(var, (0, program.universes[members.type.universe] - 1))
                case n.Range(var, start, stop):
                    low, high = self.of(start), self.of(stop)
                    self._note(var, (low[0], high[1] - 1) if low and high else None)
                case n.Draw(local, bound):
                    high = self.of(bound)
                    self._note(local, (0, max(high[1] - 1, 0)) if high else None)
                case n.Let(local, value) if local.type == n.INT and local.name not in changing:
                    self._note(local, self.of(value))

    def _note(self, local: n.Local, bound: Bound | None) -> None:
        before = self._locals.get(local.name, bound)
        if before is None or bound is None:
            self._locals[local.name] = None
        else:  # expressions may bind one name several times
            self._locals[local.name] = join(before, bound)

    def of(self, x: n.Expr, facts: Facts | None = None) -> Bound | None:
        """The least and the largest value an integer expression can have, if both are known."""
        if facts and x in facts:
            return facts[x]
        if isinstance(x, n.Local):
            return self._locals.get(x.name)
        found = bounds_of(self._program, x, lambda part: self.of(part, facts) or ANY)
        return None if found == ANY else found

    def decide(self, x: n.Expr) -> n.Expr:
        """A comparison, or its outcome where the bounds of its operands decide it."""
        if not (isinstance(x, n.Op) and x.op in ("eq", "ne", "lt", "le")):
            return x
        a, b = self.of(x.args[0]), self.of(x.args[1])
        if a is None or b is None:
            return x
        if x.op in ("eq", "ne"):
            return o.truth(x.op == "ne") if a[1] < b[0] or b[1] < a[0] else x
        surely, never = (a[1] < b[0], a[0] >= b[1]) if x.op == "lt" else (a[1] <= b[0], a[0] > b[1])
        return o.truth(surely) if surely or never else x

    def is_safe(self, x: n.Expr, facts: Facts | None = None) -> bool:
        """Whether an expression has a value wherever its locals do, so that it may be evaluated earlier than it was."""
        facts = facts or {}
        match x:
            case n.Call() | n.Digest() | n.Emitted():
                return False
            case n.Load(name, indices) | n.Length(name, indices):
                field = self._program.fields[name]
                within = len(indices) == len(field.shape) and self._inside(indices, field.shape, facts)
            case n.Lookup(table, indices):
                within = self._inside(indices, table.shape, facts)
            case n.Run(rays, site) | n.Caught(rays, site) | n.Row(rays, _, _, site):
                within = self._inside((site,), rays.shape[:1], facts)
            case n.Reach(rays, site):
                within = self._inside((site,), rays.shape[1:2], facts)
            case n.Op("select", (cond, yes, no)):
                always = self.is_safe(cond, facts) and self.is_safe(no, facts)
                return always and self.is_safe(yes, self.given(cond, facts))
            case n.Op("and", (left, right)):
                return self.is_safe(left, facts) and self.is_safe(right, self.given(left, facts))
            case _:
                within = True
        return within and all(self.is_safe(part, facts) for part in children(x))

    def _inside(self, indices: tuple[n.Expr, ...], shape: tuple[int, ...], facts: Facts) -> bool:
        found = [self.of(index, facts) for index in indices]
        return all(b is not None and 0 <= b[0] and b[1] < length for b, length in zip(found, shape, strict=True))

    def given(self, cond: n.Expr, facts: Facts) -> Facts:
        """The facts that hold where a condition does too."""
        facts = dict(facts)
        for part in conjuncts(cond):
            match part:
                case n.Op("le" | "lt" as op, (n.Const(value), x)):
                    low, high = facts.get(x) or self.of(x) or ANY
                    facts[x] = max(low, value + (op == "lt")), high
                case n.Op("le" | "lt" as op, (x, n.Const(value))):
                    low, high = facts.get(x) or self.of(x) or ANY
                    facts[x] = low, min(high, value - (op == "lt"))
                case n.Op("has", (members, x)):
                    facts[x] = 0, self._program.universes[members.type.universe] - 1
                case n.Op("eq", (x, n.Const(value))):
                    facts[x] = value, value
        return facts


def conjuncts(cond: n.Expr) -> list[n.Expr]:
    """The conditions that a conjunction is made of, in order."""
    if isinstance(cond, n.Op) and cond.op == "and":
        return [*conjuncts(cond.args[0]), *conjuncts(cond.args[1])]
    return [] if cond == o.TRUE else [cond]
