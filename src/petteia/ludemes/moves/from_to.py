"""FromTo: a move from any of some sites to any of others, whatever lies between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, OnSites, on_sites_of
from petteia.ludemes.actions.pieces import MovePiece, MoveSeveral
from petteia.ludemes.actions.stacks import CopyPiece, MoveLevels, MoveStackToLevel, MoveToLevel
from petteia.ludemes.actions.state import SetDatum
from petteia.ludemes.arguments import ApplyEffectIf, From, Then, To, for_each_site
from petteia.ludemes.enums import RoleType
from petteia.ludemes.equipment.large import move_large
from petteia.ludemes.lowering.drafts import Draft, Effect, Generator, asked_level, letters, made_by, with_then
from petteia.ludemes.moves.travelling import level_of, move_action
from petteia.ludemes.needs import SEVERAL, STACKING, Need
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.quirks.wrappers import AskedOutside
from petteia.ludemes.registry import named, reads
from petteia.ludemes.types import BooleanFunction, IntFunction, NonDecision, when
from petteia.ludemes.values.iterators import FromSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["FromTo"]


class FromTo(NonDecision, keyword="fromTo", decision=""):
    """Moves a piece from one place to another, whatever lies between."""

    from_: From
    to: To
    count: IntFunction | None = named()
    copy: BooleanFunction | None = named()
    stack: bool | None = named()
    mover: RoleType | None
    then: Then | None
    moves_pieces = True
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        if self.mover is not None:
            sink = made_by(sink, role_index(x, self.mover))
        x = self.from_.context(x)

        def lift(source: n.Expr) -> None:
            here = x.bind(from_=source).with_(piece=x.piece if source == x.slot("from") else None)
            if x.spec.large:
                _lift_large(here, self, source, sink)
            with x.b.if_(_stands_small(x, source)):
                copies = _copies(here, self)
                with x.b.if_(when(here, self.from_.if_)):
                    count = x.b.let("count", self.count.lower(here)) if self.count else None
                    level = level_of(x, self.from_)  # compat: levels are read before `(from)` is set
                    _in_either_case(x, copies, lambda copied: drop_all(here, source, count, level, copied=copied))

        def drop_all(
            here: Context, source: n.Expr, count: n.Expr | None, level: n.Expr | None, *, copied: bool
        ) -> None:
            to = self.to
            for_each_site(here, to.site, to.region, "to", lambda site: drop(here, source, site, count, level, copied))

        def drop(
            here: Context, source: n.Expr, target: n.Expr, count: n.Expr | None, level: n.Expr | None, copied: bool
        ) -> None:
            there = self.to.context(here).bind(to=target)
            condition = when(there, self.to.if_)
            with x.b.if_(condition):
                empty = there.store.shows_empty(condition, target)
                level_to = _level_to(x, self.to)
                action = _carry(here, self, source, target, count, level, level_to, empty=empty, copied=copied)
                if there.store.kind != here.store.kind:
                    action = _carried_across(here, there, action)
                # compat: a condition of the effect decides about the effect alone, and sees the outer `(from)`
                apply: Generator | None = self.to.effect
                if isinstance(apply, ApplyEffectIf) and x.slot("from") != source and reads(apply.if_, FromSite):
                    apply = AskedOutside(apply, x.slot("from"))
                effects = (Effect(apply, there),) if apply is not None else ()
                if self.to.rotations is None:
                    draft = Draft("move", source, target, (action,), effects, letters=letters(here, there))
                    levels = {"level_from": asked_level(x, level), "level_to": asked_level(x, level_to)}
                    sink(draft.with_(**levels, may_stay=not empty))
                    return

                def turned(rotation: n.Expr) -> None:
                    turn = on_sites_of(there, SetDatum("rotation", target, rotation))
                    sink(Draft("move", source, target, (action, turn), letters=letters(here, there)))

                self.to.rotations.lower(there).each(turned)  # compat: the effect is left out

        for_each_site(x, self.from_.site, self.from_.region, "from", lift)

    def needs(self) -> tuple[Need, ...]:
        return (*((STACKING,) if self.stack else ()), *((SEVERAL,) if self.count else ()))


def _copies(x: Context, move: FromTo) -> n.Expr:
    """True if the piece on a site stays there as well, asked once, before any other condition."""
    if move.copy is None or move.count is not None:
        return ops.FALSE
    return x.b.let("copies", move.copy.lower(x))


def _in_either_case(x: Context, condition: n.Expr, write: Callable[[bool], None]) -> None:
    """Writes the same thing twice, for a condition that holds and for one that does not."""
    with x.b.block() as if_true:
        if condition != ops.FALSE:
            write(True)
    with x.b.block() as if_false:
        if condition != ops.TRUE:
            write(False)
    x.b.place_if(condition, if_true, if_false)


def _level_to(x: Context, to: To) -> n.Expr | None:
    return x.b.let("level_to", to.level.lower(x)) if to.level is not None and x.spec.stacking else None


def _carry(
    x: Context,
    move: FromTo,
    source: n.Expr,
    target: n.Expr,
    count: n.Expr | None,
    level: n.Expr | None,
    level_to: n.Expr | None,
    *,
    empty: bool,
    copied: bool,
) -> Action:
    if level_to is not None and move.stack:
        return on_sites_of(x, MoveStackToLevel(source, target, level_to))
    if level_to is not None:
        return on_sites_of(x, MoveToLevel(source, target, level, level_to))
    if level is None and count is not None:
        stacks = x.spec.stacking or move.stack
        several = MoveLevels(source, target, count) if stacks else MoveSeveral(source, target, count)
        return on_sites_of(x, several)
    if copied and level is None:
        return on_sites_of(x, CopyPiece(source, target))
    # compat: where a level is named, that piece alone goes, even if the whole stack is asked for
    stack = move.stack if level is None else None
    return move_action(x, source, target, piece=x.piece, onto_empty=empty, level=level, stack=stack)


def _carried_across(here: Context, there: Context, action: Action) -> Action:
    """An action that carries one piece, made to lead to a site of another type."""
    inner = action.action if isinstance(action, OnSites) else action
    if not isinstance(inner, MovePiece):
        raise UnsupportedLudeme(["fromTo between site types with count:, copy: or stack:"])
    return on_sites_of(here, replace(inner, target_kind=there.store.kind))


def _stands_small(x: Context, source: n.Expr) -> n.Expr:
    """True if a piece that is not large stands on a site."""
    stands = ops.negate(x.store.is_empty(source))
    if not x.spec.large:
        return stands
    small = [c.index for c in x.spec.components if not c.walks]
    what = x.b.let("what", x.store.what(source))
    return ops.both(stands, ops.either(*(ops.eq(what, ops.number(index)) for index in small)))


def _lift_large(here: Context, move: FromTo, source: n.Expr, sink: Sink) -> None:
    """The moves of a large piece, if one stands on a site."""

    to = move.to
    for component in [here.piece] if here.piece else here.spec.components:
        if component.walks:
            standing = ops.has(here.store.piece_set(ops.number(component.index)), source)
            with here.b.if_(standing), here.b.if_(when(here, move.from_.if_)):
                if to.region is not None:
                    targets = to.region.lower(here)
                else:
                    targets = ops.single(here.universe, to.site.lower(here) if to.site else here.slot("to"))
                move_large(here, component, source, here.b.let("targets", targets), sink)
