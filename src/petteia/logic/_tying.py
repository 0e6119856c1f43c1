"""Weights tied by symmetries: features that the rules cannot tell apart share one, up to its sign for the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .native import ThinMatrix
from .unfolding import bits

Real = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ties:
    """For each feature the number of its orbit, and the sign of its weight there (0: the weight can only be 0)."""

    orbit: npt.NDArray[np.int64]
    sign: Real
    symmetries: int
    """How many symmetries of the rules were found, the identity among them."""

    @property
    def orbits(self) -> int:
        """How many weights there are to fit."""
        return int(self.orbit.max(initial=-1)) + 1

    def spread(self, weights: Real) -> Real:
        """The weight of each feature from those of the orbits."""
        return np.asarray(weights[self.orbit] * self.sign, np.float64)

    def gathered(self, sums: Real) -> Real:
        """Sums of features as sums of orbits."""
        return np.asarray(np.bincount(self.orbit, sums * self.sign, self.orbits), np.float64)


def find_ties(masks: Sequence[int], images: Sequence[Sequence[int]], components: int, across: int) -> Ties:
    """Ties by the symmetries of the board, with or without exchange of the players, that map features onto features.

    The features follow from the rules: a symmetry that keeps all of them is taken for one of the rules.
    """
    known = {mask: number for number, mask in enumerate(masks)}
    parent = list(range(len(masks)))
    sign = [1] * len(masks)
    impossible: set[int] = set()

    def root(number: int) -> tuple[int, int]:
        total = 1
        while parent[number] != number:
            total *= sign[number]
            number = parent[number]
        return number, total

    found = 0
    for image in images:
        for swap in (False, True) if components == 2 else (False,):
            moved = [known.get(_moved(mask, image, 64 * across, swap=swap), -1) for mask in masks]
            if -1 in moved or len(set(moved)) < len(moved):
                continue
            found += 1
            turned = -1 if swap else 1
            for number, other in enumerate(moved):
                (a, sa), (b, sb) = root(number), root(other)
                if a != b:
                    parent[b], sign[b] = a, sa * sb * turned
                elif sa * sb != turned:
                    impossible.add(a)
    roots = [root(number) for number in range(len(masks))]
    barred = {root(one)[0] for one in impossible}
    numbers = {one: k for k, one in enumerate(dict.fromkeys(top for top, _ in roots))}
    return Ties(
        np.asarray([numbers[top] for top, _ in roots], np.int64),
        np.asarray([0.0 if top in barred else float(way) for top, way in roots]),
        found,
    )


def _moved(mask: int, image: Sequence[int], span: int, *, swap: bool) -> int:
    found = 0
    for bit in bits(mask):
        word, site = divmod(bit >> 1, span)
        if site >= len(image):
            return -1
        if swap and word < 2:
            word = 1 - word
        found |= 1 << (2 * (word * span + image[site]) + (bit & 1))
    return found


class TiedMatrix:
    """The matrix of a fit over orbits, and one more column: 1 where the first player is to move, else -1."""

    def __init__(self, matrix: ThinMatrix, ties: Ties, turn: Real) -> None:
        self._matrix, self._ties, self._turn = matrix, ties, turn

    def apply(self, weights: Real) -> Real:
        """The sum of weights in each position."""
        sums = self._matrix.apply(self._ties.spread(weights[:-1])) + weights[-1] * self._turn
        return np.asarray(sums, np.float64)

    def back(self, values: Real) -> Real:
        """The sum of values over the positions of each orbit."""
        return np.append(self._ties.gathered(self._matrix.back(values)), float(values @ self._turn))
