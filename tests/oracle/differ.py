"""Random descriptions played by native code and followed by the second reading; every difference is told.

PYTHONPATH=tests python -m oracle.differ --count 1000 --seed 1 --conformance ../shared/conformance
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import petteia
from petteia.conformance._recording import Ply, Recording, Trial, digest
from petteia.errors import PetteiaError
from petteia.game.position import to_text

from . import Game, NotRead
from .errors import TooLong
from .mutants import Mutator, bundled, recorded
from .replay import Differs, OutOfTime, replay
from .sentences import Sentences
from .situations import situations

FAULTS = ("differs", "oracle fails", "package fails")
"""Outcomes that are mistakes of one side."""
SUCCESSORS = 4
"""At how many plies of a trial every successor is compared."""
AT_ONCE = 50
"""After how many descriptions counts are told, and builds thrown away: a large cache is slow to keep."""


@dataclass
class Found:
    """Outcome of one description."""

    word: str
    told: str = ""
    plies: int = 0


def native_trials(game: Any, chooser: random.Random, trials: int, plies: int) -> Recording:
    """Random play by native code, in the form of recorded play."""
    flags = ["chance"] if game.is_random else []
    recording = Recording({"flags": flags, "options": []})
    for number in range(trials):
        state = game.start(seed=chooser.randrange(2**31))
        trial = Trial(number, False)
        for ply in range(plies):
            if state.over:
                break
            trial.plies.append(_ply(game, state, chooser, compares=ply < SUCCESSORS and not game.is_random))
            state.play(_find(state, trial.plies[-1].played))
            trial.plies[-1].played = trial.plies[-1].played.split("~")[0]
        trial.over = state.over
        trial.end = _text(state)
        recording.trials.append(trial)
    return recording


def _text(state: Any) -> str:
    """The text of a state, with the dice as the move before left them."""
    return to_text(state.game._contents.read(state.raw), state.game.facts)


def _find(state: Any, text: str) -> Any:
    return next(move for move in state.legal_moves() if str(move) == text)


def _ply(game: Any, state: Any, chooser: random.Random, compares: bool) -> Ply:
    legal = state.legal_moves()
    text = _text(state)
    ply = Ply(text, digest(text), str(chooser.choice(legal)))
    ply.moves = " ".join(sorted({move.text for move in legal}))
    if compares and len(legal) <= 60:
        found = set()
        for move in legal:
            after = state.copy()
            after.play(move)
            found.add(f"{move.text}#{digest(_text(after))}")
        ply.successors = " ".join(sorted(found))
    return ply


def compare(
    text: str, seed: int, *, trials: int = 2, plies: int = 40, backend: str = "native", seconds: float = 1.5
) -> Found:
    """One description played by both."""
    try:
        oracle = Game.read(text, name="mutant")
    except NotRead as error:
        return Found("refused by the oracle", str(error))
    except (PetteiaError, RecursionError) as error:
        return Found("cannot be read", str(error)[:200])
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mutant.lud"
            path.write_text(text, encoding="utf-8")
            game = petteia.load(path, backend=backend, build="quick")  # type: ignore[arg-type]
    except PetteiaError as error:
        return Found("refused by the package", str(error)[:200])
    except Exception as error:
        return Found("package fails", _whence(error))
    recording = native_trials(game, random.Random(seed), trials, plies)
    try:
        return Found("agrees", plies=replay(oracle, recording, seconds))
    except NotRead as error:
        return Found("given up by the oracle", str(error))
    except (TooLong, OutOfTime, RecursionError):
        return Found("too long", "")
    except Differs as error:
        return Found("differs", str(error))
    except Exception as error:
        return Found("oracle fails", _whence(error))


def _whence(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} {error} ({Path(place.filename).name}:{place.lineno})"


def main() -> int:
    """Plays many random descriptions, and tells of each difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="how many descriptions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--conformance", type=Path, default=None, help="a folder of recorded play to draw games from")
    parser.add_argument("--pool", type=int, default=120, help="how many of its games")
    parser.add_argument("--backend", default="native", choices=("native", "interpreter"))
    parser.add_argument("--out", type=Path, default=None, help="a folder for the descriptions that differ")
    parser.add_argument("--situations", action="store_true", help="small descriptions about one rule each instead")
    parser.add_argument("--sentences", action="store_true", help="rules drawn from the grammar instead")
    parser.add_argument("--trials", type=int, default=2, help="how many games of each")
    parser.add_argument("--plies", type=int, default=40, help="how many plies of a game")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long the second reading may take for one")
    parser.add_argument("--reasons", type=int, default=30, help="how many reasons for giving up are told")
    parser.add_argument("--plain", action="store_true", help="the games themselves, without changes")
    given = parser.parse_args()
    sys.setrecursionlimit(20_000)
    games = Path(petteia.__file__).parent / "games"
    pool = [] if given.sentences else bundled(games)
    if given.conformance:
        pool += recorded(given.conformance, random.Random(given.seed), given.pool)
    mutator = Sentences(given.seed) if given.sentences else Mutator(pool, given.seed)
    fixed = list(situations().items()) if given.situations else [(one.name, one.render()) for one in pool]
    counts: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    plies, builds = 0, tempfile.TemporaryDirectory()
    for number in range(given.count):
        is_fixed = given.plain or given.situations
        if is_fixed and number >= len(fixed):
            break
        if number % AT_ONCE == 0:
            builds.cleanup()
            builds = tempfile.TemporaryDirectory()
            os.environ["PETTEIA_CACHE"] = builds.name
        done, text = fixed[number] if is_fixed else mutator.make()
        limits = {"trials": given.trials, "plies": given.plies, "seconds": given.seconds}
        found = compare(text, given.seed * 1_000_003 + number, backend=given.backend, **limits)
        counts[found.word] += 1
        plies += found.plies
        if found.word in FAULTS:
            print(f"[{number}] {done}\n  {found.word} {found.told}", flush=True)
            if given.out:
                given.out.mkdir(parents=True, exist_ok=True)
                (given.out / f"{given.seed}-{number}.lud").write_text(text, encoding="utf-8")
        elif found.word != "agrees":
            reasons[f"{found.word}: {found.told[:80]}"] += 1
        if number % AT_ONCE == AT_ONCE - 1:
            print(f"-- {_summary(counts, plies)}", flush=True)
    builds.cleanup()
    print(_summary(counts, plies))
    for reason, times in reasons.most_common(given.reasons):
        print(f"  {times:4} {reason}")
    return 1 if any(counts[word] for word in FAULTS) else 0


def _summary(counts: collections.Counter[str], plies: int) -> str:
    """Counts so far, and how many descriptions were compared in a minute of the processor."""
    used = os.times()
    minutes = (used.user + used.system + used.children_user + used.children_system) / 60
    compared = counts["agrees"] + counts["differs"]
    told = ", ".join(f"{word} {times}" for word, times in sorted(counts.items()))
    return f"{counts.total()} descriptions, {plies} plies agree: {told}; {compared / minutes:.0f} compared a CPU minute"


if __name__ == "__main__":
    raise SystemExit(main())
