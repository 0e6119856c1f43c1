"""Agents that search: UCT, PUCT, MAST, GRAVE over native games. Any object with `choose(state)` is an agent, too."""

from petteia.search._agents import GRAVE, MAST, PUCT, UCT, TreeAgent, draw_move
from petteia.search._analysis import Analysis, Arrays, Candidate
from petteia.search._bridge import Evaluation, Native, Policy

__all__ = [
    "GRAVE",
    "MAST",
    "PUCT",
    "UCT",
    "Analysis",
    "Arrays",
    "Candidate",
    "Evaluation",
    "Native",
    "Policy",
    "TreeAgent",
    "draw_move",
]
