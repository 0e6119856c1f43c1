"""Iterators: the values that the enclosing loop or move is looking at."""

from typing import TYPE_CHECKING

from petteia.ir import ops
from petteia.ludemes.enums import WhenType
from petteia.ludemes.needs import EDGES, STACKING
from petteia.ludemes.queries.incidence import edge_between
from petteia.ludemes.registry import named
from petteia.ludemes.types import IntArrayFunction, IntFunction
from petteia.ludemes.values.lists import Listed, Numbers

if TYPE_CHECKING:
    from petteia.ir.nodes import Expr
    from petteia.ludemes.lowering.context import Context

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

    def lower(self, x: "Context") -> "Expr":
        return x.slot("between")


class EdgeSite(IntFunction, keyword="edge"):
    """The sum of the edges at the hint being looked at."""

    keeps = (EDGES,)

    def lower(self, x: "Context") -> "Expr":
        return x.slot("edge")


class EdgeBetween(IntFunction, keyword="edge"):
    """The edge that joins two vertices, -1 if there is none."""

    vertex_a: IntFunction
    vertex_b: IntFunction
    keeps = (EDGES,)

    def lower(self, x: "Context") -> "Expr":
        return edge_between(x, self.vertex_a.lower(x), self.vertex_b.lower(x))


class FromSite(IntFunction, keyword="from"):
    """The site a move starts from."""

    at: WhenType | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("at",) if self.at else ()

    def lower(self, x: "Context") -> "Expr":
        return x.slot("from")


class LevelIterator(IntFunction, keyword="level"):
    """The level being looked at."""

    keeps = (STACKING,)

    def lower(self, x: "Context") -> "Expr":
        return x.slot("level")


class Pips(IntFunction, keyword="pips"):
    """The number on the die being looked at."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("pips")


class PlayerIterator(IntFunction, keyword="player"):
    """The player being looked at."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("player")


class SiteIterator(IntFunction, keyword="site"):
    """The site being looked at."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("site")


class TeamIterator(IntArrayFunction, keyword="team"):
    """The players of the team being looked at."""

    def lower(self, x: "Context") -> Numbers:
        team = x.slot("team")
        return Listed(x, [ops.number(player) for player, his in x.spec.teams.items() if ops.number(his) == team])


class ToSite(IntFunction, keyword="to"):
    """The site a move ends on."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("to")


class TrackIterator(IntFunction, keyword="track"):
    """The track being looked at."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("track")


class ValueIterator(IntFunction, keyword="value"):
    """The value being looked at."""

    def lower(self, x: "Context") -> "Expr":
        return x.slot("value")
