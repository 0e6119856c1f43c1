"""Passes on the bundled games: well formed after each, and the same moves and positions as before."""

import random

import pytest

from classics import CLASSICS, sample
from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir.interpreter import Interpreter
from petteia.passes import optimise
from same_play import assert_same_play

QUICK = {"Breakthrough", "Connect Four", "Hex", "Reversi", "Tic-Tac-Toe"}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in sample(CLASSICS, 6)]
)
def test_bundled_games_stay_the_same(name: str) -> None:
    _, text = find_description(name)
    _, program, _ = lower_recipe(Recipe(name, text, (), None, (), "interpreter"))
    after = optimise(program, verify=True)
    assert assert_same_play(program, after, seed=1, plies=40) > 4


@pytest.mark.parametrize("name", ["Chess", "Nine Men's Morris", "Tablut", "English Draughts", "Surakarta", "Kalah"])
def test_sites_tell_which_set_has_them(name: str) -> None:
    """The promise of fields that tell of sets, on which rewrites rely, holds throughout play."""
    _, text = find_description(name)
    program = lower_recipe(Recipe(name, text))[1]
    telling = {field.name: field.tells for field in program.fields.values() if field.tells}
    assert telling
    interpreter, chooser = Interpreter(program), random.Random(1)
    state = interpreter.start()
    for _ in range(25):
        for field, sets in telling.items():
            for site, index in enumerate(state.fields[field]):
                having = [k for k, members in enumerate(state.fields[sets]) if members >> site & 1 and k]
                assert having == ([index] if index else [])
        moves = interpreter.moves(state)
        if not moves:
            break
        interpreter.play(state, chooser.choice(moves))
