"""`petteia bench`: what the ways of playouts gain, over many games."""

from __future__ import annotations

import fnmatch
import json as json_form
import random
from collections.abc import Sequence
from pathlib import Path

from petteia.bench import Measurement, ResultsFolder, Subject, format_report, run_subjects, to_json, write_figures
from petteia.errors import PetteiaError
from petteia.files import replace_file

from ._main import INTERRUPTED
from ._progress import progress


def bench_playouts(
    descriptions: Sequence[Path],
    games: str,
    conformance: Path | None,
    defs: Sequence[Path],
    *,
    seconds: float,
    max_moves: int,
    limit: float,
    jobs: int,
    out: Path | None,
    seed: int,
    json: bool,
) -> int:
    """Measures games and prints the table; with a folder, games that it knows are not measured again."""
    subjects = [one for one in _subjects(descriptions, conformance, defs) if is_wanted(one.label, games)]
    if not subjects:
        raise PetteiaError(f"no game is like {games!r}")
    folder = ResultsFolder(out, {"seconds": seconds, "max_moves": max_moves, "seed": seed}) if out is not None else None
    seen = {one.label: folder.known[one.label] for one in subjects if folder and one.label in folder.known}
    left = [one for one in subjects if one.label not in seen]
    random.Random(seed).shuffle(left)  # so that a run that was stopped has seen a fair sample
    interrupted = False
    with progress("games", len(subjects)) as tell:
        tell(len(seen), "")
        try:
            for one in run_subjects(left, seconds=seconds, max_moves=max_moves, limit=limit, jobs=jobs, seed=seed):
                seen[one.subject] = one
                if folder is not None:
                    folder.add(one)
                tell(len(seen), one.game or one.subject)
        except KeyboardInterrupt:  # what is known so far is worth printing
            interrupted = True
    _report([seen[one.label] for one in subjects if one.label in seen], folder, json=json)
    return INTERRUPTED if interrupted else 0


def _report(seen: list[Measurement], folder: ResultsFolder | None, *, json: bool) -> None:
    if folder is not None:
        folder.write("table.txt", format_report(seen) + "\n")
        folder.write("table.json", json_form.dumps(to_json(seen), indent=1) + "\n")
        for name, text in write_figures(seen).items():
            folder.write(name, text)
    print(json_form.dumps(to_json(seen)) if json else format_report(seen))


def _subjects(descriptions: Sequence[Path], conformance: Path | None, defs: Sequence[Path]) -> list[Subject]:
    """The bundled games, unless others are given: descriptions, folders of them, or a conformance set."""
    from petteia.game import game_names

    folders = tuple(str(one.resolve()) for one in defs)
    found = []
    for given in descriptions:
        paths = sorted(given.rglob("*.lud")) if given.is_dir() else [given]
        if not all(path.is_file() for path in paths):
            raise PetteiaError(f"there is no description {given}")
        found += [Subject(str(path), str(path.resolve()), folders) for path in paths]
    if conformance is not None:
        root = conformance / "games"
        if not root.is_dir():
            raise PetteiaError(f"{conformance} has no folder games")
        own = (*folders, str((conformance / "def").resolve()))
        found += [
            Subject(str(path.relative_to(root)), str(path.resolve()), own) for path in sorted(root.rglob("*.lud"))
        ]
    if not descriptions:
        found = [*(Subject(name, name) for name in game_names()), *found]
    return found


def is_wanted(label: str, pattern: str) -> bool:
    """True if a pattern of the shell is that of a label, or of the name of its file."""
    return fnmatch.fnmatch(label, pattern) or fnmatch.fnmatch(Path(label).stem, pattern)


def bench_pictures(
    descriptions: Sequence[Path],
    games: str,
    conformance: Path | None,
    defs: Sequence[Path],
    *,
    out: Path,
    sample: int,
    seed: int,
    jobs: int,
    dark: bool | None,
    json: bool,
) -> int:
    """Draws games on one page, and tells which share of their graphics items is obeyed."""
    from petteia.bench import Pictured, PictureTask, contact_sheet, draw_subjects

    subjects = [one for one in _subjects(descriptions, conformance, defs) if is_wanted(one.label, games)]
    if sample and sample < len(subjects):
        picked = set(random.Random(seed).sample(range(len(subjects)), sample))
        subjects = [one for k, one in enumerate(subjects) if k in picked]
    if not subjects:
        raise PetteiaError(f"no game is like {games!r}")
    tasks = [PictureTask(one, _traces(one, conformance), dark) for one in subjects]
    seen: dict[str, Pictured] = {}
    with progress("pictures", len(tasks)) as tell:
        for one in draw_subjects(tasks, jobs=jobs):
            seen[one.label] = one
            tell(len(seen), one.label)
    ordered = [seen[one.label] for one in subjects]
    replace_file(out, contact_sheet(ordered, dark=dark))
    failed = [one for one in ordered if one.error]
    items, ignored = sum(one.items for one in ordered), sum(len(one.ignored) for one in ordered)
    if json:
        plain = {"pictures": len(ordered) - len(failed), "failed": {one.label: one.error for one in failed}}
        missed = {one.label: dict(one.ignored) for one in ordered if one.ignored}
        print(json_form.dumps(plain | {"items": items, "obeyed": items - ignored, "ignored": missed}))
    else:
        for one in failed:
            print(f"{one.label}: {one.error}")
        share = f", {100 * (items - ignored) / items:.1f} % of {items} graphics items obeyed" if items else ""
        print(f"{out}: {len(ordered) - len(failed)} pictures{share}")
    return 1 if failed else 0


def _traces(subject: Subject, conformance: Path | None) -> str:
    if conformance is None or not subject.label.endswith(".lud"):
        return ""
    file = (conformance / "traces" / subject.label).with_suffix(".jsonl.gz")
    return str(file) if file.is_file() else ""
