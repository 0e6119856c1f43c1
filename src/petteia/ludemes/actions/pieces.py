"""Actions on pieces: one is added, moved, removed, or becomes another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.equipment.covering import uncover_any
from petteia.ludemes.lowering.storage import UNCHANGED
from petteia.ludemes.needs import REMOVALS, REMOVED_VALUE, VALUING_TOP
from petteia.ludemes.tracks.register import note_addition, note_advance, note_leaving

if TYPE_CHECKING:
    from petteia.board import SiteType
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.storage import Storage

_ONE = ops.number(1)


DATA = ("state", "rotation", "value")

HIDDEN = "hidden"


def note_removal(x: Context, site: n.Expr, level: n.Expr | None = None, top: n.Expr | None = None) -> None:
    """Counts a removal, and the value of what goes, for rules that choose moves by their captures.

    compat: of a stack that is the value at the bottom, or on the level named; further on in a turn that of the top
    (`top`, where it is not on the stack any more).
    """
    fields = x.b.program.fields
    if REMOVALS.name in fields:
        REMOVALS.store(x, ops.add(REMOVALS.load(x), _ONE))
    if REMOVED_VALUE.name in fields:
        value = x.store.datum("value", site) if top is None else top
        if x.spec.stacking:
            lower = x.store.datum("value", site, ops.number(0) if level is None else level)
            value = ops.select(ops.eq(VALUING_TOP.load(x), _ONE), value, lower)
        REMOVED_VALUE.store(x, ops.add(REMOVED_VALUE.load(x), value))


@dataclass(frozen=True)
class AddPiece(Action):
    """Puts a piece on a site; one that stands there already stays, and grows in number where counts are kept.

    compat: no piece at all (0, which `may_be_none`) can be put, too: where counts are kept, that fills the site.
    """

    site: n.Expr
    what: n.Expr
    count: n.Expr = _ONE
    state: n.Expr = UNCHANGED
    rotation: n.Expr = UNCHANGED
    value: n.Expr = UNCHANGED
    on_empty: bool = False
    may_be_none: bool = False

    def after_others(self) -> Action:
        return replace(self, on_empty=False)

    def with_data(self, data: dict[str, n.Expr]) -> AddPiece:
        """The addition with state, rotation or value given."""
        changes: dict[str, Any] = dict(data)
        return replace(self, **changes)

    def apply(self, x: Context) -> None:
        if not self.may_be_none:
            self._add(x)
        else:
            with x.b.block() as piece:
                self._add(x)
            with x.b.block() as nothing:
                self._add_nothing(x)
            x.b.place_if(ops.gt(self.what, ops.number(0)), piece, nothing)
        note_sites(x, self.site, self.site)

    def _add(self, x: Context) -> None:
        if x.spec.stacking:
            self._push(x)
        elif self.on_empty:
            self._place(x)
        else:
            with x.b.block() as fresh:
                self._place(x)
            with x.b.block() as taken:
                self._join(x)
            free = x.store.is_empty(self.site)
            if x.spec.counting:
                free = ops.eq(x.store.load("what", self.site), ops.number(0))
            x.b.place_if(free, fresh, taken)
        note_addition(x, self.site, self.what, self.count)

    def _add_nothing(self, x: Context) -> None:
        if not x.spec.counting:
            return
        with x.b.block() as fresh:
            x.store.note_filled(self.site)
            x.store.write("count", self.site, self.count)
            self._write_data(x)
        with x.b.block() as taken:
            self._join(x)
        x.b.place_if(ops.eq(x.store.load("what", self.site), ops.number(0)), fresh, taken)

    def _place(self, x: Context) -> None:
        x.store.put(self.site, self.what)
        x.store.write("count", self.site, self.count)
        self._write_data(x)

    def _join(self, x: Context) -> None:
        if x.spec.counting:
            x.store.write("count", self.site, ops.add(x.store.count(self.site), self.count))
        self._write_data(x)

    def _write_data(self, x: Context) -> None:
        for name in DATA:
            x.store.write(name, self.site, getattr(self, name))

    def _push(self, x: Context) -> None:
        given = {name: getattr(self, name) for name in DATA}
        data = None
        if any(value != UNCHANGED for value in given.values()):
            data = {name: ops.number(0) if value == UNCHANGED else value for name, value in given.items()}
        x.store.push(self.site, self.what, data)


@dataclass(frozen=True)
class MovePiece(Action):
    """Moves one piece; whatever else stands on the target is replaced.

    `what` is the piece that moves, where that is known; `onto_empty` says that nothing stands on the target. The
    target may be a site of another type than the source; then `target_kind` is its type.
    """

    source: n.Expr
    target: n.Expr
    what: n.Expr | None = None
    level: n.Expr | None = None
    onto_empty: bool = False
    state: n.Expr = UNCHANGED
    rotation: n.Expr = UNCHANGED
    value: n.Expr = UNCHANGED
    target_kind: SiteType | None = None

    def apply(self, x: Context) -> None:
        if x.spec.stacking:
            self._move_in_stacks(x)
        elif x.spec.counting:
            self._move_counted(x)
        else:
            self._move_flat(x)
        if HIDDEN in x.b.program.fields:
            carry_hidden(x, self.source, self.target)
        note_sites(x, self.source, self.target)

    def after_others(self) -> Action:
        return replace(self, what=None, onto_empty=False)

    def with_data(self, data: dict[str, n.Expr]) -> MovePiece:
        """The move with state, rotation or value given."""
        changes: dict[str, Any] = dict(data)
        return replace(self, **changes)

    def _goal(self, x: Context) -> Storage:
        """The store that the target belongs to."""
        return x.store if self.target_kind is None else x.on_type(self.target_kind).store

    def _data_of_source(self, x: Context) -> dict[str, n.Expr]:
        found = {}
        for name in DATA:
            if x.store.has_field(name):
                given = getattr(self, name)
                kept = x.store.datum(name, self.source)
                found[name] = x.b.let(name, _given_or(given, kept))
        return found

    def _move_flat(self, x: Context) -> None:
        store = x.store
        if self.what is not None:
            self._replace_flat(x, self.what)
            return
        what = x.b.let("moved", store.what(self.source))
        with x.b.if_(ops.gt(what, ops.number(0))):
            self._replace_flat(x, what)

    def _replace_flat(self, x: Context, what: n.Expr) -> None:
        store, goal = x.store, self._goal(x)
        note_advance(x, self.source, self.target, what)
        data = self._data_of_source(x)
        store.clear(self.source, what)
        if not self.onto_empty:
            goal.clear(self.target)
        goal.put(self.target, what)
        for name, value in data.items():
            goal.write(name, self.target, value)

    def _move_counted(self, x: Context) -> None:
        store, goal, b = x.store, self._goal(x), x.b
        what = b.let("moved", store.what(self.source))
        with b.if_(ops.gt(store.count(self.source), ops.number(0))):
            note_advance(x, self.source, self.target, what)
            data = self._data_of_source(x)
            with b.block() as last:
                store.clear(self.source, what)
            with b.block() as others:
                store.write("count", self.source, ops.sub(store.count(self.source), ops.number(1)))
            b.place_if(ops.eq(store.count(self.source), ops.number(1)), last, others)
            for name, value in data.items():
                goal.write(name, self.target, value)
            same = ops.both(ops.eq(goal.what(self.target), what), ops.gt(goal.count(self.target), ops.number(0)))
            with b.block() as join:
                goal.write("count", self.target, ops.add(goal.count(self.target), ops.number(1)))
            with b.block() as settle:
                self._settle_counted(goal, what, data)
            b.place_if(same, join, settle)

    def _settle_counted(self, goal: Storage, what: n.Expr, data: dict[str, n.Expr]) -> None:
        goal.clear(self.target)
        goal.put(self.target, what)
        goal.write("count", self.target, ops.number(1))
        for name, value in data.items():
            goal.write(name, self.target, value)

    def _move_in_stacks(self, x: Context) -> None:
        """compat: a level below the stack is as good as none: the top piece goes."""
        if self.level is None:
            self._move_level(x)
            return
        with x.b.block() as named:
            self._move_level(x)
        with x.b.block() as top:
            replace(self, level=None)._move_level(x)
        x.b.place_if(ops.ge(self.level, ops.number(0)), named, top)

    def _move_level(self, x: Context) -> None:
        """compat: without a level the piece loses its state, rotation and value; with one it keeps them."""
        store, goal, b = x.store, self._goal(x), x.b
        height = store.load("height", self.source)
        level = b.let("level", ops.sub(height, ops.number(1)) if self.level is None else self.level)
        elsewhere = ops.ne(self.source, self.target) if goal is store else ops.TRUE
        exists = ops.both(elsewhere, ops.le(ops.number(0), level), ops.lt(level, height))
        if self.level is not None and x.spec.quirks.entries_linger:
            with b.if_(ops.both(elsewhere, ops.ge(level, height))):
                self._move_nothing(x)
        with b.if_(exists):
            what = b.let("moved", store.load("what", self.source, level))
            note_advance(x, self.source, self.target, what)
            if self.level is None:
                store.pop(self.source)
                goal.push(self.target, what)
                return
            data = {
                name: b.let(name, _given_or(getattr(self, name), store.load(name, self.source, level)))
                for name in DATA
                if store.has_field(name)
            }
            store.take_level(self.source, level)
            goal.push(self.target, what, data)

    def _move_nothing(self, x: Context) -> None:
        """compat: from a level above the stack the top piece goes, and no piece at all comes to the target."""
        store = x.store
        with x.b.if_(ops.gt(store.load("height", self.source), ops.number(0))):
            store.pop(self.source)
        data = {name: _given_or(getattr(self, name), ops.number(0)) for name in DATA if store.has_field(name)}
        self._goal(x).push(self.target, ops.number(0), data)


def carry_hidden(x: Context, source: n.Expr, target: n.Expr) -> None:
    """Hidden flags go along with a piece; nothing stays hidden of a site it leaves empty."""
    kinds, players = x.b.program.fields[HIDDEN].shape
    left_empty = x.store.is_empty(source)
    for kind in range(kinds):
        for player in range(1, players - 1):
            indices = [ops.number(kind), ops.number(player)]
            goes = ops.has(x.b.load(HIDDEN, *indices), source)
            x.b.place_if(
                goes,
                [n.Include(HIDDEN, tuple(indices), target)],
                [n.Exclude(HIDDEN, tuple(indices), target)],
            )
            with x.b.if_(ops.both(left_empty, ops.ne(source, target))):
                x.b.exclude(HIDDEN, indices, source)


def _given_or(given: n.Expr, kept: n.Expr) -> n.Expr:
    if given == UNCHANGED:
        return kept
    return given if isinstance(given, n.Const) else ops.select(ops.ge(given, ops.number(0)), given, kept)


@dataclass(frozen=True)
class MoveSeveral(Action):
    """Moves a number of equal pieces at once; on a site with other pieces they vanish."""

    source: n.Expr
    target: n.Expr
    count: n.Expr

    def apply(self, x: Context) -> None:
        store, b = x.store, x.b
        what = b.let("moved", store.what(self.source))
        note_advance(x, self.source, self.target, what, self.count)
        held = b.let("held", store.count(self.source))
        with b.block() as all_of_them:
            store.clear(self.source, what)
        with b.block() as some:
            store.write("count", self.source, ops.sub(held, self.count))
        b.place_if(ops.le(held, self.count), all_of_them, some)
        with b.block() as fresh:
            store.replace(self.target, what)
            store.write("count", self.target, self.count)
            with b.if_(ops.eq(self.source, self.target)):  # which is not left, and so stays listed as well
                store.list_again(self.target, what)
        with b.block() as taken:
            store.list_again(self.target, what)
            with b.if_(ops.eq(store.what(self.target), what)):
                store.write("count", self.target, ops.add(store.count(self.target), self.count))
        b.place_if(ops.eq(store.count(self.target), ops.number(0)), fresh, taken)
        note_sites(x, self.source, self.target)


TOP = ops.number(-2)
"""Stands for the top of a stack; -1 is the level of a piece that was looked for and is not there."""


@dataclass(frozen=True)
class RemovePiece(Action):
    """Takes what stands on a site off the board: all of it in a flat game, one level of a stack (`TOP` for the top)."""

    site: n.Expr
    what: n.Expr | None = None
    level: n.Expr | None = None

    def after_others(self) -> Action:
        return replace(self, what=None)

    def apply(self, x: Context) -> None:
        if self.level is None:
            self._take(x)
        else:
            with x.b.block() as named:
                # compat: without a piece there the levels go down all the same, so that the lowest is lost
                replace(self, level=_within(x, self.level))._take(x)
            with x.b.block() as top:
                replace(self, level=None)._take(x)
            x.b.place_if(ops.ne(self.level, TOP), named, top)
        note_sites(x, self.site, self.site)

    def _take(self, x: Context) -> None:
        store = x.store
        note_removal(x, self.site, self.level)
        note_leaving(x, self.site, self.level)
        if not x.spec.stacking:
            if x.spec.large:
                uncover_any(x, self.site)
            store.clear(self.site, self.what)
            return
        with x.b.if_(ops.gt(store.load("height", self.site), ops.number(0))):
            if self.level is None:
                store.pop(self.site)
            else:
                store.take_level(self.site, self.level)


def _within(x: Context, level: n.Expr) -> n.Expr:
    """A level that stacks have room for."""
    last = ops.number(x.spec.most_levels - 1)
    return x.b.let("level", ops.arithmetic("max", ops.number(0), ops.arithmetic("min", level, last)))


@dataclass(frozen=True)
class PromotePiece(Action):
    """Turns the piece on a site into another, with fresh state, rotation and value."""

    site: n.Expr
    what: n.Expr

    def apply(self, x: Context) -> None:
        store = x.store
        what = x.b.let("promoted", self.what)  # which may ask for what stands there
        if x.spec.stacking:
            height = x.b.let("height", store.load("height", self.site))
            stood = x.b.let("stood", store.what(self.site))
            with x.b.if_(ops.gt(height, ops.number(0))):
                # compat: a lone piece stays listed, and so do pieces of nobody
                owned = ops.ne(store.owner_of(stood), ops.number(0))
                store.pop(self.site, is_unlisted=ops.both(ops.gt(height, _ONE), owned))
            with x.b.if_(ops.eq(height, _ONE)):
                store.keep_listed(self.site, stood)
            store.push(self.site, what)
        else:
            store.clear(self.site)
            store.put(self.site, what)
            store.write("count", self.site, ops.number(1))
        note_sites(x, self.site, self.site)
