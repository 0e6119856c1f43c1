"""Lists of integers in rules: a list is a way to go through its values; what rules ask of it follows from that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

Body = Callable[[n.Expr], None]
"""Writes the statements that are run for one value."""


class Numbers:
    """A list of integers; `each` writes statements that run a body for every value, in order.

    What is asked of a list becomes a function of the program, so it may be asked anywhere in an expression.
    """

    def __init__(self, x: Context) -> None:
        self.x = x

    def each(self, body: Body) -> None:
        """Writes a loop over the values."""
        raise NotImplementedError

    def length(self) -> n.Expr:
        """How many values there are."""
        return self._sum("length", lambda value: ops.number(1))

    def total(self) -> n.Expr:
        """The sum of the values."""
        return self._sum("total", lambda value: value)

    def count(self, wanted: n.Expr) -> n.Expr:
        """How often a value occurs."""
        return self._sum("occurrences", lambda value: ops.to_int(ops.eq(value, wanted)))

    def contains(self, wanted: n.Expr) -> n.Expr:
        """True if a value occurs."""

        def search(found: Callable[[], None]) -> None:
            def test(value: n.Expr) -> None:
                with self.x.b.if_(ops.eq(value, wanted)):
                    found()

            self.each(test)

        return self.x.any_of("contains", search)

    def product(self) -> n.Expr:
        """The product of the values, 0 if there are none."""
        empty = ops.eq(self.length(), ops.number(0))
        return ops.select(empty, ops.number(0), self._fold("product", ops.number(1), ops.mul))

    def greatest(self) -> n.Expr:
        """The greatest value, -1 if there are none."""
        lowest = ops.number(-(2**31))
        return self._unless_empty(self._fold("greatest", lowest, lambda a, b: ops.arithmetic("max", a, b)))

    def least(self) -> n.Expr:
        """The least value, -1 if there are none."""
        highest = ops.number(2**31 - 1)
        return self._unless_empty(self._fold("least", highest, lambda a, b: ops.arithmetic("min", a, b)))

    def at(self, index: n.Expr) -> n.Expr:
        """The value at an index, -1 outside the list."""
        x = self.x
        with x.b.block() as body:
            place = x.b.variable("place", ops.number(0))

            def pick(value: n.Expr) -> None:
                with x.b.if_(ops.eq(place, index)):
                    x.b.return_(value)
                x.b.assign(place, ops.add(place, ops.number(1)))

            self.each(pick)
        return x.outline("value_at", (*body, n.Return(ops.NOWHERE)), n.INT)

    def _unless_empty(self, value: n.Expr) -> n.Expr:
        return ops.select(ops.eq(self.length(), ops.number(0)), ops.NOWHERE, value)

    def _sum(self, name: str, term: Callable[[n.Expr], n.Expr]) -> n.Expr:
        return self._fold(name, ops.number(0), lambda result, value: ops.add(result, term(value)))

    def _fold(self, name: str, initial: n.Expr, combine: Callable[[n.Expr, n.Expr], n.Expr]) -> n.Expr:
        x = self.x
        with x.b.block() as body:
            result = x.b.variable(name, initial)
            self.each(lambda value: x.b.assign(result, combine(result, value)))
        return x.outline(name, (*body, n.Return(result)), n.INT)


class Listed(Numbers):
    """Values that stand in the description one by one."""

    def __init__(self, x: Context, values: Iterable[n.Expr]) -> None:
        super().__init__(x)
        self.values = list(values)

    def each(self, body: Body) -> None:
        for value in self.values:
            body(value)

    def length(self) -> n.Expr:
        return ops.number(len(self.values))

    def contains(self, wanted: n.Expr) -> n.Expr:
        return ops.either(*(ops.eq(value, wanted) for value in self.values))

    def at(self, index: n.Expr) -> n.Expr:
        if isinstance(index, n.Const):
            return self.values[index.value] if 0 <= index.value < len(self.values) else ops.NOWHERE
        return super().at(index)

    def _fold(self, name: str, initial: n.Expr, combine: Callable[[n.Expr, n.Expr], n.Expr]) -> n.Expr:
        for value in self.values:
            initial = combine(initial, value)
        return initial


class SitesOf(Numbers):
    """The sites of a set, ascending."""

    def __init__(self, x: Context, members: n.Expr) -> None:
        super().__init__(x)
        self.members = members

    def each(self, body: Body) -> None:
        with self.x.b.for_("value", self.members) as value:
            self.x.store.mark_valid(value)
            body(value)

    def length(self) -> n.Expr:
        return ops.size(self.members)

    def contains(self, wanted: n.Expr) -> n.Expr:
        return ops.has(self.members, wanted)


class Kept(Numbers):
    """The values of a list that is part of the state."""

    def __init__(self, x: Context, field: str) -> None:
        super().__init__(x)
        self.field = field

    def each(self, body: Body) -> None:
        with self.x.b.range_("place", ops.number(0), n.Length(self.field)) as place:
            body(self.x.b.let("value", self.x.b.load(self.field, place)))

    def length(self) -> n.Expr:
        return n.Length(self.field)


class Computed(Numbers):
    """Values that a loop of its own finds."""

    def __init__(self, x: Context, loop: Callable[[Body], None]) -> None:
        super().__init__(x)
        self._loop = loop

    def each(self, body: Body) -> None:
        self._loop(body)


def chosen(x: Context, condition: n.Expr, a: Numbers, b: Numbers) -> Numbers:
    """One list or another."""
    if isinstance(condition, n.Const):
        return a if condition.value else b

    def loop(body: Body) -> None:
        with x.b.block() as yes:
            a.each(body)
        with x.b.block() as no:
            b.each(body)
        x.b.place_if(condition, yes, no)

    return Computed(x, loop)


def joined(x: Context, lists: list[Numbers]) -> Numbers:
    """The first list, then the values of the others that have not occurred yet."""

    def loop(body: Body) -> None:
        lists[0].each(body)
        for i in range(1, len(lists)):
            _each_new(x, lists[:i], lists[i], body)

    return Computed(x, loop)


def _each_new(x: Context, before: list[Numbers], values: Numbers, body: Body) -> None:
    """Runs a body for the values that earlier lists do not have, a repeated one the first time only."""
    place = x.b.variable("place", ops.number(0))

    def test(value: n.Expr) -> None:
        x.b.assign(place, ops.add(place, ops.number(1)))
        first = ops.eq(_occurrences_among_first(x, values, place, value), ops.number(1))
        new = ops.negate(ops.either(*(one.contains(value) for one in before)))
        with x.b.if_(ops.both(new, first)):
            body(value)

    values.each(test)


def common(x: Context, values: Numbers, others: list[Numbers]) -> Numbers:
    """The values of a list that all others have too."""

    def loop(body: Body) -> None:
        def keep(value: n.Expr) -> None:
            with x.b.if_(ops.both(*(other.contains(value) for other in others))):
                body(value)

        values.each(keep)

    return Computed(x, loop)


def without(x: Context, values: Numbers, removed: Numbers) -> Numbers:
    """A list from which, for each value of another, the first that equals it is taken out."""

    def loop(body: Body) -> None:
        place = x.b.variable("place", ops.number(0))

        def keep(value: n.Expr) -> None:
            x.b.assign(place, ops.add(place, ops.number(1)))
            earlier = _occurrences_among_first(x, values, place, value)
            with x.b.if_(ops.gt(earlier, removed.count(value))):
                body(value)

        values.each(keep)

    return Computed(x, loop)


def _occurrences_among_first(x: Context, values: Numbers, many: n.Expr, wanted: n.Expr) -> n.Expr:
    """How often a value occurs among the first so many values of a list."""
    with x.b.block() as statements:
        seen = x.b.variable("seen", ops.number(0))
        equal = x.b.variable("equal", ops.number(0))

        def test(value: n.Expr) -> None:
            with x.b.if_(ops.eq(seen, many)):
                x.b.return_(equal)
            x.b.assign(seen, ops.add(seen, ops.number(1)))
            with x.b.if_(ops.eq(value, wanted)):
                x.b.assign(equal, ops.add(equal, ops.number(1)))

        values.each(test)
    return x.outline("occurrences_so_far", (*statements, n.Return(equal)), n.INT)
