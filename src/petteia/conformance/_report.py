"""Report of a run: a table by category, missing ludemes by the games they block, first differences, JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ._judge import Verdict

_COLUMNS: tuple[tuple[str, Callable[[Verdict], bool]], ...] = (
    ("expands", lambda one: one.expanded),
    ("reads", lambda one: one.reads),
    ("builds", lambda one: one.builds),
    ("topology", lambda one: one.topology is True),
    ("replays", lambda one: one.status == "replays"),
)


def category(path: str) -> str:
    """The first two folders of a path.

    >>> category("board/war/replacement/checkmate/chess/Chess.lud")
    'board/war'
    """
    return "/".join(path.split("/")[:-1][:2])


def summary(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Totals over all games."""
    counted: dict[str, Any] = {"games": len(verdicts)}
    counted.update({name: sum(map(test, verdicts)) for name, test in _COLUMNS})
    counted["topology_recorded"] = sum(one.topology is not None for one in verdicts)
    counted["variants"] = sum(len(one.variants) for one in verdicts)
    counted["variants_replay"] = sum(one.variants.count("replays") for one in verdicts)
    counted.update({f"status_{name}": n for name, n in sorted(Counter(one.status for one in verdicts).items())})
    for name in ("states", "successors", "results"):
        counted[name] = sum(getattr(one, name) for one in verdicts)
    counted["blocking"] = dict(blocking(verdicts))
    counted["categories"] = dict(table(verdicts))
    return counted


def blocking(verdicts: Sequence[Verdict]) -> list[tuple[str, int]]:
    """Missing ludemes with the number of games they block, the most blocking first."""
    counted = Counter(name for one in verdicts for name in one.missing)
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))


def table(verdicts: Sequence[Verdict]) -> list[tuple[str, dict[str, str]]]:
    """Rows by category, the total last."""
    groups: dict[str, list[Verdict]] = {}
    for one in verdicts:
        groups.setdefault(category(one.path), []).append(one)
    rows = [(name, _row(group)) for name, group in sorted(groups.items())]
    return [*rows, ("all", _row(verdicts))]


def _row(group: Sequence[Verdict]) -> dict[str, str]:
    row = {"games": str(len(group))}
    row.update({name: str(sum(map(test, group))) for name, test in _COLUMNS})
    row["topology"] += f"/{sum(one.topology is not None for one in group)}"
    row["variants"] = f"{sum(v.variants.count('replays') for v in group)}/{sum(len(v.variants) for v in group)}"
    return row


def to_json(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The whole run as JSON values."""
    return {"summary": summary(verdicts), "games": [one.to_json() for one in verdicts]}


def print_report(verdicts: Sequence[Verdict], write: Callable[[str], None] = print) -> None:
    """The run for people."""
    rows = table(verdicts)
    names = list(rows[-1][1])
    wide = max(len(name) for name, _ in rows)
    write(f"{'category':<{wide}}  " + "  ".join(f"{name:>9}" for name in names))
    for name, row in rows:
        write(f"{name:<{wide}}  " + "  ".join(f"{row[column]:>9}" for column in names))
    found = blocking(verdicts)
    if found:
        write("\nunsupported ludemes, by the number of games they block")
        for name, count in found:
            write(f"{count:>6}  {name}")
    problems = [text for one in verdicts for text in one.problems]
    if problems:
        write("\nmismatches and errors")
        for text in problems:
            write(f"  {text}")
