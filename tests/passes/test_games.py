"""Passes on the bundled games: well formed after each, and the same moves and positions as before."""

import pytest

from petteia.game._bundled import find_description, game_names
from petteia.game._game import Recipe
from petteia.game._load import lower_recipe
from petteia.passes import optimise
from same_play import assert_same_play

QUICK = {"Breakthrough", "Connect Four", "Hex", "Reversi", "Tic-Tac-Toe"}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in game_names()])
def test_bundled_games_stay_the_same(name: str) -> None:
    _, text = find_description(name)
    _, program, _ = lower_recipe(Recipe(name, text, (), None, (), "interpreter"))
    after = optimise(program, verify=True)
    assert assert_same_play(program, after, seed=1, plies=40) > 4
