"""Games that are decided on the full board: the same winners as by playing them."""

from collections import Counter
from collections.abc import Hashable

import pytest
from chi_square import assert_same_source
from playout_games import CROSSING, GO, HEX, TWO_PHASES

from petteia.errors import PetteiaError
from petteia.game.game import Recipe
from petteia.game.loading import load, lower_recipe
from petteia.native.library import NativeGame, build
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts

_PLAYOUTS = 6000


def built(text: str) -> NativeGame:
    """A game in its best way, in which boards may be filled."""
    program = optimise(lower_recipe(Recipe("game", text))[1])
    plan = classify_playouts(program)
    assert plan.filling is not None
    return build(program, plan)


@pytest.mark.statistical
@pytest.mark.parametrize("text", [HEX, CROSSING], ids=["hex", "crossing"])
@pytest.mark.parametrize("begun", [0, 3])
def test_winners_are_the_same(text: str, begun: int) -> None:
    """From the start, with swapped sides on offer, and from the midst of a game; false alarm 3e-6 each."""
    game = built(text)
    begin = game.start()
    for move in range(begun):
        game.play(begin, game.moves(begin)[move])
    seen: dict[bool, Counter[Hashable]] = {True: Counter(), False: Counter()}
    for seed in range(_PLAYOUTS):
        totals = game.playouts(1, seed=seed, state=begin, standard=True)
        seen[True][totals.ranks] += 1
        state = game.copy(begin)
        game.outcome(state, seed + 1_000_000)
        assert game.is_over(state)
        seen[False][tuple(state["ranks"])] += 1
    assert len(seen[True]) == (2 if text == HEX else 3)
    assert_same_source(seen[True], seen[False])


def test_fill_as_a_way_of_playouts() -> None:
    """On demand playouts fill the board; their length is that of filling it."""
    done = load(CROSSING, playout="fill").playouts(50)
    assert (done.implementation, done.unfinished) == ("fill", 0)
    assert done.mean_length == 9


def test_a_limit_is_kept() -> None:
    """A board that may not be filled within the limit is not."""
    game = built(CROSSING)
    state = game.start()
    assert game.outcome(state, 1, max_moves=2) == 2
    assert not game.is_over(state)


@pytest.mark.parametrize("text", [GO, TWO_PHASES])
def test_other_games_are_not_filled(text: str) -> None:
    """Games with captures or other moves are refused."""
    with pytest.raises(PetteiaError, match="no fill playouts"):
        load(text, playout="fill")
