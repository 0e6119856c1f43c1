"""The ten boards of the paper: learn, then play UCT, plain and with proofs and decisive moves, at equal CPU time."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from petteia.features._files import write_file
from petteia.scale import derive_seed, executor

from ._evaluation import Evaluation, play_evaluation
from ._learning import learn

Report = Callable[[float, str], None]

BOARDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Breakthrough": ("Breakthrough", ()),
    "Connect Four": ("Connect Four", ()),
    "Fanorona": ("Fanorona", ()),
    "Gomoku": ("Gomoku", ()),
    "Hex 7x7": ("Hex", ("Board Size/7x7", "Swap Rule/Off")),
    "Hex 11x11": ("Hex", ("Board Size/11x11", "Swap Rule/Off")),
    "Knightthrough": ("Knightthrough", ()),
    "Othello": ("Reversi", ()),
    "Teeko": ("Teeko", ()),
    "Yavalath": ("Yavalath", ()),
}
"""The boards that Soemers, Piette and Browne (2019) evaluate on, as bundled games with options."""


@dataclass(frozen=True)
class Scale:
    """How much is played."""

    games: int = 200
    """Of self-play."""
    matches: int = 200
    """Games of each match."""
    seconds: float = 0.05
    """CPU time of each move in matches."""
    cap: int = 200
    preset: str = "default"

    @classmethod
    def small(cls) -> Scale:
        """As much as a busy machine does in minutes; its intervals are wide."""
        return cls(games=40, matches=30, seconds=0.005)


@dataclass(frozen=True)
class Board:
    """One board of the experiment, as a task for any process."""

    name: str
    scale: Scale
    seed: int

    def run(self) -> dict[str, Any]:
        """Learns and plays both matches."""
        from petteia.game import load

        game, options = BOARDS[self.name]
        seed = derive_seed(self.seed, self.name)
        learned = learn(load(game, options=options), self.scale.games, self.scale.preset, seed=seed)
        found: dict[str, Any] = {"board": self.name, "features": len(learned.policy.features)}
        for kind, plain in (("plain", True), ("solving", False)):
            how = Evaluation((), self.scale.matches, self.scale.seconds, plain, self.scale.cap)
            played = play_evaluation(learned.policy, learned.settings, how, derive_seed(seed, kind))
            own, other = played.iterations_per_second
            found[kind] = {
                "win_rate": round(played.win_rate, 4),
                "interval": [round(end, 4) for end in played.interval],
                "games": played.games,
                "ties": played.ties,
                "slow_down": None if not own or not other else round(other / own, 2),
            }
        return found


def run_board(task: Board) -> dict[str, Any]:
    """One board; a function of a module, which other processes can be given."""
    return task.run()


def run_ten_boards(
    scale: Scale, seed: int, report: Report, jobs: int = 1, keep: Path | None = None
) -> list[dict[str, Any]]:
    """All boards, in the order of the table; those that `keep` has a file of are not run again."""
    done: dict[str, dict[str, Any]] = {}
    for name in BOARDS:
        path = None if keep is None else keep / f"{name}.json"
        if path is not None and path.exists():
            done[name] = json.loads(path.read_text(encoding="utf-8"))
    tasks = [Board(name, scale, seed) for name in BOARDS if name not in done]
    with executor(jobs) as workers:
        for task, found in workers.run(run_board, tasks):
            done[task.name] = found
            report(len(done), task.name)
            if keep is not None:
                write_file(keep / f"{task.name}.json", json.dumps(found) + "\n")
    return [done[name] for name in BOARDS]


def provenance(experiment: str, seed: int, commit: str) -> dict[str, Any]:
    """What every result is written down with."""
    return {
        "experiment": experiment,
        "commit": commit,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "seed": seed,
    }


def boards_data(rows: list[dict[str, Any]], scale: Scale, seed: int, commit: str) -> dict[str, Any]:
    """The outcome as plain data, with all that it depends on."""
    return {
        **provenance("ten-boards", seed, commit),
        "self_play_games": scale.games,
        "preset": scale.preset,
        "match_games": scale.matches,
        "seconds_a_move": scale.seconds,
        "boards": rows,
    }


def boards_text(data: dict[str, Any]) -> str:
    """The outcome as a page in Markdown."""
    rows = data["boards"]
    lines = [
        "# Biased search against UCT on ten boards",
        "",
        f"Self-play: {data['self_play_games']} games a board, preset {data['preset']}. Matches: {data['match_games']} "
        f"games on paired random openings, {1000 * data['seconds_a_move']:g} ms of CPU time a move, ties count half.",
        "The agent has no proofs and no decisive moves against plain UCT; against UCT with both it has them, too.",
        f"Seed {data['seed']}, commit {data['commit']}, {data['machine']}.",
        "",
        "| board | features | against plain UCT | 95 % | against UCT with solver | 95 % | slow-down |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [row["board"], str(row["features"])]
        for kind in ("plain", "solving"):
            low, high = row[kind]["interval"]
            cells += [f"{row[kind]['win_rate']:.1%}", f"{low:.1%} – {high:.1%}"]
        slow = row["plain"]["slow_down"]
        lines.append(f"| {' | '.join([*cells, '–' if slow is None else f'{slow:.2f}'])} |")
    above = sum(row["plain"]["interval"][0] > 0.5 for row in rows)
    means = [mean(row[kind]["win_rate"] for row in rows) for kind in ("plain", "solving")]
    lines += [
        "",
        f"The whole interval lies above 50 % on {above} of {len(rows)} boards against plain UCT. Mean win rates: "
        f"{means[0]:.1%} against plain UCT, {means[1]:.1%} against UCT with solver and decisive moves.",
        "The slow-down is iterations of plain UCT in a second by those of the biased agent, over whole games.",
    ]
    return "\n".join(lines) + "\n"
