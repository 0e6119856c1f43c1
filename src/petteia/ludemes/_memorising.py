"""Effects that remember and forget: values in lists by name, the present state, events of players, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import SetField, Several, Statements
from ._enums import RoleType
from ._moves import Draft, Sink, with_then
from ._numbers import Kept
from ._remembering import remembered_field
from ._repetition import digest
from ._roles import players_of, role_index
from ._types import BooleanFunction, IntFunction

if TYPE_CHECKING:
    from ._context import Context
    from .arguments import PlayerArgument, Then

ZERO, ONE = ops.number(0), ops.number(1)
STORED = "stored_position"


def memory_need(name: str | None) -> str:
    """How a ludeme says that it remembers values under a name."""
    return f"remembered {name or ''}"


class Remembering(Protocol):
    """The arguments of `remember Value`."""

    name: str | None
    value: IntFunction
    unique: BooleanFunction | None
    then: Then | None


def remember_value(x: Context, move: Remembering, sink: Sink) -> None:
    """Appends a value to a list, unless it must be new and is not."""
    field = remembered_field(x, move.name)
    value = x.b.let("remembered", move.value.lower(x))
    new: n.Expr = ops.TRUE
    if move.unique is not None:
        new = ops.negate(ops.both(move.unique.lower(x), Kept(x, field).contains(value)))

    def write(at: Context) -> None:
        at.b.emit_statement(n.Append(field, (), value))

    with x.b.if_(new):
        sink(Draft("remember", actions=(Statements(write),)).and_then(move.then))


class Forgetting(Protocol):
    """The arguments of `forget Value`."""

    name: str | None
    value: IntFunction
    then: Then | None


def forget_value(x: Context, move: Forgetting, sink: Sink) -> None:
    """Takes the first occurrence of a value out of a list."""
    field = remembered_field(x, move.name)
    value = x.b.let("forgotten", move.value.lower(x))
    sink(Draft("forget", actions=(_forgetting(field, value),)).and_then(move.then))


def _forgetting(field: str, value: n.Expr) -> Statements:
    return Statements(lambda at: _forget(at, field, value))


def _forget(x: Context, field: str, value: n.Expr) -> None:
    b = x.b
    length = b.let("length", n.Length(field))
    place = b.variable("place", ZERO)
    with b.while_(ops.lt(place, length)):
        with b.if_(ops.eq(b.load(field, place), value)):
            b.emit_statement(n.Break())
        b.assign(place, ops.add(place, ONE))
    with b.if_(ops.lt(place, length)):
        last = b.let("last", ops.sub(length, ONE))
        with b.range_("k", place, last) as k:
            b.store(field, [k], b.load(field, ops.add(k, ONE)))
        b.emit_statement(n.Truncate(field, (), last))


class ForgettingAll(Protocol):
    """The arguments of `forget Value All`."""

    name: str | None
    then: Then | None


def forget_all_values(x: Context, move: ForgettingAll, sink: Sink) -> None:
    """Empties a list; without a name all lists. There is no move if nothing is remembered."""
    names: list[str | None] = [move.name]
    if move.name is None:
        prefix = memory_need(None)
        names = [need.removeprefix(prefix) or None for need in sorted(x.setting.needs) if need.startswith(prefix)]
    fields = [remembered_field(x, name) for name in names]
    if x.rules.kinds.is_collecting:
        _forget_held(x, fields, with_then(sink, move.then))
        return

    def write(at: Context) -> None:
        for field in fields:
            at.b.emit_statement(n.Truncate(field, (), ZERO))

    def write_each(at: Context) -> None:
        for field in fields:
            with at.b.while_(ops.gt(n.Length(field), ZERO)):
                at.rules.kinds.act(at, [_forgetting(field, at.b.let("forgotten", at.b.load(field, ZERO)))])

    with x.b.if_(ops.either(*(ops.gt(n.Length(field), ZERO) for field in fields))):
        sink(Draft("forget_all", actions=(Several(write, write_each),)).and_then(move.then))


def _forget_held(x: Context, fields: list[str], sink: Sink) -> None:
    """One move that forgets each of the values held now, though others may come and go before it is applied."""
    held = [x.b.let("held", n.Length(field)) for field in fields]
    left = x.b.variable("left", ops.number(0))
    for length in held:
        x.b.assign(left, ops.add(left, length))
    for field, length in zip(fields, held, strict=True):
        with x.b.range_("place", ZERO, length) as place:
            forget = Draft("forget", actions=(_forgetting(field, x.b.let("forgotten", x.b.load(field, place))),))
            x.b.assign(left, ops.sub(left, ONE))
            with x.b.block() as last:
                sink(forget)
            with x.b.block() as earlier:
                sink(forget.with_(leads=True))
            x.b.place_if(ops.eq(left, ZERO), last, earlier)


def remember_state(x: Context, then: Then | None, sink: Sink) -> None:
    """Keeps the present position, to be avoided later."""

    def write(at: Context) -> None:
        at.b.store(STORED, [], digest(at, "Positional"))

    sink(Draft("remember_state", actions=(Statements(write),)).and_then(then))


def trigger(x: Context, player: IntFunction | None, role: RoleType | None, sink: Sink) -> None:
    """Marks a player for good. compat: the name of the event plays no part, and the consequent is dropped."""
    who = x.b.let("who", player.lower(x) if player else role_index(x, role or RoleType.Mover))
    with x.b.if_(ops.both(ops.ge(who, ZERO), ops.le(who, ops.number(x.setting.players + 1)))):
        sink(Draft("trigger", actions=(SetField("triggered", ONE, who),)))


def note(x: Context, player: PlayerArgument | None, role: RoleType | None, sink: Sink) -> None:
    """Changes nothing; one move for each player who is told."""
    if player is not None:
        sink(Draft("note"))
        return
    for condition, index in players_of(x, role or RoleType.All):
        if 1 <= index <= x.setting.players:
            with x.b.if_(condition):
                sink(Draft("note"))
