"""Moves that leave a copy behind, removals that do not wait, and pieces for sites that do not exist."""

from .both_engines import assert_engines_agree
from .playing import small, texts

_BRUSHES = '(piece "Ball" Each) (hand Shared size:2)'
_START = '(place "Ball1" (handSite Shared 0)) (place "Ball2" (handSite Shared 1))'
_PLAY = """(move (from (union (sites Occupied by:All) (sites Hand Shared))) (to (sites Empty))
    copy:(is In (from) (sites Hand Shared)))"""


def test_copies_are_made_where_a_condition_holds() -> None:
    """A piece from the hand is copied, one from the board moves."""
    state = small(_PLAY, _START, board="(square 2)", pieces=_BRUSHES)
    state.play("4>0")
    assert state.text.startswith("0=1 h4=1 h5=2")
    state.play("0>3")
    assert state.text.startswith("3=1 h4=1 h5=2")


def test_engines_agree_on_copies() -> None:
    game = f"""(game "Brushes" (players 2) (equipment {{ (board (square 3)) {_BRUSHES} }})
        (rules (start {{ {_START} }}) (play {_PLAY}) (end (if (is Line 3) (result Mover Win)))))"""
    assert_engines_agree(game)


def test_only_removal_at_the_end_of_a_turn_waits() -> None:
    play = "(move Select (from (sites Occupied by:Mover)) (then (and (remove 3 at:{when}) (moveAgain))))"
    start = '(place "Ball1" {0 1 3}) (place "Ball2" 2)'
    now = small(play.format(when="StartOfTurn"), start, board="(square 2)")
    now.play("0>0")
    assert texts(now) == ["0>0", "1>1"]
    later = small(play.format(when="EndOfTurn"), start, board="(square 2)")
    later.play("0>0")
    assert texts(later) == ["0>0", "1>1", "3>3"]


def test_pieces_of_a_list_skip_sites_that_do_not_exist() -> None:
    state = small("(forEach Piece)", '(place "Ball1" {"A1" "Z9" "B1"})', board="(square 2)")
    assert state.text.startswith("0=1 1=1 |")
