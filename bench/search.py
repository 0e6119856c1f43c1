"""Measures tree search: iterations over playouts, over OpenSpiel, two threads over one, memory of a node.

`python -m bench.search` prints the rows alone; `make bench` has them in its table. Each figure is the best of several
rounds, in which what is compared takes turns. Rates are per CPU second, but threads are compared by the clock.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bench.openspiel import GAMES as OPENSPIEL_GAMES
from bench.report import Row, format_table

if TYPE_CHECKING:
    from petteia import Game, State

ITERATIONS = 10_000
SHORT_SECONDS = 0.5
"""Seconds for which work of milliseconds is repeated: the best of a few would be the best of busy moments."""
THREAD_SECONDS = 0.5
NODE_BYTES, CHILD_BYTES = 64, 8

# The boards of the paper on biasing search with features.
BOARDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Breakthrough", ()),
    ("Connect Four", ()),
    ("Fanorona", ()),
    ("Gomoku", ()),
    ("Hex", ("Board Size/7x7",)),
    ("Hex", ("Board Size/11x11",)),
    ("Knightthrough", ()),
    ("Reversi", ()),
    ("Teeko", ()),
    ("Yavalath", ()),
)
# Games with the same rules here and there, by OpenSpiel's name.
SHARED: dict[str, tuple[str, tuple[str, ...]]] = {
    "tictactoe": ("Tic-Tac-Toe", ()),
    "connect4": ("Connect Four", ()),
    "hex": ("Hex", ("Swap Rule/Off",)),
    "othello": ("Reversi", ()),
    "breakthrough": ("Breakthrough", ()),
    "gomoku_freestyle": ("Gomoku", ()),
    "havannah": ("Havannah", ()),
}
Wanted = Callable[[str, str], bool]


def _name(game: str, options: tuple[str, ...]) -> str:
    return " ".join([game, *(option.partition("/")[2] for option in options)])


def _timed_tree(state: State, iterations: int, threads: int = 1) -> tuple[Any, float]:
    """A fresh tree of plain UCT after so many iterations, and the CPU seconds that all of it took."""
    from petteia.search._tree import Budget, Tree
    from petteia.search.bridge import Bridge

    bridge = Bridge(state.game)
    settings = _plain(threads)._settings(bridge)
    begin = time.thread_time()
    tree = Tree(state, settings, bridge)
    tree.run(Budget(iterations))
    return tree, time.thread_time() - begin


def _plain(threads: int = 1, seed: int = 1) -> Any:
    from petteia import UCT

    return UCT(plain=True, threads=threads, seed=seed)


def _row(measure: str, name: str, unit: str, value: float, base: float, asked: float, note: str = "") -> Row:
    ratio = value / base
    return Row(measure, name, f">= {asked:g}", "ok" if ratio >= asked else "short", unit, value, base, ratio, note)


def _as_searched(board: str, options: tuple[str, ...]) -> Game:
    """The game with the playouts that searches use: boards that fill up are filled, where the rules allow it."""
    from petteia import PetteiaError, load

    try:
        return load(board, options=options, playout="fill", build="full")
    except PetteiaError:
        return load(board, options=options, build="full")


def iterations_over_playouts(game: Game, name: str, rounds: int) -> Row:
    """Iterations of plain UCT from the start, over as many random playouts from there."""
    state = game.start(1)
    searches, playouts = [], []
    begin = time.perf_counter()
    while len(searches) <= rounds or time.perf_counter() - begin < SHORT_SECONDS:  # the first warms up
        k = len(searches)
        playouts.append(ITERATIONS / game.playouts(ITERATIONS, seed=k).cpu_seconds)
        searches.append(ITERATIONS / _timed_tree(state, ITERATIONS)[1])
    return _row("UCT over playouts", name, "iterations/s", max(searches), max(playouts), 0.7)


def over_openspiel(game: Game, name: str, other: str, rounds: int) -> Row:
    """Iterations of plain UCT from the start over those of OpenSpiel's search with random rollouts."""
    import pyspiel

    rules = pyspiel.load_game(OPENSPIEL_GAMES[other])
    ours, theirs, count = [], [], 1000
    for k in range(rounds):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=k)
        bot = pyspiel.MCTSBot(rules, evaluator, 2**0.5, count, 1000, False, k, False)
        position = rules.new_initial_state()
        begin = time.process_time()
        bot.mcts_search(position)
        theirs.append(count / (time.process_time() - begin))
        ours.append(ITERATIONS / _timed_tree(game.start(1), ITERATIONS)[1])
    return _row("UCT over OpenSpiel", name, "iterations/s", max(ours), max(theirs), 5)


def two_threads_over_one(game: Game, name: str, rounds: int) -> Row:
    """Iterations by the clock."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads, seen in rates.items():
            begin = time.perf_counter()
            found = _plain(threads).with_budget(wall=THREAD_SECONDS).analyse(game.start(1))
            seen.append(found.iterations / (time.perf_counter() - begin))
    return _row("two threads over one", name, "iterations/s", max(rates[2]), max(rates[1]), 1.7, "by the clock")


def memory_of_nodes(game: Game, name: str) -> Row:
    """Bytes of a tree over what is allowed: an amount for each node, and for each move that nodes have."""
    tree, _ = _timed_tree(game.start(1), ITERATIONS)
    allowed = NODE_BYTES * tree.size + CHILD_BYTES * tree.listed
    verdict = "ok" if tree.bytes <= allowed else "short"
    note = f"{tree.size} nodes, {tree.listed} children"
    return Row("memory of nodes", name, "<= 1", verdict, "bytes", tree.bytes, allowed, tree.bytes / allowed, note)


def search_rows(rounds: int, is_wanted: Wanted, say: Callable[[str], None]) -> Iterator[Row]:
    """All rows about search."""
    from petteia import load

    for board, options in BOARDS:
        name = _name(board, options)
        if is_wanted("UCT over playouts", name):
            say(f"UCT over playouts: {name}")
            yield iterations_over_playouts(_as_searched(board, options), name, rounds)
    for other, (board, options) in SHARED.items():
        if is_wanted("UCT over OpenSpiel", board):
            say(f"UCT over OpenSpiel: {board}")
            try:
                yield over_openspiel(load(board, options=options, build="full"), board, other, rounds)
            except ImportError:
                yield Row("UCT over OpenSpiel", board, ">= 5", "missing", note="OpenSpiel is not installed")
    for board, options in BOARDS:
        name = _name(board, options)
        if is_wanted("two threads over one", name):
            say(f"two threads over one: {name}")
            yield two_threads_over_one(load(board, options=options, build="full"), name, rounds)
    for board, options in BOARDS:
        name = _name(board, options)
        if is_wanted("memory of nodes", name):
            yield memory_of_nodes(load(board, options=options, build="full"), name)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds, of which the best counts")
    parser.add_argument("--only", default="", help="only rows whose measure or game contains this text")
    arguments = parser.parse_args()
    wanted = arguments.only.lower()
    rows = list(
        search_rows(
            arguments.rounds,
            lambda measure, name: wanted in f"{measure} {name}".lower(),
            lambda text: print(text, file=sys.stderr) if sys.stderr.isatty() else None,
        )
    )
    print(format_table(rows))


if __name__ == "__main__":
    main()
