"""Matches of one game: scores that outlast it, the move to the next instance, the end of the match."""

from pathlib import Path

import pytest

import petteia as pt
from petteia.errors import LudError, UnsupportedLudeme

from .playing import texts

_GAME = """(game "Race" (players 2) (equipment { (board (rectangle 1 4)) (piece "Ball" Each) })
    (rules (start { (set Score P1 0) (set Score P2 0) })
        (play (move Add (to (sites Empty)) (then (addScore Mover (last To)))))
        (end { (if (= (last To) 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"""
_MATCH = """(match "Races" (players 2) (games (subgame "Race" RESULT)) (end {
    (if (>= (matchScore P1) 6) (result P1 Win)) (if (and (= (count Trials) 3) (= (matchScore P1) (matchScore P2)))
    (result Mover Draw)) (if (= (count Trials) 3) (byScore)) }))"""


def _match(folder: Path, result: str = "", backend: str = "interpreter") -> pt.Game:
    (folder / "Race.lud").write_text(_GAME)
    (folder / "Races.lud").write_text(_MATCH.replace("RESULT", result))
    return pt.load(folder / "Races.lud", backend=backend)  # type: ignore[arg-type]


def _play(state: pt.State, *moves: str) -> None:
    for move in moves:
        state.play(move)


def test_a_match_goes_on_until_its_own_rules_end_it(tmp_path: Path) -> None:
    state = _match(tmp_path).start()
    _play(state, "0>0", "3>3")
    assert texts(state) == ["next"] and not state.over
    assert state.text == "0=1 3=2 | m=2 sc=0,3 g=0 ms=0,0 gover=2,1"
    assert state.game.state(state.text).text == state.text
    state.play("next")
    assert state.text == " | m=1 sc=0,0 g=0 ms=0,1"
    _play(state, "3>3", "next")
    assert "ms=1,1" in state.text
    _play(state, "3>3", "next")
    assert state.over and state.winner == 1
    assert "ms=2,1" in state.text


def test_what_a_win_is_worth_may_be_written(tmp_path: Path) -> None:
    """The winner of a game gets its score; a loser gets nothing all the same."""
    state = _match(tmp_path, "result:(score Mover)").start()
    _play(state, "2>2", "1>1", "3>3", "next")
    assert "ms=5,0" in state.text
    _play(state, "0>0", "1>1", "3>3", "next")
    assert state.over and state.winner == 1


def test_native_code_agrees(tmp_path: Path) -> None:
    slow, fast = _match(tmp_path).start(), _match(tmp_path, backend="native").start()
    while not slow.over:
        assert slow.text == fast.text
        assert slow.legal_moves() == fast.legal_moves()
        move = slow.legal_moves()[len(slow.history) % len(slow.legal_moves())]
        slow.play(move)
        fast.play(move)
    assert fast.over and slow.text == fast.text


def test_a_match_needs_its_game(tmp_path: Path) -> None:
    (tmp_path / "Lost.lud").write_text(_MATCH.replace('"Race" RESULT', '"Nowhere Found"'))
    with pytest.raises(LudError, match="Nowhere Found"):
        pt.load(tmp_path / "Lost.lud")


def test_matches_of_several_games_are_refused(tmp_path: Path) -> None:
    several = _MATCH.replace('(subgame "Race" RESULT)', '{(subgame "Race") (subgame "Hex")}')
    (tmp_path / "Several.lud").write_text(several)
    with pytest.raises(UnsupportedLudeme, match="several"):
        pt.load(tmp_path / "Several.lud")


def test_outside_a_match_there_are_no_match_scores() -> None:
    text = _GAME.replace("(= (last To) 3)", "(= (matchScore P1) -1)")
    state = pt.load(text, backend="interpreter").start()
    state.play("0>0")
    assert state.winner == 1
