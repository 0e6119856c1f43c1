"""The board of a game as features see it: where walks end from every site, and which sites are how far apart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from petteia.aspects import spec_of
from petteia.board import OFF_BOARD, Board
from petteia.board.walks import first_sides, sides_after

from .pattern import Feature, FeatureError, Walk

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.game.game import Recipe

    from ._instances import Chain, Roster

UNDEFINED = -2
"""Where a walk ends that cannot even begin: the site has no such side."""

_MOST_ENDS = 64
Ints = npt.NDArray[np.int64]
Places = tuple[tuple[int, int], ...]
"""Where a walk may stand: sites with the side they were entered by, or beyond the rim: `(OFF_BOARD, 0)`."""


class FeatureBoard:
    """The sites of one type of a board. Everything found is kept, as features of a set share most walks."""

    def __init__(self, board: Board) -> None:
        self.board = board
        sites = board.sites()
        self.count = sites.count
        self._ports = sites.walker.ports
        self.sides = [len(ports) for ports in self._ports]
        self.most_sides = max(self.sides, default=0)
        self.places = sites.places
        self._walked: dict[tuple[int, Walk], list[Places]] = {}
        self._outs: dict[tuple[int, Fraction], list[tuple[int, ...]]] = {}
        self._ends: dict[Walk, list[Ints]] = {}
        self._chains: dict[tuple[Feature, Roster], frozenset[Chain]] = {}

    def chains(self, feature: Feature, roster: Roster) -> frozenset[Chain]:
        """The instances of a feature on this board."""
        from ._instances import chains_of

        key = (feature, roster)
        if key not in self._chains:
            self._chains[key] = chains_of(feature, self, roster)
        return self._chains[key]

    def port(self, site: int, side: int) -> tuple[int, int]:
        """The neighbour over a side of a site, and the side by which it is entered."""
        return self._ports[site][side]

    def neighbours(self, site: int) -> list[int]:
        """The sites over each side, `OFF_BOARD` where there is none."""
        return [there for there, _ in self._ports[site]]

    # -- walks --------------------------------------------------------------------------------------------------

    def ends(self, walk: Walk) -> list[Ints]:
        """Where a walk ends: for each side that may be faced, and each way in which the walk may split, by site.

        `OFF_BOARD` is beyond the rim. A site where a walk splits less often than elsewhere repeats its last end.
        """
        known = self._ends.get(walk)
        if known is None:
            known = self._ends[walk] = [self._rows(walk, facing) for facing in range(max(1, self.most_sides))]
        return known

    def _rows(self, walk: Walk, facing: int) -> Ints:
        found = [tuple(dict.fromkeys(site for site, _ in places)) for places in self._walk(walk, facing)]
        most = max(1, max(map(len, found), default=1))
        rows = [[(one[min(k, len(one) - 1)] if one else UNDEFINED) for one in found] for k in range(most)]
        return np.array(rows, dtype=np.int64).reshape(most, self.count)

    def _walk(self, walk: Walk, facing: int) -> list[Places]:
        """All that a walk may come to from every site; nothing where it cannot begin."""
        key = (facing, walk)
        if key not in self._walked:
            if not walk:
                found: list[Places] = [((s, 0),) if facing < max(1, n) else () for s, n in enumerate(self.sides)]
            elif len(walk) == 1:
                found = [self._first(s, facing, walk[0]) for s in range(self.count)]
            else:
                found = [self._on(places, walk[-1]) for places in self._walk(walk[:-1], facing)]
            self._walked[key] = found
        return self._walked[key]

    def _first(self, site: int, facing: int, turn: Fraction) -> Places:
        count = self.sides[site]
        if facing >= count:
            return ()
        return tuple(self._ports[site][side] for side in sorted(first_sides(count, facing, turn)))

    def _on(self, places: Places, turn: Fraction) -> Places:
        """One turn and step further."""
        found: dict[tuple[int, int], None] = {}
        for site, entry in places:
            if site == OFF_BOARD:
                found[OFF_BOARD, 0] = None
                continue
            key = (self.sides[site], turn)
            if key not in self._outs:
                self._outs[key] = [tuple(sorted(sides_after(key[0], one, turn))) for one in range(key[0])]
            for side in self._outs[key][entry]:
                found[self._ports[site][side]] = None
        if len(found) > _MOST_ENDS:
            raise FeatureError("a walk of the feature splits too often on this board")
        return tuple(found)

    # -- displacements ------------------------------------------------------------------------------------------

    @cached_property
    def displacement(self) -> Ints:
        """A number for how to come from one site (row) to another (column), the same wherever the way is the same."""
        spots = np.array(self.places, dtype=float).reshape(self.count, -1)
        # An odd offset keeps sums of rounding errors away from where numbers are rounded up or down.
        between = np.floor((spots[None, :, :] - spots[:, None, :]) * 500 + 0.3171).astype(np.int64)
        flat = between.reshape(self.count * self.count, -1)
        _, ids = np.unique(flat, axis=0, return_inverse=True)
        table: Ints = ids.reshape(self.count, self.count).astype(np.int64)
        if any(len(set(row)) < self.count for row in table.tolist()):  # sites above each other
            steps = np.arange(self.count)[None, :] - np.arange(self.count)[:, None]
            table = np.unique(table * (2 * self.count) + steps, return_inverse=True)[1].reshape(table.shape)
        return table

    @cached_property
    def targets(self) -> dict[int, Ints]:
        """For each displacement, where it leads from every site; `OFF_BOARD` where it leads nowhere."""
        table = self.displacement
        found = {int(one): np.full(self.count, OFF_BOARD, dtype=np.int64) for one in np.unique(table)}
        for site, row in enumerate(table.tolist()):
            for other, one in enumerate(row):
                found[one][site] = other
        return found

    def on_board(self, displacement: int) -> int:
        """The sites from which a displacement stays on the board, as a bit mask."""
        return mask_of(np.flatnonzero(self.targets[displacement] >= 0).tolist())


def mask_of(sites: Sequence[int]) -> int:
    """Sites as a bit mask.

    >>> mask_of([0, 3])
    9
    """
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


@lru_cache(maxsize=16)
def _board_of(recipe: Recipe) -> FeatureBoard:
    return FeatureBoard(spec_of(recipe).board)


def board_of(game: Game) -> FeatureBoard:
    """The board of a game, read once for each process."""
    return _board_of(game.recipe)
