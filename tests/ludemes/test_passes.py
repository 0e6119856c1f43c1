"""The rule that a game ends once everybody has passed, for any number of players."""

import pytest

import petteia as pt

_GAME = """
(game "Passing" (players {players}) (equipment {{(board (square 4)) (piece "Ball" Each)}})
    (rules (play (if (< (count Moves) 3) (move Add (to (sites Empty)) (then (if (= 1 (count Moves)) (moveAgain))))
        (move Pass))) (end (if (= 99 (count Moves)) (result Mover Win)))))
"""


@pytest.mark.parametrize("backend", ["interpreter", "native"])
@pytest.mark.parametrize("players", [2, 5, 8, 16])
def test_a_game_ends_when_all_have_passed_in_turn(players: int, backend: str) -> None:
    """The trail of who passed goes back two rounds, more than a word has room for with many players."""
    state = pt.load(_GAME.format(players=players), backend=backend).start(0)  # type: ignore[arg-type]
    while not state.over:
        state.play(state.legal_moves()[0])
    assert len(state.history) == 3 + players
    assert state.ranks == ((players + 1) / 2,) * players
