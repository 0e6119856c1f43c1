"""The experiment on Othello endgames: accuracy, size and speed of published evaluation functions and of our own."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from experiments.othello import canonical_keys, colours_swapped_tables
from experiments.othello_fits import disc_counts, fit_all
from experiments.othello_report import Result
from experiments.othello_sets import FeatureSets, sites_of
from petteia.logic import (
    Evaluation,
    GameTheory,
    LearnOptions,
    Positions,
    SelfPlay,
    build_network,
    learn_evaluation,
    thin_network,
)
from petteia.logic.folding import find_regions, fold
from petteia.logic.native import NativeNetwork, NativeTables, View

if TYPE_CHECKING:
    from petteia.game import Game

Report = Callable[[float, str], None]


@dataclass(frozen=True)
class Scale:
    """How much is played and fitted."""

    training: dict[int, int] = field(default_factory=lambda: {60: 60_000, 55: 30_000})
    """Training games for each number of discs."""
    testing: int = 3_000
    """Test games; each gives a position with 60 discs and one with 55, if it lasts."""
    margin: int = 27
    """Test games that end further apart are left out: the players are equal, as those of the published games were."""
    teacher: int = 1_000
    """Games of each round in which the player of the stronger games learns."""
    generated: int = 100
    """Features made from the discs of both sides, before selection."""
    generation_seconds: float = 20.0
    walk: int = 100_000
    """Positions in search order for the table of speeds."""

    @classmethod
    def small(cls) -> Scale:
        """For tests: the whole road, with little on it."""
        return cls({60: 1500, 55: 600}, 200, teacher=150, generated=12, generation_seconds=3.0, walk=4000)


def distinct(positions: Positions, view: View, barred: set[tuple[int, int]]) -> tuple[Positions, set[tuple[int, int]]]:
    """Positions none of which is an image of another, or of one that is barred; and their keys."""
    kept, seen = [], set(barred)
    for number, key in enumerate(canonical_keys(positions.states, view)):
        if key not in seen:
            seen.add(key)
            kept.append(number)
    return positions.chosen(np.asarray(kept, np.int64)), seen - barred


def run_othello(game: Game, scale: Scale, seed: int, report: Report = lambda done, note: None) -> Result:
    """The whole experiment."""
    start = time.process_time()
    result = Result(seed, machine=f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}")
    report(0, "unfolds 18 + 42 features")
    sets = FeatureSets(game, scale.generated, scale.generation_seconds)
    result.unfolding_seconds = round(sets.unfolding_seconds, 2)
    report(1, "learns the player of the stronger games")
    options = LearnOptions(games=scale.teacher, rounds=2, stages=5, positions=8_000, seed=seed)
    teacher = learn_evaluation(GameTheory(game), options)
    play = SelfPlay(game)
    report(2, "plays and solves")
    fits: dict[str, Any] = {}
    strong = play.play(
        scale.testing, seed=seed + 10**6, noise=0.1, depth=3, opening=6, wanted=(60, 55), evaluation=teacher
    )
    strong = strong.chosen(np.abs(strong.outcomes) <= scale.margin)
    for discs in (60, 55):
        train, test = _positions(play, sets, teacher, scale, discs, seed, strong, result)
        report(3 if discs == 60 else 4, f"fits to {len(train)} positions with {discs} discs")
        fits = fit_all(sets, train, test, discs, seed, result)
    report(5, "measures speed")
    _measure(play, sets, fits, teacher, scale, seed, result)
    result.sizes |= {"A": len(sets.a), "B": len(sets.b)}
    result.cpu_seconds = round(time.process_time() - start, 1)
    report(6, "done")
    return result


def _positions(
    play: SelfPlay, sets: FeatureSets, teacher: Evaluation, scale: Scale, discs: int, seed: int, strong: Positions,
    result: Result,
) -> tuple[Positions, Positions]:  # fmt: skip
    """Solved positions: wild ones to train on, some of stronger games to test on; no image of one is in the other."""
    here = strong.chosen(sum(disc_counts(sets.view, strong)) == discs)
    test, keys = distinct(here, sets.view, set())
    half = scale.training[discs] // 2
    weak = [
        play.play(half, seed=seed + discs, wanted=[discs]),
        play.play(half, seed=seed + discs + 10**7, noise=0.4, wanted=[discs], evaluation=teacher),
    ]
    joined = Positions(
        np.concatenate([one.states for one in weak]),
        np.concatenate([weak[0].games, weak[1].games + np.uint32(half)]),
        np.concatenate([one.outcomes for one in weak]),
    )
    train, _ = distinct(joined, sets.view, keys)
    solved = play.solve(train), play.solve(test)
    for name, part in (("training", solved[0]), ("test", solved[1])):
        result.spreads[f"{name} {discs}"] = round(float(part.outcomes.std()), 2)
        result.counts[f"{name} {discs}"] = len(part)
    return solved


def _measure(
    play: SelfPlay, sets: FeatureSets, fits: dict[str, Any], teacher: Evaluation, scale: Scale, seed: int,
    result: Result,
) -> None:  # fmt: skip
    """Speeds over positions in the order in which a search meets them."""
    begin = play.play(40, seed=seed + 3, noise=0.2, wanted=[49], evaluation=teacher)
    states = play.walk(begin, scale.walk)
    game, view = sets.game, sets.view
    runners: dict[str, Any] = {}
    for name, features in (("A", sets.a), ("B", sets.b)):
        network = build_network(features, view.inputs)
        runners[name] = NativeNetwork(network, view, fits[name].weights[None, :], (fits[name].bias,))
    thin, weights, bias = fits["C"]
    runners["C"] = NativeNetwork(thin_network(thin, view.inputs), view, weights[None, :], (bias,), depth_first=True)
    regions = [tuple(sorted(r)) for r in find_regions([sites_of(mask) for mask in thin], 3)]
    starts, tables = fold(thin, weights[None, :], regions, 3, 1)
    runners["C folded"] = NativeTables(game, regions, starts, tables, (bias,))
    pattern = fits["D"].weights[sets.ties].astype(np.float32)[None, :]
    runners["D"] = NativeTables(game, sets.pattern_regions, sets.pattern_starts, pattern, (fits["D"].bias,))
    own = fits["E"].weights[sets.own_ties].astype(np.float32)[None, :]
    runners["E"] = NativeTables(game, sets.own_regions, sets.own_starts, own, (fits["E"].bias,))
    seconds: dict[str, float] = {}
    for name, runner in runners.items():
        part = states[: max(1000, len(states) // 20)] if name in "AB" else states
        seconds[name] = min(_timed(runner, part) for _ in range(3)) / len(part)
    # F looks from the side of the mover: tables for both sides are kept up to date, and the counts of A.
    other = colours_swapped_tables(own, sets.own_regions, sets.own_starts)
    turned = NativeTables(game, sets.own_regions, sets.own_starts, other)
    seconds["F"] = seconds["A"] + seconds["E"] + min(_timed(turned, states) for _ in range(3)) / len(states)
    result.speeds |= {name: round(1e-3 / each, 2) for name, each in seconds.items()}


def _timed(runner: Any, states: npt.NDArray[np.uint8]) -> float:
    start = time.process_time()
    runner.run(states)
    return max(1e-9, time.process_time() - start)
