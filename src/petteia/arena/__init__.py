"""Matches and tournaments between agents, with statistics that hold."""

from ._contestants import opponent
from ._match import Match, match
from ._statistics import SPRT
from ._tournament import Tournament, tournament

__all__ = ["SPRT", "Match", "Tournament", "match", "opponent", "tournament"]
