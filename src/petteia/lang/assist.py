"""Help for editors: mistakes, completions, meanings, definitions and an outline of a text that is being written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from petteia.errors import LudError, LudSyntaxError, PetteiaError
from petteia.lang.binder import bind
from petteia.lang.expansion import expand
from petteia.lang.grammar import form_text
from petteia.lang.library import BUNDLED, load_library
from petteia.lang.scan import closing
from petteia.ludemes import Ludeme, Slot, Word, forms, keywords
from petteia.types import Place

__all__ = [
    "Mark",
    "Suggestion",
    "complete",
    "define_at",
    "find_mistake",
    "meaning",
    "outline",
    "place_of",
    "uses",
    "written_at",
]

_TOKEN = re.compile(r'//[^\n]*|"(?:\\"|[^"\n])*"?|[(){}]|[^\s(){}"]+')
_DEFINE = re.compile(r'\(define\s+("[^"]*")')
_QUOTED = re.compile(r'"[^"\n]*"')
_WORD = re.compile(r'"[^"\n]*"|[^\s(){}":]+')


@dataclass(frozen=True)
class Mark:
    """A stretch of a text, or of another file, by offsets."""

    start: int
    end: int
    file: str | None = None


@dataclass(frozen=True)
class Suggestion:
    """Suggestion for a place: `kind` is ludeme, argument, word or define."""

    text: str
    kind: str
    note: str


@dataclass
class _Open:
    """A clause that is not closed yet: its keyword, and the name of the argument that is being written."""

    keyword: str
    argument: str | None = None


def find_mistake(text: str, file: str = "text", defs: Sequence[Path] = ()) -> PetteiaError | None:
    """The first mistake of a description, None if it can be read."""
    try:
        bind(expand(text, name=file, define_folders=defs).tree)
    except PetteiaError as error:
        return error
    except RecursionError:
        return LudSyntaxError("the description is too deep")
    return None


def complete(text: str, offset: int, defs: Sequence[Path] = ()) -> list[Suggestion]:
    """Suggestions for an offset, by the types that the clause around it expects.

    >>> [one.text for one in complete("(game (players 2) (rules (end (if (is Li", 40) if one.kind == "word"]
    ['Line']
    """
    start = offset - len(re.search(r'[^\s(){}":]*$', text[:offset])[0])  # type: ignore[index]
    begun = text[start:offset].lower()
    quoted = text[start - 1 : start] == '"'
    stack = _enclosing(text, start)
    opening = text[start - 1 : start] == "(" or (quoted and text[start - 2 : start - 1] == "(")
    if opening and stack:
        stack = stack[:-1]
    slots = list(_expected(stack))
    found: dict[tuple[str, str], Suggestion] = {}
    for one in (_ludemes(slots) if opening else _words(slots)) if not quoted else ():
        found.setdefault((one.kind, one.text), one)
    if quoted or opening:
        for name, note in _defines(text, defs):
            found.setdefault(("define", name), Suggestion(name, "define", note))
    return sorted(
        (one for one in found.values() if one.text.strip('"').lower().startswith(begun)),
        key=lambda one: (one.kind == "define", one.text.lower()),
    )


def meaning(text: str, offset: int, defs: Sequence[Path] = ()) -> tuple[Mark, str] | None:
    """The forms and meaning of the word at an offset, or the body of the define it names."""
    mark = _word_at(text, offset)
    if mark is None:
        return None
    word = text[mark.start : mark.end]
    if word.startswith('"'):
        body = _body(text, word, defs)
        return (mark, body) if body else None
    if text[mark.start - 1 : mark.start] == "(" and forms(word):
        parts = [f"{form_text(form)}\n    {_first_line(form)}" for form in forms(word)]
        return mark, "\n\n".join(parts)
    for slot in _expected(_enclosing(text, mark.start)):
        for cls in slot.type.classes:
            if issubclass(cls, Word) and word in {str(one.value) for one in cls}:
                return mark, f"{word}: {cls.__name__}\n    {_first_line(cls)}"
    return None


def define_at(text: str, offset: int, defs: Sequence[Path] = ()) -> Mark | None:
    """The definition of the define that is named at an offset, here or in a library."""
    mark = _word_at(text, offset)
    name = text[mark.start : mark.end] if mark else ""
    for found in _DEFINE.finditer(text):
        if found[1] == name:
            return Mark(*found.span(1))
    known = load_library(defs).get(name) if name else None
    if known is None:
        return None
    folder = next((one for one in [*map(Path, defs), BUNDLED] if (one / known.file).is_file()), BUNDLED)
    return Mark(known.start - len(name), known.start, str(folder / known.file))


def uses(text: str, offset: int) -> list[Mark]:
    """Every place where the define that is named at an offset is named, if it is defined in this text."""
    mark = _word_at(text, offset)
    name = text[mark.start : mark.end] if mark else ""
    if name not in {found[1] for found in _DEFINE.finditer(text)}:
        return []
    return [Mark(*found.span()) for found in _QUOTED.finditer(text) if found[0] == name]


def outline(text: str) -> Iterator[tuple[str, int, Mark]]:
    """Title, depth and extent of the clauses that make up a description, three levels deep."""
    stack: list[int] = []
    for token in _tokens(text):
        if token[0] == "(":
            stack.append(token.start())
            if len(stack) <= 3:
                end = closing(text, token.start())
                head = re.match(r'\(\s*([^\s(){}"]*)\s*("[^"\n]*")?', text[token.start() :])
                title = " ".join(part for part in head.groups() if part) if head else ""
                yield title or "(", len(stack), Mark(token.start(), end + 1 if end >= 0 else len(text))
        elif token[0] == ")" and stack:
            stack.pop()


def _tokens(text: str, end: int | None = None) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(text, 0, len(text) if end is None else end)


def _enclosing(text: str, offset: int) -> list[_Open]:
    """The clauses around an offset, the outermost first; lists are looked through."""
    stack: list[_Open] = []
    fresh = False
    for token in _tokens(text, offset):
        word = token[0]
        if word == "(":
            stack.append(_Open(""))
            fresh = True
            continue
        if word == ")":
            if stack:
                stack.pop()
            if stack:
                stack[-1].argument = None
        elif fresh:
            stack[-1].keyword = word
        elif stack and word not in "{}" and not word.startswith("//"):
            stack[-1].argument = word[:-1] if word.endswith(":") else None
        fresh = False
    return stack


def _expected(stack: list[_Open]) -> Iterator[Slot]:
    """The arguments that the innermost clause may still take, only the one that was named if one was."""
    if not stack:
        return
    for form in forms(stack[-1].keyword):
        for slot in form.slots():
            if stack[-1].argument is None or slot.name == stack[-1].argument:
                yield slot


def _ludemes(slots: Sequence[Slot]) -> Iterator[Suggestion]:
    """The ludemes that fit some arguments; all of them where nothing is known."""
    classes = tuple({cls for slot in slots for cls in slot.type.classes if issubclass(cls, Ludeme)})
    for keyword in keywords():
        fitting = [form for form in forms(keyword) if not slots or form.fits(classes)]
        if fitting:
            yield Suggestion(keyword, "ludeme", f"{form_text(fitting[0])}\n{_first_line(fitting[0])}")


def _words(slots: Sequence[Slot]) -> Iterator[Suggestion]:
    for slot in slots:
        if slot.name is not None:
            yield Suggestion(f"{slot.name}:", "argument", str(slot.type))
        for word in slot.type.words:
            yield Suggestion(word, "word", "")
        for cls in slot.type.classes:
            if issubclass(cls, Word):
                for one in cls:
                    yield Suggestion(str(one.value), "word", f"{cls.__name__}: {_first_line(cls)}")


def _defines(text: str, defs: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for found in _DEFINE.finditer(text):
        yield found[1], "defined in this text"
    for tag, define in load_library(defs).items():
        yield tag, define.file


def _body(text: str, name: str, defs: Sequence[Path]) -> str | None:
    """Body of a define."""
    for found in _DEFINE.finditer(text):
        if found[1] == name:
            return text[found.start() : closing(text, found.start()) + 1]
    define = load_library(defs).get(name)
    return f"(define {name}{define.chars[define.start : define.end + 1]}" if define else None


def _word_at(text: str, offset: int) -> Mark | None:
    line = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    for found in _WORD.finditer(text, line, len(text) if end < 0 else end):
        if found.start() <= offset <= found.end():
            return Mark(*found.span())
    return None


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]


def place_of(error: PetteiaError) -> tuple[int, int] | None:
    """Line and column of a mistake in the text itself: where a define was used, not where it was written."""
    place = written_at(error.place) if isinstance(error, LudError) else None
    return (place.line, place.column) if place else None


def written_at(place: Place | None) -> Place | None:
    """The place in the text itself of what may have come through defines."""
    while place is not None and place.used_at is not None:
        place = place.used_at
    return place
