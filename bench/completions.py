"""Completes a sample of incomplete rule sets: how many get ten sound completions, how many are degenerate.

`python -m bench.completions FOLDER --library DIR --defs DIR [--sample N] [--budget SECONDS]`. Sound is what ends, is
not one-sided, not over at once, not always drawn, and has decisions, at random level and by search. With `--judge N`
the ten ranked first are also judged by play that the study has not seen: 20 games of UCT with N iterations a move.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

from petteia.arena.statistics import wilson
from petteia.errors import PetteiaError
from petteia.study import complete, read_library
from petteia.study._assess import Task, assess_batch, faults_of
from petteia.study._completing import Completion

JUDGED_GAMES, JUDGED_SECONDS, JUDGED_MOVES = 20, 20.0, 2500


def judged(found: Completion, iterations: int) -> tuple[int, dict[str, int]]:
    """How many of those ranked first could be judged in games of another seed, and how often each fault was found."""
    tasks = tuple(
        Task(one.proposal.text, (), f"uct:{iterations}", JUDGED_GAMES, 0, JUDGED_MOVES, 1001, seconds=JUDGED_SECONDS)
        for one in found.best
    )
    played = [one for one in assess_batch(tasks) if one.measures]
    first = [faults[0] for one in played if (faults := faults_of(one.measures))]
    return len(played), dict(Counter(first))


def main() -> None:
    """Completes each file and prints a line, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--defs", type=Path, action="append", default=[])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=600.0)
    parser.add_argument("--candidates", type=int)
    parser.add_argument("--judge", type=int, default=0, metavar="N", help="judge by UCT with N iterations a move")
    parser.add_argument("--out", type=Path, help="keep each study in a folder of its own here")
    args = parser.parse_args()
    library = read_library([args.library], args.defs)
    files = sorted(args.folder.rglob("*.lud"))
    random.Random(args.seed).shuffle(files)
    files = files[: args.sample] if args.sample else files
    full = shown = faulty = tried = seen = bad = 0
    cpu = 0.0
    for file in files:
        try:
            found = complete(
                file.read_text(encoding="utf-8"), library, name=file.name, defs=tuple(map(str, args.defs)),
                budget=args.budget, most=args.candidates, out=args.out / file.stem if args.out else None,
            )  # fmt: skip
        except PetteiaError as error:
            print(f"{file.name}: {error}", flush=True)
            continue
        sound = sum(not one.faults for one in found.best)
        full += sound >= 10
        shown, faulty = shown + len(found.best), faulty + len(found.best) - sound
        tried, cpu = tried + found.tried, cpu + found.cpu
        why = sorted(found.refused.items(), key=lambda pair: -pair[1])[:8]
        line = {"file": file.name, "holes": found.holes, "tried": found.tried, "shown": len(found.best), "sound": sound}
        if args.judge:
            count, faults = judged(found, args.judge)
            seen, bad = seen + count, bad + sum(faults.values())
            line |= {"judged": count, "degenerate": faults}
        print(json.dumps({**line, "cpu": round(found.cpu, 1), "refused": why}), flush=True)
    print(f"{full} of {len(files)} files with ten sound completions; {faulty} of {shown} of the first ten degenerate; "
          f"{cpu / max(1, tried):.2f} CPU seconds a candidate")  # fmt: skip
    if args.judge:
        low, high = wilson(bad, seen)
        print(f"{bad} of {seen} judged apart are degenerate ({100 * low:.0f} to {100 * high:.0f} %)")


if __name__ == "__main__":
    main()
