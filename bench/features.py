"""Measures what features cost: one evaluation of a policy, and the slow-down of searches by it.

`python -m bench.features [GAME ...]`. Sets of features are drawn from those that the rules give and from combinations
of two that hold together, with random weights; a seed makes them the same in every run. All times are CPU times, the
best of several rounds that take turns.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

import numpy as np

from petteia.features import FeatureSet, Policy, Positions, atomic_set, combine, end_candidates, unfold
from petteia.game import Game, State, load
from petteia.search import PUCT, UCT

GAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Hex", ("Board Size/7x7",)),
    ("Hex", ()),
    ("Gomoku", ()),
    ("Yavalath", ()),
    ("Breakthrough", ()),
    ("Connect Four", ()),
    ("Fanorona", ()),
    ("Knightthrough", ()),
    ("Reversi", ()),
    ("Teeko", ()),
)
SIZES = (15, 50, 200)
MOST_RATIO, MOST_EXTRA, CHEAP = 1.5, 2.0, 4.0
"""A search may take so many times as long as plain UCT, or so many microseconds more where that is CHEAP."""
_PLAIN = {"solver": False, "decisive": False, "anti_decisive": False}


def sample(game: Game, size: int, rng: random.Random) -> FeatureSet:
    """Features of a game: some that the rules give, some combined of two that hold for one move."""
    given = [one for one in (*atomic_set(game), *end_candidates(game)) if not one.word and one.last_from is None]
    some = FeatureSet(game, rng.sample(given, min(size, len(given))))
    oriented, _ = unfold(FeatureSet(game, rng.sample(given, min(40, len(given)))))
    found = list(some)[: (size + 1) // 2]
    for _ in range(20 * size):
        if len(found) >= size:
            break
        state = opened(game, rng.randrange(2, 12), rng)
        active = oriented.active([state])
        own = active.of(rng.randrange(len(active.starts) - 1)).tolist()
        both = combine(oriented[rng.choice(own)], oriented[rng.choice(own)], some.board) if own else None
        if both is not None:
            found = list(FeatureSet(game, [*found, both]))
    return FeatureSet(game, found)


def opened(game: Game, plies: int, rng: random.Random) -> State:
    """A position after random moves that is not over."""
    while True:
        state = game.start(seed=0)
        for _ in range(plies):
            if not state.over:
                state.play(rng.choice(state.legal_moves()))
        if not state.over:
            return state


def best_of(measures: Sequence[Callable[[], float]], rounds: int) -> list[float]:
    """The smallest value of each measure, taken in turns."""
    found = [[measure() for measure in measures] for _ in range(rounds)]
    return [min(column) for column in zip(*found, strict=True)]


def evaluation_time(policy: Policy, state: State) -> float:
    """Microseconds of one evaluation of all moves of a position."""
    one = Positions.of([state])
    many = Positions.join([one] * 200)
    begin = time.process_time()
    policy.scores(many)
    return (time.process_time() - begin) / len(many) * 1e6


def iteration_time(agent: UCT | PUCT, state: State) -> float:
    """Microseconds of one iteration of a search."""
    found = agent.analyse(state)
    return found.cpu_seconds / found.iterations * 1e6


def measure(game: Game, sizes: Sequence[int], iterations: int, rounds: int) -> None:
    """Prints a line for each size of a set."""
    rng = random.Random(7)
    state = opened(game, 4, rng)
    for size in sizes:
        features = sample(game, size, rng)
        policy = Policy(features, np.array([rng.gauss(0, 0.7) for _ in features]))
        agents = [
            UCT(iterations=iterations, plain=True),
            PUCT(iterations=iterations, policy=policy, **_PLAIN),
            PUCT(iterations=iterations, policy=policy, evaluated_at=5, **_PLAIN),
        ]
        if len(features) <= 15:
            agents.append(PUCT(iterations=iterations, policy=policy, playout_policy=policy, **_PLAIN))
        times = best_of([lambda a=agent: iteration_time(a, state) for agent in agents], rounds)  # type: ignore[misc]
        evaluation = min(evaluation_time(policy, state) for _ in range(rounds))
        plain, lazy, later = times[:3]
        verdict = "ok" if _is_fast(plain, lazy) else "ok at 5" if _is_fast(plain, later) else "slow"
        line = f"{_name(game):22} {len(features):4} features {evaluation:6.2f} us/evaluation   UCT {plain:6.2f} us"
        line += f"   PUCT {lazy:6.2f} ({lazy / plain:4.2f}x)"
        line += f"   from the 5th visit {later:6.2f} ({later / plain:4.2f}x)  {verdict}"
        if len(times) > 3:
            by_tables = "tables" if policy.playout() is not None else "lists"
            line += f"   playouts {times[3] / plain:5.1f}x by {by_tables}"
        print(line, flush=True)


def _is_fast(plain: float, guided: float) -> bool:
    return guided <= MOST_RATIO * plain or (plain < CHEAP and guided <= plain + MOST_EXTRA)


def _name(game: Game) -> str:
    size = next((one.chosen for one in game.facts.options if one.heading == "Board Size"), "")
    return f"{game.name} {size}".strip()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help="names of games; all without any")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="numbers of features")
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    for name, options in GAMES:
        if not given.games or name in given.games:
            measure(load(name, options=options, build="full"), given.sizes, given.iterations, given.rounds)


if __name__ == "__main__":
    main()
