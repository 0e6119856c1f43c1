"""Rewrites of rule programs: each pass is a function from program to program in a file of its own.

A pass keeps the meaning of a program: the legal moves, each as often as before, in whatever order, and all that is
visible of the states. `rewrites` holds the passes, `analyses` what they ask, `playouts` the ways to sample moves, which
are chosen after all passes. The order of the passes is written here, with a reason for each place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from petteia.ir import nodes as n

from .rewrites.count_filled import count_filled
from .rewrites.drop_guards import drop_guards
from .rewrites.drop_limits import drop_limits
from .rewrites.drop_unreached import drop_unreached
from .rewrites.express_searches import express_searches
from .rewrites.fold_constants import fold_constants
from .rewrites.forward_stores import forward_stores
from .rewrites.fuse_collects import fuse_collects
from .rewrites.gather_flanks import gather_flanks
from .rewrites.gather_reaches import gather_reaches
from .rewrites.inline_calls import inline_calls
from .rewrites.keep_connections import keep_connections
from .rewrites.keep_groups import keep_groups
from .rewrites.keep_lines import keep_lines
from .rewrites.keep_targets import keep_targets
from .rewrites.keep_values import keep_values
from .rewrites.know_pieces import know_pieces
from .rewrites.match_rows import match_rows
from .rewrites.match_runs import match_runs
from .rewrites.merge_by_constant_tables import merge_by_constant_tables
from .rewrites.merge_similar_functions import merge_large
from .rewrites.prune_unused import prune_unused
from .rewrites.reroll_loops import reroll_loops
from .rewrites.settle_start import settle_sites, settle_start
from .rewrites.touch_borders import touch_borders
from .rewrites.update_sets import update_sets
from .rewrites.vectorise_loops import vectorise_loops

__all__ = ["ORDER", "PASSES", "Pass", "Slot", "optimise"]

Pass = Callable[[n.Program], n.Program]


class Slot(NamedTuple):
    """A place in the order: the pass that runs there, and why there."""

    run: Pass
    reason: str


ORDER: tuple[Slot, ...] = (
    # -- huge programs become smaller, so that all that follows has less to do
    Slot(settle_sites, "the start is worked out site by site, which lets passes keep more about the pieces"),
    Slot(merge_large, "functions that differ in a few numbers are still alike, before anything specialises them"),
    Slot(merge_by_constant_tables, "what still differs in sets and tables goes to tables; only in huge programs"),
    Slot(reroll_loops, "merged functions are called by statements that are alike: those become loops"),
    Slot(merge_by_constant_tables, "the functions that now hold loops are alike once more"),
    # -- what is known reaches the places where it is used
    Slot(forward_stores, "a value just stored is known where it is read, which decides branches"),
    Slot(fold_constants, "the branches that became constants go, and with them what only they used"),
    Slot(fuse_collects, "consequents without branches are now seen to be applied one by one"),
    Slot(prune_unused, "what nobody reads must not keep searches and calls from being understood"),
    Slot(express_searches, "searches that are conditions can be put in place of their calls, and turned into sets"),
    Slot(inline_calls, "what is known where a function is called reaches its body"),
    Slot(drop_unreached, "functions that were put in place need not be worked on"),
    Slot(forward_stores, "stores and reads that stood in different functions now stand in one"),
    Slot(know_pieces, "loops over the sites of one component know what stands there, once they are inlined"),
    Slot(fold_constants, "comparisons with what stands there are decided"),
    # -- loops become sets
    Slot(keep_values, "loops that ask for a value of a field can only become sets if such sets are kept"),
    Slot(match_runs, "runs are recognised in loops, before these are taken apart"),
    Slot(gather_flanks, "what is caught along rays, likewise; it asks for runs"),
    Slot(gather_reaches, "what rays meet, likewise"),
    Slot(vectorise_loops, "the conditions that are left in loops are conditions on sets"),
    Slot(update_sets, "loops without conditions left only move members between sets"),
    # -- what end rules ask is kept with the state
    Slot(drop_limits, "counters that the rules themselves bound go; that every move fills a site is seen by now"),
    Slot(count_filled, "a full board is a number, where sites only fill up"),
    Slot(match_rows, "on small boards rows are shifts of one word, which needs nothing to be kept"),
    Slot(keep_lines, "on larger ones lines are kept as words, for the rows that are left"),
    Slot(touch_borders, "whether a group has a free border is asked without finding the group"),
    Slot(keep_groups, "groups that only grow are kept, for the questions that are left"),
    Slot(keep_connections, "groups that may shrink are kept by the side that they touch, for the rest"),
    # -- the same once more, for what the passes above have written
    Slot(inline_calls, "the questions have become short functions"),
    Slot(drop_unreached, "which then are called by nobody"),
    Slot(forward_stores, "what is kept was just stored where it is asked"),
    Slot(fold_constants, "which decides the branches that depend on it"),
    Slot(drop_guards, "what earlier conditions have settled is not asked again"),
    Slot(keep_targets, "an end rule that has worked out the next moves is only seen in its final form"),
    Slot(settle_start, "the start position is worked out again, with the fields that passes have added"),
    Slot(prune_unused, "fields and locals that only the passes needed go"),
)
"""The order of the passes, each with the reason for its place."""

PASSES: tuple[Pass, ...] = tuple(slot.run for slot in ORDER)


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
