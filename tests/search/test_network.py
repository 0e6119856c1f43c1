"""Networks as a part of values: kept up from position to position, told from those of other games."""

from __future__ import annotations

import ctypes
import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import petteia as pt
from petteia.errors import PetteiaError
from petteia.learn._networks import NetworkSettings, Sample, Views, fit_network, quantised
from petteia.search import AlphaBeta, PositionReader, SharedWeights, Values
from petteia.search.values import Layout


def _views(game: pt.Game) -> Views:
    tying = SharedWeights(game, PositionReader(game))
    return Views(game, tying.kind_of, tying.other_side)


def _drawn(game: pt.Game, seed: int = 1) -> Values:
    """Values with a network of weights drawn at random."""
    views, draw = _views(game), np.random.default_rng(seed)
    shapes = ((views.count, 8), (2, 8), (2, 2, 8))
    parts = [draw.normal(0, 0.3, shape).astype(np.float32) for shape in shapes]
    return Values.flat(game, {}, network=quantised(views, parts))


def _value(game: pt.Game, values: Values, state: pt.State) -> float:
    address, context = values.native(game)
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)(address)
    return float(function(context, state.raw.pointer, 1))


def _walk(game: pt.Game, count: int) -> list[pt.State]:
    dice, state, found = Random(3), game.start(3), []
    while len(found) < count and not state.over:
        found.append(state.copy())
        state.play(dice.choice(state.legal_moves()))
    return found


@pytest.mark.parametrize("name", ["Breakthrough", "Nine Men's Morris"])
def test_the_way_to_a_position_makes_no_difference(name: str) -> None:
    """Sums that are kept up along a game and back are those of each position on its own; positions differ."""
    game = pt.load(name)
    values = _drawn(game)
    states = _walk(game, 30)
    along = [_value(game, values, state) for state in states]
    back = [_value(game, values, state) for state in reversed(states)]
    alone = [_value(game, _drawn(game), state) for state in states]
    assert along == back[::-1] == alone
    assert len(set(along)) > 20


def test_a_network_survives_a_file() -> None:
    """What is written and read evaluates alike."""
    game = pt.load("Breakthrough")
    values = _drawn(game)
    again = Values.from_json(json.loads(json.dumps(values.to_json())))
    assert _value(game, values, game.start()) == _value(game, again, game.start()) != 0


def test_sides_are_alike_where_the_rules_are() -> None:
    """In a symmetric game each seat sees its own pieces by the same weights, on the sites as they lie for it."""
    game = pt.load("Breakthrough")
    views, other_side = _views(game), SharedWeights(game, PositionReader(game)).other_side
    assert other_side is not None and views.is_symmetric
    own, enemy = (views.rows[0, component] for component in (1, 2))
    assert (views.rows[1, 2] == own[other_side]).all() and (views.rows[1, 1] == enemy[other_side]).all()
    assert views.count == 2 * Layout.of(game).sites


def test_a_network_of_another_game_is_refused() -> None:
    """Weights of another size name the mistake."""
    values = _drawn(pt.load("Breakthrough"))
    other = pt.load("Nine Men's Morris")
    with pytest.raises(PetteiaError, match="another game"):
        AlphaBeta(evaluation=replace(Values.flat(other, {}), network=values.network), depth=1).choose(other.start())


def test_a_fit_finds_what_pieces_do_not_say() -> None:
    """A pair of pieces that decides only together is learned; pure noise leaves no network."""
    from scipy.sparse import csr_matrix

    views = _views(pt.load("Breakthrough"))
    draw = np.random.default_rng(1)
    here = (draw.random((6000, views.count)) < 0.5).astype(np.float32)
    seats, games = np.zeros(6000, dtype=np.int64), np.arange(6000) // 6
    together = np.where((here[:, 0] > 0) != (here[:, 1] > 0), 0.95, 0.05)
    settings = NetworkSettings(hidden=8, epochs=30, batch=256, rate=0.01)
    for wanted, finds in ((together, True), (draw.random(6000), False)):
        sample = Sample(csr_matrix(here), csr_matrix(here), seats, np.zeros(6000), wanted, games)
        assert (fit_network(views, sample, settings) is not None) == finds
