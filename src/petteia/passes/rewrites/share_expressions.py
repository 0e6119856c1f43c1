"""Makes functions of long expressions that stand in several places: compilers need time for each copy."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_

from petteia.ir import nodes as n
from petteia.ir.scoping import free_locals
from petteia.ir.visit import children, expressions, map_block, rebuild, walk_expr, walk_stmts, with_body

from ..analyses.names import unused

_LONG = 40
"""Expressions of so many nodes are worth a function."""
_MOST_LOCALS = 2
"""A function gets at most so many values of locals."""

Functions = dict[str, n.Function]


def share_expressions(functions: Mapping[str, n.Function]) -> Functions:
    """The functions with calls in the place of long expressions that come again, and the functions that they call."""
    places = _Places()
    for function in functions.values():
        for statement in walk_stmts(function.body):
            for x in expressions(statement):
                places.note(x)
    result, calls = dict(functions), dict[int, n.Call]()
    for x, copies in places.long.items():
        if len(copies) == 1:
            continue
        given = free_locals((n.Return(x),))
        if len(given) <= _MOST_LOCALS and all(_may_be_apart(part) for part in (*given, x)):
            name = unused("compute", result)
            result[name] = n.Function(name, tuple(given), x.type, (n.Return(x),))
            calls |= dict.fromkeys(map(id, copies), n.Call(name, tuple(given), x.type))
    return {name: _calling(function, calls, new=name not in functions) for name, function in result.items()}


class _Places:
    """The long expressions of a program, each with all its copies."""

    def __init__(self) -> None:
        self.long: dict[n.Expr, list[n.Expr]] = {}
        self._sizes: dict[int, int] = {}

    def note(self, x: n.Expr) -> None:
        """Notes an expression, and those in it; not those of its copies, which are gone when the copies are."""
        if self._size(x) < _LONG:
            return
        copies = self.long.setdefault(x, [])
        copies.append(x)
        if len(copies) == 1:
            for part in children(x):
                self.note(part)

    def _size(self, x: n.Expr) -> int:
        if id(x) not in self._sizes:
            self._sizes[id(x)] = 1 + sum(map(self._size, children(x)))
        return self._sizes[id(x)]


def _may_be_apart(x: n.Expr) -> bool:
    """True if an expression, or a local of it, means the same in a function of its own."""
    if isinstance(x, n.Local):
        return x.type in (n.INT, n.BOOL)
    return not any(isinstance(part, n.Emitted) for part in walk_expr(x))


def _calling(function: n.Function, calls: dict[int, n.Call], *, new: bool) -> n.Function:
    """A function with calls in the place of the copies; one that was made of a copy keeps what it is to work out."""
    replaced = _with_parts_called if new else _called
    return with_body(function, map_block(function.body, lambda x: replaced(x, calls)))


def _called(x: n.Expr, calls: dict[int, n.Call]) -> n.Expr:
    return calls.get(id(x)) or _with_parts_called(x, calls)


def _with_parts_called(x: n.Expr, calls: dict[int, n.Call]) -> n.Expr:
    parts = children(x)
    mapped = [_called(part, calls) for part in parts]
    return x if all(map(is_, mapped, parts)) else rebuild(x, mapped)
