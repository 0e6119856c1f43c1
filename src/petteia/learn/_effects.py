"""Effects: how much more often search takes moves of some sort than it would by chance, with an interval.

The odds are those of a conditional logit with a single weight: in each position a move of the sort is taken with odds
that are so many times as high as if all moves were alike. Games, not positions, are independent of each other, so the
interval is that of a sandwich estimate over games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._selfplay import Episode, proofs_of, target_of
from ._tables import Examples, Floats, Ints, Table

if TYPE_CHECKING:
    from petteia.features import FeatureSet
    from petteia.game import Game
    from petteia.game.trials import Trial

Column = npt.NDArray[np.bool_]
_STEPS = 40
_PRIOR = 1.0
"""So many positions in which it goes one way as often as the other are added: what was always taken stays finite."""
_SURE = 1.96
_LOOSE, _ENDLESS = 5.0, 1e9
"""From which error on an interval says nothing, and its end then."""
_MOST_MOVES = 400_000
_LOST, _WON = 1, 3
_FEW_GAMES = 3


@dataclass(frozen=True)
class Effect:
    """How often moves of a sort were taken in positions that had such moves and others."""

    odds: float
    """How many times as high as by chance the odds of such moves are."""
    low: float
    high: float
    """The interval of 95 %."""
    share: float
    """The share of the search's choice that such moves had."""
    chance: float
    """The share that they would have if all moves were alike."""
    positions: int
    games: int
    gain: float
    """By how much the logarithm of the likelihood of all choices rises: what it explains."""

    @property
    def sure(self) -> bool:
        """True if the interval is on one side of 1."""
        return self.low > 1.0 or self.high < 1.0

    @property
    def good(self) -> bool:
        """True if such moves are taken more often than by chance."""
        return self.odds > 1.0

    @property
    def sentence(self) -> str:
        """In words."""
        here = f"of {self.positions} positions with a choice, search gave such moves {self.share:.0%}"
        return f"{here}, chance would give {self.chance:.0%}: odds x {_number(self.odds)} ({self.interval})"

    @property
    def interval(self) -> str:
        """The interval in short."""
        return f"{_number(self.low)} to {_number(self.high)}"

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        rounded = {name: round(getattr(self, name), 4) for name in ("odds", "low", "high", "share", "chance")}
        return {**rounded, "positions": self.positions, "games": self.games}


def _number(value: float) -> str:
    """A number of two or three digits that tell something.

    >>> _number(0.0312), _number(1.234), _number(12.6), _number(12345.0)
    ('0.03', '1.2', '13', '12345')
    """
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:.0f}"


class Record:
    """The positions of a run as search saw them: which features held for which moves, and what search made of them."""

    def __init__(self, features: FeatureSet, episodes: Sequence[Episode]) -> None:
        examples = Examples.join(episodes)
        self.table: Table = examples.table(features)
        self.games: Ints = np.repeat(np.arange(len(episodes)), [len(one.movers) for one in episodes])
        self._trials = [one.trial for one in episodes]
        self.proofs = np.concatenate([_proofs(one.trial) for one in episodes])
        self._columns = self.table.held.tocsc()

    @classmethod
    def of(cls, features: FeatureSet, trials: Sequence[Trial], game: Game) -> Record | None:
        """The record of the latest games, as many as memory takes well; None if there is nothing to learn from."""
        found: list[Episode] = []
        moves = 0
        for number, trial in reversed(list(enumerate(trials, 1))):
            episode = Episode.of(number, trial, game) if "search" in trial.notes else None
            if episode is not None:
                found.append(episode)
                moves += len(episode.targets)
            if moves > _MOST_MOVES:
                break
        return cls(features, found[::-1]) if found else None

    def column(self, numbers: Sequence[int]) -> Column:
        """The moves for which one of some features holds."""
        held = np.zeros(self.table.held.shape[0], dtype=bool)
        for number in numbers:
            held[self._columns.indices[self._columns.indptr[number] : self._columns.indptr[number + 1]]] = True
        return held

    def effect(self, held: Column, among: Column | None = None, player: int | None = None) -> Effect | None:
        """The effect of a sort of moves, or of those `among` others; None where there never was a choice."""
        counted, targets = held.astype(np.float64), self.table.targets
        all_moves = np.ones(len(held)) if among is None else among.astype(np.float64)
        starts = self.table.starts[:-1]
        total, mass = np.add.reduceat(all_moves, starts), np.add.reduceat(all_moves * targets, starts)
        both = counted * all_moves
        some, taken = np.add.reduceat(both, starts), np.add.reduceat(both * targets, starts)
        open_choice = (some > 0) & (some < total) & (mass > 0)
        if player is not None:
            open_choice &= self.table.movers == player
        if not open_choice.any():
            return None
        chosen = np.flatnonzero(open_choice)
        return _logit(taken[chosen], mass[chosen], some[chosen] / total[chosen], self.games[chosen])

    def wins_at_once(self, held: Column) -> float:
        """The share of positions with such moves in which search proved that one of them wins."""
        starts = self.table.starts[:-1]
        some = np.add.reduceat(held.astype(np.int64), starts) > 0
        won = np.add.reduceat((held & (self.proofs == _WON)).astype(np.int64), starts) > 0
        return float(won[some].mean()) if some.any() else 0.0

    def loses_at_once(self, held: Column) -> float:
        """The share of such moves of which search proved that they lose."""
        return float((self.proofs[held] == _LOST).mean()) if held.any() else 0.0

    def passes_within_turns(self, game: Game) -> bool:
        """True if in the latest games whoever may pass or play on has always moved just before."""
        met = False
        for trial in self._trials[-_FEW_GAMES:]:
            before = 0
            for state in trial.replay(game):
                moves = [] if state.over else state.legal_moves()
                if len(moves) > 1 and "pass" in map(str, moves):
                    met = True
                    if state.mover != before:
                        return False
                before = state.mover
        return met

    def else_lost(self, held: Column) -> float:
        """The share of positions with such moves and others in which search proved that all others lose."""
        starts = self.table.starts[:-1]
        some = np.add.reduceat(held.astype(np.int64), starts)
        others = np.add.reduceat((~held).astype(np.int64), starts)
        lost = np.add.reduceat((~held & (self.proofs == _LOST)).astype(np.int64), starts)
        open_choice = (some > 0) & (others > 0)
        return float((lost == others)[open_choice].mean()) if open_choice.any() else 0.0


def _proofs(trial: Trial) -> npt.NDArray[np.int8]:
    """Proofs that search found for the moves of the positions that an episode keeps."""
    found = []
    for note in trial.notes["search"]:
        proven = proofs_of(note, len(note["visits"]))
        target = target_of(np.array(note["visits"]), proven)
        if target is not None and len(target) > 1:
            found.append(proven)
    return np.concatenate(found)


def _logit(taken: Floats, mass: Floats, chance: Floats, games: Ints) -> Effect:
    """The weight of the largest likelihood by Newton's method, and its interval over games."""
    weight = 0.0
    for _ in range(_STEPS):
        raised = chance * exp(weight) / (chance * exp(weight) + 1 - chance)
        half = 1 / (1 + exp(-weight))
        slope = float((taken - mass * raised).sum()) + _PRIOR * (0.5 - half)
        bend = float((mass * raised * (1 - raised)).sum()) + _PRIOR * half * (1 - half)
        step = max(-1.0, min(1.0, slope / bend))
        weight += step
        if abs(step) < 1e-9:
            break
    apart = np.bincount(np.unique(games, return_inverse=True)[1], taken - mass * raised)
    count = len(apart)
    spread = float((apart**2).sum()) * count / max(1, count - 1) + _PRIOR / 4
    error = sqrt(spread) / bend if bend > 0 and count > 1 else float("inf")
    gain = float((taken * weight - mass * np.log(chance * exp(weight) + 1 - chance)).sum())
    low, high = (exp(weight - _SURE * error), exp(weight + _SURE * error)) if error < _LOOSE else (0.0, _ENDLESS)
    share, expected = float(taken.sum() / mass.sum()), float((mass * chance).sum() / mass.sum())
    return Effect(exp(weight), low, high, share, expected, len(taken), count, gain)
