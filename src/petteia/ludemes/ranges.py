"""Ranges of integers."""

from petteia.ludemes._types import IntFunction, RangeFunction

__all__ = [
    "AtLeastRange",
    "AtMostRange",
    "Exact",
    "Range",
]


class Exact(RangeFunction, keyword="exact"):
    """The range of a single number."""

    value: IntFunction


class AtMostRange(RangeFunction, keyword="max"):
    """The range of all numbers up to one."""

    maximum: IntFunction


class AtLeastRange(RangeFunction, keyword="min"):
    """The range of all numbers from one upwards."""

    minimum: IntFunction


class Range(RangeFunction, keyword="range"):
    """The range from one number to another."""

    minimum: IntFunction
    maximum: IntFunction | None
