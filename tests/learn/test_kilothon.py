"""The Kilothon: games in processes of their own, kept line by line."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from petteia.cli._app import app

RUN = ["bench", "kilothon", "--seconds", "0.002", "--games", "2", "--json"]


def test_a_run_goes_on_and_tells_what_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be read costs only itself; a second run plays nothing again."""
    games = tmp_path / "set" / "games"
    (tmp_path / "set" / "def").mkdir(parents=True)
    games.mkdir()
    shutil.copy(str(files("petteia").joinpath("games", "Tic-Tac-Toe.lud")), games)
    (games / "Broken.lud").write_text('(game "Broken"')
    words = [*RUN, "--conformance", str(tmp_path / "set"), "--out", str(tmp_path / "out")]
    first = json.loads(CliRunner().invoke(app, words).stdout)
    assert (first["games"], list(first["failed"])) == (1, ["Broken.lud"])
    kept = (tmp_path / "out" / "contests.jsonl").read_text()
    again = json.loads(CliRunner().invoke(app, words).stdout)
    assert (tmp_path / "out" / "contests.jsonl").read_text() == kept
    assert again["utility"] == first["utility"]
