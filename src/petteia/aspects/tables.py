"""Aspects as tables of the board: what native code needs to tell their numbers, and the names of the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from petteia.board import Direction, Sites

Kind = Literal["lines", "routes", "groups", "space", "contact"]
KINDS: tuple[Kind, ...] = ("lines", "routes", "groups", "space", "contact")
"""In the order of the numbers that `search_aspects.h` gives them."""
NO_SITE = 0xFFFF
LONGEST_LINE = 8
MOST_GOALS = 12
_SMALL = 64
"""On boards of up to so many sites it counts where threats are."""


@dataclass(frozen=True)
class Aspect:
    """Numbers that the rules make matter, told for each of two seats; `numbers` names them."""

    kind: Kind
    numbers: tuple[str, ...]
    near: tuple[int, ...] = ()
    """For each site its neighbours, as many places as the most there are."""
    degree: int = 0
    length: int = 0
    count: int = 0
    needed: int = 1
    goals: tuple[int, int] = (0, 0)
    cap: int = 0
    table: tuple[int, ...] = ()
    start: tuple[int, ...] = ()
    index: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


def lines(sites: Sites, length: int, direction: Direction, name: str) -> Aspect | None:
    """Lines of a length that pieces may fill; None if the board has none."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for paths in sites.radials(direction):
        for path in paths:
            if len(path) >= length:
                found.setdefault(frozenset(path[:length]), path[:length])
    windows = [window for members, window in found.items() if len(members) == length]
    if not windows or not 3 <= length <= LONGEST_LINE:
        return None
    through: list[list[int]] = [[] for _ in range(sites.count)]
    for number, window in enumerate(windows):
        for site in window:
            through[site].append(number)
    named = [f"{name} with {has}" for has in range(1, length)] + [f"threats of {name}", f"forks of {name}"]
    if sites.count <= _SMALL:
        named += [f"threat of {name} at {label}" for label in sites.labels]
    return Aspect(
        "lines", tuple(named), length=length, count=len(windows),
        table=tuple(site for window in windows for site in window), start=_starts(through), index=_flat(through),
    )  # fmt: skip


def routes(
    sites: Sites, near: Sequence[Sequence[int]], goals: tuple[Sequence[int], Sequence[int]], needed: int, name: str
) -> Aspect:
    """Ways that join goals, masks of sites of each seat, by groups of neighbours."""
    bridges: list[list[int]] = []
    for site, around in enumerate(near):
        shared: dict[int, list[int]] = {}
        for between in around:
            for other in near[between]:
                if other != site and other not in around:
                    shared.setdefault(other, []).append(between)
        bridges.append([n for other, both in shared.items() if len(both) == 2 for n in (other, *both)])
    starts = _starts([own[::3] for own in bridges])
    flat, degree = _neighbours(near)
    masks = [[site for site in range(sites.count) if mask >> site & 1] for side in goals for mask in side]
    words = ("left", "ways", "nearness")
    return Aspect(
        "routes", tuple(f"{name} {word} {how}" for how in ("by bridges", "step by step") for word in words),
        near=flat, degree=degree, needed=needed, goals=(len(goals[0]), len(goals[1])),
        cap=max(6, round(1.5 * sites.count**0.5)), table=_flat(bridges), start=starts,
        index=_flat(masks), ends=_starts(masks),
    )  # fmt: skip


def groups(near: Sequence[Sequence[int]]) -> Aspect:
    """Groups of neighbours with their liberties, and the empty sites around."""
    flat, degree = _neighbours(near)
    named = (
        "groups", "largest group", "pieces with one liberty", "pieces with two liberties", "liberties", "territory",
        "influence",
    )  # fmt: skip
    return Aspect("groups", named, near=flat, degree=degree)


def space(sites: Sites, direction: Direction) -> Aspect:
    """Sites that pieces come to by slides and by steps over empty sites."""
    rays = [[n for path in paths if len(path) > 1 for n in (*path[1:], NO_SITE)] for paths in sites.radials(direction)]
    named = [f"{word} by {how}" for how in ("slides", "steps") for word in ("room", "room alone", "moves")]
    return Aspect("space", tuple(named), table=_flat(rays), start=_starts(rays))


def contact(near: Sequence[Sequence[int]]) -> Aspect:
    """Neighbours of pieces: empty sites, friends, enemies."""
    flat, degree = _neighbours(near)
    named = ("empty sites beside pieces", "pieces beside empty sites", "friends side by side", "pieces beside enemies")
    return Aspect("contact", named, near=flat, degree=degree)


def _neighbours(near: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], int]:
    degree = max((len(own) for own in near), default=0)
    return tuple(n for own in near for n in (*own, *([NO_SITE] * (degree - len(own))))), degree


def _starts(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(accumulate((len(row) for row in rows), initial=0))


def _flat(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(n for row in rows for n in row)
