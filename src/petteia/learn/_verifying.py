"""Ideas checked by play: a run against itself without the idea, and what that is worth in Elo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.arena import match
from petteia.arena.statistics import elo_of
from petteia.features import Policy
from petteia.scale import derive_seed

from ._agents import biased_agent
from ._fitting import fit_all
from ._run import explain_idea
from ._selfplay import Episode
from ._tables import Examples

if TYPE_CHECKING:
    from ._ideas import Idea
    from ._run import Explained, Run


@dataclass(frozen=True)
class Verified:
    """An idea, and how the player with it did against the one without."""

    explained: Explained
    games: int
    win_rate: float
    interval: tuple[float, float]

    @property
    def elo(self) -> tuple[float, float, float]:
        """The worth of the idea: the estimate and the ends of its interval of 95 %."""
        low, high = self.interval
        return elo_of(self.win_rate), elo_of(low), elo_of(high)

    @property
    def verdict(self) -> str:
        """`holds` or `fails` where the interval is on one side of 0, else `not shown`."""
        low, high = self.interval
        return "holds" if low > 0.5 else "fails" if high < 0.5 else "not shown"

    def to_json(self) -> dict[str, Any]:
        """As JSON values, beside those of the idea."""
        elo, low, high = (round(one, 1) if abs(one) != float("inf") else None for one in self.elo)
        played = {"verify_games": self.games, "win_rate": self.win_rate, "elo": elo, "elo_low": low, "elo_high": high}
        return {**self.explained.to_json(), **played, "verdict": self.verdict}


def verify(
    run: Run,
    top: int = 10,
    games: int = 40,
    iterations: int = 100,
    *,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Verified], None] = lambda found: None,
) -> list[Verified]:
    """Plays a run against itself without each of its first ideas: equal iterations, paired openings.

    Without an idea means that none of its features is known and the others were fitted anew to the games of the run.
    """
    whole = biased_agent(run.policy, run.settings, "with")
    found = []
    for number, idea in enumerate(run.ideas[:top]):
        other = biased_agent(policy_without(run, idea), run.settings, "without")
        result = match(
            run.game, whole, other, games, iterations=iterations, cap=300, seed=derive_seed(seed, "verify", number),
            jobs=jobs,
        )  # fmt: skip
        one = Verified(explain_idea(run.policy, idea), result.games, result.win_rate, result.interval)
        found.append(one)
        progress(one)
    return found


def policy_without(run: Run, idea: Idea) -> Policy:
    """The policy of a run that does not know an idea: its features gone, the weights of the others fitted anew."""
    kept = [k for k in range(len(run.policy.features)) if k not in idea.numbers]
    if not kept:
        return Policy(run.policy.features, np.zeros_like(run.policy.weights))
    features, weights = run.policy.features.only(kept), run.policy.weights[:, kept]
    episodes = [Episode.of(number, trial, run.game) for number, trial in enumerate(run.trials, 1)]
    known = [one for one in episodes if one is not None]
    return Policy(
        features, fit_all(Examples.join(known), features, weights, run.settings.penalty) if known else weights
    )
