"""Bounds of integers: which expressions can be shown to be sites, so that no guard has to be written for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import nodes as n
from .calls import call_order, callees
from .survey import survey
from .visit import assigned_locals, blocks, expressions, walk_expr

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

    def bind(self, statement: n.Stmt, known: dict[str, Bounds], changing: set[str]) -> None:
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
