"""The exercise of docs/lowering.md: a move with state of its own is one file, in a copy of the package."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import petteia

PAGE = Path(__file__).parents[2] / "docs" / "lowering.md"
GAME = """
(game "Charges" (players 2)
    (equipment {
        (board (square 3))
        (piece "Bull" Each (or (move Charge Orthogonal (to if:(is Empty (to)))) (if (= (energy) 0) (move Pass))))
    })
    (rules
        META
        (start { (place "Bull1" {0}) (place "Bull2" {8}) })
        (play (forEach Piece))
        (end (if (= 9 (count Moves)) (result Mover Draw)))
    )
)
"""
PLAY = """
import json, sys
import petteia as pt

text, moves, backend = json.load(sys.stdin)
state = pt.load(text, backend=backend).start()
seen = []
for move in moves:
    state.play(move)
    seen.append(state.text.partition("| ")[2])
again = state.game.state(state.text)
following = sorted(map(str, state.legal_moves()))
print(json.dumps({"seen": seen, "moves": following, "round trip": again.text == state.text}))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the file of the exercise."""
    folder = tmp_path_factory.mktemp("copy")
    source = Path(petteia.__file__).parent
    shutil.copytree(source, folder / "petteia", ignore=shutil.ignore_patterns("__pycache__"))
    found = re.search(r"```python\n(\"\"\"Charge.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    (folder / "petteia" / "ludemes" / "moves" / "charge.py").write_text(found[1], encoding="utf-8")
    return folder


def play(package: Path, game: str, moves: list[str], backend: str = "interpreter") -> dict[str, object]:
    """Positions after each move, and the moves that follow."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PETTEIA_CACHE": str(package / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        input=json.dumps([game, moves, backend]),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("backend", ["interpreter", "native"])
def test_the_new_move_is_played_and_its_state_shown(package: Path, backend: str) -> None:
    """Charges cost energy, which positions show and take back, and without it there is only the pass."""
    found = play(package, GAME.replace("META", ""), ["0>1", "8>7", "1>0", "7>8", "0>1", "8>7"], backend)
    assert found["seen"] == ["m=2 en=2,3", "m=1 en=2,2", "m=2 en=1,2", "m=1 en=1,1", "m=2 en=0,1", "m=1 en=0,0"]
    assert found["moves"] == ["pass"]
    assert found["round trip"]


def test_energy_tells_positions_apart(package: Path) -> None:
    """Under a rule against repetition the pieces may come back, for the energy is another; unless it does not count."""
    game = GAME.replace("META", "(meta (no Repeat))")
    assert play(package, game, ["0>1", "8>7", "1>0", "7>8"])["seen"][-1] == "m=1 en=1,1"  # type: ignore[index]
    file = package / "petteia" / "ludemes" / "moves" / "charge.py"
    kept = file.read_text(encoding="utf-8")
    file.write_text(kept.replace('repeats="position"', 'repeats=""'), encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match="IllegalMove"):
            play(package, game, ["0>1", "8>7", "1>0", "7>8"])
    finally:
        file.write_text(kept, encoding="utf-8")
