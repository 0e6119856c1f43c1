"""Local variables of a block: which it needs from outside, and its form with names that do not matter taken away."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from . import nodes as n

_NODES = (*n.Expr.__args__, *n.Stmt.__args__)
_PARTS = {
    cls: tuple(f.name for f in fields(cls) if f.name not in ("type", "kind", "op", "field", "function"))
    for cls in _NODES
}
_MEANING = {
    cls: tuple(f.name for f in fields(cls) if f.name != "type" or cls is n.Const)  # all other types follow
    for cls in _NODES
}
_BINDERS = (n.Filter, n.Exists, n.Total)
_LOOPS = (n.For, n.Range)
_STATEMENTS = frozenset(n.Stmt.__args__)


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
        if isinstance(statement, n.Let):
            _free(statement.value, bound, found)
            bound |= {statement.local.name}
        elif isinstance(statement, n.Draw):
            _free(statement.bound, bound, found)
            bound |= {statement.local.name}
        elif isinstance(statement, _LOOPS):
            for part in _PARTS[type(statement)]:
                if part not in ("var", "body"):
                    _free(getattr(statement, part), bound, found)
            _free_in_block(statement.body, bound | {statement.var.name}, found)
        else:
            for part in _PARTS[type(statement)]:
                _free(getattr(statement, part), bound, found)


def _free(value: Any, bound: frozenset[str], found: dict[n.Local, None]) -> None:
    if isinstance(value, n.Local):
        if value.name not in bound:
            found[value] = None
    elif isinstance(value, tuple):
        if value and type(value[0]) in _STATEMENTS:
            _free_in_block(value, bound, found)
        else:
            for item in value:
                _free(item, bound, found)
    elif isinstance(value, _BINDERS):
        _free(value.set, bound, found)
        inner = bound | {value.var.name}
        _free(value.value if isinstance(value, n.Total) else value.cond, inner, found)
    else:
        for part in _PARTS.get(type(value), ()):
            _free(getattr(value, part), bound, found)


def canonical(params: tuple[n.Local, ...], block: n.Block) -> tuple[object, ...]:
    """A hashable form of a function's body, equal for bodies that differ only in the names of locals."""
    names: dict[str, int] = {local.name: i for i, local in enumerate(params)}
    form: list[object] = [len(params)]
    _flatten(block, names, form)
    return tuple(form)


def _flatten(value: Any, names: dict[str, int], form: list[object]) -> None:
    """Appends what a value is made of, the names of locals replaced by numbers."""
    if isinstance(value, tuple):
        form.append(len(value))
        for item in value:
            _flatten(item, names, form)
    elif isinstance(value, n.Local):
        form.append(("local", names.setdefault(value.name, len(names))))
    elif type(value) in _MEANING:
        form.append(type(value).__name__)
        for name in _MEANING[type(value)]:
            _flatten(getattr(value, name), names, form)
    else:
        form.append(value)
