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


# Games in which one side hardly ever wins by chance: a position in which it is about to, and the move.
HARD_TO_WIN = {
    "Aadu Puli Attam": ("V0=2 V1=2 V2=1 V3=1 V4=1 V5=2 V6=1 V7=1 V10=1 V12=1 V17=1 V20=1 V21=1 | m=1", "V10>V11"),
    "Catch the Hare": ("V0=2 V1=1 V2=1 V5=1 V7=1 V10=1 V12=1 | m=1", "V7>V6"),
    "Maharajah and the Sepoys": ("0=6 36=4 38=5 47=2 61=2 63=7 | m=1 k=0", "38>54"),
}


@pytest.mark.parametrize("name", HARD_TO_WIN)
def test_a_side_that_hardly_wins_by_chance_can_win(name: str) -> None:
    text, move = HARD_TO_WIN[name]
    state = petteia.load(name, build="quick").state(text)
    mover = state.mover
    state.play(move)
    assert state.winner == mover


@pytest.mark.parametrize("name", sample_of_games(24))
def test_random_play_comes_to_an_end(name: str) -> None:
    """Without a limit on moves, and not with one of several sides winning always."""
    game = petteia.load(name, build="quick")
    played = game.playouts(100, seed=9)
    assert played.unfinished == 0
    assert game.players == 1 or name in HARD_TO_WIN or max(played.wins) < 100
