"""Where descriptions lie: a folder, or an archive (`.zip`, `.jar`), with the defines they use beside them."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from petteia.errors import LudError, LudSyntaxError, PetteiaError

MOST_BYTES = 4_000_000
_MOST_FILES = 20_000
_DEFINES = "def"


class Source(ABC):
    """Descriptions and defines of one place, by their paths in it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def descriptions(self) -> Iterator[str]:
        """The paths of all descriptions."""

    @abstractmethod
    def read(self, path: str) -> str:
        """The text of a description."""

    def texts(self) -> Iterator[tuple[str, str | None]]:
        """All descriptions with their texts; None for one that cannot be read."""
        for path in self.descriptions():
            try:
                yield path, self.read(path)
            except PetteiaError:
                yield path, None

    @abstractmethod
    def define_folders(self, cache: Path) -> list[Path]:
        """Folders with the defines; those of an archive are unpacked into a cache."""

    @property
    @abstractmethod
    def state(self) -> str:
        """Changes whenever the contents do, as far as that shows without reading them."""


def open_source(path: Path) -> Source:
    """The source at a path; `LudError` where there is none."""
    if path.is_dir():
        return _Folder(path)
    if not path.is_file():
        raise LudError(f"{path} does not exist")
    if not zipfile.is_zipfile(path):
        raise LudError(f"{path} is neither a folder nor a zip archive")
    return _Archive(path)


class _Folder(Source):
    def descriptions(self) -> Iterator[str]:
        for count, file in enumerate(sorted(self.path.rglob("*.lud"))):
            if count >= _MOST_FILES:
                raise LudError(f"{self.path} holds more than {_MOST_FILES} descriptions")
            if file.is_file():
                yield file.relative_to(self.path).as_posix()

    def read(self, path: str) -> str:
        file = self.path / path
        try:
            if file.stat().st_size > MOST_BYTES:
                raise LudSyntaxError(f"{file} is too large for a description")
            return _decode(file.read_bytes(), str(file))
        except OSError as error:
            raise _gone(self.path, path, error) from None

    def define_folders(self, cache: Path) -> list[Path]:
        return [folder for folder in (self.path / _DEFINES, self.path.parent / _DEFINES) if folder.is_dir()][:1]

    @property
    def state(self) -> str:
        return "folder"


class _Archive(Source):
    def descriptions(self) -> Iterator[str]:
        yield from self._members(".lud")

    def _members(self, ending: str) -> list[str]:
        with self._opened() as archive:
            found = [one.filename for one in archive.infolist() if one.filename.endswith(ending) and not one.is_dir()]
        if len(found) > _MOST_FILES:
            raise LudError(f"{self.path} holds more than {_MOST_FILES} files {ending}")
        return sorted(found)

    def read(self, path: str) -> str:
        with self._opened() as archive:
            return self._text(archive, path)

    def texts(self) -> Iterator[tuple[str, str | None]]:
        with self._opened() as archive:  # opened once: an archive of thousands is a long table of contents
            for path in self._members(".lud"):
                try:
                    yield path, self._text(archive, path)
                except PetteiaError:
                    yield path, None

    def _text(self, archive: zipfile.ZipFile, path: str) -> str:
        try:
            if archive.getinfo(path).file_size > MOST_BYTES:
                raise LudSyntaxError(f"{path} of {self.path} is too large for a description")
            with archive.open(path) as file:  # what an archive says of sizes need not be true
                data = file.read(MOST_BYTES + 1)
        except (KeyError, zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
            raise _gone(self.path, path, error) from None
        return _decode(data[:MOST_BYTES], f"{self.path}/{path}")

    def _opened(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self.path)
        except (zipfile.BadZipFile, OSError) as error:
            raise LudError(f"{self.path} cannot be read: {error}") from None

    def define_folders(self, cache: Path) -> list[Path]:
        folder = cache / hashlib.blake2b(f"{self.path} {self.state}".encode(), digest_size=12).hexdigest()
        if not folder.is_dir():
            _unpack(self, self._members(".def"), folder)
        return [folder]

    @property
    def state(self) -> str:
        stat = self.path.stat()
        return f"{stat.st_size} {stat.st_mtime_ns}"


def _unpack(source: _Archive, members: list[str], folder: Path) -> None:
    """Copies defines out of an archive: under numbers, so that no name of the archive becomes a path."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".unpacking-"))
    try:
        with source._opened() as archive:
            for number, member in enumerate(members):
                name = f"{number:05}-{PurePosixPath(member).stem[:60].replace(os.sep, '_')}.def"
                (beside / name).write_text(source._text(archive, member), encoding="utf-8")
        try:
            beside.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster
                raise
    except OSError as error:
        raise LudError(f"the defines of {source.path} cannot be unpacked: {error.strerror or error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _decode(data: bytes, name: str) -> str:
    from petteia.lang.library import decode  # the reader costs more than a cached load may take

    return decode(data, name)


def _gone(source: Path, path: str, error: BaseException) -> LudError:
    hint = f"`petteia library add {source}` reads it again"
    return LudError(f"{path} of the library {source} cannot be read: {error}", suggestion=hint)
