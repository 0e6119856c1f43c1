"""Boards that are discs: sites whose neighbours lie around them in a ring, without holes in between.

On such a board (the sites as corners of triangles, all of which together fill a disc) a set of sites that is cut off
from the rim is surrounded by a ring of connected sites. It follows: putting one more site into a wall cuts nothing off
if the stretches of wall around it belong to different groups, since a ring would join two of them. Stretches that are
not separated by a free site are one; the rim separates, as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from petteia.ir import nodes as n
from petteia.ir.ops import bits


@dataclass(frozen=True)
class Disc:
    """The neighbours of each site, one after the other around it, and the sites of the rim as a mask.

    Around an inner site the last is next to the first. Around a site of the rim they are not.
    """

    around: tuple[tuple[int, ...], ...]
    rim: int


def find_disc(neighbours: n.Table) -> Disc | None:
    """The board as a disc; `None` if it is none."""
    near = [set(bits(mask)) for mask in neighbours.values]
    around, rim, links = [], 0, 0
    for site, beside in enumerate(near):
        if site in beside or any(site not in near[other] for other in beside):
            return None
        link = {other: near[other] & beside for other in beside}
        order = _go_around(link)
        if order is None:
            return None
        length = sum(len(others) for others in link.values()) // 2
        if length < len(order):
            rim |= 1 << site
        around.append(order)
        links += length
    edges = sum(len(beside) for beside in near) // 2
    # Sites, edges and triangles of a disc: by Euler, and no surface in one piece with a rim but a disc has this number.
    return Disc(tuple(around), rim) if len(near) - edges + links // 3 == 1 and _is_connected(near) else None


def _go_around(link: dict[int, set[int]]) -> tuple[int, ...] | None:
    """The neighbours of a site in order: a ring of four or more, or a row of two or more."""
    ends = sorted(site for site, beside in link.items() if len(beside) == 1)
    if len(link) < 2 or any(len(beside) not in (1, 2) for beside in link.values()) or len(ends) not in (0, 2):
        return None
    if not ends and len(link) < 4:
        return None
    order = [ends[0] if ends else min(link)]
    while True:
        further = sorted(link[order[-1]].difference(order))
        if not further:
            return tuple(order) if len(order) == len(link) else None
        order.append(further[0])


def _is_connected(near: list[set[int]]) -> bool:
    met, fresh = {0}, {0}
    while fresh:
        fresh = {other for site in fresh for other in near[site]} - met
        met |= fresh
    return len(met) == len(near)
