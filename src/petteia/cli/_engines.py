"""`petteia bench engines`: our player against an engine of others."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from ._arguments import load_game
from ._live import live_table


def bench_engines(
    name: str,
    options: Sequence[str] | None,
    command: str,
    *,
    level: int | None,
    nodes: int | None,
    agent: str,
    seconds: float,
    games: int,
    openings: str,
    cap: int,
    out: Path | None,
    seed: int,
    json: bool,
) -> None:
    """Plays the match and tells the score."""
    from dataclasses import replace

    from petteia.arena import match
    from petteia.interop import engine_agent

    opponent = engine_agent(command)
    if level is not None:
        opponent = replace(opponent, level=level)
    if nodes is not None:
        opponent = replace(opponent, nodes=nodes)
    game = load_game(name, options, None, None)
    with live_table("games", games) as tell:
        found = match(
            game, agent, opponent, games, openings,
            seconds=seconds, cap=cap, seed=seed, out=out, resume=out is not None,
            progress=lambda so_far: tell(so_far.games, so_far),
        )  # fmt: skip
    low, high = found.interval
    if json:
        outcome = {
            "score": round(found.win_rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "games": found.games,
            "wins": found.wins,
            "ties": found.ties,
            "losses": found.losses,
            "game": game.name,
            "options": list(game.options),
            "agent": agent,
            "seconds": seconds,
            "opponent": command,
            "level": level,
            "nodes": nodes,
            "seed": seed,
            "forfeits": list(found.forfeits),
        }
        print(json_form.dumps(outcome))
        return
    print(found)
    print(f"score {found.win_rate:.3f} [{low:.3f}, {high:.3f}] over {found.games} games")
    for reason in dict.fromkeys(found.forfeits):
        print(f"forfeit: {reason}")
