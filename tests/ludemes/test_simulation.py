"""Games without players: births and deaths at once."""

import petteia as pt

from .both_engines import assert_engines_agree

_AROUND = "(count Sites in:(sites Around (site) if:(is Occupied (to))))"
_LIFE = f"""(game "Cells" (players 0) (equipment {{ (board (square 5)) (piece "Cell" Shared) }})
    (rules (start (place "Cell" (sites {{11 12 13}}))) (play (forEach Site (sites Board)
        (if (is Empty (site)) (if (= 3 {_AROUND}) (add (piece "Cell") (to (site))))
            (if (not (or (= 2 {_AROUND}) (= 3 {_AROUND}))) (remove (site))))))
        (end (if (= (count Moves) 6) (result Mover Draw)))))"""


def test_all_moves_are_made_in_one() -> None:
    """Three cells in a row turn about their centre, which no order of single moves would let them do."""
    state = pt.load(_LIFE, backend="interpreter").start()
    assert [move.text for move in state.legal_moves()] == ["7>7"]
    state.play("7>7")
    assert state.text.startswith("7=1 12=1 17=1 |")
    state.play(state.legal_moves()[0])
    assert state.text.startswith("11=1 12=1 13=1 |")


def test_a_still_life_has_no_move_left() -> None:
    block = _LIFE.replace("11 12 13", "11 12 16 17")
    assert pt.load(block, backend="interpreter").start().legal_moves() == ()


def test_native_code_agrees() -> None:
    (end, *_) = assert_engines_agree(_LIFE)
    assert end.over
