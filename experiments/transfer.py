"""Transfer: learning curves with and without what was learned on another board, and how many games that saves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from experiments.ten_boards import Report, kept, provenance
from petteia.features import Policy, feature, transfer
from petteia.game import Game, load
from petteia.learn import Evaluation, Run, learn
from petteia.scale import derive_seed, executor

Board = tuple[str, tuple[str, ...]]
PAIRS: dict[str, tuple[Board, Board]] = {
    "Hex 5 to 7": (("Hex", ("Board Size/5x5", "Swap Rule/Off")), ("Hex", ("Board Size/7x7", "Swap Rule/Off"))),
    "Hex 7 to 11": (("Hex", ("Board Size/7x7", "Swap Rule/Off")), ("Hex", ("Board Size/11x11", "Swap Rule/Off"))),
    "Yavalath to Gomoku": (("Yavalath", ()), ("Gomoku", ())),
    "English to International Draughts": (("English Draughts", ()), ("International Draughts", ())),
    "Brandubh to Tablut": (("Brandubh", ()), ("Tablut", ())),
}
"""From a game that was learned to one that is to be learned."""
_LEVEL = 0.6
"""The win rate against plain UCT that counts as having learned."""
_DRAWS = 2000


@dataclass(frozen=True)
class TransferScale:
    """How much is played for each pair."""

    pairs: tuple[str, ...] = tuple(PAIRS)
    source_games: int = 100
    after: tuple[int, ...] = (0, 5, 10, 20, 40, 80)
    seeds: int = 5
    matches: int = 100
    seconds: float = 0.02
    iterations: int = 800

    @classmethod
    def small(cls) -> TransferScale:
        """The smallest pair in some minutes."""
        return cls(("Hex 5 to 7",), 20, (0, 5, 10, 20), 2, 20, 0.005, 200)


@dataclass(frozen=True)
class Curves:
    """Both curves of one pair and seed."""

    pair: str
    scale: TransferScale
    seed: int
    keep: Path | None = None

    def row(self) -> dict[str, Any]:
        """The outcome: as it was kept, or played and kept."""
        return kept(self.keep, f"{self.pair}, seed {self.seed}", self._played)

    def _played(self) -> dict[str, Any]:
        scale = self.scale
        (source, target), seed = (_loaded(board) for board in PAIRS[self.pair]), derive_seed(self.seed, self.pair)
        settings: dict[str, Any] = {"iterations": scale.iterations, "round_size": 5}
        how = Evaluation(scale.after, scale.matches, scale.seconds)
        learned = learn(source, scale.source_games, seed=derive_seed(seed, "source"), **settings)
        begun = carried(learned, target)
        most = max(scale.after)
        texts = tuple(str(one) for one in begun.features)
        with_it = learn(target, most, seed=seed, evaluation=how, start=begun, candidates=texts, **settings)
        without = learn(target, most, seed=seed, evaluation=how, **settings)
        return {
            "pair": self.pair, "seed": self.seed, "features": len(begun.features),
            "with": with_it.evaluations, "without": without.evaluations,
        }  # fmt: skip


def _loaded(board: Board) -> Game:
    return load(board[0], options=board[1])


def carried(run: Run, game: Game) -> Policy:
    """The policy of a run for another game: the features that mean something there, with their weights."""
    weights = {str(one): run.policy.weights.mean(axis=0)[k] for k, one in enumerate(run.policy.features)}
    found = transfer([feature(text) for text in weights], game)
    return Policy(found, [float(weights.get(str(one), 0.0)) for one in found])


def games_until(curve: Sequence[tuple[int, float]], level: float = _LEVEL) -> float:
    """After how many games a curve first reaches a level, between two points by a straight line; its end if never.

    >>> games_until([(0, 0.2), (10, 0.8)], 0.5), games_until([(0, 0.7)], 0.6), games_until([(0, 0.1), (5, 0.2)], 0.6)
    (5.0, 0.0, 5.0)
    """
    before: tuple[int, float] | None = None
    for games, rate in curve:
        if rate >= level:
            if before is None or rate == before[1]:
                return float(games)
            return before[0] + (games - before[0]) * (level - before[1]) / (rate - before[1])
        before = games, rate
    return float(curve[-1][0])


def saved(rows: Sequence[dict[str, Any]], seed: int = 1) -> tuple[float, float, float]:
    """Games saved until the level by the mean curves over seeds, with an interval of 95 % by drawing seeds anew."""

    def difference(some: Sequence[dict[str, Any]]) -> float:
        return games_until(_mean_curve(some, "without")) - games_until(_mean_curve(some, "with"))

    dice = random.Random(seed)
    drawn = sorted(difference(dice.choices(rows, k=len(rows))) for _ in range(_DRAWS))
    return difference(rows), drawn[int(0.025 * _DRAWS)], drawn[int(0.975 * _DRAWS) - 1]


def _mean_curve(rows: Sequence[dict[str, Any]], part: str) -> list[tuple[int, float]]:
    return [
        (point[0]["after"], mean(one["win_rate"] for one in point))
        for point in zip(*(row[part] for row in rows), strict=True)
    ]


def run_transfer(
    scale: TransferScale, seed: int, report: Report, jobs: int = 1, keep: Path | None = None
) -> list[dict[str, Any]]:
    """A row for each pair and seed, in order; those that the folder `keep` holds already are not played again."""
    tasks = [Curves(pair, scale, seed + k, keep) for pair in scale.pairs for k in range(scale.seeds)]
    done: dict[Curves, dict[str, Any]] = {}
    with executor(jobs) as workers:
        for task, row in workers.run(Curves.row, tasks):
            done[task] = row
            report(len(done), f"{task.pair}, seed {task.seed}")
    return [done[task] for task in tasks]


def transfer_data(rows: list[dict[str, Any]], scale: TransferScale, seed: int, commit: str) -> dict[str, Any]:
    """The outcome as plain data, with all that it depends on."""
    terms = {
        "source_games": scale.source_games, "match_games": scale.matches, "seconds_a_move": scale.seconds,
        "iterations": scale.iterations, "seeds": scale.seeds,
    }  # fmt: skip
    return {**provenance("transfer", seed, commit), **terms, "curves": rows}


def transfer_text(data: dict[str, Any]) -> str:
    """The outcome as a page in Markdown."""
    pairs = dict.fromkeys(row["pair"] for row in data["curves"])
    by_pair = {pair: [row for row in data["curves"] if row["pair"] == pair] for pair in pairs}
    lines = [
        "# Transfer",
        "",
        f"Win rates against plain UCT, {data['match_games']} games on paired openings for each point and seed, "
        f"{1000 * data['seconds_a_move']:g} ms of CPU time a move, {data['seeds']} seeds. Self-play has "
        f"{data['iterations']} iterations a move; what was learned elsewhere comes from {data['source_games']} games. "
        f"Seed {data['seed']}, commit {data['commit']}, {data['machine']}.",
        "",
        f"| pair | features carried over | games saved until {_LEVEL:.0%} | 95 % |",
        "|---|---|---|---|",
    ]
    for pair, rows in by_pair.items():
        games, low, high = saved(rows)
        lines.append(
            f"| {pair} | {mean(row['features'] for row in rows):.0f} | {games:.1f} | {low:.1f} to {high:.1f} |"
        )
    lines += ["", "| pair | games learned | with | without |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(cells)} |" for pair, rows in by_pair.items() for cells in _cells(pair, rows)]
    return "\n".join(lines) + "\n"


def _cells(pair: str, rows: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    curves = zip(_mean_curve(rows, "with"), _mean_curve(rows, "without"), strict=True)
    for (games, one), (_, other) in curves:
        yield [pair, str(games), f"{one:.1%}", f"{other:.1%}"]
