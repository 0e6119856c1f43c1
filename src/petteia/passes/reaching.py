"""Which functions are reached from which: shared by passes that ask where something happens."""

from __future__ import annotations

from collections.abc import Iterable

from petteia.ir import nodes as n
from petteia.ir.survey import survey


def reached_from(program: n.Program, roots: Iterable[str], *, through_effects: bool) -> set[str]:
    """The functions that some functions reach by calls, and by the effects of the moves they emit if asked."""
    found: set[str] = set()
    waiting = [name for name in roots if name in program.functions]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for callee, is_kind in survey(program.functions[name]).callees:
            if through_effects or not is_kind:
                waiting.append(program.kinds[callee].effect if is_kind else callee)
    return found
