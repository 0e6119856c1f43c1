"""Recorded play as it is written in files: recordings of a header and trials, trials of plies."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Ply:
    """A move of a trial: the state before it, the legal moves in one of three forms, and the move played."""

    state: str | None
    digest: str
    played: str
    successors: str | None = None
    moves: str | None = None
    moves_digest: str | None = None


@dataclass
class Trial:
    """One game played: its plies, and the text or digest of the state at the end."""

    number: int
    over: bool
    plies: list[Ply] = field(default_factory=list)
    end: str = ""


@dataclass
class Recording:
    """The header of a recording and its trials."""

    header: dict[str, Any]
    trials: list[Trial] = field(default_factory=list)

    @property
    def draws(self) -> bool:
        """True if chance plays a part."""
        return "chance" in self.header["flags"]

    @property
    def options(self) -> list[str]:
        """The options chosen."""
        return list(self.header["options"])


def digest(text: str) -> str:
    """The first 8 hex digits of the SHA-1 of a text.

    >>> digest("0=1 | m=2")
    'ff712354'
    """
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:8]


def read_recordings(path: Path) -> list[Recording]:
    """The recordings of a file, one after the other."""
    recordings: list[Recording] = []
    for line in _lines(path):
        if "game" in line:
            recordings.append(Recording(line))
        elif "trial" in line:
            recordings[-1].trials.append(Trial(line["trial"], line["over"]))
        elif "end" in line:
            recordings[-1].trials[-1].end = line["end"]
        else:
            recordings[-1].trials[-1].plies.append(_ply(line))
    return recordings


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def _ply(line: dict[str, Any]) -> Ply:
    state = line.get("s")
    known = line["h"] if state is None else digest(state)
    return Ply(state, known, line["c"], line.get("succ"), line.get("moves"), line.get("mh"))


def read_options(path: Path) -> list[tuple[str, ...]]:
    """The options of each recording of a file; the file is searched for headers, and the plies are left unread."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [tuple(json.loads(line)["options"]) for line in file if line.startswith('{"game"')]
