"""Uniform random play of bundled games: mean lengths that other programs find too, and the contract of all games."""

from __future__ import annotations

import pytest

import petteia
from classics import sample_of_games

# Mean lengths found by other programs for the same rules, and bounds of the standard deviation of one length.
LENGTHS = [
    ("Tic-Tac-Toe", [], 7.626, 1.4),
    ("Connect Four", [], 21.31, 8.5),
    ("Hex", ["Swap Rule/Off"], 107.49, 11),
    ("Reversi", [], 60.416, 2),
    ("Breakthrough", [], 64.08, 17),
    ("Gomoku", [], 112.60, 41),
    ("Gomoku", ["Line Rule/Five Or More"], 109.02, 41),
]
PLAYOUTS = 40_000


@pytest.mark.statistical
@pytest.mark.parametrize(("name", "options", "length", "deviation"), LENGTHS)
def test_random_games_are_as_long_as_elsewhere(name: str, options: list[str], length: float, deviation: float) -> None:
    """Within five standard errors: fails by chance once in a million runs, and never twice with the same seed."""
    played = petteia.load(name, options=options).playouts(PLAYOUTS, seed=5)
    assert played.unfinished == 0
    assert abs(played.mean_length - length) < 5 * deviation / PLAYOUTS**0.5


@pytest.mark.parametrize("name", sample_of_games(20))
def test_random_play_keeps_the_contract(name: str) -> None:
    """Moves play, copies are independent, texts and pickles read back."""
    petteia.check_game(petteia.load(name, build="quick"), games=2, seed=1, max_moves=40)


@pytest.mark.parametrize("name", sample_of_games(24))
def test_random_play_comes_to_an_end(name: str) -> None:
    """Without a limit on moves, and not with one of several sides winning always."""
    game = petteia.load(name, build="quick")
    played = game.playouts(100, seed=9)
    assert played.unfinished == 0
    assert game.players == 1 or max(played.wins) < 100
