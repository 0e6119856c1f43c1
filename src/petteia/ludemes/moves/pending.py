"""Set Pending: values that are pending for the next move."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements, Unseen
from petteia.ludemes.arguments import Then
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import PENDING, Need, PendingSum
from petteia.ludemes.quirks.marks import LEADS
from petteia.ludemes.registry import at_most_one_of
from petteia.ludemes.types import IntConstant, IntFunction, NonDecision, RegionFunction
from petteia.ludemes.values.arithmetic import (
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
from petteia.ludemes.values.count_game import CountMoves, CountTurns
from petteia.ludemes.values.state import Amount, Counter, Pot, Score

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SetPending"]


class SetPending(NonDecision, keyword="set"):
    """Makes values pending. compat: its consequent is dropped."""

    kind: Literal["Pending"]
    value: IntFunction | None = at_most_one_of(1)
    region: RegionFunction | None = at_most_one_of(1)
    then: Then | None
    knows_large = True
    sets_pending = True

    def lower(self, x: Context, sink: Sink) -> None:
        if self.region is not None:
            members = x.b.let("pending", self.region.lower(x))

            def write_all(at: Context) -> None:
                at.b.store("pending", [], ops.union(at.b.load("pending"), members))

            if x.rules.kinds.is_recording:
                _set_pending_one_by_one(x, members, sink)
                return
            with x.b.if_(ops.negate(ops.is_empty(members))):
                sink(Draft("set_pending", actions=(Statements(write_all),)))
            return
        value = x.b.let("pending", self.value.lower(x)) if self.value else ops.number(1)
        value = x.b.let("pending", ops.select(ops.eq(value, ops.NOWHERE), ops.number(1), value))

        def write(at: Context) -> None:
            with at.b.if_(at.store.exists(value)):
                at.b.include("pending", [], value)

        sink(Draft("set_pending", actions=(Statements(write),)))

    def needs(self) -> tuple[Need, ...]:
        sites, constant = _greatest(self.value) or _ANY_SITE
        return (PENDING, PendingSum(sites, constant))

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("a value that may be large",) if _greatest(self.value) is None else ()


def _set_pending_one_by_one(x: Context, members: n.Expr, sink: Sink) -> None:
    with x.b.for_("site", members) as site:
        actions = (Unseen(lambda at: at.rules.kinds.record.make_pending(at, site)),)
        sink(Draft("set_pending", actions=actions).marked(LEADS))
    with x.b.if_(ops.negate(ops.is_empty(members))):
        sink(Draft("set_pending"))


_Bound = tuple[Fraction, Fraction]


_ANY_SITE: _Bound = (Fraction(1), Fraction(0))


_NOTHING: _Bound | None = (Fraction(0), Fraction(0))


_OFF: _Bound = (Fraction(0), Fraction(2))
"""Offset of the least of sites, the end of a track: added where it is taken away."""


_UNBOUNDED = (Score, Counter, CountMoves, CountTurns, Amount, Pot)


def _greatest(value: IntFunction | None) -> _Bound | None:
    """The multiple of the last site, and the constant besides, that a value comes to at most; None if unknown."""
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
    return None if value is not None and isinstance(value, _UNBOUNDED) else _ANY_SITE


def _plus(a: _Bound | None, b: _Bound | None) -> _Bound | None:
    return (a[0] + b[0], a[1] + b[1]) if a and b else None


def _either(a: _Bound | None, b: _Bound | None) -> _Bound | None:
    return (max(a[0], b[0]), max(a[1], b[1])) if a and b else None


def _times(bound: _Bound | None, factor: Fraction) -> _Bound | None:
    return (bound[0] * factor, bound[1] * factor) if bound else None
