"""`petteia study`: completions of incomplete rule sets."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.game.bundled import FOLDER as BUNDLED
from petteia.study import Completion, complete, read_evidence, read_library, read_wish, vary
from petteia.study.evidence import FACTORS
from petteia.study.posterior import OF_CANDIDATE

from ._progress import progress


def run_completion(
    files: Sequence[Path],
    ruleset: str | None,
    defs: Sequence[Path] | None,
    library: Sequence[Path] | None,
    *,
    evidence: Path | None,
    leave_out: Sequence[str],
    budget: float,
    most: int,
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
        if not json:
            print(for_people(result))
    if json:
        found = [one.to_json() for one in results]
        print(json_form.dumps(found[0] if len(found) == 1 else found, allow_nan=False))


def for_people(result: Completion) -> str:
    """The ranking with fills and measures."""
    sound = sum(not one.faults for one in result.best)
    lines = [
        f"{result.name}: {result.holes} holes, {result.tried} candidates tried in {result.cpu:.0f} CPU seconds, "
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
    wish: str,
    level: str,
    most: int,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    seed: int,
    json: bool,
) -> None:
    """Varies each game and tells what every change does."""
    from petteia.lang import expand
    from petteia.lang.format import format_text

    wishes = read_wish(wish)
    results = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PetteiaError(f"{file} cannot be read: {error}") from error
        whole = expand(text, ruleset=ruleset, define_folders=defs or (), name=file.name).text
        with progress(f"varying {file.stem}", 100) as tell:
            found = vary(
                whole, wishes, level=level, most=most, seed=seed, jobs=jobs, cluster=cluster,
                progress=lambda share, tell=tell: tell(round(100 * share), ""),  # type: ignore[misc]
            )  # fmt: skip
        base = found[0]
        results.append({"game": file.stem, "candidates": len(found), "best": [one.to_json(base) for one in found]})
        if out is not None:
            try:
                out.mkdir(parents=True, exist_ok=True)
                for k, one in enumerate(found[:10]):
                    (out / f"{file.stem}-{k:02}.lud").write_text(format_text(one.text), encoding="utf-8")
            except OSError as error:
                raise PetteiaError(f"{out} cannot be written: {error}") from error
        if not json:
            for one in found:
                if one.outcome.refused:
                    continue
                marks = " (front)" if one.on_front else ""
                degrees = ", ".join(f"{name} {value:.2f}" for name, value in one.degrees.items())
                changed = []
                for what in ("AdvantageP1", "DurationTurns", "Draws"):
                    if one is not base and what in one.outcome.measures and what in base.outcome.measures:
                        d = one.outcome.measures[what] - base.outcome.measures[what]
                        if d.low > 0 or d.high < 0:
                            changed.append(f"{what} {d.value:+.3g} ({d.low:+.3g} to {d.high:+.3g})")
                print(f"{one.score:.3f}{marks} {one.change}: {'; '.join([degrees, *changed]).strip('; ')}")
    if json:
        print(json_form.dumps(results[0] if len(results) == 1 else results))
