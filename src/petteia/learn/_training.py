"""From games to policies: the steps between one checkpoint and the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from petteia.features import (
    AtomOptions,
    FeatureSet,
    Policy,
    Positions,
    atomic_set,
    end_candidates,
    feature,
    place_candidates,
    transfer,
)
from petteia.features.bases import bases_of
from petteia.scale import derive_seed

from ._correlation import new_features
from ._fitting import descend, fit_all
from ._growing import best_candidates, importances
from ._selfplay import Episode, play_game
from ._symmetry import looks_alike_from_all_sides, players_are_alike
from ._tables import Examples, Floats

if TYPE_CHECKING:
    from petteia.features import Feature
    from petteia.game import Game, State
    from petteia.game.trials import Trial

    from ._settings import Settings

_MOST_MOVES = 60_000
"""So many moves, of as many positions as have them, are looked at for new features."""
_FIRST_STEPS = 4
"""A run without features takes them up in so many steps, with a fit in between."""


class Trainer:
    """Learns from games as the settings say."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        self.game, self.settings, self.seed = game, settings, seed

    @cached_property
    def pool(self) -> FeatureSet:
        """The features that the rules suggest."""
        options = AtomOptions(lines=self.settings.lines, reactive=self.settings.reactive)
        atoms = atomic_set(self.game, options)
        further = [*end_candidates(self.game)] if self.settings.end_rules else []
        further += [*place_candidates(self.game)] if self.settings.places else []
        return atoms.with_features([*further, *transfer(map(feature, self.settings.candidates), self.game)])

    @cached_property
    def headed(self) -> bool:
        """True if features may face one way only: it must matter, and moves must not have a heading of their own."""
        bases = FeatureSet(self.game, bases_of(self.game))
        free = any(not one.word and (one.source is None or one.to is None) for one in bases)
        return self.settings.orientations and free and not looks_alike_from_all_sides(bases)

    def first_policy(self) -> Policy:
        """The first features of a run: all atomic ones for the strategies of the paper, else what every move has."""
        if self.settings.strategy == "gain":
            features = FeatureSet(self.game, bases_of(self.game))
        else:
            features = self.pool
        rows = 1 if players_are_alike(features, turned=not self.headed) else self.game.players
        return Policy(features, np.zeros((rows, len(features))))

    # -- after a round --------------------------------------------------------------------------------------------

    def learn(self, policy: Policy, episodes: Sequence[Episode], games: int, origin: Policy | None = None) -> Policy:
        """The policy after so many games, fitted to all of them; weights of `origin` are what they are drawn to."""
        if not episodes:
            return policy
        examples = Examples.join(episodes)
        random = Random(derive_seed(self.seed, "learn", games))
        features, weights, penalty = policy.features, policy.weights, self.settings.penalty
        if self.settings.frozen:
            held = None if origin is None else origin.weights
            return Policy(features, fit_all(examples, features, weights, penalty, held))
        first = len(features) <= len(bases_of(self.game))
        for _ in range(_FIRST_STEPS if first else 1):
            batch = self._batch(examples, random)
            found = self._new_features(features, weights, batch, random, len(examples) / len(batch))
            features, weights = _extended(features, weights, found)
            weights = fit_all(examples, features, weights, penalty)
        features, weights = self._cut(features, weights, self._batch(examples, random), examples)
        return Policy(features, weights)

    def _batch(self, examples: Examples, random: Random) -> Examples:
        most = max(1, _MOST_MOVES * len(examples) // max(1, len(examples.targets)))
        if self.settings.strategy != "gain":
            most = self.settings.growth_batch
        chosen = random.sample(range(len(examples)), min(most, len(examples)))
        return examples.take(np.array(sorted(chosen), dtype=np.int64))

    def _new_features(
        self, features: FeatureSet, weights: Floats, batch: Examples, random: Random, scale: float
    ) -> list[Feature]:
        wanted = self.settings.features_per_round
        if self.settings.strategy == "gain":
            return best_candidates(
                features, weights, batch, self.pool, self.settings.penalty, wanted, scale, headed=self.headed
            )
        return new_features(features, weights, batch, self.settings.strategy, random, wanted)

    def _cut(
        self, features: FeatureSet, weights: Floats, batch: Examples, examples: Examples
    ) -> tuple[FeatureSet, Floats]:
        """The most important features, if there are too many; what every move has stays."""
        most = self.settings.most_features
        if not most or len(features) <= most:
            return features, weights
        worth = importances(batch, features, weights, self.settings.penalty)
        worth[: len(bases_of(self.game))] = np.inf
        kept = np.sort(np.argsort(-worth, kind="stable")[:most])
        features, weights = features.only(kept.tolist()), weights[:, kept]
        return features, fit_all(examples, features, weights, self.settings.penalty)

    # -- gradient descent during games ------------------------------------------------------------------------------

    def play_and_learn(self, policy: Policy, recent: Sequence[Episode], number: int) -> tuple[Trial, Policy]:
        """A game with a step of gradient descent after each move, and a new feature after the game."""
        settings = self.settings
        assert settings.step is not None
        buffer = _Buffer(settings.buffer, recent)
        random = Random(derive_seed(self.seed, "descend", number))
        now = Policy(policy.features, policy.weights)

        def after_move(state: State, target: npt.NDArray[np.float64], _: int) -> None:
            buffer.add(state, target)
            table = buffer.sample(settings.batch, random).table(now.features)
            now.reweigh(descend(table, now.weights, settings.step or 0.0, settings.penalty))

        trial = play_game(now, settings, derive_seed(self.seed, "game", number), after_move)
        if settings.frozen or not len(buffer):
            return trial, now
        batch = buffer.sample(settings.growth_batch, random)
        found = self._new_features(now.features, now.weights, batch, random, 1.0)
        return trial, Policy(*_extended(now.features, now.weights, found))


class _Buffer:
    """The latest positions; older ones make room."""

    def __init__(self, room: int, recent: Sequence[Episode]) -> None:
        self._room = room
        self._kept: list[Examples] = []
        for episode in recent:
            whole = Examples(episode.positions, episode.targets, episode.movers)
            self._kept += [whole.take(np.array([k])) for k in range(len(whole))]
        self._kept = self._kept[-room:]

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, state: State, target: npt.NDArray[np.float64]) -> None:
        one = Examples(Positions.of([state]), target, np.array([state.mover], dtype=np.int64))
        self._kept = [*self._kept, one][-self._room :]

    def sample(self, most: int, random: Random) -> Examples:
        """Some positions without replacement; all if there are not so many."""
        chosen = sorted(random.sample(range(len(self._kept)), min(most, len(self._kept))))
        parts = [self._kept[k] for k in chosen]
        return Examples(
            Positions.join([one.positions for one in parts]),
            np.concatenate([one.targets for one in parts]),
            np.concatenate([one.movers for one in parts]),
        )


def _extended(features: FeatureSet, weights: Floats, more: Sequence[Feature]) -> tuple[FeatureSet, Floats]:
    """A set with new features, whose weights are zero."""
    larger = features.with_features(more)
    return larger, np.pad(weights, ((0, 0), (0, len(larger) - len(features))))
