"""A progress bar with an estimate, on the error channel of a terminal; elsewhere nothing.

Who starts a command from a program reads how far it is from the file that `PETTEIA_PROGRESS` names.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.files import replace_file

_FILE = "PETTEIA_PROGRESS"
_EVERY = 0.5
"""Seconds between two notes in the file."""


class Interrupted(PetteiaError):
    """A person stopped a command that can be gone on with; the message says how."""


@contextmanager
def progress(what: str, total: float) -> Iterator[Callable[[float, str], None]]:
    """Hands out a function that is told how far things are, and a word on where."""
    if not sys.stderr.isatty():
        yield _into_file(os.environ[_FILE], what, total) if _FILE in os.environ else lambda done, note: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[note]}"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, note="")
        yield lambda done, note: bar.update(task, completed=done, note=note)


def _into_file(path: str, what: str, total: float) -> Callable[[float, str], None]:
    """A function that writes how far things are, a share and words, into a file now and then."""
    latest = 0.0

    def tell(done: float, note: str) -> None:
        nonlocal latest
        if time.monotonic() - latest > _EVERY:
            latest = time.monotonic()
            replace_file(Path(path), f"{min(1.0, done / total if total else 1.0):.4f} {what} {note}".strip())

    return tell
