"""Money, and positions that come back."""

from .playing import small, texts


def test_players_stake_amounts_and_fill_the_pot() -> None:
    play = "(if (= (pot) 0) (move Bet Mover (range 2 3) (then (set Pot (+ (amount Mover) (amount Next))))) (move Pass))"
    state = small(play, "(set Amount 5)", end="(if (> (pot) 9) (result Mover Win))")
    assert state.text == " | m=1 am=5,5 pot=0"
    stakes = state.legal_moves()
    assert [move.text for move in stakes] == ["-1>-1", "-1>-1"]
    state.play(stakes[1])
    assert state.text == " | m=2 am=3,5 pot=8"
    assert texts(state) == ["pass"]
    assert state.game.state(state.text).text == state.text


def test_a_position_that_was_there_before_is_known() -> None:
    step = "(forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))"
    state = small(step, '(place "Ball1" 0) (place "Ball2" 15)', end="(if (is Repeat) (result Mover Loss))")
    for move in ("0>1", "15>14", "1>0"):
        state.play(move)
        assert not state.over
    state.play("14>15")
    assert state.winner == 1
