"""Forms of what is lowered: equal for things that differ in the names of locals, or in where they are written, only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from petteia.ir import nodes as n
from petteia.ir.declare import DECLARED
from petteia.ir.visit import walk_expr
from petteia.ludemes.lowering.facts import Component
from petteia.ludemes.registry import Ludeme

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

T = TypeVar("T")
_PLAIN = (int, str, Enum, n.Table, n.Type)
_NODES = frozenset(DECLARED) - {n.Local}
"""Most of what a form is made of; the other kinds of things are told apart one after the other."""


class Unhashable(Exception):
    """A thing has a part, such as a function, of which nothing says what it does."""


class MemoTable(Generic[T]):
    """Results by structural key and by the flags of its contexts that were read meanwhile."""

    def __init__(self) -> None:
        self._asked: dict[object, dict[tuple[str, ...], None]] = {}
        self._known: dict[object, T] = {}

    def find(self, x: Context, topic: object, form: StructuralKey) -> tuple[T, list[n.Local]] | None:
        """The result kept of a topic for a form, and the locals of the form in their order."""
        for names in self._asked.get((topic, form.key), ()):
            whole = form.with_surroundings(names)
            if whole and (topic, names, whole.key) in self._known:
                x.rules.asked.update(names)
                return self._known[topic, names, whole.key], whole.locals
        return None

    def keep(
        self, topic: object, form: StructuralKey, asked: set[str], made: Callable[[list[n.Local]], T | None]
    ) -> None:
        """Remembers what `made` gives for the locals of the form, if anything."""
        names = tuple(sorted(asked))
        whole = form.with_surroundings(names)
        found = made(whole.locals) if whole else None
        if whole and found is not None:
            self._asked.setdefault((topic, form.key), {})[names] = None
            self._known[topic, names, whole.key] = found


class Forms:
    """Numbers for the ludemes of one game: those that are written alike share one."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._known: dict[int, tuple[Ludeme, int]] = {}
        self._sizes: dict[int, int] = {}

    def size(self, value: Ludeme) -> int:
        """The number of ludemes that a ludeme is made of."""
        number = self.ludeme(value)
        if number not in self._sizes:
            self._sizes[number] = 1 + sum(map(self.size, value.children()))
        return self._sizes[number]

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
    """Context inputs that a lowering may read, but for its flags."""
    yield from (x.mover, x.region, x.empty, tuple(sorted(x.slots.items())), x.store.kind)
    yield from (x.rules.kinds.is_collecting, x.rules.kinds.is_recording, x.rules.follows_levels)


class StructuralKey:
    """The form of some values made of data classes; `locals` are those in them, in the order in which they occur.

    The surroundings of contexts are left out.
    """

    def __init__(self, x: Context, *values: object) -> None:
        self.locals: list[n.Local] = []
        self._numbers: dict[str, int] = {}
        self._parts: list[object] = []
        self._contexts: list[Context] = []
        self._x = x
        for value in values:
            self._add(value)

    @classmethod
    def of_context(cls, x: Context) -> StructuralKey:
        """The form of a context; where it has none, all that it says, with the names of the locals in it."""
        try:
            return cls(x, x)
        except Unhashable:
            form = cls(x)
            form._parts = [*said(x), x.surroundings]
            form.locals = [part for part in _expressions(x) if isinstance(part, n.Local)]
            return form

    def with_surroundings(self, names: Iterable[str]) -> StructuralKey | None:
        """The form with some of what the contexts say of their surroundings, if that has one."""
        form = StructuralKey(self._x)
        form.locals, form._numbers, form._parts = [*self.locals], dict(self._numbers), [*self._parts]
        try:
            for context in self._contexts:
                for name in names:
                    form._add(getattr(context.surroundings, name))
        except Unhashable:
            return None
        return form

    @property
    def key(self) -> tuple[object, ...]:
        """The form as a key of a dictionary."""
        return tuple(self._parts)

    def _add(self, value: Any) -> None:
        kind: type = type(value)
        if kind in _NODES:
            self._parts.append(kind)
            for name in _names(kind):
                self._add(getattr(value, name))
        elif value is None or isinstance(value, _PLAIN):
            self._parts.append(value)
        elif kind is n.Local:
            self._add_local(value)
        elif isinstance(value, (tuple, list)):
            self._parts.append(len(value))
            for item in value:
                self._add(item)
        elif isinstance(value, frozenset):
            self._add(sorted(value, key=repr))
        elif isinstance(value, Ludeme):
            self._parts.append(("ludeme", self._x.rules.forms.ludeme(value)))
        elif isinstance(value, Component):
            self._parts.append(("component", value.index, value.facing))
        elif type(value) is type(self._x):
            self._contexts.append(value)
            self._add(tuple(said(value)))
        elif is_dataclass(value):
            self._parts.append(kind)
            for name in _names(kind):
                self._add(getattr(value, name))
        else:
            raise Unhashable

    def _add_local(self, local: n.Local) -> None:
        if local.type.kind == "set":
            raise Unhashable  # it is worked out again from its definition
        if local.name not in self._numbers:
            self._numbers[local.name] = len(self.locals)
            self.locals.append(local)
        self._parts.append(("local", self._numbers[local.name], self._x.store.is_valid(local)))


def _expressions(x: Context) -> Iterator[n.Expr]:
    """The expressions in a context and all that they are made of."""
    around = x.surroundings
    region = [] if x.region is None else [x.region]
    for whole in (x.mover, around.next, around.prev, *x.slots.values(), *x.empty, *region):
        yield from walk_expr(whole)


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))
