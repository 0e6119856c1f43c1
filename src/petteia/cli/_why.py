"""`petteia why`: which rule forbids a move."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from ._arguments import load_game, working


def explain_move(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    position: str | None,
    move: str,
    seed: int,
    json: bool,
) -> None:
    """Prints the reasons for or against a move."""
    from petteia.why import explain

    game = load_game(name, options, ruleset, defs, build="quick")
    state = game.start(seed) if position is None else game.state(position, seed)
    with working("following the rules"):
        found = explain(state, move=move)
    if json:
        print(json_form.dumps(found.to_dict()))
        return
    print(found.sentence)
    for one in found.reasons:
        print(f"  {one.place + ': ' if one.place else ''}{one.rule or one.sentence}")
    if not found.complete:
        print("  Not all rules could be tried in time.")
