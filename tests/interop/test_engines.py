"""Engines of others as agents: answers, and those that are missing, die, hang or break the rules."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import petteia
from petteia.errors import Forfeit, PetteiaError
from petteia.interop import EngineAgent, engine_agent
from petteia.interop.notations import notation_of

FAIRY = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

SCRIPT = """
import sys, time
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]: print("uciok", flush=True)
    elif words[:1] == ["isready"]: print("readyok", flush=True)
    elif words[:1] == ["go"]: {go}
    elif words[:1] == ["quit"]: break
"""


def engine(folder: Path, go: str, **settings: object) -> EngineAgent:
    """A program that greets as an engine does and then does what it is told to."""
    path = folder / "engine.py"
    path.write_text(SCRIPT.format(go=go))
    return EngineAgent(f"{sys.executable} {path}", **settings)  # type: ignore[arg-type]


def test_words_name_a_command_and_settings() -> None:
    """Settings stand behind the last commas; the command may have commas of its own."""
    found = engine_agent("sh -c 'a,b',level=-5,nodes=300,seconds=0.5")
    assert (found.command, found.level, found.nodes, found.seconds) == ("sh -c 'a,b'", -5, 300, 0.5)
    assert engine_agent(found.name.removeprefix("engine:")) == found


@pytest.mark.parametrize(
    "words", ["no-such-engine-at-all", "", "sh 'open", "sh,nodes=many", "sh,nodes=0", "sh,protocol=x"]
)
def test_bad_words_are_told_at_once(words: str) -> None:
    """A missing program and settings without a meaning are one line."""
    with pytest.raises(PetteiaError):
        engine_agent(words)


@pytest.mark.parametrize(
    ("go", "words"),
    [
        ("sys.exit(3)", "ended"),
        ("time.sleep(60)", "in time"),
        ("print('bestmove a1a8', flush=True)", "breaks the rules"),
    ],
)
def test_failing_engines_forfeit(tmp_path: Path, go: str, words: str) -> None:
    """One that dies, hangs or plays what is not legal says so in one line."""
    agent = engine(tmp_path, go, limit=1.0)
    with pytest.raises(Forfeit, match=words):
        agent.choose(petteia.load("Breakthrough").start())


def test_matches_go_on_after_a_forfeit(tmp_path: Path) -> None:
    """The game counts as lost for the engine, and every game is kept."""
    agent = engine(tmp_path, "print('bestmove a1a8', flush=True)")
    result = petteia.match(petteia.load("Breakthrough"), "random", agent, games=4, openings=2, out=tmp_path / "games")
    assert (result.games, result.wins, len(result.forfeits)) == (4, 4, 4)


def test_programs_that_speak_nothing_known_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says what engines have to speak."""
    monkeypatch.setattr("petteia.interop.engines._ASKING", 0.1)
    with pytest.raises(PetteiaError, match="neither UCI"):
        engine_agent("cat").choose(petteia.load("Breakthrough").start())


def test_games_without_a_notation_are_refused() -> None:
    """The line names those that have one."""
    with pytest.raises(PetteiaError, match="Chess"):
        notation_of(petteia.load("Tic-Tac-Toe"))


@pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
@pytest.mark.parametrize("name", ["Chess", "Breakthrough"])
def test_fairy_stockfish_plays_on(name: str) -> None:
    """Against moves at random it plays legally, and follows what was played."""
    result = petteia.match(petteia.load(name), engine_agent("fairy-stockfish,nodes=50"), "random", games=2, cap=60)
    assert result.games == 2
    assert not result.forfeits


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
def test_gnugo_plays_on() -> None:
    """Vertices, passes and the komi are understood by both."""
    game = petteia.load("Go", options=["Board Size/9x9"])
    result = petteia.match(game, engine_agent("gnugo --mode gtp --level 0"), "random", games=2, cap=30)
    assert not result.forfeits
