"""Conditions on edges, paths and angles."""

from typing import Literal

from petteia.ludemes._enums import RoleType, SiteType
from petteia.ludemes._registry import named, one_of
from petteia.ludemes._types import BooleanFunction, IntFunction, RangeFunction
from petteia.ludemes.arguments import PlayerArgument

__all__ = [
    "IsAngle",
    "IsCrossing",
    "IsPath",
    "IsRegularGraph",
    "IsTree",
]


class IsAngle(BooleanFunction, keyword="is"):
    """Whether two neighbours of a site make an angle of a kind."""

    kind: Literal["Acute", "Right", "Obtuse", "Reflex"]
    site_type: SiteType | None
    at: IntFunction = named()
    condition_site: BooleanFunction
    condition_site2: BooleanFunction


class IsCrossing(BooleanFunction, keyword="is"):
    """Whether two edges cross."""

    kind: Literal["Crossing"]
    edge1: IntFunction
    edge2: IntFunction


class IsPath(BooleanFunction, keyword="is"):
    """Whether the edges of a player form a path of some length."""

    kind: Literal["Path"]
    site_type: SiteType
    from_: IntFunction | None = named("from")
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    length: RangeFunction = named()
    closed: BooleanFunction | None = named()


class IsRegularGraph(BooleanFunction, keyword="is"):
    """Whether the edges of a player form a regular graph."""

    kind: Literal["RegularGraph"]
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    k: IntFunction | None = named(at_most_one_of=2)
    odd: BooleanFunction | None = named(at_most_one_of=2)
    even: BooleanFunction | None = named(at_most_one_of=2)


class IsTree(BooleanFunction, keyword="is"):
    """Whether the edges of a player form a kind of tree."""

    kind: Literal["Tree", "SpanningTree", "CaterpillarTree", "TreeCentre"]
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
