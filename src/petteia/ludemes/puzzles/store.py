"""The state of a deduction puzzle: for each site the values still possible, and the value where one is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, note_sites
from petteia.ludemes.lowering.site_types import BlankStorage

if TYPE_CHECKING:
    from petteia.board import SiteType
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.puzzles.facts import ValueRange

VALUES = "Values"
"""The universe of the values that a site may take."""
DOMAIN, ASSIGNED = "domain", "assigned"
OPEN = ops.NOWHERE
"""The value of a site that is not resolved."""


class PuzzleStorage(BlankStorage):
    """The values of sites. To rules about pieces every site is empty; `(what ..)` is its value, 0 while open."""

    def __init__(self, b: Builder, spec: GameSpec, kind: SiteType, values: ValueRange) -> None:
        self.values = values
        super().__init__(b, spec, kind)

    def _declare(self) -> None:
        b, count = self.b, self.spec.sites
        if self.kind != self.spec.board.use:
            return
        b.program.universes[VALUES] = self.values.size
        b.field(
            DOMAIN, n.set_of(VALUES), shape=(count,), initial=self.values.initial, visible=True, doc="possible values"
        )
        only = self.values.initial.bit_length() - 1 if self.values.initial.bit_count() == 1 else -1
        b.field(ASSIGNED, n.INT, shape=(count,), low=-1, high=self.values.size - 1, initial=only, doc="value, -1: open")

    def assigned(self, site: n.Expr) -> n.Expr:
        """The value of a site that exists, -1 while it is open."""
        if self.kind == self.spec.board.use:
            return self.b.load(ASSIGNED, site)
        return ops.number(0) if self.values.initial == 1 else OPEN

    def what(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        value = ops.arithmetic("max", self.assigned(site), ops.number(0))
        return self.guarded(site, value, ops.number(0))

    def piece_set(self, component: n.Expr) -> n.Expr:
        raise self._refusal()

    def sites_with(self, value: n.Expr) -> n.Expr:
        """The sites of the board that are resolved to a value."""
        site = self.b.fresh("site", n.INT)
        everything = ops.sites(self.spec.universe, range(self.spec.board.sites(self.kind).count))
        return ops.filter_set(site, everything, ops.eq(self.assigned(site), value))


def puzzle_store(x: Context) -> PuzzleStorage:
    """The store of a context, known to be a puzzle's."""
    assert isinstance(x.store, PuzzleStorage)
    return x.store


@dataclass(frozen=True)
class AssignValue(Action):
    """Leaves one value possible for a site."""

    site: n.Expr
    value: n.Expr

    def apply(self, x: Context) -> None:
        x.b.store(DOMAIN, [self.site], ops.single(VALUES, self.value))
        x.b.store(ASSIGNED, [self.site], self.value)
        note_sites(x, self.site, self.site)


@dataclass(frozen=True)
class ToggleValue(Action):
    """Takes a value out of those possible for a site, or brings it back."""

    site: n.Expr
    value: n.Expr

    def apply(self, x: Context) -> None:
        b, indices = x.b, (self.site,)
        b.place_if(
            ops.has(b.load(DOMAIN, self.site), self.value),
            [n.Exclude(DOMAIN, indices, self.value)],
            [n.Include(DOMAIN, indices, self.value)],
        )
        resolve(x, self.site)
        note_sites(x, self.site, self.site)


def resolve(x: Context, site: n.Expr) -> None:
    """Works out the value of a site from those possible."""
    left = x.b.let("left", x.b.load(DOMAIN, site))
    value = ops.select(ops.eq(ops.size(left), ops.number(1)), ops.first(left), OPEN)
    x.b.store(ASSIGNED, [site], value)


def resolve_all(x: Context) -> None:
    """Works out the values of all sites."""
    with x.b.range_("site", ops.number(0), ops.number(x.spec.sites)) as site:
        resolve(x, site)
