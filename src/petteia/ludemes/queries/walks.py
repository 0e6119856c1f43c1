"""Walks of steps and turns, as leaps use them: where they end, from every site."""

from __future__ import annotations

from collections.abc import Sequence

from petteia.board import Direction, Sites
from petteia.board.directions import left, right


def walk_ends(sites: Sites, walks: Sequence[Sequence[object]], *, all_turns: bool) -> list[list[int]]:
    """The sites where walks end, for each site to begin at, whichever way the walker first looks."""
    headings = sites.supported(Direction.Orthogonal)
    if not all_turns:
        headings = headings[:1]
    return [
        sorted({end for walk in walks for heading in headings for end in _end(sites, site, walk, heading)})
        for site in range(sites.count)
    ]


def _end(sites: Sites, site: int, walk: Sequence[object], heading: Direction) -> list[int]:
    supported = set(sites.supported(Direction.Orthogonal))
    for step in walk:
        word = getattr(step, "name", step)
        if word == "F":
            ends = sites.steps[heading][site]
            if not ends:
                return []
            site = ends[-1]
        else:
            turn = right if word == "R" else left
            heading = turn(heading)
            while heading not in supported:
                heading = turn(heading)
    return [site]
