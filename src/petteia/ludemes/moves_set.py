"""Effects that set or remember values."""

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Literal

from petteia.ir import ops
from petteia.ludemes._actions import SetField
from petteia.ludemes._enums import HiddenData, RoleType, SiteType
from petteia.ludemes._hiding import set_hidden
from petteia.ludemes._memorising import (
    forget_all_values,
    forget_value,
    memory_need,
    remember_state,
    remember_value,
)
from petteia.ludemes._moves import Draft
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._remembering import SHOWN
from petteia.ludemes._setting_values import (
    change_scores,
    set_count,
    set_datum,
    set_next_player,
    set_pending,
    set_player_value,
    set_rotation,
    set_team,
    set_var,
)
from petteia.ludemes._storage import TEAM
from petteia.ludemes._types import (
    BooleanFunction,
    IntArrayFunction,
    IntConstant,
    IntFunction,
    NonDecision,
    RegionFunction,
)
from petteia.ludemes.arguments import PlayerArgument, Then, To
from petteia.ludemes.arrays import ArrayDifference
from petteia.ludemes.integers_math import (
    IntAbs,
    IntAdd,
    IntAddAll,
    IntDiv,
    IntIf,
    IntMax,
    IntMin,
    IntMod,
    IntMul,
    IntMulAll,
    IntPow,
    IntSub,
)

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "ForgetAllValues",
    "ForgetValue",
    "RememberState",
    "RememberValue",
    "SetCount",
    "SetCounter",
    "SetHidden",
    "SetNextPlayer",
    "SetPending",
    "SetPlayerValue",
    "SetPot",
    "SetRotation",
    "SetScore",
    "SetState",
    "SetTeam",
    "SetTrumpSuit",
    "SetValue",
    "SetVar",
]


class ForgetAllValues(NonDecision, keyword="forget"):
    """Forgets all remembered values of a name."""

    kind: Literal["Value"]
    name: str | None
    subject: Literal["All"]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        forget_all_values(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return (memory_need(self.name),)


class ForgetValue(NonDecision, keyword="forget"):
    """Forgets one remembered value."""

    kind: Literal["Value"]
    name: str | None
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        forget_value(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return (memory_need(self.name),)


class RememberValue(NonDecision, keyword="remember"):
    """Remembers a value under a name."""

    kind: Literal["Value"]
    name: str | None
    value: IntFunction
    unique: BooleanFunction | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        remember_value(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return memory_need(self.name), SHOWN


class RememberState(NonDecision, keyword="remember"):
    """Remembers the present state."""

    kind: Literal["State"]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        remember_state(x, self.then, sink)


class SetVar(NonDecision, keyword="set"):
    """Sets a variable."""

    kind: Literal["Var"]
    name: str | None
    new_value: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_var(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("temp",) if self.name is None else (f"var {self.name}",)


class SetCount(NonDecision, keyword="set"):
    """Sets the number of pieces on a site."""

    kind: Literal["Count"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_count(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("count", "owner")


class SetState(NonDecision, keyword="set"):
    """Sets the local state of a site."""

    kind: Literal["State"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_datum(x, "state", self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("state",)


class SetValue(NonDecision, keyword="set"):
    """Sets the value of the piece on a site."""

    kind: Literal["Value"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_datum(x, "value", self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("value",)


class SetPlayerValue(NonDecision, keyword="set"):
    """Sets the value kept for a player."""

    kind: Literal["Value"]
    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_player_value(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("player value",)


class SetScore(NonDecision, keyword="set"):
    """Sets the score of a player."""

    kind: Literal["Score"]
    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    value: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        change_scores(x, self.player, self.role, self.value, self.then, sink, add=False)

    def needs(self) -> tuple[str, ...]:
        return ("score",)


class SetPending(NonDecision, keyword="set"):
    """Makes a value, or the sites of a region, pending."""

    kind: Literal["Pending"]
    value: IntFunction | None = at_most_one_of(1)
    region: RegionFunction | None = at_most_one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_pending(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        sites, constant = _greatest(self.value) or _ANY_SITE
        return ("pending", f"pending sum {sites} {constant}")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("a value that may be large",) if _greatest(self.value) is None else ()


_Bound = tuple[Fraction, Fraction]
_ANY_SITE: _Bound = (Fraction(1), Fraction(0))
_NOTHING: _Bound | None = (Fraction(0), Fraction(0))
_OFF: _Bound = (Fraction(0), Fraction(2))
"""What the least of sites, the end of a track, adds where it is taken away."""
_UNBOUNDED = frozenset(["score", "counter", "count Moves", "count Turns", "amount", "pot"])


def _greatest(value: IntFunction | None) -> _Bound | None:
    """How many times the last site, and what constant besides, a value comes to at most; None if nobody knows."""
    match value:
        case IntConstant():
            return Fraction(0), Fraction(value.value)
        case IntAdd():
            return _plus(_greatest(value.a), _greatest(value.b))
        case IntMul(a=IntConstant() as times, b=other) | IntMul(a=other, b=IntConstant() as times):
            return _times(_greatest(other), Fraction(times.value))
        case IntDiv(b=IntConstant() as parts) if parts.value > 0:
            return _times(_greatest(value.a), Fraction(1, parts.value))
        case IntMod(modulo=IntConstant() as modulo):
            return Fraction(0), Fraction(max(0, modulo.value - 1))
        case IntAddAll(operands=list() as operands):
            return reduce(_plus, map(_greatest, operands), _NOTHING)
        case IntIf() | IntMax() | IntMin():
            return _either(_greatest(value.value_a), _greatest(value.value_b))
        case IntSub(value_a=IntFunction() as minuend):
            return _plus(_greatest(minuend), _OFF)
        case IntAbs(value=IntSub(value_a=IntFunction() as a, value_b=b)):
            return _plus(_either(_greatest(a), _greatest(b)), _OFF)
        case IntMul() | IntMulAll() | IntPow() | IntAddAll():
            return None
    return None if value is not None and value.title in _UNBOUNDED else _ANY_SITE


def _plus(a: _Bound | None, b: _Bound | None) -> _Bound | None:
    return (a[0] + b[0], a[1] + b[1]) if a and b else None


def _either(a: _Bound | None, b: _Bound | None) -> _Bound | None:
    return (max(a[0], b[0]), max(a[1], b[1])) if a and b else None


def _times(bound: _Bound | None, factor: Fraction) -> _Bound | None:
    return (bound[0] * factor, bound[1] * factor) if bound else None


class SetCounter(NonDecision, keyword="set"):
    """Sets the counter."""

    kind: Literal["Counter"]
    new_value: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        value = self.new_value.lower(x) if self.new_value else ops.NOWHERE
        sink(Draft("set_counter", actions=(SetField("counter", value),)))  # compat: its consequent is dropped

    def needs(self) -> tuple[str, ...]:
        return ("counter",)


class SetPot(NonDecision, keyword="set"):
    """Sets the pot."""

    kind: Literal["Pot"]
    new_value: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        value = self.new_value.lower(x) if self.new_value else ops.number(0)
        sink(Draft("set_pot", actions=(SetField("pot", value),)))  # compat: its consequent is dropped

    def needs(self) -> tuple[str, ...]:
        return ("amount",)


class SetNextPlayer(NonDecision, keyword="set"):
    """Sets who moves next."""

    kind: Literal["NextPlayer"]
    who: PlayerArgument | None = one_of(1)
    next_players: IntArrayFunction | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_next_player(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("next",)


class SetHidden(NonDecision, keyword="set"):
    """Hides or shows facts about sites to players."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None = at_most_one_of(1)
    data_types: list[HiddenData] | None = at_most_one_of(1)
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=2)
    region: RegionFunction | None = one_of(2)
    level: IntFunction | None = named()
    value: BooleanFunction | None
    to_player: PlayerArgument | None = named("to", one_of=3)
    to_role: RoleType | None = named("to", one_of=3)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_hidden(x, self, sink)


class SetRotation(NonDecision, keyword="set"):
    """Turns a piece."""

    kind: Literal["Rotation"]
    to: To | None
    directions: list[IntFunction] | None = at_most_one_of(1)
    direction: IntFunction | None = at_most_one_of(1)
    previous: BooleanFunction | None = named()
    next: BooleanFunction | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_rotation(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("rotation",)


class SetTeam(NonDecision, keyword="set"):
    """Puts players into a team."""

    kind: Literal["Team"]
    team: IntFunction
    roles: list[RoleType]
    then: Then | None

    def needs(self) -> tuple[str, ...]:
        return (TEAM,)

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_team(x, self, sink)


class SetTrumpSuit(NonDecision, keyword="set"):
    """Sets the trump suit."""

    kind: Literal["TrumpSuit"]
    suit: IntFunction | None = one_of(1)
    suits: ArrayDifference | None = one_of(1)
    then: Then | None
