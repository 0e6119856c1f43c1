"""Sets of sites that every board has: tables of them by index, static regions, regions of the equipment by owner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import COMPASS
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.queries.contents import stable

if TYPE_CHECKING:
    from petteia.ludemes.enums import RegionTypeStatic
    from petteia.ludemes.lowering.context import Context


def set_at(x: Context, name: str, masks: Sequence[int], index: n.Expr) -> n.Expr:
    """The set at an index of a list, empty outside it."""
    if not masks:
        return ops.empty_set(x.universe)
    table = x.b.table(name, n.set_of(x.universe), (len(masks),), masks)
    return ops.lookup_guarded(table, stable(x, "index", index), ops.empty_set(x.universe))


def number_at(x: Context, name: str, values: Sequence[int], index: n.Expr) -> n.Expr:
    """The number at an index of a list, -1 outside it."""
    if not values:
        return ops.NOWHERE
    table = x.b.table(name, n.INT, (len(values),), values)
    return ops.lookup_guarded(table, stable(x, "index", index), ops.NOWHERE)


def site_table(x: Context, name: str, masks: Sequence[int]) -> n.Table:
    """A table of sets with an entry for every site, empty for those beyond the list."""
    padded = [*masks, *([0] * (x.spec.sites - len(masks)))]
    return x.b.table(name, n.set_of(x.universe), (len(padded),), padded)


# ---------------------------------------------------------------------------------------------------------------
# Regions of the equipment


def regions_of(x: Context, owner: int) -> list[int]:
    """The regions an owner has, each of their parts apart."""
    return [part for region in x.spec.regions if region.owner == owner for part in region.parts]


def named_region(x: Context, name: str) -> n.Expr:
    """All regions of exactly this name, joined."""
    parts = [part for region in x.spec.regions if region.name == name for part in region.parts]
    return ops.sites(x.universe, _joined(parts))


def owned_region(x: Context, owner: n.Expr, name: str | None) -> n.Expr:
    """All regions of an owner whose name contains some text, joined."""
    masks = []
    for possible in range(x.spec.players + 2):
        fitting = [r for r in x.spec.regions if r.owner == possible and (name is None or name in r.name)]
        masks.append(_joined([part for region in fitting for part in region.parts]))
    return set_at(x, "region_of", masks, owner)


def _joined(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


# ---------------------------------------------------------------------------------------------------------------
# Static regions


def static_sets(x: Context, word: RegionTypeStatic) -> list[int]:
    """The sets of sites that a word for static regions means on this board."""
    sites = x.spec.default
    match word.name:
        case "Corners":
            return [1 << corner for corner in sites.corners]
        case "Sides" | "SidesNoCorners":
            removed = mask_of(sites.corners) if word.name == "SidesNoCorners" else 0
            return [mask_of(sites.sides.get(direction, ())) & ~removed for direction in COMPASS]
        case "AllSites":
            return [x.spec.board_mask]
        case "Rows":
            return [mask_of(line) for line in sites.rows]
        case "Columns":
            return [mask_of(line) for line in sites.columns]
        case "Layers":
            return [mask_of(line) for line in sites.layers]
        case "Diagonals":
            return []  # compat: the board's list of them is never filled
        case "SubGrids":
            return _sub_grids(sites)
        case "AllDirections":
            return [_all_directions(sites, site) for site in range(sites.count)]
        case "Touching":
            return [
                1 << site | 1 << other
                for site in range(sites.count)
                for other in sites.related(Direction.Adjacent, site)
            ]
    raise UnsupportedLudeme([f"regions {word.name}"])


def _all_directions(sites: Sites, site: int) -> int:
    return 1 << site | mask_of(other for path in sites.radials(Direction.All)[site] for other in path)


def _sub_grids(sites: Sites) -> list[int]:
    size = math.isqrt(math.isqrt(sites.count))
    blocks: dict[tuple[int, int], int] = {(row, column): 0 for row in range(size) for column in range(size)}
    for site in range(sites.count):
        block = sites.row[site] // size, sites.column[site] // size
        blocks[block] = blocks.get(block, 0) | 1 << site
    return list(blocks.values())
