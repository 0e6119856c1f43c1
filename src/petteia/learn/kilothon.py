"""The Kilothon: our best player against plain UCT in many games, with the same CPU time for each move.

Each game is played in a process of its own, so that one that fails or hangs costs only itself. What was played is kept
line by line: a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from petteia.errors import PetteiaError
from petteia.game.trials import JsonLines

_MODULE = "petteia.learn.kilothon"
_CAP = 400
RIVAL = "uct:plain=true"


@dataclass(frozen=True)
class Subject:
    """A game to play: the path of its description, with folders of defines; `label` is how reports call it."""

    label: str
    description: str
    defs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contest:
    """The outcome of one game: the mean utility of our player, between -1 and 1."""

    label: str
    game: str = ""
    agent: str = ""
    reason: str = ""
    games: int = 0
    utility: float = 0.0
    low: float = 0.0
    high: float = 0.0
    error: str = ""


def contests(
    subjects: Iterable[Subject], *, seconds: float, games: int, calibrate: float, limit: float, seed: int
) -> Iterator[Contest]:
    """The games one after the other."""
    for subject in subjects:
        task = json.dumps([subject.label, subject.description, subject.defs, seconds, games, calibrate, seed])
        try:
            done = subprocess.run(
                [sys.executable, "-m", _MODULE],
                input=task, capture_output=True, text=True, timeout=limit, check=False, env=_environment(),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            yield Contest(subject.label, error=f"took more than {limit:g} seconds")
            continue
        said = done.stderr.strip().splitlines()
        if done.returncode != 0:
            yield Contest(subject.label, error=said[-1] if said else f"ended with code {done.returncode}")
        else:
            yield Contest(**json.loads(done.stdout))


def _environment() -> dict[str, str]:
    """The package that runs is the one that plays, wherever it lies."""
    package = str(Path(__file__).resolve().parent.parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))}


def sampled(subjects: Sequence[Subject], seed: int, count: int | None) -> list[Subject]:
    """The games in an order drawn by the seed, so that the first of them are a fair sample."""
    order = list(subjects)
    Random(seed).shuffle(order)
    return order[:count]


def known_contests(folder: Path, settings: dict[str, Any]) -> tuple[JsonLines, dict[str, Contest]]:
    """The file of a folder that contests are written to, and those that it holds."""
    agreed = folder / "run.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if agreed.exists() and json.loads(agreed.read_text(encoding="utf-8")) != settings:
            raise PetteiaError(f"{folder} holds games of other settings: {agreed.read_text(encoding='utf-8').strip()}")
        agreed.write_text(json.dumps(settings) + "\n", encoding="utf-8")
    except OSError as error:
        raise PetteiaError(f"{folder} cannot be written: {error.strerror}") from None
    lines = JsonLines(folder / "contests.jsonl")
    return lines, {one["label"]: Contest(**one) for one in lines.read()}


def summary(found: Sequence[Contest]) -> dict[str, Any]:
    """The mean utility over games with its 95 % interval, and the games that are lost beyond doubt."""
    played = [one.utility for one in found if not one.error]
    n = len(played)
    mean = sum(played) / n if n else 0.0
    spread = sqrt(sum((one - mean) ** 2 for one in played) / (n - 1)) if n > 1 else 1.0
    half = 1.96 * spread / sqrt(n) if n else 1.0
    return {
        "games": n,
        "utility": round(mean, 4),
        "low": round(mean - half, 4),
        "high": round(mean + half, 4),
        "failed": {one.label: one.error for one in found if one.error},
        "lost": [one.label for one in found if not one.error and one.high < 0],
        "contests": [asdict(one) for one in found],
    }


def _contest_here() -> None:
    """The life of a process: a game to play comes in, what came out goes out."""
    from petteia.arena import match
    from petteia.game import load
    from petteia.search import choice

    label, description, defs, seconds, games, calibration, seed = json.loads(sys.stdin.read())
    given = Path(description) if description.endswith(".lud") else description
    try:
        game = load(given, defs=defs, build="full")
        if calibration > 0:
            from ._calibration import calibrate

            calibrate(game, calibration, move_seconds=min(seconds, 0.05), seed=seed)
        chosen = choice(game)
        found = match(game, "best", RIVAL, games=games, seconds=seconds, cap=_CAP, seed=seed, openings=None)
        low, high = (2 * end - 1 for end in found.interval)
        seen = Contest(
            label, game.name, chosen.words, chosen.reason, found.games, 2 * found.win_rate - 1, low, high
        )  # fmt: skip
    except PetteiaError as error:
        seen = Contest(label, error=str(error).splitlines()[0])
    print(json.dumps(asdict(seen)))


if __name__ == "__main__":
    _contest_here()
