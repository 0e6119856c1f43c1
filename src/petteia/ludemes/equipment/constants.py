"""Values known before play: sites and numbers as they are on the empty board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.lowering.site_types import blank_store
from petteia.ludemes.missing import Missing
from petteia.ludemes.types import RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import IntFunction


def _blank(x: Context) -> Context:
    return x.with_(
        store=blank_store(x.b, x.spec, x.store.kind), mover=ops.number(1), next=ops.number(2), prev=ops.number(0)
    )


def constant_set(x: Context, region: RegionFunction) -> int:
    """The sites of a region on the empty board."""
    with x.b.block():
        value = region.lower(_blank(x))
    if isinstance(value, n.Const):
        return value.value
    raise UnsupportedLudeme([Missing(region.title, region.place, "the sites before play")])


def constant_number(x: Context, function: IntFunction) -> int:
    """A number on the empty board."""
    with x.b.block():
        value = function.lower(_blank(x))
    if isinstance(value, n.Const):
        return value.value
    raise UnsupportedLudeme([Missing(function.title, function.place, "the number before play")])
