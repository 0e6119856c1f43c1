"""`petteia match` and `petteia tournament`: agents play each other, and what comes out gets its interval."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from petteia.errors import PetteiaError

from ._arguments import load_game
from ._live import live_table

if TYPE_CHECKING:
    from petteia.arena import SPRT, Match, Tournament
    from petteia.game import Game


class Terms(TypedDict):
    """What matches and tournaments agree on, by the names of the parameters of `petteia.match`."""

    games: int
    openings: str
    iterations: int | None
    seconds: float | None
    cap: int | None
    seed: int
    jobs: int
    cluster: str | None
    out: Path | None
    resume: bool


def run_match(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    agents: tuple[str, str],
    *,
    sprt: str | None,
    errors: tuple[float, float],
    json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Plays a match and reports."""
    from petteia.arena import match

    test = _test(sprt, *errors)
    game = _game(name, options, ruleset, defs, terms)
    with live_table("games", terms["games"]) as tell:
        result = match(game, *agents, sprt=test, progress=lambda so_far: tell(so_far.games, so_far), **terms)
    _print(result, json)


def run_tournament(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    agents: Sequence[str],
    *,
    json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Plays a tournament and reports."""
    from petteia.arena import tournament

    game = _game(name, options, ruleset, defs, terms)
    with live_table("games", terms["games"] * len(agents) * (len(agents) - 1) // 2) as tell:
        result = tournament(game, agents, progress=lambda so_far: tell(so_far.games, so_far), **terms)
    _print(result, json)


def _game(
    name: str, options: Sequence[str] | None, ruleset: str | None, defs: Sequence[Path] | None, terms: Terms
) -> Game:
    if terms["resume"] and terms["out"] is None:
        raise PetteiaError("--resume needs the folder of the games: --out FOLDER")
    return load_game(name, options, ruleset, defs)


def _print(result: Match | Tournament, json: bool) -> None:
    print(json_form.dumps(result.to_json()) if json else result)


def _test(text: str | None, alpha: float, beta: float) -> SPRT | None:
    from petteia.arena import SPRT

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError as error:
        raise PetteiaError(f"--sprt takes two Elo differences, such as 0,20; not {text}") from error
    return SPRT(elo0, elo1, alpha, beta)
