"""A built library as an engine, from the facts kept with it: nothing that compiles is imported."""

from __future__ import annotations

import ctypes
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.native.binding import bind, run_playouts

from .engine import Backend, MoveCode, PlayoutTotals
from .facts import Facts, SlotFacts

if TYPE_CHECKING:
    from .builds import PendingBuild

_FIRST_ROOM = 256
_FORMATS: Any = {(1, True): "b", (1, False): "B", (2, True): "h", (2, False): "H", (4, True): "i", (4, False): "I",
            (8, True): "q", (8, False): "Q"}  # fmt: skip


class NativeState:
    """A state of play in bytes of its own."""

    __slots__ = ("buffer", "pointer")

    def __init__(self, size: int) -> None:
        self.buffer = bytearray(size)
        self.pointer = (ctypes.c_char * size).from_buffer(self.buffer)


class NativeEngine:
    """Plays with native code. Threads may play different states at once."""

    backend: Backend = "native"

    def __init__(self, facts: Facts, library: Path, pending: PendingBuild | None = None) -> None:
        self._facts = facts
        self._pending = pending
        self._size = facts.state_size
        self._kinds = [(kind.name, kind.captured) for kind in facts.kinds]
        self._kind_numbers = {kind.name: k for k, kind in enumerate(facts.kinds)}
        self._seats = facts.fields["ranks"].shape[0]
        self._library = self._bound(library)

    def _bound(self, library: Path) -> Any:
        return bind(library, self._facts.name, self._size, 2 * self._facts.move_shorts)

    @property
    def is_full(self) -> bool:
        """True if the full build plays, not one that was made quickly."""
        return self._pending is None

    def use_library(self, library: Path) -> None:
        """Plays on with the full build. States stay what they are, and addresses given out before stay good."""
        self._library = self._bound(library)
        self._pending = None

    def finish_build(self) -> None:
        """Waits for the full build, and plays on with it."""
        pending = self._pending
        if pending is not None:
            self.use_library(pending.make())

    def start(self, chance: int = 0) -> NativeState:
        """The first position."""
        state = NativeState(self._size)
        self._library.pt_start(state.pointer, chance)
        return state

    def moves(self, raw: NativeState) -> list[MoveCode]:
        """The legal moves."""
        room, width = _FIRST_ROOM, self._facts.move_shorts
        while True:
            listed = (ctypes.c_int16 * (room * width))()
            count = self._library.pt_moves(raw.pointer, listed, room)
            if count <= room:
                break
            room = count
        shorts = listed[: count * width]
        found = []
        for k in range(0, count * width, width):
            name, captured = self._kinds[shorts[k]]
            found.append((name, shorts[k + 1], shorts[k + 2], tuple(shorts[k + 3 : k + 3 + captured])))
        return found

    def play(self, raw: NativeState, move: MoveCode, chance: int = 0) -> None:
        """Plays a legal move."""
        packed = (ctypes.c_int16 * self._facts.move_shorts)(*self.pack_move(move))
        self._library.pt_play(raw.pointer, packed, chance)

    def pack_move(self, move: MoveCode) -> tuple[int, ...]:
        """A move as the numbers of its struct."""
        kind, source, target, captured = move
        numbers = (self._kind_numbers[kind], source, target, *captured)
        return numbers + (0,) * (self._facts.move_shorts - len(numbers))

    def copy(self, raw: NativeState) -> NativeState:
        """A state of its own."""
        other = NativeState(self._size)
        self._library.pt_copy(other.pointer, raw.pointer)
        return other

    def entry_point(self, name: str) -> int:
        """The address of a function of the library, for searches that run in native code too."""
        return ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0

    def rebuild(self, raw: NativeState) -> None:
        """Works out anew what is kept beside the pieces."""
        self._library.pt_rebuild(raw.pointer)

    def chance(self, raw: NativeState) -> int:
        """The stream of chance; 0 in games without."""
        return int.from_bytes(raw.buffer[:8], "little") if self._facts.draws else 0

    def set_chance(self, raw: NativeState, chance: int) -> None:
        """Replaces the stream of chance, which games that draw keep first in the state."""
        if self._facts.draws:
            raw.buffer[:8] = chance.to_bytes(8, "little")

    def hash(self, raw: NativeState) -> int:
        """A 64-bit number that equal positions share."""
        return int(self._library.pt_hash(raw.pointer))

    def pack(self, raw: NativeState) -> bytes:
        """The bytes of the state, without the zeros at its end."""
        return bytes(raw.buffer).rstrip(b"\0")

    def unpack(self, packed: bytes) -> NativeState:
        """A state with these bytes."""
        state = NativeState(self._size)
        state.buffer[: len(packed)] = packed
        return state

    def playouts(
        self, count: int, seed: int, max_moves: int, raw: NativeState | None = None, *, standard: bool = False
    ) -> PlayoutTotals:
        """Plays at random in native code; the interpreter lock is free meanwhile."""
        begin = raw.pointer if raw is not None else None
        return PlayoutTotals(
            *run_playouts(self._library, begin, count, seed, max_moves, self._seats, standard=standard)
        )

    # -- fields -------------------------------------------------------------------------------------------------

    def read(self, raw: NativeState, field: str) -> Any:
        """The value of a field."""
        slot = self._facts.slots[field]
        if slot.capacity:
            lengths = _flat(raw, slot.length_offset, slot.length_width, False, prod(slot.shape))
            size = slot.width * slot.words
            lists = [
                _elements(raw, slot.offset + k * slot.capacity * size, slot, length) for k, length in enumerate(lengths)
            ]
            return _nested(lists, slot.shape)
        return _nested(_elements(raw, slot.offset, slot, prod(slot.shape)), slot.shape)

    def write(self, raw: NativeState, field: str, value: Any) -> None:
        """Gives a field a value."""
        slot = self._facts.slots[field]
        flat = _flattened(value, len(slot.shape))
        if len(flat) != prod(slot.shape):
            raise ValueError(f"{field} has {prod(slot.shape)} elements, not {len(flat)}")
        size = slot.width * slot.words
        try:
            if not slot.capacity:
                _put(raw, slot.offset, size, slot.signed, flat)
                return
            if any(len(one) > slot.capacity for one in flat):
                raise ValueError(f"{field} holds at most {slot.capacity} elements")
            _put(raw, slot.length_offset, slot.length_width, False, [len(one) for one in flat])
            for k, one in enumerate(flat):
                _put(raw, slot.offset + k * slot.capacity * size, size, slot.signed, one)
        except OverflowError:
            raise ValueError(f"{value} does not fit {field}") from None


def _flat(raw: NativeState, offset: int, width: int, signed: bool, count: int) -> list[int]:
    with memoryview(raw.buffer) as whole:
        values: list[int] = whole[offset : offset + width * count].cast(_FORMATS[width, signed]).tolist()
        return values


def _elements(raw: NativeState, offset: int, slot: SlotFacts, count: int) -> list[int]:
    values = _flat(raw, offset, slot.width, slot.signed, count * slot.words)
    if slot.words == 1:
        return values
    size = slot.width * slot.words
    data = raw.buffer[offset : offset + size * count]
    return [int.from_bytes(data[k : k + size], "little") for k in range(0, size * count, size)]


def _put(raw: NativeState, offset: int, size: int, signed: bool, values: list[int]) -> None:
    data = b"".join(int(one).to_bytes(size, "little", signed=signed) for one in values)
    raw.buffer[offset : offset + len(data)] = data


def _nested(values: list[Any], shape: tuple[int, ...]) -> Any:
    if not shape:
        return values[0]
    for length in reversed(shape[1:]):
        values = [values[k : k + length] for k in range(0, len(values), length)]
    return values


def _flattened(value: Any, depth: int) -> list[Any]:
    if depth == 0:
        return [value]
    flat = list(value)
    for _ in range(depth - 1):
        flat = [one for part in flat for one in part]
    return flat
