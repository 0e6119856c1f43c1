"""Set Rotation: moves that turn a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.board import Direction
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import on_sites_of
from petteia.ludemes.actions.state import SetDatum
from petteia.ludemes.arguments import Then, To
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import ROTATIONS
from petteia.ludemes.registry import at_most_one_of, named
from petteia.ludemes.types import BooleanFunction, IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SetRotation"]


class SetRotation(NonDecision, keyword="set", decision="Set"):
    """Turns the piece on a site: to each of the rotations written, and one step to the left and to the right."""

    kind: Literal["Rotation"]
    to: To | None
    directions: list[IntFunction] | None = at_most_one_of(1)
    direction: IntFunction | None = at_most_one_of(1)
    previous: BooleanFunction | None = named()
    next: BooleanFunction | None = named()
    then: Then | None
    keeps = (ROTATIONS,)

    def lower(self, x: Context, sink: Sink) -> None:
        to = self.to
        x = to.context(x) if to else x
        written = None if to is None else to.site
        site = x.b.let("site", written.lower(x) if written else x.slot("to" if to else "from"))
        board = x.spec.board
        ways = ops.number(max(len(sites.supported(Direction.All)) for sites in (board.cells, board.vertices)))

        def turn(rotation: n.Expr) -> None:
            action = on_sites_of(x, SetDatum("rotation", site, x.b.let("rotation", rotation)))
            sink(Draft("rotate", site, site, (action,)).and_then(self.then))

        with x.b.if_(x.store.exists(site)):
            x.store.mark_valid(site)
            for direction in self.directions or ([self.direction] if self.direction else []):
                turn(direction.lower(x))
            now = x.store.datum("rotation", site)
            for wanted, step in ((self.previous, ops.sub(ways, ops.number(1))), (self.next, ops.number(1))):
                with x.b.if_(wanted.lower(x) if wanted else ops.TRUE):
                    turn(ops.arithmetic("mod", ops.add(now, step), ways))
