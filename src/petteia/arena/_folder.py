"""The folder of a series: what was agreed in `match.json`, games in `games.jsonl`, the outcome in `result.json`.

A game is kept the moment it ends, so that a series that was stopped, however, goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from petteia.errors import PetteiaError
from petteia.files import replace_file
from petteia.game.trials import JsonLines, Trial

_MAY_CHANGE = ("petteia", "games")
"""Agreements that a series may go on with in another way: more games may be wanted now."""


class Folder:
    """A folder that one process at a time keeps a series in."""

    def __init__(self, path: str | Path, agreed: Mapping[str, Any], *, resume: bool) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self.path / ".lock")
        self._agreed = dict(agreed)
        self._lines = JsonLines(self.path / "games.jsonl")
        self._resume = resume

    def __enter__(self) -> Self:
        try:
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise PetteiaError(f"another process is at work in {self.path}") from error
        try:
            self._agree()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._lock.release()

    def _agree(self) -> None:
        """Writes down what is played, or holds it against what was."""
        file = self.path / "match.json"
        if file.exists():
            if not self._resume:
                raise PetteiaError(f"{self.path} holds games already: --resume goes on with them, or name another")
            _compare(file, json.loads(file.read_text(encoding="utf-8")), json.loads(json.dumps(self._agreed)))
        write_json(file, self._agreed)

    def trials(self) -> Iterator[Trial]:
        """The games that were kept."""
        return map(Trial.from_json, self._lines.read())

    def keep(self, trial: Trial) -> None:
        """Writes a game down."""
        self._lines.append(trial.to_json())

    def conclude(self, result: Mapping[str, Any]) -> None:
        """Writes the outcome down."""
        write_json(self.path / "result.json", result)


def _compare(file: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    for name in sorted(set(before) | set(now)):
        if before.get(name) != now.get(name) and name not in _MAY_CHANGE:
            was, is_now = (json.dumps(one.get(name)) for one in (before, now))
            raise PetteiaError(f"{file} was begun with another value of {name}: {was:.60}, not {is_now:.60}")


def write_json(file: Path, values: Mapping[str, Any]) -> None:
    """Writes a whole file at once."""
    replace_file(file, json.dumps(values, indent=1, ensure_ascii=False) + "\n")
