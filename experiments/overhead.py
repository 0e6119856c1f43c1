"""Overhead of features in a search: the time of an iteration without, with them, and with a few in whole playouts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from petteia.learn import biased_agent, cut
from petteia.search import UCT

if TYPE_CHECKING:
    from petteia.learn import Run
    from petteia.search.agents import TreeAgent

_BUDGET = 0.04
"""CPU seconds of a search."""
_REPEATS = 5
_KEPT = 15


def slow_down(run: Run) -> dict[str, Any]:
    """Microseconds an iteration from the start: plain UCT, the learned set in the selection, 15 of it in playouts.

    The agents take turns, and the quickest search of each counts, so that a busy machine disturbs little.
    """
    few = cut(run, _KEPT)
    agents: dict[str, TreeAgent] = {
        "plain": UCT(plain=True),
        "selection": run.agent(plain=True),
        "playouts": replace(biased_agent(few, run.settings, plain=True), playout_policy=few),
    }
    state = run.game.start()
    best: dict[str, float] = {}
    for repeat in range(_REPEATS):
        for name, agent in agents.items():
            found = replace(agent, seconds=_BUDGET, seed=repeat).analyse(state)
            best[name] = min(best.get(name, 1e9), 1e6 * found.cpu_seconds / max(1, found.iterations))
    return {
        "microseconds": {name: round(time, 3) for name, time in best.items()},
        "selection": round(best["selection"] / best["plain"], 2),
        "playouts": round(best["playouts"] / best["plain"], 2),
        "playout_features": len(few.features),
    }
