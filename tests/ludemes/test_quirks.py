"""Places where recorded play goes another way than a plain reading of the rules would: small games of our own."""

from .test_moves import after, small, texts


def test_relative_directions_follow_the_step_just_made() -> None:
    """A horse: one step along a line, then on to the left or right of that step, whatever the piece itself faces."""
    play = """(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) (apply
        (forEach Direction (from (to)) (directions {FR FL} of:All) (move (from) (to (to))))))))"""
    state = small(play, '(place "Ball1" 12) (place "Ball2" {13 17})', board="(square 5)")
    assert texts(state) == ["12>1", "12>15", "12>3", "12>5"]
    assert after(state, "12>1") == "1=1 13=2 17=2"
