"""Rows of the benchmark: as a table for people, as JSON lines with the machine they were measured on."""

from __future__ import annotations

import json
import platform
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.programs import FLAGS, find_compiler
from bench.sources import REPOSITORY


@dataclass(frozen=True)
class Row:
    """A line of the table. A time has neither base nor ratio; what could not be measured has no value either."""

    measure: str
    subject: str
    asked: str
    verdict: str
    unit: str = ""
    value: float | None = None
    base: float | None = None
    ratio: float | None = None
    note: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row as words, in the order of `HEAD`."""
        numbers = (format_number(each) for each in (self.value, self.base, self.ratio))
        value, base, ratio = numbers
        return self.measure, self.subject, value, self.unit, base, ratio, self.asked, self.verdict, self.note


HEAD = ("measure", "game", "value", "unit", "base", "ratio", "asked", "verdict", "note")


def format_number(value: float | None) -> str:
    """Three digits with k or M, so that columns stay narrow; a dash for None."""
    if value is None:
        return "-"
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def format_table(rows: Sequence[Row]) -> str:
    """The rows as text in columns."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    padded = ([word.ljust(width) for word, width in zip(line, widths, strict=True)] for line in lines)
    return "\n".join("  ".join(words).rstrip() for words in padded)


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, check=False)
    except OSError:
        return "unknown"
    return (done.stdout.splitlines() or ["unknown"])[0]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor()


def describe_machine() -> dict[str, str]:
    """The surroundings of a result besides the code: processor, compiler, versions, revision."""
    compiler = find_compiler()
    return {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "revision": _first_line("git", "rev-parse", "--short", "HEAD"),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": _first_line(compiler, "--version") if compiler else "none",
        "limits_flags": " ".join(FLAGS),
    }


def write_results(rows: Sequence[Row], rates: Iterable[Mapping[str, Any]], folder: Path) -> Path:
    """Appends the machine, a line a rate and a line a row to the file of the day, and names it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d')}.jsonl"
    with path.open("a") as file:
        for line in [{"machine": describe_machine()}, *rates, *map(asdict, rows)]:
            file.write(json.dumps(line) + "\n")
    return path
