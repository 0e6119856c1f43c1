"""Ranges of integers: what parameters, locals and expressions can be, also behind conditions that dominate them.

Passes and emitter ask here which comparisons are decided, which reads cannot leave their array, and which expressions
are sites, so that no guard has to be written for them. `Ranges` knows the parameters of all functions, `LocalRanges`
the locals of one; `conditions` tells what a condition says of the values it compares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from . import nodes as n
from . import ops as o
from .calls import call_order, callees
from .survey import survey
from .visit import assigned_locals, blocks, children, expressions, walk_expr

Bounds = tuple[int, int]
_BINDERS = (n.Filter, n.Exists, n.Total)
_LIMIT = 2**31
ANY: Bounds = (-_LIMIT, _LIMIT - 1)


def join(a: Bounds, b: Bounds) -> Bounds:
    """Bounds that hold for both."""
    return min(a[0], b[0]), max(a[1], b[1])


def _clamped(low: int, high: int) -> Bounds:
    return (low, high) if -_LIMIT <= low and high < _LIMIT else ANY


def bounds_of(program: n.Program, expr: n.Expr, of: Callable[[n.Expr], Bounds]) -> Bounds:
    """Bounds of an integer expression that is no local variable, from the bounds `of` its parts."""
    match expr:
        case n.Const(value, n.INT):
            return value, value
        case n.Load(name):
            field = program.fields[name]
            return (field.low, field.high) if field.type == n.INT and field.low < field.high else ANY
        case n.Length(name):
            return 0, program.fields[name].capacity
        case n.Lookup(table) if table.type == n.INT and table.values:
            return table.low, table.high
        case n.Run(rays):
            return 0, rays.shape[1]
        case n.Op(op, args):
            return _of_operation(program, op, args, of)
    return ANY


def _of_operation(program: n.Program, op: str, args: tuple[n.Expr, ...], of: Callable[[n.Expr], Bounds]) -> Bounds:
    if op in ("to_int", "eq", "ne", "lt", "le", "and", "or", "not", "same", "has", "is_empty"):
        return 0, 1
    if op == "size":
        return 0, program.universes[args[0].type.universe]
    if op == "first":
        return -1, program.universes[args[0].type.universe] - 1
    if op == "select":
        return join(of(args[1]), of(args[2]))
    bounds = [of(arg) for arg in args]
    if ANY in bounds:
        return ANY
    (a, b), (c, d) = bounds[0], bounds[-1]
    match op:
        case "add":
            return _clamped(a + c, b + d)
        case "sub":
            return _clamped(a - d, b - c)
        case "mul":
            products = [a * c, a * d, b * c, b * d]
            return _clamped(min(products), max(products))
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "mod" if c == d and c > 0:
            return (0 if a >= 0 else 1 - c), c - 1
        case "div" if c == d and c > 0 and a >= 0:
            return a // c, b // c
        case "bit_and" if a >= 0 and c >= 0:
            return 0, min(b, d)
    return ANY


# ---------------------------------------------------------------------------------------------------------------
# All functions


class Ranges:
    """Bounds of the parameters of all functions, and of expressions under bounds of local variables.

    Moves that come from outside are taken to be legal ones, so that effects see what the rules emit. `further` names
    functions without parameters that are called from outside, too.
    """

    def __init__(self, program: n.Program, further: tuple[str, ...] = ()) -> None:
        self._program = program
        self.params: dict[str, list[Bounds | None]] = {
            f.name: [None] * len(f.params) for f in program.functions.values()
        }
        self._position = {name: k for k, name in enumerate(reversed(call_order(program, further)))}
        for name, position in self._position.items():
            for callee in callees(program, program.functions[name]):
                if self._position[callee] <= position:  # a circle of calls: nothing is known
                    self.params[callee] = [ANY] * len(self.params[callee])
        for name in self._position:
            function = program.functions[name]
            if survey(function).callees:
                self._block(function.body, self.parameters(function))

    def parameters(self, function: n.Function) -> dict[str, Bounds]:
        """Bounds of a function's parameters, by name."""
        return {p.name: b or ANY for p, b in zip(function.params, self.params.get(function.name, ()), strict=True)}

    def of(self, expr: n.Expr, known: dict[str, Bounds]) -> Bounds:
        """Bounds of an integer expression."""
        if isinstance(expr, n.Local):
            return known.get(expr.name, ANY)
        return bounds_of(self._program, expr, lambda part: self.of(part, known))

    def bind(self, statement: n.Stmt, known: dict[str, Bounds], changing: Collection[str]) -> None:
        """Notes the bounds of the variable that a statement introduces, unless it is assigned to later."""
        match statement:
            case n.Let(local, value) if local.name not in changing and local.type == n.INT:
                known[local.name] = self.of(value, known)
            case n.Draw(local, bound) if local.name not in changing:
                known[local.name] = (0, max(0, self.of(bound, known)[1] - 1))
            case n.For(var, members, _):
                known[var.name] = (0, self._program.universes[members.type.universe] - 1)
            case n.Range(var, start, stop, _):
                known[var.name] = (self.of(start, known)[0], max(self.of(stop, known)[1] - 1, -_LIMIT))

    def bind_site(self, var: n.Local, members: n.Expr, known: dict[str, Bounds]) -> None:
        """Notes that a bound variable runs over the sites of a set."""
        known[var.name] = (0, self._program.universes[members.type.universe] - 1)

    def _block(self, block: n.Block, known: dict[str, Bounds], changing: set[str] | None = None) -> None:
        changing = assigned_locals(block) if changing is None else changing
        for statement in block:
            for expr in expressions(statement):
                if not isinstance(expr, n.Local | n.Const):
                    self._calls(expr, known)
            match statement:
                case n.Do(function, args):
                    self._pass(function, args, known)
                case n.Emit(kind, source, target, args):
                    self._pass(self._program.kinds[kind].effect, (source, target, *args), known)
            self.bind(statement, known, changing)
            for inner in blocks(statement):
                self._block(inner, known, changing)

    def _calls(self, expr: n.Expr, known: dict[str, Bounds]) -> None:
        for part in walk_expr(expr):
            if isinstance(part, _BINDERS):
                self.bind_site(part.var, part.set, known)
            elif isinstance(part, n.Call):
                self._pass(part.function, part.args, known)

    def _pass(self, function: str, args: tuple[n.Expr, ...], known: dict[str, Bounds]) -> None:
        self.widen(function, [self.of(arg, known) if arg.type == n.INT else None for arg in args])

    def widen(self, function: str, bounds: Iterable[Bounds | None]) -> None:
        """Notes that a function is called with arguments of these bounds; None is no integer."""
        slots = self.params[function]
        for k, now in enumerate(bounds):
            before = slots[k]
            slots[k] = before if now is None else now if before is None else join(before, now)


# ---------------------------------------------------------------------------------------------------------------
# Conditions

COMPARISONS = frozenset(("eq", "ne", "lt", "le"))
Facts = dict[n.Expr, Bounds]


def conjuncts(cond: n.Expr) -> list[n.Expr]:
    """The conditions that a conjunction is made of, in order."""
    if isinstance(cond, n.Op) and cond.op == "and":
        return [*conjuncts(cond.args[0]), *conjuncts(cond.args[1])]
    return [] if cond == o.TRUE else [cond]


def conditions(program: n.Program, cond: n.Expr, *, holds: bool = True) -> Iterator[tuple[n.Expr, Bounds]]:
    """Bounds of expressions where a condition holds, or where it does not."""
    for part in conjuncts(cond if holds else o.negate(cond)):
        match part:
            case n.Op("le" | "lt" as op, (n.Const(value), x)):
                yield x, (value + (op == "lt"), ANY[1])
            case n.Op("le" | "lt" as op, (x, n.Const(value))):
                yield x, (ANY[0], value - (op == "lt"))
            case n.Op("has", (members, x)):
                yield x, (0, program.universes[members.type.universe] - 1)
            case n.Op("eq", (x, n.Const(value, n.INT))):
                yield x, (value, value)


def narrowed(
    program: n.Program, known: dict[str, Bounds], cond: n.Expr, changing: Collection[str], *, holds: bool = True
) -> dict[str, Bounds]:
    """Bounds of locals where a condition holds too, or does not; of those that are never assigned to."""
    result = known
    for x, (low, high) in conditions(program, cond, holds=holds):
        if isinstance(x, n.Local) and x.name not in changing:
            before = result.get(x.name, ANY)
            if result is known:
                result = dict(known)
            result[x.name] = max(low, before[0]), min(high, before[1])
    return result


def outcome(x: n.Op, a: Bounds, b: Bounds) -> n.Expr:
    """A comparison, or its outcome where it is decided by bounds of its operands."""
    if x.op in ("eq", "ne"):
        return o.truth(x.op == "ne") if a[1] < b[0] or b[1] < a[0] else x
    surely, never = (a[1] < b[0], a[0] >= b[1]) if x.op == "lt" else (a[1] <= b[0], a[0] > b[1])
    return o.truth(surely) if surely or never else x


# ---------------------------------------------------------------------------------------------------------------
# One function

_INTRODUCING = frozenset((n.For, n.Filter, n.Exists, n.Total, n.Range, n.Draw, n.Let))


class LocalRanges:
    """Ranges of the locals of a function, in which each is introduced once."""

    def __init__(self, program: n.Program, function: n.Function, params: dict[str, Bounds] | None = None) -> None:
        self._program = program
        self._locals: dict[str, Bounds | None] = {}
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

    def _note(self, local: n.Local, bound: Bounds | None) -> None:
        before = self._locals.get(local.name, bound)
        if before is None or bound is None:
            self._locals[local.name] = None
        else:  # expressions may bind one name several times
            self._locals[local.name] = join(before, bound)

    def of(self, x: n.Expr, facts: Facts | None = None) -> Bounds | None:
        """The least and the largest value an integer expression can have, if both are known."""
        if facts and x in facts:
            return facts[x]
        if isinstance(x, n.Local):
            return self._locals.get(x.name)
        found = bounds_of(self._program, x, lambda part: self.of(part, facts) or ANY)
        return None if found == ANY else found

    def decide(self, x: n.Expr) -> n.Expr:
        """A comparison, or its outcome where the bounds of its operands decide it."""
        if not (isinstance(x, n.Op) and x.op in COMPARISONS):
            return x
        a, b = self.of(x.args[0]), self.of(x.args[1])
        return x if a is None or b is None else outcome(x, a, b)

    def is_safe(self, x: n.Expr, facts: Facts | None = None) -> bool:
        """True if an expression has a value wherever its locals do, so that it may be evaluated earlier than it was."""
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
        for x, (low, high) in conditions(self._program, cond):
            before = facts.get(x) or self.of(x) or ANY
            facts[x] = max(low, before[0]), min(high, before[1])
        return facts
