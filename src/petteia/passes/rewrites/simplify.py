"""Simplifies until nothing changes: values that were just stored reach where they are read, and what is known folds."""

from __future__ import annotations

from petteia.ir import nodes as n

from .fold_constants import fold_constants
from .forward_stores import forward_stores

_ROUNDS = 4
"""Programs have nothing left after two or three rounds."""


def simplify(program: n.Program) -> n.Program:
    """The program in which nothing is left to forward and to fold."""
    for _ in range(_ROUNDS):
        before, program = program, fold_constants(forward_stores(program))
        if program is before:
            break
    return program
