"""Whole games as they leave the passes and the emitter: a change of either shows as a difference to read.

`PETTEIA_UPDATE_GOLDEN=1 python -m pytest tests/native/test_golden.py` keeps what is made now; the difference belongs
into the commit that makes it.
"""

import os
from pathlib import Path

import pytest

from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.stages import stage_texts

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
BEGIN, END = "/* Copies a state; of lists only what is used. */", "#define PT_DRAWS"


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Breakthrough", "Oware"])
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
