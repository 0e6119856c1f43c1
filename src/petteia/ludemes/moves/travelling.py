"""Travel of a piece from site to site, as step, leap, slide, hop and fromTo share it: its start, its arrival."""

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
from petteia.ludemes.lowering.drafts import Draft, Effect, Sink, asked_level, letters
from petteia.ludemes.lowering.facts import UNKNOWN
from petteia.ludemes.quirks.levels import ask, note_effect
from petteia.ludemes.types import Apply, when

if TYPE_CHECKING:
    from petteia.board import Sites
    from petteia.ludemes.arguments import Between, From, To
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


@dataclass(frozen=True)
class Travel:
    """A piece that is about to leave a site."""

    outside: Context
    """The context of the move, which sees what stands on the sites it starts from."""
    here: Context
    """The same with `(from)` bound."""
    source: n.Expr
    sites: Sites
    """The sites of the type on which it starts."""

    def arrive(
        self,
        name: str,
        target: n.Expr,
        to: To,
        sink: Sink,
        *,
        level: n.Expr | None = None,
        stack: bool | None = None,
        leaves_level: bool = True,
    ) -> None:
        """Hands on the move to a site, if it may end there.

        With `leaves_level`, conditions and effects may change the level that the next site sees.
        """
        x = self.here
        there = x.bind(to=target)
        condition = ask(there, to.if_) if leaves_level else when(there, to.if_)
        with x.b.if_(condition):
            empty = x.store.shows_empty(condition, target)
            action = move_action(x, self.source, target, piece=x.piece, onto_empty=empty, level=level, stack=stack)
            effects = (Effect(to.effect, there),) if to.effect else ()
            lifted = asked_level(x, None if stack else level)
            draft = Draft(name, self.source, target, (action,), effects, level_from=lifted, letters=letters(x, x))
            sink(draft)
            if leaves_level:
                note_effect(there, to.effect)


def on_start(x: Context, start: From | None) -> Context:
    """The context that sees the contents of the sites on which a move starts."""
    return x.on(None) if start is None else start.context(x)


def start_travel(x: Context, start: From | None, body: Callable[[Travel], None]) -> None:
    """Runs `body` with `(from)` bound, if the piece may start there."""
    x = on_start(x, start)
    if start is not None and start.region is not None:
        return  # compat: these moves start from one site; a region gives none
    sites = x.spec.sites_of(start.site_type if start else None)
    written = start.site if start else None
    source = x.b.let("from", written.lower(x) if written else x.slot("from"))
    piece = x.piece if source == x.slot("from") else None
    here = x.bind(from_=source).with_(piece=piece)
    with x.b.if_(x.store.exists(source)), x.b.if_(when(here, start.if_ if start else None)):
        body(Travel(x, here, source, sites))


def level_of(x: Context, start: From | None) -> n.Expr | None:
    """The level a move starts from, where that is written and there are levels."""
    if start is None or start.level is None or not x.spec.stacking:
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
    known = piece and piece.index != UNKNOWN and not x.spec.stacking and not x.spec.counting
    what = ops.number(piece.index) if piece and known else None
    return on_sites_of(x, MovePiece(source, target, what, level, onto_empty))


def range_of(x: Context, between: Between | None, least: int, most: int) -> tuple[n.Expr, n.Expr]:
    """The least and greatest number a `(between ..)` gives, or those that hold without it."""
    if between is None or between.range is None:
        return ops.number(least), ops.number(most)
    low, high = between.range.lower(x)
    return x.b.let("least", low), x.b.let("most", high)
