"""Code that recorded play reaches: lines of the ludemes while games are lowered, statements of rules while they play.

A line of `ludemes/` that no recorded game reaches gives meaning to something that was never compared. Statements of
rules that replay never runs are there, but nothing has shown what they do. Both are found by the line events of
Python: the interpreter translates rules to Python, a line for each statement. That takes many times as long as play.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import petteia.ludemes

from ._judge import Engine, Folders, judge

Line = tuple[str, int]
"""A file, and the number of a line in it."""
_FOLDER = Path(petteia.ludemes.__file__).parent
_RULES = "<rules of "
TraceFunction = Callable[[FrameType, str, Any], Any]


@dataclass
class Reached:
    """Lines of functions of the ludemes, and those of them that were reached; the same for the statements of rules."""

    lines: set[Line] = field(default_factory=set)
    reached: set[Line] = field(default_factory=set)
    statements: int = 0
    executed: int = 0
    games: int = 0
    errors: list[str] = field(default_factory=list)

    def by_file(self) -> Mapping[str, tuple[int, int]]:
        """For each module how many of its lines were reached, and how many there are."""
        here, all_of = Counter(file for file, _ in self.reached), Counter(file for file, _ in self.lines)
        return {str(Path(file).relative_to(_FOLDER)): (here[file], all_of[file]) for file in sorted(all_of)}


def survey(paths: Iterable[str], folders: Folders, progress: Callable[[str], None] = lambda _: None) -> Reached:
    """Lowers games and replays what was recorded of them, and notes what that reaches."""
    found = Reached(_lines_of_ludemes())
    for path in paths:
        progress(path)
        met: set[Line] = set()
        rules: dict[CodeType, None] = {}
        with _watching(met, rules):
            verdict = judge(path, folders, Engine("interpreter"))
        if verdict.status != "replays":
            found.errors.append(f"{path}: {verdict.status}")
        found.games += 1
        found.reached |= met & found.lines
        statements = {line for code in rules for line in _lines_of(code)}
        found.statements += len(statements)
        found.executed += len(statements & met)
    return found


def _lines_of_ludemes() -> set[Line]:
    """The lines inside functions of all modules of the ludemes."""
    found: set[Line] = set()
    for file in sorted(_FOLDER.rglob("*.py")):
        module = compile(file.read_text(encoding="utf-8"), str(file), "exec")
        for code in _codes_in(module):
            found |= _lines_of(code)
    return found


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """The functions in some code, at any depth; bodies of classes and modules run once, when they are imported."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 0x2:  # a function has locals of its own
                yield one
            yield from _codes_in(one)


def _lines_of(code: CodeType) -> set[Line]:
    """The lines of a function that can be reached, without the one that it begins with."""
    numbers = {number for _, _, number in code.co_lines() if number}
    return {(code.co_filename, number) for number in numbers if number != code.co_firstlineno}


@contextmanager
def _watching(met: set[Line], rules: dict[CodeType, None]) -> Iterator[None]:
    """Notes the lines of ludemes and of rules that are reached, and the functions that rules are made of."""
    folder, done = str(_FOLDER), set[CodeType]()

    def on_line(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        if event == "line":
            met.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    def on_call(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        code = frame.f_code
        if code in done or not code.co_filename.startswith((folder, _RULES)):
            return None
        if code.co_name == "<module>" and code.co_filename.startswith(_RULES):
            rules.update(dict.fromkeys(_codes_in(code)))
        if _lines_of(code) <= met:
            done.add(code)
            return None
        return on_line

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        yield
    finally:
        sys.settrace(before)
