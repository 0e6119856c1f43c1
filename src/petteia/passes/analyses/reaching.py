"""Which functions are reached from which: shared by passes that ask where something happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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


def callees_first(functions: Mapping[str, n.Function]) -> list[str]:
    """The names of functions, those that a function calls before it; in circles, one has to be first."""
    order: dict[str, None] = {}
    entered: set[str] = set()
    for root in functions:
        stack = [(root, False)]
        while stack:
            name, left = stack.pop()
            if left:
                order[name] = None
            elif name not in entered and name in functions:
                entered.add(name)
                stack.append((name, True))
                stack += [(callee, False) for callee in survey(functions[name]).calls]
    return list(order)


def levels(functions: Mapping[str, n.Function]) -> list[list[str]]:
    """The names of functions: first those that call no other, then those that call only these, and so on."""
    level: dict[str, int] = {}
    found: list[list[str]] = []
    for name in callees_first(functions):
        level[name] = 1 + max((level.get(callee, -1) for callee in survey(functions[name]).calls), default=-1)
        if level[name] == len(found):
            found.append([])
        found[level[name]].append(name)
    return found
