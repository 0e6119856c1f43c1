"""Functions that differ in numbers, sets and small tables become one, and play stays the same."""

from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes.rewrites.inline_calls import inline_calls
from petteia.passes.rewrites.merge_by_constant_tables import merged_by_constant_tables
from random_programs import random_program
from same_play import assert_same_play
from sample_programs import CELL

SIDES = """(game "Sides" (players {(player N) (player S)})
    (equipment {(board (square 5)) (piece "Man" Each (or (move Step Forward (to if:(is Empty (to))))
            (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (do (forEach Piece) ifAfterwards:(can Move (forEach Piece))))
        (end {(if (is In (last To) (sites Mover)) (result Mover Win)) (if (no Moves Next) (result Mover Draw))})))"""


def asking(length: int) -> n.Program:
    """Two functions about pieces of their own, in regions of their own, by tables of their own."""
    b = Builder("asking", 2, {"Cell": 9})
    b.field("pieces", CELL, shape=(4,))
    for k, sites in enumerate((o.sites("Cell", [0, 1]), o.sites("Cell", [7, 8]))):
        table = b.table("worth", n.INT, (length,), [k, *range(length - 1)])
        with b.function(f"ask_{k}", [], n.INT):
            total: n.Expr = o.number(k + 1)
            for piece in (1, 2, 3, 1, 2):
                here = o.intersect(b.load("pieces", o.number((piece + k) % 4)), sites)
                total = o.add(total, o.mul(o.size(here), o.lookup(table, o.size(b.load("pieces", o.number(0))))))
            b.return_(total)
    with b.function("both", [], n.INT):
        b.return_(o.add(b.call("ask_0"), b.call("ask_1")))
    return b.program


def test_what_differs_goes_to_tables() -> None:
    """One function, which is told whose it is."""
    functions = merged_by_constant_tables(asking(10)).functions
    (merged,) = functions.keys() - {"both"}
    assert [param.name for param in functions[merged].params] == ["which"]
    assert functions["both"].body == (
        n.Return(o.add(n.Call(merged, (o.number(0),), n.INT), n.Call(merged, (o.number(1),), n.INT))),
    )


def test_large_tables_stay_apart() -> None:
    """To join large tables would double them."""
    program = asking(2000)
    assert merged_by_constant_tables(program).functions == program.functions


def test_play_stays_the_same() -> None:
    """Moves and states of a game with two sides, by the interpreter; what they ask is written once."""
    program = inline_calls(lower_recipe(Recipe("sides", SIDES))[1])
    after = merged_by_constant_tables(program)
    verify(after)
    assert len(list(walk(after))) < len(list(walk(program)))
    for seed in range(4):
        assert assert_same_play(program, after, seed, 12) > 3


def test_random_programs_stay_the_same() -> None:
    """Whatever is alike in them may be merged."""
    for seed in range(20):
        program = random_program(seed)
        verify(after := merged_by_constant_tables(program))
        assert_same_play(program, after, seed, 4)
