"""Forms of what is lowered: equal for things that differ in the names of locals, or in where they are written, only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from petteia.ir import nodes as n

from ._facts import Component
from ._registry import Ludeme

if TYPE_CHECKING:
    from ._context import Context


class Formless(Exception):
    """A thing has a part, such as a function, of which nothing says what it does."""


class Forms:
    """Numbers for the ludemes of one game: those that are written alike share one."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._known: dict[int, tuple[Ludeme, int]] = {}

    def ludeme(self, value: object) -> int:
        """The number of a ludeme, or of one of its arguments."""
        if isinstance(value, Ludeme):
            known = self._known.get(id(value))
            if known is None:
                parts = tuple((name, self.ludeme(part)) for name, part in value.arguments())
                known = self._known[id(value)] = value, self._number((type(value), parts))
            return known[1]
        if isinstance(value, list):
            return self._number((list, *map(self.ludeme, value)))
        return self._number((type(value), value))

    def _number(self, form: object) -> int:
        return self._numbers.setdefault(form, len(self._numbers))


def said(x: Context) -> Iterator[object]:
    """All that what is lowered in a context may depend on."""
    yield from (x.mover, x.next, x.prev, x.region, x.empty, tuple(sorted(x.slots.items())))
    yield from (x.piece, x.store.kind, x.rules.kinds.is_collecting)
    yield from (x.in_threat_search, x.in_stalemate_search, x.in_line_search, x.after_last_move)


class Form:
    """The form of some values made of data classes; `locals` are those in them, in the order in which they occur."""

    def __init__(self, x: Context, *values: object) -> None:
        self.locals: list[n.Local] = []
        self._numbers: dict[str, int] = {}
        self._parts: list[object] = []
        self._x = x
        for value in values:
            self._add(value)

    @property
    def key(self) -> tuple[object, ...]:
        """The form as a key of a dictionary."""
        return tuple(self._parts)

    def _add(self, value: Any) -> None:
        if value is None or isinstance(value, int | str | Enum | n.Table | n.Type):
            self._parts.append(value)
        elif isinstance(value, n.Local):
            self._add_local(value)
        elif isinstance(value, tuple | list):
            self._parts.append(len(value))
            for item in value:
                self._add(item)
        elif isinstance(value, frozenset):
            self._add(sorted(value, key=repr))
        elif isinstance(value, Ludeme):
            self._parts.append(("ludeme", self._x.rules.forms.ludeme(value)))
        elif isinstance(value, Component):
            self._parts.append(("component", value.index))
        elif type(value) is type(self._x):
            self._add(tuple(said(value)))
        elif is_dataclass(value):
            cls: type = type(value)
            self._parts.append(cls)
            for name in _names(cls):
                self._add(getattr(value, name))
        else:
            raise Formless

    def _add_local(self, local: n.Local) -> None:
        if local.type.kind == "set":
            raise Formless  # it is worked out again from its definition
        if local.name not in self._numbers:
            self._numbers[local.name] = len(self.locals)
            self.locals.append(local)
        self._parts.append(("local", self._numbers[local.name], self._x.store.is_valid(local)))


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))
