"""Sizes of boards: arithmetic that is done before the board exists."""

from petteia.ludemes._types import DimFunction

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


class DimAbs(DimFunction, keyword="abs"):
    """The size of a dimension, sign dropped."""

    value: DimFunction


class DimAdd(DimFunction, keyword="add", alias="+"):
    """The sum of two dimensions."""

    a: DimFunction
    b: DimFunction


class DimAddAll(DimFunction, keyword="add", alias="+"):
    """The sum of a list of dimensions."""

    operands: list[DimFunction]


class DimDiv(DimFunction, keyword="div", alias="/"):
    """The quotient of two dimensions."""

    a: DimFunction
    b: DimFunction


class DimMax(DimFunction, keyword="max"):
    """The greater of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction


class DimMin(DimFunction, keyword="min"):
    """The lesser of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction


class DimMul(DimFunction, keyword="mul", alias="*"):
    """The product of two dimensions."""

    a: DimFunction
    b: DimFunction


class DimMulAll(DimFunction, keyword="mul", alias="*"):
    """The product of a list of dimensions."""

    operands: list[DimFunction]


class DimPow(DimFunction, keyword="pow", alias="^"):
    """A dimension raised to a power."""

    a: DimFunction
    b: DimFunction


class DimSub(DimFunction, keyword="sub", alias="-"):
    """The difference of two dimensions."""

    value_a: DimFunction
    value_b: DimFunction
