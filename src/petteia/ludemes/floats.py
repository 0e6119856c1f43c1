"""Numbers that need not be whole."""

from petteia.ludemes._registry import one_of
from petteia.ludemes._types import BooleanFunction, FloatFunction, IntFunction

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


class FloatAbs(FloatFunction, keyword="abs"):
    """The size of a number, sign dropped."""

    value: FloatFunction


class FloatAdd(FloatFunction, keyword="add", alias="+"):
    """The sum of two numbers."""

    a: FloatFunction
    b: FloatFunction


class FloatAddAll(FloatFunction, keyword="add", alias="+"):
    """The sum of a list of numbers."""

    operands: list[FloatFunction]


class Cos(FloatFunction, keyword="cos"):
    """The cosine of an angle."""

    a: FloatFunction


class FloatDiv(FloatFunction, keyword="div", alias="/"):
    """The quotient of two numbers."""

    a: FloatFunction
    b: FloatFunction


class Exp(FloatFunction, keyword="exp"):
    """The exponential of a number."""

    a: FloatFunction


class Log(FloatFunction, keyword="log"):
    """The natural logarithm of a number."""

    a: FloatFunction


class Log10(FloatFunction, keyword="log10"):
    """The decimal logarithm of a number."""

    a: FloatFunction


class FloatMax(FloatFunction, keyword="max"):
    """The greater of two numbers."""

    a: FloatFunction
    b: FloatFunction


class FloatMaxOf(FloatFunction, keyword="max"):
    """The greatest number of a list."""

    operands: list[FloatFunction]


class FloatMin(FloatFunction, keyword="min"):
    """The lesser of two numbers."""

    a: FloatFunction
    b: FloatFunction


class FloatMinOf(FloatFunction, keyword="min"):
    """The least number of a list."""

    operands: list[FloatFunction]


class FloatMul(FloatFunction, keyword="mul", alias="*"):
    """The product of two numbers."""

    a: FloatFunction
    b: FloatFunction


class FloatMulAll(FloatFunction, keyword="mul", alias="*"):
    """The product of a list of numbers."""

    operands: list[FloatFunction]


class FloatPow(FloatFunction, keyword="pow", alias="^"):
    """A number raised to a power."""

    a: FloatFunction
    b: FloatFunction


class Sin(FloatFunction, keyword="sin"):
    """The sine of an angle."""

    a: FloatFunction


class Sqrt(FloatFunction, keyword="sqrt"):
    """The square root of a number."""

    a: FloatFunction


class FloatSub(FloatFunction, keyword="sub", alias="-"):
    """The difference of two numbers."""

    value_a: FloatFunction
    value_b: FloatFunction


class Tan(FloatFunction, keyword="tan"):
    """The tangent of an angle."""

    a: FloatFunction


class ToFloat(FloatFunction, keyword="toFloat"):
    """A condition or integer as a number."""

    condition: BooleanFunction | None = one_of(1)
    integer: IntFunction | None = one_of(1)
