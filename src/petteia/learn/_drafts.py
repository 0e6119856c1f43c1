"""Ideas in the making: what is told by the same words is one idea, and what other ideas explain is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

from ._effects import Column, Effect, Record

if TYPE_CHECKING:
    from petteia.features import Feature
    from petteia.features.words import Words

LITTLE = log(1.15)
"""Effects below this are not worth a word, however sure they are."""
APART = log(1.3)
"""Conditions that change the odds less than this are not told."""
FEWEST = 6
"""Positions that an effect must have been seen in."""
_SHARED = 0.5
"""From which share of its moves on that another idea speaks of, too, an idea must show something of its own."""
_MOST = 30
"""So many ideas at most are compared with each other."""
_STEPS = ("one step", "two steps", "three steps", "four steps")
_DISTANCE = re.compile(rf"^(.*)\b({'|'.join(_STEPS)}) (from (?:the edge|one of the edges))$")


@dataclass
class Draft:
    """An idea in the making."""

    feature: Feature
    words: Words
    numbers: list[int]
    column: Column
    effect: Effect
    parts: list[tuple[float, str, list[int]]] = field(default_factory=list)
    """Conditions: how the odds change, in words, and by which features."""
    proof: str = ""
    clause: str = ""

    def joins(self, other: Draft, record: Record, among: Column) -> bool:
        """Takes in another idea that is told by the same words; false if both together show nothing."""
        column = self.column | other.column
        effect = record.effect(column, among)
        if effect is None or not worth_telling(effect) or effect.good != self.effect.good:
            return False
        self.column, self.effect = column, effect
        self.numbers += [k for k in other.numbers if k not in self.numbers]
        self.parts += other.parts
        return True


def worth_telling(effect: Effect) -> bool:
    """True if an effect is sure, large enough, and seen often enough."""
    return effect.sure and abs(log(effect.odds)) > LITTLE and effect.positions >= FEWEST and effect.games > 1


def joined(drafts: Sequence[Draft], record: Record, among: Column) -> list[Draft]:
    """The drafts, those with the same words as one; distances from the edge that are all good or all bad are, too.

    Different patterns may have the same words: the words then mean that one of them holds.
    """
    found: dict[tuple[str, bool], Draft] = {}
    steps: dict[tuple[str, bool], list[str]] = {}
    for draft in sorted(drafts, key=lambda one: -one.effect.gain):
        near = _DISTANCE.match(draft.clause)
        key = (f"{near[1]}{near[3]}" if near else draft.clause, draft.effect.good)
        first = found.setdefault(key, draft)
        if near and (first is draft or first.joins(draft, record, among)):
            steps.setdefault(key, []).append(near[2])
        elif first is not draft:
            first.joins(draft, record, among)
    for key, several in steps.items():
        if near := _DISTANCE.match(found[key].clause):
            *short, last = [one for one in _STEPS if one in several]
            words = [one.split()[0] for one in short]
            found[key].clause = f"{near[1]}{', '.join(words)}{' or ' if words else ''}{last} {near[3]}"
    return list(found.values())


def independent(drafts: Sequence[Draft], record: Record) -> list[Draft]:
    """The drafts that say something which those before them do not: what explains more comes first.

    Where two speak of many of the same moves, the second has to matter among those of the first, if all of its moves
    are such, and otherwise among the other moves.
    """
    found: list[Draft] = []
    for draft in sorted(drafts, key=lambda one: -one.effect.gain):
        shadow = next((one for one in found[:_MOST] if _is_shadow(draft, one, record)), None)
        if shadow is None:
            found.append(draft)
        else:
            shadow.numbers += [k for k in draft.numbers if k not in shadow.numbers]
    return found


def _is_shadow(draft: Draft, other: Draft, record: Record) -> bool:
    """True if an idea follows from another one: the same advice, about moves of which the other speaks as well."""
    if draft.effect.good != other.effect.good or draft.proof:
        return False
    both = draft.column & other.column
    count = int(draft.column.sum())
    if both.sum() < _SHARED * count:
        return False
    if both.sum() > 0.95 * count:
        return not _matters(record.effect(draft.column, other.column), good=draft.effect.good)
    rest = draft.column & ~other.column
    return not _matters(record.effect(rest, ~other.column), good=draft.effect.good)


def _matters(effect: Effect | None, *, good: bool) -> bool:
    return effect is not None and effect.good == good and worth_telling(effect) and abs(log(effect.odds)) > APART
