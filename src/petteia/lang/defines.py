"""Defines: named pieces of text with parameters, replaced until none is left.

Everything here works on raw text, as the language wants it: a name in quotes is a use wherever it stands.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from petteia.errors import LimitExceeded, LudSyntaxError
from petteia.lang.library import LibraryDefine
from petteia.lang.scan import clause_starts, closing, first_quoted
from petteia.lang.text import EMPTY, Budget, Sources, Text, join

__all__ = ["cut_metadata", "expand_defines"]

MAX_PASSES = 1000
MAX_PARAMETERS = 20
MAX_TIMES_INSIDE = 3
USE_EFFORT = 2000

# compat: a missing argument is a placeholder until all uses of the define in the text have been replaced.
NOTHING = "\0"

_NAME_CANDIDATE = re.compile(r'"(?=([^"]*"))')
_SPACE = re.compile(r"\s")
_ARGUMENT_START = re.compile(r"\S")
_SYMBOL = re.compile(r"\S+")
_NAMED_BRACKET = re.compile(r"[^\s:]*:(?=[({\[<])")
_LAST_TOKEN = re.compile(r'([\w"\-.+*/%=!^~<>&|#]+)[^\w"\-.+*/%=!^~<>&|#]*\Z')
# compat: the name of a game is not a use, even where a define is called the same.
_OWN_NAMES = ("game", "match", "instance")


@dataclass(frozen=True)
class Define:
    """A define as found: the tag is its name with the quotes."""

    tag: str
    body: Text


class _Expander:
    """The state of one expansion: sources for marks, the budget, and the library."""

    def __init__(self, library: Mapping[str, LibraryDefine], sources: Sources, budget: Budget) -> None:
        self._library = library
        self._sources = sources
        self._budget = budget
        self._opened: dict[str, Define] = {}
        sources.defines.update(library)

    def expand(self, text: Text) -> Text:
        for _ in range(MAX_PASSES):
            text, own = self._cut_defines(text)
            text, changed = self._expand_with(text, own)
            if not changed and not own:
                return text
        raise LimitExceeded(f"defines are still left after {MAX_PASSES} rounds of replacing")

    def _cut_defines(self, text: Text) -> tuple[Text, list[Define]]:
        spans = []
        own: dict[str, Define] = {}
        for start, close in clause_starts(text.chars, "(define "):
            if close < 0:
                raise LudSyntaxError("this (define is never closed", place=self._sources.place(text.marks[start]))
            tag_start, tag_end = first_quoted(text.chars, start)
            if not start < tag_start < tag_end <= close:
                raise LudSyntaxError("this define has no name in quotes", place=self._sources.place(text.marks[start]))
            tag = text.chars[tag_start:tag_end]
            # compat: of two defines with one name the first wins.
            own.setdefault(tag, Define(tag, text.cut(tag_end, close).strip()))
            spans.append((start, close + 1))
        self._sources.defines.update(own)
        return text.without(spans), list(own.values())

    def _expand_with(self, text: Text, own: list[Define]) -> tuple[Text, bool]:
        """The text with all uses replaced, and whether there were any."""
        changed_at_all = False
        for _ in range(MAX_PASSES):
            text, changed_own = self._until_none(text, lambda _: own)
            text, metadata = cut_metadata(text, self._sources)
            text, changed_library = self._until_none(text, self._named_in)
            # compat: what follows the metadata is lost.
            text = join([text, metadata])
            if not changed_own and not changed_library:
                return text, changed_at_all
            changed_at_all = True
        raise LimitExceeded(f"defines are still left after {MAX_PASSES} rounds of replacing")

    def _until_none(self, text: Text, find: Callable[[Text], Iterable[Define]]) -> tuple[Text, bool]:
        """The text with all uses of defines replaced that are found for it, and whether there were any."""
        changed_at_all = False
        for _ in range(MAX_PASSES):
            changed = False
            for define in find(text):
                replaced = self._replace_uses(text, define)
                if replaced is not None:
                    text, changed = replaced, True
            if not changed:
                return text, changed_at_all
            changed_at_all = True
        raise LimitExceeded(f"defines are still left after {MAX_PASSES} rounds of replacing")

    def _named_in(self, text: Text) -> Iterator[Define]:
        """The defines of the library whose names stand in a text."""
        self._budget.spend(10 * len(text))
        candidates = {'"' + name for name in _NAME_CANDIDATE.findall(text.chars)}
        yield from map(self._open, sorted(candidates & self._library.keys()))

    def _open(self, tag: str) -> Define:
        """A define of the library, its file added to the sources at the first use."""
        if tag not in self._opened:
            entry = self._library[tag]
            whole = self._sources.add_file(entry.file, entry.chars)
            self._opened[tag] = Define(tag, whole.cut(entry.start, entry.end).strip())
        return self._opened[tag]

    def _replace_uses(self, text: Text, define: Define) -> Text | None:
        """The text with all uses of a define replaced, uses within replacements included; None if there are none."""
        self._budget.spend(len(text))
        if define.tag not in text.chars:
            return None
        done: list[Text] = []
        length = 0
        changed = False
        # Texts under way, innermost last: each with what is done of it and from where to search on.
        stack: list[tuple[Text, int, int]] = [(text, 0, 0)]
        while stack:
            current, start, search = stack.pop()
            at = current.chars.find(define.tag, search)
            if at < 0:
                done.append(current.cut(start))
                continue
            if self._is_own_name(done, current, start, at) or (at == 0 and not done and not stack):
                stack.append((current, start, at + 1))
                continue
            use, end, arguments = self._read_use(current, at)
            new = self._instantiate(define, arguments, current.marks[at])
            changed = True
            length += len(new)
            self._budget.allow_length(length)
            self._budget.spend(USE_EFFORT + 10 * len(new))
            done.append(current.cut(start, use))
            # compat: the search goes on one character after the beginning of what was put in.
            stack.append((current, end, end if len(new) else end + 1))
            if len(new):
                stack.append((new, 0, 1))
        return _without_nothing(join(done)) if changed else None

    def _is_own_name(self, done: list[Text], current: Text, start: int, at: int) -> bool:
        before = current.chars[max(start, at - 80) : at]
        for piece in reversed(done):
            if len(before) >= 80:
                break
            before = piece.chars[-80:] + before
        token = _LAST_TOKEN.search(before)
        return token is not None and token[1] in _OWN_NAMES

    def _read_use(self, text: Text, at: int) -> tuple[int, int, list[Text]]:
        """Start and end of the use whose name stands at an offset, and its arguments."""
        chars = text.chars
        name_end = chars.index('"', at + 1) + 1
        if at == 0 or chars[at - 1] != "(":
            return at, name_end, []
        close = closing(chars, at - 1)
        if close < 0:
            raise LudSyntaxError(
                f"the brackets of this use of {chars[at:name_end]} are never closed",
                place=self._sources.place(text.marks[at]),
            )
        return at - 1, close + 1, [text.cut(*span) for span in _argument_spans(chars, at, close)]

    def _instantiate(self, define: Define, arguments: list[Text], at: int) -> Text:
        """The body of a define with its parameters replaced."""
        if self._sources.times_inside(define.tag[1:-1], at) >= MAX_TIMES_INSIDE:
            names = self._sources.names_through(at)
            cycle = names[names.index(define.tag[1:-1]) :][:6]
            raise LudSyntaxError(
                f"the define {define.tag} uses itself: " + " > ".join(f'"{name}"' for name in cycle) + " > ...",
                place=self._sources.place(at),
            )
        body = self._sources.add_use(define.tag[1:-1], define.body, at)
        for number in range(1, MAX_PARAMETERS + 1):
            marker = f"#{number}"
            if marker not in body.chars:
                break
            given = arguments[number - 1] if number <= len(arguments) else None
            if given is None or given.chars == "~":
                given = body.insertion(NOTHING, body.chars.index(marker))
            body = self._put_in(body, marker, given)
        return body

    def _put_in(self, body: Text, marker: str, given: Text) -> Text:
        """The body with a parameter replaced by what was given for it."""
        spans = _occurrences(body.chars, marker)
        if given.chars.startswith("#"):
            # compat: a parameter of an enclosing define goes to the first place only.
            spans = spans[:1]
        elif marker in given.chars:
            raise LudSyntaxError(
                f"the argument {given.chars[:40]!r} for {marker} contains {marker} itself",
                place=self._sources.place(given.marks[0]),
            )
        self._budget.allow_length(len(body) + len(spans) * len(given))
        return body.replaced((start, start + len(marker), given) for start in spans)


def _occurrences(chars: str, wanted: str) -> list[int]:
    found = []
    start = chars.find(wanted)
    while start >= 0:
        found.append(start)
        start = chars.find(wanted, start + len(wanted))
    return found


def _without_nothing(text: Text) -> Text:
    return text.without((at, at + 1) for at in _occurrences(text.chars, NOTHING)) if NOTHING in text.chars else text


def _argument_spans(chars: str, at: int, close: int) -> Iterator[tuple[int, int]]:
    """Start and end of each argument of the use whose name stands at `at` and whose bracket closes at `close`."""
    # compat: the arguments begin after the first white space, even if that stands inside the name.
    space = _SPACE.search(chars, at, close)
    start = space.end() if space else close
    while found := _ARGUMENT_START.search(chars, start, close):
        start = found.start()
        end = _argument_end(chars, start, close)
        yield start, end
        start = end


def _argument_end(chars: str, start: int, close: int) -> int:
    if chars[start] in "({[<":
        end = closing(chars, start, close)
        if end >= 0:
            return end + 1
    elif chars[start] == '"':
        end = chars.find('"', start + 1, close)
        return end + 1 if end >= 0 else close
    elif named := _NAMED_BRACKET.match(chars, start, close):
        end = closing(chars, named.end(), close)
        if end >= 0:
            return end + 1
    symbol = _SYMBOL.match(chars, start, close)
    return symbol.end() if symbol else close


def cut_metadata(text: Text, sources: Sources) -> tuple[Text, Text]:
    """The text before the `(metadata ...)` clause, and the clause itself (empty if there is none)."""
    start = text.chars.find("(metadata")
    if start < 0:
        return text, EMPTY
    close = closing(text.chars, start)
    if close < 0:
        raise LudSyntaxError("this (metadata is never closed", place=sources.place(text.marks[start]))
    return text.cut(0, start), text.cut(start, close + 1)


def expand_defines(text: Text, library: Mapping[str, LibraryDefine], sources: Sources, budget: Budget) -> Text:
    """The text with its defines taken out and all uses of defines, its own and the library's, replaced."""
    return _Expander(library, sources, budget).expand(text)
