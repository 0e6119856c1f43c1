"""Bundled games for tests that are too slow to look at all of them: classics of every kind, and samples.

`PETTEIA_SAMPLE` is the seed of samples, or `all` for every game (`make games`).
"""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from petteia import game_names

T = TypeVar("T")

CLASSICS = [
    "Amazons", "Backgammon", "Breakthrough", "Chess", "Chinese Checkers", "Clobber", "Connect Four",
    "Dots and Boxes", "English Draughts", "Fanorona", "Go", "Gomoku", "Halma", "Havannah", "Hex", "Hnefatafl",
    "International Draughts", "Kalah", "Knightthrough", "Konane", "Lines of Action", "Mu Torere",
    "Nine Men's Morris", "Oware", "Reversi", "Royal Game of Ur", "Senet", "Shogi", "Surakarta", "Tablut", "Teeko",
    "Tic-Tac-Toe", "Xiangqi", "Y", "Yavalath",
]  # fmt: skip


def sample(things: Sequence[T], number: int) -> list[T]:
    """So many of them, in their order and the same for all workers of a run: a larger sample holds the smaller ones."""
    seed = os.environ.get("PETTEIA_SAMPLE", "0")
    if seed == "all":
        return [*things]
    drawn = {*Random(seed).sample(range(len(things)), len(things))[:number]}
    return [thing for place, thing in enumerate(things) if place in drawn]


def sample_of_games(number: int) -> list[str]:
    """So many bundled games."""
    return sample(game_names(), number)
