"""Words, numbers and strings as values of the type a place expects."""

import re
from functools import lru_cache
from typing import Any

from petteia.ludemes.registry import Ludeme, Origin, SlotType, Word
from petteia.ludemes.types import BooleanConstant, DimConstant, FloatConstant, IntConstant

__all__ = ["Literal", "literal_fits", "literal_value", "read_literal"]

_NO_VALUE: Any = object()

# compat: these stand for integers, letter for letter, and never for words of the same spelling.
_NAMED_INTEGERS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}\Z")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")
_MAX_DIGITS = 400


class Literal:
    """Possible meanings of a terminal, before the place it stands in is known."""

    __slots__ = ("boolean", "integer", "number", "string", "word")

    def __init__(self, text: str) -> None:
        self.integer: int | None = None
        self.number: float | None = None
        self.boolean: bool | None = None
        self.string: str | None = None
        self.word: str | None = None
        if text in _NAMED_INTEGERS:
            self.integer = _NAMED_INTEGERS[text]
            self.number = float(self.integer) if self.integer >= 0 else None
        elif text.startswith('"'):
            self.string = text[1:-1]
        elif _FLOAT.match(text) and len(text) < _MAX_DIGITS:
            self.number = float(text)
            if _INTEGER.match(text) and -(2**31) <= int(text) < 2**31:
                self.integer = int(text)
        elif text.lower() in ("true", "false"):
            self.boolean = text.lower() == "true"
        else:
            # compat: a lowercase initial is accepted.
            self.word = text[:1].upper() + text[1:]


read_literal = lru_cache(maxsize=1 << 16)(Literal)


def literal_fits(text: str, wanted: SlotType) -> bool:
    """True if a terminal can stand where a type is wanted."""
    found = read_literal(text)
    if found.word is not None and found.word in wanted.words:
        return True
    return any(_as(cls, found) is not _NO_VALUE for cls in wanted.classes)


def literal_value(text: str, wanted: SlotType, origin: Origin, offset: int) -> Any:
    """The value of a terminal that fits the type wanted."""
    found = read_literal(text)
    if found.word is not None and found.word in wanted.words:
        return found.word
    for cls in wanted.classes:
        value = _as(cls, found)
        if value is not _NO_VALUE:
            made = _CONSTANTS.get(cls)
            return made.bound({"value": value}, origin, offset) if made else value
    raise ValueError(f"{text} does not fit {wanted}")


def _as(cls: type, found: Literal) -> Any:
    """The value of a literal as a plain type, as an enumeration, or as the content of a constant."""
    if issubclass(cls, Word):
        return cls._value2member_map_.get(found.word, _NO_VALUE) if found.word is not None else _NO_VALUE
    attribute = _SOURCE.get(cls)
    value = getattr(found, attribute) if attribute else None
    return _NO_VALUE if value is None else value


_CONSTANTS: dict[type, type[Ludeme]] = {
    base: constant
    for constant in (IntConstant, DimConstant, FloatConstant, BooleanConstant)
    for base in (constant, constant.__base__)
    if base is not None
}
_SOURCE: dict[type, str] = {
    int: "integer",
    float: "number",
    bool: "boolean",
    str: "string",
    **{cls: "integer" for cls, made in _CONSTANTS.items() if made in (IntConstant, DimConstant)},
    **{cls: "number" for cls, made in _CONSTANTS.items() if made is FloatConstant},
    **{cls: "boolean" for cls, made in _CONSTANTS.items() if made is BooleanConstant},
}
