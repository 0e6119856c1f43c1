"""`petteia doctor`: what is installed, in which version, and whether it works."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

_REQUIREMENT = re.compile(r"""(?P<package>[\w.-]+).*extra == ["'](?P<extra>\w+)["']""")
_PROGRAMS = {
    "chromium": "the studio's tests",
    "fairy-stockfish": "an opponent in chess and its relatives",
    "gnugo": "an opponent in Go",
    "gnubg": "an opponent in Backgammon",
    "tcc": "quick builds",
    "clang": "a second compiler",
}


class Finding(NamedTuple):
    """One line of the report; `works` is None for what is optional and not installed."""

    name: str
    works: bool | None
    text: str


def examine() -> Iterator[Finding]:
    """Everything there is to say, one finding after the other."""
    from petteia import __version__

    yield Finding("petteia", True, f"{__version__} on Python {platform.python_version()}, {platform.platform()}")
    yield _tried("compiler", _compiler)
    yield _tried("cache", _cache)
    yield _tried("native play", _play)
    for extra, packages in _extras().items():
        yield _extra(extra, packages)
    for program, use in _PROGRAMS.items():
        found = shutil.which(program, path=None) or shutil.which(program, path="/usr/games")
        yield Finding(program, True if found else None, found or f"not installed; for {use}")


def _tried(name: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, attempt())
    except Exception as error:
        return Finding(name, False, " ".join(str(error).split()) or type(error).__name__)


def _compiler() -> str:
    from petteia.native.compilers import require_compiler

    return require_compiler().version


def _cache() -> str:
    from petteia.native.cache import default_folder

    folder = default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass
    return f"{folder}, {shutil.disk_usage(folder).free / 2**30:.1f} GiB free"


def _play() -> str:
    from petteia.game import load

    done = load("Tic-Tac-Toe").playouts(1000, seed=1)
    return f"{done.playouts:,} random games of Tic-Tac-Toe"


def _extras() -> dict[str, list[str]]:
    """The packages of each extra, as the installed package declares them."""
    extras: dict[str, list[str]] = {}
    for line in importlib.metadata.requires("petteia") or ():
        if found := _REQUIREMENT.match(line):
            extras.setdefault(found["extra"], []).append(found["package"])
    return extras


def _extra(extra: str, packages: list[str]) -> Finding:
    found, missing = [], []
    for package in packages:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(package)
    if missing:
        return Finding(f"[{extra}]", None, f"{', '.join(missing)} not installed; pip install 'petteia[{extra}]'")
    return Finding(f"[{extra}]", True, ", ".join(found))


def diagnose(*, json: bool) -> int:
    """Prints the findings; 1 if something that is needed does not work."""
    findings = list(examine())
    if json:
        import json as json_form

        print(json_form.dumps([one._asdict() for one in findings]))
    else:
        signs = {True: "ok", False: "FAILS", None: "-"}
        for one in findings:
            print(f"{signs[one.works]:6}{one.name:16}{one.text}")
    return int(any(one.works is False for one in findings))
