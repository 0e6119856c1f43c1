"""Agents that search: UCT, PUCT, MAST, GRAVE, alpha-beta over native games. Any object with `choose(state)` is one."""

from petteia.search._agents import GRAVE, MAST, PUCT, UCT, TreeAgent, draw_move
from petteia.search._alphabeta import AlphaBeta
from petteia.search._analysis import Analysis, Arrays, Candidate
from petteia.search._bridge import Evaluation, Native, Policy
from petteia.search._material import Material
from petteia.search._random import Random
from petteia.search._sampling import MoveScore, Sampling, sample_move
from petteia.search._words import Agent, agent, agent_names, register

__all__ = [
    "GRAVE",
    "MAST",
    "PUCT",
    "UCT",
    "Agent",
    "AlphaBeta",
    "Analysis",
    "Arrays",
    "Candidate",
    "Evaluation",
    "Material",
    "MoveScore",
    "Native",
    "Policy",
    "Random",
    "Sampling",
    "TreeAgent",
    "agent",
    "agent_names",
    "draw_move",
    "register",
    "sample_move",
]
