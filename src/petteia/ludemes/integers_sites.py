"""Integers read from the content of sites."""

from typing import Literal

from petteia.ludemes._enums import RoleType, SiteType
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._types import BooleanFunction, IntFunction, RegionFunction

__all__ = [
    "DieFace",
    "PathExtent",
    "PieceValue",
    "RotationAt",
    "StateAt",
    "TopLevel",
    "WhatAt",
    "WhereLevelPiece",
    "WhereLevelWhat",
    "WherePiece",
    "WhereWhat",
    "WhoAt",
]


class DieFace(IntFunction, keyword="face"):
    """The number shown by the die on a site."""

    site: IntFunction


class PathExtent(IntFunction, keyword="pathExtent"):
    """The extent of the longest path of tiles."""

    colour: IntFunction | None
    start: IntFunction | None = at_most_one_of(1)
    region_start: RegionFunction | None = at_most_one_of(1)


class RotationAt(IntFunction, keyword="rotation"):
    """The rotation of the piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()


class StateAt(IntFunction, keyword="state"):
    """The local state of a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()


class TopLevel(IntFunction, keyword="topLevel"):
    """The level of the top piece of a stack."""

    site_type: SiteType | None
    at: IntFunction = named()


class PieceValue(IntFunction, keyword="value"):
    """The value of the piece on a site."""

    kind: Literal["Piece"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()


class WhatAt(IntFunction, keyword="what"):
    """The kind of piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()


class WherePiece(IntFunction, keyword="where"):
    """The site of a player's piece, by name."""

    name_piece: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    state: IntFunction | None = named()
    site_type: SiteType | None


class WhereWhat(IntFunction, keyword="where"):
    """The first site that holds a kind of piece."""

    what: IntFunction
    site_type: SiteType | None


class WhereLevelPiece(IntFunction, keyword="where"):
    """The level of a player's piece in a stack."""

    kind: Literal["Level"]
    name_piece: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    state: IntFunction | None = named()
    site_type: SiteType | None
    at: IntFunction = named()
    from_top: BooleanFunction | None = named("fromTop")


class WhereLevelWhat(IntFunction, keyword="where"):
    """The level of a kind of piece in a stack."""

    kind: Literal["Level"]
    what: IntFunction
    site_type: SiteType | None
    at: IntFunction = named()
    from_top: BooleanFunction | None = named("fromTop")


class WhoAt(IntFunction, keyword="who"):
    """The owner of the piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
