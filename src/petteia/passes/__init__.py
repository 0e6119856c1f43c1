"""Rewrites of rule programs: each pass is a function from program to program in a file of its own.

A pass keeps the meaning of a program: the legal moves, each as often as before, in whatever order, and all that is
visible of the states. The order of the passes is written here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from petteia.ir import nodes as n

from .count_filled import count_filled
from .drop_limits import drop_limits
from .drop_unreached import drop_unreached
from .express_searches import express_searches
from .fold_constants import fold_constants
from .forward_stores import forward_stores
from .fuse_collects import fuse_collects
from .gather_flanks import gather_flanks
from .gather_reaches import gather_reaches
from .inline_calls import inline_calls
from .keep_connections import keep_connections
from .keep_groups import keep_groups
from .keep_lines import keep_lines
from .keep_targets import keep_targets
from .keep_values import keep_values
from .know_pieces import know_pieces
from .match_rows import match_rows
from .match_runs import match_runs
from .merge_alike import merge_early
from .merge_further import merge_further
from .prune_unused import prune_unused
from .roll_alike import roll_alike
from .settle_start import settle_sites, settle_start
from .touch_borders import touch_borders
from .update_sets import update_sets
from .vectorise_loops import vectorise_loops

__all__ = ["PASSES", "Pass", "optimise"]

Pass = Callable[[n.Program], n.Program]

PASSES: tuple[Pass, ...] = (
    settle_sites,
    merge_early,
    merge_further,
    roll_alike,
    merge_further,
    forward_stores,
    fold_constants,
    fuse_collects,
    prune_unused,
    express_searches,
    inline_calls,
    drop_unreached,
    forward_stores,
    know_pieces,
    fold_constants,
    keep_values,
    match_runs,
    gather_flanks,
    gather_reaches,
    vectorise_loops,
    update_sets,
    drop_limits,
    count_filled,
    match_rows,
    keep_lines,
    touch_borders,
    keep_groups,
    keep_connections,
    inline_calls,
    drop_unreached,
    forward_stores,
    fold_constants,
    keep_targets,
    settle_start,
    prune_unused,
)


def optimise(
    program: n.Program, *, verify: bool = False, only: Collection[str] | None = None, skip: Collection[str] = ()
) -> n.Program:
    """The program after all passes, or after those named in `only` and not in `skip`.

    With `verify`, the verifier runs before the first pass and after each.
    """
    known = {each.__name__ for each in PASSES}
    unknown = sorted({*(only or ()), *skip} - known)
    if unknown:
        raise ValueError(f"no pass {unknown[0]!r}; there are {', '.join(sorted(known))}")
    if verify:
        _verify(program)
    for each in PASSES:
        if each.__name__ not in skip and (only is None or each.__name__ in only):
            program = each(program)
            if verify:
                _verify(program)
    return program


def _verify(program: n.Program) -> None:
    from petteia.ir.verifier import verify  # a slow import that a build does without

    verify(program)
