"""Constraints of deduction puzzles, true while undecided, and the moves that break none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.enums import PuzzleElementType, RegionTypeStatic
from petteia.ludemes.lowering.drafts import FORM, Draft
from petteia.ludemes.puzzles.facts import RegionGroup, givens_of, hints_of, region_groups, satisfy_rule, variables_of
from petteia.ludemes.puzzles.rules import HintValue
from petteia.ludemes.puzzles.store import ASSIGNED, OPEN, VALUES, AssignValue, ToggleValue, puzzle_store
from petteia.ludemes.values.iterators import EdgeSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.puzzles.facts import HintFacts
    from petteia.ludemes.puzzles.rules import SetPuzzleValues
    from petteia.ludemes.types import BooleanFunction, IntFunction

_ZERO, _ONE = ops.number(0), ops.number(1)


# ---------------------------------------------------------------------------------------------------------------
# Play


def constraints_hold(x: Context) -> n.Expr:
    """True if no constraint of the puzzle is broken; they are asked in order until one fails."""
    b, x = x.b, x.unbound()
    with b.block() as body:
        for constraint in satisfy_rule(x.spec.game).all_constraints():
            with b.if_(ops.negate(x.pure(lambda rule=constraint: rule.lower(x)))):  # type: ignore[misc]
                b.return_(ops.FALSE)
    return x.outline("constraints_hold", (*body, n.Return(ops.TRUE)), n.BOOL)


def is_solved(x: Context) -> n.Expr:
    """True if all constraints hold once every open variable is 0, in the values' range or not."""
    b = x.b
    with b.block() as body:
        solved = b.variable("solved", ops.FALSE)
        with b.speculate():
            with b.for_("variable", ops.sites(x.universe, variables_of(x))) as variable:
                open_ = ops.eq(b.load(ASSIGNED, variable), OPEN)
                b.place_if(open_, [n.Store(ASSIGNED, (variable,), _ZERO)], [])
            b.assign(solved, constraints_hold(x))
    return x.outline("is_solved", (*body, n.Return(solved)), n.BOOL)


def satisfy(x: Context, sink: Sink) -> None:
    """Moves that give a variable a value without breaking a constraint, and moves that toggle one.

    A value is tried by writing it to a copy of the state, one copy for all of them.
    """
    b, values = x.b, puzzle_store(x).values
    givens = givens_of(x.spec)
    variables = [site for site in variables_of(x) if site not in givens]
    if not variables:
        return
    table = b.table("variables", n.INT, (len(variables),), variables)
    with b.speculate(), b.range_("number", _ZERO, ops.number(len(variables))) as number:
        site = b.let("site", ops.lookup(table, number))
        x.store.mark_valid(site)
        before = b.let("before", b.load(ASSIGNED, site))
        for name in ("last_from", "last_to"):
            b.store(name, [], site)
        with b.range_("value", ops.number(values.low), ops.number(values.high + 1)) as value:
            b.store(ASSIGNED, [site], value)
            with b.if_(constraints_hold(x)):
                sink(Draft("assign", site, site, (AssignValue(site, value),), text=ASSIGNMENT))
            with b.if_(ops.ne(before, value)):
                sink(Draft("toggle", site, site, (ToggleValue(site, value),), text=TOGGLING))
        b.store(ASSIGNED, [site], before)


ASSIGNMENT, TOGGLING = FORM + "{source}={0}", FORM + "{source}^{0}"
"""How moves of a puzzle print."""


def set_values(x: Context, rule: SetPuzzleValues) -> None:
    """Fixes the values of sites at the start."""
    for site, value in rule.pairs:
        AssignValue(ops.number(site), ops.number(value)).apply(x)
        x.rules.note_placement(ops.number(site))


# ---------------------------------------------------------------------------------------------------------------
# Constraints on regions


def _each_region(x: Context, groups: Sequence[RegionGroup], holds: Callable[[n.Expr, n.Expr], n.Expr]) -> n.Expr:
    """True if a test holds for every region; it is given the number of the region in its group, and its sites."""
    b = x.b
    with b.block() as body:
        for group in groups:
            if not group.parts:
                continue
            masks = [mask_of(part) for part in group.parts]
            table = b.table("regions", n.set_of(x.universe), (len(masks),), masks)
            with b.range_("number", _ZERO, ops.number(len(masks))) as number:
                members = b.let("members", ops.lookup(table, number))
                with b.if_(ops.negate(holds(number, members))):
                    b.return_(ops.FALSE)
    return x.outline("regions_hold", (*body, n.Return(ops.TRUE)), n.BOOL)


def all_different(x: Context, region: n.Expr | None, excepted: Sequence[n.Expr]) -> n.Expr:
    """True if no value stands twice in a region; without one, in any region of the equipment."""
    if region is not None:
        return _is_different(x, x.b.let("members", region), excepted)
    results: list[n.Expr] = []
    for group in region_groups(x):
        around = group.word == RegionTypeStatic.AllDirections

        def holds(number: n.Expr, members: n.Expr, around: bool = around) -> n.Expr:
            different = _is_different(x, members, excepted)
            # of what is around site 0, 1, .. only that around a site with a value counts
            return ops.either(ops.le(puzzle_store(x).assigned(number), _ZERO), different) if around else different

        results.append(_each_region(x, [group], holds))
    return ops.both(*results)


def _is_different(x: Context, members: n.Expr, excepted: Sequence[n.Expr]) -> n.Expr:
    """compat: a resolved 0 that is not excepted is as bad as a value that occurs twice."""
    b = x.b
    with b.block() as body:
        seen = b.variable("seen", ops.empty_set(VALUES))
        with b.for_("site", members) as site:
            value = b.let("value", puzzle_store(x).assigned(site))
            counts = ops.negate(ops.either(ops.lt(value, _ZERO), *(ops.eq(value, one) for one in excepted)))
            with b.if_(counts):
                with b.if_(ops.either(ops.eq(value, _ZERO), ops.has(seen, value))):
                    b.return_(ops.FALSE)
                b.assign(seen, ops.union(seen, ops.single(VALUES, value)))
    return x.outline("is_different", (*body, n.Return(ops.TRUE)), n.BOOL)


def _comes_to(x: Context, members: n.Expr, result: n.Expr, worth: Callable[[n.Expr], n.Expr]) -> n.Expr:
    """True if the worth of resolved values comes to a result, or may still do so because it is less."""
    b = x.b
    with b.block() as body:
        total, is_open = b.variable("total", _ZERO), b.variable("open", ops.FALSE)
        with b.for_("site", members) as site:
            value = b.let("value", puzzle_store(x).assigned(site))
            with b.block() as left:
                b.assign(is_open, ops.TRUE)
            with b.block() as known:
                b.assign(total, ops.add(total, worth(value)))
            b.place_if(ops.lt(value, _ZERO), left, known)
        fits = ops.select(is_open, ops.le(total, result), ops.eq(total, result))
    return x.outline("comes_to", (*body, n.Return(fits)), n.BOOL)


def has_sum(x: Context, region: n.Expr | None, name: str, result: IntFunction) -> n.Expr:
    """True if the values of a region have a sum; without one, those of all regions that words stand for.

    compat: only a result that is `(hint)` itself differs from region to region.
    """
    x = x if region is not None or not isinstance(result, HintValue) else x.bind(hint=ops.NOWHERE)
    if region is not None:
        return _comes_to(x, x.b.let("members", region), x.b.let("result", result.lower(x)), lambda value: value)
    groups = [group for group in region_groups(x) if group.word is not None and name in group.name]
    if not isinstance(result, HintValue) or result.at is not None:
        common = x.b.let("result", result.lower(x))
        return _each_region(x, groups, lambda _, members: _comes_to(x, members, common, lambda value: value))
    hints = [hint.value for hint in hints_of(x.spec, x.store.kind)]
    if any(len(group.parts) > len(hints) for group in groups):
        raise UnsupportedLudeme(["is Sum (hint) with more regions than hints"])

    def holds(number: n.Expr, members: n.Expr) -> n.Expr:
        hint = x.b.let("hint", ops.lookup(x.b.table("hints", n.INT, (len(hints),), hints), number))
        return _comes_to(x, members, hint, lambda value: value)

    return _each_region(x, groups, holds)


def has_count(x: Context, region: n.Expr, what: n.Expr, result: n.Expr) -> n.Expr:
    """True if a value stands in a region a number of times."""
    return _comes_to(
        x, x.b.let("members", region), x.b.let("result", result), lambda value: ops.to_int(ops.eq(value, what))
    )


def is_unique(x: Context) -> n.Expr:
    """True if no two regions that one word stands for are filled alike."""
    b = x.b
    with b.block() as body:
        for group in region_groups(x):
            if group.word is None or len(group.parts) < 2:
                continue
            length = max(map(len, group.parts))
            padded = [site for part in group.parts for site in (*part, *[-1] * (length - len(part)))]
            table = b.table("sequences", n.INT, (len(group.parts), length), padded)
            last = ops.number(len(group.parts))
            with b.range_("first", _ZERO, last) as first, b.range_("second", ops.add(first, _ONE), last) as second:
                b.place_if(_filled_alike(x, table, first, second), [n.Return(ops.FALSE)], [])
    return x.outline("is_unique", (*body, n.Return(ops.TRUE)), n.BOOL)


def _filled_alike(x: Context, table: n.Table, first: n.Expr, second: n.Expr) -> n.Expr:
    b = x.b
    with b.block() as body, b.range_("place", _ZERO, ops.number(table.shape[1])) as place:
        sites = [b.let("site", ops.lookup(table, row, place)) for row in (first, second)]
        values = [b.let("value", ops.select(ops.ge(s, _ZERO), puzzle_store(x).assigned(s), _ZERO)) for s in sites]
        lengths_differ = ops.ne(*(ops.to_int(ops.lt(s, _ZERO)) for s in sites))
        with b.if_(ops.either(lengths_differ, ops.lt(values[0], _ZERO), ops.ne(*values))):
            b.return_(ops.FALSE)
    return x.outline("filled_alike", (*body, n.Return(ops.TRUE)), n.BOOL)


# ---------------------------------------------------------------------------------------------------------------
# Constraints on elements and hints


def for_all(x: Context, element: PuzzleElementType, constraint: BooleanFunction) -> n.Expr:
    """True if a constraint holds for every element of a type, or every hint."""
    if element == PuzzleElementType.Hint:
        return _for_all_hints(x, constraint)
    count = x.spec.board.sites(SiteType[element.name]).count

    def each(number: n.Expr) -> n.Expr:
        x.store.mark_valid(number)
        return constraint.lower(x.bind(from_=number))

    return _each_number(x, count, each)


def _each_number(x: Context, count: int, holds: Callable[[n.Expr], n.Expr]) -> n.Expr:
    b = x.b
    with b.block() as body, b.range_("number", _ZERO, ops.number(count)) as number:
        b.place_if(ops.negate(holds(number)), [n.Return(ops.FALSE)], [])
    return x.outline("for_all", (*body, n.Return(ops.TRUE)), n.BOOL)


def _for_all_hints(x: Context, constraint: BooleanFunction) -> n.Expr:
    b, hints = x.b, hints_of(x.spec, x.spec.board.use)
    if not hints:
        return ops.TRUE
    firsts = [hint.sites[0] if hint.sites else -1 for hint in hints]
    seconds = [hint.sites[1] if len(hint.sites) > 1 else -1 for hint in hints]
    regions = b.table("hint_sites", n.set_of(x.universe), (len(hints),), [mask_of(hint.sites) for hint in hints])

    def each(number: n.Expr) -> n.Expr:
        def listed(name: str, numbers: list[int]) -> n.Expr:
            return b.let(name, ops.lookup(b.table(f"hint_{name}", n.INT, (len(hints),), numbers), number))

        hint = listed("value", [one.value for one in hints])
        source = listed("from", firsts)
        if min(firsts) >= 0:
            x.store.mark_valid(source)
        target = listed("to", seconds) if max(seconds) >= 0 else x.slot("to")
        here = x.bind(from_=source, to=target, hint=hint, hint_region=ops.lookup(regions, number))
        return constraint.lower(here.bind(edge=_edge_total(x, hints, number, hint)))

    return _each_number(x, len(hints), each)


def _edge_total(x: Context, hints: list[HintFacts], number: n.Expr, hint: n.Expr) -> n.Expr:
    """The sum of the resolved edges at the last vertex of a hint; the hint itself while it may still be reached."""
    if not x.spec.asks_for(EdgeSite):
        return ops.NOWHERE
    b, edges, at = x.b, x.on_type(SiteType.Edge), x.spec.board.vertices.incident[SiteType.Edge]
    masks = [mask_of(at[one.sites[-1]]) if one.sites and one.sites[-1] < len(at) else 0 for one in hints]
    members = ops.lookup(b.table("edges_of_hint", n.set_of(x.universe), (len(masks),), masks), number)
    with b.block() as body:
        total, is_open = b.variable("total", _ZERO), b.variable("open", ops.FALSE)
        with b.for_("edge", members) as edge:
            value = b.let("value", puzzle_store(edges).assigned(edge))
            b.place_if(ops.lt(value, _ZERO), [n.Assign(is_open, ops.TRUE)], [n.Assign(total, ops.add(total, value))])
        result = ops.select(ops.both(is_open, ops.lt(total, hint)), hint, total)
    return b.let("edge", x.outline("edge_total", (*body, n.Return(result)), n.INT))


def hint_at(x: Context, site: n.Expr) -> n.Expr:
    """The value of the first hint that begins on a site, -1 if there is none."""
    values: dict[int, int] = {}
    for hint in hints_of(x.spec, x.store.kind):
        if hint.sites:
            values.setdefault(hint.sites[0], hint.value)
    numbers = [values.get(k, -1) for k in range(x.spec.sites)]
    table = x.b.table("hint_at", n.INT, (len(numbers),), numbers)
    return ops.lookup_guarded(table, x.b.let("site", site), ops.NOWHERE)


# ---------------------------------------------------------------------------------------------------------------
# Words that mean something else in puzzles


def compare_values(x: Context, compare: Callable[[n.Expr, n.Expr], n.Expr], a: n.Expr, b: n.Expr) -> n.Expr:
    """compat: in a puzzle numbers that are compared are sites, whose values are meant; true while one is open."""
    store = puzzle_store(x.on(None))
    count = ops.number(x.spec.default.count)
    sites = [x.b.let("site", one) for one in (a, b)]
    inside = ops.both(*(ops.both(ops.ge(site, _ZERO), ops.lt(site, count)) for site in sites))
    known = [x.pure(lambda site=site: store.guarded(site, store.assigned(site), OPEN)) for site in sites]  # type: ignore[misc]
    is_open = ops.either(*(ops.lt(value, _ZERO) for value in known))
    return ops.either(ops.negate(inside), is_open, compare(*known))


def number_of_groups(x: Context, least: n.Expr) -> n.Expr:
    """compat: no site counts as occupied, so that each with a value other than 0 is a group of its own."""
    everything = ops.sites(x.universe, range(x.sites.count))
    seeds = x.sites_where(everything, "site", lambda site: ops.gt(puzzle_store(x).assigned(site), _ZERO))
    return ops.select(ops.le(least, _ONE), ops.size(seeds), _ZERO)
