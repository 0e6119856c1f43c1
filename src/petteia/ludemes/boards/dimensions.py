"""Sizes of boards: arithmetic that is done before the board exists."""

import math

from petteia.board import BoardError
from petteia.ludemes.types import DimFunction

__all__ = [
    "DimAbs",
    "DimAdd",
    "DimAddAll",
    "DimDiv",
    "DimMax",
    "DimMin",
    "DimMul",
    "DimMulAll",
    "DimPow",
    "DimSub",
]


_MOST_BITS = 31


def _checked(size: int) -> int:
    """The size, unless no machine integer holds it."""
    if abs(size) >= 1 << _MOST_BITS:
        raise BoardError("a dimension is far too large")
    return size


class DimAbs(DimFunction, keyword="abs"):
    """The size of a dimension, sign dropped."""

    value: DimFunction

    def size(self) -> int:
        return abs(self.value.size())


class DimAdd(DimFunction, keyword="add", alias="+"):
    """The sum of two dimensions."""

    a: DimFunction
    b: DimFunction

    def size(self) -> int:
        return self.a.size() + self.b.size()


class DimAddAll(DimFunction, keyword="add", alias="+"):
    """The sum of a list of dimensions."""

    operands: list[DimFunction]

    def size(self) -> int:
        return sum(one.size() for one in self.operands)


class DimDiv(DimFunction, keyword="div", alias="/"):
    """The quotient of two dimensions."""

    a: DimFunction
    b: DimFunction

    def size(self) -> int:
        divisor = self.b.size()
        if divisor == 0:
            raise BoardError("a dimension is divided by zero", place=self.place)
        return math.trunc(self.a.size() / divisor)


class DimMax(DimFunction, keyword="max"):
    """The greater of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction

    def size(self) -> int:
        return max(self.value_a.size(), self.value_b.size())


class DimMin(DimFunction, keyword="min"):
    """The lesser of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction

    def size(self) -> int:
        return min(self.value_a.size(), self.value_b.size())


class DimMul(DimFunction, keyword="mul", alias="*"):
    """The product of two dimensions."""

    a: DimFunction
    b: DimFunction

    def size(self) -> int:
        return _checked(self.a.size() * self.b.size())


class DimMulAll(DimFunction, keyword="mul", alias="*"):
    """The product of a list of dimensions."""

    operands: list[DimFunction]

    def size(self) -> int:
        return _checked(math.prod(one.size() for one in self.operands))


class DimPow(DimFunction, keyword="pow", alias="^"):
    """A dimension raised to a power."""

    a: DimFunction
    b: DimFunction

    def size(self) -> int:
        base, exponent = self.a.size(), self.b.size()
        if abs(base) > 1 and exponent > _MOST_BITS:
            raise BoardError("a dimension is far too large", place=self.place)
        return _checked(int(base**exponent) if base or exponent >= 0 else 0)


class DimSub(DimFunction, keyword="sub", alias="-"):
    """The difference of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction

    def size(self) -> int:
        return self.value_a.size() - self.value_b.size()
