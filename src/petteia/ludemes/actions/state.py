"""Actions on what is kept beside the pieces: values of a site, fields of the state, who is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


@dataclass(frozen=True)
class SetDatum(Action):
    """Writes state, rotation or value of a site (of its top piece, or of a level; level -1 is the top)."""

    name: str
    site: n.Expr
    number: n.Expr
    level: n.Expr | None = None

    def apply(self, x: Context) -> None:
        store = x.store
        if not x.spec.stacking:
            store.write(self.name, self.site, self.number)
        else:
            height = store.load("height", self.site)
            top = ops.sub(height, ops.number(1))
            chosen = top if self.level is None else ops.select(ops.eq(self.level, ops.number(-1)), top, self.level)
            level = x.b.let("level", chosen)
            with x.b.if_(ops.both(ops.ge(level, ops.number(0)), ops.lt(level, height))):
                store.write_level(self.name, self.site, level, self.number)
        note_sites(x, self.site, self.site)


@dataclass(frozen=True)
class SetField(Action):
    """Writes a field of the state that is not about sites."""

    field: str
    number: n.Expr
    index: n.Expr | None = None
    add: bool = False

    def apply(self, x: Context) -> None:
        indices = [] if self.index is None else [self.index]
        value = self.number
        if self.add:
            value = ops.add(x.b.load(self.field, *indices), value)
        x.b.store(self.field, indices, value)


@dataclass(frozen=True)
class SetPresence(SetField):
    """Notes that a variable was set, as part of setting it."""

    belongs = True


@dataclass(frozen=True)
class SetNext(Action):
    """Says who moves next."""

    player: n.Expr

    def apply(self, x: Context) -> None:
        x.b.store("next", [], self.player)
        if "next_set" in x.b.program.fields:
            x.b.store("next_set", [], ops.number(1))
