"""Generators of moves that carry a piece from one site to another: step, leap, fromTo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, on_sites_of
from petteia.ludemes.actions.pieces import MovePiece
from petteia.ludemes.actions.stacks import MoveStack
from petteia.ludemes.directions.rays import Rays
from petteia.ludemes.lowering.drafts import Sink
from petteia.ludemes.lowering.facts import UNKNOWN
from petteia.ludemes.moves.placing import when
from petteia.ludemes.types import Apply

if TYPE_CHECKING:
    from petteia.ludemes.arguments import Between, From
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component

MOST_DISTANCE = 1000


@dataclass(frozen=True)
class OnTheWay:
    """The effect on sites that a move passes, the last of them first."""

    effect: Apply
    rays: Rays
    source: n.Expr
    first: n.Expr
    count: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effects."""
        with x.b.range_("back", ops.number(0), self.count) as back:
            place = ops.sub(ops.add(self.first, self.count), ops.add(back, ops.number(1)))
            passed = x.b.let("between", self.rays.at(self.source, place))
            x.store.mark_valid(passed)
            self.effect.lower(x.bind(between=passed), sink)


def start_travel(x: Context, start: From | None, body: Callable[[Context, n.Expr], None]) -> None:
    """Runs `body` with `(from)` bound, if the piece may start there."""
    if start is not None and start.region is not None:
        return  # compat: these moves start from one site; a region gives none
    written = start.site if start else None
    source = x.b.let("from", written.lower(x) if written else x.slot("from"))
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(source):
        inside = ops.both(ops.ge(source, ops.number(0)), ops.lt(source, ops.number(x.setting.sites)))
    piece = x.piece if source == x.slot("from") else None
    here = x.bind(from_=source).with_(piece=piece)
    with x.b.if_(inside), x.b.if_(when(here, start.if_ if start else None)):
        body(here, source)


def level_of(x: Context, start: From | None) -> n.Expr | None:
    """The level a move starts from, where that is written and there are levels."""
    if start is None or start.level is None or not x.setting.stacking:
        return None
    return x.b.let("level", start.level.lower(x))


def move_action(
    x: Context,
    source: n.Expr,
    target: n.Expr,
    *,
    piece: Component | None,
    onto_empty: bool,
    level: n.Expr | None = None,
    stack: bool | None = None,
) -> Action:
    """The action that carries the piece (or the whole stack)."""
    if stack:
        return on_sites_of(x, MoveStack(source, target))
    known = piece and piece.index != UNKNOWN and not x.setting.stacking and not x.setting.counting
    what = ops.number(piece.index) if piece and known else None
    return on_sites_of(x, MovePiece(source, target, what, level, onto_empty))


def range_of(x: Context, between: Between | None, least: int, most: int) -> tuple[n.Expr, n.Expr]:
    """The least and greatest number a `(between ..)` gives, or those that hold without it."""
    if between is None or between.range is None:
        return ops.number(least), ops.number(most)
    low, high = between.range.lower(x)
    return x.b.let("least", low), x.b.let("most", high)


# -- fromTo -----------------------------------------------------------------------------------------------------


