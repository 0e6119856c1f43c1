"""Lists of integers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import PlayersManyType, PlayersTeamType, RoleType, SiteType
from petteia.ludemes.play.memory import remembered_field
from petteia.ludemes.queries.contents import held_by_index, on_board, owned_pieces, pieces_of_owner, seen_sites, stable
from petteia.ludemes.queries.groups import Whose, each_group, joined_where, neighbours
from petteia.ludemes.queries.roles import role_index, team_of
from petteia.ludemes.queries.visibility import visible_part
from petteia.ludemes.regions.board import SitesListed
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    RegionFunction,
)
from petteia.ludemes.values.lists import Body, Computed, Kept, Listed, Numbers, SitesOf, chosen, common, joined, without

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "ArrayDifference",
    "ArrayIf",
    "ArrayIntersection",
    "ArrayIntersectionAll",
    "ArrayOfInts",
    "ArrayOfRegion",
    "ArrayUnion",
    "ArrayUnionAll",
    "ArrayValue",
    "PlayersMany",
    "PlayersOfTeam",
    "RememberedValues",
    "Results",
    "SizesGroup",
]


class ArrayOfRegion(IntArrayFunction, keyword="array"):
    """The sites of a region as an array."""

    region: RegionFunction

    def lower(self, x: "Context") -> Numbers:
        if isinstance(self.region, SitesListed) and (numbers := self.region.numbers_beyond(x)):
            return Listed(x, map(ops.number, numbers))
        return SitesOf(x, self.region.lower(x))


class ArrayOfInts(IntArrayFunction, keyword="array"):
    """The array of the integers given."""

    ints: list[IntFunction]

    def lower(self, x: "Context") -> Numbers:
        return Listed(x, [value.lower(x) for value in self.ints])


class ArrayValue(IntFunction, keyword="arrayValue"):
    """The element of an array at an index, -1 outside it."""

    array: IntArrayFunction
    index: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        return self.array.lower(x).at(stable(x, "index", self.index.lower(x)))


class ArrayDifference(IntArrayFunction, keyword="difference"):
    """An array without some of its values."""

    source: IntArrayFunction
    subtraction: IntArrayFunction | None = one_of(1)
    int_to_remove: IntFunction | None = one_of(1)

    def lower(self, x: "Context") -> Numbers:
        source = self.source.lower(x)
        if self.subtraction is not None:
            return without(x, source, self.subtraction.lower(x))
        assert self.int_to_remove is not None
        return without(x, source, Listed(x, [stable(x, "removed", self.int_to_remove.lower(x))]))


class ArrayIf(IntArrayFunction, keyword="if"):
    """One array or another, depending on a condition."""

    condition: BooleanFunction
    value: IntArrayFunction
    otherwise: IntArrayFunction | None

    def lower(self, x: "Context") -> Numbers:
        otherwise = self.otherwise.lower(x) if self.otherwise else Listed(x, [])
        return chosen(x, self.condition.lower(x), self.value.lower(x), otherwise)


class ArrayIntersection(IntArrayFunction, keyword="intersection"):
    """The values two arrays share."""

    array1: IntArrayFunction
    array2: IntArrayFunction

    def lower(self, x: "Context") -> Numbers:
        return common(x, self.array2.lower(x), [self.array1.lower(x)])


class ArrayIntersectionAll(IntArrayFunction, keyword="intersection"):
    """The values all arrays share."""

    arrays: list[IntArrayFunction]

    def lower(self, x: "Context") -> Numbers:
        arrays = [array.lower(x) for array in self.arrays]
        return common(x, arrays[0], arrays[1:]) if arrays else Listed(x, [])


class PlayersOfTeam(IntArrayFunction, keyword="players"):
    """The players of a team."""

    player_type: PlayersTeamType
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> Numbers:
        number = int(self.player_type.name.removeprefix("Team"))
        if not x.spec.teams:  # compat: the condition is not asked
            return Listed(x, [ops.number(number)] if number <= x.spec.players else [])
        members = [ops.number(player) for player, team in x.spec.teams.items() if team == number]
        if self.if_ is None and not x.spec.teams_change:
            return Listed(x, members)
        everyone = [ops.number(player) for player in x.spec.teams]
        candidates = everyone if x.spec.teams_change else members
        return Computed(x, lambda body: self._each(x, ops.number(number), candidates, body))

    def _each(self, x: "Context", number: n.Expr, candidates: list[n.Const], body: Body) -> None:
        for player in candidates:
            holds = ops.TRUE if self.if_ is None else self.if_.lower(x.bind(player=player))
            with x.b.if_(ops.both(ops.eq(team_of(x, player), number), holds)):
                body(player)


class PlayersMany(IntArrayFunction, keyword="players"):
    """The players that stand in a relation to one."""

    player_type: PlayersManyType
    of: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> Numbers:
        return Computed(x, lambda body: self._each(x, body))

    def _each(self, x: "Context", body: Body) -> None:
        players = x.spec.players
        of = stable(x, "of", self.of.lower(x) if self.of else x.mover)
        known = ops.both(ops.le(ops.number(1), of), ops.le(of, ops.number(players)))
        with x.b.if_(ops.TRUE if self.of is None else known):
            if self.player_type == PlayersManyType.Friend and not x.spec.teams:
                body(of)  # compat: the condition is not asked
                return
            for player in self._candidates(players):
                index = ops.number(player)
                holds = ops.TRUE if self.if_ is None else self.if_.lower(x.bind(player=index))
                with x.b.if_(ops.both(self._is_meant(x, index, of), holds)):
                    body(index)

    def _candidates(self, players: int) -> range:
        if self.player_type == PlayersManyType.All:
            return range(players + 2)
        return range(players + 1) if self.player_type == PlayersManyType.NonMover else range(1, players + 1)

    def _is_meant(self, x: "Context", player: n.Expr, of: n.Expr) -> n.Expr:
        """True if a player stands in the relation to another; without teams everyone is in one of his own."""
        together = ops.eq(team_of(x, player), team_of(x, of))
        match self.player_type:
            case PlayersManyType.NonMover:
                return ops.ne(player, x.mover)
            case PlayersManyType.Enemy:
                apart = ops.negate(together)
                return ops.both(apart, ops.ne(player, x.mover)) if x.spec.teams else apart
            case PlayersManyType.Friend:
                return together
            case PlayersManyType.Ally:
                return ops.both(together, ops.ne(player, of))
        return ops.TRUE


@contextmanager
def _for_each(x: "Context", name: str, site: IntFunction | None, region: RegionFunction | None) -> Iterator[n.Expr]:
    """Statements for each site of a region, or for a single number that is not negative, a site or not."""
    if region is not None:
        with x.b.for_(name, region.lower(x)) as each:
            x.store.mark_valid(each)
            yield each
        return
    assert site is not None
    only = x.b.let(name, site.lower(x))
    with x.b.if_(ops.ge(only, ops.number(0))):
        yield only


class Results(IntArrayFunction, keyword="results"):
    """The values of a function over pairs of sites."""

    from_site: IntFunction | None = named("from", one_of=1)
    from_region: RegionFunction | None = named("from", one_of=1)
    to_site: IntFunction | None = named("to", one_of=2)
    to_region: RegionFunction | None = named("to", one_of=2)
    function: IntFunction

    def lower(self, x: "Context") -> Numbers:
        return Computed(x, lambda body: self._each(x, body))

    def _each(self, x: "Context", body: Body) -> None:
        with _for_each(x, "from", self.from_site, self.from_region) as source:
            here = x.bind(from_=source)
            with _for_each(here, "to", self.to_site, self.to_region) as target:
                body(x.b.let("result", self.function.lower(here.bind(to=target))))


class SizesGroup(IntArrayFunction, keyword="sizes"):
    """The sizes of all groups."""

    kind: Literal["Group"]
    site_type: SiteType | None
    directions: Direction | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    if_: BooleanFunction | None = named("if", at_most_one_of=1)
    minimum: IntFunction | None = named("min")
    is_visible: BooleanFunction | None = named("isVisible")

    def unsupported_arguments(self) -> tuple[str, ...]:
        known = self.is_visible is None or isinstance(self.is_visible, BooleanConstant)
        return () if known else ("isVisible",)

    def lower(self, x: "Context") -> Numbers:
        return Computed(x, lambda body: self._each(x, body))

    def _each(self, x: "Context", body: Body) -> None:
        seen_sites(x, self.site_type)
        sites = x.spec.sites_of(self.site_type)
        if sites.type != x.spec.board.use:
            raise UnsupportedLudeme(["sizes Group of another type of sites than the one played on"])
        near = neighbours(x, sites, self.directions, BoardDirection.Adjacent)
        least = x.b.let("least", self.minimum.lower(x)) if self.minimum else ops.number(0)
        seeds, within = self._sites(x)

        def hand_on(group: n.Expr) -> None:
            size = x.b.let("size", ops.size(group))
            with x.b.if_(ops.ge(size, least)):
                body(size)

        if isinstance(self.is_visible, BooleanConstant) and self.is_visible.value:
            each_group(x, seeds, visible_part(x, sites, within), near, hand_on, sites, whose=self._whose(x))
        else:
            each_group(x, seeds, within, near, hand_on, whose=self._whose(x))

    def _whose(self, x: "Context") -> Whose:
        players = x.spec.players
        if self.of is None and self.role in (None, RoleType.All, RoleType.Shared):
            return lambda owner: ops.truth(1 <= owner <= players)
        who = stable(x, "who", self.of.lower(x) if self.of else role_index(x, self.role or RoleType.All))
        return lambda owner: ops.eq(who, ops.number(owner))

    def _sites(self, x: "Context") -> tuple[n.Expr, n.Expr]:
        """Where groups begin, and what they are made of."""
        players = x.spec.players
        if self.if_ is not None:  # compat: with a condition alone groups begin at shared pieces only
            if any(component.owner == players + 1 for component in x.spec.components):
                raise UnsupportedLudeme(["sizes Group with if: where there are shared pieces"])
            return ops.empty_set(x.universe), ops.empty_set(x.universe)
        if self.of is None and self.role in (None, RoleType.All, RoleType.Shared):
            return on_board(x, owned_pieces(x, range(1, players + 1))), joined_where(x, None)
        assert self.role is not None or self.of is not None
        who = self.of.lower(x) if self.of else role_index(x, self.role or RoleType.All)
        held = on_board(x, held_by_index(x, who))
        return ops.intersect(held, pieces_of_owner(x, who)), held


class ArrayUnion(IntArrayFunction, keyword="union"):
    """The values of either array."""

    array1: IntArrayFunction
    array2: IntArrayFunction

    def lower(self, x: "Context") -> Numbers:
        return joined(x, [self.array1.lower(x), self.array2.lower(x)])


class ArrayUnionAll(IntArrayFunction, keyword="union"):
    """The values of any of the arrays."""

    arrays: list[IntArrayFunction]

    def lower(self, x: "Context") -> Numbers:
        arrays = [array.lower(x) for array in self.arrays]
        return joined(x, arrays) if arrays else Listed(x, [])


class RememberedValues(IntArrayFunction, keyword="values"):
    """The values remembered under a name."""

    kind: Literal["Remembered"]
    name: str | None

    def lower(self, x: "Context") -> Numbers:
        return Kept(x, remembered_field(x, self.name))
