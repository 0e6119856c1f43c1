"""Moves as values that print and parse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from petteia.errors import IllegalMove

from .engine import MoveCode
from .facts import Facts

_SIMPLE = r"pass|swap|next|\d+[=^]\d+|[VEC]?-?\d+>[VEC]?-?\d+"
_JOINT = rf"\d+:(?:{_SIMPLE})(?:\+\d+:(?:{_SIMPLE}))*"
_PATTERN = re.compile(rf"(?P<text>{_SIMPLE}|{_JOINT}|say:.*?)(?:~(?P<number>[1-9]\d*))?", re.DOTALL)
_SITES = re.compile(r"[VEC]?(-?\d+)>[VEC]?(-?\d+)")
_VALUE = re.compile(r"(\d+)[=^]\d+")


@dataclass(frozen=True, slots=True)
class Move:
    """A move by its text: `FROM>TO` by site number (a placement has both alike), `pass`, `swap`, or `say:` and words.

    In simultaneous play the moves of all players are one: `1:3>0+2:9>1`. In deduction puzzles `SITE=VALUE` gives a
    site its value, and `SITE^VALUE` strikes a value out or brings it back.

    Where several legal moves of a position share a text (a promotion to one piece or another), `number` counts them
    from 1 and prints after `~`.

    >>> Move.parse("12>20")
    Move('12>20')
    >>> Move.parse("12>20~2").number, Move("12>20").source, Move("12>20").target
    (2, 12, 20)
    """

    text: str
    number: int = 1

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that prints like this; whether it is legal is another question."""
        found = _PATTERN.fullmatch(text.strip())
        if found is None:
            raise IllegalMove(f"{text.strip()!r} is no move: FROM>TO, pass or swap expected")
        return cls(found["text"], int(found["number"] or 1))

    @property
    def source(self) -> int:
        """The site it comes from; -1 where there is none."""
        found = _SITES.fullmatch(self.text) or _VALUE.fullmatch(self.text)
        return int(found[1]) if found else -1

    @property
    def target(self) -> int:
        """The site it goes to; -1 where there is none."""
        found = _SITES.fullmatch(self.text)
        return int(found[2]) if found else self.source

    def __str__(self) -> str:
        return self.text if self.number == 1 else f"{self.text}~{self.number}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})" if self.number == 1 else f"Move({self.text!r}, {self.number})"


class MoveTexts:
    """Gives the moves of the rules of one game their texts."""

    def __init__(self, facts: Facts) -> None:
        self._counts = facts.counts
        forms = (kind for kind in facts.kinds if kind.text.startswith("form:"))
        self._forms = {kind.name: kind.text.removeprefix("form:") for kind in forms}
        self._words = {k.name: k.text for k in facts.kinds if k.text != "move" and k.name not in self._forms}
        self._letters = {kind.name: kind.letters if facts.is_graph else "" for kind in facts.kinds}

    def text(self, move: MoveCode) -> str:
        """The text of a move."""
        kind, source, target, captured = move
        if kind in self._words:
            return self._words[kind]
        if kind in self._forms:
            return self._forms[kind].format(*captured, source=source)
        letters = self._letters[kind]
        if not letters:
            return f"{source}>{target}"
        return f"{self._letter(letters[0], source)}{source}>{self._letter(letters[1], target)}{target}"

    def _letter(self, letter: str, site: int) -> str:
        """The letter of a site; sites off the board are cells, and so is no site at all."""
        return letter if 0 <= site < self._counts.get(letter, 0) else "C"

    def named(self, moves: Iterable[MoveCode]) -> dict[Move, MoveCode]:
        """Moves by their names; what the rules made twice counts once."""
        named: dict[Move, MoveCode] = {}
        numbers: dict[str, int] = {}
        for move in dict.fromkeys(moves):
            text = self.text(move)
            numbers[text] = numbers.get(text, 0) + 1
            named[Move(text, numbers[text])] = move
        return named
