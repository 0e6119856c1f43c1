"""`petteia search`: what an agent finds in a position."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.game import spoken

from ._arguments import load_game

if TYPE_CHECKING:
    from petteia.game import State
    from petteia.search import Analysis

_SHOWN = 8
_LINE = 12


def run_search(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    position: str | None,
    iterations: int | None,
    seconds: float | None,
    plain: bool,
    seed: int,
    json: bool,
    agent: str = "uct",
    wall: float | None = None,
    threads: int = 1,
) -> None:
    """Searches and reports."""
    game = load_game(name, options, ruleset, defs, "native")
    state = game.state(position, seed) if position is not None else game.start(seed)
    if state.over:
        raise PetteiaError("the game is over in this position: there is nothing to search")
    budget = {"iterations": iterations, "seconds": seconds, "wall": wall}
    found = _agent(agent, plain=plain, threads=threads, seed=seed, **budget).analyse(state)
    if json:
        print(json_form.dumps(_as_json(agent, state, found)))
    else:
        _show(state, found)


def _agent(text: str, **settings: Any) -> Any:
    """The agent that was asked for. What is said of it in words goes before the options of the command."""
    from petteia.search import agent

    made = agent(text, **{key: value for key, value in settings.items() if value is not None})
    if not hasattr(made, "analyse"):
        raise PetteiaError(f"{text.partition(':')[0]} chooses moves but does not tell what it thinks of a position")
    return made


def _as_json(agent: str, state: State, found: Analysis) -> dict[str, object]:
    best = found.best
    return {
        "game": state.game.name,
        "agent": agent,
        "position": state.text,
        "best": str(best.move),
        "value": round(best.value, 4),
        "proven": best.proven,
        "line": [str(move) for move in found.line],
        "moves": [
            {"move": str(c.move), "visits": c.visits, "value": round(c.value, 4), "proven": c.proven}
            for c in found.candidates
        ],
        "depth": found.depth,
        "iterations": found.iterations,
        "cpu_seconds": round(found.cpu_seconds, 6),
        "iterations_per_second": round(found.iterations_per_second, 1),
    }


def _show(state: State, found: Analysis) -> None:
    depth = "" if found.depth is None else f", {found.depth} moves deep"
    print(f"{state.game.name}, player {state.mover} to move")
    rate = f"{_duration(found.cpu_seconds)}, {found.iterations_per_second:,.0f} a second"
    print(f"{found.iterations:,} iterations{depth}; {rate}\n")
    print(f"{'move':>12} {'visits':>10} {'value':>7}")
    for c in found.candidates[:_SHOWN]:
        print(f"{spoken(state.game, c.move):>12} {c.visits:>10,} {c.value:>7.3f}{'  ' + c.proven if c.proven else ''}")
    if len(found.candidates) > _SHOWN:
        print(f"{'...':>12} {len(found.candidates) - _SHOWN} more")
    print(f"\nline: {' '.join(spoken(state.game, move) for move in found.line[:_LINE])}")


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} CPU seconds" if seconds >= 1 else f"{1000 * seconds:.3g} CPU milliseconds"
