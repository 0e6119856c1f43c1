"""Regions and maps of the equipment, worked out once on the empty board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import LudTypeError
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.enums import LandmarkType, RoleType
from petteia.ludemes.equipment.constants import constant_number, constant_set
from petteia.ludemes.equipment.items import (
    IntIntPair,
    IntNamePair,
    ListMap,
    NameNamePair,
    NameRolePair,
    PairMap,
    Regions,
    RoleIntPair,
    RoleLandmarkPair,
    RoleNamePair,
    RoleRolePair,
)
from petteia.ludemes.lowering.facts import NamedRegion
from petteia.ludemes.puzzles.facts import groups_of
from petteia.ludemes.queries.site_sets import static_sets

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import Pair


def read_regions(x: Context) -> None:
    """Fills in the regions of the equipment."""
    for item in x.spec.region_items():
        owner = x.spec.owner_of_role(item.role)
        name = item.name or f"Region{item.role.name if item.role else 'P1'}"
        x.spec.regions.append(NamedRegion(name, owner, _parts(x, item)))


def _parts(x: Context, item: Regions) -> list[int]:
    if item.sites is not None:
        return [ops.sites(x.universe, [site for site in item.sites if site >= 0]).value]
    if item.region is not None:
        return [constant_set(x, item.region)]
    if item.regions is not None:
        return [constant_set(x, region) for region in item.regions]
    if x.spec.puzzle:
        return [mask_of(part) for group in groups_of(x, item) for part in group.parts]
    words = [*(item.static_regions or []), item.static_region]
    return [mask for word in words if word is not None for mask in static_sets(x, word)]


def read_maps(x: Context) -> None:
    """Fills in the maps of the equipment; entries that mean nothing are dropped."""
    for item in x.spec.game.equipment.items:
        if isinstance(item, PairMap):
            entries = [_entry(x, pair) for pair in item.pairs]
        elif isinstance(item, ListMap):
            keys = [constant_number(x, key) for key in item.keys]
            entries = list(zip(keys, [constant_number(x, value) for value in item.values], strict=False))
        else:
            continue
        known = {key: value for key, value in entries if key != -1 and value != -1}
        x.spec.maps.append((item.name or "Map", known))


def _entry(x: Context, pair: Pair) -> tuple[int, int]:
    match pair:
        case IntIntPair():
            return constant_number(x, pair.key), constant_number(x, pair.value)
        case RoleIntPair():
            return _role(x, pair.key), constant_number(x, pair.value)
        case RoleLandmarkPair():
            return _role(x, pair.key), _landmark(x, pair.landmark)
        case IntNamePair():
            return constant_number(x, pair.key), _named(x, pair.value, pair)
        case RoleNamePair():
            return _role(x, pair.key), _named(x, pair.value, pair)
        case RoleRolePair():
            return _role(x, pair.key), _role(x, pair.value)
        case NameNamePair():
            return _named(x, pair.key, pair), _named(x, pair.value, pair)
        case NameRolePair():
            return _named(x, pair.key, pair), _role(x, pair.value)
    raise LudTypeError("this pair has no meaning yet", place=pair.place)


def _role(x: Context, role: RoleType) -> int:
    if role.name[0] == "P" and role.name[1:].isdigit():
        return int(role.name[1:])
    return x.spec.owner_of_role(role)


def _named(x: Context, name: str, pair: Ludeme) -> int:
    """A coordinate, or the index of a component."""
    site = x.spec.default.by_label.get(name)
    if site is not None:
        return site
    component = x.spec.component_by_name(name)
    return component.index if component else -1


def _landmark(x: Context, landmark: LandmarkType) -> int:
    sites = x.spec.default
    match landmark.name:
        case "CentreSite":
            return sites.centre[0]
        case "LeftSite":
            return sites.left[0]
        case "RightSite":
            return sites.right[0]
        case "TopSite":
            return sites.top[0]
        case "BottomSite":
            return sites.bottom[0]
        case "FirstSite":
            return 0
        case _:
            return sites.count - 1
