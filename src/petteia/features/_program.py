"""Features of a set as tables for the native evaluation: planes, masks and the chains that join them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._board import FeatureBoard, Ints, mask_of
from ._instances import BY_BOTH, BY_FROM, BY_TO, Chain
from ._numbering import number_sites, shifts_of
from .pattern import FeatureError

FIRST_PAIR = 2
"""Classes of moves from here on are displacements; before them come those by one site alone."""

_SIZES = (1, 2, 4, 8)
_WORD = 64
_MOST_PLANES = 2**16
_MASKED = 256


class ClassRange(NamedTuple):
    """The entries of a class of moves, and where their chains begin in the stream."""

    first: int
    entries: int
    stream: int


@dataclass(frozen=True)
class Program:
    """The program of the native evaluation. Its order of entries is its own; `features` leads back."""

    places: Ints
    words: int
    planes: list[tuple[int, int, int]]
    shifts: list[tuple[int, int]]
    masks: npt.NDArray[np.uint64]
    whole: int
    """The number of the mask of all sites."""
    classes: list[ClassRange]
    origins: dict[int, int]
    """The class of each displacement between the sites of a move that features care for."""
    stream: npt.NDArray[np.uint16]
    features: npt.NDArray[np.uint32]


def make_program(chains: Sequence[tuple[int, frozenset[Chain]]], board: FeatureBoard) -> Program:
    """The program of features given by shape and chains, in the order of their numbers."""
    return _Writer(board).write(chains)


class _Writer:
    def __init__(self, board: FeatureBoard) -> None:
        self.board = board
        self.places = number_sites(board)
        needed = -(-(int(self.places.max()) + 1) // _WORD) if board.count else 1
        self.words = next((size for size in _SIZES if size >= needed), needed)
        self.masks: dict[int, int] = {}
        self.planes: dict[tuple[int, int], int] = {}
        self.on_board: dict[int, int] = {}

    def write(self, chains: Sequence[tuple[int, frozenset[Chain]]]) -> Program:
        origins = sorted({chain.origin for shape, some in chains if shape == BY_BOTH for chain in some})
        class_of = {origin: FIRST_PAIR + k for k, origin in enumerate(origins)}
        entries: list[list[tuple[list[list[tuple[int, int | None]]], int]]] = [
            [] for _ in range(FIRST_PAIR + len(origins))
        ]
        for feature, (shape, some) in enumerate(chains):
            for origin in sorted({chain.origin for chain in some}):
                joined = self._joined([chain for chain in some if chain.origin == origin])
                number = class_of[origin] if shape == BY_BOTH else BY_FROM if shape == BY_FROM else BY_TO
                entries[number].append((joined, feature))
        return self._laid_out(entries, class_of)

    def _joined(self, chains: list[Chain]) -> list[list[tuple[int, int | None]]]:
        """Chains as operands: (plane, 0 or 1 for negated), or (mask, None)."""
        found = []
        for conditions, mask in self._absorbed(chains):
            operands: list[tuple[int, int | None]] = []
            implied = mask_of(range(self.board.count))
            for displacement, source, negated in conditions:
                plane = self.planes.setdefault((displacement, source), len(self.planes))
                operands.append((plane, int(negated)))
                if not negated:
                    implied &= self._on(displacement)
            if mask != implied:
                operands.append((self._mask(mask), None))
            found.append(operands)
        return found

    def _on(self, displacement: int) -> int:
        if displacement not in self.on_board:
            self.on_board[displacement] = self.board.on_board(displacement)
        return self.on_board[displacement]

    def _mask(self, mask: int) -> int:
        return self.masks.setdefault(mask, len(self.masks))

    def _absorbed(self, chains: list[Chain]) -> list[tuple[tuple[tuple[int, int, bool], ...], int]]:
        """Chains of fewer conditions are left to longer ones where those only add what holds beyond the rim anyway."""
        masks = {chain.conditions: chain.pivots for chain in chains}
        for small in sorted(masks, key=len):
            for large in masks:
                more = set(large) - set(small)
                if len(large) <= len(small) or len(more) != len(large) - len(small):
                    continue
                if all(condition.negated for condition in more):
                    taken = masks[small]
                    for condition in more:
                        taken &= ~self._on(condition.displacement)
                    masks[large] |= taken
                    masks[small] &= ~taken
        return [(conditions, mask) for conditions, mask in masks.items() if mask]

    def _laid_out(
        self, entries: list[list[tuple[list[list[tuple[int, int | None]]], int]]], origins: dict[int, int]
    ) -> Program:
        shifts: list[tuple[int, int]] = []
        planes: list[tuple[int, int, int]] = []
        for displacement, source in self.planes:
            moved = shifts_of(self.board.targets[displacement], self.places)
            planes.append((source, len(shifts), len(moved)))
            shifts += [(by, self._mask(mask_of(sites))) for by, sites in moved.items()]
        if max(2 * len(planes), len(self.masks)) >= _MOST_PLANES:
            raise FeatureError("too many different conditions for one set of features")
        stream: list[int] = []
        features: list[int] = []
        classes: list[ClassRange] = []
        for some in entries:
            coded = [(_code(joined), feature) for joined, feature in some]
            classes.append(ClassRange(len(features), len(coded), len(stream)))
            for code, feature in sorted(coded, key=lambda one: (one[0][:3], one[1])):  # alike ones in a row
                stream += code
                features.append(feature)
        return Program(
            places=self.places,
            words=self.words,
            planes=planes,
            shifts=shifts,
            whole=self._mask(mask_of(range(self.board.count))),
            masks=self._mask_words(),
            classes=classes,
            origins=origins,
            stream=np.array(stream, dtype=np.uint16),
            features=np.array(features, dtype=np.uint32),
        )

    def _mask_words(self) -> npt.NDArray[np.uint64]:
        words = np.zeros((max(1, len(self.masks)), self.words), dtype=np.uint64)
        for mask, number in self.masks.items():
            moved = 0
            for site in range(self.board.count):
                if mask >> site & 1:
                    moved |= 1 << int(self.places[site])
            words[number] = [moved >> _WORD * k & 2**_WORD - 1 for k in range(self.words)]
        return words


def _code(chains: list[list[tuple[int, int | None]]]) -> list[int]:
    """The chains of an entry, those of one form together: how many forms; each form, how many chains, their operands.

    A form is the number of planes, and `_MASKED` more if a mask stands behind them.
    """
    by_form: dict[int, list[list[int]]] = {}
    for chain in chains:
        operands = sorted(2 * plane + sign for plane, sign in chain if sign is not None)
        masks = [mask for mask, sign in chain if sign is None]
        by_form.setdefault(len(operands) + _MASKED * len(masks), []).append(operands + masks)
    code = [len(by_form)]
    for form in sorted(by_form):
        code += [form, len(by_form[form])]
        for operands in sorted(by_form[form]):
            code += operands
    return code
