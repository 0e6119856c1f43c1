"""Matches and tournaments between agents, with statistics that hold."""

from ._contestants import opponent
from ._match import Match, match
from ._replay import frames, game_of_folder, searched_value
from ._tournament import Tournament, tournament
from .statistics import SPRT

__all__ = [
    "SPRT",
    "Match",
    "Tournament",
    "frames",
    "game_of_folder",
    "match",
    "opponent",
    "searched_value",
    "tournament",
]
