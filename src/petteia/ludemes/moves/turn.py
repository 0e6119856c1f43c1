"""Pass, move again, set the next player: moves about whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.state import SetNext
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import NEXT_CHANGES, PASSES
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import IntArrayFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["MoveAgain", "Pass", "PlayCard", "SetNextPlayer"]


class Pass(NonDecision, keyword="pass", decision="Pass"):
    """A move that does nothing."""

    then: Then | None
    keeps = (PASSES,)
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink(Draft("pass", text="pass").and_then(self.then))


class MoveAgain(NonDecision, keyword="moveAgain"):
    """The mover moves once more."""

    then: Then | None
    keeps = (NEXT_CHANGES,)
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink(Draft("move_again", actions=(SetNext(x.mover),)).and_then(self.then))


class PlayCard(NonDecision, keyword="playCard", decision="PlayCard"):
    """Plays a card from the hand."""

    then: Then | None
    moves_pieces = True


class SetNextPlayer(NonDecision, keyword="set", decision="Set"):
    """Sets who moves next, one move for each player named. compat: its consequent is dropped."""

    kind: Literal["NextPlayer"]
    who: PlayerArgument | None = one_of(1)
    next_players: IntArrayFunction | None = one_of(1)
    then: Then | None
    keeps = (NEXT_CHANGES,)
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        def go_to(player: n.Expr) -> None:
            who = x.b.let("who", player)
            with x.b.if_(ops.both(ops.ge(who, ops.number(1)), ops.le(who, ops.number(x.spec.players)))):
                sink(Draft("set_next", actions=(SetNext(who),)))

        if self.who is not None:
            go_to(self.who.index.lower(x))
        elif self.next_players is not None:
            self.next_players.lower(x).each(go_to)
