"""The folder that keeps a study: what is studied, and a line for each outcome, keyed by the content of its task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from petteia.errors import PetteiaError
from petteia.scale import Executor

from ._assess import Outcome, Task, assess_batch
from ._estimate import Estimate

_MARK = "study.json"
_LINES = "candidates.jsonl"


class Folder:
    """Outcomes that were kept before, by task, and what is added to them; without a path nothing is kept."""

    def __init__(self, path: Path | None, content: str, game: str, *, resume: bool = False) -> None:
        """Opens a new folder, or with `resume` one that holds the study of the same content."""
        self.path = path
        self.known: dict[str, Outcome] = {}
        self.computed = 0.0
        """CPU seconds of outcomes that were not known."""
        if path is not None:
            identity = {"study": hashlib.blake2b(content.encode(), digest_size=16).hexdigest(), "game": game}
            try:
                self._open(path, identity, resume)
            except (OSError, json.JSONDecodeError) as error:
                raise PetteiaError(f"{path} cannot be used: {error}") from error

    def _open(self, path: Path, identity: dict[str, str], resume: bool) -> None:
        path.mkdir(parents=True, exist_ok=True)
        mark, lines = path / _MARK, path / _LINES
        if not mark.exists():
            write_whole(mark, json.dumps(identity))
            return
        there = json.loads(mark.read_text(encoding="utf-8"))
        if there.get("study") != identity["study"]:
            raise PetteiaError(f"{path} holds another study, of {there.get('game')}: give another folder")
        if not resume:
            raise PetteiaError(f"{path} holds this study already: give --resume to go on, or another folder")
        if lines.exists():
            self._read(lines)

    def _read(self, lines: Path) -> None:
        """Takes in what was computed before; a line that was cut short is left out, and ended."""
        text = lines.read_text(encoding="utf-8", errors="replace")
        for line in text.splitlines():
            try:
                entry = json.loads(line)
                measures = entry["outcome"]["measures"]
                entry["outcome"]["measures"] = {
                    name: Estimate(*(float("nan") if x is None else x for x in one)) for name, one in measures.items()
                }
                self.known[entry["key"]] = Outcome(**entry["outcome"])
            except (json.JSONDecodeError, KeyError, TypeError, AttributeError):
                continue
        if text and not text.endswith("\n"):
            with lines.open("a", encoding="utf-8") as file:
                file.write("\n")

    def outcomes(self, workers: Executor, batches: Iterable[tuple[Task, ...]]) -> Iterator[tuple[Task, Outcome]]:
        """Each task with its outcome, as batches are done; what is known is not computed again."""
        told = ((batch, tuple(self.known.get(_key(task)) for task in batch)) for batch in batches)
        for (batch, _), outcomes in workers.run(_assess_unknown, told):
            for task, outcome in zip(batch, outcomes, strict=True):
                if _key(task) not in self.known:
                    self.computed += outcome.cpu
                    self._keep(task, outcome)
                yield task, outcome

    def _keep(self, task: Task, outcome: Outcome) -> None:
        if self.path is None:
            return
        entry = asdict(outcome)
        entry["measures"] = {
            name: [one.value, _finite(one.low), _finite(one.high), _finite(one.standard_error)]
            for name, one in outcome.measures.items()
        }
        try:
            with (self.path / _LINES).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": _key(task), "outcome": entry}) + "\n")
        except OSError as error:
            raise PetteiaError(f"{self.path} cannot be written: {error}; what was computed before stays") from error

    def write(self, name: str, text: str) -> None:
        """Writes a file of results into the folder, if there is one: the whole of it or nothing."""
        if self.path is None:
            return
        try:
            (self.path / name).parent.mkdir(exist_ok=True)
            write_whole(self.path / name, text)
        except OSError as error:
            raise PetteiaError(f"{self.path} cannot be written: {error}; what was computed before stays") from error

    def write_table(self, rows: list[dict[str, Any]]) -> None:
        """Writes `results.parquet`, where PyArrow is installed."""
        from ._tables import write_table

        if self.path is None:
            return
        try:
            write_table(self.path / "results.parquet", rows)
        except OSError as error:
            raise PetteiaError(f"{self.path} cannot be written: {error}; what was computed before stays") from error


def write_whole(path: Path, text: str) -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever found."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _finite(number: float) -> float | None:
    return None if number in (float("inf"), float("-inf")) or number != number else number


def _key(task: Task) -> str:
    """The content of a task."""
    parts = (task.text, task.level, task.games, task.most_moves, task.move_limit, task.seed, task.constraints)
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _assess_unknown(batch: tuple[tuple[Task, ...], tuple[Outcome | None, ...]]) -> list[Outcome]:
    tasks, known = batch
    fresh = iter(assess_batch(tuple(task for task, one in zip(tasks, known, strict=True) if one is None)))
    return [next(fresh) if one is None else one for one in known]
