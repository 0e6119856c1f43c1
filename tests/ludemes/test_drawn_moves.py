"""Moves drawn at random, moves repeated with a consequent, and payoffs."""

from collections import Counter

import petteia as pt

from .both_engines import assert_engines_agree
from .playing import after, small, texts

_END = "(if (is Full) (result Mover Draw))"


def test_one_of_several_lists_is_drawn_by_its_chance() -> None:
    """Three times in four only the first list is on offer, else only the second."""
    play = "(random {0.75 0.25} {(move Add (to (sites Bottom))) (move Pass)})"
    text = f"""(game "Chance" (players 2) (equipment {{ (board (square 2)) (piece "Ball" Each) }})
        (rules (play {play}) (end {_END})))"""
    game = pt.load(text, backend="interpreter")
    seen = Counter(",".join(texts(game.start(seed))) for seed in range(400))
    assert set(seen) == {"0>0,1>1", "pass"}
    assert 260 < seen["0>0,1>1"] < 340  # four standard deviations round 300
    assert_engines_agree(text)


def test_some_moves_are_drawn_with_repeats() -> None:
    play = "(random (move Add (to (sites Empty))) num:1)"
    text = f"""(game "Some" (players 2) (equipment {{ (board (square 3)) (piece "Ball" Each) }})
        (rules (play {play}) (end {_END})))"""
    game = pt.load(text, backend="interpreter")
    offered = {tuple(texts(game.start(seed))) for seed in range(100)}
    assert offered == {(f"{site}>{site}",) for site in range(9)}
    assert_engines_agree(text)
    more = pt.load(text.replace("num:1", "num:20"), backend="interpreter")
    assert max(len(texts(more.start(seed))) for seed in range(20)) <= 9


def test_the_consequent_of_a_repetition_follows_each_of_its_moves() -> None:
    """Two balls are taken off, and each time a point is scored."""
    first = "(regionSite (sites Occupied by:P2) index:0)"
    play = f"""(move Select (from 0) (then
        (while (> (count Pieces P2) 1) (remove {first}) (then (addScore P1 1)))))"""
    state = small(play, '(place "Ball2" {1 2 3}) (place "Ball1" 0)')
    assert after(state, "0>0") == "0=1 3=2"
    assert state.scores == (2, 0)


_PAID = """(game "Paid" (players 2) (equipment { (board (square 2)) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover (last To)))))
        (end (if (is Full) (payoffs {(payoff P1 (toFloat (score P1))) (payoff P2 (+ 0.5 (toFloat (score P2))))})))))"""


def test_payoffs_rank_the_players() -> None:
    state = pt.load(_PAID, backend="interpreter").start()
    for move in ("0>0", "1>1", "3>3", "2>2"):
        state.play(move)
    assert state.text == "0=1 1=2 2=2 3=1 | m=2 sc=3,3 pay=3,3.5 over=2,1"
    assert state.game.state(state.text).text == state.text
    assert_engines_agree(_PAID)
