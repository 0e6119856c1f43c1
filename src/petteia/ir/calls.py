"""Which functions of a program call which, and in what order to write them."""

from __future__ import annotations

from . import nodes as n
from .survey import survey


def callees(program: n.Program, function: n.Function) -> list[str]:
    """The functions that a function calls, and the effects of the moves it emits, each once."""
    found = survey(function).callees
    return list(dict.fromkeys(program.kinds[name].effect if is_kind else name for name, is_kind in found))


def call_order(program: n.Program, further: tuple[str, ...] = (), *, listing: bool = True) -> list[str]:
    """The functions reachable from outside, callees before their callers wherever calls make no circle.

    `further` names functions that are called from outside, too; without `listing`, nobody calls `moves` from there.
    """
    order: list[str] = []
    seen: set[str] = set()
    named = ("start", *(["moves"] if listing else []), "rebuild", *further)
    roots: list[str] = [root for root in named if root in program.functions]
    for root in roots:
        stack = [(root, iter(callees(program, program.functions[root])))] if root not in seen else []
        seen.add(root)
        while stack:
            name, rest = stack[-1]
            following = next((callee for callee in rest if callee not in seen), None)
            if following is None:
                order.append(name)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(callees(program, program.functions[following]))))
    return order
