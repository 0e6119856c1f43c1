"""Simultaneous play: one move of each player, made as one."""

import petteia as pt

from .both_engines import assert_engines_agree
from .playing import texts

_CHOICES = """(game "Choices" (players 2) (mode Simultaneous)
    (equipment { (board (rectangle 1 2)) (hand Each size:2) (piece "Ball" Each) })
    (rules (start { (place "Ball1" (handSite P1)) (place "Ball1" (handSite P1 1)) (place "Ball2" (handSite P2)) })
        (play (or (move (from (sites Hand P1)) (to 0) P1 (then (set Score P1 (+ 1 (count Pieces P2 in:(sites Board))))
                applyAfterAllMoves:WAITS))
            (move (from (sites Hand P2)) (to 1) P2)))
        (end (if (is Full) (result P1 Win)))))"""


def test_every_combination_is_a_move() -> None:
    state = pt.load(_CHOICES.replace("WAITS", "False"), backend="interpreter").start()
    assert texts(state) == ["1:2>0+2:4>1", "1:3>0+2:4>1"]
    state.play("1:3>0+2:4>1")
    assert state.text == "0=1 1=2 h2=1 | m=1 sc=1,0 over=1,2"


def test_consequents_may_wait_for_all_moves() -> None:
    state = pt.load(_CHOICES.replace("WAITS", "True"), backend="interpreter").start()
    state.play("1:3>0+2:4>1")
    assert state.scores == (2, 0)  # the other's piece stands there by then


_BETS = """(game "Bets" (players 3) (mode Simultaneous) (equipment { (board (square 1)) (piece "Ball" Each) })
    (rules phases:{
        (phase "Bet" (play (or { (move Bet P1 (range 0 1)) (move Bet P2 (range 0 2)) })) (nextPhase "Rest"))
        (phase "Rest" (play (move Pass (then (addScore P2 (amount P2))))) (nextPhase "Bet")) }
        (end (if (>= (score P2) 3) (byScore)))))"""


def test_who_has_no_move_of_his_own_passes() -> None:
    """The third player has nothing to do; a pass belongs to the one whom the state says is to move."""
    state = pt.load(_BETS, backend="interpreter").start()
    assert len(state.legal_moves()) == 6
    assert all(move.text.endswith("+3:pass") for move in state.legal_moves())
    state.play(state.legal_moves()[-1])
    assert "am=1,2,0" in state.text
    assert texts(state) == ["pass"]


def test_native_code_agrees() -> None:
    for text in (_CHOICES.replace("WAITS", "True"), _BETS):
        assert_engines_agree(text)
