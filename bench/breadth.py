"""Measures all games of the conformance set: their rate over the reference's, and how long each takes to build.

`python -m bench.breadth` (or `make breadth`). Each game is built in a process of its own with an empty cache and
plays at random for a moment; a game that is not supported is left out and counted. The set's index says how fast the
reference plays some of them. Printed are the median ratio, the lowest ten, and the slowest ten builds.
"""

from __future__ import annotations

import argparse
import csv
import fnmatch
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from bench.report import Row, format_table, write_results
from bench.run import SAME_LENGTH
from bench.sources import REPOSITORY, Unavailable, conformance_folder

RESULTS = Path(__file__).parent / "results"
UNSUPPORTED = 3
"""The exit code of the process below for a game that is refused."""

# One process a game: the build with all that belongs to it, then playouts, then both as JSON.
_GAME = """
import json, resource, sys, petteia
from petteia.errors import UnsupportedLudeme

def cpu_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)

path, defs, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
try:
    game = petteia.load(path, defs=[defs], build="quick")
except UnsupportedLudeme:
    sys.exit(3)
game.start().legal_moves()
build = cpu_seconds()
game.finish_build()
done = game.playouts(seconds=seconds, seed=1) if seconds else None
print(json.dumps({"build": build, "rate": done and done.playouts_per_second, "length": done and done.mean_length}))
"""


@dataclass(frozen=True)
class Entry:
    """A game of the set, with the reference's playouts and moves a CPU second where they are known."""

    path: str
    reference: float | None
    reference_moves: float | None


@dataclass(frozen=True)
class Measured:
    """CPU seconds of a build, and playouts a CPU second with their mean length."""

    path: str
    build: float
    rate: float | None
    length: float | None
    ratio: float | None


def read_index(folder: Path) -> list[Entry]:
    """All games of the set."""
    with (folder / "index.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Entry(
            row["path"],
            float(row["reference_playouts_per_cpu_second"] or 0) or None,
            float(row["reference_moves_per_cpu_second"] or 0) or None,
        )
        for row in rows
    ]


def measure(entry: Entry, folder: Path, seconds: float) -> Measured | None:
    """Builds a game and plays it; `None` if it is not supported, `Unavailable` if it fails."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    if shutil.which("gcc"):
        environment["CC"] = "gcc"
    arguments = [str(folder / "games" / entry.path), str(folder / "def"), str(seconds if entry.reference else 0)]
    with tempfile.TemporaryDirectory() as cache:
        environment["PETTEIA_CACHE"] = cache
        command = [sys.executable, "-c", _GAME, *arguments]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=False, timeout=300
            )
        except subprocess.TimeoutExpired as late:
            raise Unavailable(f"{entry.path}: {late}") from late
    if done.returncode == UNSUPPORTED:
        return None
    if done.returncode != 0:
        raise Unavailable(f"{entry.path}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    report = json.loads(done.stdout)
    ratio = compare(report["rate"], report["length"], entry) if report["rate"] else None
    return Measured(entry.path, report["build"], report["rate"], report["length"], ratio)


def compare(rate: float, length: float, entry: Entry) -> float | None:
    """Playouts over playouts, or moves over moves where the mean lengths differ."""
    if not entry.reference or not entry.reference_moves:
        return None
    expected = entry.reference_moves / entry.reference
    if abs(length / expected - 1) > SAME_LENGTH:
        return rate * length / entry.reference_moves
    return rate / entry.reference


def choose(entries: Sequence[Entry], only: str, sample: int, rated: bool) -> list[Entry]:
    """The games whose path or name fits, cut to a sample that is the same each time."""
    fitting = [
        each
        for each in entries
        if (each.reference or not rated)
        and (fnmatch.fnmatch(each.path, only) or fnmatch.fnmatch(Path(each.path).stem, only))
    ]
    return random.Random(1).sample(fitting, sample) if 0 < sample < len(fitting) else fitting


def rows_of(measured: Iterable[Measured], entries: Sequence[Entry], worst: int) -> list[Row]:
    """The table: the median ratio, the lowest ratios, the slowest builds."""
    measured = list(measured)
    references = {each.path: each.reference for each in entries}
    rated = sorted((each for each in measured if each.ratio is not None), key=lambda each: each.ratio or 0)
    rows = []
    if rated:
        middle = median(each.ratio or 0 for each in rated)
        verdict = "ok" if middle >= 20 else "short"
        rows.append(Row("over Ludii", f"median of {len(rated)}", ">= 20", verdict, ratio=middle))
    for each in rated[:worst]:
        verdict = "ok" if (each.ratio or 0) >= 3 else "short"
        base = references[each.path]
        rows.append(
            Row("over Ludii", each.path, ">= 3", verdict, "playouts/s", each.rate, base, each.ratio, _length(each))
        )
    for each in sorted(measured, key=lambda each: -each.build)[:worst]:
        rows.append(Row("build", each.path, "<= 3", "ok" if each.build <= 3 else "short", "CPU s", each.build))
    return rows


def _length(each: Measured) -> str:
    return f"mean length {each.length:.2f}"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="*", help="only paths or names like this glob")
    parser.add_argument("--sample", type=int, default=0, help="so many games, chosen at random once and for all")
    parser.add_argument("--rated", action="store_true", help="only games whose reference speed is known")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of play a game")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument(
        "--worst", type=int, default=10, help="how many of the lowest ratios and slowest builds to print"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of the JSON lines")
    return parser.parse_args()


def main() -> None:
    arguments = parse_arguments()
    folder = conformance_folder()
    if folder is None:
        sys.exit("set PETTEIA_CONFORMANCE to the reference's descriptions")
    entries = choose(read_index(folder), arguments.only, arguments.sample, arguments.rated)
    path = write_results([], [], arguments.results)
    measured, refused, failed = measure_all(entries, folder, arguments.seconds, arguments.jobs, path)
    rows = rows_of(measured, entries, arguments.worst)
    print(format_table(rows))
    for complaint in failed:
        print(f"failed: {complaint}")
    print(
        f"\n{len(measured)} of {len(entries)} games, {refused} not supported, {len(failed)} failed; written to {path}"
    )


def measure_all(
    entries: Sequence[Entry], folder: Path, seconds: float, jobs: int, log: Path
) -> tuple[list[Measured], int, list[str]]:
    """The rates measured, how many games are not supported, and what failed; with a line of progress on a terminal.

    Each measurement is appended to a file at once, so that a run that is stopped has said what it knows.
    """
    measured: list[Measured] = []
    refused, failed = 0, []

    def attempt(entry: Entry) -> Measured | str | None:
        try:
            return measure(entry, folder, seconds)
        except Unavailable as reason:
            return str(reason)

    with ThreadPoolExecutor(jobs) as pool:
        for number, (entry, result) in enumerate(zip(entries, pool.map(attempt, entries), strict=True), 1):
            if sys.stderr.isatty():
                print(f"\r\x1b[K{number} of {len(entries)}: {entry.path}", end="", file=sys.stderr, flush=True)
            if result is None:
                refused += 1
            elif isinstance(result, str):
                failed.append(result)
            else:
                measured.append(result)
                with log.open("a") as file:
                    file.write(json.dumps({"breadth": result.path, **asdict(result)}) + "\n")
    return measured, refused, failed


if __name__ == "__main__":
    main()
