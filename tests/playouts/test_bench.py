"""`petteia bench playouts`: measurements of small games, the table, the figures, and going on after a stop."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from playout_games import GO, HEX, WALK

from petteia.bench import Measurement, ResultsFolder, format_report, group_measurements, summarise, write_figures
from petteia.cli._main import run
from petteia.errors import PetteiaError


def measured(subject: str, implementation: str, speedup: float) -> Measurement:
    """A made-up measurement."""
    return Measurement(
        subject, subject, implementation, speedup=speedup, length_ratio=1.01, length_interval=(0.99, 1.03), playouts=9
    )


SEEN = [
    measured("A", "filter", 2.0),
    measured("B", "filter", 4.0),
    measured("C", "norepeat", 9.0),
    measured("D", "pick", 0.9),
    Measurement("E", "E", "standard"),
    Measurement("F", error="cannot be read"),
]


def test_table() -> None:
    """Games are counted by the way they got; the literature stands beside it; what is slower is named."""
    lines = {line.group: line for line in summarise(SEEN)}
    assert (lines["filter"].games, lines["filter"].least, lines["filter"].median, lines["filter"].most) == (2, 2, 3, 4)
    assert lines["all"].games == 4
    report = format_report(SEEN)
    assert "34.31" in report and "5.08" in report
    assert "Below 1: D 0.900" in report
    assert "1 games have no better way; 1 could not be measured" in report


def test_figures() -> None:
    """Both pictures are well-formed, with a dot for each game and for each again under all."""
    for text in write_figures(SEEN).values():
        root = ElementTree.fromstring(text)
        dots = root.findall(".//{http://www.w3.org/2000/svg}circle")
        assert len(dots) == 2 * len(group_measurements(SEEN)["all"])


def test_a_run_goes_on(tmp_path: Path) -> None:
    """Lines are kept one by one; a torn last line is forgotten; other settings are refused."""
    settings: dict[str, object] = {"seconds": 1.0}
    folder = ResultsFolder(tmp_path, settings)
    folder.add(SEEN[0])
    folder.add(SEEN[5])
    with (tmp_path / "measurements.jsonl").open("a") as lines:
        lines.write('{"subject": "G", "ga')
    assert ResultsFolder(tmp_path, settings).known == {"A": SEEN[0], "F": SEEN[5]}
    with pytest.raises(PetteiaError, match="other settings"):
        ResultsFolder(tmp_path, {"seconds": 2.0})


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Small games are measured in processes of their own, each in its best way and with all moves listed."""
    games = tmp_path / "games"
    games.mkdir()
    for name, text in (("go", GO), ("hex", HEX), ("walk", WALK), ("broken", "(game")):
        (games / f"{name}.lud").write_text(text)
    out = tmp_path / "out"
    arguments = ["bench", "playouts", str(games), "--seconds", "0.05", "--out", str(out), "--json"]
    assert run(arguments) == 0
    seen = {Path(one["subject"]).stem: one for one in json.loads(capsys.readouterr().out)["games"]}
    assert [seen[name]["implementation"] for name in ("go", "hex", "walk")] == ["filter", "shrinking", "norepeat"]
    assert all(seen[name]["speedup"] > 1 for name in ("go", "hex"))
    assert seen["broken"]["error"]
    assert {"table.txt", "table.json", "speedups.svg", "lengths.svg"} <= {path.name for path in out.iterdir()}
    before = (out / "measurements.jsonl").read_text()
    assert run(arguments) == 0
    assert (out / "measurements.jsonl").read_text() == before
