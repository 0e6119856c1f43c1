"""The tutorial on writing games: its descriptions load, play and end, and its commands print what is shown."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import petteia
from petteia.lang.suspicions import find_warnings

TUTORIAL = Path(__file__).resolve().parent.parent / "docs" / "writing-games.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TUTORIAL.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
LISTINGS = [text for kind, text in BLOCKS if kind == "lud"]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_there_is_nothing_else_in_the_tutorial() -> None:
    """Every block is a listing or a shell, so that all of them are run."""
    assert {kind for kind, _ in BLOCKS} == {"lud", "shell"}
    assert len(LISTINGS) == 7


@pytest.mark.parametrize("text", LISTINGS, ids=range(len(LISTINGS)))
def test_a_listing_plays_to_an_end(text: str) -> None:
    """Random games end, and either player may win; only the third listing has something to warn of, on purpose."""
    assert len(find_warnings(text)) == (text == LISTINGS[2])
    done = petteia.load(text, build="quick").playouts(200, seed=1)
    assert done.unfinished == 0
    assert min(done.wins) > 0


def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    """Each command is run beside the latest listing."""
    for kind, text in BLOCKS:
        if kind == "lud":
            (tmp_path / "Ferrymen.lud").write_text(text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            program, *arguments = shlex.split(command)
            assert program == "petteia"
            started = [sys.executable, "-c", "from petteia.cli import main; main()", *arguments]
            done = subprocess.run(started, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
            assert done.returncode == 0, done.stderr
            assert doctest.OutputChecker().check_output(output, done.stdout, FLAGS), done.stdout[:2000]
