"""Local variables of a block: which it needs from outside, and its form with names that do not matter taken away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from . import nodes as n
from .parts import CHILDREN, blocks, expressions, introduced

_NODES = (*n.Expr.__args__, *n.Stmt.__args__)


def _meaning(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """Gives all that a node of a class says, the last first; types follow from the rest."""
    names = [f.name for f in fields(cls) if f.name != "type"][::-1]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


Constant = n.Const | n.Table
SMALL_TABLE = 512
"""Tables of so many values may be joined with others."""

_MEANING = {cls: _meaning(cls) for cls in _NODES}
_BINDERS = (n.Filter, n.Exists, n.Total)


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
        elif isinstance(x, _BINDERS):
            _free(x.set, bound, found)
            _free(x.value if isinstance(x, n.Total) else x.cond, bound | {x.var.name}, found)
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
        elif kind in _MEANING:
            form.append(kind)
            waiting.extend(_MEANING[kind](value))
        else:
            form.append(value)
    return tuple(form)
