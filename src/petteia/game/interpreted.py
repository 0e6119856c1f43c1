"""The slow interpreter of rule programs as an engine."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

from petteia.ir import nodes as n
from petteia.ir.interpreter import InterpretedState, Interpreter, IrMove

from .engine import Backend, MoveCode, PlayoutTotals


class InterpretedEngine:
    """Plays with the interpreter."""

    backend: Backend = "interpreter"

    def __init__(self, program: n.Program) -> None:
        self._program = program
        self._interpreter = Interpreter(program)
        self._shown = [name for name, one in program.fields.items() if one.visible or name == "mover"]
        self.start: Callable[..., InterpretedState] = self._interpreter.start
        self.copy = self._interpreter.copy

    def moves(self, raw: InterpretedState) -> list[MoveCode]:
        """The legal moves."""
        return list(self._interpreter.moves(raw))

    def play(self, raw: InterpretedState, move: MoveCode, chance: int = 0) -> None:
        """Plays a legal move."""
        self._interpreter.play(raw, IrMove(*move), chance)

    def read(self, raw: InterpretedState, field: str) -> Any:
        """The value of a field."""
        return raw.fields[field]

    def write(self, raw: InterpretedState, field: str, value: Any) -> None:
        """Gives a field a value."""
        raw.fields[field] = value

    def rebuild(self, raw: InterpretedState) -> None:
        """Works out anew what is kept beside the pieces."""
        if "rebuild" in self._program.functions:
            self._interpreter.call("rebuild", raw)

    def chance(self, raw: InterpretedState) -> int:
        """The stream of chance; 0 in games without."""
        return raw.chance

    def set_chance(self, raw: InterpretedState, chance: int) -> None:
        """Replaces the stream of chance."""
        raw.chance = chance

    def hash(self, raw: InterpretedState) -> int:
        """A digest of the fields that the text of a position shows."""
        shown = repr([raw.fields[name] for name in self._shown])
        return int.from_bytes(hashlib.blake2b(shown.encode(), digest_size=8).digest(), "little")

    def pack(self, raw: InterpretedState) -> Any:
        """All fields."""
        return raw.fields, raw.chance

    def unpack(self, packed: Any) -> InterpretedState:
        """A state with these fields."""
        state = InterpretedState(self._program)
        state.fields.update(packed[0])
        state.chance = packed[1]
        return state.copy()

    def playouts(
        self, count: int, seed: int, max_moves: int, raw: InterpretedState | None = None, *, standard: bool = False
    ) -> PlayoutTotals:
        """Plays at random, one move after the other; there is no other way here than the standard one."""
        random = Random(seed)
        seats = self._program.players + 1
        moves_made = unfinished = 0
        ranks, wins = [0] * seats, [0] * seats
        for _ in range(count):
            state = self.start(random.getrandbits(64)) if raw is None else self.copy(raw)
            made = 0
            while not state.fields["over"] and made < max_moves:
                self.play(state, random.choice(self.moves(state)), random.getrandbits(64))
                made += 1
            moves_made += made
            unfinished += not state.fields["over"]
            if state.fields["over"]:
                final = state.fields["ranks"]
                ranks = [a + b for a, b in zip(ranks, final, strict=True)]
                wins = [a + (b == 2) for a, b in zip(wins, final, strict=True)]
        return PlayoutTotals(count, moves_made, unfinished, tuple(ranks), tuple(wins))
