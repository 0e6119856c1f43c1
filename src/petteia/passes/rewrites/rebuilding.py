"""The function `rebuild`: what passes keep beside the pieces, worked out anew once a position has been set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops


def with_rebuilding(program: n.Program, source: str, kept: Sequence[str], note: str) -> n.Program:
    """The program whose `rebuild` also clears kept fields and notes every site of the sets they are kept for."""
    before = program.functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    elements = program.fields[source].shape[0]
    index, site = (n.Local(f"{name}_for_{note}", n.INT) for name in ("index", "site"))
    clear = [_clearing(program, field, index) for field in kept]
    again = n.For(site, n.Load(source, (index,), program.fields[source].type), (n.Do(note, (index, site)),))
    body = n.Range(index, ops.number(0), ops.number(elements), (*clear, again))
    rebuilt = replace(before, body=(*before.body, body))
    return replace(program, functions={**program.functions, "rebuild": rebuilt})


def _clearing(program: n.Program, field: str, index: n.Expr) -> n.Range:
    line = n.Local(f"line_of_{field}", n.INT)
    lines = program.fields[field].shape[-1]
    return n.Range(line, ops.number(0), ops.number(lines), (n.Store(field, (index, line), ops.number(0)),))
