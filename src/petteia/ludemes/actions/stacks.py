"""Actions on stacks, and copies of pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.actions.pieces import DATA, MovePiece
from petteia.ludemes.lowering.storage import UNCHANGED

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

ZERO, ONE = ops.number(0), ops.number(1)


@dataclass(frozen=True)
class MoveStack(Action):
    """Moves a whole stack onto another, keeping everything."""

    source: n.Expr
    target: n.Expr

    def apply(self, x: Context) -> None:
        with x.b.if_(ops.ne(self.source, self.target)):
            _lift(x, self.source, self.target, x.b.let("height", x.store.load("height", self.source)), whole=True)
        note_sites(x, self.source, self.target)


@dataclass(frozen=True)
class MoveStackToLevel(Action):
    """Moves a whole stack into another. compat: each piece, bottom first, goes to the same level."""

    source: n.Expr
    target: n.Expr
    level: n.Expr

    def apply(self, x: Context) -> None:
        store, b = x.store, x.b
        height = b.let("height", store.load("height", self.source))
        fits = ops.both(ops.le(ZERO, self.level), ops.le(self.level, store.load("height", self.target)))
        with b.if_(ops.ne(self.source, self.target)):
            with b.range_("lifted", ZERO, height) as lifted, b.if_(fits):
                data = {name: store.load(name, self.source, lifted) for name in DATA if store.has_field(name)}
                what = b.let("lifted", store.load("what", self.source, lifted))
                owned = ops.ne(store.owner_of(what), ZERO)
                store.insert(self.target, self.level, what, data, raises=False, is_listed=owned)
            with b.range_("lifted", ZERO, height):
                store.pop(self.source, is_unlisted=ops.ne(_owner_of_top(x, self.source), ZERO))
        note_sites(x, self.source, self.target)


@dataclass(frozen=True)
class MoveLevels(Action):
    """Moves the top levels of a stack onto another, keeping everything; nothing if there are not so many."""

    source: n.Expr
    target: n.Expr
    count: n.Expr

    def apply(self, x: Context) -> None:
        height = x.b.let("height", x.store.load("height", self.source))
        enough = ops.both(ops.gt(height, ZERO), ops.le(self.count, height))
        with x.b.if_(ops.both(enough, ops.ne(self.source, self.target))):
            _lift(x, self.source, self.target, self.count)
        note_sites(x, self.source, self.target)


def _lift(x: Context, source: n.Expr, target: n.Expr, count: n.Expr, *, whole: bool = False) -> None:
    """Moves the top pieces of a stack. compat: of a `whole` stack the lists of pieces of nobody stay as they are."""
    store, b = x.store, x.b
    lists_nobody = not whole or all(component.owner for component in x.spec.components)
    lowest = b.let("lowest", ops.sub(store.load("height", source), count))
    with b.range_("level", lowest, ops.add(lowest, count)) as level:
        data = {name: store.load(name, source, level) for name in DATA if store.has_field(name)}
        what = store.load("what", source, level)
        store.push(target, what, data, is_listed=ops.TRUE if lists_nobody else ops.ne(store.owner_of(what), ZERO))
    with b.range_("lifted", ZERO, count):
        store.pop(source, is_unlisted=ops.TRUE if lists_nobody else ops.ne(_owner_of_top(x, source), ZERO))


def _owner_of_top(x: Context, site: n.Expr) -> n.Expr:
    return x.store.owner_of(x.store.load("what", site, ops.sub(x.store.load("height", site), ONE)))


@dataclass(frozen=True)
class InsertPiece(Action):
    """Puts a piece into a stack at a level; nothing if the stack is not that high."""

    site: n.Expr
    level: n.Expr
    what: n.Expr
    state: n.Expr = UNCHANGED

    def apply(self, x: Context) -> None:
        fits = ops.both(ops.le(ZERO, self.level), ops.le(self.level, x.store.load("height", self.site)))
        with x.b.if_(fits):
            state = ZERO if self.state == UNCHANGED else self.state
            x.store.insert(self.site, self.level, self.what, {"state": state})
        note_sites(x, self.site, self.site)


@dataclass(frozen=True)
class MoveToLevel(Action):
    """Moves a piece, from the top or from a level, into another stack at a level; its state is lost."""

    source: n.Expr
    target: n.Expr
    level: n.Expr | None
    level_to: n.Expr

    def apply(self, x: Context) -> None:
        store, b = x.store, x.b
        top = ops.sub(store.load("height", self.source), ONE)
        level = b.let("level", top if self.level is None else self.level)
        exists = ops.both(ops.le(ZERO, level), ops.lt(level, store.load("height", self.source)))
        with b.if_(ops.both(exists, ops.ne(self.source, self.target))):
            what = b.let("moved", store.load("what", self.source, level))
            if self.level is None:
                store.pop(self.source)
            else:
                store.take_level(self.source, level)
            self._insert(x, what)
        note_sites(x, self.source, self.target)

    def _insert(self, x: Context, what: n.Expr) -> None:
        """compat: without a level of its source the piece is listed as the top of its new stack."""
        height = x.b.let("height", x.store.load("height", self.target))
        from_top = self.level is None
        with x.b.if_(ops.both(ops.le(ZERO, self.level_to), ops.le(self.level_to, height))):
            listed = height if from_top else None
            x.store.insert(self.target, self.level_to, what, {}, raises=not from_top, listed=listed)
        note_sites(x, self.target, self.target)


@dataclass(frozen=True)
class CopyPiece(Action):
    """Moves a piece and leaves the like behind."""

    source: n.Expr
    target: n.Expr

    def apply(self, x: Context) -> None:
        store, b = x.store, x.b
        if x.spec.stacking:
            what = b.let("copied", store.what(self.source))
            MovePiece(self.source, self.target).apply(x)
            with b.if_(ops.both(ops.gt(what, ZERO), ops.ne(self.source, self.target))):
                store.push(self.source, what)
            return
        count = b.let("count", store.count(self.source))
        MovePiece(self.source, self.target).apply(x)
        store.put(self.source, b.let("copied", store.what(self.target)))
        store.write("count", self.source, count)
        for name in DATA:
            if store.has_field(name):
                store.write(name, self.source, store.datum(name, self.target))
