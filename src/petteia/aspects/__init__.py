"""Aspects of positions that the rules make matter: lines, connections, groups and territory, room to move.

They are found in the rules as they are written, never by the name of a game: an end rule that asks for a line makes
lines in the making count, one that asks for a connection the ways that are left to it. Tables of the board are made
here; the numbers are told by native code (`search_aspects.h`).
"""

from .endings import ConnectionRule, LineRule, RegionRule, Rule, WalkRule, end_rules, line_rules_everywhere
from .finding import aspects_of
from .rules import spec_of
from .tables import Aspect

__all__ = [
    "Aspect",
    "ConnectionRule",
    "LineRule",
    "RegionRule",
    "Rule",
    "WalkRule",
    "aspects_of",
    "end_rules",
    "line_rules_everywhere",
    "spec_of",
]
