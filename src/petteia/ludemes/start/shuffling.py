"""The part of the start position that chance decides: pieces on random sites, stacks in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from petteia.errors import LudTypeError
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.pieces import AddPiece
from petteia.ludemes.lowering.storage import UNCHANGED
from petteia.ludemes.queries.contents import board_sites
from petteia.ludemes.start.placing import start_component, start_value, times

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.start.rules import PlaceRandom, PlaceRandomCounts, PlaceRandomStack


def place_random(x: Context, rule: PlaceRandom) -> None:
    """Pieces on sites drawn from the empty ones of a region."""
    region = rule.region.lower(x) if rule.region else board_sites(x)
    data = {name: given.lower(x) for name, given in (("state", rule.state), ("value", rule.value)) if given}
    count = start_value(x, rule.count, 1)
    if rule.random_order is not None and rule.random_order.value:
        _place_in_random_order(x, rule, region, count, data)
        return
    for name in rule.item:
        _scatter(x, ops.number(start_component(x, name, rule).index), region, count, data)


def _scatter(x: Context, what: n.Expr, region: n.Expr, count: n.Expr, data: dict[str, n.Expr]) -> None:
    """So many pieces of a kind on empty sites of a region, as long as there are any."""
    b = x.b
    left = b.variable("left", ops.intersect(region, x.store.empty_set()))

    def put() -> None:
        with b.if_(ops.negate(ops.is_empty(left))):
            site = _drawn_site(x, left)
            AddPiece(site, what).with_data(data).apply(x)
            b.assign(left, ops.minus(left, ops.single(x.universe, site)))
            x.rules.note_placement(site)

    times(x, count, put)
    x.rules.start_varies = True


def _place_in_random_order(
    x: Context, rule: PlaceRandom, region: n.Expr, count: n.Expr, data: dict[str, n.Expr]
) -> None:
    """Kinds of pieces in an order that is drawn. compat: only half of them are placed."""
    b = x.b
    left = [start_component(x, name, rule).index for name in rule.item]
    rest = [b.variable("rest", ops.number(index)) for index in left]
    for turn in range(len(left) // 2):
        drawn = b.draw("drawn", ops.number(len(left) - turn))
        what = b.variable("what", ops.number(0))
        for k, one in enumerate(rest[: len(left) - turn]):
            with b.if_(ops.eq(drawn, ops.number(k))):
                b.assign(what, one)
            if k + 1 < len(left) - turn:
                with b.if_(ops.ge(ops.number(k), drawn)):
                    b.assign(one, rest[k + 1])
        _scatter(x, what, region, count, data)


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


def place_random_stack(
    x: Context,
    rule: PlaceRandomCounts | PlaceRandomStack,
    names: Sequence[str],
    counts: Sequence[int],
    state: n.Expr = UNCHANGED,
    value: n.Expr = UNCHANGED,
) -> None:
    """A stack of pieces in random order on a site."""
    b = x.b
    site = start_value(x, rule.where, 0)
    left = [b.variable("left", ops.number(count)) for count in counts]
    total, highest = sum(counts), x.spec.most_levels
    if total > highest:
        raise LudTypeError(f"a stack of {total} pieces; {highest} are allowed", place=rule.place)
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
