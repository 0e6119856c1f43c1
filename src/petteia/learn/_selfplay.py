"""Self-play: a game of searches that the policy guides, and what each of them found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError
from petteia.features import FeatureSet, Policy, Positions, feature
from petteia.game.trials import Trial
from petteia.scale import derive_seed
from petteia.search import PUCT, Analysis, draw_move

if TYPE_CHECKING:
    from petteia.game import Game, State

    from ._settings import Settings

_LOST, _WON = 1, 3
_SCALE = 1000
"""Values are kept in thousandths."""


@dataclass(frozen=True)
class Episode:
    """A game of self-play: the trial, and the positions that were searched with the moves to be learned there."""

    number: int
    trial: Trial
    positions: Positions
    targets: npt.NDArray[np.float64]
    """The probability that each legal move should have, the moves of all positions in a row."""
    movers: npt.NDArray[np.int64]

    @classmethod
    def of(cls, number: int, trial: Trial, game: Game) -> Episode | None:
        """The episode that a trial with its notes says; None if nothing can be learned from it."""
        states: list[State] = []
        targets: list[npt.NDArray[np.float64]] = []
        first = int(trial.notes["opening"])
        for ply, state in enumerate(trial.replay(game)):
            if first <= ply < len(trial.moves):
                found = trial.notes["search"][ply - first]
                target = target_of(np.array(found["visits"]), proofs_of(found, len(found["visits"])))
                if target is not None and len(target) > 1:
                    states.append(state)
                    targets.append(target)
        if not states:
            return None
        movers = np.array([state.mover for state in states], dtype=np.int64)
        positions = Positions.of(states)
        if [len(one) for one in targets] != np.diff(positions.starts).tolist():
            raise PetteiaError("the searches of the trial are of other positions")
        return cls(number, trial, positions, np.concatenate(targets), movers)


def note_of(found: Analysis) -> dict[str, Any]:
    """The findings of a search, as JSON values: visits and values of the legal moves in order, and proofs."""
    arrays = found.arrays()
    note: dict[str, Any] = {
        "visits": arrays.visits.tolist(),
        "values": np.rint(arrays.values * _SCALE).astype(int).tolist(),
    }
    if arrays.proven.any():
        note["proven"] = {str(k): int(arrays.proven[k]) for k in np.flatnonzero(arrays.proven)}
    return note


def proofs_of(note: dict[str, Any], count: int) -> npt.NDArray[np.int8]:
    """The proof of each move, as `Arrays.proven` has it."""
    proven = np.zeros(count, dtype=np.int8)
    for k, code in note.get("proven", {}).items():
        proven[int(k)] = code
    return proven


def target_of(visits: npt.NDArray[Any], proven: npt.NDArray[np.int8]) -> npt.NDArray[np.float64] | None:
    """The probabilities to be learned: shares of visits; proven wins take all, proven losses get nothing.

    None where nothing is to be learned: no visits, or all moves lose.

    >>> target_of(np.array([30, 10, 60]), np.array([0, 0, 1], dtype=np.int8)).tolist()
    [0.75, 0.25, 0.0]
    """
    won = proven == _WON
    shares = won.astype(np.float64) if won.any() else np.where(proven == _LOST, 0, visits).astype(np.float64)
    total = shares.sum()
    return shares / total if total > 0 else None


@dataclass(frozen=True)
class SelfPlay:
    """Plays games of self-play from one checkpoint, in whatever process: all it needs travels as plain values."""

    game: Game
    features: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    settings: Settings
    seed: int

    @classmethod
    def of(cls, policy: Policy, settings: Settings, seed: int) -> SelfPlay:
        """Self-play of a policy."""
        rows = tuple(tuple(row) for row in policy.weights.tolist())
        return cls(policy.game, tuple(map(str, policy.features)), rows, settings, seed)

    def __call__(self, number: int) -> Trial:
        """Plays the game of this number."""
        return play_game(self.policy, self.settings, derive_seed(self.seed, "game", number))

    @cached_property
    def policy(self) -> Policy:
        """The policy, made once in each process."""
        return Policy(FeatureSet(self.game, map(feature, self.features)), self.weights)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "policy"}


def searcher(policy: Policy, settings: Settings, seed: int) -> PUCT:
    """The expert: a search that the policy guides."""
    return PUCT(
        iterations=settings.iterations,
        seconds=settings.seconds,
        policy=policy,
        exploration=settings.exploration,
        uniform_share=settings.uniform_share,
        solver=settings.solver,
        decisive=settings.solver,
        anti_decisive=settings.solver,
        reuse=settings.reuse,
        memory=128.0,
        seed=seed,
    )


def play_game(
    policy: Policy,
    settings: Settings,
    seed: int,
    after_move: Callable[[State, npt.NDArray[np.float64], int], None] | None = None,
) -> Trial:
    """A game of self-play. `after_move` is told each position that was searched, its targets, and the ply."""
    game = policy.game
    chance = derive_seed(seed, "chance")
    state = game.start(chance)
    random = Random(derive_seed(seed, "opening"))
    for _ in range(random.randint(0, settings.opening)):
        draw = state.copy()
        draw.play(random.choice(draw.legal_moves()))
        if draw.over:
            break
        state = draw
    opening = len(state.history)
    agent = searcher(policy, settings, derive_seed(seed, "search"))
    notes: list[dict[str, Any]] = []
    while not state.over and len(state.history) < settings.cap:
        ply = len(state.history)
        # A search that begins anew gets other random numbers; one that goes on has its own.
        found = (agent if settings.reuse else agent.with_seed(derive_seed(seed, "search", ply))).analyse(state)
        notes.append(note_of(found))
        if after_move is not None:
            arrays = found.arrays()
            target = target_of(arrays.visits, arrays.proven)
            if target is not None and len(target) > 1:
                after_move(state.copy(), target, ply)
        state.play(draw_move(found, 1.0, derive_seed(seed, "move", ply)))
    return Trial.of(state, seed=chance, notes={"opening": opening, "search": notes})
