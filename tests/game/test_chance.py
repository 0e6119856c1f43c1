"""Chance in a state: its outcomes, their probabilities, seeds that fix them, and replays that force them."""

from fractions import Fraction

import pytest

import petteia as pt
from petteia.game import Backend

DICE = """(game "Dice" (players 2)
    (equipment {(board (rectangle 1 13)) (piece "Ball" Each) (dice d:3 num:2)})
    (rules (start {(place "Ball1" 0) (place "Ball2" 12)})
        (play (do (roll) next:(if (is Mover P1)
            (move (from (where "Ball" Mover)) (to (+ (where "Ball" Mover) (count Pips))))
            (move Pass))))
        (end (if (> (count Moves) 3) (result Mover Win)))))"""
DRAWN = """(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
    (rules (play (move Add (to (sites Empty))
            (then (if (is Mover P1) (add (piece 2) (to (sites Random (sites Bottom))))))))
        (end (if (> (count Moves) 3) (result Mover Win)))))"""
BACKENDS: list[Backend] = ["native", "interpreter"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_roll_has_outcomes_with_probabilities(backend: Backend) -> None:
    state = pt.load(DICE, backend=backend).start(1)
    chance = state.chance
    assert chance is not None and chance.exact
    assert len(chance.outcomes) == 9
    assert all(outcome.probability == pytest.approx(1 / 9) for outcome in chance.outcomes)
    by_move: dict[str, Fraction] = {}
    for outcome in chance.outcomes:
        (move,) = outcome.moves
        by_move[move.text] = by_move.get(move.text, Fraction(0)) + Fraction(1, 9)
    assert by_move == {f"0>{k}": Fraction(n, 9) for k, n in ((2, 1), (3, 2), (4, 3), (5, 2), (6, 1))}


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_outcome_can_be_forced(backend: Backend) -> None:
    state = pt.load(DICE, backend=backend).start(1)
    chance = state.chance
    assert chance is not None
    for outcome in chance.outcomes:
        other = state.copy()
        other.force(outcome)
        assert other.legal_moves() == outcome.moves
        assert sum(other.position.dice[0]) == int(outcome.moves[0].text[2:])
    assert state.legal_moves() == pt.load(DICE, backend=backend).start(1).legal_moves()


def test_a_seed_fixes_what_is_drawn() -> None:
    game = pt.load(DICE, backend="interpreter")

    def played(seed: int) -> list[str]:
        state = game.start(seed)
        while not state.over:
            state.play(state.legal_moves()[0])
        return [move.text for move in state.history]

    assert played(3) == played(3)
    assert len({tuple(played(seed)) for seed in range(8)}) > 3


def test_draws_that_go_with_a_move_are_outcomes_too() -> None:
    state = pt.load(DRAWN, backend="interpreter").start(1)
    chance = state.chance
    assert chance is not None
    found = set()
    for outcome in chance.outcomes:
        other = state.copy()
        other.force(outcome)
        other.play("8>8")
        found.add(other.text)
    assert found == {f"{site}=2 8=1 | m=2" for site in range(3)}
    assert sum(outcome.probability for outcome in chance.outcomes) == pytest.approx(1)


def test_nothing_is_left_to_chance_in_other_games_and_at_the_end() -> None:
    assert pt.load("Tic-Tac-Toe", backend="interpreter").start().chance is None
    state = pt.load(DICE, backend="interpreter").start(1)
    while not state.over:
        state.play(state.legal_moves()[0])
    assert state.chance is None
