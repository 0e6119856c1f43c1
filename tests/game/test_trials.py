"""Trials: games kept as lines of JSON that replay, whatever happened to the file."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from petteia import Game, State, load
from petteia.errors import PetteiaError
from petteia.game.trials import JsonLines, Trial, read_trials, rules_digest


def play_out(game: Game, seed: int) -> State:
    """A random game."""
    state, random = game.start(seed), Random(seed)
    while not state.over:
        state.play(random.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Backgammon", "Hex"])
def test_a_trial_replays(name: str) -> None:
    """Through JSON and back: the same moves, chance included, lead to the same end."""
    game = load(name, options=["Board Size/5x5"] if name == "Hex" else [])
    end = play_out(game, 5)
    trial = Trial.from_json(json.loads(json.dumps(Trial.of(end, seed=5, notes={"agents": ["a", "b"]}).to_json())))
    states = list(trial.replay(game))
    assert len(states) == len(trial.moves) + 1 and states[-1] == end
    assert trial.notes == {"agents": ["a", "b"]} and trial.finished


def test_a_trial_may_begin_anywhere_and_end_early() -> None:
    """With the position where it began, and no result."""
    game = load("Tic-Tac-Toe")
    state = game.state("4=1 | m=2", seed=1)
    state.play("0>0")
    trial = Trial.of(state, seed=1, position="4=1 | m=2")
    assert not trial.finished and trial.returns == (0.0, 0.0)
    assert list(Trial.from_json(trial.to_json()).replay(game))[-1].text == "0=2 4=1 | m=1"


def test_what_does_not_replay_is_said() -> None:
    """Other rules, a move that is not legal, another result, a line without moves."""
    game = load("Tic-Tac-Toe")
    trial = Trial.of(play_out(game, 1), seed=1)
    with pytest.raises(PetteiaError, match="other rules"):
        list(trial.replay(load("Tic-Tac-Toe", options=["End Rule/Misere"])))
    with pytest.raises(PetteiaError, match="move 2 of the trial cannot be replayed"):
        list(replace(trial, moves=(trial.moves[0], trial.moves[0])).replay(game))
    with pytest.raises(PetteiaError, match="the trial ends with"):
        list(replace(trial, returns=(0.25, -0.25)).replay(game))
    with pytest.raises(PetteiaError, match="has to say its moves"):
        Trial.from_json({"game": "x", "rules": "y", "seed": 1})


def test_the_digest_tells_rules_apart() -> None:
    """Options count, how they were given does not."""
    plain, misere = load("Tic-Tac-Toe"), load("Tic-Tac-Toe", options=["End Rule/Misere"])
    assert rules_digest(plain) != rules_digest(misere)
    assert rules_digest(plain) == rules_digest(load("tic-tac-toe", options=["Board Size/3x3"]))


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    """At every place where a crash may have cut the file: the whole lines are read, and more can be appended."""
    path = tmp_path / "deep" / "lines.jsonl"
    with JsonLines(path) as lines:
        lines.append({"n": 1, "text": "größer"})
        lines.append({"n": 2})
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole)):
        path.write_bytes(whole[:cut])
        with JsonLines(path) as lines:
            assert [one["n"] for one in lines.read()] == [1]
            lines.append({"n": 3})
            assert [one["n"] for one in lines.read()] == [1, 3]


def test_lines_that_are_no_json_are_named(tmp_path: Path) -> None:
    """A damaged file is told by its line, a missing one has no lines."""
    path = tmp_path / "lines.jsonl"
    assert list(JsonLines(path).read()) == []
    path.write_text('{"n": 1}\n{"n": oops}\n', encoding="utf-8")
    with pytest.raises(PetteiaError, match=r"lines\.jsonl:2: no JSON"):
        list(JsonLines(path).read())


def test_trials_of_a_file(tmp_path: Path) -> None:
    """They come back as they were kept."""
    game = load("Tic-Tac-Toe")
    kept = [Trial.of(play_out(game, seed), seed=seed) for seed in range(3)]
    with JsonLines(tmp_path / "games.jsonl") as lines:
        for trial in kept:
            lines.append(trial.to_json())
    assert list(read_trials(tmp_path / "games.jsonl")) == kept
