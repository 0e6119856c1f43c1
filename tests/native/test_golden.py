"""Whole games as they leave the passes and the emitter: a change of either shows as a difference to read.

`PETTEIA_UPDATE_GOLDEN=1 python -m pytest tests/native/test_golden.py` keeps what is made now; the difference belongs
into the commit that makes it.
"""

import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from petteia import Game, load
from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.stages import stage_texts

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
BEGIN, END = "/* Copies a state; of lists only what is used. */", "#define PT_DRAWS"

GAMES = ["Tic-Tac-Toe", "Breakthrough", "Oware"]
WARNINGS = ("-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-variable", "-Wno-parentheses")


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_become_the_same_program_and_the_same_c(name: str) -> None:
    title, text = find_description(name)
    stages = dict(stage_texts(Recipe(title, text)))
    c = stages["c"]
    made = {"ir": stages["optimised"], "c": c[c.index(BEGIN) : c.index(END)]}
    for suffix, now in made.items():
        kept = GOLDEN / f"{name}.{suffix}"
        if os.environ.get("PETTEIA_UPDATE_GOLDEN"):
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(now, encoding="utf-8")
        assert now.splitlines() == kept.read_text(encoding="utf-8").splitlines(), __doc__


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", GAMES)
def test_each_compiler_makes_the_same_game(
    name: str, compiler: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """gcc and clang find no mistake in the C of whole games, and what they make of it plays like the interpreter."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    title, text = find_description(name)
    (tmp_path / "game.c").write_text(dict(stage_texts(Recipe(title, text)))["c"], encoding="utf-8")
    command = (compiler, *WARNINGS, "-Wno-unused-but-set-variable", "-fsyntax-only", "game.c")
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setenv("PETTEIA_CACHE", str(Path(os.environ["PETTEIA_CACHE"]) / compiler))
    assert random_play(load(name, build="full")) == random_play(load(name, backend="interpreter"))


def random_play(game: Game) -> list[str]:
    """The positions of a random game of up to forty moves."""
    random, state, seen = Random(1), game.start(1), []
    while not state.over and len(seen) < 40:
        seen.append(state.text)
        state.play(random.choice(sorted(map(str, state.legal_moves()))))
    return [*seen, f"{state.text} {state.returns}"]
