"""Recorded play replayed by the second reading: `PYTHONPATH=tests python -m oracle.replay [--every N]`."""

from __future__ import annotations

import argparse
import collections
import math
import re
import sys
import time
from pathlib import Path
from typing import Any

from petteia.conformance._recording import Recording, digest, read_recordings
from petteia.lang import decode

from . import Game, NotRead
from .errors import NeedsDraw, NotShown, TooLong
from .reading import Context, Draws
from .state import State

LIMIT = 20_000
"""How many outcomes of chance are tried for one move."""


class Differs(Exception):
    """A place where the second reading is not what was recorded."""


class OutOfTime(Exception):
    """Recorded play that takes longer than wanted."""


def replay(game: Game, recording: Recording, seconds: float, most: int = 10**6) -> int:
    """The number of plies replayed, of each trial the first ones; raises `Differs` at the first difference."""
    Context.deadline = time.process_time() + seconds
    try:
        return sum(_replay_trial(game, recording, trial, most) for trial in recording.trials)
    finally:
        Context.deadline = math.inf


def _replay_trial(game: Game, recording: Recording, trial: Any, most: int) -> int:
    states = _starts(game, trial)
    for number, ply in enumerate(trial.plies[:most]):
        after = trial.plies[number + 1].digest if number + 1 < len(trial.plies) else digest_of(trial.end)
        told = trial.plies[number + 1].state if number + 1 < len(trial.plies) else trial.end
        shown = _shown(told) if game.world.rolls_first else None
        where = f"trial {trial.number} ply {number}"
        states = _step(game, states, ply, after, where, not recording.draws, shown, told)
        if time.process_time() > Context.deadline:
            raise OutOfTime(f"trial {trial.number} ply {number}")
    for state in states if len(trial.plies) <= most else ():
        text = game.text(state)
        if text != trial.end and digest(text) != trial.end:
            raise Differs(f"trial {trial.number} end\n  ours {text}\n  recorded {trial.end}")
    return len(trial.plies[:most])


def digest_of(text: str) -> str:
    """The digest of a text that may be one already."""
    return digest(text) if "|" in text else text


def outcomes(run: Any, shown: list[int] | None = None) -> list[tuple[tuple[int, ...], Any]]:
    """Every outcome of chance with what a function of the draws gives for it."""
    found, open_ = [], [()]
    while open_:
        chosen = open_.pop()
        try:
            found.append((chosen, run(Draws(chosen, shown))))
        except NotShown:
            continue
        except NeedsDraw as need:
            open_ += [(*chosen, k) for k in range(need.choices)]
        if len(found) + len(open_) > LIMIT:
            raise NotRead("too many outcomes of chance")
    return found


def _starts(game: Game, trial: Any) -> list[State]:
    first = trial.plies[0].digest if trial.plies else digest_of(trial.end)
    found = [s for _, s in outcomes(game.start)]
    fitting = [s for s in found if digest(game.text(s)) == first]
    if not fitting:
        recorded = trial.plies[0].state if trial.plies else trial.end
        raise Differs(f"trial {trial.number} start\n  ours {game.text(found[0])}\n  recorded {recorded}")
    return fitting


def _step(
    game: Game, states: list[State], ply: Any, after: str, where: str, successors: bool, shown: Any, told: str | None
) -> list[State]:
    following: dict[str, State] = {}
    problem = None
    for state in states:
        for drawn, moves in outcomes(lambda draws, s=state: (d := s.copy(), game.moves(d, draws)), shown):
            before, legal = moves
            problem = _check_moves(game, before, legal, ply, successors)
            if problem is not None:
                continue
            for move in legal:
                if game.move_text(move) != ply.played:
                    continue
                for _, reached in outcomes(lambda draws, m=move, s=before: _played(game, s, m, draws)):
                    text = game.text(reached)
                    if digest(text) == after:
                        following.setdefault(_key(reached), reached)
                    else:
                        problem_here = f"after {ply.played}\n  ours {text}\n  recorded {told}"
                        problem = problem or problem_here
            del drawn
    if not following and shown is not None:  # the roll of a move that was not kept shows nowhere
        return _step(game, states, ply, after, where, successors, None, told)
    if not following:
        raise Differs(f"{where} {problem}\n  state {ply.state}")
    if len(following) > 60:
        raise NotRead("too many states that fit")
    return list(following.values())


def _shown(text: str | None) -> list[int] | None:
    """The dice that a text tells of."""
    found = re.search(r" d=([-\d,;]+)", text or "")
    return [int(one) for one in re.split("[,;]", found[1])] if found else None


def _key(state: State) -> str:
    met = (state.history, state.turn_history) if state.world.has_dice else ()
    return repr((state.position_key(), state.dice, state.sums, state.next, state.prev, state.dice_equal, met))


def _played(game: Game, state: State, move: Any, draws: Draws) -> State:
    new = state.copy()
    game.play(new, move, draws)
    return new


def _check_moves(game: Game, state: State, legal: list[Any], ply: Any, successors: bool) -> str | None:
    texts = sorted({game.move_text(m) for m in legal})
    if ply.successors is not None and successors:
        ours = {f"{game.move_text(m)}#{digest(game.text(_played(game, state, m, Draws())))}" for m in legal}
        recorded = set(ply.successors.split(" "))
        if ours != recorded:
            return "successors" + _only(ours, recorded)
    joined = " ".join(texts)
    if ply.moves is not None and joined != ply.moves:
        recorded = set(ply.moves.split(" "))
        return "moves" + _only(set(texts), recorded)
    if ply.moves_digest is not None and digest(joined) != ply.moves_digest:
        return f"moves\n  ours {joined[:300]}"
    return None


def _only(ours: set[str], recorded: set[str]) -> str:
    return f"\n  only ours {sorted(ours - recorded)[:8]}\n  only recorded {sorted(recorded - ours)[:8]}"


def verdict(folder: Path, defs: Path, path: Path, seconds: float, most: int = 10**6) -> tuple[str, str]:
    """How far one file of recorded play gets: a word, and what there is to say."""
    try:
        for recording in read_recordings(path):
            file = folder / "games" / recording.header["path"]
            game = Game.read(decode(file.read_bytes(), file.name), recording.options, defs=[defs], name=file.name)
            replay(game, recording, seconds, most)
    except NotRead as error:
        return "not read", str(error)
    except TooLong:
        return "too long", ""
    except OutOfTime as error:
        return "out of time", str(error)
    except Differs as error:
        return "differs", str(error)
    except RecursionError:
        return "error", "recursion"
    except Exception as error:
        import traceback

        place = traceback.extract_tb(error.__traceback__)[-1]
        return "error", f"{type(error).__name__} {error} ({Path(place.filename).name}:{place.lineno})"
    return "replays", ""


def main() -> None:
    """Replays recorded play and prints how many games got how far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=None, help="the conformance folder")
    parser.add_argument("--every", type=int, default=1, help="only every N-th game")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--only", default="", help="only games whose path contains this text")
    parser.add_argument("--seconds", type=float, default=20, help="CPU seconds a recording")
    parser.add_argument("--plies", type=int, default=10**6, help="only so many plies of each trial")
    parser.add_argument("--variants", action="store_true", help="the recorded options instead")
    parser.add_argument("--quiet", action="store_true")
    given = parser.parse_args()
    sys.setrecursionlimit(20_000)
    folder = given.folder or Path(__file__).resolve().parents[3] / "shared" / "conformance"
    files = sorted((folder / ("variants" if given.variants else "traces")).rglob("*.jsonl.gz"))
    files = [f for f in files if given.only in str(f)][given.offset :: given.every]
    counts: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    defs = folder / "def" if (folder / "def").is_dir() else folder.parent / "conformance" / "def"
    for number, path in enumerate(files):
        word, told = verdict(folder, defs, path, given.seconds, given.plies)
        counts[word] += 1
        if word == "not read":
            reasons[told] += 1
        elif word != "replays" and not given.quiet:
            print(f"{path.relative_to(folder)}: {word} {told}", flush=True)
        if number % 50 == 49:
            print(f"-- {number + 1} of {len(files)}: {dict(counts)}", flush=True)
    print(dict(counts))
    for reason, number in reasons.most_common(40):
        print(f"  {number:4} {reason}")


if __name__ == "__main__":
    main()
