"""Searches by depth where dice are thrown or several play, held against slow searches as defined."""

from random import Random
from typing import Any

import pytest

import petteia
from petteia import State
from petteia.errors import PetteiaError
from petteia.search import AlphaBeta, agent

THREE = (
    '(game "Three" (players 3) (equipment { (board (square 3)) (piece "Disc" Each) })'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)
COIN = (
    '(game "Coin" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) (dice d:2 num:1) })'
    " (rules (play (move Add (to (sites Empty)) (then (roll)))) (end { (if (= (count Pips) 2) (result Mover Win))"
    " (if (= (count Sites in:(sites Empty)) 0) (result Mover Loss)) })))"
)


_LESS: tuple[Any, ...] = ("reply", "paranoid")


def worth(state: State, seat: int) -> float:
    """An evaluation that is odd enough to tell positions apart."""
    own = sum(one.site * one.site % 17 for one in state.pieces() if one.owner == seat)
    others = sum(one.site * one.site % 17 for one in state.pieces() if one.owner and one.owner != seat)
    return (own - others) / 400


def returns_of(state: State) -> list[float]:
    """What each player has at the end, the first of them at place 1."""
    return [0.0, *state.returns]


def thrown(state: State, values: int) -> list[State]:
    """The same position with each thing that the dice may show."""
    engine: Any = state.game.engine
    found = []
    for chance in range(values):
        raw = engine.copy(state.raw)
        engine.set_chance(raw, chance)
        found.append(State(state.game, raw, 0))
    return found


def after(state: State, move: Any) -> State:
    following = state.copy()
    following.play(move)
    return following


def expected(state: State, depth: int, values: int, ply: int) -> list[float]:
    """The value of a position for both players: the dice are known at the root only."""
    if state.over:
        return [one * (1 - ply * 1e-4) for one in returns_of(state)]
    if depth == 0:
        value = worth(state, state.mover)
        return [0.0, value, -value] if state.mover == 1 else [0.0, -value, value]
    total = [0.0, 0.0, 0.0]
    for one in thrown(state, values) if ply else [state]:
        best = max((expected(after(one, move), depth - 1, values, ply + 1) for move in one.legal_moves()),
                   key=lambda found: found[state.mover])  # fmt: skip
        total = [a + b / (values if ply else 1) for a, b in zip(total, best, strict=True)]
    return total


def positions(text: str, count: int, moves: int) -> list[State]:
    """Positions of random games."""
    game, found = petteia.load(text), []
    for seed in range(10 * count):
        dice, state = Random(seed), game.start(seed)
        for _ in range(moves):
            if not state.over:
                state.play(dice.choice(state.legal_moves()))
        if not state.over:
            found.append(state)
    return found[:count]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_dice_are_averaged_exactly(depth: int) -> None:
    """Star pruning and joined outcomes change nothing: the value is that of all sixteen throws, one by one."""
    for state in positions("Royal Game of Ur", 1 if depth == 3 else 5, 40):
        found = AlphaBeta(depth=depth, evaluation=worth).analyse(state)
        assert found.best.value == pytest.approx(expected(state, depth, 16, 0)[state.mover], abs=1e-5)


def test_chance_behind_a_move_is_not_foreseen() -> None:
    """By hand: who throws a two wins at once, else the other throws; who throws last loses otherwise."""
    for seed in range(4):
        found = AlphaBeta(depth=9, evaluation=worth).analyse(petteia.load(COIN).start(seed))
        assert found.best.value == pytest.approx(0.375, abs=1e-3)
        assert found.best.proven is None


def shares(state: State, depth: int, others: str, root: int) -> list[float]:
    """What a position is worth to each of three: each for himself, or two against the one who searches."""
    if state.over:
        return returns_of(state)
    if depth == 0:
        return [0.0, *(worth(state, seat) for seat in (1, 2, 3))]
    found = [shares(after(state, move), depth - 1, others, root) for move in state.legal_moves()]
    if others == "selfish" or state.mover == root:
        return max(found, key=lambda one: one[state.mover])
    return min(found, key=lambda one: one[root])


@pytest.mark.parametrize("others", ["paranoid", "selfish"])
def test_several_players_are_searched_as_defined(others: Any) -> None:
    for state in positions(THREE, 8, 3):
        found = AlphaBeta(depth=3, evaluation=worth, reductions=False, others=others).analyse(state)
        wanted = shares(state, 3, others, state.mover)[state.mover]
        assert found.best.value == pytest.approx(wanted, abs=1e-5)


def test_one_reply_is_less_than_two() -> None:
    """Fewer moves against who searches are worth at least as much to him, and there are fewer to look at."""
    for state in positions(THREE, 8, 2):
        alone, against = (AlphaBeta(depth=4, evaluation=worth, others=one).analyse(state) for one in _LESS)
        assert alone.best.value >= against.best.value - 1e-6
        assert alone.nodes < 0.8 * against.nodes


def test_games_for_one_are_refused() -> None:
    alone = (
        '(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Disc" P1) })'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"
    )
    with pytest.raises(PetteiaError, match="is for one"):
        agent("alphabeta:depth=2").choose(petteia.load(alone).start())
