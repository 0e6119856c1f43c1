"""Predicts which agent scores best at a game from its concepts, fitted to a table of scores, tested on other games.

`python -m bench.agents SCORES.csv --games DIR --defs DIR [--predict FILE...]`. The table has `game_path`, `ruleset`,
`source`, `agent`, `score`. A ridge regression tells for each agent how far above the mean of a game it scores; folds
are by game. Printed are the mean score of the predicted agent, of the best single agent, and of the best of each game,
with the interval of the difference; `--predict` ranks the agents for descriptions.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import numpy.typing as npt

from petteia.arena.statistics import Z95
from petteia.errors import PetteiaError
from petteia.lang import bind, expand
from petteia.ludemes import Game as GameLudeme
from petteia.study.concepts import of_rules
from petteia.study.library import CLASS

Numbers = npt.NDArray[np.float64]
PENALTIES = (3.0, 10.0, 30.0, 100.0)
FOLDS = 10


def facts_of(file: Path, ruleset: str | None, defs: list[Path]) -> dict[str, float]:
    """The concepts of a rule set, and the kinds of game that its classification names."""
    whole = expand(file.read_text(encoding="utf-8"), ruleset=ruleset, define_folders=defs, name=file.name)
    bound = bind(whole.tree)
    if not isinstance(bound, GameLudeme):
        raise PetteiaError("a match has no concepts")
    kind = CLASS.search(whole.metadata)
    parts = kind[1].split("/") if kind else []
    paths = {f"kind {'/'.join(parts[:k])}": 1.0 for k in range(1, len(parts) + 1)}
    return {**of_rules(bound), **paths, "moves": np.log(1 + len(whole.text))}


def read_scores(path: Path, source: str) -> dict[tuple[str, str], dict[str, float]]:
    """The scores of each agent by game and ruleset."""
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["source"] == source:
                found[row["game_path"], row["ruleset"]][row["agent"]] = float(row["score"])
    return found


class Model:
    """Scores of agents above the mean of a game, linear in the facts."""

    def __init__(self, facts: list[dict[str, float]], scores: list[dict[str, float]], penalty: float) -> None:
        met: dict[str, int] = defaultdict(int)
        for one in facts:
            for name, value in one.items():
                met[name] += value != 0
        self.names = sorted(name for name, count in met.items() if count >= 4)
        raw = np.array([[one.get(name, 0.0) for name in self.names] for one in facts])
        self.mean, self.spread = raw.mean(axis=0), raw.std(axis=0) + 1e-9
        x = self._design(facts)
        self.agents = sorted({agent for one in scores for agent in one})
        self.weights = {}
        for agent in self.agents:
            rows = [k for k, one in enumerate(scores) if agent in one]
            y = np.array([scores[k][agent] - np.mean(list(scores[k].values())) for k in rows])
            part = x[rows]
            pull = penalty * np.eye(part.shape[1])
            pull[0, 0] = 0.0
            self.weights[agent] = np.linalg.solve(part.T @ part + pull, part.T @ y)

    def _design(self, facts: list[dict[str, float]]) -> Numbers:
        raw = np.array([[one.get(name, 0.0) for name in self.names] for one in facts])
        return np.hstack([np.ones((len(facts), 1)), np.clip((raw - self.mean) / self.spread, -4, 4)])

    def ranked(self, facts: dict[str, float]) -> list[tuple[str, float]]:
        """The agents with their predicted scores, the best first."""
        x = self._design([facts])[0]
        return sorted(((agent, float(x @ w)) for agent, w in self.weights.items()), key=lambda pair: -pair[1])


def chosen(model: Model, facts: dict[str, float], scores: dict[str, float]) -> float:
    """The score of the agent that the model puts first among those that were recorded."""
    return next(scores[agent] for agent, _ in model.ranked(facts) if agent in scores)


def _folds(keys: list[tuple[str, str]], seed: int) -> list[set[str]]:
    files = sorted({path for path, _ in keys})
    random.Random(seed).shuffle(files)
    return [set(files[k::FOLDS]) for k in range(FOLDS)]


def tested(
    keys: list[tuple[str, str]], facts: list[dict[str, float]], scores: list[dict[str, float]], seed: int
) -> list[tuple[float, float, float]]:
    """For each rule set the score of the predicted agent, of the best single one, and of the best, from other games."""
    found = []
    for held in _folds(keys, seed):
        train = [k for k, (path, _) in enumerate(keys) if path not in held]
        inner = _folds([keys[k] for k in train], seed + 1)[:3]
        penalty = max(PENALTIES, key=lambda one: _worth(one, train, inner, keys, facts, scores))
        model = Model([facts[k] for k in train], [scores[k] for k in train], penalty)
        singles = sorted(model.agents, key=lambda agent: -_mean_of(agent, [scores[k] for k in train]))
        for k, (path, _) in enumerate(keys):
            if path in held:
                alone = next(scores[k][agent] for agent in singles if agent in scores[k])
                found.append((chosen(model, facts[k], scores[k]), alone, max(scores[k].values())))
    return found


def _mean_of(agent: str, scores: list[dict[str, float]]) -> float:
    return float(np.mean([one[agent] for one in scores if agent in one]))


def _worth(
    penalty: float, train: list[int], folds: list[set[str]], keys: list[tuple[str, str]],
    facts: list[dict[str, float]], scores: list[dict[str, float]],
) -> float:  # fmt: skip
    total = 0.0
    for held in folds:
        inside = [k for k in train if keys[k][0] not in held]
        model = Model([facts[k] for k in inside], [scores[k] for k in inside], penalty)
        total += sum(chosen(model, facts[k], scores[k]) for k in train if keys[k][0] in held)
    return total


def main() -> None:
    """Fits, tests and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scores", type=Path)
    parser.add_argument("--games", type=Path, required=True)
    parser.add_argument("--defs", type=Path, action="append", default=[])
    parser.add_argument("--source", default="base")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--predict", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    keys, facts, scores = [], [], []
    for key, row in read_scores(args.scores, args.source).items():
        file = args.games / key[0]
        if file.exists() and len(row) > 1:
            try:
                facts.append(facts_of(file, key[1] or None, args.defs))
            except PetteiaError as error:
                print(f"{key[0]} {key[1]}: {error}")
                continue
            keys.append(key)
            scores.append(row)
    if args.predict:
        model = Model(facts, scores, PENALTIES[2])
        for file in args.predict:
            told = ", ".join(f"{agent} {gain:+.1f}" for agent, gain in model.ranked(facts_of(file, None, args.defs)))
            print(f"{file.name}: {told}")
        return
    table = np.array(tested(keys, facts, scores, args.seed))
    gain = table[:, 0] - table[:, 1]
    error = gain.std(ddof=1) / np.sqrt(len(gain))
    best = [float(np.mean(table[:, k] == table[:, 2])) for k in (0, 1)]
    print(f"{len(table)} rule sets: predicted agent {table[:, 0].mean():.2f}, single {table[:, 1].mean():.2f}, best of "
          f"each {table[:, 2].mean():.2f}; gain {gain.mean():.2f} ({gain.mean() - Z95 * error:.2f} to "
          f"{gain.mean() + Z95 * error:.2f}); best agent told in {100 * best[0]:.0f} %, by the single one "
          f"{100 * best[1]:.0f} %")  # fmt: skip


if __name__ == "__main__":
    main()
