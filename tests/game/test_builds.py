"""The two builds of a game: the quick one plays at once, the full one follows, and both play the same."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import petteia as pt
from petteia.game.loading import recipe_inputs
from petteia.native.cache import BuildCache
from petteia.native.compilers import find_full_compiler, full_flags

GAME = "Breakthrough"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Builds of these tests are not found in a cache."""
    monkeypatch.setenv("PETTEIA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def totals(game: pt.Game) -> tuple[int, tuple[int, ...]]:
    done = game.playouts(200, seed=5)
    return done.moves, done.wins


def test_both_builds_play_the_same_and_share_states() -> None:
    """A state of the quick build is played on by the full one."""
    game = pt.load(GAME, build="quick")
    assert not game.is_full_build
    state = game.start()
    before, moves = totals(game), state.legal_moves()
    game.finish_build()
    assert game.is_full_build
    assert totals(game) == before and state.legal_moves() == moves
    state.play(moves[0])
    assert state.mover == 2


def test_the_full_build_follows_in_the_background() -> None:
    """By default a game goes on with the full build once that is made, and begins with it the next time."""
    game = pt.load(GAME)
    deadline = time.monotonic() + 60
    while not game.is_full_build and time.monotonic() < deadline:
        time.sleep(0.02)
    assert game.is_full_build
    assert pt.load(GAME, build="quick").is_full_build


def test_the_record_of_a_build_has_its_flags() -> None:
    """A full build says what it was made with."""
    game = pt.load(GAME, build="full")
    assert game.is_full_build
    built = BuildCache().lookup(recipe_inputs(game.recipe))
    flags = full_flags(find_full_compiler())
    assert built is not None and flags and built.command[-len(flags) :] == flags


def test_searches_use_the_build_of_the_moment() -> None:
    """The same search finds the same before and after the full build."""
    game = pt.load(GAME, build="quick")
    found = [pt.UCT(iterations=200, seed=1).analyse(game.start()).best.move]
    game.finish_build()
    found.append(pt.UCT(iterations=200, seed=1).analyse(game.start()).best.move)
    assert found[0] == found[1]


@pytest.mark.parametrize("wait", [0.0, 0.3])
def test_the_end_of_a_process_does_not_wait_for_a_build(own_cache: Path, wait: float) -> None:
    """Builds under way are cancelled; no folder of work is left, and the next process builds anew."""
    code = f"import time, petteia; petteia.load('Shogi'); time.sleep({wait}); print(time.time())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert time.time() - float(done.stdout) < 1.0 and not done.stderr
    assert not list((own_cache / "work").iterdir())


def test_a_cache_that_cannot_be_written_still_gives_both_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Builds are then kept for the process."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PETTEIA_CACHE", str(tmp_path / "file" / "cache"))
    game = pt.load("Tic-Tac-Toe", build="quick")
    game.finish_build()
    assert game.is_full_build and game.playouts(10).playouts == 10
    assert capfd.readouterr().err.count("cannot write the cache folder") == 1
