"""Candidates that say where on the board a move goes: how far the rim is, one way or several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from petteia.board import OFF_BOARD

from ._board import FeatureBoard, board_of
from .atoms import meaningful
from .bases import bases_of
from .pattern import OFF, Element, Feature, Walk, within_half
from .sets import FeatureSet

if TYPE_CHECKING:
    from petteia.game import Game

_FAR = 4
"""A rim that is so many steps away, or more, says nothing."""
Rim = tuple[tuple[Fraction, int], ...]
"""In which directions, as shares of a full turn, the rim is how many steps away."""


def place_candidates(game: Game) -> FeatureSet:
    """Features of moves to places of one kind each: corners, what lies beside them, the second row, the middle.

    >>> import petteia as pt
    >>> [str(one) for one in place_candidates(pt.load("Tic-Tac-Toe"))][:3]          # a side, a corner, one step inside
    ['to{}: .{} -{0}', 'to{}: .{} -{0} -{1/4}', 'to{}: .{} !-{0} -{0,0}']
    """
    board = board_of(game)
    kinds = dict.fromkeys(_kinds(board))
    found: list[Feature] = []
    for base in bases_of(game):
        if base.to == ():
            # A move that comes from somewhere has a heading of its own, so that it matters which way the rim is.
            turns = [Fraction(side, board.most_sides) for side in range(board.most_sides)]
            some = turns if base.source is not None else [Fraction(0)]
            rims = dict.fromkeys(_rim(kind, turn) for turn in some for kind in kinds)
            found += (replace(base, elements=(*base.elements, *rim)) for rim in rims)
    return meaningful(game, sorted(found, key=lambda one: one.size))


def _kinds(board: FeatureBoard) -> Iterator[Rim]:
    """Views of the rim from each site: in one direction, and in the nearest two."""
    for site in range(board.count):
        near = sorted((_distance(board, site, side), side) for side in range(board.sides[site]))
        near = [(far, side) for far, side in near if far < _FAR]
        for far, _ in near:
            yield ((Fraction(0), far),)
        if len(near) > 1:
            (one, first), (other, second) = near[:2]
            yield ((Fraction(0), one), (Fraction(second - first, board.sides[site]), other))


def _distance(board: FeatureBoard, site: int, side: int) -> int:
    """How many steps straight ahead stay on the board."""
    for steps in range(_FAR):
        if int(board.ends(_ahead(Fraction(0), steps + 1))[side][0][site]) == OFF_BOARD:
            return steps
    return _FAR


def _rim(rim: Rim, turn: Fraction) -> tuple[Element, ...]:
    found = []
    for heading, far in rim:
        found.append(Element(_ahead(heading + turn, far + 1), OFF))
        if far:
            found.append(Element(_ahead(heading + turn, far), OFF, negated=True))
    return tuple(found)


def _ahead(heading: Fraction, steps: int) -> Walk:
    """Straight ahead in some direction."""
    return (within_half(heading), *[Fraction(0)] * (steps - 1))
