"""Generators of moves that put, take, turn and choose pieces: add, remove, promote, select, pass, propose, vote."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.needs import LAST_LEVEL, LAST_LEVEL_FROM
from petteia.ludemes.types import BooleanFunction, IntFunction, RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.arguments import From, PieceArgument
    from petteia.ludemes.lowering.context import Context


def conjuncts(condition: n.Expr) -> list[n.Expr]:
    """The parts of a condition that all must hold."""
    if isinstance(condition, n.Op) and condition.op == "and":
        return [part for arg in condition.args for part in conjuncts(arg)]
    return [condition]


def shows_empty(x: Context, condition: n.Expr, site: n.Expr) -> bool:
    """True if a condition can only hold if a site is empty."""
    return any(_within_empty(x, part, site) for part in conjuncts(condition))


def _within_empty(x: Context, part: n.Expr, site: n.Expr) -> bool:
    if not (isinstance(part, n.Op) and part.op == "has" and part.args[1] == site):
        return False
    return is_within_empty(x, part.args[0])


def is_within_empty(x: Context, members: n.Expr) -> bool:
    """True if a set surely holds empty sites only."""
    if members == x.store.empty_set():
        return True
    if isinstance(members, n.Op) and members.op == "intersect":
        return any(is_within_empty(x, arg) for arg in members.args)
    return isinstance(members, n.Op) and members.op == "minus" and is_within_empty(x, members.args[0])


def when(x: Context, condition: BooleanFunction | None) -> n.Expr:
    """A condition that may be left out."""
    return ops.TRUE if condition is None else condition.lower(x)


def exists(x: Context, site: n.Expr) -> n.Expr:
    """True if a number is that of a site."""
    if x.store.is_valid(site):
        return ops.TRUE
    return ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(x.spec.sites)))


def components_of(x: Context, what: PieceArgument | None) -> list[n.Expr]:
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


def is_component(x: Context, piece: n.Expr, least: int = 1) -> n.Expr:
    """True if a number is that of a component."""
    last = ops.number(len(x.spec.components))
    if piece == x.mover and x.spec.players <= last.value:
        return ops.TRUE
    return ops.both(ops.le(ops.number(least), piece), ops.le(piece, last))


def on_start(x: Context, start: From | None) -> Context:
    """The context that sees the contents of the sites on which a move starts."""
    return x.on(None) if start is None else start.context(x)


def letters(source: Context, target: Context) -> str | None:
    """The letters of the site types of a move, where they are not those of what is played on."""
    played_on = source.spec.board.use
    if source.store.kind == target.store.kind == played_on:
        return None
    return source.store.kind.name[0] + target.store.kind.name[0]


def _levels_asked(x: Context) -> bool:
    return bool({LAST_LEVEL, LAST_LEVEL_FROM} & x.spec.needs) and x.spec.stacking


def asked_level(x: Context, level: n.Expr | None) -> n.Expr:
    """A level that a move names, for rules that ask for it."""
    return x.b.let("level", level) if level is not None and _levels_asked(x) else ops.number(0)


def for_each_site(
    x: Context, site: IntFunction | None, region: RegionFunction | None, slot: str, body: Callable[[n.Expr], None]
) -> None:
    """Runs `body` for the sites of a region, or for one site (by default the iterator's) if it exists."""
    if region is not None:
        with x.b.for_(slot, region.lower(x)) as each:
            x.store.mark_valid(each)
            body(each)
        return
    only = x.b.let(slot, site.lower(x) if site else x.slot(slot))
    if x.store.is_valid(only):
        body(only)
        return
    with x.b.if_(ops.both(ops.ge(only, ops.number(0)), ops.lt(only, ops.number(x.spec.sites)))):
        body(only)
