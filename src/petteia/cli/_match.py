"""`petteia match` and `petteia tournament`: agents play each other, and what comes out gets its interval."""

from __future__ import annotations

import json as json_form
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from petteia.errors import PetteiaError

from ._arguments import load_game
from ._live import live_table

if TYPE_CHECKING:
    from petteia.arena import SPRT, Match, Tournament
    from petteia.game import Game


class Terms(TypedDict):
    """The settings that matches and tournaments share, by the names of the parameters of `petteia.match`."""

    games: int
    openings: str
    iterations: int | None
    seconds: float | None
    clock: str | None
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
    with _report(terms["games"], json) as report:
        report(match(game, *agents, sprt=test, progress=report, **terms))


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
    with _report(terms["games"] * len(agents) * (len(agents) - 1) // 2, json) as report:
        report(tournament(game, agents, progress=report, **terms))


def _game(
    name: str, options: Sequence[str] | None, ruleset: str | None, defs: Sequence[Path] | None, terms: Terms
) -> Game:
    if terms["resume"] and terms["out"] is None:
        raise PetteiaError("--resume needs the folder of the games: --out FOLDER")
    return load_game(name, options, ruleset, defs)


@contextmanager
def _report(games: int, json: bool) -> Iterator[Callable[[Match | Tournament], None]]:
    """Hands out a function that is told how things stand; prints the last of it, also for people who interrupt."""
    latest: list[Match | Tournament] = []
    try:
        with live_table("games", games) as tell:

            def report(so_far: Match | Tournament) -> None:
                latest[:] = [so_far]
                tell(so_far.games, so_far)

            yield report
    except KeyboardInterrupt:
        if latest and not json:
            print(latest[0])
        raise
    print(json_form.dumps(latest[0].to_json()) if json else latest[0])


def _test(text: str | None, alpha: float, beta: float) -> SPRT | None:
    from petteia.arena import SPRT

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError as error:
        raise PetteiaError(f"--sprt takes two Elo differences, such as 0,20; not {text}") from error
    return SPRT(elo0, elo1, alpha, beta)
