"""Digests of many games at each stage from text to C, kept in a folder, and what has changed since.

A pure refactoring leaves all of them alone. The folder holds one line a game in `digests.txt`, and the texts
themselves, compressed, under `texts/`, so that a change can be read.
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from petteia.errors import PetteiaError
from petteia.game.stages import STAGES, stage_texts

_DIGITS = 12
_ABSENT = "-"


@dataclass(frozen=True)
class Variant:
    """A game with the options it is read with; `label` is how reports call it."""

    label: str
    description: str
    """A bundled name, or the path of a description."""
    defs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Digests(NamedTuple):
    """A variant's digests in the order of the stages; those after a stage that was refused are absent."""

    label: str
    stages: tuple[str, ...]
    refusal: str = ""

    @property
    def line(self) -> str:
        """One line of the kept file."""
        return "\t".join((*self.stages, self.label, self.refusal)).rstrip("\t")


class Change(NamedTuple):
    """A game that changed: `new`, `gone`, or the first stage that differs with those that differ after it."""

    label: str
    stages: tuple[str, ...]


def digest_variant(task: tuple[Variant, str]) -> Digests:
    """The digests of a game; its texts are written below the folder of the task."""
    from petteia.game.bundled import find_description
    from petteia.game.game import Recipe

    variant, folder = task
    given = Path(variant.description) if variant.description.endswith(".lud") else variant.description
    name, text = find_description(given)
    recipe = Recipe(name, text, variant.options, None, variant.defs)
    found: list[str] = []
    refusal = ""
    try:
        for stage, made in stage_texts(recipe):
            found.append(_digest(made))
            _write_text(_text_path(Path(folder), variant.label, stage), made)
    except PetteiaError as error:
        refusal = " ".join(str(error).split())
    return Digests(variant.label, (*found, *[_ABSENT] * (len(STAGES) - len(found))), refusal)


def digest_all(variants: Iterable[Variant], folder: Path, jobs: int) -> Iterator[Digests]:
    """The digests of games as they come, by `jobs` processes; texts go below the folder."""
    from petteia.scale import executor

    with executor(jobs=jobs) as workers:
        for _, result in workers.run(digest_variant, [(one, str(folder)) for one in variants]):
            yield result


def read_digests(file: Path) -> dict[str, Digests]:
    """The kept digests by label; none without a file."""
    if not file.is_file():
        return {}
    found = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        stages, rest = line.split("\t")[: len(STAGES)], line.split("\t")[len(STAGES) :]
        if not 1 <= len(rest) <= 2:
            raise PetteiaError(f"{file}:{number}: not a line of digests")
        found[rest[0]] = Digests(rest[0], tuple(stages), *rest[1:])
    return found


def write_digests(file: Path, found: Iterable[Digests]) -> None:
    """Writes digests, sorted by label."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{one.line}\n" for one in sorted(found)), encoding="utf-8")


def compare_digests(before: dict[str, Digests], after: dict[str, Digests]) -> list[Change]:
    """The changes from kept digests to new ones, by label.

    >>> old, new = Digests("Hex", ("a", "b", "c", "d")), Digests("Hex", ("a", "b", "x", "y"))
    >>> compare_digests({"Hex": old}, {"Hex": new})
    [Change(label='Hex', stages=('optimised', 'c'))]
    """
    changes = []
    for label in sorted(before.keys() | after.keys()):
        old, new = before.get(label), after.get(label)
        if old is None or new is None:
            changes.append(Change(label, ("new",) if old is None else ("gone",)))
        elif old != new:
            pairs = zip(STAGES, old.stages, new.stages, strict=True)
            differing = tuple(stage for stage, one, other in pairs if one != other)
            changes.append(Change(label, differing or ("refusal",)))
    return changes


def text_difference(before: Path, after: Path, label: str, stage: str) -> Iterator[str]:
    """The lines in which the texts of a stage differ, by the texts of two folders."""
    old, new = (_read_text(_text_path(folder, label, stage)) for folder in (before, after))
    return difflib.unified_diff(old, new, f"{label} {stage} kept", f"{label} {stage} now", lineterm="", n=2)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _text_path(folder: Path, label: str, stage: str) -> Path:
    """The place of a text: labels may hold anything, so the file is named by a digest of it."""
    name = _digest(label)
    return folder / "texts" / name[:2] / f"{name}.{stage}.gz"


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode("utf-8", "surrogatepass"), 1, mtime=0))


def _read_text(path: Path) -> list[str]:
    try:
        return gzip.decompress(path.read_bytes()).decode("utf-8", "surrogatepass").splitlines()
    except (OSError, EOFError, ValueError):
        return []
