"""Share of positions of Connect Four in which an agent keeps the game-theoretic value, judged by a solver of others.

`python -m bench.perfect --positions 500 --seconds 1` plays random moves from the start (4 to 24, at even shares), asks
the agent for a move, and `bitbully` (extra `bench`) what each move is worth. Told apart are the positions where it
matters, in which some moves keep the value and others do not. `--first N` plays N whole games as first player against
the solver.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any

import petteia
from petteia.arena.statistics import wilson
from petteia.search.words import agent as agent_of

_SHORTEST, _LONGEST = 4, 24


class Judge:
    """The solver: what each column is worth to who is to move, by its sign."""

    def __init__(self) -> None:
        from bitbully import BitBully

        self._solver = BitBully()

    def values(self, columns: list[int]) -> dict[int, int]:
        """1 for a win, 0 for a draw, -1 for a loss, by column."""
        from bitbully import Board

        board = Board(columns)
        found = {}
        for column, score in self._solver.score_all_moves(board).items():
            found[column] = (score > 0) - (score < 0)
        return found


def random_position(game: Any, seed: int) -> tuple[Any, list[int]]:
    """A position that is not over, with the columns played so far."""
    dice = random.Random(seed)
    while True:
        state, columns = game.start(), []
        for _ in range(dice.randint(_SHORTEST, _LONGEST)):
            move = dice.choice(state.legal_moves())
            columns.append(move.target % 7)
            state.play(move)
            if state.over:
                break
        if not state.over:
            return state, columns


def measure(words: str, positions: int, seconds: float, seed: int) -> dict[str, Any]:
    """How often the value is kept, over all positions and where moves differ."""
    game, judge = petteia.load("Connect Four"), Judge()
    player: Any = agent_of(words).with_budget(seconds=seconds)
    kept = matters = kept_there = 0
    lost: list[list[int]] = []
    for k in range(positions):
        state, columns = random_position(game, seed * 1_000_003 + k)
        values = judge.values(columns)
        best, worst = max(values.values()), min(values.values())
        good = values[player.choose(state).target % 7] == best
        kept += good
        matters += best > worst
        kept_there += good and best > worst
        if not good:
            lost.append(columns)
    low, high = wilson(kept, positions)
    return {
        "agent": words, "seconds": seconds, "positions": positions, "kept": kept, "share": kept / positions,
        "low": low, "high": high, "matters": matters, "kept_there": kept_there, "lost": lost,
    }  # fmt: skip


def first_player(words: str, games: int, seconds: float, seed: int) -> list[int]:
    """Results of whole games as first player against the solver, which plays a random one of its best moves."""
    game, judge = petteia.load("Connect Four"), Judge()
    results = []
    for k in range(games):
        player: Any = agent_of(words, seed=seed + k).with_budget(seconds=seconds)
        dice, state, columns = random.Random(seed + k), game.start(), []
        while not state.over:
            if state.mover == 1:
                move = player.choose(state)
            else:
                values = judge.values(columns)
                column = dice.choice([c for c, value in values.items() if value == max(values.values())])
                move = next(one for one in state.legal_moves() if one.target % 7 == column)
            columns.append(move.target % 7)
            state.play(move)
        results.append(round(state.returns[0]))
    return results


def main() -> None:
    """Measures what is asked for and prints it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="best")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.first:
        print(json.dumps({"first": first_player(asked.agent, asked.first, asked.seconds, asked.seed)}))
    else:
        print(json.dumps(measure(asked.agent, asked.positions, asked.seconds, asked.seed)))


if __name__ == "__main__":
    main()
