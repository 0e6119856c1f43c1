"""Completes a sample of incomplete rule sets: how many get ten sound completions, how many are degenerate.

`python -m bench.completions FOLDER --library DIR --defs DIR [--sample N] [--budget SECONDS]`. Sound is what ends, is
not one-sided, not over at once, not always drawn, and has decisions, at random level and by search.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.study import complete, read_library


def main() -> None:
    """Completes each file and prints a line, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--defs", type=Path, action="append", default=[])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=600.0)
    parser.add_argument("--candidates", type=int, default=600)
    args = parser.parse_args()
    library = read_library([args.library], args.defs)
    files = sorted(args.folder.rglob("*.lud"))
    random.Random(args.seed).shuffle(files)
    files = files[: args.sample] if args.sample else files
    full = shown = faulty = tried = 0
    cpu = 0.0
    for file in files:
        try:
            found = complete(
                file.read_text(encoding="utf-8"), library, name=file.name, defs=tuple(map(str, args.defs)),
                budget=args.budget, most=args.candidates,
            )  # fmt: skip
        except PetteiaError as error:
            print(f"{file.name}: {error}", flush=True)
            continue
        sound = sum(not one.faults for one in found.best)
        full += sound >= 10
        shown, faulty = shown + len(found.best), faulty + len(found.best) - sound
        tried, cpu = tried + found.tried, cpu + found.cpu
        why = sorted(found.refused.items(), key=lambda pair: -pair[1])[:8]
        line = {"file": file.name, "holes": found.holes, "tried": found.tried, "sound": sound}
        print(json.dumps({**line, "cpu": round(found.cpu, 1), "refused": why}), flush=True)
    print(f"{full} of {len(files)} files with ten sound completions; {faulty} of {shown} of the first ten degenerate; "
          f"{cpu / max(1, tried):.2f} CPU seconds a candidate")  # fmt: skip


if __name__ == "__main__":
    main()
