"""Thin features folded into tables: regions of the board that contain them, and one look-up for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .unfolding import bits

_MOST_ENTRIES = 20_000


def find_regions(
    site_sets: Sequence[frozenset[int]], digits: int, most_entries: int = _MOST_ENTRIES
) -> list[frozenset[int]]:
    """Regions such that each set of sites lies in one, and each has at most so many configurations."""
    limit = 1
    while digits ** (limit + 1) <= most_entries:
        limit += 1
    regions: list[set[int]] = []
    holding: dict[int, list[int]] = {}
    for sites in sorted(set(site_sets), key=lambda one: (-len(one), sorted(one))):
        near = {number for site in sites for number in holding.get(site, ())}
        if any(sites <= regions[number] for number in near):
            continue
        fitting = [number for number in near if len(regions[number] | sites) <= limit]
        best = min(fitting, key=lambda number: (len(sites - regions[number]), number), default=-1)
        if best < 0:
            regions.append(set())
            best = len(regions) - 1
        for site in sites - regions[best]:
            holding.setdefault(site, []).append(best)
        regions[best] |= sites
    return [frozenset(region) for region in regions]


def fold(
    masks: Sequence[int],
    weights: npt.NDArray[np.float64],
    regions: Sequence[tuple[int, ...]],
    digits: int,
    across: int,
) -> tuple[list[int], npt.NDArray[np.float32]]:
    """Where the table of each region begins, and for each stage (row of weights) all entries.

    Inputs are numbered as in `View.of_game`: a word (or `across` words) for each component, then one for blank sites.
    """
    starts = np.cumsum([0, *(digits ** len(region) for region in regions)])
    tables = np.zeros((len(weights), int(starts[-1])), np.float32)
    configurations = [_configurations(len(region), digits) for region in regions]
    places = [{site: place for place, site in enumerate(region)} for region in regions]
    holding: dict[int, list[int]] = {}
    for number, region in enumerate(regions):
        for site in region:
            holding.setdefault(site, []).append(number)
    for column, mask in enumerate(masks):
        literals = [(*divmod(bit >> 1, 64 * across), bool(bit & 1)) for bit in bits(mask)]
        sites = {site for _, site, _ in literals}
        number = next(one for one in holding[min(sites)] if sites <= places[one].keys())
        holds = np.ones(digits ** len(regions[number]), bool)
        for word, site, denied in literals:
            digit = 0 if word == digits - 1 else word + 1
            holds &= (configurations[number][places[number][site]] == digit) != denied
        tables[:, starts[number] : starts[number + 1]][:, holds] += weights[:, column, None].astype(np.float32)
    return [int(start) for start in starts[:-1]], tables


def _configurations(sites: int, digits: int) -> list[npt.NDArray[np.int64]]:
    """The digit of each site in each configuration of a region."""
    numbers = np.arange(digits**sites)
    return [numbers // digits**place % digits for place in range(sites)]
