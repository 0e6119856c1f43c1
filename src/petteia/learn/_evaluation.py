"""Learning curves: matches of a policy against UCT, at chosen numbers of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from petteia.scale import derive_seed

from ._agents import biased_agent

if TYPE_CHECKING:
    from petteia.arena import Match
    from petteia.features import Policy

    from ._settings import Settings


@dataclass(frozen=True)
class Evaluation:
    """When to play a match against UCT, and how."""

    after: tuple[int, ...]
    """After so many games of self-play; later, at the next checkpoint, where rounds do not end there."""
    games: int = 100
    seconds: float = 0.05
    plain: bool = True
    """Both without proofs and decisive moves."""
    cap: int = 200
    jobs: int = 1

    def wants(self, games: int, round_size: int) -> bool:
        """True if a match is due after so many games: one was asked for since the checkpoint before."""
        return any(games - round_size < one <= games for one in self.after) or (games == 0 and 0 in self.after)


def evaluate(policy: Policy, settings: Settings, how: Evaluation, after: int, seed: int) -> dict[str, Any]:
    """A match of the policy against UCT, as JSON values."""
    result = play_evaluation(policy, settings, how, derive_seed(seed, "evaluation", after))
    low, high = result.interval
    return {
        "after": after,
        "games": result.games,
        "win_rate": round(result.win_rate, 6),
        "interval": [round(low, 6), round(high, 6)],
        "seconds": how.seconds,
        "plain": how.plain,
        "iterations_per_second": [None if one is None else round(one, 1) for one in result.iterations_per_second],
    }


def play_evaluation(policy: Policy, settings: Settings, how: Evaluation, seed: int) -> Match:
    """The match itself: equal CPU time, paired openings."""
    from petteia.arena import match
    from petteia.search import UCT

    return match(
        policy.game,
        biased_agent(policy, settings, plain=how.plain),
        UCT(plain=how.plain),
        games=how.games,
        seconds=how.seconds,
        cap=how.cap,
        seed=seed,
        jobs=how.jobs,
    )
