"""Arguments of moves: where from, over what, where to, which piece, what then."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import AbsoluteDirection, SiteType
from petteia.ludemes.equipment.tiles import rotations_of
from petteia.ludemes.needs import ROTATIONS, STACKING, STATES, Need
from petteia.ludemes.registry import Ludeme, at_most_one_of, named, one_of
from petteia.ludemes.types import (
    Apply,
    BooleanFunction,
    IntArrayFunction,
    IntConstant,
    IntFunction,
    NonDecision,
    RangeFunction,
    RegionFunction,
)
from petteia.ludemes.values.lists import Listed, Numbers

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.lowering.spec import GameSpec


__all__ = [
    "ApplyEffect",
    "ApplyEffectIf",
    "ApplyIf",
    "Between",
    "From",
    "PieceArgument",
    "PlayerArgument",
    "Rotations",
    "Then",
    "To",
    "components_of",
    "condition_of",
    "effect_of",
    "for_each_site",
]


class ApplyEffect(Apply, keyword="apply"):
    """An effect that goes with a move."""

    effect: NonDecision

    def lower(self, x: "Context", sink: "Sink") -> None:
        self.effect.lower(x, sink)


class ApplyEffectIf(Apply, keyword="apply"):
    """An effect that goes with a move where a condition holds."""

    if_: BooleanFunction = named("if")
    effect: NonDecision

    def lower(self, x: "Context", sink: "Sink") -> None:
        with x.b.if_(self.if_.lower(x)):
            self.effect.lower(x, sink)


class ApplyIf(Apply, keyword="apply"):
    """A condition without an effect of its own."""

    if_: BooleanFunction = named("if")

    def lower(self, x: "Context", sink: "Sink") -> None:
        """A condition alone has no effect."""


def effect_of(apply: Apply | None) -> NonDecision | None:
    """The effect of an `(apply ..)`, without its condition."""
    return apply.effect if isinstance(apply, ApplyEffect | ApplyEffectIf) else None


def condition_of(apply: Apply | None) -> BooleanFunction | None:
    """The condition of an `(apply ..)`."""
    return apply.if_ if isinstance(apply, ApplyIf | ApplyEffectIf) else None


class Between(Ludeme, keyword="between"):
    """Sites between the start and the goal of a move: distances, condition, effect."""

    before: IntFunction | None = named()
    range: RangeFunction | None
    after: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")
    trail: IntFunction | None = named()
    effect: Apply | None


class From(Ludeme, keyword="from"):
    """Where a move may start: sites, level, condition."""

    site_type: SiteType | None
    region: RegionFunction | None = at_most_one_of(1)
    site: IntFunction | None = at_most_one_of(1)
    level: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")

    def needs(self) -> tuple[Need, ...]:
        return (STACKING,) if self.level is not None else ()

    def context(self, x: "Context") -> "Context":
        """The context in which the contents of these sites are seen; hands belong to what is played on."""
        return x.on(None if is_in_hand(self.site or self.region, self.site_type, x.spec) else self.site_type)


def is_in_hand(sites: object, kind: SiteType | None, spec: "GameSpec") -> bool:
    """True if sites are surely those of hands: by their word, as cells by number, or as all that a map leads to."""
    if isinstance(sites, IntConstant):
        hands = spec.containers[1:2] if kind == SiteType.Cell else ()
        return any(sites.value >= hand.first for hand in hands)
    if isinstance(sites, IntFunction) and (values := sites.listed_values(spec)):
        return all(is_in_hand(value, kind, spec) for value in values)
    return isinstance(sites, IntFunction | RegionFunction) and sites.is_in_hand


class PieceArgument(Ludeme, keyword="piece"):
    """One of several pieces, by name or index."""

    name_component: str | None = one_of(1)
    component: IntFunction | None = one_of(1)
    name_components: list[str] | None = one_of(1)
    components: list[IntFunction] | None = one_of(1)
    state: IntFunction | None = named()

    def needs(self) -> tuple[Need, ...]:
        return (STATES,) if self.state is not None else ()


def components_of(x: "Context", what: PieceArgument | None) -> list[n.Expr]:
    """The components a `(piece ..)` argument names; by default the one with the mover's number."""
    if what is None:
        numbers = [x.mover]
    elif names := what.name_components or ([what.name_component] if what.name_component else []):
        found = [x.spec.component_by_name(name) for name in names]
        return [ops.number(component.index) for component in found if component]
    else:
        numbers = [number.lower(x) for number in what.components or ([what.component] if what.component else [])]
    last = len(x.spec.components)
    return [one for one in numbers if not (isinstance(one, n.Const) and not 0 <= one.value <= last)]


class PlayerArgument(Ludeme, keyword="player"):
    """A player by index."""

    index: IntFunction


class Rotations(IntArrayFunction, keyword="rotations"):
    """The rotations a piece may take where it lands."""

    direction_of_rotation: AbsoluteDirection | None = one_of(1)
    directions_of_rotation: list[AbsoluteDirection] | None = one_of(1)
    keeps = (ROTATIONS,)

    def lower(self, x: "Context") -> Numbers:
        written = self.directions_of_rotation or ([self.direction_of_rotation] if self.direction_of_rotation else [])
        return Listed(x, map(ops.number, rotations_of(x, [Direction[one.name] for one in written])))


class Then(Ludeme, keyword="then"):
    """Consequent of a move."""

    moves: NonDecision
    apply_after_all_moves: bool | None = named("applyAfterAllMoves")


class To(Ludeme, keyword="to"):
    """Where a move may end: sites, level, condition, effect."""

    site_type: SiteType | None
    region: RegionFunction | None = at_most_one_of(1)
    site: IntFunction | None = at_most_one_of(1)
    level: IntFunction | None = named()
    rotations: Rotations | None
    if_: BooleanFunction | None = named("if")
    effect: Apply | None

    def context(self, x: "Context") -> "Context":
        """The context in which the contents of these sites are seen; hands belong to what is played on."""
        return x.on(None if is_in_hand(self.site or self.region, self.site_type, x.spec) else self.site_type)


def for_each_site(
    x: "Context", site: IntFunction | None, region: RegionFunction | None, slot: str, body: Callable[[n.Expr], None]
) -> None:
    """Runs `body` for the sites of a region, or for one site (by default the iterator's) if it exists."""
    if region is not None:
        with x.b.for_(slot, region.lower(x)) as each:
            x.store.mark_valid(each)
            body(each)
        return
    only = x.b.let(slot, site.lower(x) if site else x.slot(slot))
    with x.b.if_(x.store.exists(only)):
        body(only)
