"""Where each field of a program lies in the C struct of a state, and reading and writing it from Python.

A state is one flat struct without pointers. Wide elements come first, so that nothing is padded; the elements of list
fields come last, so that a copy can leave out what is not used.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import prod
from struct import unpack_from
from typing import Any

from petteia.ir import nodes as n
from petteia.ir.survey import has_any

WORD_BITS = 64
_INT_LIMITS = ((1, -(2**7), 2**7 - 1), (1, 0, 2**8 - 1), (2, -(2**15), 2**15 - 1), (2, 0, 2**16 - 1))
_C_TYPES = {(1, True): "int8_t", (1, False): "uint8_t", (2, True): "int16_t", (2, False): "uint16_t",
            (4, True): "int32_t", (8, True): "int64_t", (8, False): "uint64_t"}  # fmt: skip


_CODES = {
    "int8_t": "b",
    "uint8_t": "B",
    "int16_t": "h",
    "uint16_t": "H",
    "int32_t": "i",
    "int64_t": "q",
    "uint64_t": "Q",
}
State = bytes | bytearray | memoryview
"""The bytes of a state."""


def words_of(sites: int) -> int:
    """How many 64-bit words a set over so many sites takes.

    >>> words_of(64), words_of(65)
    (1, 2)
    """
    return max(1, -(-sites // WORD_BITS))


@dataclass(frozen=True, slots=True)
class Element:
    """How one element is stored: bytes, sign, the number of words where it is a set, and the values it may have."""

    width: int
    signed: bool
    words: int = 1
    low: int = 0
    high: int = 0

    @property
    def size(self) -> int:
        """Bytes of one element."""
        return self.width * self.words

    @property
    def c_type(self) -> str:
        """The C type of the element, or of each of its words."""
        return _C_TYPES[self.width, self.signed]


def int_element(low: int, high: int) -> Element:
    """The smallest C integer for a range; a range that is not given (low >= high) takes 32 bits.

    >>> int_element(-1, 3).c_type, int_element(0, 200).c_type, int_element(0, 0).c_type
    ('int8_t', 'uint8_t', 'int32_t')
    """
    if low < high:
        for width, least, most in _INT_LIMITS:
            if least <= low and high <= most:
                return Element(width, least < 0, 1, low, high)
    if low >= high:
        return Element(4, True, 1, -(2**31), 2**31 - 1)
    return Element(4 if -(2**31) <= low and high < 2**31 else 8, True, 1, low, high)


def element_of(field: n.Field, universes: dict[str, int]) -> Element:
    """How the elements of a field are stored."""
    if field.type.kind == "set":
        sites = universes[field.type.universe]
        return Element(8, False, words_of(sites), 0, (1 << sites) - 1)
    return Element(1, False, 1, 0, 1) if field.type == n.BOOL else int_element(field.low, field.high)


@dataclass(frozen=True, slots=True)
class Slot:
    """A field in the struct: its elements from `offset` on, and for lists the lengths from `length_offset` on."""

    name: str
    element: Element
    shape: tuple[int, ...]
    offset: int
    capacity: int = 0
    length: Element | None = None
    length_offset: int = 0


class Layout:
    """The struct of a program's states.

    >>> program = n.Program("demo", 2, {"Cell": 9}, {"mover": n.Field("mover", n.INT, high=2),
    ...     "pieces": n.Field("pieces", n.set_of("Cell"), (3,))})
    >>> layout = Layout(program)
    >>> layout.size, [(slot.name, slot.offset) for slot in layout.slots.values()]
    (32, [('pieces', 0), ('mover', 24)])
    >>> state = bytearray(layout.size)
    >>> layout.write(state, "pieces", [0, 5, 256]); layout.read(state, "pieces")
    [0, 5, 256]
    """

    def __init__(self, program: n.Program) -> None:
        self.draws = uses_chance(program)
        self.slots: dict[str, Slot] = {}
        fields = list(program.fields.values())
        elements = {f.name: element_of(f, program.universes) for f in fields}
        lists = [f for f in fields if f.capacity]
        pieces = [(elements[f.name].width, f.name, f) for f in fields if not f.capacity]
        lengths = {f.name: int_element(0, max(1, f.capacity)) for f in lists}
        pieces += [(lengths[f.name].width, f.name, f) for f in lists]
        offset = 8 if self.draws else 0
        place: dict[str, int] = {}
        self.order: list[str] = []
        for _, name, field in sorted(pieces, key=lambda piece: -piece[0]):
            place[name] = offset
            self.order.append(name)
            offset += prod(field.shape) * (lengths[name].width if field.capacity else elements[name].size)
            if not field.capacity:
                self.slots[name] = Slot(name, elements[name], field.shape, place[name])
        self.head = offset
        for field in sorted(lists, key=lambda f: f.capacity * prod(f.shape)):
            element = elements[field.name]
            offset = -(-offset // element.width) * element.width
            self.slots[field.name] = Slot(
                field.name, element, field.shape, offset, field.capacity, lengths[field.name], place[field.name]
            )
            offset += prod(field.shape) * field.capacity * element.size
        self.lists = [slot for slot in self.slots.values() if slot.capacity]
        self.size = max(8, -(-offset // 8) * 8)

    def spans(self, names: Collection[str], near: int) -> list[tuple[int, int]]:
        """Where fields that are no lists lie, from and to; those no more than `near` bytes apart are in one part."""
        found = [(0, 8)] if self.draws else []
        for slot in sorted((self.slots[name] for name in names), key=lambda slot: slot.offset):
            begin, end = slot.offset, slot.offset + prod(slot.shape) * slot.element.size
            if found and begin <= found[-1][1] + near:
                found[-1] = (found[-1][0], end)
            else:
                found.append((begin, end))
        return found

    def read(self, state: State, field: str) -> Any:
        """The value of a field: an integer (sets as bit masks), or nested lists for arrays and list fields."""
        slot = self.slots[field]
        if slot.capacity:
            return _nest([self._read_list(state, slot, k) for k in range(prod(slot.shape))], slot.shape)
        values = self._values(state, slot.offset, slot.element, prod(slot.shape))
        return values[0] if not slot.shape else list(values) if len(slot.shape) == 1 else _nest(values, slot.shape)

    def write(self, state: bytearray | memoryview, field: str, value: Any) -> None:
        """Gives a field a value in the form that `read` returns; raises ValueError if it does not fit."""
        slot = self.slots[field]
        flat = _flatten(value, slot.shape, field)
        if not slot.capacity:
            for k, one in enumerate(flat):
                _put(state, slot.offset + k * slot.element.size, slot.element, one, field)
            return
        assert slot.length is not None
        for k, items in enumerate(flat):
            if len(items) > slot.capacity:
                raise ValueError(f"{field}: {len(items)} elements for a list of at most {slot.capacity}")
            _put(state, slot.length_offset + k * slot.length.width, slot.length, len(items), field)
            for i, one in enumerate(items):
                at = slot.offset + (k * slot.capacity + i) * slot.element.size
                _put(state, at, slot.element, one, field)

    def _read_list(self, state: State, slot: Slot, k: int) -> list[int]:
        assert slot.length is not None
        length = _get(state, slot.length_offset + k * slot.length.width, slot.length)
        start = slot.offset + k * slot.capacity * slot.element.size
        return list(self._values(state, start, slot.element, length))

    def _values(self, state: State, at: int, element: Element, count: int) -> Sequence[int]:
        """Elements that lie one after the other."""
        if element.words == 1:
            return unpack_from(f"<{count}{_CODES[element.c_type]}", state, at)
        return [_get(state, at + k * element.size, element) for k in range(count)]


def capture_count(program: n.Program) -> int:
    """How many captured values a move has room for; at least one, which makes it 8 bytes."""
    return max([1, *(len(kind.captured) for kind in program.kinds.values())])


def uses_chance(program: n.Program) -> bool:
    """True if any rule draws at random."""
    return has_any(program, n.Draw)


def _get(state: State, at: int, element: Element) -> int:
    return int.from_bytes(state[at : at + element.size], BYTE_ORDER, signed=element.signed)


def _put(state: bytearray | memoryview, at: int, element: Element, value: int, field: str) -> None:
    if not element.low <= value <= element.high:
        raise ValueError(f"{field}: {value} is not within {element.low}..{element.high}")
    state[at : at + element.size] = int(value).to_bytes(element.size, BYTE_ORDER, signed=element.signed)


# Words of a set follow each other from the lowest up, so a set is one little-endian number.
BYTE_ORDER: Any = "little"


def _nest(values: Sequence[Any], shape: tuple[int, ...]) -> Any:
    if not shape:
        return values[0]
    step = prod(shape[1:])
    return [_nest(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def _flatten(value: Any, shape: tuple[int, ...], field: str) -> list[Any]:
    if not shape:
        return [value]
    if len(value) != shape[0]:
        raise ValueError(f"{field}: {len(value)} elements where {shape[0]} are needed")
    return [one for part in value for one in _flatten(part, shape[1:], field)]
