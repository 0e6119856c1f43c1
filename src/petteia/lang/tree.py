"""Tokens and the tree of clauses they form."""

import re
from collections.abc import Set
from dataclasses import dataclass

from petteia.errors import LimitExceeded, LudSyntaxError
from petteia.lang.text import Sources, Text
from petteia.types import Place

__all__ = ["Clause", "Node", "Sequence", "Terminal", "Tree", "read_tree"]

MAX_DEPTH = 150
MAX_NODES = 2_000_000

# compat: a string ends at the first quote without a backslash before it; a keyword is any run of token characters.
_TOKEN = re.compile(
    r"""
  (?:
    (?P<string>"(?:\\"|[^"])*+")
  | (?P<name>[\w-]+):
  | (?P<word>[\w\-.+*/%=!^~<>&|#]["\w\-.+*/%=!^~<>&|#]*)
  | (?P<open>[({])
  | (?P<close>[)}])
  )\s*
    """,
    re.VERBOSE,
)
_KEYWORD = re.compile(r'\s*(["\w\-.+*/%=!^~<>&|#]*)')
_SPACES = re.compile(r"\s+")
_INNER_SPACES = re.compile(r"(?<=[({]) | (?=[)}])|(?<=:) +")


@dataclass(slots=True)
class Terminal:
    """A word, number or string as written; a string keeps its quotes."""

    text: str
    offset: int
    name: str | None = None


class Sequence:
    """A list `{...}`."""

    __slots__ = ("items", "name", "offset")

    def __init__(self, offset: int, name: str | None) -> None:
        self.offset = offset
        self.name = name
        self.items: list[Node] = []


class Clause:
    """A clause `(keyword ...)`."""

    __slots__ = ("items", "keyword", "name", "offset")

    def __init__(self, keyword: str, offset: int, name: str | None) -> None:
        self.keyword = keyword
        self.offset = offset
        self.name = name
        self.items: list[Node] = []


Node = Terminal | Sequence | Clause


class Tree:
    """The clause of a game or match, with the way back from its nodes to where they were written."""

    def __init__(self, root: Clause, text: Text, sources: Sources) -> None:
        self.root = root
        self._marks = text.marks
        self._sources = sources

    @property
    def defines(self) -> Set[str]:
        """The names, with their quotes, of all defines that could have been used."""
        return self._sources.defines

    def place(self, offset: int) -> Place:
        """Where what stands at an offset of the expanded text was written."""
        return self._sources.place(self._marks[offset])


@dataclass(slots=True)
class _Open:
    """A bracket not closed yet; `node` is None for one that only doubles another, as in `((a))`."""

    bracket: str
    offset: int
    node: Clause | Sequence | None
    items: list[Node]
    name: str | None


class _Reader:
    """Reads tokens one by one into nested nodes, without recursion."""

    def __init__(self, text: Text, sources: Sources) -> None:
        self._text = text
        self._chars = text.chars
        self._sources = sources
        self._stack: list[_Open] = []
        self._roots: list[Node] = []
        self._name: str | None = None
        self._after_close = False
        self._long_string: int | None = None
        self._nodes = 0

    def read(self) -> Clause:
        chars = self._chars
        at = len(chars) - len(chars.lstrip())
        match = _TOKEN.match
        if at == len(chars):
            raise LudSyntaxError("there is no (game ...) or (match ...) in this text")
        while at < len(chars):
            token = match(chars, at)
            if token is None:
                raise self._error(
                    at, f"unexpected character {chars[at]!r}" if chars[at] != '"' else "this string is never closed"
                )
            at = self._take(token)
        if self._stack:
            unclosed = self._stack[-1]
            raise self._error(unclosed.offset, f"this {unclosed.bracket} is never closed")
        for root in self._roots:
            if isinstance(root, Clause):
                return root
        raise LudSyntaxError("there is no (game ...) or (match ...) in this text", place=self._place(0))

    def _take(self, token: re.Match[str]) -> int:
        """Takes one token into account and gives the offset of the next."""
        kind = token.lastgroup
        at = token.start()
        after_close, self._after_close = self._after_close, kind == "close"
        if kind == "open":
            return self._open(at)
        if kind == "close":
            self._close(at, after_close)
        elif kind == "name":
            if self._stack:
                self._name = token["name"]
        elif kind == "string":
            if self._long_string is None and "\n" in token["string"]:
                self._long_string = at
            self._add(Terminal(_clean_string(token["string"]), at, self._name))
        else:
            self._add(Terminal(token["word"], at, self._name))
        return token.end()

    def _open(self, at: int) -> int:
        """Opens the bracket at an offset and gives the offset after it, and after the keyword of a clause."""
        if len(self._stack) >= MAX_DEPTH:
            raise LimitExceeded(f"brackets are nested more than {MAX_DEPTH} deep", place=self._place(at))
        name, self._name = self._name, None
        if self._chars[at] == "{":
            sequence = Sequence(at, name)
            self._stack.append(_Open("{", at, sequence, sequence.items, name))
            return self._after_space(at + 1)
        keyword = _KEYWORD.match(self._chars, at + 1)
        end = keyword.end() if keyword else at + 1
        after = self._chars[end : end + 1]
        if keyword is None or not keyword[1]:
            # `((a))` is `(a)`, and `()` is nothing; anything else has no keyword.
            if after not in ("(", ")"):
                raise self._error(at, "this clause has no keyword")
            self._stack.append(_Open("(", at, None, [], name))
            return end
        if after in ("(", "{"):
            raise self._error(at, f"a space is missing after ({keyword[1]}")
        clause = Clause(keyword[1], at, name)
        self._stack.append(_Open("(", at, clause, clause.items, name))
        # compat: a colon that ends a keyword means nothing.
        return self._after_space(end + 1 if after == ":" else end)

    def _after_space(self, at: int) -> int:
        space = _SPACES.match(self._chars, at)
        return space.end() if space else at

    def _close(self, at: int, after_close: bool) -> None:
        bracket = self._chars[at]
        if not self._stack:
            raise self._error(at, f"this {bracket} closes nothing")
        self._name = None
        opened = self._stack.pop()
        if (opened.bracket == "(") != (bracket == ")"):
            line = self._place(opened.offset)
            raise self._error(at, f"{bracket} closes the {opened.bracket} of {line.file}:{line.line}:{line.column}")
        if opened.node is not None:
            self._add(opened.node)
            return
        if opened.items and not after_close:
            raise self._error(opened.offset, "this clause has no keyword")
        for index, item in enumerate(opened.items):
            if index == 0 and opened.name is not None:
                item.name = opened.name
            self._add(item)

    def _add(self, node: Node) -> None:
        self._name = None
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise LimitExceeded(f"the description has more than {MAX_NODES:,} words", place=self._place(node.offset))
        (self._stack[-1].items if self._stack else self._roots).append(node)

    def _place(self, at: int) -> Place:
        return self._sources.place(self._text.marks[at])

    def _error(self, at: int, cause: str) -> LudSyntaxError:
        hint = None
        if self._long_string is not None:
            start = self._place(self._long_string)
            hint = f"a quote may be missing, the string at {start.line}:{start.column} goes on over several lines"
        return LudSyntaxError(cause, place=self._place(at), suggestion=hint)


def _clean_string(written: str) -> str:
    """A string after the clean-up of white space, which does not stop at quotes.

    >>> _clean_string('"Foo:  bar ( baz )"')
    '"Foo:bar (baz)"'
    """
    if " " in written or "\\" in written or _SPACES.search(written):
        inner = _SPACES.sub(" ", written[1:-1])
        return '"' + _INNER_SPACES.sub("", inner).replace('\\"', "'") + '"'
    return written


def read_tree(text: Text, sources: Sources) -> Tree:
    """The tree of an expanded text, whose first clause has to be a game or a match."""
    root = _Reader(text, sources).read()
    if root.keyword not in ("game", "match"):
        raise LudSyntaxError(
            f"a description begins with (game or (match, not with ({root.keyword[:40]}",
            place=sources.place(text.marks[root.offset]),
        )
    return Tree(root, text, sources)
