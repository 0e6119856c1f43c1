"""The geometry of rays as tables: masks, directions and distances, found once for each table."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from petteia.ir import nodes as n

from .layout import WORD_BITS


@lru_cache(maxsize=1024)
def ray_masks(rays: n.Table, universe: str) -> n.Table:
    """For each site the set of the sites on its ray."""
    return n.Table(f"{rays.name}_mask", n.set_of(universe), rays.shape[:1], tuple(map(_mask, ray_paths(rays))))


def ray_paths(rays: n.Table) -> list[tuple[int, ...]]:
    """For each site the sites on its ray, in order."""
    count, length = rays.shape
    rows = (rays.values[site * length : (site + 1) * length] for site in range(count))
    return [tuple(site for site in row if site >= 0) for row in rows]


def _mask(sites: tuple[int, ...]) -> int:
    return sum(1 << site for site in sites)


@lru_cache(maxsize=1024)
def is_straight(rays: n.Table) -> bool:
    """True if each ray goes on as the ray of its first site does."""
    paths = ray_paths(rays)
    return all(not path or path[1:] == paths[path[0]] for path in paths)


@lru_cache(maxsize=1024)
def sense_of(rays: n.Table) -> int:
    """1 if all rays lead to ever higher sites, -1 if to ever lower ones, 0 if neither."""
    paths = [(site, *path) for site, path in enumerate(ray_paths(rays))]
    for sense in (1, -1):
        if all(sense * (b - a) > 0 for path in paths for a, b in pairwise(path)):
            return sense
    return 0


@lru_cache(maxsize=1024)
def stride_of(rays: n.Table) -> int:
    """The distance of every step of straight rays, 0 if there are several."""
    paths = [(site, *path) for site, path in enumerate(ray_paths(rays))]
    found = {b - a for path in paths for a, b in pairwise(path)}
    return found.pop() if len(found) == 1 and is_straight(rays) else 0


@lru_cache(maxsize=1024)
def are_opposite(ahead: n.Table, back: n.Table) -> bool:
    """True if straight rays of one distance are walked the other way by those of another table, and nothing else is."""
    if not stride_of(ahead) or stride_of(ahead) != -stride_of(back):
        return False
    steps = {(site, path[0]) for site, path in enumerate(ray_paths(ahead)) if path}
    return steps == {(path[0], site) for site, path in enumerate(ray_paths(back)) if path}


@lru_cache(maxsize=1024)
def middle_of(rays: n.Table) -> int:
    """The set of the sites on straight rays that have a site before them and one behind."""
    paths = ray_paths(rays)
    return _mask(tuple({path[0] for path in paths if path} & {site for site, path in enumerate(paths) if path}))


@lru_cache(maxsize=1024)
def row_starts(rays: n.Table, length: int, universe: str) -> n.Table:
    """For each site the set of the sites where a row of some length begins that goes through it."""
    masks = [0] * rays.shape[0]
    for start, path in enumerate(ray_paths(rays)):
        if len(path) >= length - 1:
            for site in (start, *path[: length - 1]):
                masks[site] |= 1 << start
    return n.Table(f"{rays.name}_rows_of_{length}", n.set_of(universe), rays.shape[:1], tuple(masks))


@lru_cache(maxsize=1024)
def whole_lines(ahead: n.Table, back: n.Table, length: int, universe: str) -> n.Table | None:
    """For each site the set of the sites in line with it, if there are so many; None if there are more somewhere.

    A site with too few has a line beyond the board, at the last bit of a word, so that no set fills it.
    """
    both = zip(ray_paths(ahead), ray_paths(back), strict=True)
    lines = [(site, *forth, *again) for site, (forth, again) in enumerate(both)]
    if any(len(line) > length or len(set(line)) < len(line) for line in lines):
        return None
    masks = tuple(_mask(line if len(line) == length else (WORD_BITS - 1,)) for line in lines)
    return n.Table(f"{ahead.name}_lines_of_{length}", n.set_of(universe), ahead.shape[:1], masks)
