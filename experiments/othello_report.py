"""Findings of the experiment on Othello endgames, and the page that has them beside the published tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

PAPER = {
    60: {"A": (0.67, 12.9, 14.9), "B": (0.85, 8.90, 9.64), "C": (0.88, 8.17, 8.90), "D": (0.94, 5.77, 6.02)},
    55: {"A": (0.74, 12.5, 14.6), "B": (0.74, 12.4, 14.0), "C": (0.81, 10.7, 12.5), "D": (0.89, 8.39, 9.25)},
}
"""r, and the s.d. of errors in test and training, as published."""
PAPER_SIZES = {"A": 18, "B": 42, "C": 3952, "D": 272032}
PAPER_SPEEDS = {"A": 3.18, "B": 0.872, "C": 86.6, "D": 104.0}


@dataclass(frozen=True)
class Accuracy:
    """How well an evaluation predicts exact outcomes of test positions."""

    discs: int
    name: str
    r: float
    low: float
    high: float
    error: float
    training_error: float
    ridge: float


@dataclass
class Result:
    """Everything the experiment found."""

    seed: int
    accuracies: list[Accuracy] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    speeds: dict[str, float] = field(default_factory=dict)
    """Thousand positions a CPU second."""
    spreads: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    unfolding_seconds: float = 0.0
    """CPU time of unfolding the features of A and B."""
    cpu_seconds: float = 0.0
    machine: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def write_report(result: Result, commit: str) -> str:
    """The tables of the experiment beside the published ones, as Markdown."""
    names = ("A", "B", "G", "C", "D", "E", "F")
    lines = [
        "# Evaluation functions for Othello endgames", "",
        f"`petteia reproduce othello-evaluation --seed {result.seed}`, commit {commit}, {result.machine}, "
        f"{result.cpu_seconds:g} s of CPU time.", "",
        "A: the 18 features of appendix C.1. B: the 42 of C.2. G: our own, generated from the discs of both sides and "
        "chosen by the F-test, for each side to move. C: thin features of A. D: Buro's eleven patterns. E: our own: "
        "as D, over regions found from the theory: those of the thin features, and sites with their neighbours. "
        "F: our own: the tables of E and the values of the features of A in one fit, as the side to move sees them. "
        "C folded: C with its features in tables.", "",
        "The ridge of every fit is chosen on training games that are held out; test positions are not looked at before "
        "the end.",
        "",
        "Positions come from our own games and are solved exactly. Training positions are from random and noisy games, "
        "test positions from stronger ones that ended close; no test position is an image of a training position.", "",
        "| positions | number | s.d. of the outcome |", "|---|---|---|",
        *(f"| {name} discs | {count} | {result.spreads[name]} |" for name, count in result.counts.items()), "",
    ]  # fmt: skip
    for discs in (60, 55):
        lines += [
            f"## Table 1, {discs} discs", "",
            "| | r | 95 % interval | s.d. of errors | in training | paper: r | errors | in training |",
            "|---|---|---|---|---|---|---|---|",
        ]  # fmt: skip
        for one in (one for one in result.accuracies if one.discs == discs):
            published = PAPER[discs].get(one.name)
            there = " | ".join(map(str, published)) if published else "– | – | –"
            lines.append(
                f"| {one.name} | {one.r:.3f} | {one.low:.3f} to {one.high:.3f} | {one.error:.2f} "
                f"| {one.training_error:.2f} | {there} |"
            )
        lines.append("")
    lines += ["## Table 2, number of features", "", "| | here | paper |", "|---|---|---|"]
    lines += [f"| {name} | {result.sizes[name]} | {PAPER_SIZES.get(name, '–')} |" for name in names]
    lines += [
        "",
        "## Table 3, thousand positions a second, in search order",
        "",
        "| | here | over D | paper | over D |",
    ]
    lines.append("|---|---|---|---|---|")
    for name in [one for one in ("A", "B", "C", "C folded", "D", "E", "F") if one in result.speeds]:
        speed = result.speeds[name]
        published_speed = PAPER_SPEEDS.get(name)
        ratio = f"{published_speed / PAPER_SPEEDS['D']:.2f}" if published_speed else "–"
        lines.append(f"| {name} | {speed:g} | {speed / result.speeds['D']:.2f} | {published_speed or '–'} | {ratio} |")
    lines += [
        "", "## Unfolding", "",
        f"The {result.sizes['A']} + {result.sizes['B']} features of A and B are unfolded in "
        f"{result.unfolding_seconds:.1f} s of CPU time.", "",
        "Further results: [networks against Prolog](networks-over-prolog.md), "
        "[matches against UCT](learned-evaluation.md), [theories against the engine](game-theories.md).",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"
