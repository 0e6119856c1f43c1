"""`petteia playouts`: random games and their rate."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from petteia.errors import PetteiaError
from petteia.game import Playouts
from petteia.types import PlayoutChoice

from ._arguments import load_game
from ._progress import progress

_DEFAULT_SECONDS = 1.0


def run_playouts(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    backend: Literal["native", "interpreter"],
    *,
    count: int | None,
    seconds: float | None,
    seed: int,
    max_moves: int,
    playout: PlayoutChoice,
    position: str | None,
    json: bool,
) -> None:
    """Plays and reports."""
    if count is not None and seconds is not None:
        raise PetteiaError("give --count or --seconds, not both")
    if count is None and seconds is None:
        seconds = _DEFAULT_SECONDS
    # the standard way is part of every build
    game = load_game(name, options, ruleset, defs, backend, "auto" if playout == "standard" else playout)
    state = game.state(position, seed) if position is not None else None
    with progress(f"playing {game.name}", 100) as tell:
        done = game.playouts(
            count,
            seconds=seconds,
            seed=seed,
            max_moves=max_moves,
            state=state,
            standard=playout == "standard",
            progress=lambda share: tell(round(100 * share), ""),
        )
    print(json_form.dumps(as_json(done)) if json else _for_people(done))


def as_json(done: Playouts) -> dict[str, object]:
    """The report as JSON values."""
    return {
        "game": done.game,
        "implementation": done.implementation,
        "playouts": done.playouts,
        "cpu_seconds": round(done.cpu_seconds, 6),
        "playouts_per_second": round(done.playouts_per_second, 3),
        "moves_per_second": round(done.moves_per_second, 3),
        "mean_length": round(done.mean_length, 4),
        "unfinished": done.unfinished,
        "wins": list(done.wins),
        "mean_ranks": [round(rank, 4) for rank in done.mean_ranks],
    }


def _for_people(done: Playouts) -> str:
    wins = ", ".join(
        f"player {seat} {100 * won / max(1, done.playouts):.1f} %" for seat, won in enumerate(done.wins, 1)
    )
    cut = f"\n{done.unfinished:,} playouts were cut" if done.unfinished else ""
    return (
        f"{done.game} ({done.implementation}): {done.playouts:,} playouts in {done.cpu_seconds:.2f} CPU seconds\n"
        f"{done.playouts_per_second:,.0f} playouts and {done.moves_per_second:,.0f} moves a second, "
        f"{done.mean_length:.1f} moves a playout\nwon by {wins}{cut}"
    )
