"""`petteia bench digests`: which games a change of the code changes, and at which stage first."""

from __future__ import annotations

import itertools
import json as json_form
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from petteia.bench import Change, Variant, compare_digests, digest_all, read_digests, text_difference, write_digests
from petteia.conformance import Folders, recorded_options
from petteia.errors import PetteiaError

from ._bench import is_wanted
from ._progress import progress

_DIFFERENCE_LINES = 60
_NAMED = 10


def bench_digests(
    conformance: Sequence[Path],
    games: str,
    defs: Sequence[Path],
    keep: Path,
    *,
    jobs: int,
    update: bool,
    show: str | None,
    json: bool,
) -> int:
    """Compares games with what the folder keeps; 1 if any changed and the folder is not to be updated."""
    variants = [one for one in _variants(conformance, defs) if is_wanted(one.label, games)]
    if not variants:
        raise PetteiaError(f"no game is like {games!r}")
    now = keep / "now"
    shutil.rmtree(now, ignore_errors=True)
    found = {}
    with progress("games", len(variants)) as tell:
        for one in digest_all(variants, now, jobs):
            found[one.label] = one
            tell(len(found), one.label)
    kept = read_digests(keep / "digests.txt")
    wanted = {label: one for label, one in kept.items() if is_wanted(label, games)}
    changes = compare_digests(wanted, found)
    report = changes if kept else []
    if json:
        print(json_form.dumps({"games": len(found), "changes": {one.label: one.stages for one in report}}))
    else:
        print(_summary(len(found), sum(1 for one in found.values() if one.refusal), report, first=not kept))
        _print_difference(keep, now, report, show)
    if kept and not update:
        return 1 if changes else 0
    write_digests(keep / "digests.txt", [*(one for label, one in kept.items() if label not in wanted), *found.values()])
    shutil.copytree(now / "texts", keep / "texts", dirs_exist_ok=True)
    shutil.rmtree(now)
    return 0


def _summary(count: int, refused: int, changes: Sequence[Change], *, first: bool) -> str:
    head = f"{count} games and variants, {refused} refused"
    if first:
        return f"{head}; kept to compare with"
    if not changes:
        return f"{head}; none changed"
    lines = [f"{head}; {len(changes)} changed"]
    for stage, number in Counter(one.stages[0] for one in changes).most_common():
        names = [one.label for one in changes if one.stages[0] == stage]
        more = f", and {number - _NAMED} more" if number > _NAMED else ""
        lines.append(f"  {number:>4} first at {stage}: {', '.join(names[:_NAMED])}{more}")
    return "\n".join(lines)


def _print_difference(keep: Path, now: Path, changes: Sequence[Change], show: str | None) -> None:
    """Prints the first stage that differs of the game asked for, or of the one that differs least."""
    readable = [one for one in changes if one.stages[0] not in ("new", "gone", "refusal")]
    if show is not None:
        readable = [one for one in readable if show in (one.label, Path(one.label.split(" [")[0]).stem)]
        if not readable:
            print(f"{show}: no difference to show", file=sys.stderr)
    differences = [list(text_difference(keep, now, one.label, one.stages[0])) for one in readable[:_NAMED]]
    lines = min((one for one in differences if one), key=len, default=[])
    for line in itertools.islice(lines, None if show is not None else _DIFFERENCE_LINES):
        print(line)
    if show is None and len(lines) > _DIFFERENCE_LINES:
        print(f"... {len(lines) - _DIFFERENCE_LINES} more lines; --show NAME prints all of a game's")


def _variants(conformance: Sequence[Path], defs: Sequence[Path]) -> list[Variant]:
    """The bundled games, and those of conformance sets with each choice of options that was recorded."""
    from petteia.game import game_names

    folders = tuple(str(one.resolve()) for one in defs)
    found = [Variant(name, name, folders) for name in game_names()]
    for root in conformance:
        below = Folders.below(root)
        if not below.games.is_dir():
            raise PetteiaError(f"{root} has no folder games")
        own = (*folders, *([str(below.defs.resolve())] if below.defs.is_dir() else []))
        for path in below.paths():
            description = str((below.games / path).resolve())
            for options in recorded_options(below, path):
                chosen = f" [{', '.join(options)}]" if options else ""
                found.append(Variant(f"{root.name}/{path}{chosen}", description, own, options))
    return found
