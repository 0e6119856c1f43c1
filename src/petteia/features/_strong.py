"""Where strong features of a set may hold, as tables: which instances ask for a piece on each site.

A feature whose weight decides a move is worth more than chance finds of it, so that playouts keep the sites where all
pieces are that one of its instances asks for (see `strong.h`). That serves features about pieces around the place where
a move goes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from petteia.board import OFF_BOARD
from petteia.types import bits

from ._board import FeatureBoard
from ._instances import ENEMIES, FRIENDS
from ._tables import CODES, Instance

_STRONG = 3.0
"""Weights above this are strong: the move is then twenty times as likely."""
_MOST_INSTANCES, _MOST_ASKED, _AT_ONCE = 32, 256, 4
"""As in `strong.h`."""
_NEVER = 100
"""More pieces than an instance can ask for."""

_Pieces = tuple[tuple[int, int], ...]
"""Cells and the side whose piece is asked for there."""


@dataclass(frozen=True)
class Strength:
    """The tables of `strong.h`."""

    features: tuple[int, ...]
    asked: tuple[int, int]
    """How many pieces of one's own are asked for, and how many of the other player."""
    askers: npt.NDArray[np.uint16]
    """By site, by piece asked for: which instance, at which pivot, asks for it there."""
    first: npt.NDArray[np.uint8]
    """By instance and pivot: how many pieces are missing on an empty board."""


def make_strength(
    instances: Mapping[int, Mapping[Instance, int]], weights: npt.NDArray[np.float64], board: FeatureBoard
) -> Strength | None:
    """The tables of the strongest features, given as their instances with their pivots; None without any."""
    chosen: list[int] = []
    found: dict[_Pieces, int] = {}
    for feature in sorted(instances, key=lambda one: -weights[one]):
        if weights[feature] <= _STRONG:
            break
        own = _asked(instances[feature])
        more = found | {one: pivots | found.get(one, 0) for one, pivots in (own or {}).items()}
        if own is not None and len(more) <= _MOST_INSTANCES:
            found = more
            chosen.append(feature)
    parts = [
        _filled([(k, cell) for k, pieces in enumerate(found) for cell, side in pieces if side == asked])
        for asked in (FRIENDS, ENEMIES)
    ]
    size = sum(map(len, parts))
    if not chosen or size > _MOST_ASKED or len(found) * board.count + size >= 2**16:
        return None
    return Strength(
        tuple(chosen),
        (len(parts[0]), len(parts[1])),
        _askers([*parts[0], *parts[1]], len(found), board),
        np.array([_missing(pieces, pivots, board) for pieces, pivots in found.items()], dtype=np.uint8),
    )


def _asked(instances: Mapping[Instance, int]) -> dict[_Pieces, int] | None:
    """The pieces that instances ask for, with their pivots; None if one asks for none or for more than pieces."""
    found: dict[_Pieces, int] = {}
    for one, pivots in instances.items():
        pieces = tuple(
            (cell, side) for cell, allowed in one.cells for side in (FRIENDS, ENEMIES) if allowed == 1 << CODES[side]
        )
        if not pieces or one.origin >= 0 or max(one.last) >= 0:
            return None
        found[pieces] = found.get(pieces, 0) | pivots
    return found


def _filled(part: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many as are looked at together: the others are nobody's."""
    return part + [(-1, 0)] * (-len(part) % _AT_ONCE)


def _askers(columns: Sequence[tuple[int, int]], instances: int, board: FeatureBoard) -> npt.NDArray[np.uint16]:
    """What is nobody's has places of its own behind the others, since what is changed twice in a row has to wait."""
    askers = np.tile(instances * board.count + np.arange(len(columns)), (board.count, 1))
    for k, (instance, cell) in enumerate(columns):
        if instance >= 0:
            targets = board.targets[cell]
            on_board = targets != OFF_BOARD
            askers[targets[on_board], k] = instance * board.count + np.flatnonzero(on_board)
    return askers.astype(np.uint16)


def _missing(pieces: Iterable[tuple[int, int]], pivots: int, board: FeatureBoard) -> npt.NDArray[np.uint8]:
    missing = np.full(board.count, _NEVER, dtype=np.uint8)
    missing[list(bits(pivots))] = len(tuple(pieces))
    return missing
