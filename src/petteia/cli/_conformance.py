"""`petteia conformance`: recorded play of many games against ours."""

from __future__ import annotations

import fnmatch
import json as json_form
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from petteia.conformance import Engine, Folders, Verdict, print_report, run, to_json
from petteia.errors import PetteiaError
from petteia.types import BuildChoice

from ._main import INTERRUPTED
from ._progress import progress


def run_conformance(
    folder: Path | None,
    only: str,
    jobs: int,
    games: Path | None,
    defs: Path | None,
    traces: Path | None,
    *,
    limit: float,
    backend: Literal["native", "interpreter"],
    build: BuildChoice,
    json: bool,
) -> int:
    """Runs over the games and prints what came out; 1 if any of them does not replay."""
    folders = _folders(folder, games, defs, traces)
    paths = [path for path in folders.paths() if _is_wanted(path, only)]
    if not paths:
        raise PetteiaError(f"no description below {folders.games} is like {only!r}")
    verdicts: list[Verdict] = []
    interrupted = False
    with progress("games", len(paths)) as tell, _interruptible():

        def note(verdict: Verdict) -> None:
            verdicts.append(verdict)
            tell(len(verdicts), f"{verdict.status} {Path(verdict.path).stem}")

        try:
            run(paths, folders, engine=Engine(backend, build), jobs=jobs or None, time_limit=limit, progress=note)
        except KeyboardInterrupt:  # what is known so far is worth printing
            interrupted = True
    verdicts.sort(key=lambda one: one.path)
    if json:
        print(json_form.dumps(to_json(verdicts)))
    else:
        print_report(verdicts)
    if interrupted:
        return INTERRUPTED
    good = all(one.status == "replays" and all(each == "replays" for each in one.variants) for one in verdicts)
    return 0 if good else 1


def run_exercised(
    folder: Path | None, only: str, games: Path | None, defs: Path | None, traces: Path | None, *, json: bool
) -> int:
    """Prints how many recorded games have each form and argument, and which of the language's none has."""
    from petteia.conformance.exercised import Use, all_uses, survey

    folders = _folders(folder, games, defs, traces)
    paths = [path for path in folders.paths() if _is_wanted(path, only)]
    with progress("games", len(paths)) as tell:
        done = iter(range(len(paths)))
        found = survey(paths, folders, lambda path: tell(next(done), Path(path).stem))
    every = sorted({*all_uses(), *found})

    def row(use: Use) -> dict[str, object]:
        return {"words": use.words, "form": use.form, "argument": use.argument, "games": found[use]}

    if json:
        print(json_form.dumps([row(use) for use in every]))
        return 0
    for use in every:
        print(f"{found[use]:6}  {use}")
    covered = sum(found[use] > 0 for use in every)
    share = f"{covered} of {len(every)} forms and arguments ({covered / len(every):.0%})"
    print(f"{share} stand in {len(paths)} recorded games")
    return 0


def run_reached(
    folder: Path | None, only: str, games: Path | None, defs: Path | None, traces: Path | None, *, json: bool
) -> int:
    """Prints which share of the ludemes' lines, and of the statements of rules, replays of the games reach."""
    from petteia.conformance.reached import survey

    folders = _folders(folder, games, defs, traces)
    paths = [path for path in folders.paths() if _is_wanted(path, only)]
    with progress("games", len(paths)) as tell:
        done = iter(range(len(paths)))
        found = survey(paths, folders, lambda path: tell(next(done), Path(path).stem))
    lines = {"reached": len(found.reached), "lines": len(found.lines)}
    statements = {"executed": found.executed, "statements": found.statements}
    if json:
        missed: dict[str, list[int]] = {}
        for file, number in sorted(found.lines - found.reached):
            missed.setdefault(file, []).append(number)
        told = {**lines, **statements, "games": found.games, "missed": missed, "errors": found.errors}
        print(json_form.dumps(told))
        return 0
    for file, (reached, every) in found.by_file().items():
        print(f"{reached:5} of {every:5}  {reached / max(every, 1):4.0%}  {file}")
    for error in found.errors:
        print(error)
    shares = [
        (lines["reached"], lines["lines"], "lines of ludemes"),
        (found.executed, found.statements, "statements of rules"),
    ]
    words = "; ".join(f"{reached} of {every} {what} ({reached / max(every, 1):.0%})" for reached, every, what in shares)
    print(f"{words} are reached by {found.games} games")
    return 0


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets a polite request to end (SIGTERM) interrupt like the keyboard."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_wanted(path: str, pattern: str) -> bool:
    return fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(Path(path).stem, pattern)


def _folders(folder: Path | None, games: Path | None, defs: Path | None, traces: Path | None) -> Folders:
    below = Folders.below(folder) if folder is not None else None
    games = games or (below.games if below else None)
    defs = defs or (below.defs if below else None)
    traces = traces or (below.traces if below else None)
    if games is None or defs is None or traces is None:
        raise PetteiaError("give a folder with games, def and traces, or all of --games, --defs and --traces")
    for one in (games, defs, traces):
        if not one.is_dir():
            raise PetteiaError(f"{one} is not a folder")
    variants = below.variants if below else traces.parent / "variants"
    return Folders(games, defs, traces, variants if variants is not None and variants.is_dir() else None)
