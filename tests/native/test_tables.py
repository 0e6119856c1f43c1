"""Long tables stand in the C as bytes; what is read from them is the same."""

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.native.emit import emit
from petteia.native.emit_base import Unit
from petteia.native.library import build
from sample_programs import FROM, TO, common_fields

SITES = 70
"""A set takes two words."""


def reading(values: range, *, sets: bool) -> n.Program:
    """A program whose moves are what a table says: numbers as targets, sets as lists of them."""
    b = Builder("reading", 2, {"Cell": SITES})
    common_fields(b)
    cells = n.set_of("Cell")
    masks = [(value * 0x9E3779B97F4A7C15F39C) % (1 << SITES) for value in values]
    table = b.table("long", cells if sets else n.INT, (2, len(values) // 2), masks if sets else list(values))
    with b.function("start"):
        pass
    with b.function("effect", [FROM, TO]):
        b.store("mover", [], o.number(2))
    b.kind(n.Kind("tell", "effect"))
    with b.function("moves", emits=True), b.range_("k", o.number(0), o.number(40)) as k:
        found = o.lookup(table, o.arithmetic("mod", k, o.number(2)), k)
        if sets:
            with b.for_("to", found) as to:
                b.emit("tell", k, to)
        else:
            b.emit("tell", k, o.arithmetic("mod", found, o.number(1009)))
    return b.program


@pytest.mark.parametrize(
    ("values", "sets"),
    [(range(-3000, 3000), False), (range(5000), False), (range(60000, 66000), False), (range(3000), True)],
)
def test_what_is_read_is_the_same(values: range, sets: bool) -> None:
    """Numbers with and without a sign, of two and four bytes, and sets of two words."""
    program = reading(values, sets=sets)
    assert "t_long_bytes" in emit(program)
    game, slow = build(program), Interpreter(program)
    native = [(move.source, move.target) for move in game.moves(game.start())]
    assert native == [(move.source, move.target) for move in slow.moves(slow.start())]
    assert native


def test_tables_made_on_the_way_keep_their_names() -> None:
    """A table that nobody else holds is not mistaken for one that is made after it, at the same place in memory."""
    unit = Unit(reading(range(4), sets=False))
    names = {unit.table(n.Table("made", n.INT, (1,), (k,))) for k in range(50)}
    assert len(names) == 50
