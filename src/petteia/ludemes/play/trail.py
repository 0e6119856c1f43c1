"""The trail of a game: who made the latest moves, and which were passes, enough for the rule that all have passed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.builder import Builder

_FIELD = "trail"
_WORD = 62
ZERO, ONE = ops.number(0), ops.number(1)


class Trail:
    """The latest moves as entries: twice the mover, and one more for a pass.

    They make one number, the least recent first in it, or an array, the latest first, where there are too many players
    for that. A mover of players + 1 stands for no move at all.
    """

    def __init__(self, b: Builder, players: int) -> None:
        self._b = b
        self._bits = (players + 1).bit_length() + 1
        self._length = 2 * players + 1
        self._is_word = self._bits * self._length <= _WORD
        nothing, doc = (players + 1) << 1, "who made the latest moves, and which were passes"
        if self._is_word:
            initial = sum(nothing << self._bits * k for k in range(self._length))
            b.field(_FIELD, n.INT, high=self._everything, initial=initial, doc=doc)
        else:
            b.field(_FIELD, n.INT, shape=(self._length,), high=nothing + 1, initial=nothing, doc=doc)

    @property
    def _everything(self) -> int:
        return (1 << (self._bits * self._length)) - 1

    @property
    def _latest(self) -> list[n.Expr]:
        return [] if self._is_word else [ZERO]

    def last_was_pass(self) -> n.Expr:
        """True if the latest move was a pass."""
        return ops.eq(ops.arithmetic("bit_and", self._b.load(_FIELD, *self._latest), ONE), ONE)

    def make_no_pass(self) -> None:
        """Makes the latest move count as no pass."""
        latest = self._b.load(_FIELD, *self._latest)
        self._b.store(_FIELD, self._latest, ops.sub(latest, ops.arithmetic("bit_and", latest, ONE)))

    def extend(self, mover: n.Expr, *, is_pass: bool) -> None:
        """Adds a move; the least recent one is forgotten."""
        entry = ops.add(ops.mul(mover, ops.number(2)), ops.number(int(is_pass)))
        if self._is_word:
            older = ops.arithmetic("shift_left", self._b.load(_FIELD), ops.number(self._bits))
            newer = ops.arithmetic("bit_and", ops.arithmetic("bit_or", older, entry), ops.number(self._everything))
            self._b.store(_FIELD, [], newer)
            return
        with self._b.range_("k", ONE, ops.number(self._length)) as k:
            place = ops.sub(ops.number(self._length), k)
            self._b.store(_FIELD, [place], self._b.load(_FIELD, ops.sub(place, ONE)))
        self._b.store(_FIELD, [ZERO], entry)

    @contextmanager
    def going_back(self) -> Iterator[n.Expr]:
        """Statements for each entry, from the latest on."""
        b, length = self._b, ops.number(self._length)
        if not self._is_word:
            with b.range_("back", ZERO, length) as back:
                yield b.let("entry", b.load(_FIELD, back))
            return
        trail = b.variable("trail", b.load(_FIELD))
        mask = ops.number((1 << self._bits) - 1)
        with b.range_("back", ZERO, length):
            yield b.let("entry", ops.arithmetic("bit_and", trail, mask))
            b.assign(trail, ops.arithmetic("shift_right", trail, ops.number(self._bits)))
