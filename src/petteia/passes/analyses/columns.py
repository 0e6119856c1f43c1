"""Columns: the values of expressions that depend on one local alone, for each number that the local may be."""

from __future__ import annotations

from collections.abc import Sequence

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.visit import children, rebuild, substitute

Column = Sequence[int | None]
"""A value for each number of the local; None where an expression has none, as beyond the end of a table."""


_NUMBER = n.Local("number", n.INT)


class Columns:
    """The columns of expressions. Each part of them is worked out once: conditions have much in common."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._known: dict[n.Expr, Column] = {}

    def of(self, x: n.Expr, local: str) -> Column:
        """The column of an expression that has no other local, and asks nothing of the state."""
        return self._of(substitute(x, {local: _NUMBER}))

    def _of(self, x: n.Expr) -> Column:
        column = self._known.get(x)
        if column is None:
            column = self._known[x] = self._worked_out(x)
        return column

    def _worked_out(self, x: n.Expr) -> Column:
        match x:
            case n.Local():
                return range(self.size)
            case n.Const(value):
                return [value] * self.size
            case n.Lookup(table, (index,)):
                return [_looked_up(table, at) for at in self._of(index)]
            case n.Lookup(table, (row, column)):
                width = table.shape[1]
                pairs = zip(self._of(row), self._of(column), strict=True)
                return [_looked_up(table, _flat(at, place, width)) for at, place in pairs]
            case n.Filter() | n.Exists() | n.Total():
                return [self._at(x, number) for number in range(self.size)]
            case _:
                return self._over_parts(x)

    def _over_parts(self, x: n.Expr) -> Column:
        parts = children(x)
        types = [part.type for part in parts]
        found: dict[tuple[int | None, ...], int | None] = {}
        column = []
        for number, row in enumerate(zip(*map(self._of, parts), strict=True)):
            if None in row:
                column.append(self._at(x, number))
                continue
            if row not in found:
                found[row] = _value(rebuild(x, list(map(n.Const, row, types))))
            column.append(found[row])
        return column

    def _at(self, x: n.Expr, number: int) -> int | None:
        return _value(substitute(x, {_NUMBER.name: o.number(number)}))


def _value(x: n.Expr) -> int | None:
    return x.value if isinstance(x, n.Const) else None


def _looked_up(table: n.Table, at: int | None) -> int | None:
    return table.values[at] if at is not None and 0 <= at < len(table.values) else None


def _flat(row: int | None, column: int | None, width: int) -> int | None:
    return row * width + column if row is not None and column is not None and 0 <= column < width else None
