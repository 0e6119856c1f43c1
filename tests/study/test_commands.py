"""`petteia study` as it is called: what bad input says, and that what was computed stays."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from petteia.cli._main import run

LOST = """(game "Lost" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end [#]))
)"""
WHOLE = LOST.replace("[#]", "(if (is Line 3) (result Mover Win))").replace("Lost", "Row")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a rule set with a hole and a library of one that is whole."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "row.lud").write_text(WHOLE)
    (tmp_path / "lost.lud").write_text(LOST)
    (tmp_path / "nofit.lud").write_text(LOST.replace("(sites Empty)", "(sites Nowhere)"))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("lost.lud --vary", "lost.lud:3:54: unexpected character '[': for a rule set with holes give --complete"),
        ("lib/row.lud --complete --library lib", "row.lud has no holes"),
        ("lib/row.lud --options", "row.lud has no other options"),
        ("lost.lud --complete --library none", "there is no description in none"),
        ("none.lud --complete --library lib", "none.lud cannot be read"),
        ("nofit.lud --complete --library lib --candidates 8", "nofit.lud has no completion: no candidate"),
        ("lost.lud --complete --library lib --leave-out luck", "there is no factor 'luck'"),
        ("lost.lud --complete --library lib --out lib/row.lud", "lib/row.lud cannot be used"),
    ],
)
def test_bad_input_is_one_line(here: Path, words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The line names the file and the cause; the exit code says that it failed."""
    assert run(["study", *words.split()]) == 2
    error = capsys.readouterr().err.strip()
    assert error.startswith(f"petteia: {told}") and "\n" not in error


def test_a_folder_keeps_what_was_computed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that cannot be written is an error; the candidates stay, and are not computed again."""
    words = ["study", "lost.lud", "--complete", "--library", "lib", "--candidates", "8", "--out", "out", "--json"]
    (here / "out" / "report.html.new").mkdir(parents=True)
    assert run(words) == 2
    assert "out cannot be written" in capsys.readouterr().err
    kept = (here / "out" / "candidates.jsonl").read_text()
    (here / "out" / "report.html.new").rmdir()
    assert run([*words, "--resume"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) >= {"candidates", "best"} and kept == (here / "out" / "candidates.jsonl").read_text()
    assert set(found["best"][0]) >= {"text", "score", "probability", "measures", "fills"}
    assert set(found["best"][0]["fills"][0]) == {"hole", "text", "source"}
    page = (here / "out" / "report.html").read_text()
    assert 'class="chart' in page and 'class="steps"' in page


STUDY = """import sys
from pathlib import Path
from petteia.study import complete, read_library
library = read_library([Path("lib")], [])
text = Path("two.lud").read_text()
out, jobs = Path(sys.argv[1]), int(sys.argv[2])
found = complete(text, library, budget=60, most=16, strong=False, out=out, resume=True, jobs=jobs)
print([one.to_json() for one in found.best], found.tried, sorted(found.refused.items()))
"""


@pytest.mark.slow
def test_a_killed_study_goes_on(here: Path) -> None:
    """Killed and resumed with two processes a study ends like one that was left alone; nothing is counted twice."""
    (here / "two.lud").write_text(LOST.replace("(sites Empty)", "(sites [Board | Empty])"))
    command = [sys.executable, "-c", STUDY]
    alone = subprocess.run([*command, "alone", "1"], capture_output=True, text=True, check=True, timeout=300)
    lines = here / "killed" / "candidates.jsonl"
    with subprocess.Popen([*command, "killed", "1"], stdout=subprocess.DEVNULL) as process:
        until = time.monotonic() + 120
        while not (lines.exists() and lines.read_text().count("\n") > 2) and time.monotonic() < until:
            time.sleep(0.02)
        process.kill()
    assert not (here / "killed" / "result.json").exists()
    resumed = subprocess.run([*command, "killed", "2"], capture_output=True, text=True, check=True, timeout=300)
    assert resumed.stdout == alone.stdout
    keys = [json.loads(line)["key"] for line in lines.read_text().splitlines() if line.endswith("}")]
    assert len(keys) == len(set(keys))
