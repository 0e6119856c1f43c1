"""Contents by site type: the board may hold pieces on cells, vertices and edges at once.

Each type on which rules put something has a store of its own; hands belong to the store of the type that is played on.
A question names the type it is about, or means the one that is played on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.lowering.storage import Storage

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec


class BlankStorage(Storage):
    """The contents of sites on which nothing ever stands, all constants."""

    def _declare(self) -> None:
        """Nothing is stored."""

    def empty_set(self) -> n.Expr:
        return n.Const(self.spec.all_sites(), n.set_of(self.spec.universe))

    def piece_set(self, component: n.Expr) -> n.Expr:
        return ops.empty_set(self.spec.universe)

    def own_set(self, owner: n.Expr) -> n.Expr:
        return ops.empty_set(self.spec.universe)

    def what(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return ops.number(0)

    def who(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return ops.number(0)

    def count(self, site: n.Expr) -> n.Expr:
        return ops.number(0)

    def datum(self, name: str, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return ops.number(0)

    def load(self, name: str, *indices: n.Expr) -> n.Expr:
        return ops.number(0)  # of heights, and of what stands on a level

    def clear(self, site: n.Expr, component: n.Expr | None = None) -> None:
        """There is nothing to take off."""

    def pop(self, site: n.Expr, **_: n.Expr) -> None:
        """There is nothing to take off."""

    def take_level(self, site: n.Expr, level: n.Expr) -> None:
        """There is nothing to take out."""

    @contextmanager
    def in_order(self, component: int, *, backwards: bool = False) -> Iterator[n.Expr]:
        """Statements for no site at all."""
        with self.b.for_("start", ops.empty_set(self.spec.universe)) as site:
            yield site

    def put(self, site: n.Expr, component: n.Expr, owner: n.Expr | None = None) -> None:
        raise self._refusal()

    def replace(self, site: n.Expr, component: n.Expr) -> None:
        raise self._refusal()

    def push(self, site: n.Expr, component: n.Expr, data: dict[str, n.Expr] | None = None, **_: n.Expr) -> None:
        raise self._refusal()

    def insert(self, site: n.Expr, level: n.Expr, component: n.Expr, data: dict[str, n.Expr], **_: object) -> None:
        raise self._refusal()

    def _refusal(self) -> UnsupportedLudeme:
        return UnsupportedLudeme([f"pieces on a {self.kind.name} where no rule places any"])


class CellsAndHands(Storage):
    """The cells of a board that is played elsewhere, too: what hands hold is read from the store they belong to."""

    def __init__(self, b: Builder, spec: GameSpec, played_on: Storage) -> None:
        self._played_on = played_on
        hands = [site for container in spec.containers[1:] for site in container.sites]
        self._hands = ops.sites(spec.universe, hands)
        super().__init__(b, spec, SiteType.Cell)

    def _with_hands(self, cells: n.Expr, elsewhere: n.Expr) -> n.Expr:
        return ops.union(ops.minus(cells, self._hands), ops.intersect(elsewhere, self._hands))

    def _by_place(self, site: n.Expr, cell: n.Expr, elsewhere: n.Expr) -> n.Expr:
        return ops.select(ops.has(self._hands, site), elsewhere, cell)

    def empty_set(self) -> n.Expr:
        return self._with_hands(super().empty_set(), self._played_on.empty_set())

    def piece_set(self, component: n.Expr) -> n.Expr:
        return self._with_hands(super().piece_set(component), self._played_on.piece_set(component))

    def own_set(self, owner: n.Expr) -> n.Expr:
        return self._with_hands(super().own_set(owner), self._played_on.own_set(owner))

    def what(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return self._by_place(site, super().what(site, level), self._played_on.what(site, level))

    def who(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return self._by_place(site, super().who(site, level), self._played_on.who(site, level))

    def count(self, site: n.Expr) -> n.Expr:
        return self._by_place(site, super().count(site), self._played_on.count(site))

    def datum(self, name: str, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        return self._by_place(site, super().datum(name, site, level), self._played_on.datum(name, site, level))


def blank_store(b: Builder, spec: GameSpec, kind: SiteType) -> Storage:
    """The contents of a board on which nothing stands, of whatever type."""
    blanks: dict[SiteType, Storage] = {each: BlankStorage(b, spec, each) for each in SiteType}
    for blank in blanks.values():
        blank.join(blanks)
    return blanks[kind]


def all_types(x: Context) -> list[Context]:
    """The context for each of the site types that hold something, the one that is played on first."""
    return [x.on_type(kind) for kind in x.spec.stored_types]
