"""Planning puzzles: whether the goal can be reached at all, and the shortest way to it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Game, State


@dataclass(frozen=True)
class Plan:
    """Result of breadth-first search: a shortest way (None if there is none), and whether it saw all positions."""

    moves: tuple[str, ...] | None
    states: int
    complete: bool


def plan(game: Game, *, states: int, seconds: float | None = None) -> Plan:
    """A shortest sequence of moves that wins, looked for among at most so many positions."""
    if game.players != 1:
        raise PetteiaError(f"{game.name} has {game.players} players: only puzzles for one are solved")
    if game.is_random:
        raise PetteiaError(f"{game.name} draws at random: no sequence of moves surely solves it")
    start = game.start(0)
    came: dict[int, tuple[int, str] | None] = {start.hash: None}
    line: deque[State] = deque([start])
    until = None if seconds is None else time.monotonic() + seconds
    while line:
        state = line.popleft()
        if state.over:
            continue
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.hash in came:
                continue
            came[after.hash] = state.hash, str(move)
            if after.over and after.winner == 1:
                return Plan(_way(came, after.hash), len(came), True)
            line.append(after)
        if len(came) >= states or (until is not None and time.monotonic() > until):
            return Plan(None, len(came), False)
    return Plan(None, len(came), True)


def _way(came: dict[int, tuple[int, str] | None], end: int) -> tuple[str, ...]:
    moves = []
    step = came[end]
    while step is not None:
        moves.append(step[1])
        step = came[step[0]]
    return tuple(reversed(moves))
