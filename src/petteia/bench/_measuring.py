"""Playouts of one game in its best way and with all moves listed: rates, and whether they are equally long."""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from petteia.game import Game

_ROUNDS = 5
_MOST_ROUNDS = 25
_CLOSE = 0.05
"""Where the better way gains no more than this, more rounds are run: single ones may tell more of the machine."""
_BATCHES_A_ROUND = 6
_DEVIATIONS = 1.96
"""Of a normal distribution, for an interval that holds 95 %."""


@dataclass(frozen=True)
class Measurement:
    """The measures of a game. One that cannot be played, or that has no better way, has no numbers."""

    subject: str
    game: str = ""
    implementation: str = ""
    reason: str = ""
    standard_playouts_per_second: float = 0.0
    playouts_per_second: float = 0.0
    speedup: float = 0.0
    """Moves a second over those of the standard way, best rounds: playouts a second at equal length."""
    length: float = 0.0
    length_ratio: float = 0.0
    length_interval: tuple[float, float] = (0.0, 0.0)
    playouts: int = 0
    standard_playouts: int = 0
    unfinished: int = 0
    error: str = ""

    @property
    def is_optimised(self) -> bool:
        """True if a way other than listing all moves was measured."""
        return not self.error and self.speedup > 0

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Measurement:
        """Back from JSON values."""
        return cls(**{**values, "length_interval": tuple(values["length_interval"])})


@dataclass
class _Side:
    """One way of playouts: batches of them, and the best round."""

    standard: bool
    batches: list[tuple[int, int]] = field(default_factory=list)
    unfinished: int = 0
    best: float = 0.0
    size: int = 1

    def run_round(self, game: Game, seconds: float, max_moves: int, seed: int) -> None:
        """Plays for some CPU seconds, in batches that grow to fill the round with a few of them."""
        moves, begin, used = 0, time.process_time(), 0.0
        while used < seconds:
            key = (seed * 1_000_003 + len(self.batches)) * 2 + self.standard
            done = game.engine.playouts(self.size, key, max_moves, standard=self.standard)
            self.batches.append((done.playouts, done.moves))
            self.unfinished += done.unfinished
            moves += done.moves
            before, used = used, time.process_time() - begin
            if used - before < seconds / _BATCHES_A_ROUND / 2:
                self.size *= 2
        self.best = max(self.best, max(moves, 1) / max(used, 1e-9))

    @property
    def playouts(self) -> int:
        return sum(count for count, _ in self.batches)

    @property
    def length(self) -> float:
        return sum(moves for _, moves in self.batches) / self.playouts

    @property
    def relative_error(self) -> float:
        """The standard error of the mean length over the length, by how batches differ."""
        count = len(self.batches)
        if count < 2 or not self.length:
            return math.inf
        squares = sum((moves - self.length * playouts) ** 2 for playouts, moves in self.batches)
        return math.sqrt(squares * count / (count - 1)) / self.playouts / self.length


def measure_playouts(game: Game, subject: str, seconds: float, max_moves: int, seed: int = 1) -> Measurement:
    """Measures a game in rounds of both ways in turn, so that a busy moment does not fall on one of them alone."""
    implementation, _, reason = game.facts.playout.partition(": ")
    if implementation == "standard":
        return Measurement(subject, game.name, implementation, reason)
    plain, best = _Side(standard=True), _Side(standard=False)
    rounds = 0
    while rounds < _ROUNDS or (rounds < _MOST_ROUNDS and best.best / plain.best < 1 + _CLOSE):
        for side in (plain, best):
            side.run_round(game, seconds / _ROUNDS, max_moves, seed + rounds)
        rounds += 1
    ratio = best.length / plain.length if plain.length else 1.0
    spread = _DEVIATIONS * math.hypot(plain.relative_error, best.relative_error)
    return Measurement(
        subject,
        game.name,
        implementation,
        reason,
        standard_playouts_per_second=plain.best / max(plain.length, 1e-9),
        playouts_per_second=best.best / max(best.length, 1e-9),
        speedup=best.best / plain.best if plain.best else 1.0,
        length=best.length,
        length_ratio=ratio,
        length_interval=(ratio * (1 - spread), ratio * (1 + spread)) if math.isfinite(spread) else (0.0, 1e9),
        playouts=best.playouts,
        standard_playouts=plain.playouts,
        unfinished=best.unfinished + plain.unfinished,
    )
