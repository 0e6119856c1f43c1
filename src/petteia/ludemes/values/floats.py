"""Numbers that need not be whole."""

import math
import struct
from collections.abc import Callable
from functools import partial
from operator import add, mul

from petteia.board.geometry import to_float32
from petteia.errors import LudTypeError
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import BooleanConstant, BooleanFunction, FloatFunction, IntConstant, IntFunction

__all__ = [
    "Cos",
    "Exp",
    "FloatAbs",
    "FloatAdd",
    "FloatAddAll",
    "FloatDiv",
    "FloatMax",
    "FloatMaxOf",
    "FloatMin",
    "FloatMinOf",
    "FloatMul",
    "FloatMulAll",
    "FloatPow",
    "FloatSub",
    "Log",
    "Log10",
    "Sin",
    "Sqrt",
    "Tan",
    "ToFloat",
]


def _rounded(compute: Callable[[], float], where: FloatFunction) -> float:
    """A result as a 32-bit float, which each operation gives."""
    try:
        return to_float32(compute())
    except (ArithmeticError, ValueError, struct.error) as error:
        raise LudTypeError(f"({where.keyword} ..) has no value: {error}", place=where.place) from None


class FloatAbs(FloatFunction, keyword="abs"):
    """The size of a number, sign dropped."""

    value: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: abs(self.value.number()), self)


class FloatAdd(FloatFunction, keyword="add", alias="+"):
    """The sum of two numbers."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: self.a.number() + self.b.number(), self)


class FloatAddAll(FloatFunction, keyword="add", alias="+"):
    """The sum of a list of numbers."""

    operands: list[FloatFunction]

    def number(self) -> float:
        total = 0.0
        for one in self.operands:
            total = _rounded(partial(add, total, one.number()), self)
        return total


class Cos(FloatFunction, keyword="cos"):
    """The cosine of an angle."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.cos(self.a.number()), self)


class FloatDiv(FloatFunction, keyword="div", alias="/"):
    """The quotient of two numbers."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: self.a.number() / self.b.number(), self)


class Exp(FloatFunction, keyword="exp"):
    """The exponential of a number."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.exp(self.a.number()), self)


class Log(FloatFunction, keyword="log"):
    """The natural logarithm of a number."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.log(self.a.number()), self)


class Log10(FloatFunction, keyword="log10"):
    """The decimal logarithm of a number."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.log10(self.a.number()), self)


class FloatMax(FloatFunction, keyword="max"):
    """The greater of two numbers."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: max(self.a.number(), self.b.number()), self)


class FloatMaxOf(FloatFunction, keyword="max"):
    """The greatest number of a list."""

    operands: list[FloatFunction]

    def number(self) -> float:
        return _rounded(lambda: max(one.number() for one in self.operands), self)


class FloatMin(FloatFunction, keyword="min"):
    """The lesser of two numbers."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: min(self.a.number(), self.b.number()), self)


class FloatMinOf(FloatFunction, keyword="min"):
    """The least number of a list."""

    operands: list[FloatFunction]

    def number(self) -> float:
        return _rounded(lambda: min(one.number() for one in self.operands), self)


class FloatMul(FloatFunction, keyword="mul", alias="*"):
    """The product of two numbers."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: self.a.number() * self.b.number(), self)


class FloatMulAll(FloatFunction, keyword="mul", alias="*"):
    """The product of a list of numbers."""

    operands: list[FloatFunction]

    def number(self) -> float:
        product = 1.0
        for one in self.operands:
            product = _rounded(partial(mul, product, one.number()), self)
        return product


class FloatPow(FloatFunction, keyword="pow", alias="^"):
    """A number raised to a power."""

    a: FloatFunction
    b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: self.a.number() ** self.b.number(), self)


class Sin(FloatFunction, keyword="sin"):
    """The sine of an angle."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.sin(self.a.number()), self)


class Sqrt(FloatFunction, keyword="sqrt"):
    """The square root of a number."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.sqrt(self.a.number()), self)


class FloatSub(FloatFunction, keyword="sub", alias="-"):
    """The difference of two numbers."""

    value_a: FloatFunction
    value_b: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: self.value_a.number() - self.value_b.number(), self)


class Tan(FloatFunction, keyword="tan"):
    """The tangent of an angle."""

    a: FloatFunction

    def number(self) -> float:
        return _rounded(lambda: math.tan(self.a.number()), self)


class ToFloat(FloatFunction, keyword="toFloat"):
    """A condition or integer as a number."""

    condition: BooleanFunction | None = one_of(1)
    integer: IntFunction | None = one_of(1)

    def number(self) -> float:
        if isinstance(self.condition, BooleanConstant):
            return float(self.condition.value)
        if isinstance(self.integer, IntConstant):
            return to_float32(self.integer.value)
        return super().number()
