"""Value types that all layers share, and the members of a bit mask."""

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["BuildChoice", "Place", "PlayoutChoice", "PlayoutName", "bits"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of a description was written; `through` names the defines it came through, the nearest last.

    >>> print(Place("hex.lud", 12, 7))
    hex.lud:12:7
    >>> print(Place("step.def", 1, 3, ("StepToEmpty",), Place("chess.lud", 20, 5)))
    step.def:1:3 (through "StepToEmpty", used at chess.lud:20:5)
    """

    file: str
    line: int
    column: int
    through: tuple[str, ...] = ()
    used_at: "Place | None" = field(default=None)

    def __str__(self) -> str:
        here = f"{self.file}:{self.line}:{self.column}"
        if not self.through:
            return here
        names = " > ".join(f'"{name}"' for name in self.through)
        used = f", used at {self.used_at.file}:{self.used_at.line}:{self.used_at.column}" if self.used_at else ""
        return f"{here} (through {names}{used})"


BuildChoice = Literal["auto", "quick", "full"]
"""Builds of a game: `quick` is made at once, `full` plays fastest, `auto` is first the one and then the other."""

PlayoutName = Literal["standard", "pick", "shrinking", "filter", "norepeat", "fill"]
"""Ways to run random playouts: `shrinking` is known as add-to-empty, `norepeat` as no-repetition."""

PlayoutChoice = Literal["auto", PlayoutName]
"""A way to run random playouts, or the best one."""


def bits(mask: int) -> list[int]:
    """The members of a bit mask, ascending.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
