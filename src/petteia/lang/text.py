"""Text that remembers where each of its characters was written, however often it is cut and pasted.

Every character carries a number, its *mark*. `Sources` hands the marks out: a run of them for each file, and another
run for each use of a define, so that a mark leads back to a file, line and column, and to the uses it came through.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeAlias

from petteia.errors import LimitExceeded
from petteia.types import Place

__all__ = ["Budget", "Sources", "Text"]

MAX_CHARACTERS = 24_000_000
MAX_EFFORT = 1_500_000_000
MAX_SHOWN_USES = 12

Marks: TypeAlias = "array[int]"


class Text:
    """Characters and, in step with them, their marks."""

    __slots__ = ("chars", "marks")

    def __init__(self, chars: str, marks: Marks) -> None:
        self.chars = chars
        self.marks = marks

    def __len__(self) -> int:
        return len(self.chars)

    def cut(self, start: int, end: int | None = None) -> "Text":
        """The characters from `start` up to `end`."""
        return Text(self.chars[start:end], self.marks[start:end])

    def strip(self) -> "Text":
        """The text without white space at both ends."""
        start = len(self.chars) - len(self.chars.lstrip())
        return self.cut(start, start + len(self.chars.strip()))

    def with_chars(self, chars: str) -> "Text":
        """Other characters, one for one, written in the same places."""
        return Text(chars, self.marks)

    def insertion(self, chars: str, at: int) -> "Text":
        """Characters that stand for what is written at an offset."""
        return Text(chars, array("I", [self.marks[at]]) * len(chars))

    def without(self, spans: Iterable[tuple[int, int]]) -> "Text":
        """The text with some spans, given in order, cut out."""
        return self.replaced((start, end, EMPTY) for start, end in spans)

    def replaced(self, changes: Iterable[tuple[int, int, "Text"]]) -> "Text":
        """The text with spans, given in order, each replaced by another text."""
        pieces = []
        done = 0
        for start, end, new in changes:
            pieces += [self.cut(done, start), new]
            done = end
        if not pieces:
            return self
        return join([*pieces, self.cut(done)])


EMPTY = Text("", array("I"))


def join(pieces: list[Text]) -> Text:
    """Several texts as one."""
    marks = array("I")
    for piece in pieces:
        marks += piece.marks
    return Text("".join([piece.chars for piece in pieces]), marks)


class _File:
    """A run of marks that stands for a file."""

    depth = 0

    def __init__(self, base: int, name: str, chars: str) -> None:
        self.base = base
        self.name = name
        self.chars = chars
        self._line_starts: list[int] | None = None

    def line_and_column(self, mark: int) -> tuple[int, int]:
        if self._line_starts is None:
            ends = (i for i, c in enumerate(self.chars) if c == "\n")
            self._line_starts = [0, *(end + 1 for end in ends)]
        offset = mark - self.base
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


class _Use:
    """A run of marks that stands for the body of a define where it was used."""

    def __init__(self, base: int, define: str, body: Marks, at: int, outer: "_File | _Use") -> None:
        self.base = base
        self.define = define
        self.body = body
        self.at = at
        self.outer = outer
        self.depth: int = outer.depth + 1


class Budget:
    """Remaining cost allowed to the expansion of one description: it can be large, but not endless."""

    def __init__(self) -> None:
        self._left = MAX_EFFORT

    def spend(self, effort: int) -> None:
        """Pays for some work; raises once a description has cost more than any sensible one does."""
        self._left -= effort
        if self._left < 0:
            raise LimitExceeded("the expansion of this description takes too long", suggestion="check its defines")

    @staticmethod
    def allow_length(characters: int) -> None:
        """Raises if a text would become too long."""
        if characters > MAX_CHARACTERS:
            raise LimitExceeded(
                f"the expanded description would exceed {MAX_CHARACTERS:,} characters",
                suggestion="check its defines, options and ranges for endless growth",
            )


class Sources:
    """All that a description was written in: its file, the library files it draws on, and each use of a define.

    `defines` are the names, with their quotes, that were known in the course of the expansion.
    """

    def __init__(self) -> None:
        self.defines: set[str] = set()
        self._runs: list[_File | _Use] = []
        self._bases: list[int] = []
        self._next = 0

    def add_file(self, name: str, chars: str) -> Text:
        """A whole file, each character marked."""
        return Text(chars, self._marks(_File(self._next, name, chars), len(chars)))

    def add_use(self, define: str, body: Text, at: int) -> Text:
        """The body of a define, marked as used at another mark."""
        use = _Use(self._next, define, body.marks, at, self._run(at))
        return Text(body.chars, self._marks(use, len(body)))

    def _marks(self, run: _File | _Use, length: int) -> Marks:
        self._runs.append(run)
        self._bases.append(run.base)
        self._next = run.base + length + 1
        return array("I", range(run.base, run.base + length))

    def _run(self, mark: int) -> _File | _Use:
        return self._runs[bisect_right(self._bases, mark) - 1]

    def times_inside(self, define: str, mark: int) -> int:
        """How many uses of a define the character with this mark came through."""
        count = 0
        run = self._run(mark)
        while isinstance(run, _Use):
            count += run.define == define
            run = run.outer
        return count

    def names_through(self, mark: int) -> list[str]:
        """The defines the character with this mark came through, the outermost first."""
        names = []
        run = self._run(mark)
        while isinstance(run, _Use):
            names.append(run.define)
            run = run.outer
        return names[::-1]

    def place(self, mark: int) -> Place:
        """Where the character with this mark was written."""
        run = self._run(mark)
        through = tuple(self.names_through(mark)[-MAX_SHOWN_USES:])
        file, offset = self._written(run, mark)
        line, column = file.line_and_column(offset)
        if not isinstance(run, _Use):
            return Place(file.name, line, column)
        while isinstance(run.outer, _Use):
            run = run.outer
        outer_file, outer_mark = self._written(run.outer, run.at)
        return Place(file.name, line, column, through, Place(outer_file.name, *outer_file.line_and_column(outer_mark)))

    def _written(self, run: "_File | _Use", mark: int) -> "tuple[_File, int]":
        while isinstance(run, _Use):
            mark = run.body[mark - run.base]
            run = self._run(mark)
        return run, mark
