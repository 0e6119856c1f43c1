"""UCT and PUCT in plain Python, written from the equations: slow, obvious, and the judges of the native search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt

from petteia import Move, State

MASK = 2**64 - 1


class Random:
    """The generator of the native search: a counter with a large step, mixed by one multiplication."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def word(self) -> int:
        self.state = self.state + 0xA0761D6478BD642F & MASK
        product = self.state * (self.state ^ 0xE7037ED1A0B428DB)
        return (product >> 64) ^ (product & MASK)

    def below(self, bound: int) -> int:
        return self.word() * bound >> 64


@dataclass
class Node:
    """A position: who moved into it, by which move, how often it was visited and with what sum of returns."""

    player: int = 0
    move: str = ""
    visits: int = 0
    value: float = 0.0
    children: list[Node] | None = None
    """All moves: those that were tried first, in the order in which they were."""


@dataclass
class PlainUCT:
    """Equation 3 of Soemers et al. with returns in [-1, 1], and nothing else."""

    root: State
    exploration: float
    random: Random
    tree: Node = field(default_factory=Node)

    def iterate(self) -> None:
        state, node, path = self.root.copy(), self.tree, [self.tree]
        tried = True
        while tried and not state.over:
            if node.children is None:
                player = state.players_by_seat[state.mover - 1]
                node.children = [Node(player, str(move)) for move in state.legal_moves()]
            node = self.select(node.children)
            tried = node.visits > 0
            state.play(node.move)
            path.append(node)
        returns = self.returns(state)
        for node in path:
            node.visits += 1
            if node.player:
                node.value += returns[node.player - 1]

    def select(self, children: list[Node]) -> Node:
        tried = sum(child.visits > 0 for child in children)
        if tried < len(children):
            drawn = tried + self.random.below(len(children) - tried)
            children[tried], children[drawn] = children[drawn], children[tried]
            return children[tried]
        total = sum(child.visits for child in children)
        return max(children, key=lambda c: c.value / c.visits + self.exploration * sqrt(log(total) / c.visits))

    def returns(self, state: State) -> tuple[float, ...]:
        """Of the players; a swap of sides within a playout is followed move by move."""
        seed = self.random.word() if not state.over else 0
        state = state.copy()
        play_out(state, seed)
        return state.returns


@dataclass
class PlainPUCT(PlainUCT):
    """Equation 4: Q of a move that was not tried is the mean over those that were; the likeliest move goes first."""

    policy: Callable[[State, Sequence[Move]], Sequence[float]] = lambda state, moves: [1.0] * len(moves)
    priors: dict[int, dict[str, float]] = field(default_factory=dict)

    def iterate(self) -> None:
        state, node, path = self.root.copy(), self.tree, [self.tree]
        tried = True
        while tried and not state.over:
            if node.children is None:
                player = state.players_by_seat[state.mover - 1]
                node.children = [Node(player, str(move)) for move in state.legal_moves()]
                weights = self.policy(state, state.legal_moves())
                names = [child.move for child in node.children]
                self.priors[id(node)] = {name: w / sum(weights) for name, w in zip(names, weights, strict=True)}
            node = self.select_by(node.children, self.priors[id(node)])
            tried = node.visits > 0
            state.play(node.move)
            path.append(node)
        returns = self.returns(state)
        for node in path:
            node.visits += 1
            if node.player:
                node.value += returns[node.player - 1]

    def select_by(self, children: list[Node], priors: dict[str, float]) -> Node:
        total = sum(child.visits for child in children)
        mean = sum(child.value for child in children) / total if total else 0.0

        def bound(child: Node) -> float:
            q = child.value / child.visits if child.visits else mean
            return q + self.exploration * priors[child.move] * sqrt(total) / (1 + child.visits)

        likeliest = max(children, key=lambda child: priors[child.move])
        return max(children, key=bound) if total else likeliest


def play_out(state: State, seed: int) -> None:
    """Plays a state on to its end as the native search does, by the same random numbers."""
    import ctypes

    engine = state.game.engine
    raw = engine.copy(state.raw)
    playout = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32)
    if not state.over:
        playout(engine.entry_point("pt_outcome"))(ctypes.addressof(raw.pointer), seed, 2**32 - 1)
    state._raw = raw
