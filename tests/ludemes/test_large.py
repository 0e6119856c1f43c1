"""Large pieces: where they fit, what they cover, how they turn."""

import pytest

import petteia as pt

from .playing import after, small, texts

_BARS = '(tile "Bar" P1 {F} numSides:4) (tile "Bar" P2 {F} numSides:4)'
_END = "(if (no Moves Next) (result Mover Win))"


def test_a_bar_needs_two_empty_cells() -> None:
    play = "(move Add (piece (mover) state:1) (to (sites Empty)))"
    state = small(play, "", board="(rectangle 2 3)", pieces=_BARS, end=_END)
    assert texts(state) == ["0>0", "1>1", "3>3", "4>4"]
    state.play("0>0")
    assert state.text == "0=1s1 | m=2"
    assert texts(state) == ["3>3", "4>4"]
    state.play("4>4")
    assert state.winner == 2


def test_without_a_state_a_piece_may_lie_any_way() -> None:
    play = "(move Add (piece (mover)) (to (sites Empty)))"
    state = small(play, "", board="(rectangle 2 2)", pieces=_BARS, end=_END)
    assert [move.text for move in state.legal_moves()] == [f"{site}>{site}" for site in (0, 0, 1, 1, 2, 2, 3, 3)]


def test_a_large_piece_may_use_its_own_cells() -> None:
    play = "(move (from (sites Occupied by:Mover)) (to (union (sites Empty) (sites Occupied by:Mover))))"
    start = '(place "Bar1" 0 state:1) (place "Bar2" 3 state:1)'
    state = small(play, start, board="(rectangle 2 3)", pieces=_BARS, end=_END)
    found = set()
    for move in state.legal_moves():
        state.play(move)
        found.add(f"{move.text} {state.text.split(' | ')[0]}")
        state.undo()
    assert found == {
        "0>1 1=1s1 3=2s1", "0>1 1=1s3 3=2s1", "0>2 2=1 3=2s1", "0>2 2=1s3 3=2s1", "0>5 3=2s1 5=1s2",
    }  # fmt: skip


def test_the_sites_of_a_large_piece_are_all_that_it_covers() -> None:
    """Two small pieces take the place of the bar: one for each of its cells, as long as it lies there."""
    cells = '(forEach Site (sites LargePiece at:(last To)) (add (piece "Ball2") (to (site))))'
    for then, left in (
        (f"(and (remove (last To)) {cells})", "0=4 3=4"),
        (f"(remove (last To) (then {cells}))", ""),
    ):
        state = small(
            f"(move (from 0) (to (sites {{3}})) (then {then}))",
            '(place "Bar1" 0 state:1)',
            board="(rectangle 2 3)",
            pieces=f'{_BARS} (piece "Ball" Each)',
            end=_END,
        )
        assert after(state, "0>3") == left


def test_a_large_piece_that_is_removed_leaves_all_its_cells() -> None:
    play = '(or (move Remove (sites Occupied by:Mover)) (move Add (piece "Ball1") (to (sites Empty))))'
    start = '(place "Bar1" 0 state:1) (place "Bar2" 3 state:1)'
    state = small(play, start, board="(rectangle 2 3)", pieces=f'{_BARS} (piece "Ball" Each)', end=_END)
    assert texts(state) == ["0>0", "1>1", "2>2", "5>5"]
    state.play("0>0")
    assert texts(state) == ["0>0", "1>1", "2>2", "3>3", "4>4", "5>5"]


def test_the_size_of_large_pieces_counts_their_cells() -> None:
    play = "(move Add (piece 1 state:(- (size LargePiece in:(sites Board)) 3)) (to (sites Empty)))"
    start = '(place "Bar1" 0 state:1) (place "Bar2" 3 state:1)'
    assert texts(small(play, start, board="(rectangle 3 3)", pieces=_BARS, end=_END)) == ["6>6", "7>7"]


def test_what_does_not_know_large_pieces_is_refused() -> None:
    with pytest.raises(pt.UnsupportedLudeme, match="large pieces in a game with flip"):
        small("(move Add (piece (mover)) (to (sites Empty)) (then (flip 0)))", "", pieces=_BARS, end=_END)
