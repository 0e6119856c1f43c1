"""The experiment of strength: alpha-beta with a learned evaluation against UCT at equal CPU time."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from petteia.arena import match
from petteia.game import load
from petteia.logic import LearnOptions, learn_evaluation, theory
from petteia.search import UCT, AlphaBeta


@dataclass(frozen=True)
class MatchScale:
    """How much is learned and played."""

    games: tuple[str, ...] = ("Reversi", "Breakthrough")
    matches: int = 120
    """Games of each match."""
    seconds: float = 0.02
    """CPU time of each move."""
    learning: LearnOptions = field(
        default_factory=lambda: LearnOptions(games=5000, rounds=4, positions=12_000, noise=0.2)
    )

    @classmethod
    def small(cls) -> MatchScale:
        """For tests: the whole road, with little on it."""
        return cls(matches=4, seconds=0.001, learning=LearnOptions(games=150, rounds=2, positions=1500, stages=2))


def run_matches(
    scale: MatchScale, seed: int, report: Callable[[float, str], None] = lambda done, note: None
) -> dict[str, Any]:
    """Learns an evaluation of each game and plays a match with it."""
    found = []
    for number, name in enumerate(scale.games):
        game = load(name)
        report(number, f"learns {name}")
        start = time.process_time()
        evaluation = learn_evaluation(theory(game), scale.learning)
        learned = round(time.process_time() - start, 1)
        report(number + 0.2, f"plays {name}")
        result = match(
            game, AlphaBeta(seconds=scale.seconds, evaluation=evaluation), UCT(seconds=scale.seconds),
            scale.matches, seed=seed,
            progress=lambda now, number=number: report(  # type: ignore[misc]
                number + 0.2 + 0.8 * now.games / scale.matches, f"{now.game}: {100 * now.win_rate:.0f} %"
            ),
        )  # fmt: skip
        found.append({**result.to_json(), "features": len(evaluation.masks), "learning_cpu_seconds": learned})
    report(len(scale.games), "done")
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    return {"seed": seed, "seconds": scale.seconds, "machine": machine, "matches": found}


def matches_text(data: dict[str, Any], commit: str) -> str:
    """The outcome of the matches as a page."""
    lines = [
        "# Alpha-beta with a learned evaluation against UCT", "",
        f"`petteia reproduce learned-evaluation --seed {data['seed']}`, commit {commit}, {data['machine']}. The "
        "evaluation follows from the rules and is fitted to self-play (`petteia evaluate GAME --learn`). Both players "
        f"have {data['seconds']:g} s of CPU time a move; each opening of 2 to 6 random moves is played twice, with "
        "seats changed; intervals are over these pairs.", "",
        "| game | games | won | tied | lost | win rate | 95 % interval | CPU s a move | features | CPU s of learning |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for one in data["matches"]:
        low, high = one["interval"]
        spent = " / ".join(f"{seconds:.4f}" for seconds in one["cpu_seconds_per_move"])
        lines.append(
            f"| {one['game']} | {one['games']} | {one['wins']} | {one['ties']} | {one['losses']} "
            f"| {100 * one['win_rate']:.1f} % | {100 * low:.1f} to {100 * high:.1f} % | {spent} | {one['features']} "
            f"| {one['learning_cpu_seconds']:g} |"
        )
    return "\n".join(lines) + "\n"
