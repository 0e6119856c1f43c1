"""Comparisons of integers; who or what stands on a site is asked as membership in a set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.puzzles.constraints import compare_values
from petteia.ludemes.queries.contents import held_by_any, held_by_index, occupied, seen, standing_any
from petteia.ludemes.values.contents import WhatAt, WhoAt

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import IntFunction


def holder_in(x: Context, function: IntFunction | None, held: Callable[[Context], n.Expr]) -> n.Expr | None:
    """True if a site that `(who at:..)` asks about is in a set of sites by holder; None for any other function."""
    if not isinstance(function, WhoAt) or (function.level is not None and x.spec.stacking):
        return None
    members = held(x.on(function.site_type))
    return ops.has(seen(x, function.site_type, members), function.at.lower(x))


def compared(x: Context, compare: Callable[[n.Expr, n.Expr], n.Expr], a: IntFunction, b: IntFunction) -> n.Expr:
    """True if two integers are in some order."""
    if x.spec.puzzle:
        return compare_values(x, compare, a.lower(x), b.lower(x))
    return compare(a.lower(x), b.lower(x))


def equal(x: Context, a: IntFunction, b: IntFunction | n.Expr) -> n.Expr:
    """True if two integers are equal."""
    for asked, other in ((a, b), (b, a)):
        if isinstance(asked, WhoAt | WhatAt):
            known = other if isinstance(other, n.Expr) else other.lower(x)
            found = _holder_is(x, asked, known) if isinstance(asked, WhoAt) else _piece_is(x, asked, known)
            if found is not None:
                return found
    return ops.eq(a.lower(x), b if isinstance(b, n.Expr) else b.lower(x))


def _holder_is(x: Context, asked: WhoAt, owner: n.Expr) -> n.Expr | None:
    """True if somebody holds the site asked about; None if that cannot be said by a set."""
    if isinstance(owner, n.Const):
        if owner.value == 0:
            held = holder_in(x, asked, lambda on: held_by_any(on, range(1, x.spec.players + 2)))
            return None if held is None else ops.negate(held)
        return holder_in(x, asked, lambda on: held_by_any(on, [owner.value]))
    return holder_in(x, asked, lambda on: held_by_index(on, owner)) if owner == x.mover else None


def _piece_is(x: Context, asked: WhatAt, component: n.Expr) -> n.Expr | None:
    """True if a component stands on the site asked about; None if that cannot be said by a set."""
    if x.spec.stacking or x.spec.puzzle or not isinstance(component, n.Const):
        return None
    site = asked.at.lower(x)
    on = x.on(asked.site_type)
    if component.value == 0:
        return ops.negate(ops.has(seen(x, asked.site_type, occupied(on), hands=True), site))
    wanted = [one for one in x.spec.components if one.index == component.value]
    return ops.has(seen(x, asked.site_type, standing_any(on, wanted), hands=True), site)
