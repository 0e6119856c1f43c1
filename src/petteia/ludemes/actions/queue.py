"""Captures that wait for the end of the turn: the queue of sites to clear, and clearing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.actions.pieces import note_removal
from petteia.ludemes.needs import Fields

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec

QUEUE = "to_clear"
ONE, ZERO = ops.number(1), ops.number(0)


def _declare_queue(b: Builder, spec: GameSpec) -> None:
    """The fields for captures that wait: the sites, in games with stacks how often each was named."""
    if spec.stacking:
        b.field(QUEUE, n.INT, shape=(spec.sites,), high=255, doc="pieces of each stack that wait to be removed")
    else:
        b.field(QUEUE, n.set_of(spec.universe), doc="sites whose pieces wait to be removed")
    b.field("next_set", n.INT, high=1, doc="whether this move has said who is next")


CAPTURE_QUEUE = Fields("capture queue", _declare_queue, 6)


def sites_to_clear(x: Context) -> n.Expr:
    """The sites whose pieces wait to be removed."""
    if QUEUE not in x.b.program.fields:
        return ops.empty_set(x.universe)
    if not x.spec.stacking:
        return x.b.load(QUEUE)
    everything = ops.sites(x.universe, range(x.spec.sites))
    return x.sites_where(everything, "site", lambda site: ops.gt(x.b.load(QUEUE, site), ZERO))


@dataclass(frozen=True)
class QueueRemoval(Action):
    """Marks what stands on a site to be removed when the turn ends."""

    site: n.Expr

    def apply(self, x: Context) -> None:
        note_removal(x, self.site)
        if x.spec.stacking:
            more = ops.add(x.b.load(QUEUE, self.site), ONE)
            x.b.store(QUEUE, [self.site], ops.arithmetic("min", more, ops.number(255)))
        else:
            x.b.include(QUEUE, [], self.site)
        note_sites(x, self.site, self.site)


def flush_queue(x: Context, *, tried: bool) -> None:
    """Removes what waits, unless the move said who is next: then the turn is taken to go on.

    A move that was `tried` before has noted the levels it removed, and removes them once more, the other way round.
    """
    with x.b.if_(ops.eq(x.b.load("next_set"), ZERO)):
        if x.spec.stacking:
            if tried:
                _clear_levels_again(x)
            _clear_stacks(x)
        else:
            _clear_sites(x)


def _clear_sites(x: Context) -> None:
    with x.b.for_("cleared", x.b.load(QUEUE)) as site:
        x.store.mark_valid(site)
        note_removal(x, site)
        x.store.clear(site)
    x.b.store(QUEUE, [], ops.empty_set(x.universe))


def _clear_levels_again(x: Context) -> None:
    """The levels that were named go from the lowest up, though those above a level come down when it goes.

    compat: a level above the stack takes the top piece with it, whose entry stays in the list of its component.
    """
    b, store = x.b, x.store
    with b.for_("cleared", ops.sites(x.universe, range(x.spec.sites))) as site:
        store.mark_valid(site)
        count = b.let("count", ops.arithmetic("min", b.load(QUEUE, site), store.load("height", site)))
        with b.range_("level", ZERO, count) as level:
            note_removal(x, site, level)
        with b.range_("level", ZERO, count) as level:
            top = b.let("top", ops.sub(store.load("height", site), ONE))
            with b.block() as named:
                store.take_level(site, level)
            with b.block() as beyond:
                stood = b.let("stood", store.load("what", site, top))
                store.take_level(site, top)
                with b.if_(ops.eq(top, ZERO)):
                    store.keep_listed(site, stood)
            b.place_if(ops.le(level, top), named, beyond)


def _clear_stacks(x: Context) -> None:
    """The lowest levels go, as many as the site was named, the upper ones of them first."""
    b, store = x.b, x.store
    with b.for_("cleared", ops.sites(x.universe, range(x.spec.sites))) as site:
        store.mark_valid(site)
        waiting = b.let("waiting", b.load(QUEUE, site))
        with b.if_(ops.gt(waiting, ZERO)):
            count = b.let("count", ops.arithmetic("min", waiting, store.load("height", site)))
            top = b.let("top", store.datum("value", site))
            with b.range_("removed", ZERO, count) as removed:
                level = b.let("level", ops.sub(ops.sub(count, ONE), removed))
                note_removal(x, site, level, top)
                store.take_level(site, level)
            b.store(QUEUE, [site], ZERO)
