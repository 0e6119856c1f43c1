"""Effects that differ in a number become one kind that carries it, and play stays the same."""

from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes.rewrites.merge_effects import merge_effects
from random_programs import random_program
from same_play import assert_same_play

AGAIN = """(game "Again" (players 2) (equipment {(board (square 4)) (piece "Ball" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (is In (last To) (sites Top)) (moveAgain)))))
        (end (if (is Line 3) (result Mover Win)))))"""


def again() -> n.Program:
    """A program whose effects name the player who moves again."""
    return lower_recipe(Recipe("again", AGAIN))[1]


def test_the_number_goes_with_the_effect() -> None:
    """One kind with one further value; kinds of moves that players choose from stay as they are."""
    before, after = again(), merge_effects(again())
    verify(after)
    chosen = {name for name in before.kinds if not name.startswith("effect")}
    assert chosen <= after.kinds.keys()
    (kind,) = (kind for name, kind in after.kinds.items() if name not in chosen)
    assert len(kind.captured) == 1 and len(after.functions[kind.effect].params) == 3
    emitted = {node.args for node in walk(after) if isinstance(node, n.Emit) and node.kind == kind.name}
    assert emitted == {(n.Const(1, n.INT),), (n.Const(2, n.INT),)}


def test_play_stays_the_same() -> None:
    """Moves and states, by the interpreter."""
    program = again()
    for seed in range(4):
        assert assert_same_play(program, merge_effects(program), seed, 12) > 3
    for seed in range(20):
        program = random_program(seed)
        verify(after := merge_effects(program))
        assert_same_play(program, after, seed, 4)
