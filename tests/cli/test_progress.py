"""Progress of commands that programs start."""

from pathlib import Path

import pytest

from petteia.cli._progress import progress


def test_programs_read_how_far_a_command_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A share, and words on where it is, stand in the file that the environment names."""
    monkeypatch.setenv("PETTEIA_PROGRESS", str(tmp_path / "far"))
    with progress("varying", 4) as tell:
        tell(1, "a game")
        tell(2, "too soon to be written")
    assert (tmp_path / "far").read_text() == "0.2500 varying a game"
