"""The native evaluation says of every feature and move what the slow reading of the definition says."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from petteia.draw.feature import svg_feature, text_feature
from petteia.features import (
    Element,
    Feature,
    FeatureSet,
    Policy,
    Positions,
    atomic_set,
    combine,
    describe,
    feature,
    picture,
    unfold,
)
from petteia.game import Game, State, load
from plain_matcher import PlainMatcher

_MOVES = 8
"""The slow matcher is asked about so many moves of a position."""

_BOARDS = {
    "squares": "(board (square 5))",
    "hexagons": "(board (hex 3))",
    "triangles": "(board (tri 4))",
    "mixed tiling": "(board (tiling T3464 1))",
    "points with diagonals": "(board (square 4 diagonals:Alternating) use:Vertex)",
    "rings": "(board (concentric {4 8 8}))",
}


def _placing(board: str) -> Game:
    return load(f'(game "Placing" (players 2) (equipment {{ {board} (piece "Stone" Each) }})'
                " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))")  # fmt: skip


def _stepping(board: str) -> Game:
    return load(f'(game "Stepping" (players 2) (equipment {{ {board} (piece "Stone" Each (move Step (to if:(not'
                ' (is Friend (who at:(to)))) (apply (remove (to)))))) })'
                ' (rules (start { (place "Stone1" (sites {0 2 4 6})) (place "Stone2" (sites {1 3 5 7})) })'
                " (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))")  # fmt: skip


def played(game: Game, rng: random.Random, most: int = 25) -> State:
    """A position after some random moves that is not over."""
    while True:
        state = game.start(seed=rng.randrange(1000))
        for _ in range(rng.randrange(most)):
            if state.over:
                break
            state.play(rng.choice(state.legal_moves()))
        if not state.over:
            return state


def _random_walk(rng: random.Random) -> tuple[Fraction, ...]:
    return tuple(Fraction(rng.randrange(-3, 7), rng.choice((4, 6, 8))) for _ in range(rng.choice((0, 1, 1, 2, 2, 3))))


def _random_feature(rng: random.Random, *, moving: bool) -> Feature:
    elements = [
        Element(_random_walk(rng), kind, rng.randrange(1, 3) if kind in "PI" else 0, rng.random() < 0.4)
        for kind in rng.choices("-.oxPI", k=rng.randrange(0, 4))
    ]
    action: dict[str, tuple[Fraction, ...] | None] = {"to": rng.choice(((), (), _random_walk(rng)))}
    if moving and rng.random() < 0.7:
        action["source"] = _random_walk(rng)
        if rng.random() < 0.3:
            action["to"] = None
    return Feature(
        **action,  # type: ignore[arg-type]
        last_to=_random_walk(rng) if rng.random() < 0.25 else None,
        last_from=_random_walk(rng) if rng.random() < 0.1 else None,
        elements=tuple(elements),
        rotations=None if rng.random() < 0.7 else (Fraction(rng.randrange(6), 6),),
        reflects=rng.random() < 0.7,
        anchor=rng.randrange(9) if rng.random() < 0.1 else None,
    )


def assert_as_defined(features: FeatureSet, state: State, rng: random.Random) -> None:
    """Compares the native evaluation with the slow matcher, for some moves of a position."""
    plain = PlainMatcher(state)
    active = features.active([state])
    moves = list(enumerate(state.legal_moves()))
    for number, move in rng.sample(moves, min(_MOVES, len(moves))):
        wanted = [k for k, one in enumerate(features) if plain.holds(one, move)]
        assert sorted(active.of(number).tolist()) == wanted, f"{move} in {state.text}"


@pytest.mark.parametrize(
    ("name", "make"),
    [(name, _placing) for name in _BOARDS] + [(name, _stepping) for name in ("squares", "mixed tiling")],
)
def test_random_features_hold_where_the_definition_says(name: str, make: Callable[[str], Game]) -> None:
    rng = random.Random(7)
    game = make(_BOARDS[name])
    features = FeatureSet(game, [_random_feature(rng, moving=make is _stepping) for _ in range(20)])
    for _ in range(2):
        assert_as_defined(features, played(game, rng), rng)


@pytest.mark.parametrize("name", _BOARDS)
def test_random_features_have_sentences_and_drawings(name: str) -> None:
    """Whatever they ask for, wherever they are anchored: one sentence, and each place once in the drawing."""
    rng = random.Random(11)
    for make in (_placing, _stepping):
        game = make(_BOARDS[name])
        for one in (_random_feature(rng, moving=make is _stepping) for _ in range(60)):
            sentence = describe(one, game, rng.choice((-1, 1))).sentence
            assert sentence.endswith(".") and sentence[0].isupper()
            assert not re.search(r"  | ,|\b(\w+) \1\b|None|nan", sentence), f"{one}: {sentence}"
            drawn = picture(one, game)
            assert len({mark.at for mark in drawn.marks}) == len(drawn.marks)
            assert text_feature(drawn) and svg_feature(drawn).endswith("</svg>")


def test_scores_are_sums_of_weights_over_active_features() -> None:
    rng = random.Random(3)
    for game in (load("Yavalath"), load("Breakthrough")):
        features = atomic_set(game)
        weights = np.array([[rng.uniform(-2, 2) for _ in features] for _ in range(2)])
        policy = Policy(features, weights)
        states = [played(game, rng) for _ in range(6)]
        positions = Positions.of(states)
        active, scores = features.active(positions), policy.scores(positions)
        for k, state in enumerate(states):
            for move in range(positions.starts[k], positions.starts[k + 1]):
                assert scores[move] == pytest.approx(weights[state.mover - 1][active.of(move)].sum(), abs=0.1)
            assert sum(policy.probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Hex", ["Board Size/5x5"]),
        ("Breakthrough", []),
        ("Fanorona", ["Board Size/3x3"]),
        ("Teeko", []),
        ("Reversi", []),
    ],
)
def test_every_legal_move_has_an_atomic_feature(name: str, options: list[str]) -> None:
    rng = random.Random(5)
    game = load(name, options=options)
    features = atomic_set(game)
    positions = Positions.of([played(game, rng, 60) for _ in range(10)])
    assert np.diff(features.active(positions).starts).min() >= 1


def test_a_combination_holds_where_both_of_its_parts_do() -> None:
    rng = random.Random(11)
    for name in ("Hex", "Breakthrough"):
        game = load(name, options=["Board Size/5x5"])
        features = atomic_set(game)
        oriented, parents = unfold(features)
        state = played(game, rng, 12)
        active = oriented.active([state])
        for move, _ in enumerate(state.legal_moves()):
            one, other = rng.choices(active.of(move).tolist(), k=2)
            both = combine(oriented[one], oriented[other], features.board)
            if both is not None:
                assert 0 in FeatureSet(game, [both]).active([state]).of(move)
            assert parents[one] in features.active([state]).of(move)


def test_a_foreign_state_is_refused() -> None:
    from petteia.features import FeatureError

    features = FeatureSet(load("Hex"), [feature("to{}: o{0}")])
    with pytest.raises(FeatureError, match="no positions of Hex"):
        features.active([load("Tic-Tac-Toe").start()])
