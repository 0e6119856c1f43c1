"""Drops the functions and kinds of moves that nothing reaches from outside, so that no pass works on them."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.survey import survey

from ..analyses.reaching import reached_from

_ENTRIES = ("start", "moves", "rebuild")


def drop_unreached(program: n.Program) -> n.Program:
    """The program without functions and kinds that are not reached."""
    functions = reached_from(program, _ENTRIES, through_effects=True)
    kinds = {name for function in functions for name, is_kind in survey(program.functions[function]).callees if is_kind}
    if len(functions) == len(program.functions) and len(kinds) == len(program.kinds):
        return program
    return replace(
        program,
        functions={name: function for name, function in program.functions.items() if name in functions},
        kinds={name: kind for name, kind in program.kinds.items() if name in kinds},
    )
