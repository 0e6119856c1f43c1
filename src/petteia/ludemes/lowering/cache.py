"""LoweringCache that many places of the rules ask for: lowered once, and called wherever the same is asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir.scoping import free_locals
from petteia.ir.visit import substitute, walk_expr, walk_stmts
from petteia.ludemes.lowering.keys import MemoTable, StructuralKey

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.registry import Ludeme

_SHORT = 12
"""An expression of at most so many nodes stays where it is asked for."""

_LONG = 60
"""A question of so many ludemes is lowered once for all places that ask it."""


class LoweringCache:
    """The answers of one game by question and context.

    Two ludemes written alike ask the same. A context counts with all that it says; the locals in it may be handed on,
    whatever their names are, but an answer that needs others, which were introduced where it was asked first, belongs
    to that place alone.
    """

    def __init__(self) -> None:
        self._known = MemoTable[tuple[n.Expr, list[n.Local]]]()

    def get_if_long(self, x: Context, question: Ludeme, name: str, lower: Callable[[], n.Expr]) -> n.Expr:
        """The result of `lower`; a question of many words, which takes long to lower, is asked once."""
        if x.rules.forms.size(question) < _LONG:
            return lower()
        return self.get(x, question, name, lower)

    def get(self, x: Context, question: Ludeme, name: str, lower: Callable[[], n.Expr]) -> n.Expr:
        """The result of `lower`, as an expression without statements of its own unless it draws."""
        form = StructuralKey.of_context(x)
        topic = (name, x.rules.forms.ludeme(question))
        if known := self._known.find(x, topic, form):
            (value, before), locals_ = known
            return substitute(value, {old.name: new for old, new in zip(before, locals_, strict=True) if old != new})
        with x.rules.record_reads() as asked, x.b.block() as statements:
            value = lower()
        if any(isinstance(s, n.Draw) for s in walk_stmts(tuple(statements))):
            x.b.place(*statements)
            return value
        if statements or len(walk_expr(value)) > _SHORT:
            value = x.outline(name, (*statements, n.Return(value)), value.type)
        used = set(free_locals((n.Return(value),)))
        self._known.keep(topic, form, asked, lambda locals_: (value, locals_) if used <= set(locals_) else None)
        return value
