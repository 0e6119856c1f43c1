"""Tests for our games in OpenSpiel by its own tests and algorithms, and for its games beside ours."""

import os
from random import Random
from typing import Any

import pytest

from petteia import game_names, load
from petteia.arena import match

pyspiel = pytest.importorskip("pyspiel")
FEW = ("Tic-Tac-Toe", "Royal Game of Ur", "Connect Four", "Hex")
GAMES = game_names()[: int(os.environ["PETTEIA_TOOL_GAMES"])] if os.environ.get("PETTEIA_TOOL_GAMES") else FEW

SMALL_CHANCE = """
(game "Small Chance"
    (players 2)
    (equipment { (board (rectangle 1 3)) (dice d:2 num:1) (piece "Ball" Each) })
    (rules
        (play (do (roll) next:(if (= (count Pips) 1)
            (move Add (piece (id "Ball" Mover)) (to (sites Empty)))
            (move Add (piece (id "Ball" Next)) (to (sites Empty))))))
        (end { (if (is Line 2) (result Mover Win)) (if (is Full) (result Mover Loss)) })
    )
)
"""


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    """Their random simulations find nothing wrong: actions, chance, tensors, copies, serialisation."""
    from petteia.interop import openspiel

    pyspiel.random_sim_test(openspiel.game(name), num_sims=1, serialize=True, verbose=False)


def test_serialisation_and_clones() -> None:
    """A state survives being written, and a clone is independent."""
    from petteia.interop import openspiel

    game = openspiel.game("Royal Game of Ur")
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    text = pyspiel.serialize_game_and_state(game, state)
    again = pyspiel.deserialize_game_and_state(text)[1]
    assert str(again) == str(state) and again.history() == state.history()
    other = state.clone()
    other.apply_action(other.legal_actions()[-1])
    assert len(other.history()) == len(state.history()) + 1


def test_their_search_plays_our_game() -> None:
    """Their MCTS finds the move that wins."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    from petteia.interop import openspiel

    state = openspiel.game("Tic-Tac-Toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    generator = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 2, 200, mcts.RandomRolloutEvaluator(1, generator), random_state=generator)
    assert bot.step(state) == 2


def test_their_cfr_solves_a_game_of_chance() -> None:
    """Counterfactual regret minimisation lowers how much a policy can be exploited."""
    from open_spiel.python.algorithms import cfr, exploitability

    from petteia.interop import openspiel

    game = openspiel.game(load(SMALL_CHANCE))
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before


class First:
    """A bot that plays the first legal action."""

    def step(self, state: Any) -> int:
        """The action."""
        return int(state.legal_actions()[0])


@pytest.mark.parametrize(
    ("ours", "theirs", "depth"),
    [("Tic-Tac-Toe", "tic_tac_toe", 4), ("Connect Four", "connect_four", 4), ("Breakthrough", "breakthrough", 2)],
)
def test_equal_numbers_of_ways(ours: str, theirs: str, depth: int) -> None:
    """Shared games have as many ways of playing on, so deep."""
    from petteia.interop import openspiel

    def perft(state: Any, left: int) -> int:
        if left == 0 or state.over:
            return int(left == 0)
        total = 0
        for move in state.legal_moves():
            state.play(move)
            total += perft(state, left - 1)
            state.undo()
        return total

    assert perft(load(ours).start(), depth) == openspiel.perft(pyspiel.load_game(theirs).new_initial_state(), depth)


@pytest.mark.parametrize(
    ("ours", "options", "theirs"),
    [
        ("Tic-Tac-Toe", (), "tic_tac_toe"),
        ("Connect Four", (), "connect_four"),
        ("Breakthrough", (), "breakthrough"),
        ("Hex", ("Swap Rule/Off",), "hex"),
        ("Reversi", (), "othello"),
    ],
)
def test_their_games_are_oracles_of_ours(ours: str, options: tuple[str, ...], theirs: str) -> None:
    """In random games both have the same legal moves at every turn, and the same results."""
    from petteia.interop import openspiel

    for seed in range(2):
        state, twin = load(ours, options=options).start(), pyspiel.load_game(theirs).new_initial_state()
        random = Random(seed)
        while not state.over:
            legal = state.legal_moves()
            said = [openspiel.spiel_action(theirs, twin, state, move) for move in legal]
            assert sorted(said) == sorted(twin.legal_actions())
            chosen = random.randrange(len(legal))
            twin.apply_action(said[chosen])
            state.play(legal[chosen])
        assert twin.is_terminal() and twin.returns() == list(state.returns)


def test_their_bots_play_in_our_arena() -> None:
    """A bot of theirs sits in a match of ours."""
    from petteia.interop import openspiel

    result = match(load("Connect Four"), openspiel.SpielAgent("connect_four", First()), "random", games=4, seed=1)
    assert result.games == 4
