"""The slow interpreter and native code play bundled games alike."""

from random import Random

import pytest

from classics import sample_of_games
from petteia import load


@pytest.mark.slow
@pytest.mark.parametrize("name", sample_of_games(15))
def test_back_ends_agree_on_random_play(name: str) -> None:
    """States, legal moves and results are the same, move by move, from the same seed.

    The interpreter plays the rules as they were lowered, native code what the passes made of them.
    """
    slow, fast = load(name, backend="interpreter"), load(name)
    for seed in range(2):
        random = Random(seed)
        oracle, state = slow.start(seed), fast.start(seed)
        for _ in range(50):
            assert state.text == oracle.text
            assert (state.over, state.returns, state.scores) == (oracle.over, oracle.returns, oracle.scores)
            moves = sorted(map(str, oracle.legal_moves()))
            assert sorted(map(str, state.legal_moves())) == moves
            if state.over:
                break
            move = random.choice(moves)
            oracle.play(move)
            state.play(move)


def test_effects_that_wait_for_others_carry_large_numbers() -> None:
    """All values to remember are found before the first of them is remembered."""
    text = """(game "Large" (players 2) (equipment {(board (square 2)) (piece "Ball" Each)}) (rules
        (start (set RememberValue 40000))
        (play (move Add (to (sites Empty)) (then (forEach Value (values Remembered)
            (remember Value (+ (value) 40000))))))
        (end (if (is Full) (result Mover Draw)))))"""
    for game in (load(text, backend="interpreter"), load(text)):
        state = game.start()
        for move in ("0>0", "1>1"):
            state.play(move)
        assert state.text.endswith("rem=40000,80000,80000,120000")
