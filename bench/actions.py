"""Plays games of the conformance set by action numbers, and tells where two legal moves share one or one has none.

`python -m bench.actions --games 200` takes so many descriptions, evenly spread over the set, builds each quickly and
plays it at random. Printed are the games that fail, and how many have hashed numbers.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from random import Random

import petteia
from bench.sources import conformance_folder
from petteia.errors import PetteiaError


def check(path: str, defs: str, moves: int) -> tuple[str, int]:
    """The fault in the numbers of a game, empty if nothing is; and how many there are, below 0 if hashed."""
    game = petteia.load(path, defs=[defs], build="quick")
    random = Random(1)
    state = game.start(seed=1)
    for _ in range(moves):
        if state.over:
            state = game.start(seed=random.randrange(2**32))
        legal = state.legal_actions().tolist()
        if len(set(legal)) != len(state.legal_moves()):
            return f"two legal moves share a number in {state.text[:60]}", 0
        state.play_action(random.choice(legal))
    return "", -1 if game.actions.is_hashed else game.num_actions


def main() -> None:
    """Goes through the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    given = parser.parse_args()
    folder = conformance_folder()
    if folder is None:
        sys.exit("no recorded games: set PETTEIA_CONFORMANCE to their folder")
    with (folder / "index.csv").open(encoding="utf-8") as file:
        paths = [row["path"] for row in csv.DictReader(file) if not row["path"].startswith("puzzle")]
    step = max(1, len(paths) // given.games)
    begin = time.time()
    good = hashed = refused = bad = 0
    for path in paths[::step][: given.games]:
        if time.time() - begin > given.seconds:
            break
        try:
            wrong, count = check(str(folder / "games" / path), str(folder / "def"), given.moves)
        except PetteiaError as error:
            if "has no number" in str(error):
                wrong, count = str(error), 0
            else:
                refused += 1
                continue
        if wrong:
            bad += 1
            print(f"{path}: {wrong}", flush=True)
        else:
            good += 1
            hashed += count < 0
    print(f"{good} games are fine, {hashed} of them hashed; {bad} are not; {refused} were refused")
    sys.exit(int(bad > 0))


if __name__ == "__main__":
    main()
