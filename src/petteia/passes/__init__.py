"""Rewrites of rule programs: each pass is a function from program to program in a file of its own.

A pass keeps the meaning of a program: the legal moves, each as often as before, in whatever order, and all that is
visible of the states. `rewrites` holds the passes, `analyses` what they ask, `playouts` the ways to sample moves, which
are chosen after all passes. The order of the passes is written here, with a reason for each place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from petteia.ir import nodes as n

from .rewrites.count_filled import count_filled
from .rewrites.drop_guards import drop_guards
from .rewrites.drop_limits import drop_limits
from .rewrites.drop_unreached import drop_unreached
from .rewrites.early_exit_floods import early_exit_floods
from .rewrites.evaluate_start import evaluate_start, evaluate_start_by_site
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
from .rewrites.match_rows import match_rows
from .rewrites.match_runs import match_runs
from .rewrites.merge_by_constant_tables import merge_by_constant_tables
from .rewrites.merge_similar_functions import merge_large
from .rewrites.predicates_to_expressions import predicates_to_expressions
from .rewrites.propagate_piece_kinds import propagate_piece_kinds
from .rewrites.prune_unused import prune_unused
from .rewrites.reroll_loops import reroll_loops
from .rewrites.search_from_targets import search_from_targets
from .rewrites.sift_lists import sift_lists
from .rewrites.simplify import simplify
from .rewrites.update_sets import update_sets
from .rewrites.vectorise_loops import vectorise_loops

__all__ = ["ORDER", "PASSES", "Fact", "Pass", "Slot", "optimise"]

Pass = Callable[[n.Program], n.Program]


Fact = Literal["simplified", "pruned", "inlined", "reachable", "runs"]
"""Facts about a whole program that passes rest on: nothing is left to forward and fold; no field, local or function is
there that nobody reads; calls worth it are put in place; every function is called; runs along rays are recognised."""


class Slot(NamedTuple):
    """A place in the order: the pass that runs there and why there, the facts it needs, provides and spoils."""

    run: Pass
    reason: str
    needs: tuple[Fact, ...] = ()
    provides: tuple[Fact, ...] = ()
    spoils: tuple[Fact, ...] = ()


_FORM: tuple[Fact, ...] = ("simplified", "pruned")
"""The facts that are spoiled by whatever writes new code."""

ORDER: tuple[Slot, ...] = (
    # -- huge programs become smaller, so that all that follows has less to do
    Slot(evaluate_start_by_site, "the start is worked out site by site, so passes can keep more about the pieces"),
    Slot(merge_large, "functions that differ in a few numbers are still alike, before anything specialises them"),
    Slot(merge_by_constant_tables, "what still differs in sets and tables goes to tables; only in huge programs"),
    Slot(reroll_loops, "merged functions are called by statements that are alike: those become loops"),
    Slot(merge_by_constant_tables, "the functions that now hold loops are alike once more"),
    # -- what is known reaches the places where it is used
    Slot(simplify, "values just stored decide branches, and what only those used goes", (), ("simplified",)),
    Slot(fuse_collects, "consequents without branches are now seen to come one by one", ("simplified",), (), _FORM),
    Slot(prune_unused, "what nobody reads must not keep searches and calls from being understood", (), ("pruned",)),
    Slot(predicates_to_expressions, "searches that are conditions can stand in place of their calls, and become sets",
         ("pruned",), (), _FORM),
    Slot(inline_calls, "what is known where a function is called reaches its body", (), ("inlined",),
         (*_FORM, "reachable")),
    Slot(drop_unreached, "functions that were put in place need not be worked on", ("inlined",), ("reachable",)),
    Slot(forward_stores, "stores and reads of different functions now stand in one", ("inlined",), (), _FORM),
    Slot(propagate_piece_kinds, "loops over sites of one component know what stands there", ("inlined",), (), _FORM),
    Slot(simplify, "comparisons with what stands there are decided", (), ("simplified",)),
    # -- loops become sets
    Slot(keep_values, "loops that ask for a value of a field can only become sets if such sets are kept",
         ("simplified",), (), _FORM),
    Slot(match_runs, "runs are recognised in loops, before these are taken apart", ("inlined",), ("runs",), _FORM),
    Slot(gather_flanks, "what is caught along rays, likewise; it asks for runs", ("runs",), (), _FORM),
    Slot(gather_reaches, "what rays meet, likewise", ("runs",), (), _FORM),
    Slot(vectorise_loops, "the conditions that are left in loops are conditions on sets", ("runs",), (), _FORM),
    Slot(update_sets, "loops without conditions left only move members between sets", (), (), _FORM),
    # -- what end rules ask is kept with the state
    Slot(drop_limits, "counters that the rules themselves bound go; that every move fills a site is seen by now",
         ("reachable",), (), _FORM),
    Slot(count_filled, "a full board is a number, where sites only fill up", ("reachable",), (), _FORM),
    Slot(match_rows, "on small boards rows are shifts of one word, without anything kept", ("runs",), (), _FORM),
    Slot(keep_lines, "on larger ones lines are kept as words, for the rows that are left", ("runs",), (), _FORM),
    Slot(early_exit_floods, "whether a group has a free border is asked without finding the group", (), (), _FORM),
    Slot(keep_groups, "groups that only grow are kept, for the questions that are left", ("reachable",), (), _FORM),
    Slot(keep_connections, "groups that may shrink are kept by the side that they touch, for the rest",
         ("reachable",), (), _FORM),
    Slot(sift_lists, "searches are loops of their own by now, and what appends to lists is known", (), (), _FORM),
    # -- the same once more, for what the passes above have written
    Slot(inline_calls, "the questions have become short functions", (), ("inlined",), (*_FORM, "reachable")),
    Slot(drop_unreached, "which then are called by nobody", ("inlined",), ("reachable",)),
    Slot(simplify, "what is kept was just stored where it is asked, which decides branches", ("inlined",),
         ("simplified",)),
    Slot(drop_guards, "what earlier conditions have settled is not asked again", ("simplified",)),
    Slot(keep_targets, "an end rule that has worked out the next moves is only seen in its final form",
         ("simplified", "reachable"), (), _FORM),
    Slot(search_from_targets, "what a search asks of each piece stands in its loop by now, in its final form",
         ("inlined",), (), _FORM),
    Slot(evaluate_start, "the start position is worked out again, with the fields that passes have added",
         (), (), ("simplified",)),
    Slot(prune_unused, "fields and locals that only the passes needed go", (), ("pruned",)),
)  # fmt: skip
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
