"""Step distances between sites, and the sites at each distance."""

from collections import deque
from collections.abc import Sequence

from petteia.board.errors import BoardError

Numbers = tuple[int, ...]

_MOST_SITES = 3000


def distances_from(site: int, neighbours: Sequence[Sequence[int]]) -> Numbers:
    """The least number of steps from a site to each; 0 where there is no way."""
    found = [0] * len(neighbours)
    reached = [False] * len(neighbours)
    reached[site] = True
    queue = deque([site])
    while queue:
        here = queue.popleft()
        for there in neighbours[here]:
            if not reached[there]:
                reached[there] = True
                found[there] = found[here] + 1
                queue.append(there)
    return tuple(found)


def all_distances(neighbours: Sequence[Sequence[int]]) -> tuple[Numbers, ...]:
    """The table of least numbers of steps between any two sites."""
    if len(neighbours) > _MOST_SITES:
        raise BoardError(f"step distances between {len(neighbours)} sites; at most {_MOST_SITES} are allowed")
    return tuple(distances_from(site, neighbours) for site in range(len(neighbours)))


def shells(distances: Sequence[Sequence[int]]) -> tuple[tuple[Numbers, ...], ...]:
    """For each site the sites at distance 0, 1, 2, ...

    compat: the number of shells grows by one at a time as sites are met in order, so far ones may be missing; and
    sites without a way to each other stand at distance 0.
    """
    found = []
    for site, row in enumerate(distances):
        last = 0
        for other, steps in enumerate(row):
            if other != site and last < steps:
                last += 1
        lists: list[list[int]] = [[] for _ in range(last + 1)]
        for other, steps in enumerate(row):
            if steps <= last:
                lists[steps].append(other)
        found.append(tuple(map(tuple, lists)))
    return tuple(found)
