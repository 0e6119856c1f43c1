"""Compares our measures of random play with recorded ones: the share of values within three standard errors.

`python -m bench.agreement MEASURES.csv --games FOLDER --defs FOLDER [--games FOLDER] [--sample N] [--out FILE]`. Each
row is measured in a process of its own. The recorded play had a number of trials; ours is cut into series of the same
length, and a recorded value is held against the spread of ours over these series, so that biased measures are compared
alike. `--out` keeps each row as a line of JSON; rows that the file has already are not measured again.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import resource
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = (
    "DurationTurns", "DurationTurnsStdDev", "DurationTurnsNotTimeouts", "DecisionMoves", "BoardCoverageDefault",
    "AdvantageP1", "Balance", "Completion", "Drawishness", "Timeouts", "PieceNumberAverage",
    "BoardSitesOccupiedAverage", "BranchingFactorAverage", "DecisionFactorAverage",
    "NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponents",
)  # fmt: skip
Series = dict[str, list[tuple[float, float]]]
SHARES = ("Completion", "Drawishness", "Timeouts")
STEP = 0.01
"""Recorded values have two decimals; the older ones are cut to five characters."""
SERIES = 12
PATIENCE = 240.0


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


def _step(recorded: str) -> float:
    """How far a recorded number may be from the one that was cut or rounded."""
    decimals = len(recorded.partition(".")[2])
    return 0.1**decimals if len(recorded) == 5 and decimals < 2 else STEP


def deviations(row: dict[str, str], found: Series) -> Iterator[tuple[str, float, float, float]]:
    """Name, recorded value, our mean, and the difference in standard errors."""
    trials = int(row["playouts"])
    for name, series in found.items():
        if row.get(name) in ("", None) or (name == "DurationTurnsNotTimeouts" and float(row["Timeouts"]) == 1):
            continue  # without a game that ended there is a convention, no measure
        if name == "DurationTurnsNotTimeouts":
            series = [pair for pair in series if pair[1] > 0] or series
        values = [value for value, _ in series]
        n, mean = len(values), sum(values) / len(values)
        # few series tell their spread badly: the error that each gives for itself is surer
        spread = max(sum(error for _, error in series) / n, statistics.stdev(values) if n > 2 else 0.0)
        if name == "Balance":
            first = statistics.fmean(value for value, _ in found["AdvantageP1"])
            share = (first * n * trials + 1) / (n * trials + 2)
            spread = max(spread, 2 * (share * (1 - share) / trials) ** 0.5)
        if name in SHARES:
            share = (mean * n * trials + 1) / (n * trials + 2)
            spread = max(spread, (share * (1 - share) / trials) ** 0.5)
        error = (spread**2 * (1 + 1 / n)) ** 0.5
        slack = STEP / 2 if row["source"] == "A" else _step(row[name])
        gap = max(0.0, abs(float(row[name]) - mean) - slack - 1e-9)
        yield name, float(row[name]), mean, gap / error if error > 0 else (0.0 if gap == 0 else 99.0)


def _one(args: argparse.Namespace) -> None:
    row = json.loads(args.one)
    print(json.dumps(measured(row, Path(row["file"]), args.defs, args.seconds)))


def _file_of(row: dict[str, str], folders: list[Path]) -> Path | None:
    short = row["game_path"].removeprefix("reconstruction/")
    names = (row["game_path"], short, f"{short}.gz")
    return next((folder / name for folder in folders for name in names if (folder / name).exists()), None)


def _rows(args: argparse.Namespace) -> list[dict[str, Any]]:
    found = []
    with args.measures.open(newline="") as file:
        for row in csv.DictReader(file):
            path = _file_of(row, args.games)
            if row["source"] in args.source and row["agent"] == "Random" and int(row["playouts"]) >= 30 and path:
                found.append({**row, "file": str(path)})
    random.Random(args.seed).shuffle(found)
    return found[: args.sample] if args.sample else found


def _result(row: dict[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    """The measures by a process of its own, or why it has none."""
    command = [sys.executable, "-m", "bench.agreement", str(args.measures), "--games", str(args.games[0]), "--defs",
               str(args.defs), "--seconds", str(args.seconds), "--one", json.dumps(row)]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return {"row": row, "failed": f"took more than {PATIENCE:.0f} s"}
    if done.returncode:
        return {"row": row, "failed": (done.stderr.strip().splitlines() or [f"ended by {done.returncode}"])[-1]}
    return {"row": row, "found": json.loads(done.stdout)}


def _key(row: dict[str, Any]) -> tuple[str, str]:
    return row["ruleset_id"], row["source"]


def _results(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    known = {}
    if args.out and args.out.exists():
        known = {_key(one["row"]): one for one in map(json.loads, args.out.read_text(encoding="utf-8").splitlines())}
    for row in _rows(args):
        if _key(row) in known:
            yield known[_key(row)]
            continue
        result = _result(row, args)
        if args.out:
            with args.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
        yield result


def main() -> None:
    """Runs the comparison and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measures", type=Path)
    parser.add_argument("--games", type=Path, action="append", required=True)
    parser.add_argument("--defs", type=Path, required=True)
    parser.add_argument("--source", default="A", help="the sources of the rows, as letters")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0, help="CPU seconds a row, about")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        return _one(args)
    good: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    rows = failed = whole = 0
    for result in _results(args):
        row = result["row"]
        label = f"{row['game_path']} {row['ruleset']}"
        if "failed" in result:
            failed += 1
            print("not measured:", label, result["failed"], flush=True)
            continue
        far = 0
        for name, theirs, ours, z in deviations(row, result["found"]):
            all_of[name] += 1
            good[name] += z <= 3
            if z > 3:
                far += 1
                print(f"{label}: {name} {theirs} ours {ours:.3f} z {z:.1f}", flush=True)
        rows, whole = rows + 1, whole + (far == 0)
    for name in NAMES:
        if all_of[name]:
            print(f"{name:28} {good[name]:5} of {all_of[name]:5}  {100 * good[name] / all_of[name]:.1f} %")
    total = sum(all_of.values())
    share = 100 * sum(good.values()) / max(1, total)
    print(f"all {sum(good.values())} of {total} values: {share:.2f} %; {whole} of {rows} rows in all of them; "
          f"{failed} rows not measured")  # fmt: skip


if __name__ == "__main__":
    main()
