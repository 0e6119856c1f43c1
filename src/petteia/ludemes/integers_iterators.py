"""What the enclosing loop or move is looking at."""

from petteia.ludemes._enums import WhenType
from petteia.ludemes._registry import named
from petteia.ludemes._types import IntArrayFunction, IntFunction

__all__ = [
    "BetweenSite",
    "EdgeBetween",
    "EdgeSite",
    "FromSite",
    "LevelIterator",
    "Pips",
    "PlayerIterator",
    "SiteIterator",
    "TeamIterator",
    "ToSite",
    "TrackIterator",
    "ValueIterator",
]


class BetweenSite(IntFunction, keyword="between"):
    """The site being passed over."""


class EdgeSite(IntFunction, keyword="edge"):
    """The edge being looked at."""


class EdgeBetween(IntFunction, keyword="edge"):
    """The edge that joins two vertices, -1 if there is none."""

    vertex_a: IntFunction
    vertex_b: IntFunction


class FromSite(IntFunction, keyword="from"):
    """The site a move starts from."""

    at: WhenType | None = named()


class LevelIterator(IntFunction, keyword="level"):
    """The level being looked at."""


class Pips(IntFunction, keyword="pips"):
    """The number on the die being looked at."""


class PlayerIterator(IntFunction, keyword="player"):
    """The player being looked at."""


class SiteIterator(IntFunction, keyword="site"):
    """The site being looked at."""


class TeamIterator(IntArrayFunction, keyword="team"):
    """The players of the team being looked at."""


class ToSite(IntFunction, keyword="to"):
    """The site a move ends on."""


class TrackIterator(IntFunction, keyword="track"):
    """The track being looked at."""


class ValueIterator(IntFunction, keyword="value"):
    """The value being looked at."""
