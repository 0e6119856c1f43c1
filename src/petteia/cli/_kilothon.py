"""`petteia bench kilothon`: our best player against plain UCT in every game of a set."""

from __future__ import annotations

import json as json_form
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.learn.kilothon import Contest, Subject, contests, known_contests, sampled, summary

from ._bench import is_wanted
from ._main import INTERRUPTED
from ._progress import progress


def bench_kilothon(
    conformance: Path,
    pattern: str,
    *,
    seconds: float,
    games: int,
    sample: int | None,
    calibrate: float,
    limit: float,
    out: Path,
    seed: int,
    json: bool,
) -> int:
    """Plays the games that the folder does not hold yet, and tells the mean."""
    root = conformance / "games"
    if not root.is_dir():
        raise PetteiaError(f"{conformance} has no folder games")
    defs = (str((conformance / "def").resolve()),)
    every = [Subject(str(path.relative_to(root)), str(path.resolve()), defs) for path in sorted(root.rglob("*.lud"))]
    subjects = sampled([one for one in every if is_wanted(one.label, pattern)], seed, sample)
    if not subjects:
        raise PetteiaError(f"no game is like {pattern!r}")
    settings = {"seconds": seconds, "games": games, "calibrate": calibrate, "seed": seed}
    lines, known = known_contests(out, settings)
    found: list[Contest] = [known[one.label] for one in subjects if one.label in known]
    left = [one for one in subjects if one.label not in known]
    interrupted = False
    with progress("games", len(subjects)) as tell, lines:
        try:
            played = contests(left, seconds=seconds, games=games, calibrate=calibrate, limit=limit, seed=seed)
            for one in played:
                found.append(one)
                lines.append(one.__dict__)
                tell(len(found), one.game or one.label)
        except KeyboardInterrupt:
            interrupted = True
    outcome = summary(found)
    if json:
        print(json_form.dumps(outcome))
    else:
        for one in sorted(found, key=lambda one: one.utility):
            print(f"{one.utility:+.2f}  {one.games:>3} games  {one.agent:<40} {one.label}  {one.error}".rstrip())
        low, high = outcome["low"], outcome["high"]
        print(f"mean utility {outcome['utility']:+.3f} [{low:+.3f}, {high:+.3f}] over {outcome['games']} games")
    return INTERRUPTED if interrupted else 0
