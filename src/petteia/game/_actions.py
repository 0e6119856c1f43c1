"""Numbers for the moves of a game, as learners and other programs want them; see `passes.analyses.number_actions`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from petteia.errors import IllegalMove, PetteiaError

if TYPE_CHECKING:
    from petteia.passes.analyses.number_actions import Numbering

    from .engine import MoveCode
    from .facts import Facts
    from .move import MoveTexts

_STEP = 0x9E3779B97F4A7C15
_MASK = 2**64 - 1


class ActionSpace:
    """The numbers of all moves that the rules of a game may list.

    Where moves are too many to be told one by one, numbers are hashes: `reason` says why. A move then has the number
    that its kind, sites and values hash to, or, if another move of the state before it in the list has that, the next.
    """

    def __init__(self, size: int, codes: dict[MoveCode, int], reason: str, texts: MoveTexts) -> None:
        self.size = size
        self.reason = reason
        self.codes = codes
        self._texts = _texts_by_number(size, codes, texts)
        self._numbers = {text: number for number, text in enumerate(self._texts)}
        for code, number in codes.items():
            self._numbers.setdefault(texts.text(code), number)

    @property
    def is_hashed(self) -> bool:
        """True if numbers are hashes."""
        return bool(self.reason)

    def numbers_of(self, moves: Sequence[MoveCode]) -> list[int]:
        """The numbers of the legal moves of a state, in their order."""
        if not self.is_hashed:
            try:
                return [self.codes[move] for move in moves]
            except KeyError as error:
                raise PetteiaError(f"the move {error} has no number: please report the game") from None
        taken: dict[int, None] = {}
        for move in moves:
            number = hashed_number(move, self.size)
            while number in taken:
                number = (number + 1) % self.size
            taken[number] = None
        return list(taken)

    def text(self, number: int) -> str:
        """The text of a number: moves, divided by `|` where it is one or the other, by what is on the board."""
        if not 0 <= number < self.size:
            raise IllegalMove(f"there is no action {number}; there are {self.size}, from 0 on")
        if self.is_hashed:
            raise PetteiaError(f"action {number} is a hash and stands for no one move: {self.reason}")
        return self._texts[number]

    def number(self, text: str) -> int:
        """The number of a text that `text` gave, or of one of the moves in it."""
        if text not in self._numbers:
            raise IllegalMove(f"no action is called {text!r}")
        return self._numbers[text]

    def to_json(self) -> list[Any]:
        """The space as plain data."""
        return [self.size, self.reason, [[*code, number] for code, number in self.codes.items()]]

    @classmethod
    def from_json(cls, plain: list[Any], facts: Facts) -> ActionSpace:
        """The space that `to_json` gave."""
        from .move import MoveTexts

        size, reason, rows = plain
        codes = {(kind, source, target, tuple(args)): number for kind, source, target, args, number in rows}
        return cls(size, codes, reason, MoveTexts(facts))

    @classmethod
    def from_numbering(cls, numbering: Numbering, facts: Facts) -> ActionSpace:
        """The space of a numbering that was worked out from the rules."""
        from .move import MoveTexts

        return cls(numbering.size, numbering.codes, numbering.reason, MoveTexts(facts))


def hashed_number(move: MoveCode, size: int) -> int:
    """The number that a move hashes to; by its text form, so that it is the same in every build."""
    value = _STEP
    kind, source, target, args = move
    for number in (*kind.encode(), source & 0xFFFF, target & 0xFFFF, *(arg & 0xFFFF for arg in args)):
        value = ((value ^ number) * 0xBF58476D1CE4E5B9 + _STEP) & _MASK
        value ^= value >> 29
    return value % size


def _texts_by_number(size: int, codes: dict[MoveCode, int], texts: MoveTexts) -> list[str]:
    """The text of each number; numbers that would share one are told apart by a further number behind `#`."""
    members: list[dict[str, None]] = [{} for _ in range(size)]
    for code, number in codes.items():
        members[number][texts.text(code)] = None
    found: list[str] = []
    seen: dict[str, int] = {}
    for some in members:
        text = "|".join(some)
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text}#{seen[text]}")
    return found
