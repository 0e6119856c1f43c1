"""`petteia match`: two agents play each other, and the win rate gets its interval."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._arguments import load_game
from ._live import live_table

if TYPE_CHECKING:
    from petteia.arena import SPRT


def run_match(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    agents: tuple[str, str],
    *,
    games: int,
    openings: str,
    iterations: int | None,
    seconds: float | None,
    cap: int | None,
    sprt: str | None,
    errors: tuple[float, float],
    seed: int,
    jobs: int,
    cluster: str | None,
    out: Path | None,
    resume: bool,
    json: bool,
) -> None:
    """Plays and reports."""
    from petteia.arena import match

    check_folder(out, resume)
    test = _test(sprt, *errors)
    game = load_game(name, options, ruleset, defs)
    with live_table("games", games) as tell:
        result = match(
            game,
            *agents,
            games,
            openings,
            iterations=iterations,
            seconds=seconds,
            cap=cap,
            sprt=test,
            seed=seed,
            jobs=jobs,
            cluster=cluster,
            out=out,
            resume=resume,
            progress=lambda so_far: tell(so_far.games, so_far),
        )
    print(json_form.dumps(result.to_json()) if json else result)


def check_folder(out: Path | None, resume: bool) -> None:
    """Nothing can be resumed that was not kept."""
    if resume and out is None:
        raise PetteiaError("--resume needs the folder of the games: --out FOLDER")


def _test(text: str | None, alpha: float, beta: float) -> SPRT | None:
    from petteia.arena import SPRT

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError as error:
        raise PetteiaError(f"--sprt takes two Elo differences, such as 0,20; not {text}") from error
    return SPRT(elo0, elo1, alpha, beta)
