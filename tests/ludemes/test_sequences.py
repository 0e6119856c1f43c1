"""Moves that come after others within one move: seq, while, and what stands before the next of a do."""

import pytest

from petteia.errors import UnsupportedLudeme

from .test_moves import after, small, texts


def test_a_seq_before_the_next_move_is_done_again_in_another_order() -> None:
    """The first, then the third, then the second: each goes in behind as many actions as the one before it has."""
    values = " ".join(f'(set Var "V" {k})' for k in (1, 2, 3))
    state = small(f"(do (seq {{{values}}}) next:(move Add (to (sites Empty))))", '(place "Ball2" 15)')
    state.play("0>0")
    assert "var:V=2" in state.text


def test_the_next_move_is_looked_for_after_a_seq_in_its_order() -> None:
    values = " ".join(f'(set Var "V" {k})' for k in (1, 2, 3))
    state = small(f'(do (seq {{{values}}}) next:(move Add (to (var "V"))))', '(place "Ball2" 15)')
    assert texts(state) == ["3>3"]


def test_the_moves_of_all_pieces_come_before_the_next_move() -> None:
    """Two pieces step to the right, then one is added; the site that the first left is free for it."""
    steps = "(forEach Piece (move Step E (to if:(is Empty (to)))))"
    state = small(f"(do {steps} next:(move Add (to (sites {{0 1 2}}))))", '(place "Ball1" {0 4}) (place "Ball2" 15)')
    assert after(state, "2>2") == "1=1 2=1 5=1 15=2"


def test_a_seq_beside_other_effects_sees_none_of_them() -> None:
    """All of a consequent is evaluated before any of it happens: the seq finds its site empty."""
    looks = '(seq {(if (is Empty 5) (add (piece "Ball2") (to 6))) (if (is Occupied 6) (add (piece "Ball1") (to 7)))})'
    play = f'(move Add (to (sites Empty)) (then (and (add (piece "Ball1") (to 5)) {looks})))'
    assert after(small(play, '(place "Ball2" 15)'), "0>0") == "0=1 5=1 6=2 7=1 15=2"


def test_a_seq_that_stands_alone_here_and_beside_others_there() -> None:
    """After a move to 0 it is all that happens; else it does not see what stands beside it."""
    looks = '(seq {(if (is Empty 5) (add (piece "Ball2") (to 6))) (if (is Occupied 6) (add (piece "Ball1") (to 7)))})'
    beside = f'(and (add (piece "Ball1") (to 5)) {looks})'
    play = f"(move Add (to (sites Empty)) (then (if (= (last To) 0) {looks} {beside})))"
    assert after(small(play, '(place "Ball2" 15)'), "0>0") == "0=1 6=2 7=1 15=2"
    assert after(small(play, '(place "Ball2" 15)'), "1>1") == "1=1 5=1 6=2 7=1 15=2"


def test_values_that_are_new_for_each_of_two_sequences_are_remembered_twice() -> None:
    """Each seq looks at what was remembered before both, then at its own."""
    once = "(remember Value 3 unique:True)"
    play = f"(move Add (to (sites Empty)) (then (and (seq {{{once} {once}}}) (seq {{{once}}}))))"
    state = small(play, '(place "Ball2" 15)')
    state.play("0>0")
    assert "rem=3,3" in state.text


def test_a_roll_among_several_moves_before_the_next_is_refused() -> None:
    dice = '(piece "Ball" Each) (dice d:2 num:1)'
    play = '(do (seq {(roll) (set Var "V" 1)}) next:(move Add (to (sites Empty))))'
    with pytest.raises(UnsupportedLudeme, match="chance among them"):
        small(play, '(place "Ball2" 15)', pieces=dice)
