"""Chance: what nature may do in a state, how likely each of it is, and making one of it happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .move import Move

if TYPE_CHECKING:
    from ._state import State

_MOST_NUMBERS = 50_000
_SAMPLE = 2_520


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that chance may bring: the legal moves it leaves, and what playing each of them leads to."""

    probability: float
    moves: tuple[Move, ...]
    number: int
    """A stream of chance that brings it, see `State.force`."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The outcomes of chance in a state, the likeliest first.

    `exact` is False where the rules draw more than can be gone through: then probabilities come from a sample.
    """

    outcomes: tuple[Outcome, ...]
    exact: bool = True


def chance_of(state: State) -> Chance | None:
    """The outcomes of chance in a state; None if nothing is left to it."""
    total = state.game.facts.outcomes
    if state.over or total == 1 or not state.game.is_random:
        return None
    exact = 0 < total <= _MOST_NUMBERS
    numbers = range(total) if exact else [_scrambled(k) for k in range(_SAMPLE)]
    found: dict[object, list[int]] = {}
    for number in numbers:
        found.setdefault(_signature(state, number), []).append(number)
    if len(found) == 1:
        return None
    outcomes = [
        Outcome(len(streams) / len(numbers), _with_number(state, streams[0]).legal_moves(), streams[0])
        for streams in found.values()
    ]
    return Chance(tuple(sorted(outcomes, key=lambda one: (-one.probability, one.number))), exact)


def _with_number(state: State, number: int) -> State:
    other = state.copy()
    other.force(number)
    return other


def _signature(state: State, number: int) -> object:
    """The decisions of a stream of chance: the legal moves, and where each of them leads."""
    engine = state.game._engine
    drawn = _with_number(state, number)
    leads = []
    for move, code in drawn.coded_moves().items():
        raw = engine.copy(drawn.raw)
        engine.play(raw, code, 0)
        leads.append((move, engine.hash(raw)))
    return tuple(leads)


def _scrambled(k: int) -> int:
    """A stream far from others."""
    return (k + 1) * 0x9E3779B97F4A7C15 % 2**64
