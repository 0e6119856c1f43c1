"""Playouts by tables: the features that hold are those of the policy, and games are played to their end."""

from __future__ import annotations

import random

import numpy as np
import pytest

from petteia.features import FeatureSet, Policy, atomic_set, end_candidates, feature
from petteia.game import State, load


def _played(state: State, rng: random.Random) -> State:
    for _ in range(rng.randrange(15)):
        following = state.copy()
        following.play(rng.choice(state.legal_moves()))
        if following.over:
            break
        state = following
    return state


@pytest.mark.parametrize("name", ["Hex", "Gomoku", "Yavalath", "Breakthrough", "Connect Four", "Reversi"])
def test_tables_say_what_the_policy_says(name: str) -> None:
    rng = random.Random(2)
    game = load(name)
    pool = [one for one in (*atomic_set(game), *end_candidates(game)) if not one.word and one.last_from is None]
    policy = Policy(FeatureSet(game, rng.sample(pool, 14)), [[rng.gauss(0, 1) for _ in range(14)] for _ in range(2)])
    playout = policy.playout()
    assert playout is not None
    for _ in range(4):
        state = _played(game.start(), rng)
        assert np.log(playout.likings(state)) == pytest.approx(policy.scores([state]), abs=0.05)


@pytest.mark.parametrize(
    ("name", "text"),
    [("Teeko", "to{}: .{} x{0} x{0,1/4,1/4}"), ("Gomoku", "to{}: .{} o{0,0,1/4,1/4}"),
     ("Knightthrough", "to{} from{0,0,1/4}: !o{} o{0,0,1/4} x{0,0,1/4,0,1/4}")],
)  # fmt: skip
def test_walks_round_a_corner_may_leave_the_board_on_their_way(name: str, text: str) -> None:
    rng = random.Random(4)
    game = load(name)
    policy = Policy(FeatureSet(game, [feature(text)]), [1.0])
    playout = policy.playout()
    assert playout is not None
    held = 0
    for _ in range(30):
        state = _played(game.start(), rng)
        scores = policy.scores([state])
        held += int((scores > 0).sum())
        assert np.log(playout.likings(state)) == pytest.approx(scores, abs=0.05)
    assert held > 0


def test_playouts_end_as_the_rules_say() -> None:
    game = load("Yavalath")
    policy = Policy(FeatureSet(game, list(end_candidates(game))[:4]), [2.0, 2.0, -1.0, 1.0])
    for exact in (False, True):
        playout = policy.playout(exact=exact)
        assert playout is not None
        moves, ranks = playout.play(game.start(), 50, seed=3)
        assert 50 * 5 < moves < 50 * 61
        assert ranks[1] + ranks[2] == 50 * 6  # doubled ranks: first and second, or one and a half for both


def test_what_tables_cannot_say_is_left_to_others() -> None:
    game = load("Fanorona")
    assert Policy(FeatureSet(game, list(atomic_set(game))[:5]), np.zeros(5)).playout() is None
