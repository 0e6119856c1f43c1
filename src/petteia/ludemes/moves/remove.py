"""Remove: moves that take pieces off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, on_sites_of, repeated
from petteia.ludemes.actions.pieces import TOP, RemovePiece
from petteia.ludemes.actions.queue import CAPTURE_QUEUE, QueueRemoval
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import SiteType, WhenType
from petteia.ludemes.lowering.drafts import Draft, asked_level, letters
from petteia.ludemes.moves.datum import SetCount
from petteia.ludemes.moves.swap import SwapPieces
from petteia.ludemes.needs import Need
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import IntFunction, NonDecision, RegionFunction
from petteia.ludemes.values.iterators import BetweenSite, ToSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Remove", "for_each_occupied"]


class Remove(NonDecision, keyword="remove", decision="Remove"):
    """Takes pieces off the board, now or at the end of the turn."""

    site_type: SiteType | None
    site: IntFunction | None = one_of(1)
    region: RegionFunction | None = one_of(1)
    level: IntFunction | None = named()
    at: WhenType | None = named()
    count: IntFunction | None = named()
    then: Then | None
    knows_large = True
    commutes = True
    is_many = True

    def may_take_moving_piece(self, *, may_stay: bool) -> bool | None:
        return may_stay or not isinstance(self.site, BetweenSite | ToSite)

    def lower(self, x: Context, sink: Sink) -> None:
        level = x.b.let("level", self.level.lower(x)) if self.level and x.spec.stacking else None

        def take(site: n.Expr) -> None:
            named = None
            if level is not None:  # compat: whether it is the top is settled now, whatever others take off before
                on_top = ops.eq(level, ops.sub(x.store.load("height", site), ops.number(1)))
                named = x.b.let("level", ops.select(on_top, TOP, level))
            waits = self.at == WhenType.EndOfTurn
            action = QueueRemoval(site) if waits else on_sites_of(x, RemovePiece(site, level=named))
            actions: tuple[Action, ...] = (action,)
            if self.count is not None and x.spec.stacking:
                # of a flat site the first removal takes all pieces
                actions = repeated(action, ops.arithmetic("max", self.count.lower(x), ops.number(1)))
            below = None if named is None else ops.select(ops.eq(named, TOP), ops.number(0), named)
            draft = Draft("remove", site, site, actions, letters=letters(x, x)).and_then(self.then)
            sink(draft.with_(level_from=asked_level(x, below), level_to=asked_level(x, below)))

        for_each_occupied(x, self.site, self.region, take)

    def needs(self) -> tuple[Need, ...]:
        return (CAPTURE_QUEUE,) if self.at else ()


def for_each_occupied(
    x: Context, site: IntFunction | None, region: RegionFunction | None, body: Callable[[n.Expr], None]
) -> None:
    """Runs `body` for a site, or the sites of a region, where something stands."""
    # a count set on an empty hole, or swapped into one, is a count of nothing
    may_count_nothing = not x.spec.stacking and (x.spec.asks_for(SetCount) or x.spec.asks_for(SwapPieces))

    def run(at: n.Expr) -> None:
        if not may_count_nothing:
            body(at)
            return
        with x.b.if_(ops.gt(x.store.what(at), ops.number(0))):
            body(at)

    if region is not None:
        with x.b.for_("site", ops.minus(region.lower(x), x.store.empty_set())) as each:
            x.store.mark_valid(each)
            run(each)
        return
    assert site is not None
    only = x.b.let("site", site.lower(x))
    with x.b.if_(ops.both(x.store.exists(only), ops.negate(x.store.is_empty(only)))):
        run(only)
