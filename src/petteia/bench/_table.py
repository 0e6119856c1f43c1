"""Measurements in groups by the way of playouts: the table, with what the literature reports beside it, and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Any

from petteia.draw import svg_boxplots

from ._measuring import Measurement

GROUPS = {
    "shrinking": "add-to-empty (shrinking)",
    "filter": "filter",
    "norepeat": "no-repetition",
    "pick": "counted (pick)",
}
ALL = "all"


@dataclass(frozen=True)
class Line:
    """A line of the table: how many games, and the speed-ups over them."""

    group: str
    games: int
    least: float
    median: float
    mean: float
    most: float


PAPER = (
    Line(GROUPS["shrinking"], 35, 1.00, 1.90, 3.64, 20.25),
    Line(GROUPS["filter"], 105, 1.18, 5.49, 6.88, 34.31),
    Line(GROUPS["norepeat"], 5, 1.65, 6.35, 9.08, 19.26),
    Line(ALL, 145, 1.00, 5.08, 6.17, 34.31),
)
"""Table 1 of Soemers and others, Optimised Playout Implementations for the Ludii General Game System."""
PAPER_GO = 34.31


def group_measurements(seen: Iterable[Measurement]) -> dict[str, list[Measurement]]:
    """Measurements with a better way than the standard one, by that way and all together."""
    better = [one for one in seen if one.is_optimised]
    groups = {title: [one for one in better if one.implementation == name] for name, title in GROUPS.items()}
    return {**{title: group for title, group in groups.items() if group}, ALL: better}


def summarise(seen: Iterable[Measurement]) -> list[Line]:
    """The lines of the table."""
    lines = []
    for title, group in group_measurements(seen).items():
        if ups := [one.speedup for one in group]:
            lines.append(Line(title, len(ups), min(ups), median(ups), mean(ups), max(ups)))
    return lines


def format_report(seen: Sequence[Measurement]) -> str:
    """The table for people, with the paper's numbers, the lengths, and what stands out."""
    rows: list[tuple[str, ...]] = [("implementation", "games", "min", "median", "mean", "max")]
    paper = {line.group: line for line in PAPER}
    for line in summarise(seen):
        rows.append(_cells(line))
        if line.group in paper:
            rows.append(_cells(paper[line.group], "  in the paper"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    text = ["Speed-up of playouts over listing all legal moves", *(_aligned(row, widths) for row in rows)]
    return "\n".join([*text, "", *_remarks(seen)])


def _cells(line: Line, title: str = "") -> tuple[str, ...]:
    numbers = (line.least, line.median, line.mean, line.most)
    return (title or line.group, str(line.games), *(f"{number:.2f}" for number in numbers))


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return "  ".join([row[0].ljust(widths[0]), *numbers])


def _remarks(seen: Sequence[Measurement]) -> list[str]:
    better = [one for one in seen if one.is_optimised]
    remarks = []
    for one in better:
        if one.game == "Go":
            remarks.append(f"Go: {one.speedup:.2f} times ({PAPER_GO} in the paper)")
    if ratios := [one.length_ratio for one in better]:
        inside = sum(one.length_interval[0] <= 1 <= one.length_interval[1] for one in better)
        remarks.append(
            f"Mean lengths over those of the standard way: {min(ratios):.3f} to {max(ratios):.3f}, median "
            f"{median(ratios):.3f}; 1 lies in the 95 % interval of {inside} of {len(better)} games"
        )
    slow = sorted((one for one in better if one.speedup < 1), key=lambda one: one.speedup)
    if slow:
        remarks.append("Below 1: " + ", ".join(f"{one.game} {one.speedup:.3f} ({one.implementation})" for one in slow))
    plain = [one for one in seen if one.implementation == "standard"]
    failed = [one for one in seen if one.error]
    remarks.append(f"{len(plain)} games have no better way; {len(failed)} could not be measured")
    return remarks


def to_json(seen: Sequence[Measurement]) -> dict[str, Any]:
    """All of it for programs."""
    return {
        "table": [asdict(line) for line in summarise(seen)],
        "paper": [asdict(line) for line in PAPER],
        "games": [one.to_json() for one in seen],
    }


def write_figures(seen: Sequence[Measurement]) -> dict[str, str]:
    """The two boxplots as SVG, by file name: speed-ups, and ratios of lengths."""
    groups = group_measurements(seen)
    return {
        "speedups.svg": svg_boxplots(
            {title: {one.game: one.speedup for one in group} for title, group in groups.items()},
            "speed-up over listing all moves", logarithmic=True,
        ),
        "lengths.svg": svg_boxplots(
            {title: {one.game: one.length_ratio for one in group} for title, group in groups.items()},
            "mean length over that of the standard way",
        ),
    }  # fmt: skip
