"""Searches that report on the way and can be stopped, for the protocols."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.search import agent as agent_of

if TYPE_CHECKING:
    from petteia.game import State
    from petteia.search import Analysis

_FIRST_SLICE = 0.05
_SLICE = 0.25
_DEFAULT_SECONDS = 1.0


@dataclass(frozen=True)
class Limits:
    """The end of a search: seconds by the clock, iterations, or a stop; without any of them after a second."""

    seconds: float | None = None
    iterations: int | None = None
    endless: bool = False


def think(
    words: str,
    state: State,
    limits: Limits,
    *,
    stopped: threading.Event | None = None,
    report: Callable[[Analysis, float], None] = lambda found, seconds: None,
    seed: int = 0,
) -> Analysis:
    """Searches in slices of time; `report` gets what is found and the seconds so far after each of them."""
    begin = time.monotonic()
    seconds = limits.seconds
    if seconds is None and limits.iterations is None and not limits.endless:
        seconds = _DEFAULT_SECONDS
    if limits.iterations is not None and seconds is None:
        found: Analysis = _agent(words, iterations=limits.iterations, seed=seed).analyse(state)
        report(found, time.monotonic() - begin)
        return found
    slice_seconds = _FIRST_SLICE
    searcher = _agent(words, wall=slice_seconds, reuse=True, seed=seed)
    while True:
        found = searcher.analyse(state)
        spent = time.monotonic() - begin
        report(found, spent)
        if _done(found, spent, seconds, limits.iterations) or (stopped is not None and stopped.is_set()):
            return found
        # A search that goes on with its tree needs no longer slices; one that begins anew needs twice the time.
        slice_seconds = _SLICE if _goes_on(searcher) else slice_seconds * 2
        if seconds is not None:
            slice_seconds = max(0.001, min(slice_seconds, seconds - spent))
        if _goes_on(searcher):
            object.__setattr__(searcher, "wall", slice_seconds)
        else:
            searcher = searcher.with_budget(wall=slice_seconds)


def _done(found: Analysis, spent: float, seconds: float | None, iterations: int | None) -> bool:
    """The time is over, the iterations are there, or nothing is left to find out."""
    if seconds is not None and spent >= seconds:
        return True
    if iterations is not None and found.iterations >= iterations:
        return True
    return found.best.proven == "won" or len(found.candidates) == 1 or all(one.proven for one in found.candidates)


def _agent(words: str, **settings: Any) -> Any:
    made = agent_of(words, **{"seconds": None, **settings})
    if not hasattr(made, "analyse"):
        raise PetteiaError(f"{words.partition(':')[0]} chooses moves without a search, so there is nothing to report")
    return made


def _goes_on(searcher: Any) -> bool:
    return any(one.name == "reuse" for one in fields(searcher)) and bool(searcher.reuse)
