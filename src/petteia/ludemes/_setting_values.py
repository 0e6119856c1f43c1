"""Effects that set scores, states, counts, variables, pending values and the next player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from petteia.board import Direction
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import Action, SetDatum, SetField, SetNext, SetPresence, Statements, Unseen, note_sites, on_sites_of
from ._enums import RoleType, SiteType
from ._moves import Draft, Sink
from ._roles import is_owner, players_of, role_index
from ._storage import TEAM
from ._types import BooleanFunction, IntArrayFunction, IntFunction, RangeFunction, RegionFunction
from .ranges import AtLeastRange

if TYPE_CHECKING:
    from ._context import Context
    from .arguments import PlayerArgument, Then, To

_SEVERAL = (RoleType.All, RoleType.Enemy, RoleType.Ally, RoleType.Friend, RoleType.NonMover)


def change_scores(
    x: Context,
    player: PlayerArgument | None,
    role: RoleType | None,
    value: IntFunction,
    then: Then | None,
    sink: Sink,
    *,
    add: bool,
) -> None:
    """One move for each player whose score changes."""
    amount = x.b.let("amount", value.lower(x))

    def change(who: n.Expr) -> None:
        sink(Draft("score", actions=(SetField("score", amount, who, add),)).and_then(then))

    if role is not None and (role in _SEVERAL or role.name.startswith("Team")):
        for condition, index in players_of(x, role):
            if 1 <= index <= x.setting.players:
                with x.b.if_(condition):
                    change(ops.number(index))
        return
    who = x.b.let("who", player.index.lower(x) if player else role_index(x, role or RoleType.Mover))
    with x.b.if_(is_owner(x, who)):
        change(who)



def add_scores(
    x: Context,
    players: Sequence[IntFunction] | None,
    roles: Sequence[RoleType] | None,
    values: Sequence[IntFunction],
    then: Then | None,
    sink: Sink,
) -> None:
    """One move for each of several players, each with an amount of his own."""
    named = [player.lower(x) for player in players] if players else [role_index(x, role) for role in roles or []]
    for who, value in zip(named, values, strict=False):
        index, amount = x.b.let("who", who), x.b.let("amount", value.lower(x))
        with x.b.if_(ops.both(ops.ge(index, ops.number(1)), ops.le(index, ops.number(x.setting.players)))):
            sink(Draft("score", actions=(SetField("score", amount, index, add=True),)).and_then(then))


class SettingDatum(Protocol):
    """The arguments of `set State` and `set Value`."""

    at: IntFunction
    level: IntFunction | None
    value: IntFunction
    then: Then | None


def _exists(x: Context, site: n.Expr) -> n.Expr:
    if x.store.is_valid(site):
        return ops.TRUE
    return ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(x.setting.sites)))


def set_datum(x: Context, name: str, move: SettingDatum, sink: Sink) -> None:
    """Sets state or value of the piece on a site."""
    site, value = x.b.let("site", move.at.lower(x)), x.b.let("value", move.value.lower(x))
    level = x.b.let("level", move.level.lower(x)) if move.level and x.setting.stacking else None
    with x.b.if_(ops.both(_exists(x, site), ops.ge(value, ops.number(0)))):
        action = on_sites_of(x, SetDatum(name, site, value, level))
        sink(Draft(f"set_{name}", site, site, (action,)).and_then(move.then))


class SettingCount(Protocol):
    """The arguments of `set Count`."""

    at: IntFunction
    value: IntFunction
    then: Then | None


def set_count(x: Context, move: SettingCount, sink: Sink) -> None:
    """Sets how many pieces stand on a site; with none left it is empty."""
    if x.setting.stacking:
        raise UnsupportedLudeme(["set Count in a game of stacks"])
    site, count = x.b.let("site", move.at.lower(x)), x.b.let("count", move.value.lower(x))
    what = x.b.let("what", x.store.what(site))

    def write(at: Context) -> None:
        b, store = at.b, at.store
        with b.block() as none_left:
            store.clear(site)
        with b.block() as some:
            gone = ops.eq(store.load("what", site), ops.number(0))
            with b.if_(ops.both(gone, ops.gt(what, ops.number(0)))):  # it stood there when this was evaluated
                store.put(site, what, ops.number(0))
            store.write("count", site, count)
            store.note_filled(site)
        b.place_if(ops.le(count, ops.number(0)), none_left, some)
        note_sites(at, site, site)

    with x.b.if_(_exists(x, site)):
        sink(Draft("set_count", site, site, (on_sites_of(x, Statements(write)),)).and_then(move.then))


class SettingPlayerValue(Protocol):
    """The arguments of `set Value` for a player."""

    player: PlayerArgument | None
    role: RoleType | None
    value: IntFunction
    then: Then | None


def set_player_value(x: Context, move: SettingPlayerValue, sink: Sink) -> None:
    """Sets the value kept for a player."""
    who = move.player.index.lower(x) if move.player else role_index(x, move.role or RoleType.Mover)
    who, value = x.b.let("who", who), x.b.let("value", move.value.lower(x))
    with x.b.if_(ops.both(ops.ge(who, ops.number(0)), ops.le(who, ops.number(x.setting.players)))):
        sink(Draft("set_player_value", actions=(SetField("player_value", value, who),)).and_then(move.then))


class SettingVar(Protocol):
    """The arguments of `set Var`."""

    name: str | None
    new_value: IntFunction | None
    then: Then | None


def variable_field(name: str | None) -> str:
    """The field that holds a variable."""
    return "temp" if name is None else f"var_{name}"


def presence_field(name: str) -> str:
    """The field that says whether a named variable was ever set; -1 may be unset or a value."""
    return f"has_{name}"


def set_var(x: Context, move: SettingVar, sink: Sink) -> None:
    """Sets a variable."""
    value = move.new_value.lower(x) if move.new_value else ops.NOWHERE
    actions: tuple[Action, ...] = (SetField(variable_field(move.name), value),)
    if move.name is not None:
        actions += (SetPresence(presence_field(move.name), ops.number(1)),)
    sink(Draft("set_var", actions=actions).and_then(move.then))


class SettingPending(Protocol):
    """The arguments of `set Pending`."""

    value: IntFunction | None
    region: RegionFunction | None


def set_pending(x: Context, move: SettingPending, sink: Sink) -> None:
    """Makes values pending. compat: its consequent is dropped."""
    if move.region is not None:
        members = x.b.let("pending", move.region.lower(x))

        def write_all(at: Context) -> None:
            at.b.store("pending", [], ops.union(at.b.load("pending"), members))

        if x.rules.kinds.is_recording:
            _set_pending_one_by_one(x, members, sink)
            return
        with x.b.if_(ops.negate(ops.is_empty(members))):
            sink(Draft("set_pending", actions=(Statements(write_all),)))
        return
    value = x.b.let("pending", move.value.lower(x)) if move.value else ops.number(1)
    value = x.b.let("pending", ops.select(ops.eq(value, ops.NOWHERE), ops.number(1), value))

    def write(at: Context) -> None:
        with at.b.if_(_exists(at, value)):
            at.b.include("pending", [], value)

    sink(Draft("set_pending", actions=(Statements(write),)))


def _set_pending_one_by_one(x: Context, members: n.Expr, sink: Sink) -> None:
    with x.b.for_("site", members) as site:
        actions = (Unseen(lambda at: at.rules.kinds.record.make_pending(at, site)),)
        sink(Draft("set_pending", actions=actions, leads=True))
    with x.b.if_(ops.negate(ops.is_empty(members))):
        sink(Draft("set_pending"))


class Betting(Protocol):
    """The arguments of `bet`."""

    who: PlayerArgument | None
    role: RoleType | None
    range: RangeFunction
    then: Then | None


def bet(x: Context, move: Betting, sink: Sink) -> None:
    """One move for each amount of a range that a player may stake."""
    who = x.b.let("who", move.who.index.lower(x) if move.who else role_index(x, move.role or RoleType.Mover))
    if isinstance(move.range, AtLeastRange):
        raise UnsupportedLudeme(["bet without a greatest stake"])
    low, high = move.range.lower(x)
    real = ops.both(ops.ge(who, ops.number(1)), ops.le(who, ops.number(x.setting.players)))
    with x.b.if_(real), x.b.range_("stake", low, ops.add(high, ops.number(1))) as stake:
        sink(Draft("bet", actions=(SetField("amount", stake, who),)).and_then(move.then))


class SettingNext(Protocol):
    """The arguments of `set NextPlayer`."""

    who: PlayerArgument | None
    next_players: IntArrayFunction | None


def set_next_player(x: Context, move: SettingNext, sink: Sink) -> None:
    """Sets who moves next, one move for each player named. compat: its consequent is dropped."""

    def go_to(player: n.Expr) -> None:
        who = x.b.let("who", player)
        with x.b.if_(ops.both(ops.ge(who, ops.number(1)), ops.le(who, ops.number(x.setting.players)))):
            sink(Draft("set_next", actions=(SetNext(who),)))

    if move.who is not None:
        go_to(move.who.index.lower(x))
    elif move.next_players is not None:
        move.next_players.lower(x).each(go_to)


class Rotating(Protocol):
    """The arguments of `set Rotation`."""

    to: To | None
    directions: list[IntFunction] | None
    direction: IntFunction | None
    previous: BooleanFunction | None
    next: BooleanFunction | None
    then: Then | None


def set_rotation(x: Context, move: Rotating, sink: Sink) -> None:
    """Turns the piece on a site: to each of the rotations written, and one step to the left and to the right."""
    to = move.to
    x = to.context(x) if to else x
    written = None if to is None else to.site
    site = x.b.let("site", written.lower(x) if written else x.slot("to" if to else "from"))
    board = x.setting.board
    ways = ops.number(max(len(sites.supported(Direction.All)) for sites in (board.cells, board.vertices)))

    def turn(rotation: n.Expr) -> None:
        action = on_sites_of(x, SetDatum("rotation", site, x.b.let("rotation", rotation)))
        sink(Draft("rotate", site, site, (action,)).and_then(move.then))

    with x.b.if_(_exists(x, site)):
        x.store.mark_valid(site)
        for direction in move.directions or ([move.direction] if move.direction else []):
            turn(direction.lower(x))
        now = x.store.datum("rotation", site)
        for wanted, step in ((move.previous, ops.sub(ways, ops.number(1))), (move.next, ops.number(1))):
            with x.b.if_(wanted.lower(x) if wanted else ops.TRUE):
                turn(ops.arithmetic("mod", ops.add(now, step), ways))


class Teaming(Protocol):
    """The arguments of `set Team`."""

    team: IntFunction
    roles: list[RoleType]
    then: Then | None


def set_team(x: Context, move: Teaming, sink: Sink) -> None:
    """One move: players join a team; roles that are no player's do nothing."""
    team = x.b.let("team", move.team.lower(x))
    joining = [x.b.let("who", role_index(x, role)) for role in move.roles]

    def join(who: n.Expr) -> Statements:
        def write(at: Context) -> None:
            with at.b.if_(ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(at.setting.players)))):
                at.b.store(TEAM, [who], team)

        return Statements(write)

    sink(Draft("set_team", actions=tuple(map(join, joining))).and_then(move.then))


class Flipping(Protocol):
    """The arguments of `flip`."""

    site_type: SiteType | None
    site: IntFunction | None
    then: Then | None


def flip(x: Context, move: Flipping, sink: Sink) -> None:
    """Turns the piece on a site over: its state becomes the other of its two."""
    if x.setting.stacking:
        raise UnsupportedLudeme(["flip in a game with stacks"])
    site = x.b.let("site", move.site.lower(x) if move.site else x.slot("to"))

    def turn(at: n.Expr) -> None:
        actions: tuple[Action, ...] = (on_sites_of(x, SetDatum("state", at, _flipped(x, at))),)
        sink(Draft("flip", at, at, actions).and_then(move.then))

    if x.store.is_valid(site):
        turn(site)
        return
    with x.b.if_(_exists(x, site)):
        turn(site)


def _flipped(x: Context, site: n.Expr) -> n.Expr:
    state = x.store.datum("state", site)
    result = state
    turning = [c for c in x.setting.components if c.flips]
    for component in turning:
        assert component.flips
        a, b = ops.number(component.flips[0]), ops.number(component.flips[1])
        other = ops.select(ops.eq(state, a), b, ops.select(ops.eq(state, b), a, state))
        if len(turning) == len(x.setting.components) == 1:
            return other
        here = ops.eq(x.store.what(site), ops.number(component.index))
        result = ops.select(here, other, result)
    return result


__all__ = [
    "add_scores",
    "bet",
    "change_scores",
    "flip",
    "presence_field",
    "set_count",
    "set_datum",
    "set_next_player",
    "set_pending",
    "set_player_value",
    "set_rotation",
    "set_team",
    "set_var",
    "variable_field",
]
