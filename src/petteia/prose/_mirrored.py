"""Alternatives that differ in nothing but the direction, told once."""

from __future__ import annotations

import re
from collections.abc import Sequence

_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_DIRECTION = re.compile(r"\b(north-east|south-east|south-west|north-west|north|east|south|west)\b")
_ENOUGH = 3
"""So many alternatives are told as one."""


def turned_alike(texts: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The texts to be told, by their places, each with the directions that the same rule holds for, too.

    >>> turned_alike(["step north", "step east", "pass", "step west"])
    [(0, ['east', 'west']), (2, [])]
    >>> turned_alike(["go north, then east", "go east, then east", "go west, then east"])
    [(0, []), (1, []), (2, [])]
    """
    told: list[tuple[int, list[str]]] = []
    groups: dict[tuple[str, tuple[int, ...]], int] = {}
    counts: dict[tuple[str, tuple[int, ...]], int] = {}
    keys = [_shape(text) for text in texts]
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    for place, (key, text) in enumerate(zip(keys, texts, strict=True)):
        first = _DIRECTION.search(text)
        if first is None or counts[key] < _ENOUGH:
            told.append((place, []))
        elif key in groups:
            told[groups[key]][1].append(first[0])
        else:
            groups[key] = len(told)
            told.append((place, []))
    return told


def first_direction(text: str) -> str:
    """The first direction that a text names."""
    found = _DIRECTION.search(text)
    return found[0] if found is not None else ""


def _shape(text: str) -> tuple[str, tuple[int, ...]]:
    """A text without its directions, and how each is turned against the first."""
    turns = [_COMPASS.index(one) for one in _DIRECTION.findall(text)]
    return _DIRECTION.sub("@", text), tuple((turn - turns[0]) % len(_COMPASS) for turn in turns)
