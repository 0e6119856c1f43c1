"""Values that a game remembers, in lists by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ludemes.needs import OF_ITS_OWN, Fact

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

_MOST_VALUES = 1024
SHOWN = Fact("values are remembered in play")
"""Lists that only start rules fill are not shown."""


@dataclass(frozen=True)
class Memory(Fact):
    """A list of remembered values; its field is declared when it is first asked for."""

    name: str = field(init=False, default="remembered values")
    list: str | None

    @property
    def place(self) -> tuple[int, str]:
        return OF_ITS_OWN, self.list or ""


def remembered_field(x: Context, name: str | None) -> str:
    """The list field that holds the values remembered under a name, declared when first asked for."""
    held = "remembered" if name is None else f"remembered_{name}"
    if held not in x.b.program.fields:
        shown = SHOWN in x.spec.needs
        doc = f"values remembered{f' as {name}' if name else ''}"
        x.b.field(held, n.INT, low=-(2**31), high=2**31 - 1, capacity=_MOST_VALUES, visible=shown, doc=doc)
    return held
