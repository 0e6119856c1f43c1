"""Moves that follow of themselves: those to sites that just one move leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import ops
from petteia.ludemes.actions.action import Sequence
from petteia.ludemes.lowering.drafts import Draft, Sink

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


@dataclass(frozen=True)
class FollowingMoves:
    """The consequence of any move: as long as there are sites to which just one move leads, all these are made."""

    @property
    def moves(self) -> FollowingMoves:
        """Statements that are carried out."""
        return self

    def lower(self, x: Context, sink: Sink) -> None:
        """One move: all that follows."""
        sink(Draft("follow", actions=(Sequence(_write_following),)))


def _write_following(at: Context) -> None:
    b, x, kinds = at.b, at.rules.after_move(at), at.rules.kinds
    none = ops.empty_set(x.universe)
    going = b.variable("going", ops.TRUE)
    with b.while_(going):
        once, again = b.variable("once", none), b.variable("again", none)

        def note(draft: Draft) -> None:
            target = ops.single(x.universe, draft.target)
            b.assign(again, ops.union(again, ops.intersect(once, target)))
            b.assign(once, ops.union(once, target))

        with kinds.searching():
            x.rules.generate_play(x, note)
        forced = b.let("forced", ops.minus(once, again))

        def make(draft: Draft) -> None:
            with b.if_(ops.has(forced, draft.target)):
                kinds.emit_effect(x, draft)

        with kinds.collecting(x):
            x.rules.generate_play(x, make)
        b.assign(going, ops.negate(ops.is_empty(forced)))
