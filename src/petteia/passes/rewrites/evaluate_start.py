"""Works the start position out while the game is built: what remains of the start rules is to write it down.

Start rules that draw at random stay as they are, and so do those that note a digest, whose value each back end makes
in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from petteia.ir import nodes as n
from petteia.ir.interpreter import ExecutionError, Interpreter
from petteia.ir.ops import bits
from petteia.ir.survey import has_any
from petteia.ir.visit import walk_stmts

from ..analyses.alike import loop_over, shape_of
from ..analyses.names import Names
from ..analyses.reaching import reached_from

_CROWD = 256
"""So many statements that are alike are a loop: boards with as many pieces are those of the largest games."""


def evaluate_start(program: n.Program) -> n.Program:
    """The program with the start position itself in the place of the rules that lead to it."""
    return _settled(program, by_site=False)


def evaluate_start_by_site(program: n.Program) -> n.Program:
    """The same, with sets changed site by site: passes follow single sites, to keep more about the pieces."""
    return _settled(program, by_site=True)


def _settled(program: n.Program, *, by_site: bool) -> n.Program:
    reached = reached_from(program, ["start"], through_effects=True)
    functions = {name: function for name, function in program.functions.items() if name in reached}
    only = replace(program, functions=functions)
    if has_any(only, n.Digest, n.Draw):
        return program
    try:
        state = Interpreter(only).start()
    except ExecutionError:  # left to be found where it can be looked at: in play
        return program
    fields = program.fields.values()
    body = tuple(s for field in fields for s in _written(field, state.fields[field.name], (), by_site=by_site))
    start = program.functions["start"]
    if len(body) >= _CROWD:
        single = (s for field in fields for s in _written(field, state.fields[field.name], (), by_site=True))
        body = min(body, tuple(_in_loops(single, Names(replace(start, body=())))), key=len)
    before = sum(1 for function in functions.values() for _ in walk_stmts(function.body))
    if len(body) >= before:
        return program
    return replace(program, functions={**program.functions, "start": replace(start, body=body)})


def _in_loops(statements: Iterable[n.Stmt], names: Names) -> Iterator[n.Stmt]:
    """Statements with a loop over tables in the place of very many that do the same with other numbers."""
    for _, group in groupby(statements, key=lambda s: shape_of((), (s,)).key):
        alike = list(group)
        if len(alike) < _CROWD:
            yield from alike
        else:
            yield loop_over([shape_of((), (s,)).numbers for s in alike], alike[0], names)


def _written(field: n.Field, value: Any, indices: tuple[n.Const, ...], *, by_site: bool) -> Iterator[n.Stmt]:
    """The statements that bring an element of a field, or all under it, from its initial value to another."""
    if len(indices) < len(field.shape):
        for k, part in enumerate(value):
            yield from _written(field, part, (*indices, n.Const(k, n.INT)), by_site=by_site)
    elif field.capacity:
        for element in value:
            yield n.Append(field.name, indices, n.Const(element, field.type))
    elif by_site and field.type.kind == "set":
        for site in bits(value ^ field.initial):
            yield (n.Include if value >> site & 1 else n.Exclude)(field.name, indices, n.Const(site, n.INT))
    elif value != field.initial:
        yield n.Store(field.name, indices, n.Const(value, field.type))
