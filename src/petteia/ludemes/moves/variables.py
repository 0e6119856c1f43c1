"""Variables of the rules, and the counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import ops
from petteia.ludemes.actions.action import Action
from petteia.ludemes.actions.state import SetField, SetPresence
from petteia.ludemes.arguments import Then
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import COUNTER_IS_ASKED, TEMP, TEMP_IS_ASKED, Need, Variable
from petteia.ludemes.types import IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SetCounter", "SetVar"]


class SetVar(NonDecision, keyword="set"):
    """Sets a variable."""

    kind: Literal["Var"]
    name: str | None
    new_value: IntFunction | None
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        value = self.new_value.lower(x) if self.new_value else ops.NOWHERE
        actions: tuple[Action, ...] = (SetField(TEMP.name, value),)
        if self.name is not None:
            variable = Variable(self.name)
            actions = (SetField(variable.value, value), SetPresence(variable.presence, ops.number(1)))
        sink(Draft("set_var", actions=actions).and_then(self.then))

    def needs(self) -> tuple[Need, ...]:
        return (TEMP, TEMP_IS_ASKED) if self.name is None else (Variable(self.name),)


class SetCounter(NonDecision, keyword="set"):
    """Sets the counter."""

    kind: Literal["Counter"]
    new_value: IntFunction | None
    then: Then | None
    keeps = (COUNTER_IS_ASKED,)

    def lower(self, x: Context, sink: Sink) -> None:
        value = self.new_value.lower(x) if self.new_value else ops.NOWHERE
        sink(Draft("set_counter", actions=(SetField("counter", value),)))  # compat: its consequent is dropped
