"""Integers that depend on the board and the equipment."""

from typing import Literal

from petteia.ludemes._enums import RoleType, SiteType
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, Direction, IntFunction, RegionFunction
from petteia.ludemes.arguments import PlayerArgument

__all__ = [
    "Ahead",
    "CentrePoint",
    "ColumnOf",
    "CoordinateSite",
    "Cost",
    "HandSite",
    "IdOf",
    "IdOfName",
    "LayerOf",
    "MapEntry",
    "PhaseOf",
    "RegionSite",
    "RowColumnSite",
    "RowOf",
    "TrackSiteEnd",
    "TrackSiteFirst",
    "TrackSiteMove",
]


class Ahead(IntFunction, keyword="ahead"):
    """The site some steps away in the first of the directions; the site itself if the board ends before."""

    site_type: SiteType | None
    site: IntFunction
    steps: IntFunction | None = named()
    directions: Direction | None


class CentrePoint(IntFunction, keyword="centrePoint"):
    """The first of the central sites of the board."""

    site_type: SiteType | None


class ColumnOf(IntFunction, keyword="column"):
    """The column of a site."""

    site_type: SiteType | None
    of: IntFunction = named()


class CoordinateSite(IntFunction, keyword="coord"):
    """The site with a coordinate label."""

    site_type: SiteType | None
    coordinate: str


class RowColumnSite(IntFunction, keyword="coord"):
    """The first site in a row and column."""

    site_type: SiteType | None
    row: IntFunction = named()
    column: IntFunction = named()


class Cost(IntFunction, keyword="cost"):
    """The summed cost of a site or region."""

    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    in_: RegionFunction | None = named("in", one_of=1)


class HandSite(IntFunction, keyword="handSite"):
    """A site in the hand of a player."""

    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    site: IntFunction | None


class IdOf(IntFunction, keyword="id"):
    """The index of the piece of that name and owner, or of a role."""

    name: str | None
    who: RoleType


class IdOfName(IntFunction, keyword="id"):
    """The index of the container or piece of exactly that name."""

    name: str


class LayerOf(IntFunction, keyword="layer"):
    """The layer of a site."""

    of: IntFunction = named()
    site_type: SiteType | None


class MapEntry(IntFunction, keyword="mapEntry"):
    """The value a map gives for a key, or the key itself."""

    name: str | None
    key: IntFunction | None = one_of(1)
    key_role: RoleType | None = one_of(1)


class PhaseOf(IntFunction, keyword="phase"):
    """The colouring phase of a site."""

    site_type: SiteType | None
    of: IntFunction = named()


class RegionSite(IntFunction, keyword="regionSite"):
    """The site of a region at an index, in ascending order."""

    region: RegionFunction
    index: IntFunction = named()


class RowOf(IntFunction, keyword="row"):
    """The row of a site."""

    site_type: SiteType | None
    of: IntFunction = named()


class TrackSiteMove(IntFunction, keyword="trackSite"):
    """The site some steps further on a track."""

    kind: Literal["Move"]
    from_: IntFunction | None = named("from")
    role: RoleType | None = at_most_one_of(1)
    player: PlayerArgument | None = at_most_one_of(1)
    name: str | None = at_most_one_of(1)
    steps: IntFunction = named()


class TrackSiteFirst(IntFunction, keyword="trackSite"):
    """The first site of a track on which a condition holds."""

    kind: Literal["FirstSite"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None
    from_: IntFunction | None = named("from")
    if_: BooleanFunction | None = named("if")


class TrackSiteEnd(IntFunction, keyword="trackSite"):
    """The last site of a track."""

    kind: Literal["EndSite"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None
