"""Measures which kind of agent beats plain UCT in which games, with their facts: what the choice of `best` rests on.

`python -m bench.choice --conformance DIR --out FILE` plays the games in an order drawn by its seed and appends a line
of JSON for each game and agent; what the file holds is not played again. `--table` prints the means instead.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

AGENTS = (
    "alphabeta:evaluation=quick",
    "bestfirst",
    "uct:playout_moves=4,evaluation=quick",
    "uct",
    "grave",
    "alphabeta",
)
RIVAL = "uct:plain=true"
CAP = 200
LIMIT = 400.0


def play(task: dict[str, Any]) -> None:
    """Some agents against plain UCT in one game: prints a line of JSON for each."""
    from petteia.arena import match
    from petteia.errors import PetteiaError
    from petteia.game import load
    from petteia.search import UCT, game_facts

    game = load(Path(task["path"]), defs=task["defs"], build="full")
    facts = asdict(game_facts(game))
    rate = UCT(plain=True, seconds=0.02).analyse(game.start(1)).iterations_per_second if game.players > 1 else 0.0
    for agent in task["agents"]:
        row: dict[str, Any] = {"agent": agent, "facts": facts, "rate": rate}
        try:
            found = match(game, agent, RIVAL, games=task["games"], seconds=task["seconds"], cap=CAP, seed=task["seed"])
            plies = sum(len(one.trial.moves) for one in found.played) / found.games
            row |= {"utility": 2 * found.win_rate - 1, "games": found.games, "plies": plies}
        except PetteiaError as error:
            row["error"] = str(error).splitlines()[0]
        print(json.dumps(row), flush=True)


def run_apart(task: dict[str, Any]) -> list[dict[str, Any]]:
    """The same in a process of its own; what was played before it died or took too long counts."""
    command = [sys.executable, "-m", "bench.choice", "--task", json.dumps(task)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
        said = done.stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
    return [json.loads(line) for line in said.splitlines() if line.endswith("}")]


def table(rows: list[dict[str, Any]]) -> None:
    """Prints the mean utility of each agent, over all games that it played."""
    by_agent = defaultdict(list)
    for row in rows:
        if "utility" in row:
            by_agent[row["agent"]].append(row["utility"])
    for agent, found in sorted(by_agent.items()):
        print(f"{sum(found) / len(found):+.3f}  {len(found):>4} games  {agent}")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--conformance", type=Path, default=Path("../shared/conformance"))
    parser.add_argument("--out", type=Path, default=Path("build/choice.jsonl"))
    parser.add_argument("--sample", type=int, default=40, help="so many games")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many of the order")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    parser.add_argument("--seconds", type=float, default=0.03)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--task", type=json.loads)
    given = parser.parse_args()
    if given.task:
        play(given.task)
        return
    rows = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    if given.table:
        table(rows)
        return
    known = {(row["label"], row["agent"]) for row in rows}
    root = given.conformance / "games"
    order = sorted(root.rglob("*.lud"))
    Random(given.seed).shuffle(order)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    for path in order[given.skip : given.sample]:
        label = str(path.relative_to(root))
        agents = [agent for agent in given.agents if (label, agent) not in known]
        task = {
            "path": str(path.resolve()), "defs": [str((given.conformance / "def").resolve())],
            "agents": agents, "seconds": given.seconds, "games": given.games, "seed": given.seed,
        }  # fmt: skip
        for row in run_apart(task) if agents else ():
            with given.out.open("a") as lines:
                lines.write(json.dumps({"label": label, "seconds": given.seconds, **row}) + "\n")
            print(f"{row.get('utility', row.get('error'))!s:>8}  {row['agent']:<40} {label}", flush=True)


if __name__ == "__main__":
    main()
