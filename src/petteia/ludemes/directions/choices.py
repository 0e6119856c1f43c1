"""Choices of directions: which of them applies is only known in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from petteia.board import Direction
from petteia.ir import nodes as n
from petteia.ir import ops

__all__ = [
    "Choice",
    "Directions",
    "Exclusive",
    "index_of_choice",
    "is_written_once",
]


FEW_CHOICES = 4

Directions = tuple[Direction, ...]

Choice = tuple[n.Expr, Directions]
"""Directions, with the condition under which they apply."""


class Exclusive(list[Choice]):
    """Choices of which at most one applies."""

    number: n.Expr | None = None
    """The index of the one that applies, -1 if none does, where that is known without asking for each."""
    always = False
    """True if one of them applies in any case."""

    @classmethod
    def by_number(cls, number: n.Expr, directions: Iterable[Directions]) -> Exclusive:
        """Directions of which a number picks one."""
        choices = cls((ops.eq(number, ops.number(k)), each) for k, each in enumerate(directions))
        choices.number = number
        return choices


def is_written_once(choices: Sequence[Choice]) -> bool:
    """True if what is done in some directions is written once, and a number says which of the choices applies."""
    return len(choices) > FEW_CHOICES and isinstance(choices, Exclusive)


def index_of_choice(choices: Sequence[Choice]) -> n.Expr:
    """The number of the choice that applies, -1 if none does."""
    if isinstance(choices, Exclusive) and choices.number is not None:
        return choices.number
    index: n.Expr = ops.NOWHERE
    for k, (condition, _) in reversed(list(enumerate(choices))):
        index = ops.select(condition, ops.number(k), index)
    return index
