"""Variables of the rules, and the counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import ops
from petteia.ludemes._actions import (
    Action,
    SetField,
    SetPresence,
)
from petteia.ludemes._moves import Draft
from petteia.ludemes._types import (
    IntFunction,
    NonDecision,
)
from petteia.ludemes.arguments import Then

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = ["SetCounter", "SetVar", "presence_field", "variable_field"]


class SetVar(NonDecision, keyword="set"):
    """Sets a variable."""

    kind: Literal["Var"]
    name: str | None
    new_value: IntFunction | None
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        value = self.new_value.lower(x) if self.new_value else ops.NOWHERE
        actions: tuple[Action, ...] = (SetField(variable_field(self.name), value),)
        if self.name is not None:
            actions += (SetPresence(presence_field(self.name), ops.number(1)),)
        sink(Draft("set_var", actions=actions).and_then(self.then))

    def needs(self) -> tuple[str, ...]:
        return ("temp",) if self.name is None else (f"var {self.name}",)


def variable_field(name: str | None) -> str:
    """The field that holds a variable."""
    return "temp" if name is None else f"var_{name}"


def presence_field(name: str) -> str:
    """The field that says whether a named variable was ever set; -1 may be unset or a value."""
    return f"has_{name}"


class SetCounter(NonDecision, keyword="set"):
    """Sets the counter."""

    kind: Literal["Counter"]
    new_value: IntFunction | None
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        value = self.new_value.lower(x) if self.new_value else ops.NOWHERE
        sink(Draft("set_counter", actions=(SetField("counter", value),)))  # compat: its consequent is dropped

    def needs(self) -> tuple[str, ...]:
        return ("counter",)
