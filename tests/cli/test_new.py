"""`petteia new`: every kind of description loads, plays to an end, and is never written over another."""

from pathlib import Path

import pytest

from petteia import load
from petteia.cli._new import write_new
from petteia.errors import PetteiaError
from petteia.library import KINDS, new_description


@pytest.mark.parametrize("kind", KINDS)
def test_new_descriptions_play(kind: str) -> None:
    """Random games end, last for more than a few moves, and both players may win or draw."""
    done = load(new_description("Mine", kind, "Mine.lud")).playouts(300, seed=1)
    assert done.unfinished == 0 and done.mean_length > 8
    assert done.wins[0] < 300 and done.wins[1] < 300


def test_a_description_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_new("My Game", "line")
    assert load(tmp_path / "My Game.lud", backend="interpreter").name == "My Game"
    with pytest.raises(PetteiaError, match="exists already"):
        write_new("My Game", "line")
    with pytest.raises(PetteiaError, match="no name for a game"):
        write_new("../outside", "line")
