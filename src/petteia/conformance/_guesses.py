"""Draws guessed from the text or the digest of the next state, where the dice have too many outcomes to try all.

A guess is only where to look first: it is played like any other outcome, and what comes out is compared in full.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product

from petteia.game.facts import Facts

from ._chance import number_of_outcomes, shown_dice
from ._recording import digest

_MANY_OUTCOMES = 2_000
_SHOWN = re.compile(r" d=\S*")


class Guesses:
    """Numbers of chance that may lead to a recorded state."""

    def __init__(self, facts: Facts) -> None:
        self._dice = [one.faces for one in facts.components if one.faces]
        hands = [len(one.sites) for one in facts.containers[1:] if one.is_dice]
        self._marks = [mark for size in hands for mark in [","] * (size - 1) + [";"]]
        self.are_needed = bool(self._dice) and number_of_outcomes(facts) > _MANY_OUTCOMES

    def by_text(self, text: str) -> list[int]:
        """The numbers by which the dice come to show what they show in a text; a used die may have shown anything."""
        values = [int(one) for one in re.split("[,;]", shown_dice(text) or "") if one]
        if len(values) != len(self._dice):
            return []
        fitting = [
            [k for k, face in enumerate(faces) if value in (face, 0)]
            for faces, value in zip(self._dice, values, strict=True)
        ]
        return [self._number(draws) for draws in product(*fitting)]

    def by_digest(self, wanted: str, texts_after: Callable[[int], Iterable[str]]) -> list[int]:
        """The first numbers found for a digest, if the order of the dice changes nothing but what they show.

        One outcome of each set of values is played, the likeliest sets first; those of its other orders are told by
        their texts alone.
        """
        for outcomes in self._orders:
            for text in texts_after(outcomes[0][1]):
                found = _having_digest(wanted, text, outcomes)
                if found:
                    return found
        return []

    def _shown(self, values: list[int]) -> str:
        return "".join(f"{value}{mark}" for value, mark in zip(values, self._marks, strict=True))[:-1]

    def _number(self, draws: Iterable[int]) -> int:
        """The number that these draws are taken from, the first of them by the first remainder."""
        number, unit = 0, 1
        for draw, faces in zip(draws, self._dice, strict=True):
            number += unit * draw
            unit *= len(faces)
        return number

    @cached_property
    def _orders(self) -> list[list[tuple[str, int]]]:
        """Faces of dice, with their number, for each set of values."""
        found: dict[tuple[int, ...], list[tuple[str, int]]] = {}
        for draws in product(*(range(len(faces)) for faces in self._dice)):
            values = [faces[draw] for faces, draw in zip(self._dice, draws, strict=True)]
            found.setdefault(tuple(sorted(values)), []).append((self._shown(values), self._number(draws)))
        return sorted(found.values(), key=len, reverse=True)


def _having_digest(wanted: str, text: str, outcomes: list[tuple[str, int]]) -> list[int]:
    dice, number = outcomes[0]
    if shown_dice(text) != dice:  # nothing was rolled, or dice were used
        return [number] if digest(text) == wanted else []
    before, after = _SHOWN.split(text)
    head, tail = hashlib.sha1(f"{before} d=".encode()), after.encode()
    return [number for dice, number in outcomes if _digest(head, dice.encode() + tail) == wanted]


def _digest(head: hashlib._Hash, tail: bytes) -> str:
    whole = head.copy()
    whole.update(tail)
    return whole.hexdigest()[:8]
