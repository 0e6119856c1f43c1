"""Leap: a move to the end of a walk, whatever lies on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import From, Then, To
from petteia.ludemes.directions.resolve import facings_of
from petteia.ludemes.enums import StepType
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.travelling import Travel, start_travel
from petteia.ludemes.queries.walks import walk_ends
from petteia.ludemes.registry import named
from petteia.ludemes.types import BooleanFunction, NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

__all__ = ["Leap"]

_AHEAD: dict[Direction, tuple[int, int]] = {
    Direction.N: (1, 0),
    Direction.NE: (1, 1),
    Direction.E: (0, 1),
    Direction.SE: (-1, 1),
    Direction.S: (-1, 0),
    Direction.SW: (-1, -1),
    Direction.W: (0, -1),
    Direction.NW: (1, -1),
}


class Leap(NonDecision, keyword="leap", decision="Leap"):
    """Jumps to the end of a walk, whatever lies on the way."""

    from_: From | None
    walk: list[list[StepType]]
    forward: BooleanFunction | None = named()
    rotations: BooleanFunction | None = named()
    to: To
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        turning = when(x, self.rotations)
        forward = when(x, self.forward) if self.forward else ops.FALSE
        if not isinstance(turning, n.Const) or not isinstance(forward, n.Const):
            raise UnsupportedLudeme(["leap with rotations: or forward: that change in play"])
        turns, is_forward = bool(turning.value), bool(forward.value)
        start_travel(x, self.from_, lambda travel: self._leaps(travel, turns, is_forward, sink))

    def _leaps(self, travel: Travel, turns: bool, is_forward: bool, sink: Sink) -> None:
        x, sites, source = travel.outside, travel.sites, travel.source
        key = ("walks", sites.type, turns, x.rules.forms.ludeme(self.walk))
        ends = x.b.once(key, lambda: walk_ends(sites, self.walk, all_turns=turns))
        if is_forward:
            facings = facings_of(x, source, travel.here.piece)
            found = [(when_so, _reached(x, _only_ahead(sites, ends, facing), source)) for when_so, facing in facings]
            none = ops.empty_set(x.universe)
            targets = ops.union(none, *(ops.select(when_so, members, none) for when_so, members in found))
        else:
            targets = _reached(x, ends, source)
        with x.b.for_("to", targets) as target:
            x.store.mark_valid(target)
            travel.arrive("leap", target, self.to, sink, leaves_level=False)


def _reached(x: Context, ends: list[list[int]], source: n.Expr) -> n.Expr:
    masks = [ops.sites(x.universe, found).value for found in ends]
    masks += [0] * (x.spec.sites - len(masks))
    return ops.lookup(x.b.table("leaps", n.set_of(x.universe), (len(masks),), masks), source)


def _only_ahead(sites: Sites, ends: list[list[int]], facing: Direction) -> list[list[int]]:
    """For each site the ends of walks that lie ahead of a piece there."""
    if facing not in _AHEAD:
        return [[] for _ in ends]
    rows, columns = _AHEAD[facing]

    def is_ahead(site: int, end: int) -> bool:
        up, right = sites.row[end] - sites.row[site], sites.column[end] - sites.column[site]
        return (rows == 0 or up * rows > 0) and (columns == 0 or right * columns > 0)

    return [[end for end in found if is_ahead(site, end)] for site, found in enumerate(ends)]
