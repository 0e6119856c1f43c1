"""Bundled games for tests that are too slow to look at all of them: classics of every kind, and samples.

`PETTEIA_SAMPLE` is the seed of samples, or `all` for every game (`make games`).
"""

import os
from random import Random

from petteia import game_names

CLASSICS = [
    "Amazons", "Backgammon", "Breakthrough", "Chess", "Chinese Checkers", "Clobber", "Connect Four",
    "Dots and Boxes", "English Draughts", "Fanorona", "Go", "Gomoku", "Halma", "Havannah", "Hex", "Hnefatafl",
    "International Draughts", "Kalah", "Knightthrough", "Konane", "Lines of Action", "Mu Torere",
    "Nine Men's Morris", "Oware", "Reversi", "Royal Game of Ur", "Senet", "Shogi", "Surakarta", "Tablut", "Teeko",
    "Tic-Tac-Toe", "Xiangqi", "Y", "Yavalath",
]  # fmt: skip


def sample_of_games(number: int) -> list[str]:
    """As many bundled games, the same for all workers of a run: a larger sample holds the smaller ones."""
    seed, names = os.environ.get("PETTEIA_SAMPLE", "0"), game_names()
    return names if seed == "all" else sorted(Random(seed).sample(names, len(names))[:number])
