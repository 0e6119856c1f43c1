"""Calibration of players: values of pieces fitted by self-play, then a race between kinds of agents.

The race is by halving: all candidates play each other with a short time for a move; the better half plays on. The
outcome is kept in the cache, where `best` finds it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.arena import match
from petteia.arena.statistics import wilson
from petteia.errors import PetteiaError
from petteia.search import agent as agent_of
from petteia.search.choosing import AVERAGES, CANDIDATES, CUT_OFF, PLAYOUTS
from petteia.search.known import record_of, write_record

from ._values import FitSettings, fit_values

if TYPE_CHECKING:
    from petteia.game import Game

_FITTING = 0.4
"""The share of the time that goes to values."""
_CAP = 300
_LEAST_GAMES = 4


def calibrate(
    game: Game,
    seconds: float = 60.0,
    *,
    move_seconds: float = 0.05,
    seed: int = 1,
    out: Path | None = None,
    made: str = "",
    progress: Callable[[float, str], None] = lambda share, words: None,
) -> dict[str, Any]:
    """Calibrates the players of a game within about so many CPU seconds and keeps the record, which is returned.

    `move_seconds` of CPU time are given to each move of the race. `out` is a file for the record instead of the cache.
    """
    if game.players < 2:
        raise PetteiaError(f"{game.name} is for one player: there is nobody to compare players with")
    game.finish_build()
    begin = time.process_time()
    record: dict[str, Any] = {"made": made, "seconds": seconds, "move_seconds": move_seconds, "seed": seed}
    plain = game.players == 2 and not game.is_random
    if plain:
        try:
            settings = FitSettings(seconds=_FITTING * seconds, seed=seed)
            values = fit_values(game, settings, lambda share, words: progress(_FITTING * share, f"values: {words}"))
            record["values"] = values.to_json()
        except PetteiaError:
            pass  # no pieces of the players, or games without an end: the race goes without values
    path = write_record(game, record, out)  # the candidates of the race use the values
    end = begin + seconds
    candidates = CANDIDATES if plain else (PLAYOUTS, AVERAGES, CUT_OFF, "grave")
    record["players"] = race(
        game, candidates, move_seconds, end, seed, lambda words: progress(_share(begin, end), f"race: {words}")
    )
    write_record(game, record, path)
    found = record_of(game) if out is None else record
    assert found is not None
    return found


def _share(begin: float, end: float) -> float:
    return min(1.0, (time.process_time() - begin) / max(1e-9, end - begin))


def race(
    game: Game,
    candidates: Sequence[str],
    move_seconds: float,
    end: float,
    seed: int,
    progress: Callable[[str], None] = lambda words: None,
) -> list[dict[str, Any]]:
    """Agents in words by what they scored against each other, best first, until the process has used `end` seconds."""
    scores = dict.fromkeys(candidates, 0.0)
    games = dict.fromkeys(candidates, 0)
    left = list(candidates)
    number = 0
    while len(left) > 1 and (number == 0 or time.process_time() < end):
        for one, other in combinations(left, 2):
            if number > 0 and time.process_time() >= end:
                break
            sides = [agent_of(words).with_budget(seconds=move_seconds) for words in (one, other)]  # type: ignore[attr-defined]
            found = match(game, sides[0], sides[1], games=2, seed=seed + number, cap=_CAP)
            total = sum(found.scores)
            for words, score in ((one, total), (other, found.games - total)):
                scores[words] += score
                games[words] += found.games
            number += 1
            progress(f"{one} {total:g} : {found.games - total:g} {other}")
        if min(games[words] for words in left) >= _LEAST_GAMES * len(left):
            left.sort(key=lambda words: -scores[words] / max(1, games[words]))
            left = left[: max(1, (len(left) + 1) // 2)]
    order = {words: k for k, words in enumerate(left)}
    ranked = sorted(candidates, key=lambda words: (words not in order, -scores[words] / max(1, games[words])))
    return [_row(words, scores[words], games[words]) for words in ranked]


def _row(words: str, score: float, games: int) -> dict[str, Any]:
    low, high = wilson(score, games) if games else (0.0, 1.0)
    mean = score / games if games else 0.5
    return {"agent": words, "score": round(mean, 3), "low": round(low, 3), "high": round(high, 3), "games": games}
