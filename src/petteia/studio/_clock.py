"""A chess clock for a table: time for each player, more after every move, counted on the server."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

MOST_MINUTES, MOST_INCREMENT = 600.0, 600.0


@dataclass
class Clock:
    """Seconds left for each player; `running` is whose time passes, 0 while it stands still.

    >>> clock = Clock(300.0, 2.0, [300.0, 300.0])
    >>> clock.begin(1, now=10.0)
    >>> clock.press(2, now=14.0)
    >>> clock.left, clock.seconds(2, now=20.0)
    ([298.0, 300.0], 294.0)
    """

    seconds_each: float
    increment: float
    left: list[float] = field(default_factory=list)
    running: int = 0
    since: float = 0.0

    def seconds(self, player: int, now: float | None = None) -> float:
        """The time that a player has left."""
        passed = (time.time() if now is None else now) - self.since if self.running == player else 0.0
        return self.left[player - 1] - passed

    def begin(self, player: int, now: float | None = None) -> None:
        """Lets the time of a player pass."""
        self.stop(now)
        self.running, self.since = player, time.time() if now is None else now

    def stop(self, now: float | None = None) -> None:
        """Lets it stand still; nothing is added."""
        if self.running:
            self.left[self.running - 1] = self.seconds(self.running, now)
            self.running = 0

    def press(self, following: int, now: float | None = None) -> None:
        """Ends a turn: who moved gets the increment, and the time of the next player passes; 0 stands still."""
        moved = self.running
        self.stop(now)
        if moved:
            self.left[moved - 1] += self.increment
        if following:
            self.begin(following, now)

    def to_json(self) -> dict[str, Any]:
        """The clock as pages show it."""
        left = [round(self.seconds(player + 1), 2) for player in range(len(self.left))]
        return {"left": left, "running": self.running, "each": self.seconds_each, "increment": self.increment}
