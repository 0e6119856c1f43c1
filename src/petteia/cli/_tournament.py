"""`petteia tournament`: agents play each other in turn, and each gets a rating."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from ._arguments import load_game
from ._live import live_table
from ._match import check_folder


def run_tournament(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    agents: Sequence[str],
    *,
    games: int,
    openings: str,
    iterations: int | None,
    seconds: float | None,
    cap: int | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    out: Path | None,
    resume: bool,
    json: bool,
) -> None:
    """Plays and reports."""
    from petteia.arena import tournament

    check_folder(out, resume)
    game = load_game(name, options, ruleset, defs)
    with live_table("games", games * len(agents) * (len(agents) - 1) // 2) as tell:
        result = tournament(
            game,
            agents,
            games,
            openings,
            iterations=iterations,
            seconds=seconds,
            cap=cap,
            seed=seed,
            jobs=jobs,
            cluster=cluster,
            out=out,
            resume=resume,
            progress=lambda so_far: tell(so_far.games, so_far),
        )
    print(json_form.dumps(result.to_json()) if json else result)
