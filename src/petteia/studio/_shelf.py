"""The games at hand: the bundled ones, and those in folders and archives that the owner of the studio gave."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from petteia import __version__
from petteia.errors import PetteiaError
from petteia.game import game_names
from petteia.game.about import About
from petteia.game.bundled import find_description
from petteia.library.entry import plain_name

_MOST_BYTES = 4_000_000
_MOST_FILES = 20_000
_NAME = re.compile(r'\(\s*(?:game|match)\s+"([^"]+)"')
_NOT_IN_URLS = re.compile(r'[/\\?#%"<>]')


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
        """What its metadata say."""
        return About.from_metadata(self.text)

    @property
    def recipe(self) -> dict[str, Any]:
        """What the desk loads it from."""
        return {"name": f"{self.name}.lud", "text": self.text, **({"defs": list(self.defs)} if self.defs else {})}

    @property
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

    def _add(self, volume: Volume) -> None:
        name, number = volume.name, 2
        while name in self.volumes:
            name, number = f"{volume.name} ({number})", number + 1
        self.volumes[name] = volume if name == volume.name else Volume(
            name, volume.text, volume.origin, volume.folder, volume.defs
        )  # fmt: skip

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


def _volumes(source: Path) -> Iterator[Volume]:
    if source.is_dir():
        root = source.resolve()
        defs = tuple(str(one) for one in (root / "def", root.parent / "def") if one.is_dir())[:1]
        for path in sorted(root.rglob("*.lud"))[:_MOST_FILES]:
            # A link may lead anywhere: only what lies in the folder is shown.
            if path.resolve().is_relative_to(root) and path.stat().st_size <= _MOST_BYTES:
                text = path.read_text(encoding="utf-8-sig", errors="replace")
                yield _volume(path.stem, text, source.name, str(path.parent.relative_to(root)), defs)
    elif zipfile.is_zipfile(source):
        yield from _archived(source)
    elif source.suffix == ".lud" and source.is_file():
        yield _volume(source.stem, source.read_text(encoding="utf-8-sig", errors="replace"), source.name, "", ())
    else:
        raise PetteiaError(f"{source} is neither a folder, an archive, nor a description")


def _archived(source: Path) -> Iterator[Volume]:
    """The descriptions of an archive that holds `lud/` and perhaps `def/`; its defines are unpacked into the cache."""
    with zipfile.ZipFile(source) as archive:
        members = [one for one in archive.infolist() if not one.is_dir() and one.file_size <= _MOST_BYTES][:_MOST_FILES]
        defs = _unpacked([one for one in members if one.filename.endswith(".def")], archive, source)
        for one in members:
            if one.filename.endswith(".lud"):
                inside = Path(one.filename)
                text = archive.read(one).decode("utf-8-sig", errors="replace")
                yield _volume(inside.stem, text, source.name, str(inside.parent), defs)


def _unpacked(members: list[zipfile.ZipInfo], archive: zipfile.ZipFile, source: Path) -> tuple[str, ...]:
    if not members:
        return ()
    from platformdirs import user_cache_path

    stat = source.stat()
    key = hashlib.blake2b(f"{source.resolve()} {stat.st_size} {stat.st_mtime_ns}".encode(), digest_size=8).hexdigest()
    folder = user_cache_path("petteia") / "defines" / key
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(members):
        target = folder / f"{number}-{Path(one.filename).name}"  # the name alone: no path leaves the folder
        if not target.exists():
            partial = target.with_suffix(".part")
            partial.write_bytes(archive.read(one))
            partial.replace(target)
    return (str(folder),)


def _volume(stem: str, text: str, origin: str, folder: str, defs: tuple[str, ...]) -> Volume:
    found = _NAME.search(text)
    name = _NOT_IN_URLS.sub(" ", found[1] if found else stem).strip() or stem
    return Volume(name, text, origin, "" if folder == "." else folder, defs)

