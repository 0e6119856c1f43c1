"""Libraries that the user added: which there are, what they hold, and games by name.

Each library is one JSON file in the user's data folder (`$PETTEIA_LIBRARY` names another): its path, its state when it
was read, and its entries. Descriptions stay where they are.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from petteia.errors import LudError, PetteiaError
from petteia.files import replace_file

from .entry import Entry
from .source import open_source

_FORM = 1
"""Libraries that were written down in another form are read again."""


@dataclass(frozen=True)
class Library:
    """A place with descriptions, and what it held when it was read."""

    path: Path
    state: str
    entries: tuple[Entry, ...]
    unreadable: int = 0

    def text_of(self, entry: Entry) -> str:
        """The description of one of its games."""
        return open_source(self.path).read(entry.path)

    def define_folders(self) -> list[Path]:
        """Folders of defines that its games use."""
        return open_source(self.path).define_folders(_folder() / "defines")


def add_library(path: Path, progress: Callable[[int], None] = lambda _: None) -> Library:
    """Reads a folder or an archive and remembers what it holds; `progress` is told after each description."""
    library = _read(path.resolve(), progress)
    if not library.entries:
        raise LudError(f"{path} holds no descriptions", suggestion="a library holds files .lud, and defines in def/")
    _write(library)
    return library


def remove_library(path: Path) -> bool:
    """Forgets a library, which stays where it is; whether there was one."""
    file = _file(path.resolve())
    there = file.exists()
    file.unlink(missing_ok=True)
    return there


def libraries() -> Iterator[Library]:
    """All libraries, in the order of their paths; what is damaged or has changed is read again."""
    found = []
    for file in _folder().glob("*.json"):
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
            found.append((Path(values["path"]), values))
        except (OSError, ValueError, KeyError, TypeError):
            continue  # nothing is known of it, so nothing can be mended
    for path, values in sorted(found, key=lambda one: one[0]):
        yield _remembered(path, values)


def find_entry(name: str) -> tuple[Library, Entry] | None:
    """The game of a name in any of the libraries; its own name goes before an alias of another."""
    shelves = list(libraries())
    for by_name in (True, False):
        for library in shelves:
            for entry in library.entries:
                if (Entry(entry.name) if by_name else entry).is_called(name):
                    return library, entry
    return None


def search(words: str) -> Iterator[tuple[Library, Entry]]:
    """The games of all libraries that fit some words."""
    return ((library, entry) for library in libraries() for entry in library.entries if entry.fits(words))


def _remembered(path: Path, values: dict[str, Any]) -> Library:
    try:
        entries = tuple(map(Entry.from_json, values["entries"]))
        library = Library(path, values["state"], entries, values["unreadable"])
        if values["form"] == _FORM and (not path.exists() or open_source(path).state == library.state):
            return library
    except (KeyError, TypeError, AttributeError, OSError):
        pass
    try:
        library = _read(path, lambda _: None)
    except PetteiaError:
        return Library(path, "gone", ())
    _write(library)
    return library


def _read(path: Path, progress: Callable[[int], None]) -> Library:
    source = open_source(path)
    entries, unreadable = [], 0
    for count, (one, text) in enumerate(source.texts(), start=1):
        try:
            entry = Entry.of_text(text, one) if text is not None else None
        except PetteiaError:
            entry = None
        if entry is None:
            unreadable += 1
        else:
            entries.append(entry)
        progress(count)
    entries.sort(key=lambda entry: (entry.name.casefold(), entry.path))
    return Library(path, source.state, tuple(entries), unreadable)


def _write(library: Library) -> None:
    file = _file(library.path)
    values = {
        "form": _FORM, "path": str(library.path), "state": library.state, "unreadable": library.unreadable,
        "entries": [entry.to_json() for entry in library.entries],
    }  # fmt: skip
    replace_file(file, json.dumps(values, ensure_ascii=False))


def _file(path: Path) -> Path:
    return _folder() / f"{hashlib.blake2b(str(path).encode(), digest_size=12).hexdigest()}.json"


def _folder() -> Path:
    given = os.environ.get("PETTEIA_LIBRARY")
    if given:
        return Path(given)
    import platformdirs  # costs more than a cached load may take

    return platformdirs.user_data_path("petteia", appauthor=False) / "libraries"
