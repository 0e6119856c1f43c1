"""Structs that C and Python share: C that lays one out otherwise than Python reads it does not compile."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

PRIVATE = "private"
"""The name of a last field that is room for what C keeps for itself."""

Structs = Mapping[str, type[ctypes.Structure]]
"""Structs by their names in C; their members have the same names on both sides."""


def layout_assertions(structs: Structs) -> str:
    """Lines of C that hold structs to the places and sizes that Python knows.

    >>> class Pair(ctypes.Structure):
    ...     _fields_ = (("left", ctypes.c_int), ("right", ctypes.c_double))
    >>> print(layout_assertions({"Pair": Pair}))
    _Static_assert(__builtin_offsetof(Pair, left) == 0, "Pair.left is elsewhere in Python");
    _Static_assert(__builtin_offsetof(Pair, right) == 8, "Pair.right is elsewhere in Python");
    _Static_assert(sizeof(Pair) == 16, "Pair has another size in Python");
    """
    return "\n".join(line for name, struct in structs.items() for line in _lines(name, struct))


def _lines(name: str, struct: type[ctypes.Structure]) -> list[str]:
    members = [field[0] for field in struct._fields_]
    is_open = members[-1] == PRIVATE
    places = [(member, getattr(struct, member).offset) for member in members if member != PRIVATE]
    lines = [offset_assertion(name, member, place) for member, place in places]
    holds = f"sizeof({name}) {'<=' if is_open else '=='} {ctypes.sizeof(struct)}"
    return [*lines, f'_Static_assert({holds}, "{name} has another size in Python");']


def offset_assertion(struct: str, member: str, place: int) -> str:
    """A line of C that holds a member to its place."""
    return (
        f"_Static_assert(__builtin_offsetof({struct}, {member}) == {place}, "
        f'"{struct}.{member} is elsewhere in Python");'
    )
