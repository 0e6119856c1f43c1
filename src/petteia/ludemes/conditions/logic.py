"""Conditions: logic, comparison, and words other than `is`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions.comparing import compared, equal
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.needs import ALL_PASSED, Fact, Need
from petteia.ludemes.queries.contents import (
    component_set,
    held_by_index,
    occupied,
    on_board,
    pieces_of_owner,
    seen_sites,
)
from petteia.ludemes.queries.groups import each_group, group_of, neighbours
from petteia.ludemes.queries.occupation import PieceQuestion, owners_meant
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.queries.searches import can_make_a_move, next_is_stuck
from petteia.ludemes.quirks.levels import after_asking
from petteia.ludemes.registry import at_most_one_of, named, one_of, walk
from petteia.ludemes.types import (
    BooleanFunction,
    Direction,
    FloatFunction,
    IntArrayFunction,
    IntFunction,
    Moves,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "AllDiceEqual",
    "AllDiceUsed",
    "AllDifferent",
    "AllGroups",
    "AllPassed",
    "AllSites",
    "AllValues",
    "And",
    "AndAll",
    "AtLeast",
    "AtMost",
    "CanMove",
    "Equals",
    "GreaterThan",
    "IfCondition",
    "LessThan",
    "NoMoves",
    "NoPieces",
    "Not",
    "NotEqual",
    "Or",
    "OrAny",
    "RegionsEqual",
    "RegionsNotEqual",
    "ToBool",
    "WasPass",
    "Xor",
]


FLAG, FLAG_OF_NEXT = Fact("flag of a player without moves"), Fact("flag of the next player")
"""Needs of rules that read whether a player was without moves, and of those that find out about the next one."""


def _all_hold(x: "Context", whole: BooleanFunction, conditions: Sequence[BooleanFunction]) -> n.Expr:
    """True if conditions hold, asked from left to right up to the first that does not."""
    if any(_is_kept(x, one) for one in conditions):
        return _asked_one_by_one(x, conditions, ops.TRUE)
    return x.rules.cache.get_if_long(x, whole, "all_hold", lambda: ops.both(*_in_order(x, conditions, ops.FALSE)))


def _any_holds(x: "Context", whole: BooleanFunction, conditions: Sequence[BooleanFunction]) -> n.Expr:
    """True if one of some conditions holds, asked from left to right up to the first that does."""
    if any(_is_kept(x, one) for one in conditions):
        return _asked_one_by_one(x, conditions, ops.FALSE)
    return x.rules.cache.get_if_long(x, whole, "some_hold", lambda: ops.either(*_in_order(x, conditions, ops.TRUE)))


def _is_kept(x: "Context", condition: BooleanFunction) -> bool:
    """True if the answer to some part of a condition is kept, for other rules to read."""
    if not x.rules.kinds.is_answering or not {FLAG_OF_NEXT, FLAG} <= x.spec.needs:
        return False
    return any(isinstance(one, NoMoves) and one.role == RoleType.Next for one in walk(condition))


def _asked_one_by_one(x: "Context", conditions: Sequence[BooleanFunction], going_on: n.Const) -> n.Expr:
    """Conditions asked from left to right by statements, as long as the answers are alike."""
    found = x.b.variable("found", going_on)
    for condition in conditions:
        with x.b.if_(found if going_on == ops.TRUE else ops.negate(found)):
            x.b.assign(found, condition.lower(x))
        x = after_asking(x, condition)
    return found


def _in_order(x: "Context", conditions: Sequence[BooleanFunction], deciding: n.Expr) -> list[n.Expr]:
    """Conditions, up to one that is known to decide; only the first may have statements before it."""
    lowered: list[n.Expr] = []
    for condition in conditions:
        lowered.append(x.pure(partial(condition.lower, x)) if lowered else condition.lower(x))
        if lowered[-1] == deciding:
            return [deciding]
        x = after_asking(x, condition)
    return lowered


class AllSites(BooleanFunction, keyword="all"):
    """True if a condition holds on every site of a region."""

    kind: Literal["Sites"]
    region: RegionFunction
    if_: BooleanFunction = named("if")

    def lower(self, x: "Context") -> n.Expr:
        fails = x.exists(self.region.lower(x), "site", lambda site: ops.negate(self.if_.lower(x.bind(site=site))))
        return ops.negate(fails)


class AllDifferent(BooleanFunction, keyword="all"):
    """True if a condition holds on every site of a region and no two sites agree."""

    kind: Literal["Different"]
    region: RegionFunction
    if_: BooleanFunction = named("if")

    def lower(self, x: "Context") -> n.Expr:
        members = x.b.let("members", self.region.lower(x))
        fails = x.exists(members, "site", lambda site: ops.negate(self.if_.lower(x.bind(site=site))))
        kinds = [component_set(x, ops.number(what)) for what in range(len(x.spec.components) + 1)]
        once = [ops.le(ops.size(ops.intersect(members, kind)), ops.number(1)) for kind in kinds]
        return ops.both(ops.negate(fails), *once)


class AllDiceUsed(BooleanFunction, keyword="all"):
    """True if every die has been used this turn."""

    kind: Literal["DiceUsed"]

    def lower(self, x: "Context") -> n.Expr:
        dice = sum(container.count for container in x.spec.containers if container.is_dice)
        return ops.both(*(ops.eq(x.b.load("dice", ops.number(die)), ops.number(0)) for die in range(dice)))


class AllDiceEqual(BooleanFunction, keyword="all"):
    """True if all dice show the same face."""

    kind: Literal["DiceEqual"]

    def lower(self, x: "Context") -> n.Expr:
        if not any(container.is_dice for container in x.spec.containers):
            return ops.FALSE
        return ops.eq(x.b.load("dice_equal"), ops.number(1))


class AllPassed(BooleanFunction, keyword="all"):
    """True if every player passed in turn."""

    kind: Literal["Passed"]
    keeps = (ALL_PASSED,)

    def lower(self, x: "Context") -> n.Expr:
        enough = ops.ge(x.b.load("moves"), ops.number(x.spec.players))
        return ops.both(enough, x.rules.ending.all_passed(x))


class AllGroups(BooleanFunction, keyword="all"):
    """True if a condition holds for every group of connected sites."""

    kind: Literal["Groups"]
    site_type: SiteType | None
    directions: Direction | None
    of: BooleanFunction | None = named()
    if_: BooleanFunction = named("if")

    def lower(self, x: "Context") -> n.Expr:
        seen_sites(x, self.site_type)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)

        def search(found: Callable[[], None]) -> None:
            def test(group: n.Expr) -> None:
                with x.b.if_(ops.negate(self.if_.lower(x.with_(region=group)))):
                    found()

            if self.of is None:
                mine = on_board(x, held_by_index(x, x.mover))
                each_group(x, ops.intersect(mine, pieces_of_owner(x, x.mover)), mine, near, test)
            else:
                self._each_group_of(x, self.of, near, test)

        return ops.negate(x.any_of("some_group_fails", search))

    @staticmethod
    def _each_group_of(x: "Context", joins: BooleanFunction, near: n.Table, body: Callable[[n.Expr], None]) -> None:
        """Groups of sites that a condition joins, each found from its first occupied site."""
        b = x.b
        left = b.variable("left", on_board(x, occupied(x)))
        with b.while_(ops.negate(ops.is_empty(left))):
            seed = b.let("seed", ops.first(left))
            x.store.mark_valid(seed)
            group = b.let("group", group_of(x, seed, near, joins))
            b.assign(left, ops.minus(left, ops.union(group, ops.single(x.universe, seed))))
            with b.if_(ops.negate(ops.is_empty(group))):
                body(group)


class AllValues(BooleanFunction, keyword="all"):
    """True if a condition holds for every value of an array."""

    kind: Literal["Values"]
    array: IntArrayFunction
    if_: BooleanFunction = named("if")

    def lower(self, x: "Context") -> n.Expr:
        numbers = self.array.lower(x)

        def search(found: Callable[[], None]) -> None:
            def test(value: n.Expr) -> None:
                with x.b.if_(ops.negate(self.if_.lower(x.bind(value=value)))):
                    found()

            numbers.each(test)

        return ops.negate(x.any_of("some_value_fails", search))


class And(BooleanFunction, keyword="and"):
    """True if both conditions hold; the second is asked only after the first."""

    a: BooleanFunction
    b: BooleanFunction
    joins = "and"

    def lower(self, x: "Context") -> n.Expr:
        return _all_hold(x, self, [self.a, self.b])


class AndAll(BooleanFunction, keyword="and"):
    """True if all conditions hold, asked from left to right."""

    operands: list[BooleanFunction]
    joins = "and"

    def lower(self, x: "Context") -> n.Expr:
        return _all_hold(x, self, self.operands)


class CanMove(BooleanFunction, keyword="can"):
    """True if any of the moves can be made."""

    kind: Literal["Move"]
    moves: Moves

    def lower(self, x: "Context") -> n.Expr:
        return x.rules.cache.get(x, self, "can_make_a_move", lambda: can_make_a_move(x, self.moves))


def _equal(x: "Context", a: IntFunction, b: IntFunction | None, role: RoleType | None) -> n.Expr:
    """True if an integer equals another, or the index of a role."""
    if b is not None:
        return equal(x, a, b)
    assert role is not None
    return equal(x, a, role_index(x, role))


class Equals(BooleanFunction, keyword="equals", alias="="):
    """True if two integers, or an integer and a player, are equal."""

    value_a: IntFunction
    value_b: IntFunction | None = one_of(1)
    role_b: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        return _equal(x, self.value_a, self.value_b, self.role_b)


class RegionsEqual(BooleanFunction, keyword="equals", alias="="):
    """True if two regions hold the same sites."""

    region_a: RegionFunction
    region_b: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.same(self.region_a.lower(x), self.region_b.lower(x))


class AtLeast(BooleanFunction, keyword="ge", alias=">="):
    """True if an integer is at least another."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return compared(x, ops.ge, self.value_a, self.value_b)


class GreaterThan(BooleanFunction, keyword="gt", alias=">"):
    """True if an integer is greater than another."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return compared(x, ops.gt, self.value_a, self.value_b)


class IfCondition(BooleanFunction, keyword="if"):
    """One condition or another, depending on a third."""

    condition: BooleanFunction
    value: BooleanFunction
    otherwise: BooleanFunction | None

    def lower(self, x: "Context") -> n.Expr:
        condition = self.condition.lower(x)
        if isinstance(condition, n.Const):
            chosen = self.value if condition.value else self.otherwise
            return chosen.lower(x) if chosen else ops.FALSE
        condition = x.b.let("condition", condition) if self.otherwise else condition
        yes = ops.both(condition, x.pure(lambda: self.value.lower(x)))
        otherwise = self.otherwise
        if otherwise is None:
            return yes
        return ops.either(yes, ops.both(ops.negate(condition), x.pure(lambda: otherwise.lower(x))))


class AtMost(BooleanFunction, keyword="le", alias="<="):
    """True if an integer is at most another."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return compared(x, ops.le, self.value_a, self.value_b)


class LessThan(BooleanFunction, keyword="lt", alias="<"):
    """True if an integer is less than another."""

    value_a: IntFunction
    value_b: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        return compared(x, ops.lt, self.value_a, self.value_b)


class NoMoves(BooleanFunction, keyword="no"):
    """True if a player has no legal move."""

    kind: Literal["Moves"]
    role: RoleType

    def needs(self) -> tuple[Need, ...]:
        return (FLAG_OF_NEXT if self.role == RoleType.Next else FLAG,)

    def lower(self, x: "Context") -> n.Expr:
        if self.role == RoleType.Next:
            stuck = next_is_stuck(x)
            if _is_kept(x, self) and stuck != ops.FALSE:
                # compat: rules that ask for the mover, say, read the latest answer of whoever was next
                stuck = x.b.let("stuck", stuck)
                x.b.store("stalemated", [x.next], ops.to_int(stuck))
            return stuck
        who = x.b.let("who", role_index(x, self.role))
        known = ops.both(ops.le(ops.number(0), who), ops.le(who, ops.number(x.spec.players + 1)))
        return ops.FALSE if known == ops.FALSE else ops.both(known, ops.eq(x.b.load("stalemated", who), ops.number(1)))


class NoPieces(BooleanFunction, keyword="no"):
    """True if a player has no piece of a kind and place."""

    kind: Literal["Pieces"]
    site_type: SiteType | None
    role: RoleType | None = at_most_one_of(1)
    of: IntFunction | None = named(at_most_one_of=1)
    name: str | None
    in_: RegionFunction | None = named("in")

    def lower(self, x: "Context") -> n.Expr:
        owners = owners_meant(x, self.role, self.of)
        where = self.in_.lower(x) if self.in_ else None
        return ops.negate(PieceQuestion(x, self.site_type, owners, self.name, where, None).exists())


class Not(BooleanFunction, keyword="not"):
    """True if a condition does not hold."""

    a: BooleanFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.negate(self.a.lower(x))


class NotEqual(BooleanFunction, keyword="notEqual", alias="!="):
    """True if two integers, or an integer and a player, differ."""

    value_a: IntFunction
    value_b: IntFunction | None = one_of(1)
    role_b: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        return ops.negate(_equal(x, self.value_a, self.value_b, self.role_b))


class RegionsNotEqual(BooleanFunction, keyword="notEqual", alias="!="):
    """True if two regions differ."""

    region_a: RegionFunction
    region_b: RegionFunction

    def lower(self, x: "Context") -> n.Expr:
        return ops.negate(ops.same(self.region_a.lower(x), self.region_b.lower(x)))


class Or(BooleanFunction, keyword="or"):
    """True if either condition holds; the second is asked only if the first does not."""

    a: BooleanFunction
    b: BooleanFunction
    joins = "or"

    def lower(self, x: "Context") -> n.Expr:
        return _any_holds(x, self, [self.a, self.b])


class OrAny(BooleanFunction, keyword="or"):
    """True if any condition holds, asked from left to right."""

    operands: list[BooleanFunction]
    joins = "or"

    def lower(self, x: "Context") -> n.Expr:
        return _any_holds(x, self, self.operands)


class ToBool(BooleanFunction, keyword="toBool"):
    """True if a number is not zero."""

    integer: IntFunction | None = one_of(1)
    number: FloatFunction | None = one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("number",) if self.number else ()

    def lower(self, x: "Context") -> n.Expr:
        assert self.integer is not None
        return ops.ne(self.integer.lower(x), ops.number(0))


class WasPass(BooleanFunction, keyword="was"):
    """True if the last move was a pass."""

    kind: Literal["Pass"]

    def lower(self, x: "Context") -> n.Expr:
        return x.rules.last_was_pass()


class Xor(BooleanFunction, keyword="xor"):
    """True if exactly one of two conditions holds."""

    a: BooleanFunction
    b: BooleanFunction

    def lower(self, x: "Context") -> n.Expr:
        a, b = x.b.let("a", self.a.lower(x)), x.b.let("b", self.b.lower(x))
        return ops.either(ops.both(a, ops.negate(b)), ops.both(ops.negate(a), b))
