"""`petteia values`: what the pieces of a game are worth, found by self-play."""

from __future__ import annotations

import json as json_form
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from ._arguments import load_game
from ._progress import progress

_MOST_ASPECTS = 12


def fit_game(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    seconds: float,
    nodes: int,
    seed: int,
    out: Path | None,
    json: bool,
) -> None:
    """Fits the values, keeps them where `best` finds them, or in a file, and prints them."""
    from petteia.learn import FitSettings, fit_values
    from petteia.search.known import record_of, write_record

    game = load_game(name, options, ruleset, defs)
    with progress("values", 100) as tell:
        settings = FitSettings(seconds=seconds, nodes=nodes, seed=seed)
        values = fit_values(game, settings, lambda share, words: tell(round(100 * share), words))
    known = record_of(game) if out is None else None
    players = {"players": known["players"]} if known is not None and known.get("players") else {}
    made = _command(sys.argv[1:])
    path = write_record(game, {"made": made, **players, "values": values.to_json()}, out)
    worth = values.worth()
    by_name = {one.name: round(worth[one.number], 3) for one in game.facts.components if one.owner in (1, 2)}
    told = {} if values.aspects is None else values.aspects.weights
    if json:
        found = {"worth": by_name, "aspects": told, "tempo": values.tempo}
        print(json_form.dumps({"game": game.name, **found, "file": str(path)}))
        return
    wide = max(map(len, by_name), default=0)
    for piece, value in by_name.items():
        print(f"{piece:<{wide}}  {value:6.3f}")
    strongest = sorted(told, key=lambda name: -max(map(abs, told[name])))[:_MOST_ASPECTS]
    for name in strongest:
        own, other = sum(told[name][1::2]) / 2, sum(told[name][::2]) / 2
        print(f"{own:6.3f}  {name}, of who is to move; {other:.3f} of the other")
    print(f"kept in {path}")


def _command(words: list[str]) -> str:
    """The command that made the values, without the file they were written to, whose folder is nobody's business.

    >>> _command(["values", "My Game", "--out", "/home/me/values.json", "--seed=2"])
    "petteia values 'My Game' --seed=2"
    """
    to_file = {k + shift for k, word in enumerate(words) if word == "--out" for shift in (0, 1)}
    kept = [word for k, word in enumerate(words) if k not in to_file and not word.startswith("--out=")]
    return shlex.join(["petteia", *kept])
