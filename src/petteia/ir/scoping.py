"""Local variables of a block: which it needs from outside, and its form with names that do not matter taken away."""

from __future__ import annotations

from typing import Any

from . import nodes as n
from .declare import BINDERS, CHILDREN, MEANING, blocks, expressions, introduced

Constant = n.Const | n.Table
SMALL_TABLE = 512
"""Tables of so many values may be joined with others."""


def free_locals(block: n.Block) -> list[n.Local]:
    """The locals a block uses without introducing them, in order of first use."""
    found: dict[n.Local, None] = {}
    _free_in_block(block, frozenset(), found)
    return list(found)


def free_names(block: n.Block) -> set[str]:
    """The names of the locals a block uses without introducing them."""
    return {local.name for local in free_locals(block)}


def _free_in_block(block: n.Block, bound: frozenset[str], found: dict[n.Local, None]) -> None:
    for statement in block:
        if isinstance(statement, n.Assign) and statement.local.name not in bound:
            found[statement.local] = None
        for part in expressions(statement):
            _free(part, bound, found)
        local = introduced(statement)
        if isinstance(statement, n.Let | n.Draw) and local is not None:
            bound |= {local.name}
        for body in blocks(statement):
            _free_in_block(body, bound if local is None else bound | {local.name}, found)


def _free(x: n.Expr, bound: frozenset[str], found: dict[n.Local, None]) -> None:
    stack = [x]
    while stack:
        x = stack.pop()
        if isinstance(x, n.Local):
            if x.name not in bound:
                found[x] = None
        elif parts := BINDERS.get(type(x)):
            var, members, body = parts(x)
            _free(members, bound, found)
            _free(body, bound | {var.name}, found)
        elif parts := CHILDREN.get(type(x)):
            stack.extend(parts(x)[::-1])


def canonical(
    params: tuple[n.Local, ...], block: n.Block, numbers: list[int] | None = None, others: list[Constant] | None = None
) -> tuple[object, ...]:
    """A hashable form of a function's body, equal for bodies that differ only in the names of locals.

    With a list for `numbers`, integers do not count either: they are put there, in their order. With one for `others`,
    neither do constant sets, nor small tables of one shape in which something is looked up.
    """
    names: dict[str, int] = {local.name: i for i, local in enumerate(params)}
    form: list[object] = [len(params)]
    waiting: list[Any] = [block]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is n.Local:
            form.append(names.setdefault(value.name, len(names)))
        elif kind is tuple:
            form.append(len(value))
            waiting.extend(value[::-1])
        elif kind is n.Const:
            if numbers is not None and value.type.kind == "int":
                numbers.append(value.value)
                form.append(kind)
            elif others is not None and value.type.kind == "set":
                others.append(value)
                form.append((kind, value.type))
            else:
                form.append((value.value, value.type.kind, value.type.universe))
        elif kind is n.Lookup and others is not None and len(value.table.values) <= SMALL_TABLE:
            others.append(value.table)
            form.append((kind, value.table.type, value.table.shape))
            waiting.append(value.indices)
        elif kind in MEANING:
            form.append(kind)
            waiting.extend(MEANING[kind](value))
        else:
            form.append(value)
    return tuple(form)
