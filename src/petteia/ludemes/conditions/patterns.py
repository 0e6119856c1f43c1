"""Conditions on positions: patterns of pieces, a target to reach, positions that come again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import (
    RepetitionType,
    SiteType,
    StepType,
)
from petteia.ludemes.needs import Need, Repetition
from petteia.ludemes.play.repetition import is_repeated
from petteia.ludemes.queries.contents import (
    component_set,
    last_to,
    occupied,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.patterns import is_pyramid, pattern_sites
from petteia.ludemes.registry import at_most_one_of, left_out, named, written
from petteia.ludemes.types import (
    BooleanFunction,
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsCycle",
    "IsPattern",
    "IsPyramidCorners",
    "IsRepeat",
    "IsTarget",
]


class IsCycle(BooleanFunction, keyword="is"):
    """True if the game goes round the same positions."""

    kind: Literal["Cycle"]
    keeps = (Repetition("Cycle"),)

    def lower(self, x: "Context") -> n.Expr:
        b, period = x.b, ops.number(x.spec.players**2)
        met = b.let("met", n.Length("positions"))

        def search(found: Callable[[], None]) -> None:
            with b.if_(ops.lt(met, ops.mul(ops.number(3), period))):
                found()
            with b.range_("back", ops.number(1), ops.add(period, ops.number(1))) as back:
                places = [ops.sub(ops.sub(met, back), ops.mul(ops.number(k), period)) for k in range(3)]
                first, *others = [b.load("positions", place) for place in places]
                with b.if_(ops.negate(ops.both(*(ops.eq(first, other) for other in others)))):
                    found()

        return ops.negate(x.any_of("is_no_cycle", search))


class IsPattern(BooleanFunction, keyword="is"):
    """True if pieces stand along a walk from a site."""

    kind: Literal["Pattern"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return (*left_out("the walk", self.walk), *written(self, "froms"))

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        start = stable(x, "start", self.from_.lower(x) if self.from_ else last_to(x))
        written = self.whats or ([self.what] if self.what else None)
        whats = None if written is None else [x.b.let("what", what.lower(x)) for what in written]
        found = pattern_sites(x, x.spec.sites_of(self.site_type), self.walk or [], start, whats)
        fits = ops.negate(ops.is_empty(found))
        return fits if whats is not None else ops.both(ops.has(occupied(x), start), fits)


class IsPyramidCorners(BooleanFunction, keyword="is"):
    """True if a piece and four like it are the corners of a pyramid."""

    kind: Literal["PyramidCorners"]
    walk: list[StepType] | None
    site_type: SiteType | None
    from_: IntFunction | None = named("from")
    what: IntFunction | None = named(at_most_one_of=1)
    whats: list[IntFunction] | None = named(at_most_one_of=1)
    froms: RegionFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return written(self, "walk", "what", "whats")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        if self.froms is None:
            tips: n.Expr = x.single(self.from_.lower(x) if self.from_ else last_to(x))
        else:
            tips = self.froms.lower(x)

        def search(found: Callable[[], None]) -> None:
            with x.b.for_("tip", tips) as tip:
                x.store.mark_valid(tip)
                with x.b.if_(ops.ge(tip, ops.number(sites.count))):
                    x.b.return_(ops.FALSE)
                with x.b.if_(is_pyramid(x, sites, tip)):
                    found()

        return x.any_of("is_pyramid", search)


class IsRepeat(BooleanFunction, keyword="is"):
    """True if the present position occurred before."""

    kind: Literal["Repeat"]
    repetition_type: RepetitionType | None

    @property
    def _positions(self) -> str:
        return self.repetition_type.name if self.repetition_type else "Positional"

    def needs(self) -> tuple[Need, ...]:
        return (Repetition(self._positions),)

    def lower(self, x: "Context") -> n.Expr:
        return is_repeated(x, self._positions)


class IsTarget(BooleanFunction, keyword="is"):
    """True if pieces stand as in a target position."""

    kind: Literal["Target"]
    container: IntFunction | None = at_most_one_of(1)
    container_name: str | None = at_most_one_of(1)
    configuration: list[int]
    specific_site: int | None = at_most_one_of(2)
    specific_sites: list[int] | None = at_most_one_of(2)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return written(self, "container", "container_name")

    def lower(self, x: "Context") -> n.Expr:
        sites = self.specific_sites
        if self.specific_site is not None:
            sites = [self.specific_site]
        if x.spec.stacking:
            return self._in_stacks(x, sites)
        if sites is None:
            if x.spec.board.cells.count != len(self.configuration):
                return ops.FALSE
            sites = list(range(x.spec.default.count))
        if len(sites) != len(self.configuration):
            return ops.FALSE
        wanted = zip(sites, self.configuration, strict=True)
        return ops.both(*(ops.has(component_set(x, ops.number(what)), ops.number(site)) for site, what in wanted))

    def _in_stacks(self, x: "Context", sites: list[int] | None) -> n.Expr:
        """True if one of some sites holds just this stack, from the bottom up.

        compat: without sites those of the board are tried in order, up to the first whose stack has another height.
        """
        result: n.Expr = ops.FALSE
        for site in reversed(range(x.spec.default.count) if sites is None else sites):
            index = ops.number(site)
            as_high = ops.eq(x.store.load("height", index), ops.number(len(self.configuration)))
            levels = enumerate(self.configuration)
            alike = ops.both(*(ops.eq(x.store.what(index, ops.number(k)), ops.number(what)) for k, what in levels))
            others = ops.both(as_high, result) if sites is None else result
            result = ops.either(ops.both(as_high, alike), others)
        return result
