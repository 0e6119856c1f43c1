"""Learning curves of the paper's strategies and ours, of pruned sets and of greedy play; the hand-made Yavalath set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

from experiments.ten_boards import BOARDS, Report, kept, provenance
from petteia.arena import match
from petteia.features import FeatureSet, Policy, feature
from petteia.learn import STRATEGIES, Evaluation, Run, learn, prune
from petteia.scale import derive_seed, executor
from petteia.search import PUCT, UCT

YAVALATH_BY_HAND = {
    "to{}: .{} o{0} o{0,0} o{1/2}": 3000.0,
    "to{}: .{} o{0} o{0,0}": -1000.0,
    "to{}: .{} o{0} o{1/2}": -1000.0,
}
"""The move that makes four, and both that make three, with the weights of the paper."""


@dataclass(frozen=True)
class CurveScale:
    """How much is played for each curve."""

    boards: tuple[str, ...] = tuple(BOARDS)
    after: tuple[int, ...] = (1, 25, 50, 100, 200)
    pruned_after: tuple[int, ...] = (0, 25, 50, 75, 100)
    keep: int = 15
    matches: int = 200
    seconds: float = 0.05
    greedy: tuple[str, ...] = ("Breakthrough", "Teeko")
    """Boards on which play without search is tried, too."""

    @classmethod
    def small(cls) -> CurveScale:
        """One board and few games."""
        return cls(("Hex 7x7",), (1, 10), (0, 5), 8, 10, 0.002, ())

    @classmethod
    def medium(cls) -> CurveScale:
        """All boards, but short runs and quick matches: an hour or two."""
        return cls(after=(1, 15, 30), pruned_after=(0, 15), matches=40, seconds=0.002)


@dataclass(frozen=True)
class Curve:
    """One board and strategy: matches during learning, after pruning, and of the policy without search.

    The strategies of the paper differ from ours in nothing but which features are taken up, and how many.
    """

    board: str
    strategy: str
    scale: CurveScale
    seed: int
    keep: Path | None = None

    def row(self) -> dict[str, Any]:
        """The outcome: as it was kept, or played and kept."""
        return kept(self.keep, f"{self.board}, {self.strategy}", self._played)

    def _played(self) -> dict[str, Any]:
        from petteia.game import load

        scale, (name, options) = self.scale, BOARDS[self.board]
        how = Evaluation(scale.after, scale.matches, scale.seconds)
        changes: dict[str, Any] = {} if self.strategy == "gain" else {"strategy": self.strategy, "round_size": 1}
        if changes:
            changes |= {"features_per_round": 1, "most_features": 0}
            changes |= {"lines": False, "reactive": False, "end_rules": False}
        seed = derive_seed(self.seed, self.board)
        run = learn(load(name, options=options), max(scale.after), seed=seed, evaluation=how, **changes)
        later = replace(how, after=scale.pruned_after)
        pruned = prune(run, scale.keep, max(scale.pruned_after), seed=seed, evaluation=later)
        found: dict[str, Any] = {"board": self.board, "strategy": self.strategy}
        found |= {"learning": run.evaluations, "pruned": pruned.evaluations}
        if self.board in scale.greedy:
            found["greedy"] = _greedy(run, scale, seed)
        return found


def run_curves(
    scale: CurveScale, seed: int, report: Report, jobs: int = 1, keep: Path | None = None
) -> list[dict[str, Any]]:
    """A row for each curve, in order; those that the folder `keep` holds already are not played again."""
    tasks = [Curve(board, strategy, scale, seed, keep) for board in scale.boards for strategy in STRATEGIES]
    done: dict[Curve, dict[str, Any]] = {}
    with executor(jobs) as workers:
        for task, row in workers.run(Curve.row, tasks):
            done[task] = row
            report(len(done), f"{task.board}, {task.strategy}")
    return [done[task] for task in tasks]


def _greedy(run: Run, scale: CurveScale, seed: int) -> dict[str, Any]:
    """The policy without search against plain UCT."""
    played = match(run.game, run.greedy(), UCT(plain=True), scale.matches, seconds=scale.seconds, cap=200, seed=seed)
    return {"win_rate": round(played.win_rate, 4), "interval": [round(end, 4) for end in played.interval]}


def curves_data(rows: list[dict[str, Any]], scale: CurveScale, seed: int, commit: str) -> dict[str, Any]:
    """The outcome as plain data, with all that it depends on."""
    terms = {"match_games": scale.matches, "seconds_a_move": scale.seconds, "kept": scale.keep}
    return {**provenance("learning-curves", seed, commit), **terms, "curves": rows}


def curves_text(data: dict[str, Any]) -> str:
    """The outcome as a page in Markdown."""
    lines = [
        "# Learning curves",
        "",
        f"Win rates against plain UCT with 95 % intervals, {data['match_games']} games on paired openings, "
        f"{1000 * data['seconds_a_move']:g} ms of CPU time a move. Pruned sets keep {data['kept']} features. "
        f"Seed {data['seed']}, commit {data['commit']}, {data['machine']}.",
        "",
        "Means at the end of each curve, over as many boards as are given in brackets:",
        "",
        "| strategy | growing set | pruned set | without search |",
        "|---|---|---|---|",
        *(f"| {' | '.join(cells)} |" for cells in _means(data["curves"])),
        "",
        "| board | strategy | set | after games | win rate | 95 % |",
        "|---|---|---|---|---|---|",
        *(f"| {' | '.join(cells)} |" for row in data["curves"] for cells in _cells(row)),
    ]
    return "\n".join(lines) + "\n"


def _means(rows: list[dict[str, Any]]) -> Iterator[list[str]]:
    for strategy in dict.fromkeys(row["strategy"] for row in rows):
        own = [row for row in rows if row["strategy"] == strategy]
        ends = [[row[part][-1]["win_rate"] for row in own] for part in ("learning", "pruned")]
        ends.append([row["greedy"]["win_rate"] for row in own if "greedy" in row])
        yield [strategy, *(f"{mean(values):.1%} ({len(values)})" if values else "" for values in ends)]


def _cells(row: dict[str, Any]) -> Iterator[list[str]]:
    matches = [("growing", str(one["after"]), one) for one in row["learning"]]
    matches += [("pruned", str(one["after"]), one) for one in row["pruned"]]
    matches += [("without search", "all", row["greedy"])] if "greedy" in row else []
    for kind, after, one in matches:
        low, high = one["interval"]
        yield [row["board"], row["strategy"], kind, after, f"{one['win_rate']:.1%}", f"{low:.1%} – {high:.1%}"]


def yavalath_by_hand(games: int, seconds: float, seed: int, commit: str, jobs: int = 1) -> dict[str, Any]:
    """The hand-made set through whole playouts against plain UCT."""
    from petteia.game import load

    game = load("Yavalath")
    policy = Policy(FeatureSet(game, map(feature, YAVALATH_BY_HAND)), list(YAVALATH_BY_HAND.values()))
    agent = PUCT(policy=policy, playout_policy=policy, solver=False, decisive=False, anti_decisive=False)
    played = match(game, agent, UCT(plain=True), games, seconds=seconds, cap=100, seed=seed, jobs=jobs)
    own, other = played.iterations_per_second
    return {
        **provenance("yavalath-by-hand", seed, commit),
        "games": played.games,
        "seconds_a_move": seconds,
        "win_rate": round(played.win_rate, 4),
        "interval": [round(end, 4) for end in played.interval],
        "slow_down": None if not own or not other else round(other / own, 2),
    }


def yavalath_text(data: dict[str, Any]) -> str:
    """The outcome as a page in Markdown."""
    low, high = data["interval"]
    features = "\n".join(f"| `{text}` | {weight:+g} |" for text, weight in YAVALATH_BY_HAND.items())
    terms = f"{data['games']} games on paired openings, {1000 * data['seconds_a_move']:g} ms of CPU time a move"
    return (
        "# Hand-made features in Yavalath\n\n| feature | weight |\n|---|---|\n" + features + "\n\n"
        f"Through whole playouts, against plain UCT: {data['win_rate']:.1%} ({low:.1%} – {high:.1%}) in {terms}; "
        f"UCT made {data['slow_down']} iterations for each of theirs. The paper reports 93 %. "
        f"Seed {data['seed']}, commit {data['commit']}, {data['machine']}.\n"
    )
