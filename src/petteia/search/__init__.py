"""Agents that search: UCT, PUCT, MAST, GRAVE, alpha-beta, best-first, proofs. Any object that can `choose` is one."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from petteia.search._analysis import Analysis, Arrays, Candidate
from petteia.search._random import Random
from petteia.search._sampling import MoveScore, Sampling, sample_move
from petteia.search.agents import GRAVE, MAST, PUCT, UCT, TreeAgent, draw_move
from petteia.search.alphabeta import AlphaBeta
from petteia.search.bestfirst import BestFirst
from petteia.search.bridge import Evaluation, Native, Policy
from petteia.search.choosing import LEVELS, Best, GameFacts, best, choice, game_facts
from petteia.search.clock import Clock
from petteia.search.known import KnownValues
from petteia.search.material import Material
from petteia.search.proving import ProofNumber
from petteia.search.quick import Quick, QuickFit, quick_fit
from petteia.search.values import Values
from petteia.search.words import Agent, agent, agent_names, register

if TYPE_CHECKING:
    from petteia.search._batched import BatchPUCT
    from petteia.search.contents import PositionReader, SharedWeights

__all__ = [
    "GRAVE",
    "LEVELS",
    "MAST",
    "PUCT",
    "UCT",
    "Agent",
    "AlphaBeta",
    "Analysis",
    "Arrays",
    "BatchPUCT",
    "Best",
    "BestFirst",
    "Candidate",
    "Clock",
    "Evaluation",
    "GameFacts",
    "KnownValues",
    "Material",
    "MoveScore",
    "Native",
    "Policy",
    "PositionReader",
    "ProofNumber",
    "Quick",
    "QuickFit",
    "Random",
    "Sampling",
    "SharedWeights",
    "TreeAgent",
    "Values",
    "agent",
    "agent_names",
    "best",
    "choice",
    "draw_move",
    "game_facts",
    "quick_fit",
    "register",
    "sample_move",
]


_WITH_NUMPY = {"BatchPUCT": "_batched", "PositionReader": "contents", "SharedWeights": "contents"}
"""Classes that need numpy, by their modules: imported when they are asked for."""


def __getattr__(name: str) -> Any:
    """The classes that need numpy."""
    if name not in _WITH_NUMPY:
        raise AttributeError(f"module 'petteia.search' has no attribute {name!r}")
    return getattr(import_module(f"petteia.search.{_WITH_NUMPY[name]}"), name)
