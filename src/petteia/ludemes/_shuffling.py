"""The part of the start position that chance decides: pieces on random sites, stacks in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import AddPiece
from ._starting import HasPlace, start_component, start_number
from ._static import constant_set
from ._storage import UNCHANGED
from ._types import IntFunction

if TYPE_CHECKING:
    from ._context import Context
    from .start import PlaceRandom


def place_random(x: Context, rule: PlaceRandom) -> None:
    """Pieces on sites drawn from the empty ones of a region."""
    b = x.b
    region = constant_set(x, rule.region) if rule.region else x.setting.board_mask
    state, value = (given.lower(x) if given else UNCHANGED for given in (rule.state, rule.value))
    count = start_number(x, rule.count, 1)
    for name in rule.item:
        component = start_component(x, name, rule)
        left = b.variable("left", ops.intersect(ops.sites(x.universe, region), x.store.empty_set()))
        for _ in range(count):
            with b.if_(ops.negate(ops.is_empty(left))):
                site = _drawn_site(x, left)
                AddPiece(site, ops.number(component.index), state=state, value=value).apply(x)
                b.assign(left, ops.minus(left, ops.single(x.universe, site)))
                x.rules.note_placement(site)


def _drawn_site(x: Context, members: n.Expr) -> n.Expr:
    """A site of a set, drawn at random."""
    b = x.b
    index = b.draw("drawn", ops.size(members))
    place, found = b.variable("place", ops.number(0)), b.variable("site", ops.NOWHERE)
    with b.for_("candidate", members) as candidate:
        with b.if_(ops.eq(place, index)):
            b.assign(found, candidate)
        b.assign(place, ops.add(place, ops.number(1)))
    x.store.mark_valid(found)
    return found


class RandomStack(HasPlace, Protocol):
    """What the two forms of a random stack have in common."""

    where: IntFunction


def place_random_stack(
    x: Context,
    rule: RandomStack,
    names: Sequence[str],
    counts: Sequence[int],
    state: n.Expr = UNCHANGED,
    value: n.Expr = UNCHANGED,
) -> None:
    """A stack of pieces in random order on a site."""
    b = x.b
    site = ops.number(start_number(x, rule.where, 0))
    left = [b.variable("left", ops.number(count)) for count in counts]
    total = sum(counts)
    for used in range(total):
        drawn = b.variable("drawn", b.draw("draw", ops.number(total - used)))
        what = b.variable("what", ops.number(0))
        for name, remaining in zip(names, left, strict=True):
            with b.if_(ops.eq(what, ops.number(0))):
                with b.block() as take:
                    b.assign(what, ops.number(start_component(x, name, rule).index))
                    b.assign(remaining, ops.sub(remaining, ops.number(1)))
                with b.block() as go_on:
                    b.assign(drawn, ops.sub(drawn, remaining))
                b.place_if(ops.lt(drawn, remaining), take, go_on)
        AddPiece(site, what, state=state, value=value).apply(x)
        x.rules.note_placement(site)
