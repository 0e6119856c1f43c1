"""`petteia games` and `petteia library`: games at hand, bundled and in libraries of the user's."""

from __future__ import annotations

import json as json_form
import shutil
import textwrap
from pathlib import Path
from typing import Any

from petteia.game import game_names
from petteia.game.about import About
from petteia.game.bundled import entries, find_description
from petteia.library import Entry, Library, add_library, libraries, remove_library, search
from petteia.library.source import open_source

from ._progress import progress


def list_games(words: str | None, *, json: bool) -> None:
    """The bundled games, a line each; with words to search for, those of all libraries that fit them."""
    bundled = [entry for entry in entries() if words is None or entry.fits(words)]
    others = list(search(words)) if words is not None else []
    if json:
        rows = [_bundled_row(entry) for entry in bundled] + [_row(entry, str(one.path)) for one, entry in others]
        print(json_form.dumps(rows, ensure_ascii=False))
        return
    if not bundled and not others:
        print(f"nothing fits {words!r}; `petteia games` lists the bundled games")
        return
    lines = [(entry.name, _said_of(entry)) for entry in bundled]
    lines += [(entry.name, f"{_facts(entry)} [{library.path.name}]") for library, entry in others]
    wide = min(36, max(len(name) for name, _ in lines))
    room = max(20, shutil.get_terminal_size((100, 24)).columns - wide - 2)
    for name, text in lines:
        print(f"{name:<{wide}}  {textwrap.shorten(text, room, placeholder=' ...')}")


def _said_of(entry: Entry) -> str:
    about = About.from_metadata(find_description(entry.name)[1]).description
    return f"{about} (also {', '.join(entry.aliases)})" if entry.aliases else about


def _facts(entry: Entry) -> str:
    years = f"{entry.years[0]} to {entry.years[1]}" if entry.years else ""
    players = f"{entry.players} players" if entry.players is not None else ""
    return ", ".join(one for one in (entry.category, players, entry.region, years) if one)


def _row(entry: Entry, origin: str) -> dict[str, Any]:
    return {**entry.to_json(), "library": origin}


def _bundled_row(entry: Entry) -> dict[str, Any]:
    return {**_row(entry, "bundled"), "description": About.from_metadata(find_description(entry.name)[1]).description}


def run_add(path: Path) -> None:
    """Reads a library and remembers it."""
    total = sum(1 for _ in open_source(path).descriptions())
    with progress("descriptions", total) as tell:
        library = add_library(path, lambda done: tell(done, ""))
    print(_summary(library))
    hidden = {entry.name for entry in library.entries} & set(game_names())
    if hidden:
        print(f"{len(hidden)} have the name of a bundled game; a bundled game comes first")


def run_list(*, json: bool) -> None:
    """The libraries, a line each."""
    found = list(libraries())
    if json:
        rows = [{"path": str(one.path), "games": len(one.entries), "there": one.path.exists()} for one in found]
        print(json_form.dumps(rows))
        return
    for library in found:
        print(_summary(library) + ("" if library.path.exists() else " (not there any more)"))
    if not found:
        print("no library was added yet; `petteia library add PATH` adds a folder, a .zip or a .jar")


def run_remove(path: Path) -> None:
    """Forgets a library."""
    print(f"{path} is forgotten" if remove_library(path) else f"{path} was no library")


def _summary(library: Library) -> str:
    unread = f", {library.unreadable} files without a game" if library.unreadable else ""
    return f"{library.path}: {len(library.entries)} games{unread}"
