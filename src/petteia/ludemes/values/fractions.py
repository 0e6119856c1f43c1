"""Numbers that need not be whole, in play: kept as whole multiples of a small part."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import ops
from petteia.ludemes.types import FloatConstant
from petteia.ludemes.values.floats import FloatAdd, FloatSub, ToFloat

if TYPE_CHECKING:
    from petteia.ir import nodes as n
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import FloatFunction

THOUSANDTHS = 1000


def scaled(x: Context, function: FloatFunction, scale: int) -> n.Expr:
    """A number in play, times a scale that makes it whole."""
    if isinstance(function, ToFloat):
        if function.integer is not None:
            return ops.mul(function.integer.lower(x), ops.number(scale))
        assert function.condition is not None
        return ops.mul(ops.to_int(function.condition.lower(x)), ops.number(scale))
    if isinstance(function, FloatAdd):
        return ops.add(scaled(x, function.a, scale), scaled(x, function.b, scale))
    if isinstance(function, FloatSub):
        return ops.sub(scaled(x, function.value_a, scale), scaled(x, function.value_b, scale))
    known = as_written(function) * scale
    if known.denominator != 1:
        raise UnsupportedLudeme([f"({function.keyword or function.title} ..) in play with parts below 1/{scale}"])
    return ops.number(int(known))


def as_written(function: FloatFunction) -> Fraction:
    """A number that is known before play, without what 32 bits make of its decimals."""
    if isinstance(function, FloatConstant):
        return Fraction(str(function.value))
    return Fraction(function.number()).limit_denominator(10**6)


def common_scale(functions: Sequence[FloatFunction]) -> int:
    """A scale that makes all numbers whole that are known before play."""
    denominators = [1]
    for function in functions:
        try:
            denominators.append(as_written(function).denominator)
        except LudTypeError:
            continue  # known only in play, where it is made of whole numbers
    return lcm(*denominators)
