"""`petteia compare`: games, rulesets and options side by side."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError
from petteia.study import Comparison, compare

from ._arguments import load_game
from ._progress import progress

if TYPE_CHECKING:
    from petteia.game import Game

_SHOWN = (
    "DurationMoves", "DurationTurns", "AdvantageP1", "Balance", "Draws", "Timeouts", "DecisionMoves",
    "BranchingFactorAverage", "BoardCoverageDefault", "PieceNumberChangeAverage", "LeadChange", "DramaAverage",
    "LateUncertainty", "DecisivenessMoves", "EffectiveChoices", "EloPerDoubling",
)  # fmt: skip


def run_comparison(
    names: Sequence[str],
    options: Sequence[str] | None,
    defs: Sequence[Path] | None,
    *,
    rulesets: bool,
    level: str,
    games: int | None,
    seed: int,
    page: Path | None,
    json: bool,
) -> None:
    """Loads, measures, compares, reports."""
    chosen = _games(names, options, defs, rulesets)
    with progress("playing", 100) as tell:
        found = compare(chosen, level, games, seed=seed, progress=lambda share: tell(round(100 * share), ""))
    if page is not None:
        from petteia.study import comparison_page

        try:
            page.write_text(comparison_page(found, [game for _, game in chosen]), encoding="utf-8")
        except OSError as error:
            raise PetteiaError(f"{page} cannot be written: {error}") from error
    print(json_form.dumps(found.to_json()) if json else for_people(found))


def _games(
    names: Sequence[str], options: Sequence[str] | None, defs: Sequence[Path] | None, rulesets: bool
) -> list[tuple[str, Game]]:
    """The games by name; with rulesets all of each, with options each game once as it is and once for each option."""
    found: list[tuple[str, Game]] = []
    for name in names:
        game = load_game(name, None, None, defs)
        label = game.name
        if rulesets and game.facts.rulesets:
            for ruleset in game.facts.rulesets:
                short = ruleset.removeprefix("Ruleset/")
                try:
                    found.append((f"{label}: {short}", load_game(name, None, ruleset, defs)))
                except PetteiaError as error:
                    print(f"left out: {label}: {short}: {error}")
            continue
        found.append((label, game))
        found += [(f"{label}: {one}", load_game(name, [one], None, defs)) for one in options or ()]
    return found


def for_people(found: Comparison) -> str:
    """A table with a column for each game, then what differs."""
    width = max(14, *(len(name) for name in found.names)) if len(found.names) < 6 else 14
    lines = [" " * 26 + "".join(f"{name[:width]:>{width + 2}}" for name in found.names)]
    for what in _SHOWN:
        values = [report.estimates.get(what) for report in found.reports]
        if any(values):
            cells = [f"{one.value:.3g} ±{1.96 * one.standard_error:.2g}" if one else "-" for one in values]
            lines.append(f"{what:26}" + "".join(f"{cell:>{width + 2}}" for cell in cells))
    for k, name in enumerate(found.names[1:], 1):
        lines += ["", f"{name} beside {found.names[0]}:"]
        differences = found.differences(k)
        for what in [one for one in found.clear(k) if one in _SHOWN][:6]:
            one = differences[what]
            lines.append(f"  {what} {one.value:+.3g} ({one.low:+.3g} to {one.high:+.3g})")
        lines += [f"  {one}" for one in found.rules[k]]
    return "\n".join(lines)
