"""Asks how many moves there are so far, where a variable notes that there was one: both say whether others stand in."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.playouts import NONE_SO_FAR
from petteia.ir.visit import blocks, map_block, walk_block, walk_stmts


def ask_for_moves(block: n.Block, first: int) -> n.Block:
    """A block whose first moves are emitted by its statement of that number, without variables that note them."""
    for k in reversed(range(first)):
        match block[k]:
            case n.Let(local, o.FALSE):
                block = _without(local, block, k)
    return block


def _without(noted: n.Local, block: n.Block, k: int) -> n.Block:
    """A block without the variable that its k-th statement introduces, if it says whether there are moves."""
    rest = block[k + 1 :]
    asking = n.Op("not", (noted,), n.BOOL)
    at = next((i for i, s in enumerate(rest) if isinstance(s, n.If) and s.cond == asking), len(rest))
    if at == len(rest) or sum(x == noted for x in walk_block(rest)) != 1 or not _notes_all(rest[:at], noted):
        return block
    question = rest[at]
    assert isinstance(question, n.If)
    if any(isinstance(s, n.Assign) and s.local == noted for s in walk_stmts((question, *rest[at + 1 :]))):
        return block
    silent = map_block(rest[:at], None, lambda s: () if isinstance(s, n.Assign) and s.local == noted else (s,))
    return (*block[:k], *silent, n.If(NONE_SO_FAR, question.then, question.orelse), *rest[at + 1 :])


def _notes_all(block: n.Block, noted: n.Local) -> bool:
    """True if a variable is set exactly where a move is emitted."""
    emits = any(isinstance(s, n.Emit) for s in block)
    notes = any(s == n.Assign(noted, o.TRUE) for s in block)
    other = any(isinstance(s, n.Assign) and s.local == noted and s.value != o.TRUE for s in block)
    return emits == notes and not other and all(_notes_all(body, noted) for s in block for body in blocks(s))
