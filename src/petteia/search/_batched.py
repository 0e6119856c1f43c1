"""PUCT that asks a network about many positions at once: of many games, or of one tree under virtual loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

Array = npt.NDArray[Any]
Network = Callable[[Array, Array], tuple[Array, Array]]
"""`f(observations, masks) -> (logits, values)` for a whole batch; values in [-1, 1] are those of the one to move."""


@dataclass(frozen=True)
class BatchPUCT:
    """An agent that selects by Q + C p sqrt(N) / (1 + n), with p and values from one call for many positions.

    `leaves` positions of each tree are asked about at once; each counts as a loss until its value is known, so that
    the next one is another. `noise` is the share of a Dirichlet distribution in p at the root, for self-play. For two
    players without chance.

    >>> import petteia as pt
    >>> def middle(observations, masks):
    ...     logits = np.zeros(masks.shape)
    ...     logits[:, 4] = 3
    ...     return logits, np.zeros(len(masks))
    >>> BatchPUCT(middle, iterations=40).choose(pt.load("Tic-Tac-Toe").start())
    Move('4>4')
    """

    network: Network
    iterations: int = 100
    leaves: int = 1
    exploration: float = 1.5
    noise: float = 0.0
    concentration: float = 1.0
    temperature: float = 0.0
    """0 plays the move with most visits; otherwise it is drawn by visits to the power of 1 / temperature."""
    seed: int = 0
    build: str = "full"

    def __post_init__(self) -> None:
        if self.iterations < 1 or not 1 <= self.leaves <= self.iterations:
            raise PetteiaError("a search needs an iteration, and no more leaves at once than iterations")

    def choose(self, state: State) -> Move:
        """The move for a state."""
        if state.over:
            raise PetteiaError("the game is over: there is no move to choose")
        visits = self.search([state])[0]
        if self.temperature > 0:
            generator = np.random.default_rng((self.seed, len(state.history)))
            shares = visits ** (1 / self.temperature)
            return state.move_of(int(generator.choice(len(visits), p=shares / shares.sum())))
        return state.move_of(int(visits.argmax()))

    def search(self, states: list[State]) -> Array:
        """How often each action was tried, in a row for each of several states of one game, none of them finished."""
        game = states[0].game
        if game.players != 2 or game.is_random:
            raise PetteiaError(f"{game.name}: networks search games of two players without chance")
        forest = _Forest(self, game, len(states))
        forest.plant(states)
        for _ in range(0, self.iterations, self.leaves):
            forest.grow()
        return forest.visits[:, 0].copy()


class _Forest:
    """Trees that grow together, in arrays: by tree, node and action."""

    def __init__(self, agent: BatchPUCT, game: Game, trees: int) -> None:
        self._agent, self._trees = agent, trees
        nodes = agent.iterations + agent.leaves + 1
        actions = game.num_actions
        self.visits = np.zeros((trees, nodes, actions), dtype=np.float32)
        self.totals = np.zeros_like(self.visits)
        self.priors = np.zeros_like(self.visits)
        self.children = np.full((trees, nodes, actions), -1, dtype=np.int32)
        self.values = np.zeros((trees, nodes), dtype=np.float32)
        self.player = np.zeros((trees, nodes), dtype=np.int64)
        self.over = np.zeros((trees, nodes), dtype=np.bool_)
        self.masks = np.zeros((trees, nodes, actions), dtype=np.bool_)
        self.used = np.zeros(trees, dtype=np.int64)
        self._batch = game.batch(trees * agent.leaves, seed=0, autoreset="disabled", build=agent.build)  # type: ignore[arg-type]
        first = self._batch.save()[0]
        self.states = np.zeros((trees, nodes, first.shape[1]), dtype=np.uint64)
        self._generator = np.random.default_rng(agent.seed)

    def plant(self, states: list[State]) -> None:
        """Makes the roots."""
        for k in range(self._trees * self._agent.leaves):
            self._batch.set_state(k, states[k % self._trees])
        rows = np.arange(self._trees)
        self.states[:, 0] = self._batch.save()[0][rows]
        self.masks[:, 0], self.player[:, 0] = self._batch.masks[rows], self._batch.mover[rows]
        logits, values = self._asked(self._batch.observations[rows], self._batch.masks[rows])
        self.values[:, 0] = values
        priors = _softmax(logits, self.masks[:, 0])
        if self._agent.noise:
            drawn = self._generator.gamma(self._agent.concentration, size=priors.shape) * self.masks[:, 0]
            priors = (1 - self._agent.noise) * priors + self._agent.noise * drawn / drawn.sum(axis=1, keepdims=True)
        self.priors[:, 0] = priors
        self.used[:] = 1

    def _asked(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        logits, values = self._agent.network(observations, masks)
        logits, values = np.asarray(logits), np.asarray(values).reshape(-1)
        if logits.shape != masks.shape or values.shape != (len(masks),):
            raise PetteiaError(f"a network has to give logits of {masks.shape} and values of ({len(masks)},)")
        return logits, values

    def grow(self) -> None:
        """Adds as many leaves to each tree as are asked about at once."""
        paths = [self._descend() for _ in range(self._agent.leaves)]
        rows = np.arange(self._trees)
        parents = np.concatenate([nodes[rows, depth] for nodes, _, depth in paths])
        actions = np.concatenate([taken[rows, depth] for _, taken, depth in paths])
        trees = np.tile(rows, self._agent.leaves)
        ended = self.over[trees, parents]
        self._batch.put(self.states[trees, parents], self.masks[trees, parents])
        self._batch.step(np.where(ended, -1, actions))
        logits, values = self._asked(self._batch.observations, self._batch.masks)
        priors = _softmax(logits, self._batch.masks)
        states = self._batch.save()[0]
        for leaf, (nodes, taken, depth) in enumerate(paths):
            part = slice(leaf * self._trees, (leaf + 1) * self._trees)
            self._add(part, parents[part], actions[part], ended[part], states[part], priors[part], values[part])
            self._back_up(nodes, taken, depth, parents[part], actions[part], ended[part])

    def _descend(self) -> tuple[Array, Array, Array]:
        """The way to a new leaf of each tree: its nodes, the actions taken there, and where it ends.

        Every step on it counts as a lost visit until the value is known.
        """
        longest = int(self.used.max()) + 1
        nodes = np.zeros((self._trees, longest), dtype=np.int64)
        taken = np.zeros((self._trees, longest), dtype=np.int64)
        depth = np.zeros(self._trees, dtype=np.int64)
        at = np.zeros(self._trees, dtype=np.int64)
        going = np.arange(self._trees)
        while len(going):
            here = at[going]
            nodes[going, depth[going]] = here
            actions = self._select(going, here)
            taken[going, depth[going]] = actions
            ended = self.over[going, here]
            moving = going[~ended]
            chosen = actions[~ended]
            self.visits[moving, at[moving], chosen] += 1
            self.totals[moving, at[moving], chosen] -= 1
            following = self.children[moving, at[moving], chosen]
            known = following >= 0
            going = moving[known]
            at[going] = following[known]
            depth[going] += 1
        return nodes, taken, depth

    def _select(self, trees: Array, nodes: Array) -> Array:
        visits, totals = self.visits[trees, nodes], self.totals[trees, nodes]
        tried = visits.sum(axis=1, keepdims=True)
        means = np.where(visits > 0, totals / np.maximum(visits, 1), self.values[trees, nodes][:, None])
        bonus = self._agent.exploration * self.priors[trees, nodes] * np.sqrt(tried + 1) / (1 + visits)
        scores = np.where(self.masks[trees, nodes], means + bonus, -np.inf)
        return np.asarray(scores.argmax(axis=1))

    def _add(
        self, part: slice, parents: Array, actions: Array, ended: Array, states: Array, priors: Array, values: Array
    ) -> None:
        """Makes nodes of the leaves that are new; two leaves of a round may be the same."""
        rows = np.arange(self._trees)
        fresh = ~ended & (self.children[rows, parents, actions] < 0)
        trees = rows[fresh]
        new = self.used[trees]
        self.children[trees, parents[fresh], actions[fresh]] = new
        self.used[trees] += 1
        self.states[trees, new] = states[fresh]
        self.masks[trees, new] = self._batch.masks[part][fresh]
        self.player[trees, new] = self._batch.mover[part][fresh]
        over = self._batch.done[part][fresh]
        self.over[trees, new] = over
        self.priors[trees, new] = priors[fresh]
        gained = self._batch.rewards[part][fresh][np.arange(len(trees)), self.player[trees, new] - 1]
        self.values[trees, new] = np.where(over, gained, values[fresh])

    def _back_up(self, nodes: Array, taken: Array, depth: Array, parents: Array, actions: Array, ended: Array) -> None:
        """Gives the value of the leaf to all on the way to it, and takes the loss back that stood for it."""
        for tree in range(self._trees):
            leaf = parents[tree] if ended[tree] else self.children[tree, parents[tree], actions[tree]]
            value, player = float(self.values[tree, leaf]), self.player[tree, leaf]
            last = depth[tree] - 1 if ended[tree] else depth[tree]
            for step in range(last + 1):
                node, action = nodes[tree, step], taken[tree, step]
                mine = value if self.player[tree, node] == player else -value
                self.totals[tree, node, action] += 1 + mine


def _softmax(logits: Array, masks: Array) -> Array:
    """Probabilities of legal actions."""
    shown = np.where(masks, logits, -np.inf)
    top = shown.max(axis=1, keepdims=True)
    powers = np.where(masks, np.exp(shown - np.where(np.isfinite(top), top, 0)), 0)
    return np.asarray(powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-30))
