"""Random playouts by OpenSpiel's C++ games, reported as Petteia and the C programs report theirs.

`python -m bench.openspiel hex --seconds 1` prints one JSON object. The rollouts run inside one call of OpenSpiel's own
tree search: with a single simulation it evaluates the start position, by as many rollouts as it is told.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

# Our names for the shared games, and the game strings that give the same rules (no swap, the same board).
GAMES = {
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four(rows=6,columns=7)",
    "hex": "hex(board_size=11)",
    "othello": "othello",
    "breakthrough": "breakthrough(rows=8,columns=8)",
    "gomoku_freestyle": "gomoku(size=15,connect=5)",
    "havannah": "havannah(board_size=8)",
    "go": "go(board_size=19)",
    "go9": "go(board_size=9)",
    "chess": "chess",
    "amazons": "amazons",
    "checkers": "checkers",
    "morris": "nine_mens_morris",
    "lines_of_action": "lines_of_action",
}


def time_rollouts(game: Any, rollouts: int, seed: int) -> float:
    """CPU seconds of so many uniform random rollouts from the start."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)
    state = game.new_initial_state()
    start = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - start


def mean_length(game: Any, playouts: int, seed: int, seconds: float = 3.0) -> float:
    """The mean number of moves of random playouts, driven from Python, since the search does not tell.

    Where so many take too long, those that were played in time count.
    """
    chance = random.Random(seed)
    plies, start = 0, time.process_time()
    for played in range(playouts):
        if played and time.process_time() - start > seconds:
            playouts = played
            break
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            plies += 1
    return plies / playouts


def measure(name: str, seconds: float, seed: int = 1, length_playouts: int = 600) -> dict[str, Any]:
    """Rates over about so many CPU seconds; the number of rollouts is found by growing a trial run."""
    import pyspiel

    game = pyspiel.load_game(GAMES[name])
    rollouts = 20
    while (elapsed := time_rollouts(game, rollouts, seed)) < 0.05:
        rollouts *= 4
    rollouts = max(1, round(rollouts * seconds / elapsed))
    elapsed = time_rollouts(game, rollouts, seed)
    length = mean_length(game, length_playouts, seed)
    return {
        "game": name,
        "implementation": "openspiel",
        "playouts": rollouts,
        "cpu_seconds": elapsed,
        "playouts_per_second": rollouts / elapsed,
        "moves_per_second": rollouts * length / elapsed,
        "mean_length": length,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length-playouts", type=int, default=600, help="playouts for the mean length")
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.game, arguments.seconds, arguments.seed, arguments.length_playouts)))


if __name__ == "__main__":
    main()
