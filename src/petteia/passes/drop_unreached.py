"""Drops the functions and kinds of moves that nothing reaches from outside, so that no pass works on them."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.survey import survey

_ENTRIES = ("start", "moves", "rebuild")


def drop_unreached(program: n.Program) -> n.Program:
    """The program without functions and kinds that are not reached."""
    functions, kinds = set[str](), set[str]()
    waiting = [name for name in _ENTRIES if name in program.functions]
    while waiting:
        name = waiting.pop()
        if name in functions:
            continue
        functions.add(name)
        for callee, is_kind in survey(program.functions[name]).callees:
            if is_kind:
                kinds.add(callee)
            waiting.append(program.kinds[callee].effect if is_kind else callee)
    if len(functions) == len(program.functions) and len(kinds) == len(program.kinds):
        return program
    return replace(
        program,
        functions={name: function for name, function in program.functions.items() if name in functions},
        kinds={name: kind for name, kind in program.kinds.items() if name in kinds},
    )
