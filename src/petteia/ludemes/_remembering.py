"""Values that a game remembers, in lists by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.ir import nodes as n

if TYPE_CHECKING:
    from ._context import Context

_MOST_VALUES = 1024
SHOWN = "shown memory"
"""What a ludeme needs that remembers values in play; lists that only start rules fill are not shown."""


def remembered_field(x: Context, name: str | None) -> str:
    """The list field that holds the values remembered under a name, declared when first asked for."""
    field = "remembered" if name is None else f"remembered_{name}"
    if field not in x.b.program.fields:
        shown = SHOWN in x.setting.needs
        doc = f"values remembered{f' as {name}' if name else ''}"
        x.b.field(field, n.INT, low=-(2**31), high=2**31 - 1, capacity=_MOST_VALUES, visible=shown, doc=doc)
    return field
