"""A table that grows during long work, above a progress bar, on the error channel of a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def live_table(what: str, total: int) -> Iterator[Callable[[int, object], None]]:
    """Hands out a function that is told how much is done, and what prints as the table so far."""
    if not sys.stderr.isatty():
        yield lambda done, table: None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    bar = Progress(TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = bar.add_task(what, total=total)
    with Live(bar, console=Console(stderr=True), transient=True) as display:

        def tell(done: int, table: object) -> None:
            bar.update(task, completed=done)
            display.update(Group(Text(str(table)), bar))

        yield tell
