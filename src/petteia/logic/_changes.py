"""Sets that change: what branches choose between, what loops add up, and what a set has gained and lost in the end."""

from __future__ import annotations

from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir import visit

from ._terms import LogicError


class Inexpressible(LogicError):
    """A part of the rules that clauses cannot say."""


IN_WORDS = {
    "flood": "flood (all that is connected)",
    "total": "total (a sum over sites)",
    "call": "call (found by steps that depend on each other)",
    "append": "append (a list of what happened)",
    "speculate": "speculate (moves that are tried out)",
    "while": "while (a loop without a known end)",
}
"""Words of rule programs, for people who do not know them."""


class Within(NamedTuple):
    """A step of a path: a variable goes through the sites of a set."""

    var: n.Local
    set: n.Expr


def selected(cond: n.Expr, one: n.Expr, other: n.Expr) -> n.Expr:
    """One value or the other; what two sets share does not depend on the condition."""
    if one == other or o.type_of(one).kind != "set":
        return one if one == other else o.select(cond, one, other)
    (first_base, first_left), (second_base, second_left) = _diminished(one), _diminished(other)
    if first_base == second_base and first_left + second_left:
        return o.minus(first_base, selected(cond, _union(first_left, one), _union(second_left, one)))
    first, second = _united(one), _united(other)
    shared = [part for part in first if part in second]
    if not shared:
        return o.select(cond, one, other)
    rest = [_union([part for part in parts if part not in shared], one) for parts in (first, second)]
    return o.union(*shared, o.select(cond, *rest))


def _union(parts: list[n.Expr], like: n.Expr) -> n.Expr:
    return o.union(o.empty_set(o.universe_of(like)), *parts)


def _diminished(x: n.Expr) -> tuple[n.Expr, list[n.Expr]]:
    """A set, and what is taken from it."""
    taken: list[n.Expr] = []
    while isinstance(x, n.Op) and x.op == "minus":
        taken.append(x.args[1])
        x = x.args[0]
    return x, taken[::-1]


def _united(x: n.Expr) -> list[n.Expr]:
    """The sets that a union joins."""
    if isinstance(x, n.Op) and x.op == "union":
        return [part for arg in x.args for part in _united(arg)]
    return [x]


def without_start(rays: n.Table, site: n.Expr, members: n.Expr) -> n.Expr:
    """The part of a set that rays from a site can meet: the site itself is on none of them."""
    sites, length = rays.shape
    if any(start in rays.values[start * length : (start + 1) * length] for start in range(sites)):
        return members
    parts = _united(members)
    kept = [part for part in parts if not (isinstance(part, n.Op) and part.op == "single" and part.args[0] == site)]
    return members if len(kept) == len(parts) else _union(kept, members)


def image(within: Within, places: n.Expr) -> n.Expr:
    """All sites of a set that depends on a variable, for all values of the variable."""
    if within.var.name not in visit.locals_of(places):
        nothing = o.empty_set(o.universe_of(places))
        return o.select(o.negate(o.is_empty(within.set)), places, nothing)
    if isinstance(places, n.Op) and places.op == "single" and places.args[0] == within.var:
        return within.set
    universe = o.universe_of(places)
    site = n.Local(f"site of {within.var.name}", n.INT)
    whole = n.Op("complement", (o.empty_set(universe),), places.type)
    inside = n.Exists(within.var, within.set, o.has(places, site))
    return n.Filter(site, whole, inside, places.type)


def accumulated(within: Within, name: str, after: n.Expr, before: n.Expr) -> n.Expr:
    """The result of a loop for a value that each round may add to or take from."""
    if after == n.Local(name, o.type_of(before)):
        return before
    if o.type_of(before) == n.BOOL:
        holds = _raised(after, name)
        return o.either(before, o.exists(within.var, within.set, holds))
    if o.type_of(before).kind == "set":
        adds, removes = _taken_apart(after, name)
        if adds == removes and adds is not None:
            removes = None
        kept = o.minus(before, image(within, removes)) if removes is not None else before
        return o.union(kept, image(within, adds)) if adds is not None else kept
    raise Inexpressible("a loop counts")


def _raised(x: n.Expr, name: str) -> n.Expr:
    """When a round makes a flag true."""
    if isinstance(x, n.Local) and x.name == name:
        return o.FALSE
    if isinstance(x, n.Op) and x.op == "select":
        cond, one, other = x.args
        return o.either(o.both(cond, _raised(one, name)), o.both(o.negate(cond), _raised(other, name)))
    if isinstance(x, n.Op) and x.op in ("or", "and") and name in visit.locals_of(x):
        parts = [_raised(part, name) for part in x.args]
        return o.either(*parts) if x.op == "or" else o.both(*parts)
    if name in visit.locals_of(x) or x == o.FALSE:
        raise Inexpressible("a loop takes a flag back")
    return x


def _taken_apart(x: n.Expr, name: str) -> tuple[n.Expr | None, n.Expr | None]:
    """The sites a round adds to a set and those it takes away."""
    if isinstance(x, n.Local) and x.name == name:
        return None, None
    if isinstance(x, n.Op) and x.op in ("union", "minus", "select"):
        empty = o.empty_set(o.universe_of(x.args[1]))
        if x.op == "select":
            cond, one, other = x.args
            pairs = zip(_taken_apart(one, name), _taken_apart(other, name), strict=True)
            adds, removes = (
                None if a is None and b is None else o.select(cond, a or empty, b or empty) for a, b in pairs
            )
            return adds, removes
        left, right = x.args
        if name in visit.locals_of(right) and x.op == "union":
            left, right = right, left
        if name not in visit.locals_of(right):
            adds, removes = _taken_apart(left, name)
            if x.op == "union":
                return right if adds is None else o.union(adds, right), removes
            return None if adds is None else o.minus(adds, right), right if removes is None else o.union(removes, right)
    raise Inexpressible("a loop changes a set in a way that depends on the order")


def added(old: n.Expr, after: n.Expr) -> n.Expr:
    """The sites of a set that were not in it before, by the changes made to it."""
    nothing = o.empty_set(o.universe_of(old))
    match after:
        case _ if after == old:
            return nothing
        case n.Op("union", (a, b)) if b != old:
            return o.union(added(old, a), o.minus(b, old))
        case n.Op("minus", (a, b)):
            return o.minus(added(old, a), b)
        case n.Op("select", (cond, a, b)):
            return o.select(cond, added(old, a), added(old, b))
        case _:
            return o.minus(after, old)


def removed(old: n.Expr, after: n.Expr) -> n.Expr:
    """The sites that have left a set, by the changes made to it."""
    nothing = o.empty_set(o.universe_of(old))
    match after:
        case _ if after == old:
            return nothing
        case n.Op("union", (a, b)) if b != old:
            return o.minus(removed(old, a), b)
        case n.Op("minus", (a, b)):
            return o.union(removed(old, a), o.intersect(old, b))
        case n.Op("select", (cond, a, b)):
            return o.select(cond, removed(old, a), removed(old, b))
        case _:
            return o.minus(old, after)
