"""Finds the integers of a program that need 64 bits: digests, large fields, and all that exchanges values with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from petteia.ir import nodes as n
from petteia.ir.survey import has_any
from petteia.ir.visit import expressions, walk_expr, walk_stmts

from .layout import int_element

_WIDE = "64 bits"
_COPIES = frozenset(
    ("add", "sub", "mul", "div", "mod", "min", "max", "neg", "abs", "bit_and", "bit_or", "bit_xor", "shift_right")
)
"""Operations whose result may be as large as their operands."""


class Widths:
    """Widths of the integers of a program, `int` or 64 bits, by local variable and by function.

    Whatever is assigned to something wide, or from it, is wide, too, so that no value is cut off on its way.
    Variables are taken by name: where two functions use one, it is as wide as either needs it.
    """

    def __init__(self, program: n.Program, further: n.Block = ()) -> None:
        self._fields = program.fields
        self._wide_fields = {f.name for f in program.fields.values() if _is_wide_field(f)}
        self.any = bool(self._wide_fields) or has_any(program, n.Digest)
        self._joined: dict[str, set[str]] = {}
        self._known: set[str] = set()
        self._wide = {_WIDE}
        if self.any:
            self._follow(program, further)
            self._spread()

    def number_type(self, x: n.Expr) -> str:
        """The C type of an integer expression."""
        return "int64_t" if self.any and not self._wide.isdisjoint(self._sources(x, unknown=_WIDE)) else "int"

    def result_type(self, function: str) -> str:
        """The C type of the integer that a function returns."""
        return "int64_t" if self.any and _result(function) in self._wide else "int"

    # -- what flows where ---------------------------------------------------------------------------------------

    def _follow(self, program: n.Program, further: n.Block) -> None:
        functions = program.functions
        for function in functions.values():
            self._known.update(p.name for p in function.params)
            self._follow_block(program, function.body, _result(function.name))
        self._follow_block(program, further, _result("moves"))

    def _follow_block(self, program: n.Program, block: n.Block, result: str) -> None:
        functions = program.functions
        for s in walk_stmts(block):
            for x in expressions(s):
                for part in walk_expr(x):
                    if isinstance(part, n.Call):
                        self._pass(functions[part.function].params, part.args)
                    elif isinstance(part, n.Filter | n.Exists | n.Total):
                        self._known.add(part.var.name)
            match s:
                case n.Let(local, value) | n.Assign(local, value) | n.Draw(local, value):
                    self._known.add(local.name)
                    self._join(local.name, value)
                case n.For(var):
                    self._known.add(var.name)
                case n.Range(var, start, stop):
                    self._known.add(var.name)
                    self._join(var.name, start)
                    self._join(var.name, stop)
                case n.Store(field, _, value) | n.Append(field, _, value) if field in self._wide_fields:
                    self._join(_WIDE, value)
                case n.Return(value) if value is not None:
                    self._join(result, value)
                case n.Do(function, args):
                    self._pass(functions[function].params, args)
                case n.Emit(kind, source, target, args):
                    self._pass(functions[program.kinds[kind].effect].params, (source, target, *args))

    def _pass(self, params: Iterable[n.Local], args: Iterable[n.Expr]) -> None:
        for param, arg in zip(params, args, strict=True):
            self._join(param.name, arg)

    def _join(self, place: str, value: n.Expr) -> None:
        if value.type != n.INT:
            return
        for source in self._sources(value):
            self._joined.setdefault(place, set()).add(source)
            self._joined.setdefault(source, set()).add(place)

    def _sources(self, x: n.Expr, unknown: str | None = None) -> Iterator[str]:
        """The variables, results and wide fields whose value an expression may have; `unknown` stands for new ones."""
        match x:
            case n.Local(name):
                yield name if unknown is None or name in self._known else unknown
            case n.Call(function):
                yield _result(function)
            case n.Digest():
                yield _WIDE
            case n.Const(value):
                if not -(2**31) <= value < 2**31:
                    yield _WIDE
            case n.Load(field):
                if field in self._wide_fields:
                    yield _WIDE
            case n.Lookup(table):
                if table.type == n.INT and not -(2**31) <= table.low <= table.high < 2**31:
                    yield _WIDE
            case n.Total(_, _, value):
                yield from self._sources(value, unknown)
            case n.Op("select", (_, one, other)):
                yield from self._sources(one, unknown)
                yield from self._sources(other, unknown)
            case n.Op("shift_left"):
                yield _WIDE
            case n.Op(op, args) if op in _COPIES:
                for arg in args:
                    yield from self._sources(arg, unknown)
                if op == "mul" and not any(isinstance(arg, n.Const) for arg in args):
                    yield _WIDE

    def _spread(self) -> None:
        waiting = [_WIDE]
        while waiting:
            for place in self._joined.get(waiting.pop(), ()):
                if place not in self._wide:
                    self._wide.add(place)
                    waiting.append(place)


def _result(function: str) -> str:
    return f"{function}()"


def _is_wide_field(field: n.Field) -> bool:
    return field.type == n.INT and int_element(field.low, field.high).width == 8
