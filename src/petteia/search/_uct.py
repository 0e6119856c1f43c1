"""UCT: Monte Carlo tree search by upper confidence bounds, as an agent and as an analysis of a position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._library import Tree, moves_by_numbers

if TYPE_CHECKING:
    from petteia.game import Move, State

_PROOFS = {0: None, 1: "lost", 2: "drawn", 3: "won"}
_CHUNK = 64


@dataclass(frozen=True)
class Candidate:
    """A move of the position that was searched: visits, mean return for who plays it, and what is proven of it."""

    move: Move
    visits: int
    value: float
    proven: str | None = None


@dataclass(frozen=True)
class Analysis:
    """What a search found: the candidates, best first, and the line that both sides would follow."""

    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    iterations: int
    cpu_seconds: float
    nodes: int

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]

    @property
    def iterations_per_second(self) -> float:
        """Iterations a CPU second."""
        return self.iterations / self.cpu_seconds if self.cpu_seconds > 0 else 0.0


@dataclass(frozen=True)
class UCT:
    """An agent that searches by UCT.

    A search ends after `iterations`, or after `seconds` of CPU time; one of them is needed. With `plain` nothing is
    added to the selection by upper bounds; without it, wins and losses at the end of the tree are backed up as proofs
    (two players, no chance), and moves that end the game are recognised when a node is added.

    >>> import petteia as pt
    >>> from petteia.search import UCT
    >>> state = pt.load("Tic-Tac-Toe").state("0=1 1=1 4=2 5=2 | m=1")
    >>> UCT(iterations=200, seed=1).choose(state)
    Move('2>2')
    """

    iterations: int | None = None
    seconds: float | None = None
    plain: bool = False
    exploration: float = sqrt(2)
    """The constant C of the upper bound; returns lie in [-1, 1]."""
    playout_moves: int = 2**32 - 1
    """Playouts are cut off, and count as drawn, after so many moves."""
    seed: int = 0
    most_nodes: int = 2_000_000
    """A tree with so many nodes (about 40 bytes each) grows no further; the search goes on."""

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise PetteiaError("a search needs a budget: iterations or seconds")
        if (self.iterations is not None and self.iterations < 1) or (self.seconds is not None and self.seconds <= 0):
            raise PetteiaError("the budget of a search must be above zero")

    def choose(self, state: State) -> Move:
        """The move that was visited most, or a proven win."""
        return self.analyse(state).best.move

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over."""
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        tree = Tree(
            state,
            exploration=self.exploration,
            playout_moves=self.playout_moves,
            solve=not self.plain,
            seed=self.seed,
            most_nodes=self.most_nodes,
        )
        spent = self._run(tree)
        ranked = _ranked(tree.children())
        names = moves_by_numbers(state)
        candidates = tuple(
            Candidate(names[code], visits, value / visits if visits else 0.0, _PROOFS[proof])
            for _, visits, value, proof, code in ranked
            if code in names
        )
        return Analysis(candidates, _line(tree, state), tree.iterations, spent, tree.size)

    def _run(self, tree: Tree) -> float:
        start = time.thread_time()
        if self.seconds is None:
            tree.run(self.iterations or 0)
            return time.thread_time() - start
        while (spent := time.thread_time() - start) < self.seconds:
            done = tree.iterations
            left = _CHUNK if self.iterations is None else min(_CHUNK, self.iterations - done)
            if left <= 0:
                break
            tree.run(left)
            if tree.iterations == done:  # the position is proven
                break
        return spent if spent >= self.seconds else time.thread_time() - start


Child = tuple[int, int, float, int, tuple[int, ...]]


def _ranked(children: list[Child]) -> list[Child]:
    """The best first: proven wins, then by visits with proven losses last, then by value, then as generated."""

    def key(child: Child) -> tuple[int, int, float]:
        _, visits, value, proof, _ = child
        return (-1 if proof == 3 else 1 if proof == 1 else 0, -visits, -(value / visits if visits else 0.0))

    return sorted(children, key=key)


def _line(tree: Tree, state: State) -> tuple[Move, ...]:
    """The best moves one after the other, as long as the tree has seen them."""
    line: list[Move] = []
    state = state.copy()
    node = 0
    while not state.over:
        ranked = [child for child in _ranked(tree.children(node)) if child[1] > 0 or child[3] == 3]
        names = moves_by_numbers(state)
        if not ranked or ranked[0][4] not in names:
            break
        node, _, _, _, code = ranked[0]
        line.append(names[code])
        state.play(names[code])
    return tuple(line)
