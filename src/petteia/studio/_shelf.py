"""The games at hand: bundled ones, the user's libraries, and what the owner of the studio gave besides."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from petteia import __version__
from petteia.game import About, find_description, game_names
from petteia.library import Entry, libraries, open_source, plain_name

_NOT_IN_URLS = re.compile(r'[/\\?#%"<>]')
_DICE = re.compile(r"\((?:dice|deck|shuffle)\b|\brandom\b", re.IGNORECASE)


@dataclass(frozen=True)
class Volume:
    """A description on the shelf: its name there, its text, and where it comes from."""

    name: str
    text: str
    origin: str
    folder: str = ""
    """The folders above it, which sort games by kind."""
    defs: tuple[str, ...] = ()

    @cached_property
    def about(self) -> About:
        """The facts of its metadata."""
        return About.from_metadata(self.text)

    @cached_property
    def entry(self) -> Entry:
        """Name, players, kind, place and time, as the description tells them."""
        return Entry.of_text(self.text, f"{self.folder}/{self.name}") or Entry(self.name)

    @cached_property
    def has_chance(self) -> bool:
        """True if words of dice, decks or draws stand in the description."""
        return bool(_DICE.search(self.text))

    @property
    def recipe(self) -> dict[str, Any]:
        """The JSON values that the desk loads it from."""
        return {"name": f"{self.name}.lud", "text": self.text, **({"defs": list(self.defs)} if self.defs else {})}

    @cached_property
    def key(self) -> str:
        """The name of its picture: another text, or another version of the code, is another picture."""
        return hashlib.blake2b(f"{_code_version()} {self.defs} {self.text}".encode(), digest_size=16).hexdigest()


@cache
def _code_version() -> str:
    """The version of the program, and when its code was changed."""
    changed = max(path.stat().st_mtime_ns for path in Path(__file__).resolve().parent.parent.rglob("*.py"))
    return f"{__version__} {changed}"


class Shelf:
    """Games by name. Names are all that comes from outside: no path is ever made of one."""

    def __init__(self, sources: Iterable[Path] = ()) -> None:
        self.volumes: dict[str, Volume] = {}
        for name in game_names():
            self._add(Volume(name, find_description(name)[1], "bundled"))
        for source in sources:
            for volume in _volumes(source):
                self._add(volume)
        for library in libraries():
            if library.path.exists():
                for volume in _volumes(library.path):
                    self._add(volume)

    def _add(self, volume: Volume) -> None:
        name, number = volume.name, 2
        while name in self.volumes:
            if self.volumes[name].text == volume.text:
                return  # the same game, from two places
            name, number = f"{volume.name} ({number})", number + 1
        self.volumes[name] = replace(volume, name=name)

    def find(self, name: str) -> Volume | None:
        """A game by its name, however it is written."""
        found = self.volumes.get(name)
        if found is not None:
            return found
        wanted = plain_name(name)
        return next((one for key, one in self.volumes.items() if plain_name(key) == wanted), None)

    def near(self, name: str) -> list[str]:
        """Names like one that is not there."""
        from difflib import get_close_matches

        return get_close_matches(name, self.volumes, n=3, cutoff=0.5)


def _volumes(path: Path) -> Iterator[Volume]:
    """The games of a folder, of an archive, or of a single description."""
    if path.suffix == ".lud" and path.is_file():
        yield _volume(path.name, path.read_text(encoding="utf-8-sig", errors="replace"), path.name, ())
        return
    from platformdirs import user_cache_path

    source = open_source(path)
    defs = tuple(map(str, source.define_folders(user_cache_path("petteia") / "defines")))
    root = path.resolve()
    for inside, text in source.texts():
        # A link may lead anywhere: only what lies in the folder is shown.
        if text is not None and (not path.is_dir() or (path / inside).resolve().is_relative_to(root)):
            yield _volume(inside, text, path.name, defs)


def _volume(inside: str, text: str, origin: str, defs: tuple[str, ...]) -> Volume:
    found, where = Entry.name_in(text), PurePosixPath(inside)
    name = _NOT_IN_URLS.sub(" ", found or where.stem).strip() or where.stem
    folder = str(where.parent)
    return Volume(name, text, origin, "" if folder == "." else folder, defs)
