"""`python -m petteia.conformance`: the command `petteia conformance`, also without the command line's libraries."""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from pathlib import Path

from petteia.conformance import Folders, print_report, run, to_json


def main() -> int:
    """Runs over the games of a folder; 0 if all of them replay."""
    parser = argparse.ArgumentParser(prog="petteia.conformance")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="*", help="a glob over paths or names")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds a game")
    parser.add_argument("--backend", choices=("native", "interpreter"), default="native")
    given = parser.parse_args()
    folders = Folders.below(given.folder)
    paths = [p for p in folders.paths() if fnmatch.fnmatch(p, given.only) or fnmatch.fnmatch(Path(p).stem, given.only)]
    verdicts = run(
        paths,
        folders,
        backend=given.backend,
        jobs=given.jobs,
        time_limit=given.limit,
        progress=lambda one: print(f"{one.status:<12} {one.path} {one.seconds:.1f}s", file=sys.stderr),
    )
    if given.json:
        print(json.dumps(to_json(verdicts)))
    else:
        print_report(verdicts)
    return 0 if all(one.status == "replays" for one in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
