"""The games that come with the package, and where a game that is asked for is found."""

from __future__ import annotations

import re
from pathlib import Path

from petteia.errors import LudError, LudSyntaxError

FOLDER = Path(__file__).resolve().parent.parent / "games"
_SEPARATORS = re.compile(r"[\s_\-']+")
_TEXT = re.compile(r"\A\s*(\(|//)|\n|\((game|match)\b")
"""What tells the text of a description from a name, which may hold brackets too."""
_MOST_BYTES = 4_000_000


def game_names() -> list[str]:
    """The names of the bundled games."""
    return sorted(path.stem for path in FOLDER.glob("*.lud"))


def find_description(given: str | Path) -> tuple[str, str]:
    """The name for messages and the text of a description: a bundled name, a path, or the text itself."""
    if isinstance(given, str) and _TEXT.search(given):
        return "text", given
    path = Path(given)
    if isinstance(given, str) and path.suffix != ".lud" and path.name == given:
        bundled = _bundled(given)
        if bundled is not None:
            return bundled.name, bundled.read_text(encoding="utf-8")
        if not path.exists():
            raise _unknown(given)
    return path.name, _read(path)


def _bundled(name: str) -> Path | None:
    wanted = _plain(name)
    return next((path for path in FOLDER.glob("*.lud") if _plain(path.stem) == wanted), None)


def _plain(name: str) -> str:
    """A name as it is matched: without case, spaces, dashes, apostrophes."""
    return _SEPARATORS.sub("", name.casefold())


def _unknown(name: str) -> LudError:
    from difflib import get_close_matches

    names = {_plain(one): one for one in game_names()}
    near = [names[one] for one in get_close_matches(_plain(name), names, n=3, cutoff=0.5)]
    hint = f"did you mean {' or '.join(near)}?" if near else "`petteia games` lists the bundled ones"
    return LudError(f"no game is called {name!r}", suggestion=hint)


def _read(path: Path) -> str:
    try:
        if path.is_dir():
            raise LudSyntaxError(f"{path} is a folder, not a description")
        if not path.is_file() and path.exists():  # devices and pipes have no end
            raise LudSyntaxError(f"{path} is no ordinary file")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise LudSyntaxError(f"{path} is too large for a description")
    except OSError as error:
        raise LudError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LudSyntaxError(f"{path} is not a text in UTF-8 (byte {error.start})") from None
