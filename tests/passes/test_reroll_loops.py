"""Statements that differ in numbers only become a loop over tables, and play stays the same."""

from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes.rewrites.evaluate_start import evaluate_start
from petteia.passes.rewrites.inline_calls import inline_calls
from petteia.passes.rewrites.reroll_loops import rerolled
from random_programs import random_program
from same_play import assert_same_play
from sample_programs import CELL, FROM, TO

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
PIECES = " ".join(f'(piece "K{each}" Each (move Leap {{{{F F R F}}}} (to if:True)))' for each in LETTERS)
PLACES = " ".join(f'(place "K{each}1" {k}) (place "K{each}2" {63 - k})' for k, each in enumerate(LETTERS))
CROWD = f"""(game "Crowd" (players 2) (equipment {{(board (square 8)) {PIECES}}})
    (rules (start {{{PLACES}}}) (play (forEach Piece))
        (end {{(if (no Moves Next) (result Mover Win)) (if (>= (count Moves) 20) (result Mover Draw))}})))"""


def listing(*between: n.Stmt) -> n.Program:
    """Loops over the sites of many pieces, with statements between the tenth and the eleventh of them."""
    b = Builder("listing", 2, {"Cell": 9})
    b.field("pieces", CELL, shape=(40,))
    b.field("number", n.INT, high=9)
    with b.function("step", [FROM, TO]):
        b.store("number", [], TO)
    b.kind(n.Kind("step", "step"))
    with b.function("moves", emits=True):
        for k in range(1, 40):
            with b.for_("from", b.load("pieces", o.number(k))) as site:
                b.emit("step", site, o.number(k % 9))
            if k == 10:
                b.place(*between)
    return b.program


def test_numbers_go_to_tables() -> None:
    """One loop for all, with a table for each number that differs."""
    (loop,) = rerolled(listing()).functions["moves"].body
    assert isinstance(loop, n.Range) and loop.stop == o.number(39)
    piece, target, inner = loop.body
    assert isinstance(piece, n.Let) and isinstance(piece.value, n.Lookup) and isinstance(target, n.Let)
    assert piece.value.table.values == tuple(range(1, 40))
    assert isinstance(inner, n.For) and inner.set == n.Load("pieces", (piece.local,), CELL)


def test_what_happens_in_between_stays_there() -> None:
    """Moves are listed on the same side as before of whatever changes the state, or asks how many there are."""
    for between in (n.Store("number", (), o.number(1)), n.If(o.eq(n.Emitted(), o.number(0)), (n.Return(),), ())):
        before, middle, after = rerolled(listing(between)).functions["moves"].body
        assert middle == between
        assert isinstance(before, n.Range) and isinstance(after, n.Range)
        assert (before.stop, after.stop) == (o.number(10), o.number(29))


def test_effects_keep_their_order() -> None:
    """Moves that are played one after the other stay in the order in which they are listed."""
    program = listing()
    with (b := Builder("effects", 2, {})).function("all"):
        b.emit_statement(n.Collect((n.Do("moves", ()),)))
    program.functions["all"] = b.program.functions["all"]
    assert rerolled(program).functions == program.functions


def test_play_stays_the_same() -> None:
    """Moves and states of a game with many kinds of pieces, by the interpreter; what they do is written once."""
    program = inline_calls(lower_recipe(Recipe("crowd", CROWD))[1])
    after = rerolled(program)
    verify(after)
    assert len(list(walk(after))) < 0.9 * len(list(walk(program)))
    for seed in range(3):
        assert assert_same_play(program, after, seed, 10) > 3


def test_random_programs_stay_the_same() -> None:
    """Whatever is alike in them may be rerolled."""
    for seed in range(20):
        program = random_program(seed)
        verify(after := rerolled(program))
        assert_same_play(program, after, seed, 4)


def test_a_crowd_is_placed_in_loops() -> None:
    """Very many pieces are placed by loops over tables; the start position is the same."""
    places = " ".join(f'(place "{"XY"[k % 2]}{1 + k // 2 % 2}" {k})' for k in range(300))
    text = f"""(game "Full" (players 2) (equipment {{(board (square 18)) (piece "X" Each) (piece "Y" Each)}})
        (rules (start {{{places}}}) (play (move Add (to (sites Empty))))
            (end (if (no Moves Next) (result Mover Win)))))"""
    program = lower_recipe(Recipe("full", text))[1]
    after = evaluate_start(program)
    verify(after)
    assert any(isinstance(s, n.Range) for s in after.functions["start"].body)
    assert assert_same_play(program, after, 1, 3) == 3


def searching() -> n.Program:
    """Loops over the sites of pieces that ask two questions each, one of which is alike for all of them."""
    b = Builder("searching", 2, {"Cell": 9})
    b.field("pieces", CELL, shape=(40,))
    with b.function("is_near", [FROM, TO], n.BOOL):
        b.return_(o.eq(FROM, TO))
    with b.function("moves", emits=True):
        pass
    with b.function("found", [], n.BOOL):
        for k in range(1, 40):
            with b.for_("from", b.load("pieces", o.number(k))) as site:
                with b.if_(b.call("is_near", site, o.number(k % 9))):
                    b.return_(o.TRUE)
                with b.if_(o.lt(site, o.number(3)) if k < 3 else o.has(b.load("pieces", o.number(k - 1)), site)):
                    b.return_(o.TRUE)
        b.return_(o.FALSE)
    return b.program


def test_searches_share_parts_of_loops() -> None:
    """Questions that are alike are asked in one loop, whatever else is asked about a piece; the rest stays together."""
    program = rerolled(searching())
    *loops, _ = program.functions["found"].body
    kinds = [type(loop) for loop in loops]
    assert kinds.count(n.Range) == 2 and kinds.count(n.For) == 2
    assert all(len(loop.body) == 1 for loop in loops if isinstance(loop, n.For))
