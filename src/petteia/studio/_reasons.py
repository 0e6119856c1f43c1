"""Reasons for and against a move beside the rules: a search, features of runs, terms of evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Move, State

_MOST_FEATURES = 6
_SMALL = 0.005
"""Weights below this say nothing."""


def opinions(move: str, found: dict[str, Any]) -> list[dict[str, str]]:
    """The words of a search for or against a move, in sentences."""
    rank, mine = next(((k, one) for k, one in enumerate(found["candidates"]) if one["move"] == move), (0, None))
    if mine is None:
        return []
    best, count = found["candidates"][0], len(found["candidates"])
    if mine["proven"]:
        said = {"won": "It wins, which is proven.", "lost": "It loses, which is proven.", "drawn": "It draws at best."}
        return [{"sentence": said[mine["proven"]]}]
    worth = f"{mine['spoken']} is worth {mine['value']:+.2f} to who plays it, by {mine['visits']:,} visits"
    if rank == 0:
        return [{"sentence": f"{worth}: the choice of the search among {count} moves."}]
    better = best["proven"] or f"{best['value']:+.2f}"
    return [{"sentence": f"{worth}: choice {rank + 1} of {count}. The search prefers {best['spoken']} ({better})."}]


def learned(folders: Sequence[str], state: State, move: Move) -> Iterator[dict[str, Any]]:
    """The sentences of runs and evaluations in folders about a move, the weightiest of each first."""
    for folder in folders:
        try:
            if (Path(folder) / "evaluation.json").exists():
                yield from _terms(folder, state, move)
            else:
                yield from _features(folder, state, move)
        except PetteiaError as error:
            yield {"sentence": f"What was learned cannot be asked: {error}"}


def _features(folder: str, state: State, move: Move) -> Iterator[dict[str, Any]]:
    """The features of a run that hold for the move, drawn."""
    run = _run(folder, _written(folder))
    here = run.game.state(state.text)
    chances = run.policy.probabilities(here)
    chance = chances.get(move)
    if chance is None:
        return
    rank = 1 + sum(one > chance for one in chances.values())
    share = f"choice {rank} of {len(chances)} ({chance:.0%})"
    yield {"sentence": f"By what was learned in {run.games} games it is {share}."}
    found = sorted(run.why(here, move), key=lambda one: -abs(one[0]))
    for weight, one in found[:_MOST_FEATURES]:
        if abs(weight) >= _SMALL:
            yield {"sentence": one.sentence, "weight": round(weight, 2), "svg": one.svg}


def _terms(folder: str, state: State, move: Move) -> Iterator[dict[str, Any]]:
    """The terms of an evaluation that the move makes true or false."""
    from petteia.logic import explain_change

    evaluation = _evaluation(folder, _written(folder))
    after = state.copy()
    after.play(move)
    sign = 1 if state.mover == 1 else -1
    before, now = (sign * evaluation(one, 1) for one in (state, after))
    yield {"sentence": f"The learned evaluation of who moves goes from {before:+.2f} to {now:+.2f}."}
    for one in explain_change(evaluation, state, after, _MOST_FEATURES):
        if abs(one.weight) >= _SMALL:
            yield {"sentence": one.sentence, "weight": round(sign * one.weight, 2)}


def _written(folder: str) -> int:
    """When a folder was last written to, so that runs that go on are opened anew."""
    return max((one.stat().st_mtime_ns for one in Path(folder).iterdir()), default=0)


@lru_cache(maxsize=4)
def _run(folder: str, written: int) -> Any:
    from petteia.learn import Run

    return Run.open(folder)


@lru_cache(maxsize=4)
def _evaluation(folder: str, written: int) -> Any:
    from petteia.logic import Evaluation

    return Evaluation.load(Path(folder))
