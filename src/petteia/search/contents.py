"""Contents of positions as numbers, read from the bytes of states, and which of them share a weight by symmetry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .material import piece_worth
from .values import NOWHERE, Layout

if TYPE_CHECKING:
    from petteia.game import Game

Floats = npt.NDArray[np.float64]


class PositionReader:
    """Features of positions, read from the bytes of states: for each piece its kind and site, once for each phase."""

    def __init__(self, game: Game) -> None:
        self.layout = layout = Layout.of(game)
        self.owners = np.zeros(layout.components, dtype=np.int64)
        for one in game.facts.components:
            self.owners[one.number] = one.owner
        self.signs = np.where(self.owners == 1, 1.0, np.where(self.owners == 2, -1.0, 0.0))
        self.columns = layout.components * layout.sites
        self.mover = game.facts.slots["mover"].offset
        self.extent = max(layout.extent, self.mover + 1)

    def contents(self, states: npt.NDArray[np.uint8]) -> Floats:
        """For each state, component and site how many pieces of it stand there."""
        layout, n = self.layout, len(states)
        counts = np.ones((n, layout.sites * layout.levels))
        if layout.counts != NOWHERE:
            counts = _numbers(states, layout.counts, layout.count_width, layout.sites * layout.levels).astype(
                np.float64
            )
        found = np.zeros((n, layout.components, layout.sites))
        if layout.pieces != NOWHERE:
            size = 8 * layout.words
            for c in range(1, layout.components):
                at = layout.pieces + c * size
                bits = np.unpackbits(states[:, at : at + size], axis=1, bitorder="little")[:, : layout.sites]
                found[:, c, :] = bits * counts
        elif layout.what != NOWHERE:
            what = _numbers(states, layout.what, layout.what_width, layout.sites * layout.levels)
            for c in range(1, layout.components):
                of_kind = (what == c) * counts
                found[:, c, :] = of_kind.reshape(n, layout.sites, layout.levels).sum(axis=2)
        return found

    def scores(self, states: npt.NDArray[np.uint8]) -> Floats:
        """The score of seat 1 less that of seat 2."""
        if self.layout.score == NOWHERE:
            return np.zeros(len(states))
        found = _numbers(states, self.layout.score, self.layout.score_width, 3).astype(np.float64)
        return found[:, 1] - found[:, 2]

    def points(self, states: npt.NDArray[np.uint8], players: int) -> Floats:
        """The score of each seat."""
        if self.layout.score == NOWHERE:
            return np.zeros((len(states), players))
        return _numbers(states, self.layout.score, self.layout.score_width, players + 1).astype(np.float64)[:, 1:]

    def turns(self, states: npt.NDArray[np.uint8]) -> Floats:
        """1 where seat 1 is to move, else -1."""
        return np.where(states[:, self.mover] == 1, 1.0, -1.0)


def _numbers(states: npt.NDArray[np.uint8], offset: int, width: int, count: int) -> npt.NDArray[Any]:
    block = np.ascontiguousarray(states[:, offset : offset + width * count])
    return block.view({1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}[width])


def side_symmetry(game: Game) -> npt.NDArray[np.int64] | None:
    """The map of sites that changes the sides at the start of a game, components paired by name; None if none does."""
    pieces = {piece.site: (piece.name.rstrip("12"), piece.owner) for piece in game.start().pieces()}
    centres = np.array(game.facts.geometry.centres, dtype=np.float64)
    board = len(centres)
    on_board = {site: piece for site, piece in pieces.items() if site < board}
    if not any(owner in (1, 2) for _, owner in on_board.values()):
        return None
    low, high = centres.min(axis=0), centres.max(axis=0)
    for flips in ((1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)):
        mapped = _nearest(centres, (centres - (low + high) / 2) * flips + (low + high) / 2)
        if mapped is None:
            continue
        if all(
            on_board.get(int(mapped[site])) == (name, {1: 2, 2: 1}.get(owner, owner))
            for site, (name, owner) in on_board.items()
        ):
            return mapped
    return None


def _nearest(centres: Floats, moved: Floats) -> npt.NDArray[np.int64] | None:
    """The site at each place; None if some place has none."""
    distance = ((centres[:, None, :] - moved[None, :, :]) ** 2).sum(axis=2)
    found = distance.argmin(axis=0)
    return found if bool((distance.min(axis=0) < 1e-4).all()) and len(set(found.tolist())) == len(found) else None


class SharedWeights:
    """Which columns of the features share a weight: the kinds of pieces of both sides, each seen from its own side."""

    def __init__(self, game: Game, reader: PositionReader) -> None:
        layout = reader.layout
        names = {
            one.number: one.name.rstrip("12") if one.owner in (1, 2) else one.name for one in game.facts.components
        }
        symmetry = side_symmetry(game)
        self.is_symmetric = symmetry is not None
        kinds: dict[tuple[str, int], int] = {}
        self.groups = np.full((layout.components, layout.sites), -1, dtype=np.int64)
        """The weight of each component on each site; -1 for none."""
        hands = _hand_map(game, layout.sites)
        self.other_side: npt.NDArray[np.int64] | None = None
        """Each site as the other side sees it, hands included; None without a symmetry."""
        if symmetry is not None:
            beyond = [hands.get(site, site) for site in range(len(symmetry), layout.sites)]
            self.other_side = np.concatenate([symmetry, np.array(beyond, dtype=np.int64)])
        self.kind_of = np.arange(layout.components) + layout.components
        for component in game.facts.components:
            number, owner = component.number, component.owner
            if owner not in (1, 2):
                continue
            side = owner if symmetry is None else 1
            kind = kinds.setdefault((names[number], side), len(kinds))
            for site in range(layout.sites):
                seen = int(self.other_side[site]) if owner == 2 and self.other_side is not None else site
                self.groups[number, site] = kind * layout.sites + seen
            self.kind_of[number] = kind
        self.kinds, self.sites = len(kinds), layout.sites
        mobility = piece_worth(game)
        self.worth = np.zeros(len(kinds))
        """The worth of each kind by its mobility, from which the fit departs."""
        for component in game.facts.components:
            at = self.groups[component.number, 0]
            if at >= 0:
                self.worth[at // layout.sites] = mobility.get(component.number, 1.0)


def _hand_map(game: Game, sites: int) -> dict[int, int]:
    """The sites of the hands of both sides, each as that of the other side."""
    hands = [one for one in game.facts.containers[1:] if one.owner in (1, 2)]
    first, second = ([site for one in hands if one.owner == owner for site in one.sites] for owner in (1, 2))
    return dict([*zip(second, first, strict=False), *zip(first, second, strict=False)])
