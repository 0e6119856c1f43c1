"""Letters for long phrases that the rules of a game say again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes.registry import walk
from petteia.ludemes.types import IntFunction, RegionFunction

from ._english import sentence
from ._outline import address
from ._telling import is_site, tell

_LONG, _OFTEN, _GAIN = 36, 3, 120
"""A phrase gets a letter if it is so long, stands in so many places, and if so many letters are saved."""
_SITES, _NUMBERS, _REGIONS = "XYZW", "NMKL", "RST"


class ShortNames:
    """The phrases of a game that have a letter, shortest first: later ones may hold the letters of earlier ones."""

    def __init__(self, game: Ludeme, texts: Sequence[str]) -> None:
        self._names: list[tuple[str, str]] = []
        said = "\n".join(texts)
        free = {kind: list(kind) for kind in (_SITES, _NUMBERS, _REGIONS)}
        for kind, whole in _phrases(game):
            phrase = self.shorten(whole)
            times, length = said.count(phrase), len(sentence(address(phrase)))
            if length >= _LONG and times >= _OFTEN and (times - 1) * length >= _GAIN and free[kind]:
                letter = free[kind].pop(0)
                self._names.append((phrase, letter))
                said = said.replace(phrase, letter)

    def shorten(self, text: str) -> str:
        """A text with letters in place of the phrases that have one."""
        for phrase, letter in self._names:
            text = text.replace(phrase, letter)
        return text

    def definitions(self) -> Iterator[str]:
        """A phrase for each letter, with what it stands for."""
        for phrase, letter in self._names:
            yield f"{letter} stands for {phrase}"


def _phrases(game: Ludeme) -> Iterable[tuple[str, str]]:
    """The long names of sites, numbers and regions in a game, the shortest first."""
    found: dict[str, str] = {}
    for part in walk(game):
        if isinstance(part, IntFunction | RegionFunction):
            text = tell(part)
            found.setdefault(text, _kind(part))
    return [(kind, text) for text, kind in sorted(found.items(), key=lambda one: (len(one[0]), one[0]))]


def _kind(part: Any) -> str:
    if isinstance(part, RegionFunction):
        return _REGIONS
    return _SITES if is_site(part) else _NUMBERS
