"""The ten boards of the paper: learn, play UCT, plain and with proofs, and GRAVE, and measure what features cost."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from experiments.overhead import slow_down
from petteia.arena import match
from petteia.errors import PetteiaError
from petteia.files import replace_file
from petteia.learn import Run, learn
from petteia.scale import derive_seed, executor
from petteia.search import GRAVE, UCT

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
    """Games of each match against plain UCT at equal time."""
    others: int = 200
    """Games of each other match."""
    seconds: float = 0.05
    """CPU time of each move in matches."""
    iterations: int = 1000
    """Of each move where iterations are equal, not time."""
    cap: int = 200
    preset: str = "default"

    @classmethod
    def medium(cls) -> Scale:
        """Matches with plain UCT as in full, others with fewer games, after less self-play: two or three hours."""
        return cls(games=40, others=60)

    @classmethod
    def small(cls) -> Scale:
        """As much as a busy machine does in half an hour."""
        return cls(games=40, others=40, seconds=0.002, iterations=300)


OPPONENTS = {
    "plain": "plain UCT",
    "solving": "UCT with solver and decisive moves",
    "grave": "GRAVE with the same",
    "iterations": "plain UCT, equal iterations",
}
"""Whom the biased agent plays; it has proofs and decisive moves where its opponent has them."""


@dataclass(frozen=True)
class Board:
    """One board of the experiment, as a task for any process; what is finished is kept in a folder."""

    name: str
    scale: Scale
    seed: int
    keep: Path | None = None

    def run(self) -> dict[str, Any]:
        """Learns, plays all opponents, and measures."""
        from petteia.game import load

        name, options = BOARDS[self.name]
        seed = derive_seed(self.seed, self.name)
        out = None if self.keep is None else self.keep / self.name
        game = load(name, options=options)
        run = learn(game, self.scale.games, self.scale.preset, seed=seed, out=out, resume=out is not None)
        found: dict[str, Any] = {"board": self.name, "features": len(run.policy.features)}
        for kind in OPPONENTS:
            found[kind] = self._part(kind, partial(self._play, run, kind, derive_seed(seed, kind)))
        return {**found, "slow_down": self._part("slow_down", partial(slow_down, run))}

    def _part(self, part: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        return kept(self.keep, f"{self.name}.{part}", make)

    def _play(self, run: Run, kind: str, seed: int) -> dict[str, Any]:
        plain = kind in ("plain", "iterations")
        equal = {"iterations": self.scale.iterations} if kind == "iterations" else {"seconds": self.scale.seconds}
        opponent = GRAVE() if kind == "grave" else UCT(plain=plain)
        own = run.agent(plain=plain)
        games = self.scale.matches if kind == "plain" else self.scale.others
        played = match(run.game, own, opponent, games, cap=self.scale.cap, seed=seed, **equal)
        return {
            "win_rate": round(played.win_rate, 4),
            "interval": [round(end, 4) for end in played.interval],
            "games": played.games,
            "ties": played.ties,
        }


def run_board(task: Board) -> dict[str, Any]:
    """One board; a function of a module, which other processes can be given."""
    return task.run()


def kept(folder: Path | None, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A part of an outcome: as the folder has it, or made and kept there."""
    path = None if folder is None else folder / f"{name}.json"
    if path is not None and path.exists():
        try:
            known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise PetteiaError(f"{path} is damaged: remove it, and that part is played again") from None
        return known
    made = make()
    if path is not None:
        replace_file(path, json.dumps(made) + "\n")
    return made


def run_ten_boards(
    scale: Scale, seed: int, report: Report, jobs: int = 1, keep: Path | None = None
) -> list[dict[str, Any]]:
    """All boards, in the order of the table; what the folder `keep` holds already is not played again."""
    done: dict[str, dict[str, Any]] = {}
    tasks = [Board(name, scale, seed, keep) for name in BOARDS]
    with executor(jobs) as workers:
        for task, found in workers.run(run_board, tasks):
            done[task.name] = found
            report(len(done), task.name)
    return [done[name] for name in BOARDS]


def kept_rows(keep: Path) -> list[dict[str, Any]]:
    """The kept part of a stopped experiment by board; matches that were not played are missing."""
    rows = []
    for name in BOARDS:
        parts = {part: keep / f"{name}.{part}.json" for part in (*OPPONENTS, "slow_down")}
        known = {part: json.loads(path.read_text(encoding="utf-8")) for part, path in parts.items() if path.exists()}
        if known:
            rows.append({"board": name, "features": len(Run.open(keep / name).policy.features), **known})
    return rows


def provenance(experiment: str, seed: int, commit: str) -> dict[str, Any]:
    """The settings that every result is written down with."""
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
        "other_match_games": scale.others,
        "seconds_a_move": scale.seconds,
        "iterations_a_move": scale.iterations,
        "boards": rows,
    }


def boards_text(data: dict[str, Any]) -> str:
    """The outcome as a page in Markdown."""
    rows = data["boards"]
    lines = [
        "# Biased search against other searches on ten boards",
        "",
        f"Self-play: {data['self_play_games']} games a board, preset {data['preset']}. Matches: {data['match_games']} "
        f"games against plain UCT at equal time, {data['other_match_games']} of each other kind, on paired random "
        f"openings; {1000 * data['seconds_a_move']:g} ms of CPU time a move, or "
        f"{data['iterations_a_move']} iterations where these are equal; ties count half.",
        "The agent has proofs and decisive moves where its opponent has them, and none against plain UCT.",
        f"Seed {data['seed']}, commit {data['commit']}, {data['machine']}.",
        "",
        "## Win rates with 95 % intervals",
        "",
        f"| board | features | {' | '.join(OPPONENTS.values())} |",
        "|---|---|" + "---|" * len(OPPONENTS),
        *(
            f"| {row['board']} | {row['features']} | {' | '.join(_rate(row.get(kind)) for kind in OPPONENTS)} |"
            for row in rows
        ),
        "",
        *(_summary(rows, kind) for kind in OPPONENTS),
        "",
        *_cost(rows),
    ]
    return "\n".join(lines) + "\n"


def _rate(played: dict[str, Any] | None) -> str:
    if played is None:
        return "not played"
    low, high = played["interval"]
    return f"{played['win_rate']:.1%} ({low:.1%} – {high:.1%})"


def _summary(rows: list[dict[str, Any]], kind: str) -> str:
    played = [row[kind] for row in rows if kind in row]
    if not played:
        return f"- {OPPONENTS[kind]}: not played"
    average = mean(one["win_rate"] for one in played)
    above = sum(one["interval"][0] > 0.5 for one in played)
    ends = f"the whole interval above 50 % on {above} of {len(played)} boards"
    return f"- {OPPONENTS[kind]}: {average:.1%} on average, {ends}"


def _cost(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The overhead of features, from the start of the game."""
    yield from (
        "## Microseconds an iteration, from the start of the game",
        "",
        "The learned set in the selection and for the first move of playouts; and a set cut down to 15 features "
        "through whole playouts, too.",
        "",
        "| board | plain UCT | learned set | slow-down | 15 in playouts | slow-down |",
        "|---|---|---|---|---|---|",
    )
    for row in (one for one in rows if "slow_down" in one):
        cost = row["slow_down"]
        times = cost["microseconds"]
        yield (
            f"| {row['board']} | {times['plain']:.2f} | {times['selection']:.2f} | {cost['selection']:.2f} "
            f"| {times['playouts']:.2f} | {cost['playouts']:.2f} |"
        )
