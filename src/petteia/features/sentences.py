"""Our own sentences read back: whether two of them advise against each other."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TURNS = re.compile(r", (more so when|less so when|except when) ")
_WHERE = re.compile(r" (?:where|while|when) ")
_AND = re.compile(r", | and ")
_DENIES = "Do not "
_DENIED = r"\bplaces?\b[^,]*? (?:is|are) (?:also )?(?:not|neither|without|taken|on the board)\b"
_RIM_ASIDE = r"\b(?:board ends|edge is)\b[^.]*to one side"
_LITTLE = re.compile(rf"{_DENIED}|{_RIM_ASIDE}|a piece or the edge is")


@dataclass(frozen=True)
class Claim:
    """The claim of a sentence: an act that is good or bad under all of some conditions, but for exceptions."""

    good: bool
    act: str
    conditions: frozenset[str]
    exceptions: frozenset[str] = frozenset()


def read_sentence(sentence: str) -> Claim:
    """A sentence about moves as a claim.

    >>> read_sentence("Do not play beside it while an enemy piece is near, except when you capture.").exceptions
    frozenset({'you capture'})
    """
    first = sentence.split(". ")[0].removesuffix(".")
    good = not first.startswith(_DENIES)
    clause = first.removeprefix(_DENIES)
    clause = clause[:1].lower() + clause[1:]
    parts = _TURNS.split(clause)
    exceptions = {said for word, said in zip(parts[1::2], parts[2::2], strict=True) if word == "except when"}
    act, *conditions = _WHERE.split(parts[0])
    said = {part.strip() for condition in conditions for part in _AND.split(condition) if part.strip()}
    return Claim(good, act.strip(), frozenset(said), frozenset(exceptions))


def says_little(clause: str) -> bool:
    """True if an act or a condition only denies that something is somewhere, or tells of an edge that lies askew.

    >>> says_little("move where a place beside it is not yours"), says_little("play beside a piece of yours")
    (True, False)
    """
    return _LITTLE.search(clause) is not None


def contradict(one: str, other: str) -> bool:
    """True if one of two sentences warns of what the other advises: the same act, under no further conditions.

    >>> contradict("Play at the edge.", "Do not play at the edge."), contradict("Pass.", "Do not swap sides.")
    (True, False)
    >>> contradict("Play on it where a man is beside it.", "Do not play on it.")
    True
    """
    a, b = read_sentence(one), read_sentence(other)
    if a.good == b.good or a.act != b.act:
        return False
    return a.conditions <= b.conditions or b.conditions <= a.conditions
