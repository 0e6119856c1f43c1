"""All outcomes of chance of a state, by trying the numbers that its draws are taken from.

A draw takes the remainder of a number by its bound and divides the number, so the numbers below the product of all
bounds give each outcome once. The bounds are those of the dice; where the rules draw otherwise, more numbers are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from petteia.game.engine import Engine, MoveCode
from petteia.game.facts import Facts

_MOST_NUMBERS = 50_000
_OTHER_DRAWS = 120
"""Without dice: every draw below 2, 3, 4, 5, 6, 8, 10 or 12 has all its outcomes among so many numbers."""


def number_of_outcomes(facts: Facts) -> int:
    """How many numbers one roll of all dice takes."""
    faces = [len(one.faces) for one in facts.components if one.faces]
    others = min(facts.outcomes or _OTHER_DRAWS, _OTHER_DRAWS)
    return min(prod(faces) if faces else others, _MOST_NUMBERS)


def outcomes(
    engine: Engine,
    facts: Facts,
    raw: Any,
    moves_of: Callable[[Any], list[MoveCode]],
    *,
    twice: bool = False,
    among: Sequence[int] | None = None,
) -> Iterator[tuple[Callable[[], Iterator[Any]], list[MoveCode]]]:
    """The different lists of legal moves that chance can lead to, each with the states that lead to it.

    The states are made when asked for: their number of chance is one of those that give these moves. With `twice`,
    playing a move may draw as much again as listing the moves did: a roll for the moves, another after the move. With
    `among`, no other numbers are tried.
    """
    numbers: dict[tuple[MoveCode, ...], list[int]] = {}
    state = engine.copy(raw)
    total = number_of_outcomes(facts)
    tried = range(total) if among is None else among
    if not facts.moves_are_drawn:
        numbers[tuple(moves_of(state))] = list(tried)
    for number in tried if facts.moves_are_drawn else ():
        engine.set_chance(state, number)
        numbers.setdefault(tuple(moves_of(state)), []).append(number)
    for moves, chances in numbers.items():

        def drawn(chances: list[int] = chances) -> Iterator[Any]:
            again = range(1, min(total, _MOST_NUMBERS // len(chances))) if twice else range(1)
            for number in (first + total * second for second in again for first in chances):
                copy = engine.copy(raw)
                engine.set_chance(copy, number)
                yield copy

        yield drawn, list(moves)


_DICE = re.compile(r" d=(\S*)")


def shown_dice(text: str | None) -> str | None:
    """Faces of the dice in the text of a state; None where they are not known."""
    found = _DICE.search(text) if text else None
    return found[1] if found else None


class OutcomeTexts:
    """The texts of states that differ in little but their dice: what they have in common is read once."""

    def __init__(self, engine: Engine, facts: Facts, text: Callable[[Any], str]) -> None:
        self._engine, self._text = engine, text
        self._hands = [one.sites for one in facts.containers[1:] if one.is_dice] if "dice" in facts.fields else []
        self._known: dict[bytes, str] = {}
        self._cuts = self._bytes_of_dice(facts) if self._hands and facts.slots else []

    def _bytes_of_dice(self, facts: Facts) -> list[slice]:
        """Where a state holds what its dice show."""
        slot = facts.slots["dice"]
        cuts = [slice(slot.offset, slot.offset + slot.width * prod(slot.shape))]
        if "state" in facts.fields:
            slot = facts.slots["state"]
            size = slot.width * prod(slot.shape[1:])
            cuts += [slice(slot.offset + size * h[0], slot.offset + size * (h[-1] + 1)) for h in self._hands]
        return cuts

    def dice(self, raw: Any) -> str:
        """Faces of the dice of a state, as in its text."""
        values = iter(self._engine.read(raw, "dice"))
        return ";".join(",".join(str(next(values)) for _ in hand) for hand in self._hands)

    def text(self, raw: Any) -> str:
        """The text of a state."""
        packed = self._engine.pack(raw)
        if not self._cuts or not isinstance(packed, bytes):
            return self._text(raw)
        rest = bytearray(packed)
        for cut in self._cuts:
            rest[cut] = bytes(cut.stop - cut.start)
        key = bytes(rest)
        if key not in self._known:
            if len(self._known) >= _MOST_NUMBERS:
                self._known.clear()
            self._known[key] = self._text(raw)
        return _DICE.sub(f" d={self.dice(raw)}", self._known[key])
