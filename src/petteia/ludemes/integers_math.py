"""Arithmetic on integers."""

from petteia.ludemes._registry import one_of
from petteia.ludemes._types import BooleanFunction, FloatFunction, IntArrayFunction, IntFunction

__all__ = [
    "IntAbs",
    "IntAdd",
    "IntAddAll",
    "IntDiv",
    "IntIf",
    "IntMax",
    "IntMaxOf",
    "IntMin",
    "IntMinOf",
    "IntMod",
    "IntMul",
    "IntMulAll",
    "IntPow",
    "IntSub",
    "ToInt",
]


class IntAbs(IntFunction, keyword="abs"):
    """The size of an integer, sign dropped."""

    value: IntFunction


class IntAdd(IntFunction, keyword="add", alias="+"):
    """The sum of two integers."""

    a: IntFunction
    b: IntFunction


class IntAddAll(IntFunction, keyword="add", alias="+"):
    """The sum of a list or array of integers."""

    operands: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)


class IntDiv(IntFunction, keyword="div", alias="/"):
    """The quotient of two integers, cut to an integer."""

    a: IntFunction
    b: IntFunction


class IntIf(IntFunction, keyword="if"):
    """One integer or another, depending on a condition."""

    condition: BooleanFunction
    value_a: IntFunction
    value_b: IntFunction


class IntMaxOf(IntFunction, keyword="max"):
    """The greatest value of an array."""

    array: IntArrayFunction


class IntMax(IntFunction, keyword="max"):
    """The greater of two integers."""

    value_a: IntFunction
    value_b: IntFunction


class IntMin(IntFunction, keyword="min"):
    """The lesser of two integers."""

    value_a: IntFunction
    value_b: IntFunction


class IntMinOf(IntFunction, keyword="min"):
    """The least value of an array."""

    array: IntArrayFunction


class IntMod(IntFunction, keyword="mod", alias="%"):
    """The remainder of a division."""

    value: IntFunction
    modulo: IntFunction


class IntMul(IntFunction, keyword="mul", alias="*"):
    """The product of two integers."""

    a: IntFunction
    b: IntFunction


class IntMulAll(IntFunction, keyword="mul", alias="*"):
    """The product of a list or array of integers."""

    operands: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)


class IntPow(IntFunction, keyword="pow", alias="^"):
    """An integer raised to a power."""

    a: IntFunction
    b: IntFunction


class IntSub(IntFunction, keyword="sub", alias="-"):
    """The difference of two integers, or an integer with its sign changed."""

    value_a: IntFunction | None
    value_b: IntFunction


class ToInt(IntFunction, keyword="toInt"):
    """A condition or number as an integer."""

    condition: BooleanFunction | None = one_of(1)
    number: FloatFunction | None = one_of(1)
