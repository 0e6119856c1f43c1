"""Agents that search a tree by playouts: UCT, PUCT, MAST and GRAVE. Their parameters, and what they share."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from petteia.errors import PetteiaError

from ._analysis import Analysis, Candidate
from ._budgeted import Budgeted
from ._sampling import DRAWINGS
from ._tree import PROOFS, Child, Tree
from .bridge import Bridge, Evaluation, Native, Policy
from .library import Settings, moves_by_numbers

if TYPE_CHECKING:
    from petteia.game import Move, State

_NO_LIMIT = 2**32 - 1
_PARENT = -1e300
"""Tells native code to take the mean of the siblings."""
_MASK = 2**64 - 1
_UCB, _PUCT, _GRAVE = range(3)
_UNIFORM, _BY_POLICY, _BY_AVERAGE = range(3)


@dataclass(frozen=True)
class TreeAgent(Budgeted):
    """The common part of agents that search a tree.

    A search ends after `iterations`, after `seconds` of CPU time (of each thread), or after `wall` seconds by the
    clock, whichever comes first; without any of them after one CPU second. One thread with a given seed and a number
    of iterations always finds the same. Returns lie in [-1, 1]: 1 is a win, -1 a loss, ranks between in equal steps.
    """

    exploration: float = sqrt(2)
    """The constant C of the selection; values lie in [-1, 1]."""
    solver: bool = True
    """Wins, losses and draws at the ends of the tree are backed up as proofs (two players, no chance)."""
    decisive: bool = True
    """A move that wins at once is found when a node is made, and nothing else is tried there (no chance)."""
    anti_decisive: bool = True
    """So are threats of the other side to win at once: moves that leave one standing are not tried (with `solver`)."""
    playout_moves: int = _NO_LIMIT
    """Playouts are cut off after so many moves; they then count as drawn, or as `evaluation` says."""
    evaluation: Evaluation | None = None
    """The worth of positions in which playouts are cut off, in [-1, 1]: see `petteia.search.Evaluation`."""
    playout_policy: Policy | None = None
    """Playouts draw their moves from this policy instead of uniformly."""
    playout_guided: int = _NO_LIMIT
    """After so many moves by the policy, playouts go on uniformly."""
    playout_drawing: Literal["softmax", "greedy", "capped"] = "softmax"
    """How playouts draw from their policy: see `petteia.search.Sampling`."""
    playout_temperature: float = 1.0
    playout_cap: float = 0.0
    """For `capped`: a bound of all scores."""
    epsilon: float = 0.0
    """The share of uniformly drawn moves in playouts that are not uniform anyway."""
    temperature: float = 0.0
    """0 plays the move with most visits; otherwise it is drawn by visits to the power of 1 / temperature."""
    reuse: bool = False
    """Goes on with what is left of the tree of the move before, when the same game is played on."""
    threads: int = 1
    """So many threads share the tree; with more than one, results are not repeatable."""
    memory: float = 512.0
    """Megabytes that a tree may take; once it is full, the search goes on without new nodes."""
    seed: int = 0
    last: Analysis | None = field(default=None, init=False, repr=False, compare=False)
    """The findings of the search for the latest move that was chosen."""
    _kept: list[Tree] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.playout_drawing not in DRAWINGS or self.playout_temperature <= 0:
            raise PetteiaError(f"playouts draw {', '.join(DRAWINGS[1:])}, at a temperature above zero")
        if self.threads < 1 or self.memory < 1 or self.temperature < 0 or self.playout_moves < 0:
            raise PetteiaError("a search needs a thread, a megabyte of memory, and no negative parameters")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": []}  # trees stay in their process

    def _picked(self, found: Analysis, state: State) -> Move:
        """A proven win, the move with most visits, or one drawn by visits."""
        return found.best.move if self.temperature == 0 else draw_move(found, self.temperature, self._move_seed(state))

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over."""
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        tree = self._tree(state)
        spent = tree.run(self._budget(state))
        legal = state.legal_moves()
        candidates = _candidates(tree, state)
        return Analysis(candidates, _line(tree, state), tree.iterations, spent, tree.size, legal)

    def _move_seed(self, state: State) -> int:
        return self.seed * 1_000_003 + len(state.history)

    def _tree(self, state: State) -> Tree:
        """The tree of the move before where it may be reused, else a new one."""
        if self.reuse and self._kept and self._kept[0].game is state.game:
            self._kept[0].move_on(state)
            return self._kept[0]
        bridge = Bridge(state.game)
        tree = Tree(state, self._settings(bridge), bridge)
        if self.reuse:
            self._kept[:] = [tree]
        return tree

    def _settings(self, bridge: Bridge) -> Settings:
        return Settings(
            exploration=self.exploration,
            unvisited=_PARENT,
            epsilon=self.epsilon,
            temperature=self.playout_temperature,
            cap=self.playout_cap,
            drawing=DRAWINGS.index(self.playout_drawing),
            lists_legal=not isinstance(self.playout_policy, Native),
            seed=self.seed & _MASK,
            memory=int(self.memory * 2**20),
            playout_policy=bridge.policy(self.playout_policy),
            evaluation=bridge.evaluation(self.evaluation),
            playout=_UNIFORM if self.playout_policy is None else _BY_POLICY,
            playout_moves=self.playout_moves,
            guided_moves=self.playout_guided,
            threads=self.threads,
            evaluated_at=2,
            solves=self.solver,
            decisive=self.decisive,
            anti_decisive=self.anti_decisive and self.solver,
        )


@dataclass(frozen=True)
class UCT(TreeAgent):
    """An agent that selects by upper confidence bounds: Q + C sqrt(ln N / n).

    A position whose moves were not all tried tries one of the others first, drawn uniformly. `plain` is that alone,
    with uniform playouts; otherwise proofs and decisive moves are added as `solver`, `decisive`, `anti_decisive` say.

    >>> import petteia as pt
    >>> from petteia.search import UCT
    >>> state = pt.load("Tic-Tac-Toe").state("0=1 1=1 4=2 5=2 | m=1")
    >>> UCT(iterations=200, seed=1).choose(state)
    Move('2>2')
    """

    plain: bool = False
    expansion: Policy | None = None
    """Moves that were not tried are drawn from this policy instead of uniformly."""

    def _settings(self, bridge: Bridge) -> Settings:
        settings = super()._settings(bridge)
        if self.plain:
            settings.solves = settings.decisive = settings.anti_decisive = 0
        settings.selection = _UCB
        settings.prior = bridge.policy(self.expansion)
        settings.expands_by_policy = self.expansion is not None
        return settings


@dataclass(frozen=True)
class PUCT(TreeAgent):
    """An agent that selects by Q + C p sqrt(N) / (1 + n), with probabilities p from a policy.

    The policy is asked when a position is entered for the second time (`evaluated_at`), so a position that was met
    once costs nothing. Its first move then is drawn from p (`first_move`) and the game is played out behind it; from
    the next time on moves are selected. Without a policy all moves are equally likely.

    >>> import petteia as pt
    >>> def middle(state, moves):
    ...     return [5 if move.target == 4 else 1 for move in moves]
    >>> agent = PUCT(policy=middle, iterations=100)
    >>> agent.choose(pt.load("Tic-Tac-Toe").start())
    Move('4>4')
    """

    policy: Policy | None = None
    unvisited: float | Literal["parent"] = "parent"
    """Q of moves that were not tried: a value, or the mean over the moves that were."""
    uniform_share: float = 0.0
    """The share of the uniform distribution that is mixed into p."""
    evaluated_at: int = 2
    """The policy is asked when a position is entered for this time; before, moves are tried uniformly."""
    first_move: bool = True
    """The first move that is tried in a position is drawn from p; otherwise it is the likeliest."""

    def _settings(self, bridge: Bridge) -> Settings:
        settings = super()._settings(bridge)
        settings.selection = _PUCT
        settings.prior = bridge.policy(self.policy)
        settings.unvisited = _PARENT if self.unvisited == "parent" else self.unvisited
        settings.uniform_share = self.uniform_share
        settings.evaluated_at = self.evaluated_at
        settings.expands_by_policy = self.first_move
        return settings


@dataclass(frozen=True)
class MAST(UCT):
    """UCT with playouts that prefer moves with good returns so far, wherever they were played (move averages).

    A playout plays the move with the best mean return for its player, and a uniformly drawn one with probability
    `epsilon`. Moves that were never played count as wins.
    """

    epsilon: float = 0.4

    def _settings(self, bridge: Bridge) -> Settings:
        settings = super()._settings(bridge)
        settings.playout = _BY_AVERAGE
        return settings


@dataclass(frozen=True)
class GRAVE(TreeAgent):
    """An agent that selects by what happened when a move was played at any later time (generalised RAVE).

    The value of a move is (1 - b) Q + b A: A is its mean return wherever it was played later in iterations through the
    nearest position above that was visited `reference` times, b = a / (a + n + bias a n) with the number a of those.
    """

    reference: int = 50
    bias: float = 1e-4

    def _settings(self, bridge: Bridge) -> Settings:
        settings = super()._settings(bridge)
        settings.selection = _GRAVE
        settings.reference = self.reference
        settings.bias = self.bias
        return settings


def parameters(agent: TreeAgent) -> dict[str, Any]:
    """The parameters of an agent by name."""
    return {one.name: getattr(agent, one.name) for one in fields(agent) if one.init}


def draw_move(found: Analysis, temperature: float, seed: int) -> Move:
    """A move drawn by visits to the power of 1 / temperature; a proven win is played, proven losses are not."""
    from random import Random

    best = found.best
    open_moves = [one for one in found.candidates if one.proven != "lost" and one.visits > 0]
    if best.proven == "won" or not open_moves:
        return best.move
    most = max(one.visits for one in open_moves)
    weights = [(one.visits / most) ** (1 / temperature) for one in open_moves]
    return Random(seed).choices([one.move for one in open_moves], weights)[0]


def _ranked(children: list[Child]) -> list[Child]:
    """The best first: proven wins, then by visits with proven losses last, then by value, then as they were tried."""

    def key(child: Child) -> tuple[int, int, float]:
        rank = -1 if PROOFS[child.proof] == "won" else 1 if PROOFS[child.proof] == "lost" else 0
        return (rank, -child.visits, -_value(child))

    return sorted(children, key=key)


def _candidates(tree: Tree, state: State) -> tuple[Candidate, ...]:
    """All legal moves, best first; what the rules made twice counts once."""
    names = moves_by_numbers(state)
    merged: dict[tuple[int, ...], Child] = {}
    for child in tree.children():
        known = merged.get(child.code)
        if known is not None:
            proof = max(known.proof, child.proof)
            child = child._replace(visits=known.visits + child.visits, sum=known.sum + child.sum, proof=proof)
        if child.code in names:
            merged[child.code] = child
    for code in names:
        merged.setdefault(code, Child(0, 0, 0.0, 0, -1.0, code))
    return tuple(
        Candidate(
            names[child.code],
            child.visits,
            _value(child),
            PROOFS[child.proof],
            child.prior if child.prior >= 0 else None,
        )
        for child in _ranked(list(merged.values()))
    )


def _value(child: Child) -> float:
    """The proven value, or the mean of the returns."""
    if child.proof:
        return float(child.proof - PROOFS.index("drawn"))
    return child.sum / child.visits if child.visits else 0.0


def _line(tree: Tree, state: State) -> tuple[Move, ...]:
    """The best moves one after the other, as long as the tree has seen them."""
    line: list[Move] = []
    state = state.copy()
    node = 0
    while not state.over:
        ranked = [child for child in _ranked(tree.children(node)) if child.visits > 0 or PROOFS[child.proof] == "won"]
        names = moves_by_numbers(state)
        if not ranked or ranked[0].code not in names:
            break
        node = ranked[0].node
        line.append(names[ranked[0].code])
        state.play(line[-1])
        if not node:
            break
    return tuple(line)
