"""Dice and scores are shown as they are: what a state shows explains its legal moves."""

import re

import pytest

from petteia import Game, load
from petteia.game import State


def _lengths(state: State, way: list[int]) -> set[int]:
    """How far along a way the legal moves go."""
    found = set()
    for move in state.legal_moves():
        if move.source in way and move.target in way and move.source != move.target:  # else it leaves the board
            found.add(way.index(move.target) - way.index(move.source))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_moves_of_ur_go_as_far_as_the_dice_say(seed: int) -> None:
    """Every step along the track is the sum of the dice shown, in the position, its text and its picture alike."""
    game = load("Royal Game of Ur")
    ways = {1: [20, 3, 2, 1, 0, *range(6, 14), 5, 4], 2: [21, 17, 16, 15, 14, *range(6, 14), 19, 18]}
    state = game.start(seed)
    for turn in range(60):
        thrown = sum(state.position.dice[0])
        assert _lengths(state, ways[state.mover]) <= {thrown}
        shown = re.search(r"Dice: ([\d ]+)", str(state))
        assert shown and sum(map(int, shown[1].split())) == thrown
        moves = state.legal_moves()
        state.play(moves[turn % len(moves)])


@pytest.mark.parametrize("seed", range(4))
def test_moves_of_backgammon_use_the_dice_shown(seed: int) -> None:
    """Points that checkers go are among the dice that are not used yet, at the beginning of turns and within them."""
    game = load("Backgammon")
    ways = {
        1: [6, *range(12, 6, -1), *range(5, -1, -1), *range(13, 19), *range(20, 26)],
        2: [19, *range(25, 19, -1), *range(18, 12, -1), *range(6), *range(7, 13)],
    }
    state = game.start(seed)
    within = 0
    for turn in range(80):
        dice = state.position.dice[0]
        within += 0 in dice
        assert _lengths(state, ways[state.mover]) <= set(dice) - {0}
        moves = state.legal_moves()
        state.play(moves[(3 * turn) % len(moves)])
    assert within


@pytest.mark.parametrize("name", ["Royal Game of Ur", "Senet", "Backgammon"])
def test_a_position_set_from_its_text_has_the_same_moves(name: str) -> None:
    """The throw is part of the text, so the text says which moves are legal, whatever the seed."""
    game: Game = load(name)
    state = game.start(5)
    for turn in range(50):
        for seed in (0, 1):
            again = game.state(state.text, seed)
            assert again.text == state.text and again.hash == game.state(state.text).hash
            if "Backgammon" not in name:
                assert again.legal_moves() == state.legal_moves()
        moves = state.legal_moves()
        state.play(moves[(5 * turn) % len(moves)])


def test_undo_shows_the_same_throw_again() -> None:
    """A throw stays when a move is taken back."""
    state = load("Senet").start(2)
    before = state.text
    state.play(state.legal_moves()[0])
    state.undo()
    assert state.text == before


def test_scores_that_only_the_end_gives_are_told_at_the_end() -> None:
    """Reversi counts discs when it is over; until then no score is shown."""
    state = load("Reversi").start(1)
    while not state.over:
        assert "score" not in str(state)
        state.play(state.legal_moves()[0])
    assert f"score {':'.join(map(str, state.scores or ()))}" in str(state)
