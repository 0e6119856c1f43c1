"""The experiment on Othello endgames: accuracy, size and speed of four evaluation functions and one of our own."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._evaluation import Evaluation, LearnOptions, learn_evaluation
from ._fitting import Fit, bootstrap, correlation, fit_least_squares, fit_tables, select_features
from ._folding import find_regions, fold
from ._game_theory import GameTheory
from ._generation import GenerationLimits, generate_features
from ._native import NativeNetwork, NativeTables, View, count_outputs
from ._networks import build_network, thin_network
from ._othello import (
    OthelloInputs,
    canonical_keys,
    moved_mask,
    othello_features,
    othello_theory,
    pattern_regions,
    symmetries,
    tied_entries,
    with_colours_swapped,
)
from ._positions import Positions, SelfPlay
from ._unfolding import Unfolded, Unfolding, bits

if TYPE_CHECKING:
    from petteia.game import Game

Report = Callable[[float, str], None]
_LARGEST_REGION = 10
PAPER = {
    60: {"A": (0.67, 12.9, 14.9), "B": (0.85, 8.90, 9.64), "C": (0.88, 8.17, 8.90), "D": (0.94, 5.77, 6.02)},
    55: {"A": (0.74, 12.5, 14.6), "B": (0.74, 12.4, 14.0), "C": (0.81, 10.7, 12.5), "D": (0.89, 8.39, 9.25)},
}
"""r, and the s.d. of errors in test and training, as published."""
PAPER_SIZES = {"A": 18, "B": 42, "C": 3952, "D": 272032}
PAPER_SPEEDS = {"A": 3.18, "B": 0.872, "C": 86.6, "D": 104.0}


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


@dataclass(frozen=True)
class Accuracy:
    """How well an evaluation predicts exact outcomes of test positions."""

    discs: int
    name: str
    r: float
    low: float
    high: float
    error: float
    training_error: float
    ridge: float


@dataclass
class Result:
    """Everything the experiment found."""

    seed: int
    accuracies: list[Accuracy] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    speeds: dict[str, float] = field(default_factory=dict)
    """Thousand positions a CPU second."""
    spreads: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    cpu_seconds: float = 0.0
    machine: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


class _Sets:
    """The feature sets over states of the game."""

    def __init__(self, game: Game, scale: Scale, report: Report) -> None:
        theory = othello_theory()
        unfolding = Unfolding(theory)
        report(0, "unfolds 18 + 42 features")
        plain = {which: unfolding.unfold_all(othello_features(theory, which)) for which in "ab"}
        inputs = OthelloInputs(game, unfolding)
        self.game, self.view = game, inputs.view
        self.a, self.b = inputs.placed(plain["a"]), inputs.placed(plain["b"])
        seeds = theory.features("mine(S) :- owns(x, S). theirs(S) :- owns(o, S).")
        limits = GenerationLimits(scale.generated, depth=5, seconds=scale.generation_seconds)
        made, _ = generate_features(theory, seeds, limits, unfolding=unfolding)
        self.generated = inputs.placed([one.unfolded for one in made])
        self.thin = list(dict.fromkeys(mask for one in self.a for masks in one.outputs.values() for mask in masks))
        self.orbit_of = _orbits(self.thin)
        regions, starts, entries = pattern_regions()
        self.patterns = NativeTables(game, regions, starts, np.zeros((1, entries), np.float32))
        self.pattern_regions, self.pattern_starts = regions, starts
        near = inputs.neighbourhoods(theory)
        self.own_regions, self.own_starts, self.own_entries = _symmetric_regions(_own_sets(self.thin, near))
        self.ties = tied_entries(regions, starts, entries)
        self.own_ties = tied_entries(self.own_regions, self.own_starts, self.own_entries)
        self.own = NativeTables(game, self.own_regions, self.own_starts, np.zeros((1, self.own_entries), np.float32))


def _orbits(masks: Sequence[int]) -> list[int]:
    """A number for each mask that its images under the symmetries of the board share."""
    numbers: dict[int, int] = {}
    every = symmetries()
    found = []
    for mask in masks:
        key = min(moved_mask(mask, images) for images in every)
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def _own_sets(masks: Sequence[int], near: dict[int, frozenset[int]]) -> list[frozenset[int]]:
    """Regions from the theory: those that hold the thin features, sites with their neighbours, and pairs of these."""
    found = find_regions([_sites(mask) for mask in masks], 3, 3**8)
    found += near.values()
    joined = [near[one] | near[other] for one in near for other in sorted(near[one])]
    return found + [region for region in joined if len(region) <= _LARGEST_REGION]


def _symmetric_regions(sets: Sequence[frozenset[int]]) -> tuple[list[tuple[int, ...]], list[int], int]:
    """Regions with all their images; images share a table. Where tables begin, and how many entries there are."""
    regions: list[tuple[int, ...]] = []
    starts: list[int] = []
    seen: set[frozenset[int]] = set()
    begin = 0
    for region in sets:
        squares = tuple(sorted(region))
        if region in seen:
            continue
        for images in symmetries():
            image = tuple(images[site] for site in squares)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                regions.append(image)
                starts.append(begin)
        begin += 3 ** len(squares)
    return regions, starts, begin


def _outputs(features: Sequence[Unfolded]) -> tuple[list[list[list[int]]], list[int]]:
    outputs, groups = [], []
    for number, feature in enumerate(features):
        for masks in feature.outputs.values():
            outputs.append([list(bits(mask)) for mask in masks])
            groups.append(number)
    return outputs, groups


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
    sets = _Sets(game, scale, report)
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
        fits = _fit_all(sets, train, test, discs, seed, result)
    report(5, "measures speed")
    _measure(play, sets, fits, teacher, scale, seed, result)
    result.sizes |= {"A": len(sets.a), "B": len(sets.b)}
    result.cpu_seconds = round(time.process_time() - start, 1)
    report(6, "done")
    return result


def _positions(
    play: SelfPlay, sets: _Sets, teacher: Evaluation, scale: Scale, discs: int, seed: int, strong: Positions,
    result: Result,
) -> tuple[Positions, Positions]:  # fmt: skip
    """Solved positions: wild ones to train on, some of stronger games to test on; no image of one is in the other."""
    here = strong.chosen(_filled(sets.view, strong) == discs)
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


def _fit_all(sets: _Sets, train: Positions, test: Positions, discs: int, seed: int, result: Result) -> dict[str, Any]:
    """Fits A to E, notes their accuracy, and gives what the table of speeds needs."""
    both = with_colours_swapped(train, sets.view)
    held_out = both.games % 10 == 0
    y, real = both.outcomes.astype(np.float64), test.outcomes.astype(np.float64)
    columns = sets.view.columns(both.states), sets.view.columns(test.states)

    def note(name: str, fit: Fit, fitted: npt.NDArray[np.float64], predicted: npt.NDArray[np.float64]) -> None:
        low, high = bootstrap(predicted, real, seed)
        errors = float((predicted - real).std()), float((fitted - y).std())
        result.accuracies.append(Accuracy(discs, name, correlation(predicted, real), low, high, *errors, fit.ridge))

    difference = _discs(sets.view, test)
    note("discs", Fit(np.ones(1), 0.0, 0.0), _discs(sets.view, both), difference)
    fits: dict[str, Any] = {}
    for name, features in (("A", sets.a), ("B", sets.b)):
        outputs, groups = _outputs(features)
        x, _ = count_outputs(outputs, groups, columns[0], len(both))
        other, _ = count_outputs(outputs, groups, columns[1], len(test))
        fit = fits[name] = fit_least_squares(x, y, held_out)
        note(name, fit, fit.weights @ x + fit.bias, fit.weights @ other + fit.bias)
    fits["G"] = _fit_selected(sets, columns, both, test, held_out, y, note)
    result.sizes["G"] = len(fits["G"].weights)
    fits["C"] = _fit_thin(sets, columns, both, test, held_out, y, note)
    result.sizes["C"] = len(fits["C"][0])
    for name, tables, ties in (("D", sets.patterns, sets.ties), ("E", sets.own, sets.own_ties)):
        fits[name] = _fit_patterns(tables, ties, both, test, held_out, y, name, note)
        result.sizes[name] = int((fits[name].weights != 0).sum())
    return fits


def _planes(view: View, positions: Positions) -> list[npt.NDArray[np.int64]]:
    """How many discs black and white have in each position."""
    found = []
    for word in (0, 1):
        offset = view.words[word][1][0]
        plane = np.ascontiguousarray(positions.states[:, offset : offset + 8])
        found.append(np.unpackbits(plane, axis=1).sum(axis=1, dtype=np.int64))
    return found


def _filled(view: View, positions: Positions) -> npt.NDArray[np.int64]:
    black, white = _planes(view, positions)
    return black + white


def _discs(view: View, positions: Positions) -> npt.NDArray[np.float64]:
    """The difference of discs: what any evaluation must beat."""
    black, white = _planes(view, positions)
    return np.asarray(black - white, np.float64)


def _fit_selected(sets: _Sets, columns: Any, both: Positions, test: Positions, held_out: Any, y: Any, note: Any) -> Fit:
    """G: features generated from the discs of both sides, chosen by the F-test, for each side to move."""
    outputs, groups = _outputs(sets.generated)
    counts = []
    for part, positions in zip(columns, (both, test), strict=True):
        x, _ = count_outputs(outputs, groups, part, len(positions))
        first = (positions.states[:, sets.view.mover] == 1).astype(np.uint16)
        counts.append(np.concatenate([x * first, x * (1 - first), first[None, :]]))
    chance = np.random.default_rng(0).permutation(np.flatnonzero(~held_out))[:20_000]
    chosen = select_features(counts[0][:, chance], y[chance], 60)
    fit = fit_least_squares(counts[0][chosen], y, held_out)
    note("G", fit, fit.weights @ counts[0][chosen] + fit.bias, fit.weights @ counts[1][chosen] + fit.bias)
    return fit


def _fit_thin(
    sets: _Sets, columns: Any, both: Positions, test: Positions, held_out: Any, y: Any, note: Any
) -> tuple[list[int], npt.NDArray[np.float64], float]:
    """C: thin features that hold often enough; images under symmetries of the board share a weight."""
    literals = [[list(bits(mask))] for mask in sets.thin]
    _, held = count_outputs(literals, sets.orbit_of, columns[0], len(both), counts=False)
    least = max(4, len(both) // 2000)
    kept = [k for k in range(len(sets.thin)) if held[k] >= least]
    numbers = {orbit: k for k, orbit in enumerate(dict.fromkeys(sets.orbit_of[k] for k in kept))}
    groups = [numbers[sets.orbit_of[k]] for k in kept]
    chosen = [literals[k] for k in kept]
    x, _ = count_outputs(chosen, groups, columns[0], len(both))
    other, _ = count_outputs(chosen, groups, columns[1], len(test))
    fit = fit_least_squares(x, y, held_out, (10.0, 100.0, 1000.0))
    note("C", fit, fit.weights @ x + fit.bias, fit.weights @ other + fit.bias)
    return [sets.thin[k] for k in kept], fit.weights[groups], fit.bias


def _fit_patterns(
    tables: NativeTables, ties: npt.NDArray[np.int64], both: Positions, test: Positions, held_out: Any, y: Any,
    name: str, note: Any,
) -> Fit:  # fmt: skip
    """D and E: an entry of a table for every configuration of every region, images of a region sharing theirs."""
    entries = len(ties)
    places, other = ties[tables.places(both.states)], ties[tables.places(test.states)]
    fit = fit_tables(places, y, held_out, entries, (4.0,), rounds=30)
    note(name, fit, fit.weights[places].sum(axis=1) + fit.bias, fit.weights[other].sum(axis=1) + fit.bias)
    return fit


def _measure(
    play: SelfPlay, sets: _Sets, fits: dict[str, Any], teacher: Evaluation, scale: Scale, seed: int, result: Result
) -> None:
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
    regions = [tuple(sorted(r)) for r in find_regions([_sites(mask) for mask in thin], 3)]
    starts, tables = fold(thin, weights[None, :], regions, 3, 1)
    runners["C folded"] = NativeTables(game, regions, starts, tables, (bias,))
    pattern = fits["D"].weights[sets.ties].astype(np.float32)[None, :]
    runners["D"] = NativeTables(game, sets.pattern_regions, sets.pattern_starts, pattern, (fits["D"].bias,))
    own = fits["E"].weights[sets.own_ties].astype(np.float32)[None, :]
    runners["E"] = NativeTables(game, sets.own_regions, sets.own_starts, own, (fits["E"].bias,))
    for name, runner in runners.items():
        part = states[: max(1000, len(states) // 20)] if name in "AB" else states
        best = min(_timed(runner, part) for _ in range(3))
        result.speeds[name] = round(len(part) / best / 1000, 2)


def _sites(mask: int) -> frozenset[int]:
    return frozenset((bit >> 1) % 64 for bit in bits(mask))


def _timed(runner: Any, states: npt.NDArray[np.uint8]) -> float:
    start = time.process_time()
    runner.run(states)
    return max(1e-9, time.process_time() - start)


def write_report(result: Result, commit: str) -> str:
    """The tables of the experiment beside the published ones, as Markdown."""
    names = ("A", "B", "G", "C", "D", "E")
    lines = [
        "# Evaluation functions for Othello endgames", "",
        f"`petteia reproduce othello-evaluation --seed {result.seed}`, commit {commit}, {result.machine}, "
        f"{result.cpu_seconds:g} s of CPU time.", "",
        "A: the 18 features of appendix C.1. B: the 42 of C.2. G: our own, generated from the discs of both sides and "
        "chosen by the F-test, for each side to move. C: thin features of A. D: Buro's eleven patterns. E: our own: "
        "as D, over regions found from the theory: those of the thin features, and sites with their neighbours.",
        "",
        "Positions come from our own games and are solved exactly. Training positions are from random and noisy games, "
        "test positions from stronger ones that ended close; no test position is an image of a training position.", "",
        "| positions | number | s.d. of the outcome |", "|---|---|---|",
        *(f"| {name} discs | {count} | {result.spreads[name]} |" for name, count in result.counts.items()), "",
    ]  # fmt: skip
    for discs in (60, 55):
        lines += [
            f"## Table 1, {discs} discs", "",
            "| | r | 95 % interval | s.d. of errors | in training | paper: r | errors | in training |",
            "|---|---|---|---|---|---|---|---|",
        ]  # fmt: skip
        for one in (one for one in result.accuracies if one.discs == discs):
            published = PAPER[discs].get(one.name)
            there = " | ".join(map(str, published)) if published else "– | – | –"
            lines.append(
                f"| {one.name} | {one.r:.3f} | {one.low:.3f} to {one.high:.3f} | {one.error:.2f} "
                f"| {one.training_error:.2f} | {there} |"
            )
        lines.append("")
    lines += ["## Table 2, number of features", "", "| | here | paper |", "|---|---|---|"]
    lines += [f"| {name} | {result.sizes[name]} | {PAPER_SIZES.get(name, '–')} |" for name in names]
    lines += [
        "",
        "## Table 3, thousand positions a second, in search order",
        "",
        "| | here | over D | paper | over D |",
    ]
    lines.append("|---|---|---|---|---|")
    for name, speed in result.speeds.items():
        published_speed = PAPER_SPEEDS.get(name)
        ratio = f"{published_speed / PAPER_SPEEDS['D']:.2f}" if published_speed else "–"
        lines.append(f"| {name} | {speed:g} | {speed / result.speeds['D']:.2f} | {published_speed or '–'} | {ratio} |")
    return "\n".join(lines) + "\n"
