"""Effects that exchange sides, pieces and owners: swap Players, swap Pieces, take Control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import DATA, AddPiece, MovePiece, RemovePiece, SetNext, Statements
from ._content import held_by_index
from ._enums import RoleType
from ._moves import Draft, Sink
from ._roles import role_index
from ._types import IntFunction, RegionFunction

if TYPE_CHECKING:
    from ._context import Context
    from .arguments import Then

ZERO = ops.number(0)


def _who(x: Context, index: IntFunction | None, role: RoleType | None) -> n.Expr:
    return x.b.let("who", index.lower(x) if index else role_index(x, role or RoleType.Mover))


def exchange_seats(x: Context, one: n.Expr, other: n.Expr) -> None:
    """Two players go on with each other's side."""
    b = x.b
    mine, theirs = b.let("mine", b.load("seat", one)), b.let("theirs", b.load("seat", other))
    b.store("seat", [one], theirs)
    b.store("seat", [other], mine)


class SwappingPlayers(Protocol):
    """The arguments of `swap Players`."""

    player1: IntFunction | None
    role1: RoleType | None
    player2: IntFunction | None
    role2: RoleType | None
    then: Then | None


def swap_players(x: Context, move: SwappingPlayers, sink: Sink) -> None:
    """Two players change sides, and the mover moves again."""
    one, other = _who(x, move.player1, move.role1), _who(x, move.player2, move.role2)
    actions = (Statements(lambda at: exchange_seats(at, one, other)), SetNext(x.mover))
    last = ops.number(x.setting.players)
    known = [ops.both(ops.ge(who, ops.number(1)), ops.le(who, last)) for who in (one, other)]
    with x.b.if_(ops.both(*known)):
        sink(Draft("swap_players", actions=actions, text="swap").and_then(move.then))


class SwappingPieces(Protocol):
    """The arguments of `swap Pieces`."""

    site_a: IntFunction | None
    site_b: IntFunction | None
    then: Then | None


def swap_pieces(x: Context, move: SwappingPieces, sink: Sink) -> None:
    """The pieces of two sites change places; the state of the second is lost."""
    one = x.b.let("from", move.site_a.lower(x) if move.site_a else x.b.load("last_from"))
    other = x.b.let("to", move.site_b.lower(x) if move.site_b else x.b.load("last_to"))
    what = x.b.let("stood", x.store.what(other))

    def put_back(at: Context) -> None:
        with at.b.if_(ops.gt(what, ZERO)):
            AddPiece(one, what).apply(at)

    last = ops.number(x.setting.sites)
    known = [ops.both(ops.ge(site, ZERO), ops.lt(site, last)) for site in (one, other)]
    with x.b.if_(ops.both(*known)):
        actions = (MovePiece(one, other), Statements(put_back))
        sink(Draft("swap_pieces", one, other, actions).and_then(move.then))


class TakingControl(Protocol):
    """The arguments of `take Control`."""

    of_role: RoleType | None
    of_index: IntFunction | None
    by_role: RoleType | None
    by_index: IntFunction | None
    at: IntFunction | None
    to: RegionFunction | None
    then: Then | None


def take_control(x: Context, move: TakingControl, sink: Sink) -> None:
    """Each piece of one player becomes the like piece of another, if that player has such a one."""
    b, store, setting = x.b, x.store, x.setting
    new_owner = _who(x, move.by_index, move.by_role)
    taken = ops.minus(ops.sites(x.universe, range(setting.sites)), store.empty_set())
    if move.of_role not in (RoleType.All, RoleType.Each):
        taken = held_by_index(x, _who(x, move.of_index, move.of_role))
    if move.at is not None:
        taken = ops.intersect(taken, x.single(b.let("at", move.at.lower(x))))
    if move.to is not None:
        taken = ops.intersect(taken, move.to.lower(x))
    like = [
        [_like(x, index, owner) for owner in range(setting.players + 2)] for index in range(len(setting.components) + 1)
    ]
    table = b.table("like_piece", n.INT, (len(like), len(like[0])), [one for row in like for one in row])
    known = ops.both(ops.ge(new_owner, ZERO), ops.le(new_owner, ops.number(setting.players + 1)))
    with b.if_(known), b.for_("site", taken) as site:
        store.mark_valid(site)
        piece = b.let("piece", ops.lookup(table, store.what(site), new_owner))
        with b.if_(ops.gt(piece, ZERO)):
            data = {name: b.let(name, store.datum(name, site)) for name in DATA if store.has_field(name)}
            added = AddPiece(site, piece, b.let("count", store.count(site))).with_data(data)
            sink(Draft("take_control", site, site, (RemovePiece(site), added)).and_then(move.then))


def _like(x: Context, component: int, owner: int) -> int:
    """The first component of an owner with the same name, apart from the number; 0 if there is none."""
    if component == 0:
        return 0
    word = x.setting.components[component - 1].word
    return next((c.index for c in x.setting.components if c.word == word and c.owner == owner), 0)
