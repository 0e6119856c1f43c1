"""Hidden information: what a player is told of a position, and what not."""

import petteia as pt

_GAME = """(game "Masks" (players 2)
    (equipment {{ (board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to))))) (piece "Pawn" Each) }})
    (rules (start {{ (place "King1" 0) (place "Pawn1" 1) (place "King2" 8) {hide} }})
        (play (forEach Piece "King")) (end (if (= (count Moves) 20) (result Mover Draw)))))"""
_KINDS = _GAME.format(hide="(set Hidden What (sites {0 1}) to:P2)")
_ALL = _GAME.format(hide="(set Hidden (sites Bottom) to:P2)")


def test_pieces_that_cannot_be_told_apart() -> None:
    for backend in ("interpreter", "native"):
        state = pt.load(_KINDS, backend=backend).start()  # type: ignore[arg-type]
        assert state.hidden_from(1) == {}
        assert state.hidden_from(2) == {"what": frozenset({0, 1})}
        assert state.text_for(1) == state.text == "0=1 1=3 8=2 | m=1"
        assert state.text_for(2) == "0=?u1 1=?u1 8=2 | m=1"


def test_what_is_hidden_moves_along() -> None:
    state = pt.load(_KINDS).start()
    state.play("0>3")
    assert state.hidden_from(2) == {"what": frozenset({1, 3})}
    assert state.text_for(2) == "1=?u1 3=?u1 8=2 | m=2"


def test_sites_of_which_nothing_is_known() -> None:
    """It does not show which of them are empty."""
    state = pt.load(_ALL).start()
    assert state.text_for(2) == "0=?? 1=?? 2=?? 8=2 | m=1"


def test_observations_leave_out_what_is_hidden() -> None:
    """The second player cannot tell two positions apart that the first can."""
    one, other = pt.load(_ALL).start(), pt.load(_ALL.replace('"King1" 0', '"King1" 2')).start()
    assert (one.observation(2) == other.observation(2)).all()
    assert not (one.observation(1) == other.observation(1)).all()
    elsewhere = pt.load(_ALL.replace('"King2" 8', '"King2" 7')).start()
    assert not (one.observation(2) == elsewhere.observation(2)).all()


def test_games_that_hide_nothing_are_as_before() -> None:
    state = pt.load("Tic-Tac-Toe").start()
    assert state.hidden_from(1) == {} and state.text_for(2) == state.text
