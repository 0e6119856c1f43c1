"""Numbers for the sites of a board, chosen so that going the same way from every site is one shift of a bit set.

Boards on a lattice get row by row numbers along two of its directions; the numbers of the game itself serve where they
do that already, and on boards without a lattice, where a way takes several shifts.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from ._board import FeatureBoard, Ints

_NEAREST = 8
_WORD = 64


class Run(NamedTuple):
    """Sites that follow each other in both numberings: the first in the game's, the first in ours, how many."""

    site: int
    place: int
    length: int


def number_sites(board: FeatureBoard) -> Ints:
    """The place of each site."""
    own = np.arange(board.count, dtype=np.int64)
    if _is_regular(board, own):
        return own
    lattice = _on_lattice(board)
    return own if lattice is None else lattice


def runs_of(places: Ints) -> list[Run]:
    """Both numberings in pieces of at most a word.

    >>> runs_of(np.array([0, 1, 5, 6]))
    [Run(site=0, place=0, length=2), Run(site=2, place=5, length=2)]
    """
    runs: list[Run] = []
    for site, place in enumerate(places.tolist()):
        if runs:
            first, at, length = runs[-1]
            if place - at == site - first and length < _WORD:
                runs[-1] = Run(first, at, length + 1)
                continue
        runs.append(Run(site, place, 1))
    return runs


def shifts_of(targets: Ints, places: Ints) -> dict[int, list[int]]:
    """A displacement as shifts: by how much, and for which sites."""
    found: dict[int, list[int]] = {}
    for site in np.flatnonzero(targets >= 0).tolist():
        found.setdefault(int(places[targets[site]] - places[site]), []).append(site)
    return found


def _is_regular(board: FeatureBoard, places: Ints) -> bool:
    return all(len(shifts_of(targets, places)) <= 1 for targets in board.targets.values())


def _on_lattice(board: FeatureBoard) -> Ints | None:
    """Numbers along two directions that reach every site; None if the board is on no lattice."""
    spots = np.array(board.places, dtype=float).reshape(board.count, -1)[:, :2]
    around = spots - spots[len(spots) // 2]
    nearest = np.argsort(np.hypot(around[:, 0], around[:, 1]), kind="stable")[1 : 1 + _NEAREST]
    best: Ints | None = None
    for one, other in permutations(nearest.tolist(), 2):
        basis = np.array([around[one], around[other]])
        if abs(np.linalg.det(basis)) < 1e-6:
            continue
        steps = (spots - spots[0]) @ np.linalg.inv(basis)
        whole = np.rint(steps).astype(np.int64)
        if np.abs(steps - whole).max() > 0.01:
            continue
        whole -= whole.min(axis=0)
        places: Ints = whole[:, 1] * (whole[:, 0].max() + 1) + whole[:, 0]
        if len(set(places.tolist())) == board.count and (best is None or places.max() < best.max()):
            best = places
    return best
