"""The judge of the reader and binder: recorded digests of expanded descriptions, and complete binding."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.lang.binder import bind
from petteia.lang.expansion import expand
from petteia.lang.library import decode
from petteia.ludemes import Ludeme

__all__ = ["Reading", "ReadingReport", "check_reading", "check_readings", "count_nodes", "recorded_readings"]


@dataclass(frozen=True)
class Reading:
    """A description under some options, and the digest it has to expand to."""

    path: str
    options: tuple[str, ...]
    digest: str


@dataclass
class ReadingReport:
    """How many readings came out right, what they hold, and what went wrong with the others."""

    readings: int = 0
    clauses: int = 0
    lists: int = 0
    terminals: int = 0
    failures: list[str] = field(default_factory=list)


def recorded_readings(folder: Path, *, defaults: bool = True, variants: bool = True) -> Iterator[Reading]:
    """All readings that a conformance folder records, from the headers of its files."""
    kinds = [kind for kind, wanted in (("traces", defaults), ("variants", variants)) if wanted]
    for kind in kinds:
        for file in sorted((folder / kind).rglob("*.jsonl.gz")):
            yield from _headers(file, only_first=kind == "traces")


def _headers(file: Path, only_first: bool) -> Iterator[Reading]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            if '"expanded_sha1"' in line:
                header = json.loads(line)
                yield Reading(header["path"], tuple(header["options"]), header["expanded_sha1"])
                if only_first:
                    return


def check_reading(reading: Reading, folder: Path) -> tuple[str | None, Ludeme | None]:
    """Fault of a reading, None if there is none, and the bound game."""
    file = folder / "games" / reading.path
    try:
        text = decode(file.read_bytes(), file.name)
        expanded = expand(text, options=reading.options, define_folders=[folder / "def"], name=file.name)
        if expanded.sha1 != reading.digest:
            return f"{reading.path} {list(reading.options)}: expands to {expanded.sha1}, not {reading.digest}", None
        return None, bind(expanded.tree)
    except PetteiaError as error:
        return f"{reading.path} {list(reading.options)}: {error}", None


def check_readings(
    folder: Path, readings: Iterable[Reading] | None = None, progress: Callable[[Reading], None] | None = None
) -> ReadingReport:
    """A report over some readings, by default over all that the folder records."""
    report = ReadingReport()
    for reading in recorded_readings(folder) if readings is None else readings:
        failure, game = check_reading(reading, folder)
        report.readings += 1
        if failure is not None:
            report.failures.append(failure)
        if game is not None:
            clauses, lists, terminals = count_nodes(game)
            report.clauses += clauses
            report.lists += lists
            report.terminals += terminals
        if progress is not None:
            progress(reading)
    return report


def count_nodes(game: Ludeme) -> tuple[int, int, int]:
    """How many clauses, lists and terminals a bound game is made of."""
    clauses = lists = terminals = 0
    stack: list[object] = [game]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            lists += 1
            stack.extend(value)
        elif isinstance(value, Ludeme) and value.keyword:
            clauses += 1
            stack.extend(inner for _, inner in value.arguments())
        else:
            terminals += 1
    return clauses, lists, terminals
