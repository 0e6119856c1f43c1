"""Variants of a complete game, and wishes."""

import pytest

import petteia as pt
from petteia.errors import PetteiaError
from petteia.study import read_wish, vary
from petteia.study._varying import variants_of

TEXT = """(game "Row" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}))
)"""  # noqa: E501


def test_variants_change_one_thing_each() -> None:
    """The swap rule, each number up and down, each end rule left out; all of them load."""
    changes = dict(variants_of(TEXT))
    assert "as it is" in changes and "add the swap rule" in changes
    assert {"(is ... 2) for 3", "(is ... 4) for 3", "(square ... 3) for 4", "(square ... 5) for 4"} <= set(changes)
    assert any(change.startswith("without (if (is Full)") for change in changes)
    assert pt.load(changes["(square ... 5) for 4"], build="quick").players == 2


def test_wishes_rank_variants() -> None:
    """Longer lines make longer games: the wish for length finds them, and some variants are on the front."""
    found = vary(TEXT, read_wish("12 to 16 moves, balanced"), games=60, most=6)
    assert found[0].change == "as it is"
    by_change = {one.change: one for one in found}
    assert by_change["(is ... 4) for 3"].degrees["12 to 16 moves"] > found[0].degrees["12 to 16 moves"]
    assert any(one.on_front for one in found)
    with pytest.raises(PetteiaError, match="is not understood"):
        read_wish("fun")
