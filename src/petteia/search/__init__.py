"""Agents that search: UCT, PUCT, MAST, GRAVE, alpha-beta over native games. Any object with `choose(state)` is one."""

from typing import TYPE_CHECKING, Any

from petteia.search._analysis import Analysis, Arrays, Candidate
from petteia.search._random import Random
from petteia.search._sampling import MoveScore, Sampling, sample_move
from petteia.search.agents import GRAVE, MAST, PUCT, UCT, TreeAgent, draw_move
from petteia.search.alphabeta import AlphaBeta
from petteia.search.bridge import Evaluation, Native, Policy
from petteia.search.choosing import LEVELS, Best, best, choice
from petteia.search.known import KnownValues
from petteia.search.material import Material
from petteia.search.values import Values
from petteia.search.words import Agent, agent, agent_names, register

if TYPE_CHECKING:
    from petteia.search._batched import BatchPUCT

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
    "Candidate",
    "Evaluation",
    "KnownValues",
    "Material",
    "MoveScore",
    "Native",
    "Policy",
    "Random",
    "Sampling",
    "TreeAgent",
    "Values",
    "agent",
    "agent_names",
    "best",
    "choice",
    "draw_move",
    "register",
    "sample_move",
]


def __getattr__(name: str) -> Any:
    """What needs numpy comes when it is asked for."""
    if name != "BatchPUCT":
        raise AttributeError(f"module 'petteia.search' has no attribute {name!r}")
    from petteia.search._batched import BatchPUCT

    return BatchPUCT
