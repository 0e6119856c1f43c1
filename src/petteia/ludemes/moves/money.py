"""Bets, and the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import ops
from petteia.ludemes.actions.state import SetField
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import AMOUNT, POT
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import IntFunction, NonDecision, RangeFunction
from petteia.ludemes.values.ranges import AtLeastRange

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Bet", "SetPot"]


class Bet(NonDecision, keyword="bet", decision="Bet"):
    """One move for each amount of a range that a player may stake."""

    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    range: RangeFunction
    then: Then | None
    keeps = (
        AMOUNT,
        POT,
    )

    def lower(self, x: Context, sink: Sink) -> None:
        who = x.b.let("who", self.who.index.lower(x) if self.who else role_index(x, self.role or RoleType.Mover))
        if isinstance(self.range, AtLeastRange):
            raise UnsupportedLudeme(["bet without a greatest stake"])
        low, high = self.range.lower(x)
        real = ops.both(ops.ge(who, ops.number(1)), ops.le(who, ops.number(x.spec.players)))
        with x.b.if_(real), x.b.range_("stake", low, ops.add(high, ops.number(1))) as stake:
            sink(Draft("bet", actions=(SetField("amount", stake, who),), by=who).and_then(self.then))


class SetPot(NonDecision, keyword="set"):
    """Sets the pot."""

    kind: Literal["Pot"]
    new_value: IntFunction | None
    then: Then | None
    keeps = (
        AMOUNT,
        POT,
    )

    def lower(self, x: Context, sink: Sink) -> None:
        value = self.new_value.lower(x) if self.new_value else ops.number(0)
        sink(Draft("set_pot", actions=(SetField("pot", value),)))  # compat: its consequent is dropped
