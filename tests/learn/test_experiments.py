"""The experiment on ten boards: what is kept is not played again, a stopped one is written down as far as it came."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments import ten_boards as experiments
from experiments.ten_boards import OPPONENTS, Board, Scale, boards_data, boards_text, kept_rows


def test_a_stopped_experiment_goes_on_and_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scale = Scale(games=2, matches=2, others=2, seconds=0.0005, iterations=20)
    board = Board("Hex 7x7", scale, seed=3, keep=tmp_path)
    found = board.run()
    assert all(found[kind]["games"] == 2 for kind in OPPONENTS)
    times = found["slow_down"]["microseconds"]
    assert found["slow_down"]["selection"] == pytest.approx(times["selection"] / times["plain"], abs=0.01)

    def played_again(*_: object, **__: object) -> None:
        raise AssertionError("this was played already")

    monkeypatch.setattr(experiments, "match", played_again)
    assert board.run() == found
    (tmp_path / "Hex 7x7.grave.json").unlink()
    rows = kept_rows(tmp_path)
    assert rows == [{name: value for name, value in found.items() if name != "grave"}]
    page = boards_text(boards_data(rows, scale, 3, "abc"))
    assert page.count("not played") == 2 and "commit abc" in page
    assert f"| Hex 7x7 | {found['features']} | {found['plain']['win_rate']:.1%} (" in page
