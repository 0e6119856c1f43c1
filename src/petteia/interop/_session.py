"""Games and positions named by others' programs: loaded once, moves in either notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import IllegalMove
from petteia.game import load, meant

if TYPE_CHECKING:
    from petteia.game import Game, Move, State
    from petteia.search import Analysis

_KEPT = 16


@lru_cache(maxsize=_KEPT)
def load_named(name: str, options: tuple[str, ...] = (), ruleset: str | None = None) -> Game:
    """A game by its bundled name, by the path of its description, or by the text of it."""
    is_path = not name.lstrip().startswith("(") and (name.endswith(".lud") or "/" in name)
    return load(Path(name) if is_path else name, options=options, ruleset=ruleset)


def state_at(game: Game, position: str | None, moves: Iterable[str], seed: int = 0) -> State:
    """The start or a position of a game, after some moves."""
    state = game.state(position, seed) if position else game.start(seed)
    for text in moves:
        state.play(move_of(state, text))
    return state


def move_of(state: State, text: str) -> Move:
    """The legal move that a text means: sites by number (`8>17`) or by label (`A2-B3`, `a2b3`)."""
    legal = state.legal_moves()
    found = meant(state.game, text, legal) or _run_together(state.game, text, legal)
    if found is None:
        some = ", ".join(map(str, legal[:3]))
        raise IllegalMove(f"{text[:60]!r} is not legal here" + (f"; legal are {some} ..." if legal else ""))
    return found


def _run_together(game: Game, text: str, legal: Sequence[Move]) -> Move | None:
    """The move whose labels stand side by side, as `a2b3`."""
    wanted = text.lower()
    return next((one for one in legal if label(game, one).replace("-", "").lower() == wanted), None)


def label(game: Game, move: Move) -> str:
    """A move by the labels of its sites."""
    from petteia.game import spoken

    return spoken(game, move)


def analysis_data(found: Analysis, seconds: float, most: int | None = None) -> dict[str, object]:
    """The findings of a search as plain data."""
    return {
        "best": str(found.best.move),
        "value": round(found.best.value, 4),
        "proven": found.best.proven,
        "line": [str(move) for move in found.line],
        "moves": [
            {"move": str(one.move), "visits": one.visits, "value": round(one.value, 4), "proven": one.proven}
            for one in found.candidates[:most]
        ],
        "iterations": found.iterations,
        "seconds": round(seconds, 3),
    }
