"""A progress bar with an estimate, on the error channel of a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from petteia.errors import PetteiaError


class Interrupted(PetteiaError):
    """A person stopped a command that can be gone on with; the message says how."""


@contextmanager
def progress(what: str, total: float) -> Iterator[Callable[[float, str], None]]:
    """Hands out a function that is told how far things are, and a word on where."""
    if not sys.stderr.isatty():
        yield lambda done, note: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[note]}"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, note="")
        yield lambda done, note: bar.update(task, completed=done, note=note)
