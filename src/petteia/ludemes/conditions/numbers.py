"""Conditions on numbers: odd and even ones, those of dice and of dominoes."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.queries.contents import (
    stable,
)
from petteia.ludemes.registry import left_out
from petteia.ludemes.types import (
    BooleanFunction,
    IntFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsAnyDie",
    "IsEven",
    "IsOdd",
    "IsPipsMatch",
]


class IsOdd(BooleanFunction, keyword="is"):
    """True if an integer is odd."""

    kind: Literal["Odd"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        return ops.ne(ops.arithmetic("bit_and", self.value.lower(x), ops.number(1)), ops.number(0))


class IsEven(BooleanFunction, keyword="is"):
    """True if an integer is even."""

    kind: Literal["Even"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        return ops.eq(ops.arithmetic("bit_and", self.value.lower(x), ops.number(1)), ops.number(0))


class IsPipsMatch(BooleanFunction, keyword="is"):
    """True if the pips of a domino fit those of its neighbours."""

    kind: Literal["PipsMatch"]
    value: IntFunction | None


class IsAnyDie(BooleanFunction, keyword="is"):
    """True if some die shows a number."""

    kind: Literal["AnyDie"]
    value: IntFunction | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return left_out("the number", self.value)

    def lower(self, x: "Context") -> n.Expr:
        assert self.value is not None
        value = stable(x, "value", self.value.lower(x))
        first = next((c.count for c in x.spec.containers if c.is_dice), 0)
        return ops.either(*(ops.eq(x.b.load("dice", ops.number(die)), value) for die in range(first)))
