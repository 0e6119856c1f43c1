"""Agents that search: UCT over native games. Any object with `choose(state)` is an agent, too."""

from petteia.search._uct import UCT, Analysis, Candidate

__all__ = ["UCT", "Analysis", "Candidate"]
