"""A run: what was learned from self-play, the player it makes, and the reasons for its moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.features import Policy, describe, picture
from petteia.game.trials import Trial

from ._agents import Biased, Greedy, biased_agent
from ._effects import Effect, Record
from ._folder import RunError, RunFolder
from ._ideas import Idea, find_ideas
from ._settings import Settings

if TYPE_CHECKING:
    from petteia.features import Feature
    from petteia.game import Game, Move, State


NOTHING = "{games} games taught nothing that can be told: no pattern changes what search chooses"
"""The message about a run without ideas."""

_COUNTS = 0.2
"""A weight counts that is at least such a share of another player's."""


@dataclass(frozen=True)
class Explained:
    """A feature of a policy: drawn, weighed and in words."""

    feature: Feature
    weights: tuple[float, ...]
    """Its weight for each player, or one for all."""
    sentence: str
    strategy: str
    """The common part of features that say similar things."""
    text: str
    """A drawing in letters."""
    svg: str
    effect: Effect | None = None
    """How often search took such moves; None where no game was kept."""
    features: tuple[Feature, ...] = ()
    """All patterns that the sentence stands for."""
    conditions: tuple[str, ...] = ()
    """When it holds more, less or not at all, most telling first."""
    proof: str = ""
    """How search knows it by itself, if it does."""

    @property
    def told(self) -> str:
        """The effect in the games of the run, or the weight where no game was kept."""
        told = f"weight {self.weight + 0.0:+.2f}" if self.effect is None else self.effect.sentence
        return f"{told}; {self.proof}" if self.proof else told

    @property
    def weight(self) -> float:
        """The weight that is farthest from zero."""
        return max(self.weights, key=abs)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "feature": str(self.feature),
            "weight": self.weight,
            "weights": list(self.weights),
            "sentence": self.sentence,
            "strategy": self.strategy,
            "svg": self.svg,
            "effect": None if self.effect is None else self.effect.to_json(),
            "features": [str(one) for one in self.features or (self.feature,)],
            "conditions": list(self.conditions),
            "proof": self.proof,
        }


def explain_feature(policy: Policy, number: int, player: int | None = None) -> Explained:
    """One feature of a policy: what it says to a player, or to whom it says most."""
    from petteia.draw.feature import svg_feature, text_feature

    one = policy.features[number]
    weights = tuple(float(row[number]) for row in policy.weights)
    weight = max(weights, key=abs) if player is None else weights[min(player, len(weights)) - 1]
    words = describe(one, policy.game, weight)
    drawn = picture(one, policy.game, weight)
    sentence = words.sentence if player is not None else words.sentence + _but_not_for(weights, weight)
    return Explained(one, weights, sentence, words.strategy, text_feature(drawn), svg_feature(drawn))


def explain_idea(policy: Policy, idea: Idea) -> Explained:
    """An idea of a policy, drawn as the first of its features."""
    from petteia.draw.feature import svg_feature, text_feature

    number = idea.numbers[0]
    one = policy.features[number]
    weights = tuple(float(row[number]) for row in policy.weights)
    good = max(weights, key=abs) > 0 if idea.effect is None else idea.effect.good
    drawn = picture(one, policy.game, 1.0 if good else -1.0)
    return Explained(
        one, weights, idea.sentence, idea.strategy, text_feature(drawn), svg_feature(drawn), idea.effect,
        tuple(policy.features[k] for k in idea.numbers), idea.conditions, idea.proof,
    )  # fmt: skip


def _but_not_for(weights: Sequence[float], weight: float) -> str:
    """For whom advice is a warning, or a warning advice, where that is so for somebody."""
    others = [str(k) for k, one in enumerate(weights, 1) if one * weight < 0 and abs(one) > _COUNTS * abs(weight)]
    return f" For player {' and '.join(others)} it is the other way round." if others else ""


@dataclass(frozen=True)
class Run:
    """A finished run: the result of `petteia.learn`, or a run folder opened again."""

    policy: Policy
    settings: Settings
    games: int
    """From how many games the policy was learned."""
    log: tuple[dict[str, Any], ...] = ()
    """A line for each game: its number, the loss before anything was learned from it, the number of features."""
    evaluations: tuple[dict[str, Any], ...] = ()
    trials: tuple[Trial, ...] = field(default=(), repr=False)
    folder: Path | None = None

    @property
    def game(self) -> Game:
        """The game it is about."""
        return self.policy.game

    @classmethod
    def open(cls, folder: Path | str, games: int | None = None) -> Run:
        """The run of a folder as it stands, or as it stood after so many games."""
        place = RunFolder(folder)
        agreed = place.agreement()
        known = place.checkpoints()
        if games is not None and games not in known:
            raise RunError(f"{folder} has no checkpoint after {games} games: there are {', '.join(map(str, known))}")
        if not known:
            raise RunError(f"{folder} has learned nothing yet")
        found = place.checkpoint(known[-1] if games is None else games)
        trials = tuple(trial for number, trial in place.trials().items() if number <= found.games)
        log = tuple(line for line in place.log_lines() if line["game"] <= found.games)
        evaluations = tuple(place.evaluation_lines())
        return cls(found.policy(agreed.game), agreed.settings, found.games, log, evaluations, trials, Path(folder))

    def agent(self, *, plain: bool = False) -> Biased:
        """The player: give it a budget by `with_budget`, or let a match do so. `plain` has no solver."""
        name = "biased" if self.folder is None else f"run:{self.folder}"
        return biased_agent(self.policy, self.settings, name, plain=plain)

    def greedy(self) -> Greedy:
        """A player without search."""
        return Greedy(self.policy)

    @cached_property
    def ideas(self) -> list[Idea]:
        """All that was learned, in sentences: what explains most of the choices of search comes first."""
        return find_ideas(self.policy, self.record)

    @cached_property
    def record(self) -> Record | None:
        """The positions of the run as search saw them; None where no game was kept."""
        return Record.of(self.policy.features, self.trials, self.game)

    def explain(self, top: int | None = 10) -> list[Explained]:
        """The ideas that explain most of what search chose, drawn and in words; None for all of them."""
        return [explain_idea(self.policy, one) for one in self.ideas[:top]]

    def why(self, state: State, move: Move | None = None) -> list[tuple[float, Explained]]:
        """The features that speak for or against a move, by default the likeliest, with their weights for the mover."""
        chosen = self.policy.choose(state) if move is None else move
        active = [(k, weight) for k, weight in self.policy.active(state, chosen) if weight]
        return [(weight, explain_feature(self.policy, k, state.mover)) for k, weight in active]

    def report(self) -> str:
        """A page about the run that needs nothing else: curves, features, games."""
        from ._report import report

        return report(self)

    def report_body(self) -> str:
        """The same as a fragment for other pages."""
        from ._report import report_body

        return report_body(self)

    def __repr__(self) -> str:
        return f"<Run of {self.game.name}: {self.games} games, {len(self.policy.features)} features>"


def grouped(explained: Sequence[Explained]) -> dict[str, list[Explained]]:
    """Features by the strategy that they express, in the order of the first of each."""
    found: dict[str, list[Explained]] = {}
    for one in explained:
        found.setdefault(one.strategy, []).append(one)
    return found
