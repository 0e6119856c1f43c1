"""Replaying: recordings made by our own play come out, changed ones are noticed where they were changed."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from petteia import Game, Move, State, load
from petteia.conformance import Folders, _guesses, _replay, judge, replay, run, summary, to_json
from petteia.conformance._recording import digest, read_recordings
from petteia.conformance.reached import survey
from petteia.game.position import to_text
from petteia.lang import expand

SLIDE = """
(game "Slide"
    (players 2)
    (equipment { (board (square 3)) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""
DICE = """
(game "Dice"
    (players 2)
    (equipment { (board (square 2)) (dice d:3 num:2) (piece "Ball" Each) })
    (rules
        (play (do (roll) next:(if (= (face 4) (face 5)) (move Add (to (sites Empty))) (move Pass))))
        (end (if (is Full) (result Mover Win)))
    )
)
"""


def record(text: str, seed: int, *, with_successors: bool, flags: list[str]) -> list[dict[str, Any]]:
    """The lines of a recording of one random trial of ours, by the interpreter."""
    game = load(text, backend="interpreter")
    state = game.start(seed)
    header = {
        "game": game.name, "path": f"{game.name}.lud", "options": [], "players": 2, "flags": flags,
        "expanded_sha1": expand(text).sha1, "topology": None,
    }  # fmt: skip
    lines: list[dict[str, Any]] = [header, {"trial": 0, "plies": 0, "over": True}]
    while not state.over:
        moves = state.legal_moves()
        texts = sorted({move.text for move in moves})
        ply: dict[str, Any] = {"s": recorded_text(state), "n": len(texts), "c": moves[seed % len(moves)].text}
        if with_successors:
            ply["succ"] = " ".join(sorted(f"{move.text}#{digest(_after(state, move))}" for move in moves))
        else:
            ply["mh"] = digest(" ".join(texts))
        lines.append(ply)
        state.play(moves[seed % len(moves)])
    return [*lines, {"end": recorded_text(state)}]


def recorded_text(state: State) -> str:
    """A position as recordings tell it: dice show what the move before left, not the throw of the move to come."""
    return to_text(state.game._contents.read(state._raw), state.game.facts)


def _after(state: State, move: Move) -> str:
    copy = state.copy()
    copy.play(move)
    return recorded_text(copy)


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    """A recording in a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(json.dumps(line) for line in lines))
    return path


@pytest.fixture(scope="module")
def slide() -> Game:
    """A game of lines."""
    return load(SLIDE)


def test_our_own_play_replays(tmp_path: Path, slide: Game) -> None:
    """All states and successors of a recording of ours are met again, by native code."""
    lines = record(SLIDE, 5, with_successors=True, flags=[])
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    found = replay(slide, recording)
    assert found.mismatch is None
    assert (found.states, found.results) == (len(lines) - 2, 1) and found.successors >= 9


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("s", "0=1 | m=1", "the state differs"),
        ("succ", "0>0#00000000", "the legal moves differ"),
        ("c", "pass", "after pass the state differs"),
    ],
)
def test_changes_are_noticed(tmp_path: Path, slide: Game, key: str, value: str, what: str) -> None:
    """A changed state, move list or move is the first difference that is reported, with both sides."""
    lines = record(SLIDE, 5, with_successors=True, flags=[])
    lines[4][key] = value
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    mismatch = replay(slide, recording).mismatch
    # A changed state is met one ply before, as the state that the move should have led to.
    assert mismatch is not None and mismatch.ply in (1, 2)
    assert what in mismatch.what or (key == "s" and "the state differs" in mismatch.what)
    assert "ours" in str(mismatch) and "recorded" in str(mismatch)


def test_a_wrong_successor_is_shown_with_our_state(tmp_path: Path, slide: Game) -> None:
    """Where only a digest differs, our state after the move is shown."""
    lines = record(SLIDE, 5, with_successors=True, flags=[])
    move = lines[2]["succ"].split(" ")[0].split("#")[0]
    lines[2]["succ"] = f"{move}#00000000" + lines[2]["succ"][len(move) + 9 :]
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    mismatch = replay(slide, recording).mismatch
    assert mismatch is not None and mismatch.what == f"move {move} leads elsewhere"
    assert "| m=2" in mismatch.ours and "#00000000" in mismatch.recorded


def test_values_that_recordings_do_not_show_are_not_compared(tmp_path: Path) -> None:
    """Remembered values of such names are left out of our texts; elsewhere they count."""
    then = '(sites Empty)) (then (remember Value "Steps" (count Moves)))'
    text = SLIDE.replace("(sites Empty))", then)
    lines = record(text, 5, with_successors=False, flags=[])
    assert "rem:Steps=" in lines[-1]["end"]
    for line in lines:
        for key in {"s", "end"} & set(line):
            line[key] = re.sub(r" rem:Steps=[\d,]+", "", line[key])
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    assert replay(load(text), recording).mismatch is not None
    assert replay(load(text), recording, lambda name: name != "Steps").mismatch is None


def test_draws_are_found_again(tmp_path: Path) -> None:
    """Dice that decide on the legal moves are inferred from them and from the next text."""
    game = load(DICE)
    for seed in range(1, 4):
        lines = record(DICE, seed, with_successors=False, flags=["chance"])
        (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
        assert replay(game, recording).mismatch is None


def test_two_rolls_of_one_ply_are_found_again(tmp_path: Path) -> None:
    """A roll for the moves and another as their consequence: the second one shows, the first is told by the moves."""
    text = DICE.replace("(move Add (to (sites Empty)))", "(move Add (to (sites Empty)) (then (roll)))")
    game = load(text)
    for seed in range(1, 4):
        lines = record(text, seed, with_successors=False, flags=["chance"])
        (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
        assert replay(game, recording).mismatch is None


MANY_DICE = """
(game "Many Dice"
    (players 2)
    (equipment { (board (square 2)) (dice d:6 num:4) (dice d:4 from:0 num:1) (piece "Ball" Each) })
    (rules
        (play (do (roll) next:(if (< (count Pips) 12) (move Add (to (sites Empty))) (move Pass))))
        (end (if (is Full) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("hidden", ["s", "h"])
def test_draws_of_many_dice_are_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str) -> None:
    """The dice of the next state are told by its text, or found by its digest, without trying every outcome."""
    tried: list[int] = []
    everything = _replay.outcomes

    def counted(*given: Any, **named: Any) -> Any:
        tried.append(len(named["among"]))
        return everything(*given, **named)

    monkeypatch.setattr(_replay, "outcomes", counted)
    lines = record(MANY_DICE, 3, with_successors=False, flags=["chance"])
    for line in lines[3:-1]:
        if hidden == "h":
            line["h"] = digest(line.pop("s"))
    game = load(MANY_DICE)
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    found = replay(game, recording)
    assert found.mismatch is None and found.states == len(lines) - 2
    assert len(tried) == len(lines) - 3 and max(tried) < 10


def test_wrong_guesses_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no guess leads to the next state, all outcomes are tried."""
    monkeypatch.setattr(_guesses, "_MANY_OUTCOMES", 1)
    monkeypatch.setattr(_guesses.Guesses, "by_text", lambda self, text: [0])
    lines = record(DICE, 2, with_successors=False, flags=["chance"])
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    found = replay(load(DICE), recording)
    assert found.mismatch is None and found.states == len(lines) - 2


def test_impossible_draws_are_noticed(tmp_path: Path) -> None:
    """Dice that no roll can show are a difference."""
    lines = record(DICE, 2, with_successors=False, flags=["chance"])
    lines[3]["s"] = lines[3]["s"].rpartition("d=")[0] + "d=5,5"
    (recording,) = read_recordings(write(tmp_path / "a.jsonl.gz", lines))
    assert replay(load(DICE), recording).mismatch is not None


def _folders(root: Path, games: dict[str, str], recorded: dict[str, list[dict[str, Any]]]) -> Folders:
    for name, text in games.items():
        path = root / "games" / "some" / "kind" / f"{name}.lud"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, lines in recorded.items():
        write(root / "traces" / "some" / "kind" / f"{name}.jsonl.gz", lines)
    (root / "def").mkdir()
    return Folders.below(root)


def test_verdicts_of_a_folder(tmp_path: Path) -> None:
    """A good, a changed, an unreadable and an unrecorded game, each with its own verdict."""
    good = record(SLIDE, 1, with_successors=True, flags=[])
    changed = json.loads(json.dumps(good))
    changed[-1]["end"] = " | m=1"
    broken = [{**good[0], "game": "Broken"}, *good[1:]]
    games = {"Good": SLIDE, "Changed": SLIDE, "Broken": "(game", "Unrecorded": SLIDE}
    folders = _folders(tmp_path, games, {"Good": good, "Changed": changed, "Broken": broken})
    verdicts = {Path(one.path).stem: one for one in run(folders.paths(), folders, jobs=2)}
    assert {name: one.status for name, one in verdicts.items()} == {
        "Good": "replays", "Changed": "mismatch", "Broken": "error", "Unrecorded": "error",
    }  # fmt: skip
    assert verdicts["Good"].expanded and verdicts["Good"].results == 1
    assert "the state differs" in verdicts["Changed"].problems[0]
    assert verdicts["Unrecorded"].builds
    whole = to_json(list(verdicts.values()))
    assert whole["summary"]["games"] == 4 and whole["summary"]["replays"] == 1
    wanted = {
        "path",
        "status",
        "missing",
        "states",
        "successors",
        "results",
        "expanded",
        "topology",
        "variants",
        "seconds",
    }
    assert all(wanted <= set(one) for one in whole["games"])


def test_a_hang_does_not_stop_the_run(tmp_path: Path) -> None:
    """A game that takes longer than allowed is given up, the next one is judged."""
    good = record(SLIDE, 1, with_successors=True, flags=[])
    long = [good[0], *(good[1:] * 30_000)]
    folders = _folders(tmp_path, {"A long one": SLIDE, "Good": SLIDE}, {"A long one": long, "Good": good})
    verdicts = run(folders.paths(), folders, jobs=1, time_limit=6.0)
    assert [one.status for one in verdicts] == ["error", "replays"]
    assert "stopped after 6 seconds" in verdicts[0].problems[0]


def test_a_crash_does_not_stop_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies costs its game alone."""
    from petteia.conformance import _run

    good = record(SLIDE, 1, with_successors=True, flags=[])
    folders = _folders(tmp_path, {"Crash": SLIDE, "Good": SLIDE}, {"Crash": good, "Good": good})
    monkeypatch.setattr(_run, "_work", _crashing_work)
    verdicts = run(folders.paths(), folders, jobs=1)
    assert [one.status for one in verdicts] == ["error", "replays"]
    assert "the process died (SIGKILL)" in verdicts[0].problems[0]
    assert summary(verdicts)["status_error"] == 1


def _crashing_work(pipe: Any, folders: Folders, engine: Any) -> None:
    """A worker that kills itself at one game."""
    import os
    import signal

    while True:
        path = pipe.recv()
        if "Crash" in path:
            os.kill(os.getpid(), signal.SIGKILL)
        pipe.send(("done", judge(path, folders, engine)))


ELEVEN = (
    "Tic-Tac-Toe", "Connect Four", "Hex", "Yavalath", "Gomoku", "Havannah", "Breakthrough", "Knightthrough", "Reversi",
    "Fanorona", "Teeko",
)  # fmt: skip
PROBES = ("Oware", "Chess", "Backgammon")


@pytest.mark.slow
@pytest.mark.conformance
@pytest.mark.parametrize("name", ELEVEN + PROBES)
def test_recorded_play_of_the_reference(conformance: Path, name: str) -> None:
    """Everything recorded of the first games comes out: text, board, every state, move and successor, variants too."""
    folders = Folders.below(conformance)
    (path,) = [one for one in folders.paths() if Path(one).stem == name]
    verdict = judge(path, folders)
    assert (verdict.status, verdict.problems) == ("replays", [])
    assert verdict.expanded and verdict.topology is not False and verdict.states > 0
    assert verdict.variants == ["replays"] * len(verdict.variants)


def test_replays_tell_what_they_reach(tmp_path: Path) -> None:
    """Rules that are only loaded reach lines of ludemes; what is recorded of them runs their statements, too."""
    two = "{ (if (is Line 3) (result Mover Win)) (if (and (is Full) (is Line 2)) (result Mover Loss)) }"
    never = SLIDE.replace("(if (is Line 3) (result Mover Win))", two)
    good = record(never, 1, with_successors=True, flags=[])
    folders = _folders(tmp_path, {"Recorded": never, "Unrecorded": never}, {"Recorded": good})
    recorded, alone = (survey([path], folders) for path in sorted(folders.paths()))
    assert not recorded.errors and alone.errors
    assert 0 < recorded.executed < recorded.statements and alone.executed == 0 < alone.statements
    assert alone.reached < recorded.lines and recorded.by_file()["moves/add.py"][0] > 10
    assert recorded.by_file()["moves/sow.py"][0] == 0
