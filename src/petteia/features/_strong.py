"""Where strong features of a set may hold, as tables: which sets of pieces their instances ask for, and what else.

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
from ._tables import CODES, Instance, swap_sides

_STRONG = 2.5
"""Weights above this are strong: the move is then twelve times as likely."""
_MOST_CLAIMS, _MOST_ASKED, _AT_ONCE = 32, 256, 4
"""As in `strong.h`."""

_SIDES = {1 << CODES[FRIENDS]: 0, 1 << CODES[ENEMIES]: 1}
"""The owners an instance allows on a cell if it asks for a piece there."""
_Pieces = tuple[tuple[int, int], ...]
"""Sites, and whose piece is asked for there: 0 for the player's own, 1 for the other player's."""


@dataclass(frozen=True)
class Strength:
    """The tables of `strong.h`."""

    claims: tuple[Claim, ...]
    askers: tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]
    """By whose piece, by site: the sets that it belongs to."""
    first: npt.NDArray[np.uint8]
    """By set: how many pieces are missing on an empty board."""
    begins: npt.NDArray[np.uint32]
    claimants: npt.NDArray[np.uint32]
    looks: npt.NDArray[np.uint16]
    allowed: npt.NDArray[np.uint8]

    @property
    def features(self) -> tuple[int, ...]:
        """The strong features, each once."""
        return tuple(dict.fromkeys(one.feature for one in self.claims))


@dataclass(frozen=True)
class Claim:
    """An instance of a strong feature: the sets of pieces it asks for by pivot, and what else it asks for by cell."""

    feature: int
    pieces: dict[int, _Pieces]
    others: tuple[tuple[int, int], ...]


def make_strength(
    instances: Mapping[int, Mapping[Instance, int]], weights: npt.NDArray[np.float64], board: FeatureBoard
) -> Strength | None:
    """The tables of the strongest features, given as their instances with their pivots; None without any."""
    claims: list[Claim] = []
    for feature in sorted(instances, key=lambda one: -weights[one]):
        if weights[feature] <= _STRONG:
            break
        own = _claims(feature, instances[feature], board)
        if own is not None and len(claims) + len(own) <= _MOST_CLAIMS:
            claims += own
    sets = _claimants_of_sets(claims)
    askers = [_askers(sets, side, board.count) for side in range(2)]
    asked = sum(len(one[0]) for one in askers)
    if not sets or asked > _MOST_ASKED or len(sets) + asked >= 2**16:
        return None
    others = [one for claim in claims for one in claim.others]
    return Strength(
        tuple(claims),
        (_filled(askers[0], len(sets), 0), _filled(askers[1], len(sets), len(askers[0][0]))),
        np.array([len(pieces) for pieces in sets], dtype=np.uint8),
        np.cumsum([0, *map(len, sets.values())]).astype(np.uint32),
        np.concatenate([np.array(some, dtype=np.uint32) for some in sets.values()]),
        _looks([cell for cell, _ in others], board),
        np.array([[allowed, swap_sides(allowed)] for _, allowed in others], dtype=np.uint8),
    )


def _claims(feature: int, instances: Mapping[Instance, int], board: FeatureBoard) -> list[Claim] | None:
    """The instances of a feature as claims; None if one asks for no pieces, or for the latest move."""
    found = []
    for one, pivots in instances.items():
        pieces = [(cell, _SIDES[allowed]) for cell, allowed in one.cells if allowed in _SIDES]
        if not pieces or one.origin >= 0 or max(one.last) >= 0:
            return None
        others = tuple((cell, allowed) for cell, allowed in one.cells if allowed not in _SIDES)
        found.append(Claim(feature, _pieces_by_pivot(pieces, pivots, board), others))
    return found


def _claimants_of_sets(claims: Sequence[Claim]) -> dict[_Pieces, list[int]]:
    """The sets of pieces that claims ask for, each once, with those that do, by their numbers.

    What a player asks for as his own, the other one may ask for as his enemy's: that is one set, mostly of own pieces.
    """
    found: dict[_Pieces, list[int]] = {}
    for number, claim in enumerate(claims):
        for pivot, pieces in claim.pieces.items():
            swapped = tuple((site, 1 - side) for site, side in pieces)
            own = min(pieces, swapped, key=lambda some: (sum(side for _, side in some), some))
            found.setdefault(own, []).append(2 * (pivot * _MOST_CLAIMS + number) + (own != pieces))
    return found


def _pieces_by_pivot(cells: Iterable[tuple[int, int]], pivots: int, board: FeatureBoard) -> dict[int, _Pieces]:
    """Where pieces are asked for, by pivot; pivots for which one of them would be off the board are left out."""
    found = {}
    for pivot in bits(pivots):
        pieces = sorted({(int(board.targets[cell][pivot]), side) for cell, side in cells})
        if pieces[0][0] != OFF_BOARD:
            found[pivot] = tuple(pieces)
    return found


def _askers(sets: Iterable[_Pieces], side: int, sites: int) -> list[list[int]]:
    """By site: the sets that a piece of a side there belongs to, filled up with -1 to the same number."""
    found: list[list[int]] = [[] for _ in range(sites)]
    for number, pieces in enumerate(sets):
        for site in (site for site, whose in pieces if whose == side):
            found[site].append(number)
    size = -(-max(map(len, found)) // _AT_ONCE) * _AT_ONCE
    return [one + [-1] * (size - len(one)) for one in found]


def _filled(askers: Sequence[Sequence[int]], sets: int, skipped: int) -> npt.NDArray[np.uint16]:
    """Nobody's sites have places of their own behind the sets, since what is changed twice in a row has to wait."""
    given = np.array(askers, dtype=np.int64).reshape(len(askers), -1)
    return np.where(given < 0, sets + skipped + np.arange(given.shape[1]), given).astype(np.uint16)


def _looks(cells: Sequence[int], board: FeatureBoard) -> npt.NDArray[np.uint16]:
    """By cell, by pivot: the site it is; as many as there are sites for those off the board."""
    ends = np.array([board.targets[cell] for cell in cells], dtype=np.int64).reshape(-1, board.count)
    return np.where(ends == OFF_BOARD, board.count, ends).astype(np.uint16)
