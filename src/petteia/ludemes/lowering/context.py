"""Where a ludeme stands while it is lowered: the builder, the facts of the game, and the values its words mean here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from petteia.board import SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.builder import Builder
from petteia.ir.scoping import free_locals
from petteia.ludemes.queries.roles import is_with_mover

if TYPE_CHECKING:
    from petteia.board import Sites
    from petteia.ludemes.enums import SiteType as SiteTypeWord
    from petteia.ludemes.lowering.facts import Component
    from petteia.ludemes.lowering.rulebook import RuleBook
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.lowering.storage import Storage

T = TypeVar("T")


@dataclass(frozen=True)
class LoweringFlags:
    """Facts that few ludemes ask of a context; `piece` is what stands on `(from)`, where known, which spares tests."""

    next: n.Expr
    prev: n.Expr
    piece: Component | None = None
    in_threat_search: bool = False
    is_reaching: bool = False
    """True if moves are only asked for where they lead, as a threat is looked for."""
    in_stalemate_search: bool = False
    in_line_search: bool = False
    visiting: tuple[n.Expr, ...] = ()
    """Sites that count as visited as well, while moves are asked for that would go on."""


_SURROUNDINGS = frozenset(each.name for each in fields(LoweringFlags))


class _TrackedAttribute(Generic[T]):
    """A flag of a context; reads of it are recorded."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, x: Context, owner: type) -> T:
        x.rules.asked.add(self._name)
        said: T = getattr(x.surroundings, self._name)
        return said


@dataclass(frozen=True)
class Context:
    """Everything `lower` and `generate` may ask.

    The slots are the iterator variables of the language (`(from)`, `(to)`, `(site)`, ...); a slot that no enclosing
    ludeme has set is -1. In games of one or two players `mover` is a constant, and often `next` is.
    `empty` holds sites known to be empty here, which spares tests. What is asked of the surroundings is noted: rules
    that are lowered in two contexts mean the same if what was asked is the same in both.
    """

    b: Builder
    spec: GameSpec
    store: Storage
    rules: RuleBook
    mover: n.Expr
    surroundings: LoweringFlags
    slots: dict[str, n.Expr] = field(default_factory=dict)
    region: n.Expr | None = None
    empty: frozenset[n.Expr] = frozenset()
    level_left: n.Local | None = None
    """Where to note the level that a loop over levels ends with, if others see it afterwards."""

    next = _TrackedAttribute[n.Expr]()
    prev = _TrackedAttribute[n.Expr]()
    piece = _TrackedAttribute["Component | None"]()
    in_threat_search = _TrackedAttribute[bool]()
    is_reaching = _TrackedAttribute[bool]()
    in_stalemate_search = _TrackedAttribute[bool]()
    in_line_search = _TrackedAttribute[bool]()
    visiting = _TrackedAttribute[tuple[n.Expr, ...]]()

    @property
    def universe(self) -> str:
        """The universe of all sets of sites."""
        return self.spec.universe

    @property
    def search_label(self) -> str:
        """Words for the searches this stands in, in which rules that search do not search again."""
        inside = {"threat": self.in_threat_search, "stalemate": self.in_stalemate_search}
        return "".join(f"_in_{name}_search" for name, holds in inside.items() if holds)

    def slot(self, name: str) -> n.Expr:
        """The value of an iterator variable."""
        return self.slots.get(name, ops.NOWHERE)

    def bind(self, **slots: n.Expr) -> Context:
        """The context with some iterator variables set (`from_` stands for from)."""
        return self._with(slots={**self.slots, **{name.rstrip("_"): value for name, value in slots.items()}})

    def unbound(self) -> Context:
        """The context of a consequent, which sees no iterator variable."""
        return self.with_(slots={}, region=None, empty=frozenset(), piece=None, level_left=None)

    def with_(self, **changes: Any) -> Context:
        """The context with other attributes changed."""
        around = {name: changes.pop(name) for name in _SURROUNDINGS & changes.keys()}
        if around:
            changes["surroundings"] = replace(self.surroundings, **around)
        return self._with(**changes)

    def _with(self, **changes: Any) -> Context:
        """A changed copy, made many thousand times a build, and five times as fast as `replace` makes it."""
        made = object.__new__(Context)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def on(self, word: SiteTypeWord | None) -> Context:
        """The context whose store is that of a site type; by default of the type that is played on."""
        return self.on_type(self.spec.board.use if word is None else SiteType[word.name])

    def on_type(self, kind: SiteType) -> Context:
        """The context whose store is that of a site type."""
        if kind == self.store.kind:
            return self
        store = self.store.of_type(kind)
        return self if store is self.store else self._with(store=store)

    @property
    def sites(self) -> Sites:
        """The sites of the board whose contents the store holds."""
        return self.spec.board.sites(self.store.kind)

    # -- values -------------------------------------------------------------------------------------------------

    def single(self, site: n.Expr) -> n.Expr:
        """The set of one site; empty if there is no such site."""
        if isinstance(site, n.Const) and site.value >= self.spec.sites:
            return ops.empty_set(self.universe)
        return ops.single(self.universe, site)

    def pure(self, lower: Callable[[], n.Expr]) -> n.Expr:
        """The value `lower` gives, as an expression that needs no statement before it.

        Where lowering wrote statements, they become a function of their own: inside a comprehension, or behind an
        `and`, they must not run earlier than the value is asked for.
        """
        with self.b.block() as statements, self.rules.kinds.searching():
            value = lower()
        if not statements:
            return value
        if any(isinstance(statement, n.Draw) for statement in statements):
            raise UnsupportedLudeme(["chance inside a condition, or in a value that is not always asked for"])
        body = (*statements, n.Return(value))
        return self.outline("compute", body, value.type)

    def outline(self, name: str, body: n.Block, returns: n.Type) -> n.Expr:
        """A call of a new function with this body; the locals it uses become its parameters."""
        params = tuple(free_locals(body))
        return n.Call(self.b.shared_function(name, params, returns, body), params, returns)

    def any_of(self, name: str, write: Callable[[Callable[[], None]], None]) -> n.Expr:
        """True if the statements that `write` writes reach `found()`: a search that stops at its first hit."""
        with self.b.block() as statements, self.rules.kinds.searching():
            write(lambda: self.b.return_(ops.TRUE))
        if not statements:
            return ops.FALSE
        return self.outline(name, (*statements, n.Return(ops.FALSE)), n.BOOL)

    def sites_where(self, members: n.Expr, name: str, test: Callable[[n.Local], n.Expr]) -> n.Expr:
        """The sites of a set that pass a test."""
        var = self.b.fresh(name, n.INT)
        self.store.mark_valid(var)
        return ops.filter_set(var, members, self.pure(lambda: test(var)))

    def exists(self, members: n.Expr, name: str, test: Callable[[n.Local], n.Expr]) -> n.Expr:
        """True if some site of a set passes a test."""
        var = self.b.fresh(name, n.INT)
        self.store.mark_valid(var)
        return ops.exists(var, members, self.pure(lambda: test(var)))

    def total(self, members: n.Expr, name: str, value: Callable[[n.Local], n.Expr]) -> n.Expr:
        """The sum of a value over the sites of a set."""
        var = self.b.fresh(name, n.INT)
        self.store.mark_valid(var)
        return ops.total(var, members, self.pure(lambda: value(var)))

    def is_enemy(self, player: n.Expr) -> n.Expr:
        """True if a player index is an enemy of the mover: anyone but nobody and himself, or those of his team."""
        return ops.both(ops.ne(player, ops.number(0)), ops.negate(is_with_mover(self, player)))
