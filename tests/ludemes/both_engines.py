"""Descriptions played by the interpreter and by native code side by side."""

import random

import petteia as pt


def assert_engines_agree(text: str, *, games: int = 2, plies: int = 40) -> list[pt.State]:
    """Plays the same moves on both; gives back the positions that the games came to."""
    slow, fast = pt.load(text, backend="interpreter"), pt.load(text, build="quick")
    ends = []
    for seed in range(games):
        rng, one, two = random.Random(seed), slow.start(seed), fast.start(seed)
        for _ in range(plies):
            assert one.text == two.text
            moves, others = one.legal_moves(), two.legal_moves()
            assert [move.text for move in moves] == [move.text for move in others]
            if one.over or not moves:
                break
            chosen = rng.randrange(len(moves))
            one.play(moves[chosen])
            two.play(others[chosen])
        ends.append(one)
    return ends
