"""Ranges of integers."""

from typing import TYPE_CHECKING

from petteia.ir import ops
from petteia.ludemes.types import IntFunction, RangeFunction

if TYPE_CHECKING:
    from petteia.ir.nodes import Expr
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "AtLeastRange",
    "AtMostRange",
    "Exact",
    "Range",
]

_INFINITY = ops.number(1_000_000_000)


class Exact(RangeFunction, keyword="exact"):
    """The range of a single number."""

    value: IntFunction

    def lower(self, x: "Context") -> "tuple[Expr, Expr]":
        value = x.b.let("exactly", self.value.lower(x))
        return value, value


class AtMostRange(RangeFunction, keyword="max"):
    """The range of all numbers up to one."""

    maximum: IntFunction

    def lower(self, x: "Context") -> "tuple[Expr, Expr]":
        return ops.NOWHERE, self.maximum.lower(x)


class AtLeastRange(RangeFunction, keyword="min"):
    """The range of all numbers from one upwards."""

    minimum: IntFunction

    def lower(self, x: "Context") -> "tuple[Expr, Expr]":
        return self.minimum.lower(x), _INFINITY


class Range(RangeFunction, keyword="range"):
    """The range from one number to another."""

    minimum: IntFunction
    maximum: IntFunction | None

    def lower(self, x: "Context") -> "tuple[Expr, Expr]":
        low = x.b.let("least", self.minimum.lower(x))
        return low, low if self.maximum is None else self.maximum.lower(x)
