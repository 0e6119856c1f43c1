"""The level that conditions and effects leave behind: compat, loops over levels do not restore `(level)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import StackDirection
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import BooleanFunction, LevelLoop, RegionFunction, when
from petteia.ludemes.values.iterators import LevelIterator

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


def after_asking(x: Context, condition: Ludeme) -> Context:
    """The context of what is asked after a condition."""
    if "level" not in x.slots or not x.spec.quirks.levels_beside_loops or not _has_loop(condition):
        return x
    return x.bind(level=level_left(x, condition))


def ask(x: Context, condition: BooleanFunction | None) -> n.Expr:
    """The value of a condition; a level that varies is afterwards what the condition has left."""
    if condition is None or not _varies(x, condition):
        return when(x, condition)
    level = x.slot("level")
    assert isinstance(level, n.Local)
    with x.rules.following_levels():
        value, after = when(x, condition), level_left(x, condition)
    left = x.b.variable("left", after)
    holds = x.b.variable("holds", value)
    x.b.assign(level, left)
    return holds


def note_effect(x: Context, effect: Ludeme | None) -> None:
    """Makes a level that varies what an effect leaves, which is evaluated with its move."""
    if effect is not None and _varies(x, effect):
        level = x.slot("level")
        assert isinstance(level, n.Local)
        x.b.assign(level, level_left(x, effect))


def _varies(x: Context, part: Ludeme) -> bool:
    return isinstance(x.slot("level"), n.Local) and x.spec.quirks.levels_beside_loops and _has_loop(part)


def _has_loop(part: Ludeme) -> bool:
    return isinstance(part, LevelLoop) or any(_has_loop(inner) for inner in part.children())


def _reads_before_loop(condition: Ludeme) -> bool:
    """True if a level is read where the same condition, asked of another site, may have changed it."""
    if _has_loop(condition) and isinstance(condition, BooleanFunction) and condition.joins:
        for part in condition.children():
            if _has_loop(part) or _reads_before_loop(part):
                return _reads_before_loop(part)
    if isinstance(condition, LevelLoop):
        return False
    return isinstance(condition, LevelIterator) or any(_reads_before_loop(part) for part in condition.children())


def level_left(x: Context, part: Ludeme) -> n.Expr:
    """Value of `(level)` after a ludeme has been evaluated."""
    if not _has_loop(part):
        return x.slot("level")
    if isinstance(part, LevelLoop):
        return x.pure(lambda: _after_loop(x, part))
    parts = list(part.children())
    if isinstance(part, BooleanFunction) and part.joins:
        return _after_some(x, parts, stops_if=part.joins == "or")
    if part.keyword == "if":
        condition, *chosen = parts
        assert isinstance(condition, BooleanFunction)
        later = after_asking(x, condition)
        yes, no = (level_left(later, chosen[k]) if k < len(chosen) else later.slot("level") for k in (0, 1))
        return ops.select(x.pure(lambda: condition.lower(x)), yes, no)
    if part.keyword == "forEach":
        region, kept = parts
        if _reads_before_loop(kept):
            raise UnsupportedLudeme(["forEach Level in a condition that reads (level) before it"])
        return x.pure(lambda: _after_sites(x, region, kept))
    for inner in parts:
        x = after_asking(x, inner)
    return x.slot("level")


def _after_loop(x: Context, loop: Ludeme) -> n.Expr:
    site = x.b.let("site", vars(loop)["site"].lower(x))
    height = x.b.let("height", x.store.guarded(site, x.store.load("height", site), ops.number(0)))
    upwards = vars(loop)["stack_direction"] == StackDirection.FromBottom
    last = ops.sub(height, ops.number(1)) if upwards else ops.number(0)
    return ops.select(ops.gt(height, ops.number(0)), last, x.slot("level"))


def _after_some(x: Context, conditions: list[Ludeme], *, stops_if: bool) -> n.Expr:
    """The level after conditions that are asked up to the first that decides."""
    first, *others = conditions
    assert isinstance(first, BooleanFunction)
    left = level_left(x, first)
    if not others:
        return left
    goes_on = _after_some(x.bind(level=left), others, stops_if=stops_if)
    holds = x.pure(lambda: first.lower(x))
    return ops.select(holds, left, goes_on) if stops_if else ops.select(holds, goes_on, left)


def _after_sites(x: Context, region: Ludeme, condition: Ludeme) -> n.Expr:
    """The level after a condition was asked of each site of a region."""
    level = x.b.variable("level", x.slot("level"))
    assert isinstance(region, RegionFunction)
    with x.b.for_("site", region.lower(x)) as site:
        x.store.mark_valid(site)
        x.b.assign(level, level_left(x.bind(site=site, level=level), condition))
    return level
