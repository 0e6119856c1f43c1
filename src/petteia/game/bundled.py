"""The games that come with the package, and where a game that is asked for is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from petteia.errors import LudError, LudSyntaxError
from petteia.library import Entry, find_entry
from petteia.library.entry import plain_name

FOLDER = Path(__file__).resolve().parent.parent / "games"
_TEXT = re.compile(r"\A\s*(\(|//)|\n|\((game|match)\b")
"""The sign that tells the text of a description from a name, which may hold brackets too."""
_MOST_BYTES = 4_000_000
_SUBGAME = re.compile(r'\(subgame\s+"([^"]+)"')


def game_names() -> list[str]:
    """The names of the bundled games."""
    return sorted(path.stem for path in FOLDER.glob("*.lud"))


class Description(NamedTuple):
    """A description that was found: its name for messages, its text, and folders of defines that go with it."""

    name: str
    text: str
    defs: tuple[Path, ...] = ()


def find_description(given: str | Path) -> tuple[str, str]:
    """The name for messages and the text of a description: a name, a path, or the text itself."""
    return locate(given)[:2]


def locate(given: str | Path) -> Description:
    """A description by a bundled name, by a name in one of the user's libraries, by its path, or by the text itself."""
    if isinstance(given, str) and _TEXT.search(given):
        return Description("text", given)
    path = Path(given)
    if isinstance(given, str) and path.suffix != ".lud" and path.name == given:
        found = _named(given)
        if found is not None:
            return found
        if not path.exists():
            raise _unknown(given)
    return Description(path.name, _read(path))


def find_subgames(given: str | Path, text: str) -> tuple[tuple[str, str], ...]:
    """The games that a match is made of, by name: from files beside it or below, or found by name like any other."""
    names = dict.fromkeys(_SUBGAME.findall(text)) if "(match" in text else ()
    return tuple((name, found) for name in names if (found := _subgame(given, name)) is not None)


def _subgame(given: str | Path, name: str) -> str | None:
    path = Path(given) if isinstance(given, Path) or not _TEXT.search(given) else None
    if path is not None and path.is_file():
        beside = next(iter(sorted(path.parent.rglob(f"{_escaped(name)}.lud"))), None)
        if beside is not None:
            return _read(beside)
    found = _named(name)
    return found.text if found is not None else None


def _escaped(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)


def entries() -> list[Entry]:
    """The facts of all bundled games, by name."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.lud")))
    return [entry for path, text in texts if (entry := Entry.of_text(text, path.name)) is not None]


def _named(name: str) -> Description | None:
    """A bundled game by its name or by an alias, or a game of a library."""
    wanted = plain_name(name)
    path = next((path for path in FOLDER.glob("*.lud") if plain_name(path.stem) == wanted), None)
    if path is None:
        alias = next((entry for entry in entries() if entry.is_called(name)), None)
        path = FOLDER / alias.path if alias is not None else None
    if path is not None:
        return Description(path.name, path.read_text(encoding="utf-8"))
    found = find_entry(name)
    if found is None:
        return None
    library, entry = found
    return Description(entry.path, library.text_of(entry), tuple(library.define_folders()))


def _unknown(name: str) -> LudError:
    from difflib import get_close_matches

    bundled = entries()
    names = {plain_name(one): entry.name for entry in bundled for one in (entry.name, *entry.aliases)}
    alike, typed = (get_close_matches(plain_name(name), names, n=3, cutoff=share) for share in (0.6, 0.85))
    family = [entry.name for entry in bundled if entry.fits(name)][:4]  # such as mancala
    near = [names[one] for one in typed] or family or [names[one] for one in alike]
    hint = f"did you mean {' or '.join(dict.fromkeys(near))}?" if near else "`petteia games` lists the bundled ones"
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
