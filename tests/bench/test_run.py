"""The benchmark's table: what is compared, how missing parts show, and that rounds take turns."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from bench.report import Row, format_number, format_table, write_results
from bench.run import Comparison, compare, list_comparisons, measure_rates, slowest_rows, time_row
from bench.sources import Petteia, Rate, Recorded, Source, Unavailable


@dataclass(frozen=True)
class Scripted(Source):
    """A source that gives prepared rates and notes its calls."""

    label: str
    rates: tuple[float, ...]
    calls: list[str] = field(compare=False)

    @property
    def name(self) -> str:
        return self.label

    def measure(self, seconds: float, seed: int) -> Rate:
        self.calls.append(self.label)
        if not self.rates:
            raise Unavailable("not here")
        return Rate(self.rates[seed - 1], mean_length=10 * seed)


def test_rounds_take_turns_and_the_best_counts() -> None:
    calls: list[str] = []
    fast = Scripted("fast", (5, 9, 7), calls)
    slow = Scripted("slow", (3, 2, 1), calls)
    absent = Scripted("absent", (), calls)
    rates = measure_rates([fast, slow, absent, fast], seconds=1, rounds=3, say=lambda text: None)
    assert calls == ["fast", "slow", "absent", "fast", "slow", "fast", "slow"]
    assert rates[fast] == Rate(9, 20) and rates[slow] == Rate(3, 20)
    assert isinstance(rates[absent], Unavailable)


def compare_rates(ours: Rate | Unavailable, base: Rate | Unavailable, cut: tuple[int, int] = (1, 1)) -> Row:
    subject, other = Petteia("Hex"), Recorded("base", 1)
    return compare(Comparison("over base", subject, other, 0.5, cut), {subject: ours, other: base})


@pytest.mark.parametrize(
    ("ours", "base", "ratio", "unit", "verdict"),
    [
        (Rate(60, 100), Rate(100, 104), 0.6, "playouts/s", "ok"),
        (Rate(40, 100), Rate(100, 104), 0.4, "playouts/s", "short"),
        (Rate(40, 150), Rate(100, 100), 0.6, "moves/s", "ok"),
        (Rate(60, 50), Rate(100, 100), 0.3, "moves/s", "short"),
        (Rate(60, 50), Rate(100), 0.6, "playouts/s", "ok"),
    ],
)
def test_moves_are_compared_where_lengths_differ(ours: Rate, base: Rate, ratio: float, unit: str, verdict: str) -> None:
    row = compare_rates(ours, base)
    assert row.ratio == pytest.approx(ratio)
    assert (row.unit, row.verdict) == (unit, verdict)


def test_turns_are_compared_where_they_are_cut_into_other_numbers_of_moves() -> None:
    """The same number of turns is the same game; else the turns of both count."""
    row = compare_rates(Rate(60, 100), Rate(100, 152), (2, 3))
    assert (row.unit, row.ratio) == ("playouts/s", pytest.approx(0.6))
    row = compare_rates(Rate(60, 100), Rate(100, 75), (2, 3))
    assert (row.unit, row.ratio) == ("turns/s", pytest.approx(1.2))


def test_what_is_missing_is_a_row_that_says_so() -> None:
    row = compare_rates(Unavailable("no game Hexx; did you mean Hex?"), Rate(1, 1))
    assert (row.verdict, row.value, row.note) == ("missing", None, "no game Hexx; did you mean Hex?")

    def fail() -> float:
        raise Unavailable("no compiler")

    assert time_row("build", "Hex", fail, 1.5, "CPU s").verdict == "missing"
    assert time_row("build", "Hex", lambda: 1.6, 1.5, "CPU s").verdict == "short"
    assert "no compiler" in format_table([time_row("build", "Hex", fail, 1.5, "CPU s")])


def test_an_unknown_game_of_petteia_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        Petteia("No Such Game At All").measure(0.01, 1)


def test_every_bundled_game_is_compared_with_ludii() -> None:
    subjects = [each.subject for each in list_comparisons() if each.measure == "over Ludii"]
    assert sum(subject.name.startswith("petteia/") for subject in subjects) == 11
    assert sum(subject.name.startswith("reference/") for subject in subjects) == 11


def test_results_are_json_lines(tmp_path: Path) -> None:
    path = write_results([compare_rates(Rate(6, 1), Rate(3, 1))], [{"rate": "x", "playouts_per_second": 6}], tmp_path)
    machine, rate, row = map(json.loads, path.read_text().splitlines())
    assert "processor" in machine["machine"] and rate["rate"] == "x" and row["ratio"] == 2


def test_numbers_are_short() -> None:
    numbers = (None, 0.4567, 51.26, 1234.0, 450_182.0, 37_922_399.8)
    assert [format_number(each) for each in numbers] == ["-", "0.457", "51.3", "1.23k", "450k", "37.9M"]


def test_slowest_builds_come_first_and_are_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.run.time_build", lambda game, rounds: float(len(game)))
    rows = slowest_rows([letter * k for k, letter in enumerate("abcdefghijkl", 1)], lambda text: None)
    assert [row.value for row in rows] == [float(k) for k in range(12, 2, -1)]
    assert {row.verdict for row in rows} == {"short", "ok"}
