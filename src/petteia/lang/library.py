"""Define libraries: folders of `.def` files, each with one define, read once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from petteia.errors import LudSyntaxError
from petteia.lang.scan import closing, first_quoted

__all__ = ["BUNDLED", "LibraryDefine", "decode", "load_library"]

BUNDLED = Path(__file__).resolve().parent.parent / "defs"


@dataclass(frozen=True)
class LibraryDefine:
    """A define of a library: its name with the quotes, and where in which file its body stands."""

    tag: str
    file: str
    chars: str
    start: int
    end: int


def load_library(folders: Iterable[Path | str]) -> Mapping[str, LibraryDefine]:
    """The defines of some folders and of the package, by tag; an earlier folder overrides a later one."""
    found: dict[str, LibraryDefine] = {}
    for folder in [*map(Path, folders), BUNDLED]:
        for define in _read_folder(str(folder), _state_of(folder)):
            found.setdefault(define.tag, define)
    return found


def _state_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Files with sizes and times, by which a change of the folder is noticed."""
    if not folder.is_dir():
        if folder == BUNDLED:
            return ()
        raise LudSyntaxError(f"the define folder {folder} does not exist")
    files = sorted(folder.rglob("*.def"))
    return tuple((str(file), stat.st_size, stat.st_mtime_ns) for file in files for stat in [file.stat()])


@lru_cache(maxsize=16)
def _read_folder(folder: str, state: tuple[tuple[str, int, int], ...]) -> tuple[LibraryDefine, ...]:
    read = (_read_define(Path(file), folder) for file, _, _ in state)
    return tuple(define for define in read if define is not None)


def _read_define(file: Path, folder: str) -> LibraryDefine | None:
    """The first define of a file, None if there is none."""
    name = str(file.relative_to(folder))
    chars = decode(file.read_bytes(), name)
    start = chars.find("(define ")
    if start < 0:
        return None
    end = closing(chars, start)
    tag_start, tag_end = first_quoted(chars, start)
    if end < 0 or not start < tag_start < tag_end <= end:
        raise LudSyntaxError(f"{name}: the define is not closed or has no name")
    return LibraryDefine(chars[tag_start:tag_end], name, chars, tag_end, end)


def decode(data: bytes, name: str) -> str:
    """The text of a file; a line of its own for data that is no text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LudSyntaxError(f"{name} is not a text in UTF-8 (byte {error.start})") from None
