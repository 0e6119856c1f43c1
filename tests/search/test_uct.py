"""The native search against the plain one, and what agents promise."""

from math import sqrt
from typing import Any

import pytest

import petteia
from petteia.errors import PetteiaError
from petteia.search import UCT
from petteia.search._tree import Budget, Tree
from petteia.search.bridge import Bridge
from petteia.search.library import moves_by_numbers
from plain_uct import Node, PlainUCT, Random


def same_trees(tree: Tree, number: int, node: Node, state: petteia.State) -> int:
    """Compares all children of a node and what is below them; returns how many nodes were compared."""
    ours = tree.children(number) if number or state.raw is tree.root else []
    if not ours:
        assert not any(child.visits for child in node.children or [])
        return 0
    assert node.children
    names = moves_by_numbers(state)
    assert [str(names[child.code]) for child in ours] == [child.move for child in node.children]
    compared = 0
    for child, plain in zip(ours, node.children, strict=True):
        assert child.visits == plain.visits
        assert child.sum == pytest.approx(plain.value, abs=1e-9)
        after = state.copy()
        after.play(plain.move)
        compared += 1 + same_trees(tree, child.node, plain, after)
    return compared


def plain_tree(state: petteia.State, seed: int) -> Tree:
    """A tree as plain UCT grows it."""
    bridge = Bridge(state.game)
    return Tree(state, UCT(plain=True, seed=seed)._settings(bridge), bridge)


@pytest.mark.parametrize(
    ("name", "options", "iterations"),
    [("Tic-Tac-Toe", [], 600), ("Connect Four", [], 300), ("Hex", ["Board Size/3x3"], 400)],
)
def test_the_tree_is_that_of_the_equations(name: str, options: list[str], iterations: int) -> None:
    """Node by node: the same moves, visits and sums of returns. Hex has a swap of sides."""
    state = petteia.load(name, options=options).start()
    tree = plain_tree(state, seed=7)
    tree.run(Budget(iterations))
    plain = PlainUCT(state, sqrt(2), Random(7))
    for _ in range(iterations):
        plain.iterate()
    assert same_trees(tree, 0, plain.tree, state) >= iterations


def test_a_win_at_hand_is_played() -> None:
    """Proven wins come first, however few the iterations."""
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=1 4=2 5=2 | m=1")
    found = UCT(iterations=30, seed=1).analyse(state)
    assert str(found.best.move) == "2>2" and found.best.proven == "won"


def test_a_threat_is_parried() -> None:
    """Moves that let the other side win at once are proven losses and come last."""
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=1 4=2 | m=2")
    found = UCT(iterations=500, seed=1).analyse(state)
    assert str(found.best.move) == "2>2"
    assert {c.proven for c in found.candidates if str(c.move) != "2>2"} == {"lost"}


def test_the_same_seed_gives_the_same_search() -> None:
    state = petteia.load("Connect Four").start()
    first, second = (UCT(iterations=400, seed=3).analyse(state) for _ in range(2))
    assert first.candidates == second.candidates and first.line == second.line


def test_a_full_tree_goes_on() -> None:
    """With room for few nodes the search still makes all its iterations."""
    found = UCT(iterations=60_000, seed=1, memory=1).analyse(petteia.load("Connect Four").start())
    assert found.nodes < 25_000 and found.iterations == 60_000 and sum(c.visits for c in found.candidates) == 60_000


def test_dice_are_sampled() -> None:
    """In a game of chance moves that are not there every time are found as dice fall."""
    state = petteia.load("Backgammon").start(seed=5)
    found = UCT(iterations=200, seed=1).analyse(state)
    assert {c.move for c in found.candidates} == set(state.legal_moves())


def test_it_beats_random_play() -> None:
    """400 iterations a move win every one of eight games of Connect Four (a fair coin: one in 256)."""
    import random

    game, wins = petteia.load("Connect Four"), 0
    for k in range(8):
        state, dice = game.start(), random.Random(k)
        while not state.over:
            mine = state.mover == 1 + k % 2
            state.play(UCT(iterations=400, seed=k).choose(state) if mine else dice.choice(state.legal_moves()))
        wins += state.winner == 1 + k % 2
    assert wins == 8


def test_budgets_are_checked() -> None:
    with pytest.raises(PetteiaError, match="above zero"):
        UCT(iterations=0)
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=1 2=1 4=2 5=2 | m=1 over=1,2")
    with pytest.raises(PetteiaError, match="over"):
        UCT(iterations=1).choose(state)


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from petteia.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["search", "Tic-Tac-Toe", "--position", "0=1 1=1 4=2 | m=2", "--iterations", "300", "--json"])
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["best"] == "2>2" and told["iterations"] <= 300 and len(told["moves"]) == 6


def test_threads_lose_no_visit() -> None:
    """Every visit of a move was its first one, or went on by one of the moves behind it; values stay in bounds.

    Seldom one ends early, where every way on is on lease to another thread.
    """
    for name in ("Connect Four", "Tic-Tac-Toe"):
        tree = grown_by_three(name, 20_000)
        waiting = [(tree.children(), 20_000)]
        ended = 0
        while waiting:
            children, visits = waiting.pop()
            went_on = sum(child.visits for child in children)
            assert went_on <= visits
            ended += visits - went_on
            assert all(abs(child.sum) <= child.visits and not child.proof for child in children)
            waiting += [(tree.children(child.node), child.visits - 1) for child in children if child.node]
        assert ended < 200


def test_threads_go_on_when_the_memory_is_full() -> None:
    """No iteration is lost, and no more memory is used than there is."""
    tree = grown_by_three("Gomoku", 30_000, memory=1)
    assert sum(child.visits for child in tree.children()) == 30_000
    assert 900_000 < tree.bytes <= 2**20


def grown_by_three(name: str, iterations: int, **settings: Any) -> Tree:
    """A tree of plain UCT that three threads made together."""
    state = petteia.load(name).start()
    bridge = Bridge(state.game)
    tree = Tree(state, UCT(plain=True, seed=1, threads=3, **settings)._settings(bridge), bridge)
    tree.run(Budget(iterations))
    return tree
