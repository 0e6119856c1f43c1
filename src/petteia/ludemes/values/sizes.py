"""Sizes of groups, lines, stacks, arrays, territories and large pieces."""

from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.enums import AbsoluteDirection, RoleType, SiteType
from petteia.ludemes.equipment.covering import cells_in_the_middle
from petteia.ludemes.needs import STACKING
from petteia.ludemes.puzzles.constraints import number_of_groups
from petteia.ludemes.queries.contents import (
    board_sites,
    held_by_any,
    last_to,
    on_board,
    seen_sites,
    stable,
)
from petteia.ludemes.queries.groups import biggest_group, count_groups, group_of, joined_where, neighbours, territory
from petteia.ludemes.queries.lines import longest_line
from petteia.ludemes.queries.roles import players_of, who_index
from petteia.ludemes.registry import named, one_of, written
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    RegionFunction,
)
from petteia.ludemes.values.count import sum_over

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "CountGroups",
    "CountLiberties",
    "CountSizeBiggestGroup",
    "CountSizeBiggestLine",
    "SizeArray",
    "SizeBiggestGroup",
    "SizeGroup",
    "SizeLargePiece",
    "SizeStack",
    "SizeTerritory",
]


def _unless_constant(is_visible: BooleanFunction | None) -> tuple[str, ...]:
    return () if is_visible is None or isinstance(is_visible, BooleanConstant) else ("isVisible",)


class CountGroups(IntFunction, keyword="count"):
    """The number of groups of connected sites."""

    kind: Literal["Groups"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return written(self, "through_any", "is_visible")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
        least = x.b.let("least", self.minimum.lower(x)) if self.minimum else ops.number(0)
        if x.spec.puzzle:
            return self._of_values(x, least)
        return count_groups(x, joined_where(x, self.if_), near, least)

    def _of_values(self, x: "Context", least: n.Expr) -> n.Expr:
        if self.if_ is not None:
            raise UnsupportedLudeme(["count Groups if: in a deduction puzzle"])
        return number_of_groups(x, least)


def _size_of_biggest(
    x: "Context",
    word: SiteType | None,
    directions: Direction | None,
    seeds: RegionFunction | None,
    condition: BooleanFunction | None,
    visible: BooleanFunction | None,
) -> n.Expr:
    """The size of the largest group, of those that have a site of a region where one is given."""
    seen_sites(x, word)
    near = neighbours(x, x.spec.sites_of(word), directions)
    starts = board_sites(x) if seeds is None else seeds.lower(x)
    seen_on = x.spec.sites_of(word) if isinstance(visible, BooleanConstant) and visible.value else None
    return biggest_group(x, starts, joined_where(x, condition), near, seen_on)


class CountSizeBiggestGroup(IntFunction, keyword="count"):
    """The size of the largest group of connected sites."""

    kind: Literal["SizeBiggestGroup"]
    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if")
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _unless_constant(self.is_visible)

    def lower(self, x: "Context") -> n.Expr:
        return _size_of_biggest(x, self.site_type, self.directions, self.through_any, self.if_, self.is_visible)


class CountLiberties(IntFunction, keyword="count"):
    """The number of empty sites next to a group."""

    kind: Literal["Liberties"]
    site_type: SiteType | None
    at: IntFunction | None = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
        start = stable(x, "start", self.at.lower(x) if self.at else last_to(x))
        group = group_of(x, start, near, None)
        if self.if_ is not None:
            test = self.if_
            within = x.sites_where(group, "to", lambda site: test.lower(x.bind(from_=start, to=site)))
            group = ops.flood(x.single(start), within, near)
        group = x.b.let("group", group)
        return ops.size(ops.minus(ops.intersect(ops.spread(near, group), x.store.empty_set()), group))


class CountSizeBiggestLine(IntFunction, keyword="count"):
    """The length of the longest line of sites."""

    kind: Literal["SizeBiggestLine"]
    site_type: SiteType | None
    directions: AbsoluteDirection | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        direction = BoardDirection[self.directions.name if self.directions else "Adjacent"]
        return longest_line(x, x.spec.sites_of(self.site_type), direction, joined_where(x, self.if_))


class SizeBiggestGroup(IntFunction, keyword="countSizeBiggestGroup"):
    """The size of the largest group, as a word of its own."""

    site_type: SiteType | None
    directions: Direction | None
    through_any: RegionFunction | None
    if_: BooleanFunction | None = named("if", at_most_one_of=1)
    is_visible: BooleanFunction | None = named("isVisible", at_most_one_of=1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _unless_constant(self.is_visible)

    def lower(self, x: "Context") -> n.Expr:
        return _size_of_biggest(x, self.site_type, self.directions, self.through_any, self.if_, self.is_visible)


class SizeStack(IntFunction, keyword="size"):
    """The height of the stacks on a site or region."""

    kind: Literal["Stack"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", at_most_one_of=1)
    at: IntFunction | None = named(at_most_one_of=1)
    keeps = (STACKING,)

    def lower(self, x: "Context") -> n.Expr:
        # compat: unlike the count of pieces, it sees hands from any board
        return sum_over(x, self.site_type, self.at, self.in_, x.store.count, hands=True)


class SizeArray(IntFunction, keyword="size"):
    """The length of an array."""

    kind: Literal["Array"]
    array: IntArrayFunction

    def lower(self, x: "Context") -> n.Expr:
        return self.array.lower(x).length()


class SizeTerritory(IntFunction, keyword="size"):
    """The number of empty sites a player surrounds."""

    kind: Literal["Territory"]
    site_type: SiteType | None
    role: RoleType | None = one_of(1)
    player: PlayerArgument | None = one_of(1)
    direction: AbsoluteDirection | None

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        direction = BoardDirection[self.direction.name if self.direction else "Adjacent"]
        if direction == BoardDirection.Rotational:  # compat: round a centre nothing borders on anything
            return ops.size(on_board(x, x.store.empty_set()))
        near = neighbours(x, sites, None, default=direction)
        return territory(x, self._owned(x), near)

    def _owned(self, x: "Context") -> n.Expr:
        empty = ops.empty_set(x.universe)
        if self.role is not None:
            owners = players_of(x, self.role)
        else:
            who = stable(x, "who", who_index(x, self.player, None, x.mover))
            owners = [(ops.eq(who, ops.number(p)), p) for p in range(x.spec.players + 2)]
        return ops.union(empty, *(ops.select(his, held_by_any(x, [p]), empty) for his, p in owners))


class SizeGroup(IntFunction, keyword="size"):
    """The size of the group of a site."""

    kind: Literal["Group"]
    site_type: SiteType | None
    at: IntFunction = named()
    directions: Direction | None
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
        return ops.size(group_of(x, self.at.lower(x), near, self.if_))


class SizeLargePiece(IntFunction, keyword="size"):
    """The number of sites that large pieces cover."""

    kind: Literal["LargePiece"]
    site_type: SiteType | None
    in_: RegionFunction | None = named("in", one_of=1)
    at: IntFunction | None = named(one_of=1)

    def lower(self, x: "Context") -> n.Expr:
        if self.in_ is not None:
            members = self.in_.lower(x)
        else:
            assert self.at is not None
            members = x.single(self.at.lower(x))
        sizes = [0, *(cells_in_the_middle(x, component) for component in x.spec.components)]
        table = x.b.table("sizes_of_pieces", n.INT, (len(sizes),), sizes)
        return x.total(members, "site", lambda site: ops.lookup(table, x.store.what(site)))
