"""Candidates that say where on the board a move goes, and features that face one way only."""

from __future__ import annotations

import random

import numpy as np
import pytest

from petteia.features import FeatureSet, atomic_set, facing_one_way, feature, place_candidates, unfold
from petteia.game import Game, State, load


def _held(features: FeatureSet, state: State) -> np.ndarray:
    """Which features hold for which moves: a row for each move."""
    active = features.active([state])
    found = np.zeros((len(active.starts) - 1, len(features)), dtype=bool)
    for move in range(len(found)):
        found[move, active.of(move)] = True
    return found


def _placing(board: str) -> Game:
    return load(f'(game "Placing" (players 2) (equipment {{ (board {board}) (piece "Stone" Each) }})'
                " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))")  # fmt: skip


@pytest.mark.parametrize(
    "board",
    ["(hex 3)", "(tri 4)", "(tiling T3464 1)", "(square 4 diagonals:Alternating) use:Vertex", "(concentric {4 8})"],
)
def test_boards_of_every_shape_have_places(board: str) -> None:
    """Each candidate holds somewhere on an empty board, and sites differ."""
    game = _placing(board)
    held = _held(place_candidates(game), game.start())
    assert held.any(axis=0).all() and len(np.unique(held, axis=0)) > 1


def test_places_are_told_apart_by_how_far_the_edge_is() -> None:
    """On an empty board of eight by eight, every site but those of the middle has its kind, and corners are four."""
    game = _placing("(square 8)")
    some = place_candidates(game)
    held = _held(some, game.start())
    corner = some.index(feature("to{}: .{} -{0} -{1/4}"))
    assert corner is not None and np.flatnonzero(held[:, corner]).tolist() == [0, 7, 56, 63]
    distances = [tuple(sorted((min(s % 8, 7 - s % 8), min(s // 8, 7 - s // 8)))) for s in range(64)]
    kinds = {tuple(row.tolist()) for row in held}
    assert len(kinds) == len(set(distances)) == 10
    for kind in kinds:
        sites = [site for site in range(64) if tuple(held[site].tolist()) == kind]
        assert len({distances[site] for site in sites}) == 1


def test_moves_with_a_heading_know_which_edge_is_near() -> None:
    """A step forward to the last row but one is told from one to the second row."""
    game = load("Breakthrough")
    ahead = feature("to{} from{0}: .{} o{0} !-{1/2} -{1/2,0}")
    behind = feature("to{} from{0}: .{} o{0} !-{0,0} -{0,0,0}")
    some = place_candidates(game)
    assert some.index(ahead) is not None and some.index(behind) is not None
    assert some.index(ahead) != some.index(behind)


def _random_states(game: Game, count: int) -> list[State]:
    chance = random.Random(3)
    found = []
    for _ in range(count):
        state = game.start()
        for _ in range(chance.randrange(4, 14)):
            state.play(chance.choice(state.legal_moves()))
        found.append(state)
    return found


def test_features_that_face_one_way_make_up_those_that_face_all() -> None:
    """Each holds only where its whole does, and together they hold wherever it does."""
    game = load("Hex", options=["Board Size/5x5", "Swap Rule/Off"])
    atoms = atomic_set(game)
    whole = FeatureSet(game, [feature("to{}: .{} o{0}"), feature("to{}: .{} x{0} -{1/6}")])
    assert atoms.index(whole[0]) is not None
    for number, one in enumerate(whole):
        oriented, _ = unfold(FeatureSet(game, [one]))
        parts = FeatureSet(game, facing_one_way(oriented))
        assert len(parts) > 3
        for state in _random_states(game, 12):
            assert (_held(parts, state).any(axis=1) == _held(whole, state)[:, number]).all()
