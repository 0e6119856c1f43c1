"""Descriptions with holes: what stands open, which texts are offered for it, and the tree around it.

A hole is a pair of square brackets outside strings, comments and metadata. Each becomes a word of its own before
defines are expanded, so that the reader, the defines and the options treat it like any other word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from petteia.errors import LudSyntaxError, OptionError, PetteiaError
from petteia.lang import Clause, Expanded, Tree, expand
from petteia.types import Place

WORD = re.compile(r"hole(\d+)_")
_SKIPPED = re.compile(r'"(?:\\"|[^"])*+"|//[^\n]*')
_NUMBERS = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")
_BLOCK = re.compile(r'"([A-Za-z])(\d+)"\s*\.\.\s*"([A-Za-z])(\d+)"')
_CONCEPT = re.compile(r'\(concept\s+"(\w+)"\s*([^)]*)\)')
_BOUND = re.compile(r"(minValue|maxValue):\s*(-?[\d.]*)")
_MOST_CHOICES = 1000
_PARTNER = {"(": ")", "{": "}", "[": "]"}


@dataclass(frozen=True)
class Hole:
    """One hole: the texts that are offered for it, and whether anything that fits may stand there."""

    number: int
    written: str
    choices: tuple[str, ...]
    is_open: bool
    place: Place

    @property
    def word(self) -> str:
        """The word that stands for the hole."""
        return f"hole{self.number}_"


@dataclass(frozen=True)
class Constraint:
    """A stated concept of every completion: a truth value, or bounds of a number."""

    concept: str
    low: float
    high: float

    def __str__(self) -> str:
        return (
            f"{self.concept} {self.low:g}" if self.low == self.high else f"{self.concept} {self.low:g}..{self.high:g}"
        )


@dataclass(frozen=True)
class Incomplete:
    """A description with holes, read as far as it goes: the text with a word for each hole."""

    name: str
    text: str
    holes: tuple[Hole, ...]
    constraints: tuple[Constraint, ...]
    mended: tuple[str, ...] = ()
    """Brackets that were missing and have been added."""

    def with_choices(self, chosen: dict[int, str]) -> str:
        """The text with a choice put in for some holes; choices may hold further holes."""
        text = self.text
        while True:
            new = WORD.sub(lambda found: chosen.get(int(found[1]), found[0]), text)
            if new == text:
                return text
            text = new

    def variants(self, defs: Sequence[Path | str] = ()) -> list[Variant]:
        """The rulesets of the file whose text has holes; the description as it stands if it has no rulesets."""
        found: list[Variant] = []
        seen: set[str] = set()
        whole = expand(self.text, define_folders=defs, name=self.name)
        names: list[str | None] = [one.name for one in whole.rulesets if one.selections]
        for name in names or [None]:
            try:
                expanded = expand(self.text, ruleset=name, define_folders=defs, name=self.name) if name else whole
            except OptionError:
                continue
            key = expanded.text
            if key not in seen and WORD.search(key):
                seen.add(key)
                found.append(Variant(self, name, tuple(map(str, defs)), expanded))
        if not found:
            if WORD.search(whole.text):
                return [Variant(self, None, tuple(map(str, defs)), whole)]
            raise PetteiaError(f"{self.name} has no holes: nothing is to be completed")
        return found


@dataclass(frozen=True)
class Variant:
    """One ruleset of an incomplete description."""

    incomplete: Incomplete
    ruleset: str | None
    defs: tuple[str, ...]
    expanded: Expanded

    @property
    def holes(self) -> list[Hole]:
        """The holes of this ruleset in the order in which they stand, inner ones after the choice that holds them."""
        order: list[int] = []

        def note(text: str) -> None:
            for found in WORD.finditer(text):
                number = int(found[1])
                if number not in order:
                    order.append(number)
                    for choice in self.incomplete.holes[number].choices:
                        note(choice)

        note(self.expanded.text)
        return [self.incomplete.holes[number] for number in order]

    def tree(self, chosen: dict[int, str] | None = None) -> Tree:
        """The clauses with some choices made; open holes are words."""
        if not chosen:
            return self.expanded.tree
        text = self.incomplete.with_choices(chosen)
        return expand(text, ruleset=self.ruleset, define_folders=self.defs, name=self.incomplete.name).tree

    @property
    def root(self) -> Clause:
        """The game clause with a word for each hole."""
        return self.expanded.tree.root


def read_incomplete(text: str, name: str = "text") -> Incomplete:
    """The holes and the stated concepts of a description.

    >>> one = read_incomplete('(game "A" (players [2..4]) (equipment {(board (square [3 | #]))}))')
    >>> [(hole.choices, hole.is_open) for hole in one.holes]
    [(('2', '3', '4'), False), (('3',), True)]
    """
    mended_text, mended = _mend(text)
    body, metadata = _cut_metadata(mended_text)
    holes: list[Hole] = []
    marked = _mark(body, 0, len(body), body, name, holes)
    holes.sort(key=lambda one: one.number)
    # a quote with a backslash would leave the readers of options and metadata in the middle of a string
    metadata = metadata.replace('\\"', "'")
    return Incomplete(name, marked + metadata, tuple(holes), tuple(_constraints(metadata)), mended)


def _cut_metadata(text: str) -> tuple[str, str]:
    at = _find(text, "(metadata")
    return (text, "") if at < 0 else (text[:at], text[at:])


def _find(text: str, wanted: str) -> int:
    at = 0
    while at < len(text):
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
        elif text.startswith(wanted, at):
            return at
        else:
            at += 1
    return -1


def _place(text: str, at: int, name: str) -> Place:
    return Place(name, text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1)


def _mark(text: str, start: int, end: int, whole: str, name: str, holes: list[Hole]) -> str:
    """The text between two offsets with a word for each hole, which is added to the list."""
    pieces, at, done = [], start, start
    while at < end:
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
        elif text[at] == "[":
            close = _closing(text, at, end, name)
            number = len(holes)
            holes.append(Hole(number, "", (), True, _place(whole, at, name)))
            holes[number] = _read_hole(text, at, close, name, holes, number)
            pieces += [text[done:at], f" hole{number}_ " if text[at - 1 : at] != ":" else f"hole{number}_ "]
            at = done = close + 1
        else:
            at += 1
    return "".join([*pieces, text[done:end]])


def _closing(text: str, start: int, end: int, name: str) -> int:
    depth, at = 0, start
    while at < end:
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        depth += (text[at] == "[") - (text[at] == "]")
        if not depth:
            return at
        at += 1
    raise LudSyntaxError("this [ is never closed", place=_place(text, start, name))


def _read_hole(text: str, start: int, close: int, name: str, holes: list[Hole], number: int) -> Hole:
    choices: list[str] = []
    is_open = False
    keep: list[str] = []
    drop: list[str] = []
    for first, last in _parts(text, start + 1, close):
        part = text[first:last].strip()
        if part in ("#", "##"):
            is_open = True
        elif part == "?":
            is_open = True
            choices.append("")
        elif part[:1] == "+" and part[1:2].isspace():
            keep.append(part[1:].strip())
        elif part[:1] == "-" and part[1:2].isspace():
            drop.append(part[1:].strip())
        elif part:
            choices.extend(_listed(part, text, first, last, name, holes))
    chosen = [one for one in choices if all(x in one for x in keep) and not any(x in one for x in drop)]
    if not chosen and not is_open:
        raise LudSyntaxError("this hole offers nothing", place=_place(text, start, name))
    written = " ".join(text[start : close + 1].split())
    return Hole(number, written, tuple(dict.fromkeys(chosen)), is_open, _place(text, start, name))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans between the bars that stand in no inner bracket."""
    depth, at, first = 0, start, start
    while at < end:
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == "|" and not depth:
            yield first, at
            first = at + 1
        at += 1
    yield first, end


def _listed(part: str, text: str, first: int, last: int, name: str, holes: list[Hole]) -> list[str]:
    """The texts of one part: a range written out, or the part itself with its inner holes as words."""
    if found := _NUMBERS.fullmatch(part):
        low, high = int(found[1]), int(found[2])
        if abs(high - low) > _MOST_CHOICES:
            raise LudSyntaxError(f"the range {part} is too wide", place=_place(text, first, name))
        return [str(k) for k in range(min(low, high), max(low, high) + 1)]
    if found := _BLOCK.fullmatch(part):
        columns = range(ord(found[1].upper()), ord(found[3].upper()) + 1)
        return [f'"{chr(c)}{row}"' for c in columns for row in range(int(found[2]), int(found[4]) + 1)]
    return [_mark(text, first, last, text, name, holes).strip()]


def _string_only(found: re.Match[str]) -> str:
    return "" if found[0].startswith("//") else found[0]


def _constraints(metadata: str) -> Iterator[Constraint]:
    at = _find(metadata, "(recon")
    if at < 0:
        return
    for name, rest in _CONCEPT.findall(_SKIPPED.sub(_string_only, metadata[at:])):
        bounds = {key: value for key, value in _BOUND.findall(rest) if value}
        words = rest.split()
        if bounds or "Value:" in rest:
            low, high = float(bounds.get("minValue", "-inf")), float(bounds.get("maxValue", "inf"))
        elif words and words[0] in ("True", "False"):
            low = high = float(words[0] == "True")
        elif words:
            low = high = float(words[0])
        else:
            low = high = 1.0
        yield Constraint(name, low, high)


def _mend(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with the round and curly brackets closed that a clause on the top level leaves open."""
    stack: list[str] = []
    changes: list[tuple[int, str]] = []
    at = 0
    while at < len(text):
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        char = text[at]
        if char in _PARTNER:
            top = re.compile(r"\((?:game|define|option|rulesets|metadata)\b").match(text, at)
            if top and stack and text[at - 1 : at] == "\n":
                changes.append((at, "".join(_PARTNER[one] for one in reversed(stack)) + "\n"))
                stack = []
            stack.append(char)
        elif char in ")}]" and stack and _PARTNER[stack[-1]] == char:
            stack.pop()
        at += 1
    if not changes:
        return text, ()
    pieces, done = [], 0
    for at, new in changes:
        pieces += [text[done:at], new]
        done = at
    told = tuple(f"line {text.count(chr(10), 0, at) + 1}: added {new.strip()}" for at, new in changes)
    return "".join([*pieces, text[done:]]), told
