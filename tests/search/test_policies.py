"""Search by policies and evaluations: PUCT against the plain one, native and Python functions, errors in them."""

import ctypes
from collections.abc import Sequence
from math import e, sqrt
from typing import Literal

import numpy as np
import pytest

import petteia
from petteia import Game, Move, State
from petteia.errors import PetteiaError
from petteia.search import MAST, PUCT, UCT, Material, Policy
from petteia.search._tree import Budget, Tree
from petteia.search.bridge import Bridge
from petteia.search.library import moves_by_numbers
from plain_uct import Node, PlainPUCT, Random


def by_site(state: State, moves: Sequence[Move]) -> list[float]:
    """Some weights that are all different."""
    return [1 + 9 * ((64 * move.source + move.target + state.mover) * 0.61803398875 % 1) for move in moves]


def same_visits(tree: Tree, number: int, node: Node, state: State) -> int:
    """Compares what was tried below a node; returns how many moves were."""
    ours = {str(moves_by_numbers(state)[child.code]): child for child in tree.children(number) if child.visits}
    tried = {child.move: child for child in node.children or [] if child.visits}
    assert set(ours) == set(tried)
    compared = len(tried)
    for name, child in tried.items():
        assert ours[name].visits == child.visits and ours[name].sum == pytest.approx(child.value, abs=1e-9)
        if ours[name].node:
            after = state.copy()
            after.play(name)
            compared += same_visits(tree, ours[name].node, child, after)
    return compared


@pytest.mark.parametrize(("name", "iterations"), [("Tic-Tac-Toe", 300), ("Connect Four", 200), ("Breakthrough", 150)])
def test_the_tree_is_that_of_equation_4(name: str, iterations: int) -> None:
    state = petteia.load(name).start()
    agent = PUCT(policy=by_site, first_move=False, solver=False, decisive=False, seed=3)
    bridge = Bridge(state.game)
    tree = Tree(state, agent._settings(bridge), bridge)
    tree.run(Budget(iterations))
    plain = PlainPUCT(state, sqrt(2), Random(3), policy=by_site)
    for _ in range(iterations):
        plain.iterate()
    assert same_visits(tree, 0, plain.tree, state) > iterations / 4


class FavourSite:
    """A policy in native code: the score of a move is large if it goes to one site."""

    def __init__(self, site: int, score_there: float = 3.0) -> None:
        kind = ctypes.CFUNCTYPE(
            None,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.POINTER(ctypes.c_int16),
            ctypes.c_uint32,
            ctypes.POINTER(ctypes.c_float),
        )

        def score(_: object, state: object, moves: Sequence[int], count: int, scores: list[float]) -> None:
            for k in range(count):
                scores[k] = score_there if moves[4 * k + 2] == site else 0.0

        self._function = kind(score)

    def native(self, game: Game) -> tuple[int, int]:
        assert game.facts.move_shorts == 4
        return ctypes.cast(self._function, ctypes.c_void_p).value or 0, 0


def test_native_scores_become_probabilities() -> None:
    state = petteia.load("Tic-Tac-Toe").start()
    found = PUCT(policy=FavourSite(5), iterations=400, seed=1, unvisited=0.0).analyse(state).arrays()
    expected = np.exp(np.where(np.arange(9) == 5, 3.0, 0.0))
    assert found.priors == pytest.approx(expected / expected.sum(), rel=1e-5)
    mixed = PUCT(policy=FavourSite(5), iterations=10, uniform_share=0.5).analyse(state).arrays()
    assert mixed.priors == pytest.approx(0.5 * expected / expected.sum() + 0.5 / 9, rel=1e-5)


def test_the_first_move_is_drawn_from_the_policy() -> None:
    """Of 400 searches with two iterations, the shares of the one move tried by each; wrong by chance once in 10^6."""
    state = petteia.load("Tic-Tac-Toe").start()
    agents = [PUCT(policy=FavourSite(5), iterations=1, seed=seed) for seed in range(400)]
    drawn = sum(found.visits[5] for found in (agent.analyse(state).arrays() for agent in agents))
    share = np.exp(3) / (np.exp(3) + 8)
    assert abs(drawn - 400 * share) < 5 * sqrt(400 * share * (1 - share))


def test_playouts_follow_a_policy() -> None:
    """A policy changes what playouts come to; if all of its moves are uniform after all, they come to much the same."""
    state = petteia.load("Connect Four").state("3=1 10=2 | m=1")
    plain = UCT(iterations=300, plain=True, seed=1).analyse(state)
    guided = UCT(iterations=300, plain=True, seed=1, playout_policy=by_site).analyse(state)
    uniform = UCT(iterations=300, plain=True, seed=1, playout_policy=by_site, epsilon=1.0).analyse(state)
    assert plain.arrays().values.tolist() != guided.arrays().values.tolist()
    assert abs(plain.best.value - uniform.best.value) < 0.3


@pytest.mark.parametrize("drawing", ["softmax", "capped", "greedy"])
@pytest.mark.parametrize("native", [True, False])
def test_playouts_draw_as_they_are_told(drawing: Literal["greedy", "softmax", "capped"], native: bool) -> None:
    """After 6 the other side wins at 3 and loses at 8: how often it does which, within five standard deviations."""
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=2 2=1 4=2 5=2 7=1 | m=1")
    policy: Policy = FavourSite(3, 1.0) if native else lambda state, moves: [e if m.target == 3 else 1.0 for m in moves]
    agent = UCT(plain=True, playout_policy=policy, playout_drawing=drawing, playout_cap=1.0, iterations=1)
    found = [agent.with_seed(seed).analyse(state).arrays() for seed in range(300)]
    values = [each.values[1] for each in found if each.visits[1]]  # 6 is the second move
    share, expected = values.count(-1.0) / len(values), 1.0 if drawing == "greedy" else e / (e + 1)
    assert len(values) > 60 and abs(share - expected) <= 5 * sqrt(expected * (1 - expected) / len(values))


def test_evaluations_replace_what_was_cut_off() -> None:
    """Playouts that are cut off at once are worth what a function says, for the seat it is asked for."""
    state = petteia.load("Connect Four").start()
    found = UCT(iterations=200, plain=True, playout_moves=0, evaluation=lambda state, seat: 0.5 if seat == 1 else -0.5)
    assert {one.value for one in found.analyse(state).candidates} == {0.5}
    cut = UCT(iterations=200, plain=True, playout_moves=0).analyse(state)
    assert {one.value for one in cut.candidates} == {0.0}
    material = UCT(iterations=500, playout_moves=2, evaluation=Material(), seed=1)
    assert material.analyse(petteia.load("Breakthrough").start()).iterations == 500


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lambda state, moves: [1.0], "1 probabilities for 9 moves"),
        (lambda state, moves: 1 / 0, "division"),
        ("by heart", "no policy"),
    ],
)
def test_errors_of_policies_are_raised(policy: object, message: str) -> None:
    state = petteia.load("Tic-Tac-Toe").start()
    with pytest.raises((PetteiaError, ZeroDivisionError), match=message):
        PUCT(policy=policy, iterations=10_000).analyse(state)  # type: ignore[arg-type]


def test_biased_agents_see_wins_too() -> None:
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=1 4=2 5=2 | m=1")
    for agent in (PUCT(policy=by_site, iterations=20), MAST(iterations=20)):
        assert agent.analyse(state).best.proven == "won"
