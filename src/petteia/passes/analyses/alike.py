"""Code that is alike but for its numbers: the numbers apart from the rest, and other values in their places."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.declare import DECLARED
from petteia.ir.scoping import canonical

from .names import Names

_PARTS = {cls: tuple(f.name for f in fields(cls) if f.name != "type") for cls in DECLARED}

Column = tuple[int, ...]
"""The numbers at one place of several pieces of code."""


class Shape(NamedTuple):
    """Code without its numbers, and the numbers in their order."""

    key: tuple[object, ...]
    numbers: tuple[int, ...]


def shape_of(params: tuple[n.Local, ...], block: n.Block) -> Shape:
    """The shape of a block; names of locals do not count, but for the order of those in `params`."""
    numbers: list[int] = []
    key = canonical(params, block, numbers)
    return Shape(key, tuple(numbers))


def differing(rows: list[tuple[int, ...]]) -> dict[Column, int]:
    """The columns that differ between lists of numbers, each with its number."""
    columns = dict.fromkeys(column for column in zip(*rows, strict=True) if len(set(column)) > 1)
    return {column: k for k, column in enumerate(columns)}


def with_values(block: n.Block, rows: list[tuple[int, ...]], values: list[n.Local]) -> n.Block:
    """A block with a local in the place of each of its numbers that differs between the rows."""
    columns = differing(rows)
    places = [columns.get(column) for column in zip(*rows, strict=True)]
    rebuilt: n.Block = _Abstracting([None if place is None else values[place] for place in places]).rebuilt(block)
    return rebuilt


def loop_over(
    rows: list[tuple[int, ...]], model: n.Stmt, names: Names, known: dict[Column, n.Table] | None = None
) -> n.Range:
    """The loop that does for each row of numbers what the model does with the first; `known` tables are used again."""
    tables = {} if known is None else known
    row = n.Local(names.fresh("row"), n.INT)
    columns = differing(rows)
    values = [n.Local(names.fresh("number"), n.INT) for _ in columns]
    lets: list[n.Stmt] = []
    for value, column in zip(values, columns, strict=True):
        table = tables.get(column) or tables.setdefault(column, n.Table("numbers", n.INT, (len(column),), column))
        lets.append(n.Let(value, n.Lookup(table, (row,), n.INT)))
    return n.Range(row, ops.number(0), ops.number(len(rows)), (*lets, *with_values((model,), rows, values)))


class Rebuilding:
    """Rebuilds code with others in the place of some of its constants, which come in the order of `canonical`."""

    def rebuilt(self, value: Any) -> Any:
        """A node, or some of them, rebuilt."""
        if isinstance(value, tuple):
            return tuple(self.rebuilt(item) for item in value)
        if isinstance(value, n.Const):
            return self.constant(value)
        if isinstance(value, n.Local) or type(value) not in _PARTS:
            return value
        return replace(value, **{part: self.rebuilt(getattr(value, part)) for part in _PARTS[type(value)]})

    def constant(self, value: n.Const) -> n.Expr:
        """The replacement of a constant."""
        raise NotImplementedError


class _Abstracting(Rebuilding):
    """Puts locals in the place of some integers."""

    def __init__(self, locals_: list[n.Local | None]) -> None:
        self._locals = iter(locals_)

    def constant(self, value: n.Const) -> n.Expr:
        return (next(self._locals) or value) if value.type == n.INT else value
