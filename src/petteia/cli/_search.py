"""`petteia search`: what a tree search finds in a position."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from petteia.errors import PetteiaError

from ._arguments import load_game

_DEFAULT_SECONDS = 1.0
_SHOWN = 8


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
) -> None:
    """Searches and reports."""
    from petteia.search import UCT, Analysis

    if iterations is None and seconds is None:
        seconds = _DEFAULT_SECONDS
    game = load_game(name, options, ruleset, defs, "native")
    state = game.state(position, seed) if position is not None else game.start(seed)
    if state.over:
        raise PetteiaError("the game is over in this position: there is nothing to search")
    found = UCT(iterations=iterations, seconds=seconds, plain=plain, seed=seed).analyse(state)

    def as_json(found: Analysis) -> dict[str, object]:
        best = found.best
        return {
            "game": game.name,
            "position": state.text,
            "best": str(best.move),
            "value": round(best.value, 4),
            "proven": best.proven,
            "line": [str(move) for move in found.line],
            "moves": [
                {"move": str(c.move), "visits": c.visits, "value": round(c.value, 4), "proven": c.proven}
                for c in found.candidates
            ],
            "iterations": found.iterations,
            "cpu_seconds": round(found.cpu_seconds, 6),
            "iterations_per_second": round(found.iterations_per_second, 1),
        }

    if json:
        print(json_form.dumps(as_json(found)))
        return
    print(f"{game.name}, player {state.mover} to move: {found.iterations:,} iterations in {found.cpu_seconds:.2f} CPU")
    print(f"seconds, {found.iterations_per_second:,.0f} a second\n")
    print(f"{'move':>12} {'visits':>10} {'value':>7}")
    for c in found.candidates[:_SHOWN]:
        print(f"{c.move!s:>12} {c.visits:>10,} {c.value:>7.3f}{'  ' + c.proven if c.proven else ''}")
    if len(found.candidates) > _SHOWN:
        print(f"{'...':>12} {len(found.candidates) - _SHOWN} more")
    print(f"\nline: {' '.join(map(str, found.line[:12]))}")
