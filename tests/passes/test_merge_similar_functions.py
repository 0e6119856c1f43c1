"""Functions that differ in numbers only become one, and play stays the same."""

from dataclasses import replace

import pytest

from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes import optimise
from petteia.passes.rewrites.merge_similar_functions import Merged, merge_similar_functions
from random_programs import random_program
from same_play import assert_same_play
from sample_programs import CELL, FROM, TO

TWO_LEAPERS = """(game "Two Leapers" (players 2)
    (equipment {(board (square 4))
        (piece "Near" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Far" Each (move Leap {{F F R F}} (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))})
    (rules (start {(place "Near1" {0 1}) (place "Far1" {2 3}) (place "Near2" {14 15}) (place "Far2" {12 13})})
        (play (forEach Piece))
        (end {(if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 30) (result Mover Draw))})))"""


def taking() -> Builder:
    """A function for each of three pieces, and one that calls them all."""
    b = Builder("taking", 2, {"Cell": 9})
    b.field("pieces", CELL, shape=(4,))
    for piece in (1, 2, 3):
        with b.function(f"take_{piece}", [FROM, TO]):
            b.exclude("pieces", [o.number(piece)], FROM)
            b.include("pieces", [o.number(piece)], TO)
            b.exclude("pieces", [o.number(piece % 2)], TO)
    with b.function("all", [FROM, TO]):
        for piece in (1, 2, 3):
            b.do(f"take_{piece}", FROM, TO)
    return b


def test_numbers_become_parameters() -> None:
    """Each number that differs is a parameter, one for all places that have it in common."""
    functions, gone = merge_similar_functions(taking().program.functions, {"all"})
    (merged,) = functions.keys() - {"all"}
    assert gone == {f"take_{piece}": Merged(merged, (piece, piece % 2)) for piece in (1, 2, 3)}
    first, second = functions[merged].params[2:]
    excluded, included, taken = functions[merged].body
    assert isinstance(excluded, n.Exclude) and isinstance(included, n.Include) and isinstance(taken, n.Exclude)
    assert (excluded.indices, included.indices, taken.indices) == ((first,), (first,), (second,))
    assert functions["all"].body[1] == n.Do(merged, (FROM, TO, o.number(2), o.number(0)))


def test_functions_that_have_to_stay_are_short_calls() -> None:
    """What is called from outside keeps its name; it is replaced by a call only where that is shorter."""
    program = taking().program
    names = ["take_1", "take_2", "take_3"]
    assert merge_similar_functions(program.functions, names) == (program.functions, {})
    for name in names:
        function = program.functions[name]
        program.functions[name] = replace(function, body=function.body * 4)
    functions, _ = merge_similar_functions(program.functions, names)
    assert all(len(functions[name].body) == 1 and functions[name].params == (FROM, TO) for name in names)


def test_what_differs_in_more_than_numbers_stays() -> None:
    """Sets, fields and operations are no numbers."""
    b = Builder("other", 2, {"Cell": 9})
    b.field("pieces", CELL)
    for k, sites in enumerate((o.sites("Cell", 3), o.sites("Cell", 6))):
        with b.function(f"set_{k}"):
            b.store("pieces", [], sites)
    assert merge_similar_functions(b.program.functions, ()) == (b.program.functions, {})


@pytest.mark.parametrize("optimised", [False, True])
def test_play_stays_the_same(optimised: bool) -> None:
    """Moves and states of a game with pieces that do alike, by the interpreter; what they do is written once."""
    program = lower_recipe(Recipe("leapers", TWO_LEAPERS))[1]
    program = optimise(program) if optimised else program
    merged = merged_program(program)
    assert len(list(walk(merged))) < 0.9 * len(list(walk(program)))
    for seed in range(5):
        assert assert_same_play(program, merged, seed, 30) > 3


def test_random_programs_stay_the_same() -> None:
    """Whatever is alike in them may be merged."""
    assert sum(assert_same_play(p := random_program(seed), merged_program(p), seed, 4) for seed in range(20)) > 10


def merged_program(program: n.Program) -> n.Program:
    """A program with its functions merged, well formed."""
    fixed = {"start", "moves", "rebuild", *(kind.effect for kind in program.kinds.values())}
    merged = replace(program, functions=merge_similar_functions(program.functions, fixed)[0])
    verify(merged)
    return merged
