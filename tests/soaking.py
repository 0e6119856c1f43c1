"""Mixed play, search and learning for a long time in one process, whose memory has to stay flat.

PYTHONPATH=tests python -m soaking --seconds 600 --seed 1
"""

from __future__ import annotations

import argparse
import copy
import gc
import pickle
import random
import resource
import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import petteia as pt
from petteia.errors import IllegalMove

GAMES = ("Tic-Tac-Toe", "Connect Four", "Hex", "Breakthrough", "Oware", "Kalah", "Reversi", "Nine Men's Morris")
GROWTH = 8.0
"""So many MB the memory may grow from the second quarter of the work to the last, by the medians of each."""
_BROKEN = '(game "Broken" (players 2) (equipment { (board (sqare 4)) }) (rules (play (move Pass))))'


class Soak:
    """What is done, one thing after another, with a few games."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.games = [pt.load(name, build="quick") for name in GAMES]
        self.done = 0
        often: list[Callable[[pt.Game], None]] = [
            self._play,
            self._search,
            self._playouts,
            self._positions,
            self._batch,
        ]
        self.tasks = [*often * 4, self._reload, self._learn]

    def step(self) -> None:
        """One thing with one game."""
        self.random.choice(self.tasks)(self.random.choice(self.games))
        self.done += 1

    def _play(self, game: pt.Game) -> None:
        """A random game, with wrong moves and moves taken back."""
        state = game.start(seed=self.random.randrange(2**31))
        while not state.over and len(state.history) < 60:
            state.play(self.random.choice(state.legal_moves()))
            if self.random.random() < 0.1:
                state.undo()
            with suppress(IllegalMove):
                state.play("9999>9999")

    def _search(self, game: pt.Game) -> None:
        state = game.start()
        for _ in range(3):
            state.play(pt.UCT(iterations=100, seed=self.random.randrange(100)).choose(state))

    def _playouts(self, game: pt.Game) -> None:
        game.playouts(50, seed=self.random.randrange(2**31))

    def _positions(self, game: pt.Game) -> None:
        """Texts, copies and pickles of a position."""
        state = game.start()
        state.play(self.random.choice(state.legal_moves()))
        again = game.state(state.text)
        for one in (again, copy.copy(again), pickle.loads(pickle.dumps(again))):
            assert one.text == state.text

    def _batch(self, game: pt.Game) -> None:
        batch = game.batch(64, seed=1)
        for _ in range(5):
            batch.step(batch.sample(seed=self.random.randrange(100)))

    def _reload(self, game: pt.Game) -> None:
        """The game once more, and a description with a mistake."""
        pt.load(game.name, build="quick").start()
        with suppress(pt.PetteiaError):
            pt.load(_BROKEN)

    def _learn(self, game: pt.Game) -> None:
        pt.learn(self.games[0], games=2, preset="fast", budget=0.1, round_size=2, seed=self.random.randrange(100))


def resident() -> float:
    """The memory that the process holds, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def soak(seconds: float, seed: int, tell: Callable[[str], None] = lambda line: None) -> tuple[float, int]:
    """By how many MB the memory grows in so many seconds, after the first quarter; and how many things were done."""
    work = Soak(seed)
    held: list[float] = []
    begin = told = time.monotonic()
    while (now := time.monotonic()) - begin < seconds:
        work.step()
        if work.done % 3 == 0:
            gc.collect()
            held.append(resident())
        if now - told > 10:
            told = now
            tell(f"{now - begin:5.0f} s  {work.done:6} done  {resident():7.1f} MB")
    quarter = max(1, len(held) // 4)
    early, late = held[quarter : 2 * quarter] or held, held[-quarter:]
    return statistics.median(late) - statistics.median(early), work.done


def main() -> int:
    """Works for a while, and fails if the memory grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    growth, done = soak(given.seconds, given.seed, lambda line: print(line, flush=True))
    print(f"{done} things done; memory grew by {growth:.1f} MB, {GROWTH:g} are allowed")
    return int(growth > GROWTH)


if __name__ == "__main__":
    raise SystemExit(main())
