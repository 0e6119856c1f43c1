"""How ludemes are declared: the base class, the marks of its arguments, and the table of all words.

A ludeme is a class whose annotations are its arguments, in the order in which they are written:

    class IsLine(BooleanFunction, keyword="is"):
        kind: Literal["Line"]                                      # the word after the keyword
        length: IntFunction                                        # needed
        direction: AbsoluteDirection | None                        # may be left out
        through: IntFunction | None = named(at_most_one_of=1)      # written `through:`, excludes its group
        through_any: RegionFunction | None = named("throughAny", at_most_one_of=1)

Classes with the same keyword are its forms; which of them a clause means is decided by the types that fit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, wraps
from inspect import get_annotations
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Union, get_args, get_origin

from petteia.ludemes.needs import Need
from petteia.types import Place

if TYPE_CHECKING:
    from petteia.ludemes.needs import Need

__all__ = [
    "Ludeme",
    "Slot",
    "SlotType",
    "Word",
    "at_most_one_of",
    "forms",
    "keywords",
    "named",
    "one_of",
    "reads",
    "resolve_alias",
]


@dataclass(frozen=True, slots=True)
class _Mark:
    """Facts that a class body gives of an argument beyond its type."""

    named: bool
    name: str | None
    group: int | None
    group_needed: bool


def named(name: str | None = None, *, one_of: int | None = None, at_most_one_of: int | None = None) -> Any:
    """An argument written `name:value`; the name is that of the attribute unless given."""
    return _Mark(True, name, one_of if one_of is not None else at_most_one_of, one_of is not None)


def one_of(group: int) -> Any:
    """An argument of a group of which exactly one has to be written."""
    return _Mark(False, None, group, True)


def at_most_one_of(group: int) -> Any:
    """An argument of a group of which none or one may be written."""
    return _Mark(False, None, group, False)


@dataclass(frozen=True, slots=True)
class SlotType:
    """Type of an argument: any of some classes or words, inside `depth` nested lists."""

    depth: int
    classes: tuple[type, ...]
    words: tuple[str, ...]

    def inner(self) -> "SlotType":
        """Type of the elements of a list of this type."""
        return SlotType(self.depth - 1, self.classes, self.words)

    def __str__(self) -> str:
        names = [_SPELLING.get(one, one.__name__) for one in self.classes]
        return "|".join([*names, *self.words]) + "[]" * self.depth


_SPELLING = {int: "Integer", float: "Float", bool: "Boolean", str: "String"}


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of a ludeme: `name` is None where it is written without one."""

    attribute: str
    name: str | None
    type: SlotType
    optional: bool
    group: int | None
    group_needed: bool


class Origin(Protocol):
    """Something that knows where each character of an expanded text was written."""

    def place(self, offset: int) -> Place: ...


class Ludeme:
    """A bound ludeme: its arguments as attributes (None where left out) and the place where it was written."""

    keyword: ClassVar[str] = ""
    alias: ClassVar[str] = ""
    supported: ClassVar[bool] = True
    marks: ClassVar[dict[str, _Mark]] = {}
    keeps: ClassVar[tuple["Need", ...]] = ()
    _slots: ClassVar[tuple[Slot, ...]]
    _origin: Origin | None
    _offset: int

    def __init_subclass__(cls, *, keyword: str = "", alias: str = "", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = {name: mark for name, mark in vars(cls).items() if isinstance(mark, _Mark)}
        for name in own:
            delattr(cls, name)
        inherited = (mark for base in reversed(cls.__mro__[1:]) for mark in vars(base).get("marks", {}).items())
        cls.marks = {**dict(inherited), **own}
        cls.keyword, cls.alias = keyword, alias
        if "lower" in vars(cls):
            setattr(cls, "lower", _on_its_sites(vars(cls)["lower"]))  # noqa: B010
        if keyword:
            _forms.setdefault(keyword, []).append(cls)
        if alias:
            _aliases[alias] = keyword

    def __init__(self, **values: Any) -> None:
        known = {slot.attribute for slot in self.slots()}
        if unknown := values.keys() - known:
            raise TypeError(f"{type(self).__name__} has no argument {', '.join(sorted(unknown))}")
        self._fill({name: values.get(name) for name in known}, None, 0)

    def _fill(self, values: dict[str, Any], origin: Origin | None, offset: int) -> None:
        self.__dict__.update(values, _origin=origin, _offset=offset)

    @classmethod
    def bound(cls, values: dict[str, Any], origin: Origin, offset: int) -> "Ludeme":
        """An instance with all its arguments; meant for the binder, which has checked them."""
        ludeme = cls.__new__(cls)
        ludeme._fill(values, origin, offset)
        return ludeme

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name}: a bound ludeme does not change")

    def __repr__(self) -> str:
        given = (f"{name}={value!r}" for name, value in self.arguments())
        return f"{type(self).__name__}({', '.join(given)})"

    @property
    def place(self) -> Place | None:
        """Where the clause was written, None if it was made by a program."""
        return self._origin.place(self._offset) if self._origin else None

    @property
    def title(self) -> str:
        """The words that tell which ludeme this is: the keyword and the kind, as in `is Line`."""
        values = vars(self)
        kinds = [values[slot.attribute] for slot in self.slots() if slot.type.words and values[slot.attribute]]
        return " ".join([self.keyword or type(self).__name__, *kinds])

    def arguments(self) -> Iterator[tuple[str, Any]]:
        """Names and values of the arguments that were written."""
        values = vars(self)
        for slot in self.slots():
            if (value := values[slot.attribute]) is not None:
                yield slot.attribute, value

    def children(self) -> Iterator["Ludeme"]:
        """The ludemes among the arguments, those in lists included, in the order written."""
        for _, value in self.arguments():
            yield from _ludemes_in(value)

    @classmethod
    def slots(cls) -> tuple[Slot, ...]:
        """The arguments of this form, in the order in which they are written."""
        if "_slots" not in cls.__dict__:
            cls._slots = _read_slots(cls)
        return cls._slots

    @classmethod
    def fits(cls, places: tuple[type, ...]) -> bool:
        """True if a ludeme of this form may stand where one of some types is wanted."""
        return issubclass(cls, places)

    @classmethod
    def implemented(cls) -> bool:
        """True if this ludeme has a meaning: it says so, and has no abstract `lower` left."""
        return cls.supported and not getattr(getattr(cls, "lower", None), "__isabstractmethod__", False)

    def needs(self) -> tuple["Need", ...]:
        """The needs of this ludeme: state beside the pieces, and facts about how the game is laid out."""
        return self.keeps

    def unsupported_arguments(self) -> tuple[str, ...]:
        """Names of the written arguments that `lower` does not know yet."""
        return ()


def _on_its_sites(lower: Callable[..., Any]) -> Callable[..., Any]:
    """A `lower` that looks at sites of the type that its ludeme names, by default of the type that is played on."""

    @wraps(lower)
    def lower_on_its_sites(self: Ludeme, x: Any, *rest: Any) -> Any:
        return lower(self, x.on(vars(self).get("site_type")), *rest)

    return lower_on_its_sites


def _ludemes_in(value: object) -> Iterator[Ludeme]:
    if isinstance(value, Ludeme):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _ludemes_in(item)


def walk(root: Ludeme) -> Iterator[Ludeme]:
    """A ludeme and all inside it in the order written; each once, however many places share it."""
    stack, met = [root], {root}
    while stack:
        ludeme = stack.pop()
        yield ludeme
        new = [child for child in ludeme.children() if child not in met]
        met.update(new)
        stack.extend(reversed(new))


def reads(part: Ludeme | None, word: type[Ludeme]) -> bool:
    """True if a word stands somewhere in a part of the rules."""
    return part is not None and any(isinstance(one, word) for one in walk(part))


def written(ludeme: Ludeme, *names: str) -> tuple[str, ...]:
    """Those of some arguments that are written."""
    return tuple(name for name in names if getattr(ludeme, name) is not None)


def left_out(name: str, argument: object) -> tuple[str, ...]:
    """Message for an argument that may be left out and has no meaning then."""
    return () if argument is not None else (f"{name}, left out,",)


# Filled while the family modules are imported, only read afterwards.
_forms: dict[str, list[type[Ludeme]]] = {}
_aliases: dict[str, str] = {}


def keywords() -> tuple[str, ...]:
    """All keywords, in alphabetical order, without the operator spellings."""
    return tuple(sorted(_forms))


def resolve_alias(keyword: str) -> str:
    """The keyword an operator stands for, or the keyword itself."""
    return _aliases.get(keyword, keyword)


@cache
def forms(keyword: str) -> tuple[type[Ludeme], ...]:
    """The classes a clause with this keyword may become, in the order in which they are tried.

    compat: a form without arguments comes first, so that `(sites)` is the region of the enclosing loop.
    """
    classes = _forms.get(resolve_alias(keyword), [])
    return tuple(sorted(classes, key=lambda cls: bool(cls.slots())))


_FIRST = ("decision", "kind")
"""Arguments that follow the keyword at once, wherever they are declared: the words that tell forms apart."""


def _read_slots(cls: type[Ludeme]) -> tuple[Slot, ...]:
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, Ludeme) and base is not Ludeme:
            own = get_annotations(base, eval_str=True)
            hints = {**{name: hint for name, hint in hints.items() if name not in own}, **own}
    first = {name: hints.pop(name) for name in _FIRST if name in hints}
    return tuple(
        _slot(name, hint, cls.marks.get(name))
        for name, hint in {**first, **hints}.items()
        if not name.startswith("_") and get_origin(hint) is not ClassVar
    )


def _slot(attribute: str, hint: Any, mark: _Mark | None) -> Slot:
    slot_type, optional = _read_hint(hint)
    if mark is None:
        return Slot(attribute, None, slot_type, optional, None, False)
    name = (mark.name or attribute) if mark.named else None
    return Slot(attribute, name, slot_type, optional or mark.group is not None, mark.group, mark.group_needed)


def _read_hint(hint: Any) -> tuple[SlotType, bool]:
    """The type behind an annotation and whether it allows None."""
    optional = False
    members = [hint]
    if get_origin(hint) in (Union, UnionType):
        members = [one for one in get_args(hint) if one is not NoneType]
        optional = len(members) < len(get_args(hint))
    depth = 0
    while get_origin(members[0]) is list:
        members = list(get_args(members[0]))
        if get_origin(members[0]) in (Union, UnionType):
            members = list(get_args(members[0]))
        depth += 1
    words = [word for one in members if get_origin(one) is Literal for word in get_args(one)]
    classes = [one for one in members if isinstance(one, type)]
    return SlotType(depth, tuple(classes), tuple(words)), optional


class Word(Enum):
    """Base of the enumerations; the value of a constant is the word that is written."""
