"""Effects that remember and forget: values in lists by name, the present state, events of players, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Several, Statements
from petteia.ludemes.actions.state import SetField
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft, with_then
from petteia.ludemes.needs import STORED, Need
from petteia.ludemes.play.memory import SHOWN, Memory, remembered_field
from petteia.ludemes.play.repetition import digest
from petteia.ludemes.queries.roles import players_of, role_index
from petteia.ludemes.quirks.marks import LEADS
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import (
    BooleanFunction,
    Direction,
    FloatFunction,
    GraphFunction,
    IntArrayFunction,
    IntFunction,
    NonDecision,
    RangeFunction,
    RegionFunction,
)
from petteia.ludemes.values.lists import Kept

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = [
    "ForgetAllValues",
    "ForgetValue",
    "Note",
    "RememberState",
    "RememberValue",
    "Trigger",
]


ZERO, ONE = ops.number(0), ops.number(1)


class RememberValue(NonDecision, keyword="remember"):
    """Appends a value to a list, unless it must be new and is not."""

    kind: Literal["Value"]
    name: str | None
    value: IntFunction
    unique: BooleanFunction | None = named()
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        field = remembered_field(x, self.name)
        value = x.b.let("remembered", self.value.lower(x))
        new: n.Expr = ops.TRUE
        if self.unique is not None:
            new = ops.negate(ops.both(self.unique.lower(x), Kept(x, field).contains(value)))

        def write(at: Context) -> None:
            at.b.emit_statement(n.Append(field, (), value))

        with x.b.if_(new):
            sink(Draft("remember", actions=(Statements(write),)).and_then(self.then))

    def needs(self) -> tuple[Need, ...]:
        return Memory(self.name), SHOWN


class ForgetValue(NonDecision, keyword="forget"):
    """Takes the first occurrence of a value out of a list."""

    kind: Literal["Value"]
    name: str | None
    value: IntFunction
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        field = remembered_field(x, self.name)
        value = x.b.let("forgotten", self.value.lower(x))
        sink(Draft("forget", actions=(_forgetting(field, value),)).and_then(self.then))

    def needs(self) -> tuple[Need, ...]:
        return (Memory(self.name),)


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


class ForgetAllValues(NonDecision, keyword="forget"):
    """Empties a list; without a name all lists. There is no move if nothing is remembered."""

    kind: Literal["Value"]
    name: str | None
    subject: Literal["All"]
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        names: list[str | None] = [self.name]
        if self.name is None:
            names = [need.list for need in x.spec.needs_of(Memory)]
        fields = [remembered_field(x, name) for name in names]
        if x.rules.kinds.is_collecting:
            _forget_held(x, fields, with_then(sink, self.then))
            return

        def write(at: Context) -> None:
            for field in fields:
                at.b.emit_statement(n.Truncate(field, (), ZERO))

        def write_each(at: Context) -> None:
            for field in fields:
                with at.b.while_(ops.gt(n.Length(field), ZERO)):
                    at.rules.kinds.act(at, [_forgetting(field, at.b.let("forgotten", at.b.load(field, ZERO)))])

        with x.b.if_(ops.either(*(ops.gt(n.Length(field), ZERO) for field in fields))):
            sink(Draft("forget_all", actions=(Several(write, write_each),)).and_then(self.then))

    def needs(self) -> tuple[Need, ...]:
        return (Memory(self.name),)


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
                sink(forget.marked(LEADS))
            x.b.place_if(ops.eq(left, ZERO), last, earlier)


class RememberState(NonDecision, keyword="remember"):
    """Remembers the present state."""

    kind: Literal["State"]
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        def write(at: Context) -> None:
            STORED.store(at, digest(at, "Positional"))

        sink(Draft("remember_state", actions=(Statements(write),)).and_then(self.then))


class Trigger(NonDecision, keyword="trigger"):
    """Marks a player for good. compat: the name of the event plays no part, and the consequent is dropped."""

    event: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        who = self.player_index.lower(x) if self.player_index else role_index(x, self.role or RoleType.Mover)
        who = x.b.let("who", who)
        with x.b.if_(ops.both(ops.ge(who, ZERO), ops.le(who, ops.number(x.spec.players + 1)))):
            sink(Draft("trigger", actions=(SetField("triggered", ONE, who),)))


class Note(NonDecision, keyword="note"):
    """Tells players something; one move for each player who is told."""

    player_index: IntFunction | None = named("player", at_most_one_of=1)
    player_role: RoleType | None = named("player", at_most_one_of=1)
    message: str | None = one_of(2)
    message_int: IntFunction | None = one_of(2)
    message_int_array: IntArrayFunction | None = one_of(2)
    message_float: FloatFunction | None = one_of(2)
    message_boolean: BooleanFunction | None = one_of(2)
    message_region: RegionFunction | None = one_of(2)
    message_range: RangeFunction | None = one_of(2)
    message_direction: Direction | None = one_of(2)
    message_graph: GraphFunction | None = one_of(2)
    to_player: PlayerArgument | None = named("to", at_most_one_of=3)
    to_role: RoleType | None = named("to", at_most_one_of=3)
    commutes = True

    def lower(self, x: Context, sink: Sink) -> None:
        if self.to_player is not None:
            sink(Draft("note"))
            return
        for condition, index in players_of(x, self.to_role or RoleType.All):
            if 1 <= index <= x.spec.players:
                with x.b.if_(condition):
                    sink(Draft("note"))
