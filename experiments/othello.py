"""The published experiment on Othello: theory, features, patterns, symmetries, and how they look at states of play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from petteia.logic import Feature, Positions, Theory
from petteia.logic.native import Bytes, View
from petteia.logic.unfolding import Unfolded, Unfolding, bits

if TYPE_CHECKING:
    from petteia.game import Game

Square = tuple[int, int]

_PATTERNS: tuple[tuple[str, tuple[Square, ...]], ...] = (
    ("line 2", tuple((x, 1) for x in range(8))),
    ("line 3", tuple((x, 2) for x in range(8))),
    ("line 4", tuple((x, 3) for x in range(8))),
    ("diagonal 4", tuple((x, 3 - x) for x in range(4))),
    ("diagonal 5", tuple((x, 4 - x) for x in range(5))),
    ("diagonal 6", tuple((x, 5 - x) for x in range(6))),
    ("diagonal 7", tuple((x, 6 - x) for x in range(7))),
    ("diagonal 8", tuple((x, 7 - x) for x in range(8))),
    ("edge and X squares", (*((x, 0) for x in range(8)), (1, 1), (6, 1))),
    ("corner 5 x 2", tuple((x, y) for y in range(2) for x in range(5))),
    ("corner 3 x 3", tuple((x, y) for y in range(3) for x in range(3))),
)
"""The eleven patterns of Buro's evaluation, as squares (column, row) of one instance each."""


def _read(name: str) -> str:
    return (Path(__file__).parent / "data" / name).read_text(encoding="utf-8")


def othello_theory() -> Theory:
    """The domain theory of appendix A, on the board of 8 x 8."""
    return Theory.from_text(_read("othello.pl"), "othello.pl")


def othello_features(theory: Theory, which: str) -> tuple[Feature, ...]:
    """Set `a` (18 features) or `b` (42)."""
    return theory.features(_read(f"othello_{which}.pl"), f"othello_{which}.pl")


def symmetries() -> list[list[int]]:
    """The eight symmetries of the square board: where each site goes."""
    found = []
    for turn in range(4):
        for mirror in (False, True):
            images = []
            for site in range(64):
                x, y = site % 8, site // 8
                x = 7 - x if mirror else x
                for _ in range(turn):
                    x, y = 7 - y, x
                images.append(8 * y + x)
            found.append(images)
    return found


def pattern_regions() -> tuple[list[tuple[int, ...]], list[int], int]:
    """All instances of the patterns, where their tables begin (instances of one pattern share it), and all entries."""
    regions: list[tuple[int, ...]] = []
    starts: list[int] = []
    begin = 0
    for _, squares in _PATTERNS:
        instances = new_images([8 * y + x for x, y in squares], set())
        regions += instances
        starts += [begin] * len(instances)
        begin += 3 ** len(squares)
    return regions, starts, begin


def new_images(squares: Sequence[int], seen: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """Where the symmetries of the board take a region, without what has been seen before; all of it is seen then."""
    found = []
    for images in symmetries():
        image = tuple(images[square] for square in squares)
        if frozenset(image) not in seen:
            seen.add(frozenset(image))
            found.append(image)
    return found


def tied_entries(regions: Sequence[tuple[int, ...]], starts: Sequence[int], entries: int) -> npt.NDArray[np.int64]:
    """For each entry of the tables the one that stands for it: a symmetry of a region makes configurations one."""
    found = np.arange(entries)
    done: set[int] = set()
    for region, start in zip(regions, starts, strict=True):
        if start in done:
            continue
        done.add(start)
        numbers = np.arange(3 ** len(region))
        place = {site: k for k, site in enumerate(region)}
        for images in symmetries():
            if {images[site] for site in region} == set(region):
                moved = sum((numbers // 3**k % 3) * 3 ** place[images[site]] for k, site in enumerate(region))
                part = found[start : start + len(numbers)]
                np.minimum(part, start + moved, out=part)
    return found


class OthelloInputs:
    """The facts of the published theory as inputs of networks over states of the game."""

    def __init__(self, game: Game, unfolding: Unfolding) -> None:
        self.view = View.of_game(game)
        labels = {label.lower(): site for site, label in enumerate(game.facts.geometry.labels["C"])}
        word = {"x": 0, "o": 1, "blank": 2}
        self._labels = labels
        self._place: list[int] = []
        for name, row in unfolding.inputs.facts:
            kind = "blank" if name == "blank" else str(row[0])
            self._place.append(64 * word[kind] + labels[str(row[-1])])

    def neighbourhoods(self, theory: Theory) -> dict[int, frozenset[int]]:
        """Each site with its neighbours, as the theory has them."""
        near = {site: {site} for site in self._labels.values()}
        for one, _, other in theory.facts["neighbor", 3]:
            near[self._labels[str(one)]].add(self._labels[str(other)])
        return {site: frozenset(group) for site, group in near.items()}

    def mask(self, mask: int) -> int:
        """A conjunction over facts as one over inputs."""
        found = 0
        for bit in bits(mask):
            found |= 1 << (2 * self._place[bit >> 1] + (bit & 1))
        return found

    def placed(self, unfolded: Sequence[Unfolded]) -> list[Unfolded]:
        """Features over inputs instead of facts."""
        return [
            Unfolded(one.name, {row: tuple(map(self.mask, masks)) for row, masks in one.outputs.items()})
            for one in unfolded
        ]


def moved_mask(mask: int, images: Sequence[int], *, swap: bool = False) -> int:
    """A conjunction over inputs after a symmetry of the board, and perhaps with the colours exchanged."""
    found = 0
    for bit in bits(mask):
        place = bit >> 1
        word, site = divmod(place, 64)
        if swap and word < 2:
            word = 1 - word
        found |= 1 << (2 * (64 * word + images[site]) + (bit & 1))
    return found


def with_colours_swapped(positions: Positions, view: View) -> Positions:
    """The positions and their images with black and white exchanged, and so the outcome."""
    states = positions.states.copy()
    first, second = view.words[0][1][0], view.words[1][1][0]
    states[:, first : first + 8] = positions.states[:, second : second + 8]
    states[:, second : second + 8] = positions.states[:, first : first + 8]
    states[:, view.mover] = 3 - states[:, view.mover]
    return Positions(
        np.concatenate([positions.states, states]),
        np.concatenate([positions.games, positions.games]),
        np.concatenate([positions.outcomes, -positions.outcomes]),
    )


def seen_by_mover(positions: Positions, view: View) -> tuple[Positions, npt.NDArray[np.float64]]:
    """Positions with the colours exchanged where white is to move; and 1 for black, -1 for white, for each of them."""
    white = positions.states[:, view.mover] == 2
    first, second = view.words[0][1][0], view.words[1][1][0]
    states = positions.states.copy()
    states[white, first : first + 8] = positions.states[white, second : second + 8]
    states[white, second : second + 8] = positions.states[white, first : first + 8]
    states[white, view.mover] = 1
    outcomes = np.where(white, -positions.outcomes, positions.outcomes).astype(np.int16)
    return Positions(states, positions.games, outcomes), np.where(white, -1.0, 1.0)


def colours_swapped_tables(
    tables: npt.NDArray[np.float32], regions: Sequence[tuple[int, ...]], starts: Sequence[int]
) -> npt.NDArray[np.float32]:
    """Tables whose entries are those of the configurations with black and white exchanged."""
    found = tables.copy()
    for start, region in dict(zip(starts, regions, strict=True)).items():
        numbers = np.arange(3 ** len(region))
        digits = [numbers // 3**place % 3 for place in range(len(region))]
        swapped = sum((digit * 2 % 3) * 3**place for place, digit in enumerate(digits))
        found[:, start : start + len(numbers)] = tables[:, start + swapped]
    return found


def canonical_keys(states: Bytes, view: View) -> list[tuple[int, int]]:
    """For each position a key that its 16 images share."""
    first, second = view.words[0][1][0], view.words[1][1][0]
    black = np.ascontiguousarray(states[:, first : first + 8]).view(np.uint64).ravel()
    white = np.ascontiguousarray(states[:, second : second + 8]).view(np.uint64).ravel()
    tables = [np.zeros((8, 256), np.uint64) for _ in range(8)]
    for table, images in zip(tables, symmetries(), strict=True):
        for byte in range(8):
            for value in range(256):
                table[byte, value] = sum(1 << images[8 * byte + bit] for bit in range(8) if value >> bit & 1)
    best: list[tuple[int, int]] = []
    for table in tables:
        moved = []
        for plane in (black, white):
            image = np.zeros(len(plane), np.uint64)
            for byte in range(8):
                image |= table[byte, ((plane >> np.uint64(8 * byte)) & np.uint64(255)).astype(np.int64)]
            moved.append(image)
        keys = [min((int(a), int(b)), (int(b), int(a))) for a, b in zip(*moved, strict=True)]
        best = keys if not best else [min(one, other) for one, other in zip(best, keys, strict=True)]
    return best
