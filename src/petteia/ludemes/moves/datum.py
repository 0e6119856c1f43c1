"""Effects that set what a site keeps beside its piece, and what is kept for players: state, value, count."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, Statements, note_sites, on_sites_of
from petteia.ludemes.actions.state import SetDatum, SetField
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.lowering.drafts import Draft, letters
from petteia.ludemes.needs import COUNTS, OWNERS, PLAYER_VALUE, STATES, VALUES, Need
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Flip", "SetCount", "SetPlayerValue", "SetState", "SetValue"]


class _SetDatum(NonDecision):
    """Sets something that is kept for the piece on a site; `kept` names it."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    value: IntFunction
    then: Then | None
    kept: ClassVar[Need]
    knows_large = True
    is_made_nowhere: ClassVar[bool] = False

    def lower(self, x: Context, sink: Sink) -> None:
        site, value = x.b.let("site", self.at.lower(x)), x.b.let("value", self.value.lower(x))
        level = x.b.let("level", self.level.lower(x)) if self.level and x.spec.stacking else None
        is_made = ops.ge(value, ops.number(0))
        if level is not None:
            is_made = ops.both(is_made, ops.ge(level, ops.number(-1)))
        if self.is_made_nowhere and not x.store.is_valid(site):
            with x.b.if_(ops.both(is_made, ops.eq(site, ops.NOWHERE))):
                sink(Draft(f"set_{self.kept.name}").and_then(self.then))
        with x.b.if_(ops.both(x.store.exists(site), is_made)):
            action = on_sites_of(x, SetDatum(self.kept.name, site, value, level))
            draft = Draft(f"set_{self.kept.name}", site, site, (action,), letters=letters(x, x))
            sink(draft.and_then(self.then))

    def needs(self) -> tuple[Need, ...]:
        return (self.kept,)


class SetState(_SetDatum, keyword="set"):
    """Sets the local state of a site."""

    kind: Literal["State"]
    kept = STATES


class SetValue(_SetDatum, keyword="set"):
    """Sets the value of the piece on a site. compat: for no site at all a move is made that does nothing."""

    kind: Literal["Value"]
    kept = VALUES
    is_made_nowhere = True


class SetCount(NonDecision, keyword="set"):
    """Sets how many pieces stand on a site; with none left it is empty."""

    kind: Literal["Count"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    value: IntFunction
    then: Then | None
    keeps = (COUNTS, OWNERS)

    def lower(self, x: Context, sink: Sink) -> None:
        if x.spec.stacking:
            raise UnsupportedLudeme(["set Count in a game of stacks"])
        site, count = x.b.let("site", self.at.lower(x)), x.b.let("count", self.value.lower(x))
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

        with x.b.if_(x.store.exists(site)):
            sink(Draft("set_count", site, site, (on_sites_of(x, Statements(write)),)).and_then(self.then))


class Flip(NonDecision, keyword="flip"):
    """Turns the piece on a site over: its state becomes the other of its two."""

    site_type: SiteType | None
    site: IntFunction | None
    then: Then | None
    keeps = (STATES,)
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        if x.spec.stacking:
            raise UnsupportedLudeme(["flip in a game with stacks"])
        site = x.b.let("site", self.site.lower(x) if self.site else x.slot("to"))

        def turn(at: n.Expr) -> None:
            actions: tuple[Action, ...] = (on_sites_of(x, SetDatum("state", at, _flipped(x, at))),)
            sink(Draft("flip", at, at, actions).and_then(self.then))

        with x.b.if_(x.store.exists(site)):
            turn(site)


def _flipped(x: Context, site: n.Expr) -> n.Expr:
    state = x.store.datum("state", site)
    result = state
    turning = [c for c in x.spec.components if c.flips]
    for component in turning:
        assert component.flips
        a, b = ops.number(component.flips[0]), ops.number(component.flips[1])
        other = ops.select(ops.eq(state, a), b, ops.select(ops.eq(state, b), a, state))
        if len(turning) == len(x.spec.components) == 1:
            return other
        here = ops.eq(x.store.what(site), ops.number(component.index))
        result = ops.select(here, other, result)
    return result


class SetPlayerValue(NonDecision, keyword="set"):
    """Sets the value kept for a player."""

    kind: Literal["Value"]
    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    value: IntFunction
    then: Then | None
    keeps = (PLAYER_VALUE,)
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        who = self.player.index.lower(x) if self.player else role_index(x, self.role or RoleType.Mover)
        who, value = x.b.let("who", who), x.b.let("value", self.value.lower(x))
        with x.b.if_(ops.both(ops.ge(who, ops.number(0)), ops.le(who, ops.number(x.spec.players)))):
            sink(Draft("set_player_value", actions=(SetField("player_value", value, who),)).and_then(self.then))
