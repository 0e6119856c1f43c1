"""Measurements of many games, each in a process of its own, so that a game that fails or hangs costs only itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from ._measuring import Measurement, measure_playouts

_MODULE = "petteia.bench._running"


@dataclass(frozen=True)
class Subject:
    """A game to measure: a bundled name or a path, with folders of defines; `label` is how reports call it."""

    label: str
    description: str
    defs: tuple[str, ...] = ()


def run_subjects(
    subjects: Iterable[Subject], *, seconds: float, max_moves: int, limit: float, jobs: int, seed: int = 1
) -> Iterator[Measurement]:
    """The measurements of games, as they come; `jobs` processes at a time, 0 for one a core."""
    from petteia.scale import usable_cores

    with ThreadPoolExecutor(jobs or usable_cores()) as pool:
        started = [pool.submit(_measure_apart, subject, seconds, max_moves, limit, seed) for subject in subjects]
        try:
            for future in as_completed(started):
                yield future.result()
        finally:
            for future in started:
                future.cancel()


def _measure_apart(subject: Subject, seconds: float, max_moves: int, limit: float, seed: int) -> Measurement:
    task = json.dumps([subject.label, subject.description, subject.defs, seconds, max_moves, seed])
    command = [sys.executable, "-m", _MODULE]
    try:
        done = subprocess.run(
            command, input=task, capture_output=True, text=True, timeout=limit, check=False, env=_environment()
        )
    except subprocess.TimeoutExpired:
        return Measurement(subject.label, error=f"took more than {limit:g} seconds")
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        return Measurement(subject.label, error=said[-1] if said else f"ended with code {done.returncode}")
    return Measurement.from_json(json.loads(done.stdout))


def _environment() -> dict[str, str]:
    """The package that runs is the one that is measured, wherever it lies."""
    package = str(Path(__file__).resolve().parent.parent.parent)
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": package if not before else f"{package}{os.pathsep}{before}"}


def _measure_here() -> None:
    """The life of a process: a game to measure comes in, what was seen of it goes out."""
    from petteia.errors import PetteiaError
    from petteia.game import load

    label, description, defs, seconds, max_moves, seed = json.loads(sys.stdin.read())
    given = Path(description) if description.endswith(".lud") else description
    try:
        seen = measure_playouts(load(given, defs=defs, build="full"), label, seconds, max_moves, seed)
    except PetteiaError as error:
        seen = Measurement(label, error=str(error).splitlines()[0])
    print(json.dumps(seen.to_json()))


if __name__ == "__main__":
    _measure_here()
