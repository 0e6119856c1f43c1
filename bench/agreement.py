"""Compares our measures of random play with recorded ones: the share of values within three standard errors.

`python -m bench.agreement MEASURES.csv --games FOLDER --defs FOLDER [--sample N]`. Each row is measured in a process of
its own. The recorded play had a number of trials; ours is cut into series of the same length, and a recorded value is
held against the spread of ours over these series, so that biased measures are compared alike.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = (
    "DurationTurns", "DurationTurnsStdDev", "DurationTurnsNotTimeouts", "DecisionMoves", "BoardCoverageDefault",
    "AdvantageP1", "Balance", "Completion", "Drawishness", "Timeouts",
    "NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponents",
)  # fmt: skip
Series = dict[str, list[tuple[float, float]]]
SHARES = ("Completion", "Drawishness", "Timeouts")
STEP = 0.01
"""Recorded values have two decimals."""
SERIES = 12


def measured(row: dict[str, str], path: Path, defs: Path, seconds: float) -> Series:
    """Each measure with its error over series of as many games as the record has."""
    import petteia as pt
    from petteia.study import measure

    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    game = pt.load(text, ruleset=row["ruleset"] or None, defs=[defs], build="quick")
    found: Series = defaultdict(list)
    trials = int(row["playouts"])
    for series in range(SERIES):
        report = measure(game, games=trials, seed=1000 + series)
        for name in NAMES:
            if name in report.estimates:
                found[name].append((report.value(name), report.estimates[name].standard_error))
        if resource.getrusage(resource.RUSAGE_SELF).ru_utime > seconds and series >= 1:
            break
    return found


def deviations(row: dict[str, str], found: Series) -> Iterator[tuple[str, float, float, float]]:
    """Name, recorded value, our mean, and the difference in standard errors."""
    trials = int(row["playouts"])
    for name, series in found.items():
        if row.get(name) in ("", None):
            continue
        values = [value for value, _ in series]
        n, mean = len(values), sum(values) / len(values)
        # few series tell their spread badly: the error that each gives for itself is surer
        spread = sum(error for _, error in series) / n
        if name in SHARES:
            share = (mean * n * trials + 1) / (n * trials + 2)
            spread = max(spread, (share * (1 - share) / trials) ** 0.5)
        error = (spread**2 * (1 + 1 / n)) ** 0.5
        gap = max(0.0, abs(float(row[name]) - mean) - STEP / 2 - 1e-9)
        yield name, float(row[name]), mean, gap / error if error > 0 else (0.0 if gap == 0 else 99.0)


def _one(args: argparse.Namespace) -> None:
    row = json.loads(args.one)
    print(json.dumps(measured(row, Path(row["file"]), args.defs, args.seconds)))


def _rows(args: argparse.Namespace) -> list[dict[str, Any]]:
    found = []
    with args.measures.open(newline="") as file:
        for row in csv.DictReader(file):
            path = args.games / row["game_path"]
            if row["source"] == "A" and row["agent"] == "Random" and int(row["playouts"]) >= 30 and path.exists():
                found.append({**row, "file": str(path)})
    random.Random(args.seed).shuffle(found)
    return found[: args.sample] if args.sample else found


def main() -> None:
    """Runs the comparison and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measures", type=Path)
    parser.add_argument("--games", type=Path, required=True)
    parser.add_argument("--defs", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0, help="CPU seconds a row, about")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        return _one(args)
    good: dict[str, int] = defaultdict(int)
    all_of: dict[str, int] = defaultdict(int)
    failed = []
    for row in _rows(args):
        command = [sys.executable, "-m", "bench.agreement", str(args.measures), "--games", str(args.games), "--defs",
                   str(args.defs), "--seconds", str(args.seconds), "--one", json.dumps(row)]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        except subprocess.TimeoutExpired:
            failed.append(row)
            continue
        if done.returncode:
            failed.append(row)
            print("not measured:", row["game_path"], row["ruleset"], done.stderr.strip().splitlines()[-1:], flush=True)
            continue
        for name, theirs, ours, z in deviations(row, json.loads(done.stdout)):
            all_of[name] += 1
            good[name] += z <= 3
            if z > 3:
                print(f"{row['game_path']} {row['ruleset']}: {name} {theirs} ours {ours:.3f} z {z:.1f}", flush=True)
    for name in NAMES:
        if all_of[name]:
            print(f"{name:28} {good[name]:5} of {all_of[name]:5}  {100 * good[name] / all_of[name]:.1f} %")
    total = sum(all_of.values())
    share = 100 * sum(good.values()) / max(1, total)
    print(f"all {sum(good.values())} of {total}: {share:.2f} %; {len(failed)} rows not measured")


if __name__ == "__main__":
    main()
