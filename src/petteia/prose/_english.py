"""English without the rules: names as words, lists, plurals, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _possessive(match: re.Match[str]) -> str:
    owner = {"you": "your", "the opponent": "the opponent's"}.get(match[2], f"{match[2]}'s")
    return f"{owner} {match[1].removeprefix('the ')}"


_TIDY = tuple(
    (re.compile(found), put)
    for found, put in (
        (r"\b(?:an?|the) ((?:[A-Z]\w* ?)+(?:region)?|hand|score|number) ?of you\b", r"your \1"),
        (r"\ban? ((?:[A-Z][\w ]*, )+[A-Z][\w ]* or [A-Z]\w*) of you\b", r"your \1"),
        (r"\bthe (region|value|track) of you\b", r"your \1"),
        (r"\bpieces of you\b", "your pieces"),
        (r"\bthe number of ((?:[A-Z]\w* )*)pieces of the opponent\b", r"the number of the opponent's \1pieces"),
        (r"\b(the hand|the score|the entry) of (you|the opponent|player \d)\b", _possessive),
        (r"\byou has\b", "you have"),
        (r"\b1 pieces\b", "1 piece"),
        (r"\b(player \d) is( not)? you\b", r"you are\2 \1"),
        (r"\bsites held by you\b", "sites that you hold"),
        (r"\b(\d+) sites far\b", r"at a distance of \1"),
        (r" (?:on|in) the whole board", " on the board"),
        (r" on (your|the opponent's|player \d's|the) hand\b", r" in \1 hand"),
        (r"\s+([,.;:])", r"\1"),
        (r" {2,}", " "),
    )
)


def words(name: str) -> str:
    """A name of the description as words; what follows an underline tells variants of a piece apart, for no player.

    >>> words("KingNotChecked"), words("Ferz_noCross")
    ('King Not Checked', 'Ferz')
    """
    return _CAPITAL.sub(" ", name.partition("_")[0] or name)


def number(value: int) -> str:
    """A small number in a word."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence as a list."""
    kept = [part for part in parts if part]
    return f" {last} ".join([", ".join(kept[:-1]), kept[-1]] if len(kept) > 1 else kept)


def sentence(text: str) -> str:
    """A phrase as a sentence."""
    text = " ".join(text.split()).rstrip(" ,;.")
    for found, put in _TIDY:
        text = found.sub(put, text)
    text = text.rstrip()
    return text[:1].upper() + text[1:] + "."


_IRREGULAR = {"Goose": "Geese", "Mouse": "Mice"}


def plural(name: str) -> str:
    """Several of what a name means.

    >>> plural("Watchman"), plural("Pawn"), plural("Fox"), plural("Goose")
    ('Watchmen', 'Pawns', 'Foxes', 'Geese')
    """
    if name.endswith(("man", "Man")):
        return f"{name[:-2]}en"
    if name[-5:] in _IRREGULAR:
        return name[:-5] + _IRREGULAR[name[-5:]]
    if name.endswith(("x", "sh", "ch")):
        return f"{name}es"
    return name if name.endswith("s") or name in ("Sheep", "Geese") else f"{name}s"
