"""Facts about sites that are hidden from players: notes that the rules make and may ask for.

The text of a state shows everything all the same; what is hidden matters to the rules that ask for it, and to players
who look at the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.pieces import HIDDEN
from petteia.ludemes.enums import HiddenData, RoleType
from petteia.ludemes.needs import HIDES, Fields
from petteia.ludemes.queries.roles import players_of, role_index

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.arguments import PlayerArgument
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.moves.hidden import SetHidden
    from petteia.ludemes.start.rules import SetStartHidden

_KINDS: tuple[HiddenData | None, ...] = (None, *HiddenData)
_SEVERAL = (RoleType.All, RoleType.Enemy, RoleType.Ally, RoleType.Friend, RoleType.NonMover)


def _declare_hidden(b: Builder, spec: GameSpec) -> None:
    """The sets of sites hidden from each player, one for each kind of fact."""
    if spec.stacking:
        raise UnsupportedLudeme(["hidden levels of stacks"])
    shape, about = (len(_KINDS), spec.players + 2), "sites about which a fact is hidden from a player"
    b.field(HIDDEN, n.set_of(spec.universe), shape=shape, visible=True, doc=about, repeats="position")


ASKED = Fields(HIDDEN, _declare_hidden, 4)


def keep_hidden(b: Builder, spec: GameSpec) -> None:
    """Keeps what is hidden where no rule asks for it, for those who look at the state from outside.

    It tells positions apart all the same where they must not come again. Of stacks it is not known.
    """
    if HIDDEN in b.program.fields or spec.stacking:
        return
    if HIDES in spec.needs:
        shape, about = (len(_KINDS), spec.players + 2), "sites about which a fact is hidden from a player"
        b.field(HIDDEN, n.set_of(spec.universe), shape=shape, visible=True, doc=about, repeats="position")


def hidden_from(x: Context, kind: HiddenData | None, player: n.Expr) -> n.Expr:
    """The sites about which a fact is hidden from a player."""
    inside = ops.both(ops.ge(player, ops.number(0)), ops.le(player, ops.number(x.spec.players + 1)))
    known = x.b.load(HIDDEN, ops.number(_KINDS.index(kind)), player)
    return ops.select(inside, known, ops.empty_set(x.universe))


def hidden_from_any(
    x: Context, kind: HiddenData | None, player: PlayerArgument | None, role: RoleType | None
) -> n.Expr:
    """The sites about which a fact is hidden from any of the players meant."""
    if player is None and role in _SEVERAL:
        assert role is not None
        empty = ops.empty_set(x.universe)
        owners = [(when, p) for when, p in players_of(x, role) if 1 <= p <= x.spec.players]
        return ops.union(empty, *(ops.select(when, hidden_from(x, kind, ops.number(p)), empty) for when, p in owners))
    who = player.index.lower(x) if player else role_index(x, role or RoleType.Mover)
    return hidden_from(x, kind, x.b.let("who", who))


def _kinds(move: SetHidden | SetStartHidden) -> Iterable[int]:
    written: list[HiddenData | None] = [*move.data_types] if move.data_types else [move.data_type]
    return [_KINDS.index(kind) for kind in written]


def _sites(x: Context, move: SetHidden | SetStartHidden) -> n.Expr:
    if move.region is not None:
        return move.region.lower(x)
    assert move.at is not None
    return x.single(x.b.let("at", move.at.lower(x)))


def _each_player(
    x: Context, player: PlayerArgument | None, role: RoleType | None, body: Callable[[n.Expr], None]
) -> None:
    if player is None and role in _SEVERAL:
        assert role is not None
        for condition, index in players_of(x, role):
            if 1 <= index <= x.spec.players:
                with x.b.if_(condition):
                    body(ops.number(index))
        return
    who = x.b.let("who", player.index.lower(x) if player else role_index(x, role or RoleType.Mover))
    with x.b.if_(ops.both(ops.ge(who, ops.number(0)), ops.le(who, ops.number(x.spec.players + 1)))):
        body(who)


def write_hidden(
    x: Context, move: SetHidden | SetStartHidden, player: PlayerArgument | None, role: RoleType | None
) -> None:
    """Notes what is hidden from whom, or no longer is."""
    if HIDDEN not in x.b.program.fields:
        return
    members = x.b.let("hidden", _sites(x, move))
    hides = x.b.let("hides", move.value.lower(x) if move.value else ops.TRUE)

    def write(who: n.Expr) -> None:
        for kind in _kinds(move):
            indices = [ops.number(kind), who]
            before = x.b.load(HIDDEN, *indices)
            x.b.store(HIDDEN, indices, ops.select(hides, ops.union(before, members), ops.minus(before, members)))

    _each_player(x, player, role, write)
