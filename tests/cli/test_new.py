"""`petteia new`: every kind of description loads, plays to an end, and is never written over another."""

from pathlib import Path

import pytest

from petteia import load
from petteia.cli._check import check_descriptions
from petteia.cli._new import write_new
from petteia.errors import PetteiaError
from petteia.lang.suspicions import find_warnings
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


@pytest.mark.parametrize("kind", KINDS)
def test_new_descriptions_have_no_warnings(kind: str) -> None:
    assert find_warnings(new_description("Mine", kind, "Mine.lud")) == []


def test_check_tells_mistakes_and_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake is an exit code of 1, a warning only if that is asked for."""
    sound = new_description("Mine", "line", "Mine.lud")
    good, odd, bad = (tmp_path / name for name in ("good.lud", "odd.lud", "bad.lud"))
    good.write_text(sound, encoding="utf-8")
    odd.write_text('(define "Hop" (move Pass))\n' + sound, encoding="utf-8")
    bad.write_text(sound.replace("(board", "(bord"), encoding="utf-8")
    assert check_descriptions([str(good)], [], strict=True, json=False) == 0
    assert check_descriptions([str(odd)], [], strict=False, json=False) == 0
    assert 'warning: odd.lud:1:9: the define "Hop" is never used' in capsys.readouterr().out
    assert check_descriptions([str(odd)], [], strict=True, json=True) == 1
    assert check_descriptions([str(good), str(bad)], [], strict=False, json=False) == 1
    assert "mistake: bad.lud:" in capsys.readouterr().out
