"""Generated libraries played under sanitizers: bundled games, and recorded ones drawn at random.

PYTHONPATH=tests python -m sanitizing --sample 200 --seed 1 --conformance ../shared/conformance
"""

from __future__ import annotations

import argparse
import collections
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import petteia
from petteia import lang
from petteia.errors import PetteiaError
from petteia.game.loading import lower_expanded
from petteia.native.library import sanitize
from petteia.passes import optimise

CLEAN = ("clean", "refused")


def chosen(folder: Path | None, sample: int, seed: int, *, bundled: bool) -> Iterator[tuple[Path, list[Path]]]:
    """The descriptions to play, each with the folders of its defines."""
    if bundled:
        yield from ((path, []) for path in sorted((Path(petteia.__file__).parent / "games").glob("*.lud")))
    if folder is not None:
        files = sorted((folder / "games").rglob("*.lud"))
        yield from ((path, [folder / "def"]) for path in random.Random(seed).sample(files, min(sample, len(files))))


def verdict(path: Path, defs: list[Path], games: int, moves: int) -> str:
    """Outcome of random games of a description under the sanitizers of addresses and undefined behaviour."""
    try:
        text = lang.decode(path.read_bytes(), path.name)
        expanded = lang.expand(text, name=path.name, define_folders=[str(one) for one in defs])
        program, _ = lower_expanded(expanded)
    except PetteiaError:
        return "refused"
    try:
        result = sanitize(optimise(program), games=games, max_moves=moves)
    except (PetteiaError, subprocess.TimeoutExpired) as error:
        return str(error)
    if result is None:
        return "the compiler has no sanitizers"
    return "clean" if not result.failure else result.failure


def main() -> int:
    """Plays many games and tells of each that is not clean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--conformance", type=Path, default=None, help="a folder of recorded play to draw games from")
    parser.add_argument("--sample", type=int, default=200, help="how many of its games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=5, help="random games of each")
    parser.add_argument("--moves", type=int, default=300, help="the most moves of a game")
    parser.add_argument("--no-bundled", action="store_true", help="recorded games only")
    given = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    begin = time.time()
    for path, defs in chosen(given.conformance, given.sample, given.seed, bundled=not given.no_bundled):
        told = verdict(path, defs, given.games, given.moves)
        counts[told if told in CLEAN else "at fault"] += 1
        if told not in CLEAN:
            print(f"{path.name}: {told}", flush=True)
        if sum(counts.values()) % 20 == 0:
            print(f"-- {sum(counts.values())} in {time.time() - begin:.0f} s: {dict(counts)}", flush=True)
    print(dict(counts))
    return 1 if counts["at fault"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
