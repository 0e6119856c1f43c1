"""Generators of moves that carry a piece from one site to another: step, leap, fromTo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import Action, MovePiece, MoveSeveral, OnSites, SetDatum, on_sites_of
from ._directions import Rays
from ._facts import UNKNOWN
from ._moves import Draft, Effect, Generator, Sink, with_then
from ._placing import asked_level, for_each_site, letters, shows_empty, when
from ._registry import walk
from ._stacking import CopyPiece, MoveLevels, MoveStack, MoveStackToLevel, MoveToLevel
from ._types import Apply, BooleanFunction, IntFunction
from .arguments import ApplyEffectIf

if TYPE_CHECKING:
    from ._context import Context
    from ._facts import Component
    from .arguments import Between, From, Then, To

MOST_DISTANCE = 1000


@dataclass(frozen=True)
class OnTheWay:
    """The effect on sites that a move passes, the last of them first."""

    effect: Apply
    rays: Rays
    source: n.Expr
    first: n.Expr
    count: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effects."""
        with x.b.range_("back", ops.number(0), self.count) as back:
            place = ops.sub(ops.add(self.first, self.count), ops.add(back, ops.number(1)))
            passed = x.b.let("between", self.rays.at(self.source, place))
            x.store.mark_valid(passed)
            self.effect.lower(x.bind(between=passed), sink)


def start_travel(x: Context, start: From | None, body: Callable[[Context, n.Expr], None]) -> None:
    """Runs `body` with `(from)` bound, if the piece may start there."""
    if start is not None and start.region is not None:
        return  # compat: these moves start from one site; a region gives none
    written = start.site if start else None
    source = x.b.let("from", written.lower(x) if written else x.slot("from"))
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(source):
        inside = ops.both(ops.ge(source, ops.number(0)), ops.lt(source, ops.number(x.setting.sites)))
    piece = x.piece if source == x.slot("from") else None
    here = x.bind(from_=source).with_(piece=piece)
    with x.b.if_(inside), x.b.if_(when(here, start.if_ if start else None)):
        body(here, source)


def level_of(x: Context, start: From | None) -> n.Expr | None:
    """The level a move starts from, where that is written and there are levels."""
    if start is None or start.level is None or not x.setting.stacking:
        return None
    return x.b.let("level", start.level.lower(x))


def move_action(
    x: Context,
    source: n.Expr,
    target: n.Expr,
    *,
    piece: Component | None,
    onto_empty: bool,
    level: n.Expr | None = None,
    stack: bool | None = None,
) -> Action:
    """The action that carries the piece (or the whole stack)."""
    if stack:
        return on_sites_of(x, MoveStack(source, target))
    known = piece and piece.index != UNKNOWN and not x.setting.stacking and not x.setting.counting
    what = ops.number(piece.index) if piece and known else None
    return on_sites_of(x, MovePiece(source, target, what, level, onto_empty))


def range_of(x: Context, between: Between | None, least: int, most: int) -> tuple[n.Expr, n.Expr]:
    """The least and greatest number a `(between ..)` gives, or those that hold without it."""
    if between is None or between.range is None:
        return ops.number(least), ops.number(most)
    low, high = between.range.lower(x)
    return x.b.let("least", low), x.b.let("most", high)


# -- fromTo -----------------------------------------------------------------------------------------------------


class Carrying(Protocol):
    """The arguments of `fromTo`."""

    from_: From
    to: To
    count: IntFunction | None
    copy: BooleanFunction | None
    stack: bool | None
    then: Then | None


def from_to(x: Context, move: Carrying, sink: Sink) -> None:
    """Moves from any of some sites to any of others."""
    sink = with_then(sink, move.then)
    x = move.from_.context(x)

    def lift(source: n.Expr) -> None:
        here = x.bind(from_=source).with_(piece=x.piece if source == x.slot("from") else None)
        if x.setting.large:
            _lift_large(here, move, source, sink)
        with x.b.if_(_stands_small(x, source)):
            copies = _copies(here, move)
            with x.b.if_(when(here, move.from_.if_)):
                count = x.b.let("count", move.count.lower(here)) if move.count else None
                level = level_of(x, move.from_)  # compat: levels are read before `(from)` is set
                _in_either_case(x, copies, lambda copied: drop_all(here, source, count, level, copied=copied))

    def drop_all(here: Context, source: n.Expr, count: n.Expr | None, level: n.Expr | None, *, copied: bool) -> None:
        to = move.to
        for_each_site(here, to.site, to.region, "to", lambda site: drop(here, source, site, count, level, copied))

    def drop(
        here: Context, source: n.Expr, target: n.Expr, count: n.Expr | None, level: n.Expr | None, copied: bool
    ) -> None:
        there = move.to.context(here).bind(to=target)
        condition = when(there, move.to.if_)
        with x.b.if_(condition):
            empty = shows_empty(there, condition, target)
            level_to = _level_to(x, move.to)
            action = _carry(here, move, source, target, count, level, level_to, empty=empty, copied=copied)
            if there.store.kind != here.store.kind:
                action = _carried_across(here, there, action)
            # compat: a condition of the effect decides about the effect alone, and sees the outer `(from)`
            apply: Generator | None = move.to.effect
            if isinstance(apply, ApplyEffectIf) and x.slot("from") != source and _reads_from(apply.if_):
                apply = _AskedOutside(apply, x.slot("from"))
            effects = (Effect(apply, there),) if apply is not None else ()
            if move.to.rotations is None:
                draft = Draft("move", source, target, (action,), effects, letters=letters(here, there))
                sink(draft.with_(level_from=asked_level(x, level), level_to=asked_level(x, level_to)))
                return

            def turned(rotation: n.Expr) -> None:
                turn = on_sites_of(there, SetDatum("rotation", target, rotation))
                sink(Draft("move", source, target, (action, turn), letters=letters(here, there)))

            move.to.rotations.lower(there).each(turned)  # compat: the effect is left out

    for_each_site(x, move.from_.site, move.from_.region, "from", lift)


def _copies(x: Context, move: Carrying) -> n.Expr:
    """Whether the piece on a site stays there as well, asked once, before any other condition."""
    if move.copy is None or move.count is not None or move.stack:
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
    return x.b.let("level_to", to.level.lower(x)) if to.level is not None and x.setting.stacking else None


def _reads_from(condition: BooleanFunction) -> bool:
    return any(part.title == "from" for part in walk(condition))


@dataclass(frozen=True)
class _AskedOutside:
    """An effect whose condition does not see where its move starts."""

    apply: ApplyEffectIf
    outer: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effect."""
        with x.b.if_(self.apply.if_.lower(x.bind(from_=self.outer))):
            self.apply.effect.lower(x, sink)


def _carry(
    x: Context,
    move: Carrying,
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
        stacks = x.setting.stacking or move.stack
        several = MoveLevels(source, target, count) if stacks else MoveSeveral(source, target, count)
        return on_sites_of(x, several)
    if copied and level is None and not move.stack:
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
    """Whether a piece that is not large stands on a site."""
    stands = ops.negate(x.store.is_empty(source))
    if not x.setting.large:
        return stands
    small = [c.index for c in x.setting.components if not c.walks]
    what = x.b.let("what", x.store.what(source))
    return ops.both(stands, ops.either(*(ops.eq(what, ops.number(index)) for index in small)))


def _lift_large(here: Context, move: Carrying, source: n.Expr, sink: Sink) -> None:
    """The moves of a large piece, if one stands on a site."""
    from ._large import move_large

    to = move.to
    for component in [here.piece] if here.piece else here.setting.components:
        if component.walks:
            standing = ops.has(here.store.piece_set(ops.number(component.index)), source)
            with here.b.if_(standing), here.b.if_(when(here, move.from_.if_)):
                if to.region is not None:
                    targets = to.region.lower(here)
                else:
                    targets = ops.single(here.universe, to.site.lower(here) if to.site else here.slot("to"))
                move_large(here, component, source, here.b.let("targets", targets), sink)
