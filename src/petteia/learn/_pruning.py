"""Smaller sets: the most telling features of a run alone, and more games to settle their weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.errors import PetteiaError
from petteia.features import Policy

from ._fitting import fit_all
from ._growing import importances
from ._learning import learn
from ._selfplay import Episode
from ._tables import Examples

if TYPE_CHECKING:
    from ._run import Run


def prune(run: Run, keep: int = 15, games: int = 100, *, out: str | Path | None = None, **more: Any) -> Run:
    """A run with the set of another cut down to `keep` features and frozen, which plays so many games of its own.

    Gradient descent keeps the largest weights, as in the paper. Otherwise those features stay without which the loss
    would rise most, and their weights are fitted anew before the first game. `more` goes to `petteia.learn`.
    """
    if keep < 1:
        raise PetteiaError("at least one feature has to be kept")
    policy = cut(run, keep)
    settings = {**run.settings.to_json(), "frozen": True}
    preset = settings.pop("preset")
    return learn(run.game, games, preset, out=out, start=policy, **{**settings, **more})


def cut(run: Run, keep: int) -> Policy:
    """The policy of a run with so many of its features."""
    features, weights = run.policy.features, run.policy.weights
    episodes = [Episode.of(number, trial, run.game) for number, trial in enumerate(run.trials, 1)]
    known = [one for one in episodes if one is not None]
    by_weight = run.settings.step is not None or not known
    if by_weight:
        worth = np.abs(weights).max(axis=0)
    else:
        examples = Examples.join(known)
        worth = importances(examples, features, weights, run.settings.penalty)
    kept = np.sort(np.argsort(-worth, kind="stable")[:keep])
    small, rows = features.only(kept.tolist()), weights[:, kept]
    return Policy(small, rows if by_weight else fit_all(examples, small, rows, run.settings.penalty))
