"""Learning from self-play: which local patterns make a move good, found, weighed, played with, and told in words.

>>> import petteia as pt
>>> run = pt.learn(pt.load("Tic-Tac-Toe"), games=2, preset="fast", budget=0.2, round_size=2, seed=1)
>>> abs(sum(run.policy.probabilities(run.game.start()).values()) - 1) < 1e-9
True
"""

import sys
from types import ModuleType
from typing import Any

from ._agents import Biased, Greedy, agent_of_run, biased_agent
from ._calibration import calibrate
from ._evaluation import Evaluation
from ._folder import RunError
from ._learning import Progress, learn
from ._pruning import cut, prune
from ._run import NOTHING, Explained, Run, grouped
from ._settings import STRATEGIES, Settings, settings_of
from ._values import FitSettings, fit_values
from ._verifying import Verified, verify

__all__ = [
    "NOTHING",
    "STRATEGIES",
    "Biased",
    "Evaluation",
    "Explained",
    "FitSettings",
    "Greedy",
    "Progress",
    "Run",
    "RunError",
    "Settings",
    "Verified",
    "agent_of_run",
    "biased_agent",
    "calibrate",
    "cut",
    "fit_values",
    "grouped",
    "learn",
    "prune",
    "settings_of",
    "verify",
]


class _Part(ModuleType):
    """This package: `petteia.learn(game)` is `petteia.learn.learn(game)`, whichever was imported first."""

    def __call__(self, *arguments: Any, **settings: Any) -> Run:
        """See `learn`."""
        return learn(*arguments, **settings)


sys.modules[__name__].__class__ = _Part
