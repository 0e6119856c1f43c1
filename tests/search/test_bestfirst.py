"""Best-first minimax: exact on small games, proofs that agree with alpha-beta, the same result from the same seed."""

from __future__ import annotations

from random import Random

import pytest

import petteia
from petteia import State
from petteia.errors import PetteiaError
from petteia.search import AlphaBeta, BestFirst, Material, agent


def minimax(state: State, kept: dict[str, int]) -> int:
    """The value of a position for who moves, by trying everything: the slow reference."""
    if state.over:
        raise AssertionError("the end of a game has nobody to move")
    if state.text not in kept:
        found = -1
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.over:
                value = 0 if after.winner is None else 1 if after.winner == state.mover else -1
            else:
                value = minimax(after, kept) * (1 if after.mover == state.mover else -1)
            found = max(found, value)
        kept[state.text] = found
    return kept[state.text]


def test_proofs_are_those_of_a_full_search() -> None:
    """In random positions of a small game every proof of every move is right, and the best move keeps the value."""
    game, dice, kept = petteia.load("Tic-Tac-Toe"), Random(5), dict[str, int]()
    words = {1: "won", 0: "drawn", -1: "lost"}
    for _ in range(12):
        state = game.start()
        for _ in range(dice.randrange(3, 6)):
            if not state.over:
                state.play(dice.choice(state.legal_moves()))
        if state.over:
            continue
        found = BestFirst(iterations=100_000, evaluation=Material()).analyse(state)
        assert found.best.proven == words[minimax(state, kept)]
        for one in found.candidates:
            if one.proven is None:
                continue
            after = state.copy()
            after.play(one.move)
            exact = (0 if after.winner is None else 1) if after.over else -minimax(after, kept)
            assert one.proven == words[exact], (state.text, one)


def test_a_small_race_is_solved_as_alpha_beta_solves_it() -> None:
    """Both prove who wins Breakthrough with few pawns left, and how."""
    game = petteia.load("Breakthrough", options=["Board Size/6x6"])
    state, dice = game.start(), Random(2)
    for _ in range(24):
        state.play(dice.choice(state.legal_moves()))
        assert not state.over
    one = BestFirst(iterations=400_000, evaluation=Material()).analyse(state)
    other = AlphaBeta(depth=30, seconds=2.0).analyse(state)
    assert one.best.proven is not None and one.best.proven == other.best.proven


def test_the_same_seed_finds_the_same() -> None:
    """By a number of positions a search repeats itself; its line can be played."""
    state = petteia.load("Breakthrough").start()
    first, second = (BestFirst(iterations=3000, seed=4, evaluation=Material()).analyse(state) for _ in range(2))
    assert first.candidates == second.candidates and first.line == second.line
    assert sum(one.visits for one in first.candidates) > 10
    for move in first.line:
        state.play(move)


def test_a_full_tree_still_answers() -> None:
    """Memory is bounded: a search ends when it is used up."""
    state = petteia.load("Breakthrough").start()
    found = BestFirst(memory=1.0, seconds=20.0, evaluation=Material()).analyse(state)
    assert found.cpu_seconds < 10 and found.nodes * 32 < 2**20 and found.best.move in state.legal_moves()


def test_dice_are_refused() -> None:
    """The line names the game."""
    with pytest.raises(PetteiaError, match="Backgammon"):
        BestFirst(iterations=10).analyse(petteia.load("Backgammon").start(1))


def test_it_has_words() -> None:
    """`bestfirst` is a kind of agent with settings."""
    assert agent("bestfirst:iterations=50,evaluation=material") == BestFirst(iterations=50, evaluation=Material())
