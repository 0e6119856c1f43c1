"""Sizes and costs of a game on its way to C, whole and without some passes.

    python -m bench.lowering Chess Kalah --skip reroll_loops

A line a game: nodes as lowered and as emitted, CPU seconds of Petteia and of the compiler, and moves a CPU second of
random playouts by the full build, the best of three; without a pass, sizes and CPU seconds alone.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from petteia import lang
from petteia.game.builds import Builds
from petteia.game.bundled import locate
from petteia.game.game import Game, Recipe
from petteia.game.loading import compile_lowered, expand_recipe
from petteia.ir import nodes as n
from petteia.ir.survey import survey
from petteia.ludemes import Game as GameLudeme
from petteia.ludemes.lowering.rulebook import RuleBook
from petteia.native.cache import BuildCache
from petteia.native.emit import emit
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts

_ROUNDS, _SECONDS, _MOST_MOVES = 3, 0.3, 300


class Sizes(NamedTuple):
    """The sizes of a program before and after the passes, and CPU seconds from the one to C."""

    lowered: int
    emitted: int
    seconds: float


def main() -> None:
    """Measures the games and ways that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="bundled names or paths")
    parser.add_argument("--defs", action="append", default=[], help="a further folder of defines")
    parser.add_argument("--skip", action="append", default=[], help="a pass to leave out, for sizes alone")
    chosen = parser.parse_args()
    for name in chosen.games:
        found = locate(name)
        defs = tuple(str(Path(one).resolve()) for one in (*chosen.defs, *found.defs))
        recipe = Recipe(found.name, found.text, defs=defs)
        sizes = _sizes(_rules(recipe), [])
        python, compiler, rate = _speed(recipe)
        print(f"{found.name}: nodes {sizes.lowered} to {sizes.emitted},", end=" ")
        print(f"build {python:.2f} + {compiler:.2f} s, {rate:,.0f} moves/s", flush=True)
        for one in chosen.skip:
            sizes = _sizes(_rules(recipe), [one])
            print(f"{found.name}, without {one}: {sizes.emitted} nodes, passes and C {sizes.seconds:.2f} s", flush=True)


def _rules(recipe: Recipe) -> RuleBook:
    bound = lang.bind(lang.read(expand_recipe(recipe)))
    assert isinstance(bound, GameLudeme)
    return RuleBook(bound)


def _count(program: n.Program) -> int:
    return sum(len(survey(function).nodes) for function in program.functions.values())


def _sizes(rules: RuleBook, skip: list[str]) -> Sizes:
    program = rules.lower()
    begun = time.process_time()
    after = optimise(program, skip=skip)
    plan = classify_playouts(after)
    emit(after, plan)
    seconds = time.process_time() - begun
    return Sizes(_count(program), _count(replace(after, functions={**after.functions, **plan.functions})), seconds)


def _speed(recipe: Recipe) -> tuple[float, float, float]:
    """CPU seconds of a full build, those of the compiler apart, and moves a second."""
    with tempfile.TemporaryDirectory() as folder:
        before = _used()
        rules = _rules(recipe)
        builds = Builds(BuildCache(Path(folder)), "measured")
        game = compile_lowered(recipe, builds, "full", expand_recipe(recipe), rules.lower(), rules.spec)
        after = _used()
        return after[0] - before[0], after[1] - before[1], max(_rate(game) for _ in range(_ROUNDS))


def _used() -> tuple[float, float]:
    mine, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime, others.ru_utime + others.ru_stime


def _rate(game: Game) -> float:
    count, seconds, moves = 1, 0.0, 0.0
    while seconds < _SECONDS:
        count *= 2
        begun = time.process_time()
        done = game.playouts(count, seed=1, max_moves=_MOST_MOVES)
        seconds, moves = time.process_time() - begun, done.playouts * done.mean_length
    return moves / seconds


if __name__ == "__main__":
    main()
