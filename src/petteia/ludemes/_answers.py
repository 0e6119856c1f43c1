"""Answers that many places of the rules ask for: lowered once, and called wherever the same is asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir.scoping import free_locals
from petteia.ir.visit import substitute, walk_expr, walk_stmts

from ._forms import Form, Formless, said

if TYPE_CHECKING:
    from ._context import Context
    from ._registry import Ludeme

_SHORT = 12
"""An expression of at most so many nodes stays where it is asked for."""


class Answers:
    """The answers of one game by question and context.

    Two ludemes written alike ask the same. A context counts with all that it says; the locals in it may be handed on,
    whatever their names are, but an answer that needs others, which were introduced where it was asked first, belongs
    to that place alone.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[n.Expr, list[n.Local]]] = {}

    def ask(self, x: Context, question: Ludeme, name: str, lower: Callable[[], n.Expr]) -> n.Expr:
        """What `lower` gives, as an expression without statements of its own unless it draws."""
        form, locals_ = _form(x)
        key = (name, x.rules.forms.ludeme(question), *form)
        if key in self._known:
            value, before = self._known[key]
            return substitute(value, {old.name: new for old, new in zip(before, locals_, strict=True) if old != new})
        with x.b.block() as statements:
            value = lower()
        if any(isinstance(s, n.Draw) for s in walk_stmts(tuple(statements))):
            x.b.place(*statements)
            return value
        if statements or len(walk_expr(value)) > _SHORT:
            value = x.outline(name, (*statements, n.Return(value)), value.type)
        if set(free_locals((n.Return(value),))) <= set(locals_):
            self._known[key] = value, locals_
        return value


def _form(x: Context) -> tuple[tuple[object, ...], list[n.Local]]:
    """All that a context says, and the locals in it; these have no names in what it says where that is possible."""
    try:
        form = Form(x, x)
    except Formless:
        return tuple(said(x)), [part for part in _parts(x) if isinstance(part, n.Local)]
    return form.key, form.locals


def _parts(x: Context) -> Iterator[n.Expr]:
    """The expressions in a context and all that they are made of."""
    for whole in (x.mover, x.next, x.prev, *x.slots.values(), *x.empty, *([x.region] if x.region is not None else [])):
        yield from walk_expr(whole)
