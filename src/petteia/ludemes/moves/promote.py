"""Promote: moves that turn a piece into another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import on_sites_of
from petteia.ludemes.actions.pieces import PromotePiece
from petteia.ludemes.arguments import PieceArgument, PlayerArgument, Then, components_of
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.lowering.drafts import Draft, letters
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.registry import at_most_one_of
from petteia.ludemes.types import IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Promote"]


class Promote(NonDecision, keyword="promote", decision="Promote"):
    """Turns a piece into another."""

    site_type: SiteType | None
    site: IntFunction | None
    what: PieceArgument
    who: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    then: Then | None
    moves_pieces = True

    def lower(self, x: Context, sink: Sink) -> None:
        site = x.b.let("site", self.site.lower(x) if self.site else x.slot("to"))
        owner = who_index(x, self.who, self.role, ops.NOWHERE) if self.who or self.role else None
        with x.b.if_(ops.TRUE if x.store.is_valid(site) else ops.ge(site, ops.number(0))):
            for condition, piece in _promotions(x, self.what, owner):
                with x.b.if_(condition):
                    action = on_sites_of(x, PromotePiece(site, piece))
                    sink(Draft("promote", site, site, (action,), letters=letters(x, x)).and_then(self.then))


def _promotions(x: Context, what: PieceArgument, owner: n.Expr | None) -> list[tuple[n.Expr, n.Expr]]:
    names = what.name_components or ([what.name_component] if what.name_component else [])
    if not names or owner is None:
        found = components_of(x, what)
        return [(ops.gt(piece, ops.number(0)), piece) for piece in found]
    promotions: list[tuple[n.Expr, n.Expr]] = []
    for name in names:
        for player in range(x.spec.players + 2):
            fitting = [c for c in x.spec.components if name in c.name and c.owner == player]
            condition = ops.eq(owner, ops.number(player))
            if fitting and condition != ops.FALSE:
                promotions.append((condition, ops.number(fitting[0].index)))
    return promotions
