"""Swap and take: effects that exchange sides, pieces and owners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.actions.pieces import DATA, AddPiece, MovePiece, RemovePiece
from petteia.ludemes.actions.state import SetNext
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import NEXT_CHANGES, SEAT
from petteia.ludemes.queries.contents import pieces_of_owner
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import IntFunction, NonDecision, RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SwapPieces", "SwapPlayers", "TakeControl", "TakeDomino", "exchange_seats"]


ZERO = ops.number(0)


class SwapPlayers(NonDecision, keyword="swap", decision="Swap"):
    """Swaps the sides of two players."""

    kind: Literal["Players"]
    player1: IntFunction | None = one_of(1)
    role1: RoleType | None = one_of(1)
    player2: IntFunction | None = one_of(2)
    role2: RoleType | None = one_of(2)
    then: Then | None
    keeps = (NEXT_CHANGES, SEAT)
    moves_pieces = True

    def lower(self, x: Context, sink: Sink) -> None:
        one, other = _who(x, self.player1, self.role1), _who(x, self.player2, self.role2)
        actions = (Statements(lambda at: exchange_seats(at, one, other)), SetNext(x.mover))
        last = ops.number(x.spec.players)
        known = [ops.both(ops.ge(who, ops.number(1)), ops.le(who, last)) for who in (one, other)]
        with x.b.if_(ops.both(*known)):
            sink(Draft("swap_players", actions=actions, text="swap").and_then(self.then))


def _who(x: Context, index: IntFunction | None, role: RoleType | None) -> n.Expr:
    return x.b.let("who", index.lower(x) if index else role_index(x, role or RoleType.Mover))


def exchange_seats(x: Context, one: n.Expr, other: n.Expr) -> None:
    """Two players go on with each other's side."""
    b = x.b
    mine, theirs = b.let("mine", b.load("seat", one)), b.let("theirs", b.load("seat", other))
    b.store("seat", [one], theirs)
    b.store("seat", [other], mine)


class SwapPieces(NonDecision, keyword="swap", decision="Swap"):
    """Swaps the pieces of two sites."""

    kind: Literal["Pieces"]
    site_a: IntFunction | None
    site_b: IntFunction | None
    then: Then | None
    moves_pieces = True

    def lower(self, x: Context, sink: Sink) -> None:
        one = x.b.let("from", self.site_a.lower(x) if self.site_a else x.b.load("last_from"))
        other = x.b.let("to", self.site_b.lower(x) if self.site_b else x.b.load("last_to"))
        what = x.b.let("stood", x.store.what(other))
        last = ops.number(x.spec.sites)
        known = [ops.both(ops.ge(site, ZERO), ops.lt(site, last)) for site in (one, other)]
        with x.b.if_(ops.both(*known)):
            actions = (MovePiece(one, other), AddPiece(one, what, may_be_none=True))
            sink(Draft("swap_pieces", one, other, actions).and_then(self.then))


class TakeControl(NonDecision, keyword="take"):
    """Pieces of one player become those of another."""

    kind: Literal["Control"]
    of_role: RoleType | None = named("of", one_of=1)
    of_index: IntFunction | None = named("of", one_of=1)
    by_role: RoleType | None = named("by", one_of=2)
    by_index: IntFunction | None = named("by", one_of=2)
    at: IntFunction | None = named(at_most_one_of=3)
    to: RegionFunction | None = named(at_most_one_of=3)
    site_type: SiteType | None
    then: Then | None
    moves_pieces = True

    def lower(self, x: Context, sink: Sink) -> None:
        b, store, spec = x.b, x.store, x.spec
        new_owner = _who(x, self.by_index, self.by_role)
        taken = ops.minus(ops.sites(x.universe, range(spec.sites)), store.empty_set())
        if self.of_role not in (RoleType.All, RoleType.Each):
            taken = pieces_of_owner(x, _who(x, self.of_index, self.of_role))
        if self.at is not None:
            taken = ops.intersect(taken, x.single(b.let("at", self.at.lower(x))))
        if self.to is not None:
            taken = ops.intersect(taken, self.to.lower(x))
        like = [
            [_like(x, index, owner) for owner in range(spec.players + 2)] for index in range(len(spec.components) + 1)
        ]
        table = b.table("like_piece", n.INT, (len(like), len(like[0])), [one for row in like for one in row])
        known = ops.both(ops.ge(new_owner, ZERO), ops.le(new_owner, ops.number(spec.players + 1)))
        with b.if_(known), b.for_("site", taken) as site:
            store.mark_valid(site)
            piece = b.let("piece", ops.lookup(table, store.what(site), new_owner))
            with b.if_(ops.gt(piece, ZERO)):
                data = {name: b.let(name, store.datum(name, site)) for name in DATA if store.has_field(name)}
                added = AddPiece(site, piece, b.let("count", store.count(site))).with_data(data)
                sink(Draft("take_control", site, site, (RemovePiece(site), added)).and_then(self.then))


def _like(x: Context, component: int, owner: int) -> int:
    """The first component of an owner with the same name, apart from the number; 0 if there is none."""
    if component == 0:
        return 0
    word = x.spec.components[component - 1].word
    return next((c.index for c in x.spec.components if c.word == word and c.owner == owner), 0)


class TakeDomino(NonDecision, keyword="take"):
    """Takes a domino from the bag."""

    kind: Literal["Domino"]
    then: Then | None
    moves_pieces = True
