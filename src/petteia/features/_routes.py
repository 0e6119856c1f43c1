"""Walks that lead through given sites, for patterns that rules speak of by lines, steps and leaps."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from petteia.board import OFF_BOARD, Direction

from ._board import FeatureBoard
from .pattern import Walk, within_half

State = tuple[int, int]
"""A site, and the side it was entered by; a start has none: -1."""


def middle(board: FeatureBoard) -> int:
    """A site from which walks in all directions stay on the board longest: many sides, then far from the rim."""
    inside = rim_distances(board)
    return max(range(board.count), key=lambda site: (board.sides[site], inside[site], -site))


def rim_distances(board: FeatureBoard) -> list[int]:
    """How many steps each site is away from the nearest that lacks a neighbour."""
    around = [board.neighbours(site) for site in range(board.count)]
    distance = {site: 0 for site in range(board.count) if OFF_BOARD in around[site] or not around[site]}
    queue = deque(distance)
    while queue:
        site = queue.popleft()
        for other in around[site]:
            if other != OFF_BOARD and other not in distance:
                distance[other] = distance[site] + 1
                queue.append(other)
    return [distance.get(site, 0) for site in range(board.count)]


def route(board: FeatureBoard, path: Sequence[int]) -> Walk | None:
    """The shortest walk that starts at the first site, facing its first side, and comes through all the others."""
    here: State = (path[0], -1)
    walk: list[Fraction] = []
    for goal in path[1:]:
        found = _way(board, here, goal)
        if found is None:
            return None
        here, turns = found
        walk += turns
    return tuple(walk)


def _way(board: FeatureBoard, start: State, goal: int) -> tuple[State, list[Fraction]] | None:
    seen = {start}
    queue: deque[tuple[State, list[Fraction]]] = deque([(start, [])])
    while queue:
        here, turns = queue.popleft()
        for turn, there in _steps(board, here):
            if there[0] == OFF_BOARD or there in seen:
                continue
            if there[0] == goal:
                return there, [*turns, turn]
            seen.add(there)
            queue.append((there, [*turns, turn]))
    return None


def routes_from(board: FeatureBoard, start: int) -> dict[int, Walk]:
    """The shortest walk to every site that can be reached, all facing the first side of the start."""
    found: dict[int, Walk] = {start: ()}
    queue: deque[tuple[State, Walk]] = deque([((start, -1), ())])
    seen = {(start, -1)}
    while queue and len(found) < board.count:
        here, walk = queue.popleft()
        for turn, there in _steps(board, here):
            if there[0] != OFF_BOARD and there not in seen:
                seen.add(there)
                found.setdefault(there[0], (*walk, turn))
                queue.append((there, (*walk, turn)))
    return found


def _steps(board: FeatureBoard, state: State) -> list[tuple[Fraction, State]]:
    """Where one can go from a state, the slightest turns first, right before left."""
    site, entry = state
    return [(turn, board.port(site, side)) for turn, side in _turns(board.sides[site], entry)]


@cache
def _turns(count: int, entry: int) -> list[tuple[Fraction, int]]:
    """By how much one turns to each side of a site with so many, having come in by one; a start has none: -1."""
    found = []
    for side in range(count):
        if entry < 0:
            turn = Fraction(side, count)
        elif count % 2 == 0:
            turn = Fraction(side - entry - count // 2, count)
        else:
            ahead = (side - entry) % count - count // 2
            turn = Fraction(ahead if ahead > 0 else ahead - 1, count)
        found.append((within_half(turn), side))
    return sorted(found, key=lambda one: (abs(one[0]), -one[0]))


def straight_walks(board: FeatureBoard, direction: Direction, reach: int) -> list[list[Walk]]:
    """For each kind of straight line in a direction, the walks to its sites, up to some steps away.

    Lines that differ only in where they start or how they are turned are of one kind, where the board is regular.
    """
    radials = board.board.sites().radials(direction)
    centre = middle(board)
    order = sorted(range(board.count), key=lambda site: (site != centre, -max(map(len, radials[site]), default=0)))
    found: dict[tuple[Walk, ...], list[Walk]] = {}
    for site in order[: 1 + _TRIED]:
        for path in radials[site]:
            walks = [route(board, path[: k + 1]) for k in range(1, min(reach, len(path) - 1) + 1)]
            known = [walk for walk in walks if walk is not None]
            if known and len(known) == len(walks):
                shape = tuple(_aligned(walk) for walk in known)
                if not any(shape[: len(one)] == one[: len(shape)] for one in found if len(one) >= len(shape)):
                    found = {key: value for key, value in found.items() if key != shape[: len(key)]}
                    found[shape] = list(shape)
    return list(found.values())


_TRIED = 8
"""Besides the middle, so many sites with long lines are looked at."""


def _aligned(walk: Walk) -> Walk:
    """A walk turned so that it sets off straight ahead, its first bend to the right."""
    rest = walk[1:]
    first = next((turn for turn in rest if turn != 0), Fraction(0))
    return (Fraction(0), *(rest if first >= 0 else tuple(-turn for turn in rest)))
