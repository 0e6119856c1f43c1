"""Is Line: a row of pieces of some length."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import (
    AbsoluteDirection,
    RoleType,
    SiteType,
)
from petteia.ludemes.puzzles.store import puzzle_store
from petteia.ludemes.queries.contents import (
    component_set,
    last_to,
    occupied,
    on_board,
    pieces_of_owner,
    seen_sites,
    stable,
    standing_any,
)
from petteia.ludemes.queries.lines import LineTest, Walked, line_by_level, line_through, line_through_any, line_walked
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.queries.visibility import hidden_links, visible_part
from petteia.ludemes.registry import at_most_one_of, named
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.board import Sites
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsLine",
]


def _known(condition: BooleanFunction | None, default: bool) -> bool:
    """A condition that is written as a constant, or left out."""
    return condition.value if isinstance(condition, BooleanConstant) else default


def _varying(ludeme: BooleanFunction, *names: str) -> tuple[str, ...]:
    """Those of some written arguments that are not constants."""
    return tuple(name for name in names if not isinstance(getattr(ludeme, name), BooleanConstant | None))


class IsLine(BooleanFunction, keyword="is"):
    """True if pieces stand in a line of some length through a site."""

    kind: Literal["Line"]
    site_type: SiteType | None
    length: IntFunction
    direction: AbsoluteDirection | None
    through: IntFunction | None = named(at_most_one_of=1)
    through_any: RegionFunction | None = named("throughAny", at_most_one_of=1)
    who: RoleType | None = at_most_one_of(2)
    what: IntFunction | None = named(at_most_one_of=2)
    whats: list[IntFunction] | None = named(at_most_one_of=2)
    exact: BooleanFunction | None = named()
    contiguous: BooleanFunction | None = named()
    if_: BooleanFunction | None = named("if")
    by_level: BooleanFunction | None = named("byLevel")
    top: BooleanFunction | None = named()
    through_how_much: IntFunction | None = named("throughHowMuch")
    is_visible: BooleanFunction | None = named("isVisible")
    use_opposites: BooleanFunction | None = named("useOpposites")

    def unsupported_arguments(self) -> tuple[str, ...]:
        varying = _varying(self, "contiguous", "by_level", "top", "is_visible", "use_opposites")
        seen = _known(self.is_visible, False)
        visible = ("isVisible",) if seen and (self.through_any or not _known(self.contiguous, True)) else ()
        level = _known(self.by_level, False)
        exact = ("exact",) if level and self.exact is not None else ()
        return (*varying, *visible, *exact)

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        direction = BoardDirection[self.direction.name if self.direction else "Adjacent"]
        if x.spec.stacking:
            return self._in_stacks(x, direction)
        if x.spec.puzzle:
            return self._of_values(x, sites, direction)
        test = LineTest(
            x.b.let("length", self.length.lower(x)),
            x.b.let("exact", self.exact.lower(x)) if self.exact else ops.FALSE,
            _known(self.contiguous, True),
            _known(self.use_opposites, True),
        )

        def through(pivot: n.Expr) -> n.Expr:
            if self.through_how_much is None and not _known(self.is_visible, False):
                return line_through(x, sites, direction, test, pivot, self._wanted(x), self.if_)
            return x.pure(lambda: self._walked(x, sites, direction, test, pivot))

        if self.through_any is None:
            return through(stable(x, "through", self._through(x)))
        pivots = self.through_any.lower(x)
        if self.what is not None or self.whats is not None:
            pivots = ops.intersect(pivots, self._wanted(x) or pivots)
        return line_through_any(x, pivots, self.if_, through)

    def _of_values(self, x: "Context", sites: "Sites", direction: BoardDirection) -> n.Expr:
        """A line of equal values in a deduction puzzle: an open site is part of none."""
        written = [name for name, value in self.arguments() if value is not None]
        if unfit := set(written) - {"kind", "site_type", "length", "direction", "through"}:
            raise UnsupportedLudeme([f"is Line with {', '.join(sorted(unfit))} in a deduction puzzle"])
        store, pivot = puzzle_store(x), stable(x, "through", self._through(x))
        value = store.guarded(pivot, store.assigned(pivot), ops.NOWHERE)
        members = ops.select(ops.ge(value, ops.number(0)), store.sites_with(value), ops.empty_set(x.universe))
        test = LineTest(x.b.let("length", self.length.lower(x)), ops.FALSE, True, True)
        return line_through(x, sites, direction, test, pivot, x.b.let("members", members), None)

    def _walked(self, x: "Context", sites: "Sites", direction: BoardDirection, test: LineTest, pivot: n.Expr) -> n.Expr:
        """A line that is walked site by site, for the kinds of its pieces or for what can be seen of it."""
        pivot = x.b.let("pivot", pivot)
        inside = ops.both(ops.le(ops.number(0), pivot), ops.lt(pivot, ops.number(sites.count)))
        members = on_board(x, self._wanted(x) or component_set(x, x.store.what(pivot)))
        asked = Walked(x.b.let("least", self.through_how_much.lower(x)) if self.through_how_much else ops.number(1))
        if _known(self.is_visible, False):
            members = visible_part(x, sites, members)
            asked = Walked(asked.least, hidden_links(x, sites))
        condition = self.if_
        if condition is not None:
            members = x.sites_where(members, "to", lambda to: condition.lower(x.bind(to=to)))
        line = x.pure(lambda: line_walked(x, sites, direction, test, pivot, x.b.let("members", members), asked))
        return ops.both(inside, line)

    def _through(self, x: "Context") -> n.Expr:
        return self.through.lower(x) if self.through else last_to(x)

    def _wanted(self, x: "Context") -> n.Expr | None:
        """The sites of the pieces a line may be made of, None for those of the kind of its pivot."""
        if self.who is not None:
            return pieces_of_owner(x, role_index(x, self.who))
        written = self.whats or ([self.what] if self.what else None)
        if written is None:
            return None
        return ops.union(ops.empty_set(x.universe), *(component_set(x, what.lower(x)) for what in written))

    def _in_stacks(self, x: "Context", direction: BoardDirection) -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        site = x.b.let("through", self.through.lower(x) if self.through else last_to(x))
        length = x.b.let("length", self.length.lower(x))
        kinds = self._kinds(x, site)
        if _known(self.by_level, False):
            return line_by_level(x, sites, direction, length, site, kinds)
        if _known(self.top, False):
            members = x.sites_where(occupied(x), "site", lambda s: kinds(stable(x, "top", x.store.what(s))))
        else:
            members = self._on_any_level(x, kinds)
        exact = x.b.let("exact", self.exact.lower(x)) if self.exact else ops.FALSE
        test = LineTest(length, exact, contiguous=True, both_ways=True)
        condition = self.if_
        if condition is not None:
            # compat: in stacks the condition is asked of the other sites of the line, not of the one it goes through
            pivot = ops.intersect(members, x.single(site))
            others = x.sites_where(members, "to", lambda to: condition.lower(x.bind(to=to)))
            members = x.b.let("members", ops.union(pivot, others))
        line = line_through(x, sites, direction, test, site, members, None)
        alone = ops.both(ops.eq(length, ops.number(1)), ops.ge(site, ops.number(0)))
        return ops.either(alone, line)

    def _kinds(self, x: "Context", site: n.Expr) -> "Callable[[n.Expr], n.Expr]":
        """True if a component is one that a line may be made of."""
        if self.who is not None:
            owner = stable(x, "owner", role_index(x, self.who))
            return lambda what: ops.eq(x.store.owner_of(what), owner)
        written = self.whats or ([self.what] if self.what else None)
        if written is None:
            wanted = [x.b.let("kind", x.store.what(site))]
        else:
            wanted = [x.b.let("kind", what.lower(x)) for what in written]
        return lambda what: ops.either(*(ops.eq(what, kind) for kind in wanted))

    @staticmethod
    def _on_any_level(x: "Context", kinds: "Callable[[n.Expr], n.Expr]") -> n.Expr:
        empty = ops.empty_set(x.universe)
        parts = []
        for component in x.spec.components:
            wanted = kinds(ops.number(component.index))
            if wanted != ops.FALSE:
                parts.append(ops.select(wanted, standing_any(x, [component]), empty))
        return ops.union(empty, *parts)
