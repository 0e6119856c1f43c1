"""Ludemes in words: phrases filled with the words of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes.types import Moves

from ._english import listed, words
from .templates import DIRECTIONS, PHRASES, ROLES

SPECIAL: dict[str, Callable[[Any], str]] = {}
"""Tellers of words that need more than a phrase, by title or by the name of a form; each subject adds its own."""

_END_OF_TRACK = -2
_labels: ContextVar[Sequence[str]] = ContextVar("labels", default=())
_SLOT = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_SHORT = {
    "the owner of the target is the enemy": "the target holds an enemy",
    "the target is not empty": "the target is occupied",
}


def tell(value: Any) -> str:
    """A ludeme, or an argument of one, in words."""
    if isinstance(value, Ludeme):
        text = tell_without_consequent(value)
        then = getattr(value, "then", None)
        return f"{text}; after that, {tell(then)}" if isinstance(value, Moves) and then is not None else text
    if isinstance(value, Enum):
        return _named(value)
    if isinstance(value, list | tuple):
        return listed([tell(one) for one in value])
    if isinstance(value, bool):
        return "always" if value else "never"
    return words(str(value)) if isinstance(value, str) else str(value)


def _named(value: Enum) -> str:
    name = value.name
    told = ROLES.get(name) if type(value).__name__ == "RoleType" else DIRECTIONS.get(name)
    return told or (f"player {name[1:]}" if name[1:].isdigit() else words(name))


def tell_without_consequent(value: Ludeme) -> str:
    """A ludeme in words, without what follows a move."""
    special = SPECIAL.get(type(value).__name__) or SPECIAL.get(value.title)
    text = special(value) if special else filled(value)
    return _SHORT.get(text, text)


def phrase_of(part: Ludeme) -> str | None:
    return PHRASES.get(type(part).__name__) or PHRASES.get(part.title) or PHRASES.get(part.keyword)


def filled(part: Ludeme) -> str:
    """The phrase of a ludeme, filled; a word without one is told by its words and arguments."""
    given = dict(part.arguments())
    phrase = phrase_of(part)
    given.pop("then", None)
    if phrase is None:
        told = (value for value in given.values() if not isinstance(value, str) or value not in part.title)
        inner = listed([tell(value) for value in told])
        return f"{words(part.title)} ({inner})" if inner else words(part.title)
    return fill(phrase, given)


def fill(phrase: str, given: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        told = given.get(match[1])
        if told is None:
            return ""
        return site_words(told) if match[1] in _SITE_SLOTS and isinstance(told, Ludeme) else tell(told)

    def part(match: re.Match[str]) -> str:
        asked = _SLOT.findall(match[1])
        return match[1] if all(given.get(one) is not None for one in asked) else ""

    return _SLOT.sub(value, _OPTIONAL.sub(part, phrase))


def is_number(part: Any) -> bool:
    return tell(part).lstrip("-").isdigit()


_SITE_SLOTS = ("at", "site", "site1", "site_a", "site_b", "from_site")
"""Arguments that are sites wherever they are numbers."""
_SITES = ("ToSite", "FromSite", "BetweenSite", "SiteIterator", "LastTo", "LastFrom", "TrackSiteMove", "Ahead")


def is_site(part: Ludeme) -> bool:
    """True of a number that is surely a site."""
    return type(part).__name__ in _SITES or part.title in ("last To", "last From", "trackSite Move")


def site_name(site: int) -> str:
    """A site as the board calls it."""
    if site == _END_OF_TRACK:
        return "beyond the end of the track"
    labels = _labels.get()
    if labels and site >= len(labels):
        return "the hand"
    return labels[site] if 0 <= site < len(labels) else "off the board" if site < 0 else str(site)


@contextmanager
def naming_sites(labels: Sequence[str]) -> Iterator[None]:
    """Sites are called by these labels meanwhile."""
    token = _labels.set(labels)
    try:
        yield
    finally:
        _labels.reset(token)


def site_words(value: Any) -> str:
    """A number that is a site: constants by the names of the sites."""
    if is_number(value):
        return site_name(int(tell(value)))
    if type(value).__name__ == "IntIf":
        return f"({site_words(value.value_a)} if {tell(value.condition)}, else {site_words(value.value_b)})"
    return tell(value)
