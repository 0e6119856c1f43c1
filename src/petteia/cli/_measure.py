"""`petteia measure`: a game by its measures, with a verdict in words."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from petteia.study import Report, measure

from ._arguments import load_game
from ._progress import progress


def run_measure(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    level: str,
    games: int | None,
    seed: int,
    json: bool,
) -> None:
    """Measures and reports."""
    # the full build pays off where a search plays
    game = load_game(name, options, ruleset, defs, build="quick" if level == "random" else "full")
    with progress(f"playing {game.name}", 100) as tell:
        report = measure(
            game, level, games, seed=seed, coverage=True, progress=lambda share: tell(round(100 * share), "")
        )
    print(json_form.dumps(report.to_json()) if json else for_people(report))


def for_people(report: Report) -> str:
    """The verdict, the warnings and the table."""
    lines = [f"{report.game}: {report.games} games, level {report.level}", ""]
    lines += report.verdict
    lines += [f"warning: {one}" for one in report.warnings]
    lines.append("")
    for name, one in report.estimates.items():
        lines.append(f"{name:32} {one.value:12.4g}  ({one.low:.4g} to {one.high:.4g})")
    return "\n".join(lines)
