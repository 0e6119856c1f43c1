"""Conditions on edges, paths and angles."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.conditions.edge_graphs import is_regular, is_tree, is_tree_centre
from petteia.ludemes.conditions.paths import PathTest, is_path
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.needs import EDGES, VERTICES
from petteia.ludemes.queries.contents import last_to
from petteia.ludemes.queries.incidence import crossing_edges
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import BooleanConstant, BooleanFunction, IntFunction, RangeFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsAngle",
    "IsCrossing",
    "IsPath",
    "IsRegularGraph",
    "IsTree",
]


class IsAngle(BooleanFunction, keyword="is"):
    """True if two neighbours of a site make an angle of a kind."""

    kind: Literal["Acute", "Right", "Obtuse", "Reflex"]
    site_type: SiteType | None
    at: IntFunction = named()
    condition_site: BooleanFunction
    condition_site2: BooleanFunction


class IsCrossing(BooleanFunction, keyword="is"):
    """True if two edges cross."""

    kind: Literal["Crossing"]
    edge1: IntFunction
    edge2: IntFunction
    keeps = (EDGES,)

    def lower(self, x: "Context") -> n.Expr:
        return ops.has(crossing_edges(x, self.edge1.lower(x)), self.edge2.lower(x))


class IsPath(BooleanFunction, keyword="is"):
    """True if the edges of a player form a path of some length."""

    kind: Literal["Path"]
    site_type: SiteType
    from_: IntFunction | None = named("from")
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    length: RangeFunction = named()
    closed: BooleanFunction | None = named()

    def unsupported_arguments(self) -> tuple[str, ...]:
        open_only = self.site_type != SiteType.Edge and self.closed is not None
        constant = isinstance(self.closed, BooleanConstant) and not self.closed.value
        return ("closed",) if open_only and not constant else ()

    def lower(self, x: "Context") -> n.Expr:
        least, most = self.length.lower(x)
        start = self.from_.lower(x) if self.from_ else last_to(x)
        closed = self.closed.lower(x) if self.closed else ops.FALSE
        owner = who_index(x, self.who, self.role, x.mover)
        asked = {"start": start, "owner": owner, "least": least, "most": most, "closed": closed}
        return is_path(x, PathTest(**{name: x.b.let(name, value) for name, value in asked.items()}))


class IsRegularGraph(BooleanFunction, keyword="is"):
    """True if the edges of a player form a regular graph."""

    kind: Literal["RegularGraph"]
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    k: IntFunction | None = named(at_most_one_of=2)
    odd: BooleanFunction | None = named(at_most_one_of=2)
    even: BooleanFunction | None = named(at_most_one_of=2)
    keeps = (EDGES, VERTICES)

    def lower(self, x: "Context") -> n.Expr:
        who = x.b.let("who", who_index(x, self.who, self.role, x.mover))
        degree = x.b.let("degree", self.k.lower(x)) if self.k else None
        odd, even = (part.lower(x) if part else None for part in (self.odd, self.even))
        return is_regular(x, who, degree, odd, even)


class IsTree(BooleanFunction, keyword="is"):
    """True if the edges of a player form a kind of tree."""

    kind: Literal["Tree", "SpanningTree", "CaterpillarTree", "TreeCentre"]
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    keeps = (EDGES, VERTICES)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("CaterpillarTree",) if self.kind == "CaterpillarTree" else ()

    def lower(self, x: "Context") -> n.Expr:
        who = x.b.let("who", who_index(x, self.who, self.role, x.mover))
        if self.kind == "TreeCentre":
            return is_tree_centre(x, who)
        return is_tree(x, who, spanning=self.kind == "SpanningTree")
