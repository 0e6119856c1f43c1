"""The function `rebuild`: what passes keep beside the pieces, worked out anew once a position has been set."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops


def with_rebuilding(program: n.Program, source: str, kept: str, note: str) -> n.Program:
    """The program whose `rebuild` also clears a kept field and notes every site of the sets it is kept for."""
    before = program.functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    elements, lines = program.fields[source].shape[0], program.fields[kept].shape[-1]
    index, line, site = (n.Local(f"{name}_of_{kept}", n.INT) for name in ("index", "line", "site"))
    clear = n.Range(line, ops.number(0), ops.number(lines), (n.Store(kept, (index, line), ops.number(0)),))
    again = n.For(site, n.Load(source, (index,), program.fields[source].type), (n.Do(note, (index, site)),))
    body = n.Range(index, ops.number(0), ops.number(elements), (clear, again))
    rebuilt = replace(before, body=(*before.body, body))
    return replace(program, functions={**program.functions, "rebuild": rebuilt})
