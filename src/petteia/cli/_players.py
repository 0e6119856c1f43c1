"""`petteia show --players`: who plays a game best, and how that is known."""

from __future__ import annotations

import json as json_form
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from ._arguments import load_game
from ._progress import progress


def show_players(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    calibrate: float | None,
    json: bool,
) -> None:
    """The choice of `best`, the agents that were compared, and the facts behind it."""
    from petteia.search import LEVELS, choice
    from petteia.search.choosing import game_facts
    from petteia.search.known import values_of

    game = load_game(name, options, ruleset, defs)
    if calibrate is not None:
        from petteia.learn import calibrate as run_calibration

        made = shlex.join(["petteia", *sys.argv[1:]])
        with progress("calibration", 100) as tell:
            run_calibration(game, calibrate, made=made, progress=lambda share, words: tell(round(100 * share), words))
    chosen, facts, values = choice(game), game_facts(game), values_of(game)
    worth = {}
    if values is not None:
        means = values.worth()
        worth = {one.name: round(means[one.number], 3) for one in game.facts.components if one.owner in (1, 2)}
    if json:
        outcome = {
            "game": game.name,
            "best": chosen.words,
            "reason": chosen.reason,
            "calibrated": chosen.calibrated,
            "players": list(chosen.players),
            "facts": facts.__dict__,
            "worth": worth,
            "levels": list(LEVELS),
        }
        print(json_form.dumps(outcome))
        return
    print(f"{game.name}: {facts.text}")
    print(f"best: {chosen.words} ({chosen.reason})")
    for row in chosen.players:
        print(f"  {row['score']:.2f} [{row['low']:.2f}, {row['high']:.2f}]  {row['games']:>3} games  {row['agent']}")
    if worth:
        print("worth of pieces: " + ", ".join(f"{piece} {value:g}" for piece, value in worth.items()))
    print(f"levels: {', '.join(LEVELS)} (petteia play {shlex.quote(name)} --level {LEVELS[1]})")
