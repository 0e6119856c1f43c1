"""The two back ends behind one interface: native code, and the slow interpreter of rule programs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Literal, Protocol

from petteia.ir import nodes as n
from petteia.ir.interpreter import InterpretedState, Interpreter, IrMove
from petteia.native.library import NativeGame, NativeState, PlayoutTotals

Backend = Literal["native", "interpreter"]


class Engine(Protocol):
    """What plays a game. States of play are handed around as they are; only the engine looks into them."""

    backend: Backend
    fields: dict[str, n.Field]
    draws: bool

    def start(self, chance: int = 0) -> Any:
        """The first position."""

    def moves(self, raw: Any) -> list[IrMove]:
        """The legal moves, in the order in which the rules make them."""

    def play(self, raw: Any, move: IrMove, chance: int = 0) -> None:
        """Plays a legal move; `chance` is the stream of chance of the position that arises."""

    def copy(self, raw: Any) -> Any:
        """A state of its own with the same contents."""

    def read(self, raw: Any, field: str) -> Any:
        """The value of a field: integers, sets as bit masks, nested lists."""

    def write(self, raw: Any, field: str, value: Any) -> None:
        """Gives a field a value in the form that `read` returns."""

    def set_chance(self, raw: Any, chance: int) -> None:
        """Replaces the stream of chance."""

    def hash(self, raw: Any) -> int:
        """A 64-bit number that equal positions share."""

    def pack(self, raw: Any) -> Any:
        """The state as a value that can be pickled."""

    def unpack(self, packed: Any) -> Any:
        """The state that `pack` wrote."""

    def playouts(self, count: int, seed: int, max_moves: int, raw: Any | None) -> PlayoutTotals:
        """Uniformly random playouts from a state, by default from the start."""


class InterpretedEngine:
    """The interpreter as an engine."""

    backend: Backend = "interpreter"

    def __init__(self, program: n.Program, *, draws: bool) -> None:
        self.fields = program.fields
        self.draws = draws
        self._seats = len(InterpretedState(program).fields["ranks"])
        self._program = program
        self._interpreter = Interpreter(program)
        self.start: Callable[..., InterpretedState] = self._interpreter.start
        self.moves = self._interpreter.moves
        self.play = self._interpreter.play
        self.copy = self._interpreter.copy

    def read(self, raw: InterpretedState, field: str) -> Any:
        """The value of a field."""
        return raw.fields[field]

    def write(self, raw: InterpretedState, field: str, value: Any) -> None:
        """Gives a field a value."""
        raw.fields[field] = value

    def set_chance(self, raw: InterpretedState, chance: int) -> None:
        """Replaces the stream of chance."""
        raw.chance = chance

    def hash(self, raw: InterpretedState) -> int:
        """A digest of the fields that the text of a position shows."""
        shown = repr([raw.fields[name] for name, one in self.fields.items() if one.visible or name == "mover"])
        return int.from_bytes(hashlib.blake2b(shown.encode(), digest_size=8).digest(), "little")

    def pack(self, raw: InterpretedState) -> Any:
        """All fields."""
        return raw.fields, raw.chance

    def unpack(self, packed: Any) -> InterpretedState:
        """A state with these fields."""
        state = InterpretedState(self._program)
        state.fields.update(packed[0])
        state.chance = packed[1]
        return state

    def playouts(self, count: int, seed: int, max_moves: int, raw: InterpretedState | None) -> PlayoutTotals:
        """Plays at random, one move after the other."""
        from random import Random

        random = Random(seed)
        moves_made = unfinished = 0
        ranks, wins = [0] * self._seats, [0] * self._seats
        for _ in range(count):
            state = self.start(random.getrandbits(64)) if raw is None else self.copy(raw)
            made = 0
            while not state.fields["over"] and made < max_moves:
                self.play(state, random.choice(self.moves(state)), random.getrandbits(64))
                made += 1
            moves_made += made
            unfinished += not state.fields["over"]
            final = state.fields["ranks"]
            ranks = [a + b for a, b in zip(ranks, final, strict=True)]
            if state.fields["over"]:
                wins = [a + (b == 2) for a, b in zip(wins, final, strict=True)]
        return PlayoutTotals(count, moves_made, unfinished, tuple(ranks), tuple(wins))


class NativeEngine:
    """A built library as an engine."""

    backend: Backend = "native"

    def __init__(self, game: NativeGame, *, draws: bool) -> None:
        self.native = game
        self.fields = game.program.fields
        self.draws = draws
        self.start: Callable[..., NativeState] = game.start
        self.moves = game.moves
        self.play = game.play
        self.copy = game.copy
        self.hash = game.hash

    def read(self, raw: NativeState, field: str) -> Any:
        """The value of a field."""
        return raw[field]

    def write(self, raw: NativeState, field: str, value: Any) -> None:
        """Gives a field a value."""
        raw[field] = value

    def set_chance(self, raw: NativeState, chance: int) -> None:
        """Replaces the stream of chance, which games that draw keep first in the state."""
        if self.draws:
            raw.buffer[:8] = chance.to_bytes(8, "little")

    def pack(self, raw: NativeState) -> Any:
        """The bytes of the state, without the zeros at its end."""
        return bytes(raw.buffer).rstrip(b"\0")

    def unpack(self, packed: Any) -> NativeState:
        """A state with these bytes."""
        state = NativeState(self.native)
        state.buffer[: len(packed)] = packed
        return state

    def playouts(self, count: int, seed: int, max_moves: int, raw: NativeState | None) -> PlayoutTotals:
        """Plays at random in native code."""
        return self.native.playouts(count, seed=seed, max_moves=max_moves, state=raw)
