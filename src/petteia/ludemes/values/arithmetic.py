"""Arithmetic on integers."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import BooleanFunction, FloatFunction, IntArrayFunction, IntFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

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


def _combined(x: "Context", operands: list[IntFunction], combine: Callable[[n.Expr, n.Expr], n.Expr]) -> n.Expr:
    """The operands put together from left to right, 0 if there are none."""
    if not operands:
        return ops.number(0)
    result = operands[0].lower(x)
    for operand in operands[1:]:
        result = combine(result, operand.lower(x))
    return result


class IntAbs(IntFunction, keyword="abs"):
    """The size of an integer, sign dropped."""

    value: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.absolute(self.value.lower(x))


class IntAdd(IntFunction, keyword="add", alias="+"):
    """The sum of two integers."""

    a: IntFunction
    b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.add(self.a.lower(x), self.b.lower(x))


class IntAddAll(IntFunction, keyword="add", alias="+"):
    """The sum of a list or array of integers."""

    operands: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if self.array is not None:
            return self.array.lower(x).total()
        return _combined(x, self.operands or [], ops.add)


class IntDiv(IntFunction, keyword="div", alias="/"):
    """The quotient of two integers, cut to an integer."""

    a: IntFunction
    b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.arithmetic("div", self.a.lower(x), self.b.lower(x))


_MANY_CASES = 8
"""A choice of more values than this is lowered once for all places that ask for it."""


class IntIf(IntFunction, keyword="if"):
    """One integer or another, depending on a condition."""

    condition: BooleanFunction
    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        if self._cases() <= _MANY_CASES:
            return self._chosen(x)
        return x.rules.cache.get(x, self, "chosen", lambda: self._chosen(x))

    def _cases(self) -> int:
        """How many values there are to choose from, one condition after the other."""
        return 1 + (self.value_b._cases() if isinstance(self.value_b, IntIf) else 1)

    def _chosen(self, x: "Context") -> n.Expr:
        condition = self.condition.lower(x)
        if isinstance(condition, n.Const):
            return _case(self.value_a if condition.value else self.value_b, x)
        return ops.select(condition, x.pure(lambda: _case(self.value_a, x)), x.pure(lambda: _case(self.value_b, x)))


def _case(value: IntFunction, x: "Context") -> n.Expr:
    """One of the values; what is chosen by further conditions belongs to the same answer."""
    return value._chosen(x) if isinstance(value, IntIf) else value.lower(x)


class IntMaxOf(IntFunction, keyword="max"):
    """The greatest value of an array."""

    array: IntArrayFunction

    def lower(self, x: "Context") -> n.Expr:
        return self.array.lower(x).greatest()


class IntMax(IntFunction, keyword="max"):
    """The greater of two integers."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.arithmetic("max", self.value_a.lower(x), self.value_b.lower(x))


class IntMin(IntFunction, keyword="min"):
    """The lesser of two integers."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.arithmetic("min", self.value_a.lower(x), self.value_b.lower(x))


class IntMinOf(IntFunction, keyword="min"):
    """The least value of an array."""

    array: IntArrayFunction

    def lower(self, x: "Context") -> n.Expr:
        return self.array.lower(x).least()


class IntMod(IntFunction, keyword="mod", alias="%"):
    """The remainder of a division."""

    value: IntFunction
    modulo: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.arithmetic("mod", self.value.lower(x), self.modulo.lower(x))


class IntMul(IntFunction, keyword="mul", alias="*"):
    """The product of two integers."""

    a: IntFunction
    b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.mul(self.a.lower(x), self.b.lower(x))


class IntMulAll(IntFunction, keyword="mul", alias="*"):
    """The product of a list or array of integers."""

    operands: list[IntFunction] | None = one_of(1)
    array: IntArrayFunction | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if self.array is not None:
            return self.array.lower(x).product()
        return _combined(x, self.operands or [], ops.mul)


_MOST = 2**31 - 1
"""compat: powers are computed with fractions and stop at the bounds of a 32-bit integer."""
_ENOUGH_FACTORS = 32
"""An even number of factors after which every power has reached a bound, or is that of -1, 0 or 1."""


class IntPow(IntFunction, keyword="pow", alias="^"):
    """An integer raised to a power."""

    a: IntFunction
    b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        base, exponent = x.b.let("base", self.a.lower(x)), x.b.let("exponent", self.b.lower(x))
        if isinstance(base, n.Const) and isinstance(exponent, n.Const):
            return ops.number(_power(base.value, exponent.value))
        return self._by_loop(x, base, exponent)

    @staticmethod
    def _by_loop(x: "Context", base: n.Expr, exponent: n.Expr) -> n.Expr:
        with x.b.block() as body:
            with x.b.if_(ops.lt(exponent, ops.number(0))):
                unit = ops.eq(ops.absolute(base), ops.number(1))
                odd = ops.ne(ops.arithmetic("bit_and", exponent, ops.number(1)), ops.number(0))
                fraction = ops.select(unit, ops.select(odd, base, ops.number(1)), ops.number(0))
                x.b.return_(ops.select(ops.eq(base, ops.number(0)), ops.number(_MOST), fraction))
            result = x.b.variable("power", ops.number(1))
            odd = ops.arithmetic("bit_and", exponent, ops.number(1))
            enough = ops.add(ops.number(_ENOUGH_FACTORS), odd)  # more change nothing but the sign
            size = ops.arithmetic("max", ops.absolute(base), ops.number(1))
            room = x.b.let("room", ops.arithmetic("div", ops.number(_MOST), size))
            with x.b.range_("factor", ops.number(0), ops.select(ops.lt(exponent, enough), exponent, enough)):
                fits = ops.both(ops.le(ops.neg(room), result), ops.le(result, room))
                alike = ops.eq(ops.lt(result, ops.number(0)), ops.lt(base, ops.number(0)))
                bound = ops.select(alike, ops.number(_MOST), ops.number(-_MOST - 1))
                x.b.assign(result, ops.select(fits, ops.mul(result, base), bound))
        return x.outline("power", (*body, n.Return(result)), n.INT)


def _power(base: int, exponent: int) -> int:
    if exponent >= 0:
        whole: int = base**exponent
        return max(-_MOST - 1, min(_MOST, whole))
    return _MOST if base == 0 else int(float(base) ** exponent)


class IntSub(IntFunction, keyword="sub", alias="-"):
    """The difference of two integers, or an integer with its sign changed."""

    value_a: IntFunction | None
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        if self.value_a is None:
            return ops.neg(self.value_b.lower(x))
        return ops.sub(self.value_a.lower(x), self.value_b.lower(x))


class ToInt(IntFunction, keyword="toInt"):
    """A condition or number as an integer."""

    condition: BooleanFunction | None = one_of(1)
    number: FloatFunction | None = one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("number",) if self.number else ()

    def lower(self, x: "Context") -> n.Expr:
        assert self.condition is not None
        return ops.to_int(self.condition.lower(x))
