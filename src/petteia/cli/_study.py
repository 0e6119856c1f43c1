"""`petteia study`: completions of incomplete rule sets, variants of complete ones."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from petteia.errors import LudSyntaxError, PetteiaError
from petteia.game.bundled import FOLDER as BUNDLED
from petteia.lang import expand
from petteia.study import (
    Completion,
    Folder,
    Variation,
    alternatives,
    complete,
    read_evidence,
    read_library,
    read_wish,
    repairs,
    search,
    variation_page,
    vary,
)
from petteia.study.evidence import FACTORS
from petteia.study.posterior import OF_CANDIDATE

from ._progress import progress

_MOST_VARIANTS = 600


def run_completion(
    files: Sequence[Path],
    ruleset: str | None,
    defs: Sequence[Path] | None,
    library: Sequence[Path] | None,
    *,
    evidence: Path | None,
    leave_out: Sequence[str],
    budget: float,
    most: int | None,
    out: Path | None,
    resume: bool,
    jobs: int,
    cluster: str | None,
    seed: int,
    json: bool,
) -> None:
    """Completes each file and reports."""
    folders = list(library or [BUNDLED])
    given = tuple(str(one.resolve()) for one in defs or ())
    factors = (*FACTORS, *OF_CANDIDATE)
    for one in leave_out:
        if one not in factors:
            raise PetteiaError(f"there is no factor {one!r}: there are {', '.join(factors)}")
    tables = read_evidence(evidence) if evidence is not None else None
    with progress("reading the library", 100) as tell:
        known = read_library(folders, given, lambda share: tell(round(100 * share), ""))
    results = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PetteiaError(f"{file} cannot be read: {error}") from error
        folder = out if out is None or len(files) == 1 else out / file.stem
        with progress(f"completing {file.stem}", 100) as tell:
            result = complete(
                text, known, name=file.name, ruleset=ruleset, defs=given, budget=budget, most=most, seed=seed,
                out=folder, resume=resume, jobs=jobs, cluster=cluster, evidence=tables, leave_out=tuple(leave_out),
                progress=lambda share, words, tell=tell: tell(round(100 * share), words),  # type: ignore[misc]
            )  # fmt: skip
        results.append(result)
        if not json and result.best:
            print(for_people(result))
    if json:
        found = [one.to_json() for one in results]
        print(json_form.dumps(found[0] if len(found) == 1 else found, allow_nan=False))
    for result in results:
        if not result.best:
            raise PetteiaError(f"{result.name} has no completion: {result.notes[-1]}")


def for_people(result: Completion) -> str:
    """The ranking with fills and measures."""
    sound = sum(not one.faults for one in result.best)
    holes = "1 hole" if result.holes == 1 else f"{result.holes} holes"
    lines = [
        f"{result.name}: {holes}, {result.tried} candidates tried in {result.cpu:.0f} CPU seconds, "
        f"{sound} of the first {len(result.best)} sound"
    ]
    lines += [f"note: {one}" for one in result.notes]
    for k, one in enumerate(result.best, 1):
        values = one.measures
        lines.append(
            f"{k:3}. probability {one.probability:.3f}, {values['DurationTurns'].value:.0f} turns"
            + (f", first player {100 * values['AdvantageP1'].value:.0f} %" if "AdvantageP1" in values else "")
            + (f"; {', '.join(one.faults)}" if one.faults else "")
        )
        for fill in one.proposal.fills:
            text = fill.text if len(fill.text) <= 90 else fill.text[:87] + "..."
            lines.append(
                f"     {fill.hole.place.line}:{fill.hole.place.column} {text or 'nothing'}   from {fill.source}"
            )
    if result.influence:
        where, bits = result.influence[0]
        lines.append(f"The hole at {where} matters most: {bits:.1f} bits are open about it.")
    return "\n".join(lines)


def run_variation(
    files: Sequence[Path],
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    rulesets: bool,
    options: bool,
    wish: str,
    level: str,
    most: int | None,
    trials: int,
    out: Path | None,
    resume: bool,
    jobs: int,
    cluster: str | None,
    seed: int,
    json: bool,
) -> None:
    """Varies each game, or takes its rulesets or options, and tells what each does; or searches among changes."""
    wishes = read_wish(wish)
    results = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PetteiaError(f"{file} cannot be read: {error}") from error
        name = file.stem
        try:
            whole = expand(text, ruleset=ruleset, define_folders=defs or (), name=file.name).text
        except LudSyntaxError as error:
            if "'['" in str(error):
                raise PetteiaError(f"{error}: for a rule set with holes give --complete") from error
            raise
        among: Any = {"rulesets": rulesets, "options": options, "defs": defs or (), "name": file.name}
        others = alternatives(text, **among) if rulesets or options else None
        where = out if out is None or len(files) == 1 else out / name
        folder = Folder(where, f"variants of {text}", name, resume=resume)
        with progress(f"varying {name}", 100) as tell:
            how: Any = {"level": level, "seed": seed, "jobs": jobs, "cluster": cluster, "folder": folder,
                        "progress": lambda share, tell=tell: tell(round(100 * share), "")}  # fmt: skip
            if trials and others is None:
                found = search(whole, wishes, trials=trials, **how)
            else:
                found = vary(whole, wishes, variants=others, most=most or _MOST_VARIANTS, **how)
        mended = repairs(found[0], found)
        result = {
            "game": name, "candidates": len(found), "repairs": mended,
            "best": [one.to_json(found[0]) for one in found],
        }  # fmt: skip
        results.append(result)
        if where is not None:
            _write_variations(folder, result, found, f"played by {level}")
        if not json:
            print("\n".join([*map(partial(_variation_told, found[0]), found), *(f"repair: {one}" for one in mended)]))
    if json:
        print(json_form.dumps(results[0] if len(results) == 1 else results))


def _write_variations(folder: Folder, result: dict[str, Any], found: Sequence[Variation], played: str) -> None:
    """The first ten that were not refused as descriptions that load, all results, and the page."""
    for k, one in enumerate([one for one in found if not one.outcome.refused][:10]):
        folder.write(f"best/{k:02}.lud", one.written())
    folder.write("result.json", json_form.dumps(result, indent=1))
    folder.write("report.html", variation_page(result["game"], found, result["repairs"], played))
    folder.write_table(result["best"])


def _variation_told(base: Variation, one: Variation) -> str:
    """A line about a variant: its degrees of the wishes, and what changed beyond chance."""
    if one.outcome.refused:
        return f"refused: {one.change}: {one.outcome.refused}"
    degrees = ", ".join(f"{name} {value:.2f}" for name, value in one.degrees.items())
    told = []
    for what in ("AdvantageP1", "DurationTurns", "Draws"):
        if one is not base and what in one.outcome.measures and what in base.outcome.measures:
            d = one.outcome.measures[what] - base.outcome.measures[what]
            if d.low > 0 or d.high < 0:
                told.append(f"{what} {d.value:+.3g} ({d.low:+.3g} to {d.high:+.3g})")
    marks = " (front)" if one.on_front else ""
    return f"{one.score:.3f}{marks} {one.change}: {'; '.join([degrees, *told]).strip('; ')}"
