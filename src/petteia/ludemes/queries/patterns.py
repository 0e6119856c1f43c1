"""Patterns: pieces along a walk of steps and turns from a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import left, right
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.queries.contents import component_set, on_board, stable
from petteia.ludemes.queries.site_sets import site_table

if TYPE_CHECKING:
    from petteia.ludemes.enums import StepType
    from petteia.ludemes.lowering.context import Context


@dataclass(frozen=True)
class Tour:
    """A walk from each site, by where it first looks: the sites of each of the kinds of pieces that alternate.

    A walk that leaves the board has no sites at all.
    """

    by_kind: tuple[tuple[int, ...], ...]

    @property
    def complete(self) -> tuple[int, ...]:
        """All sites of each walk."""
        return tuple(_join(masks) for masks in zip(*self.by_kind, strict=True))


def _join(masks: Sequence[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def tours(sites: Sites, walk: Sequence[StepType], kinds: int) -> list[Tour]:
    """The walks from every site, one list for each way to look at first."""
    found = []
    for heading in sites.supported(Direction.Orthogonal):
        each = [_tour(sites, site, walk, heading, kinds) for site in range(sites.count)]
        found.append(Tour(tuple(tuple(own[k] for own in each) for k in range(kinds))))
    return found


def _tour(sites: Sites, start: int, walk: Sequence[StepType], heading: Direction, kinds: int) -> list[int]:
    supported = set(sites.supported(Direction.Orthogonal))
    masks = [0] * kinds
    masks[0] |= 1 << start
    here, k = start, 1 % kinds
    for step in walk:
        if step.name == "F":
            ends = sites.step(heading, here)
            if not ends:
                return [0] * kinds
            here = ends[-1]
            masks[k] |= 1 << here
            k = (k + 1) % kinds
        else:
            turn = right if step.name == "R" else left
            heading = turn(heading)
            while heading not in supported:
                heading = turn(heading)
    return masks


def pattern_sites(
    x: Context, sites: Sites, walk: Sequence[StepType], start: n.Expr, whats: Sequence[n.Expr] | None
) -> n.Expr:
    """The sites of all walks from a site on which the pieces wanted stand in turn.

    Without pieces wanted, they are those of the kind that stands on the site itself.
    """
    b = x.b

    def search() -> n.Expr:
        at = b.let("start", start)
        inside = ops.both(ops.le(ops.number(0), at), ops.lt(at, ops.number(sites.count)))
        found = b.variable("found", ops.empty_set(x.universe))
        with b.if_(inside):
            x.store.mark_valid(at)
            wanted = [x.store.what(at)] if whats is None else list(whats)
            sets = [b.let("wanted", on_board(x, component_set(x, stable(x, "what", what)))) for what in wanted]
            for tour in tours(sites, walk, len(wanted)):
                whole = b.let("whole", ops.lookup(site_table(x, "walk", tour.complete), at))
                fits = ops.negate(ops.is_empty(whole))
                for masks, members in zip(tour.by_kind, sets, strict=True):
                    visited = ops.lookup(site_table(x, "walk_part", masks), at)
                    fits = ops.both(fits, ops.is_empty(ops.minus(visited, members)))
                with b.if_(fits):
                    b.assign(found, ops.union(found, whole))
        return found

    return x.pure(search)


_DOWN = (Direction.DNW, Direction.DNE, Direction.DSW, Direction.DSE)
_UP = (Direction.UNW, Direction.UNE, Direction.USW, Direction.USE)


def _corners(sites: Sites, tip: int, ways: Sequence[Direction]) -> list[int]:
    """The four corners of each pyramid that opens from a tip, the smallest first, as long as all four ways go on."""
    found: list[int] = []
    ends = [tip] * len(ways)
    while True:
        steps = [sites.step(way, end) for way, end in zip(ways, ends, strict=True)]
        if any(len(step) != 1 for step in steps):
            return found
        ends = [step[0] for step in steps]
        found.append(_join([1 << end for end in ends]))


def is_pyramid(x: Context, sites: Sites, tip: n.Expr) -> n.Expr:
    """True if a site and the corners of some pyramid that it is the tip of, upright or not, read the same."""
    pyramids = [[_corners(sites, site, ways) for site in range(sites.count)] for ways in (_DOWN, _UP)]
    alike = x.b.let("alike", on_board(x, component_set(x, x.store.what(tip))))
    fits: list[n.Expr] = []
    for by_site in pyramids:
        for size in range(max(map(len, by_site), default=0)):
            masks = [corners[size] if size < len(corners) else 0 for corners in by_site]
            corners = x.b.let("corners", ops.lookup(site_table(x, "corners", masks), tip))
            fits.append(ops.both(ops.negate(ops.is_empty(corners)), ops.is_empty(ops.minus(corners, alike))))
    return ops.either(*fits)
