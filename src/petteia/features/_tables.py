"""Small sets of features as tables from what lies around a site to the instances that hold there, for fast playouts.

An instance is a bit. Each of its conditions can be looked up apart: what a few cells around the pivot hold, which site
the pivot is, where the latest move went, where the move comes from. The conjunction of what tables say of each of them
is the set of instances that hold. Bits of one feature fill whole *lanes* of eight, so that a feature holds if one of
its lanes is not zero. Tables serve two players, features that ask for nothing but the rim, empty sites, and pieces of
either side, and sets whose instances are not too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from petteia.board import OFF_BOARD
from petteia.types import bits

from ._board import FeatureBoard
from ._instances import BY_FROM, EMPTIES, ENEMIES, FRIENDS, LAST_FROM, LAST_TO, Chain, Roster, shape_of
from .pattern import Feature

CHUNK_CELLS = 4
CHUNK_BIT = 4
"""Where bits of a chunk begin in a code: then it is an offset into a table of vectors of 16 bytes."""
LANE, BYTE, VECTOR = 8, 8, 128
"""Bits of a lane, lanes that are raised together, bits of a vector."""

_MOST_VECTORS = 8
MOST_CHUNKS = 24
_WORD = 64
CODES = {EMPTIES: 0, FRIENDS: 1, ENEMIES: 2}
OFF, _ALL = 3, 0b1111
Bytes = npt.NDArray[np.uint8]


class Instance(NamedTuple):
    """The conditions of an instance: where the move comes from, of the latest move (-1: nothing), of cells around."""

    origin: int
    last: tuple[int, int]
    """Displacements of where the latest move went to and came from."""
    cells: tuple[tuple[int, int], ...]
    """Allowed contents (bits by code), by displacement from the pivot."""


_ANYWHERE = Instance(-1, (-1, -1), ())


@dataclass(frozen=True)
class Aspect:
    """The tables of features with one kind of pivot. Rows are vectors of bits, an instance each."""

    chunks: tuple[Bytes, Bytes]
    """For each player: by chunk of cells, by the codes of its cells."""
    pivots: Bytes
    answers: tuple[Bytes, Bytes]
    """By place where the latest move went to or came from, as `Tables.last` numbers them from 1 on; 0 is any other."""
    pairs: Bytes
    """By displacement of the site a move comes from, as `Tables.origins` numbers them from 1 on; 0 is any other."""
    features: list[list[int]]
    """By lane: the feature it stands for, in lists of as many lanes as are raised together; -1 for none."""
    still: dict[int, int]
    """Features that ask for nothing but their pivot, which have no lane, with the sites where they always hold."""


@dataclass(frozen=True)
class Tables:
    """Tables by aspect, the pivot being where a move goes to or comes from; None for an aspect without features."""

    cells: list[int]
    origins: list[int]
    last: tuple[list[int], list[int]]
    aspects: tuple[Aspect | None, Aspect | None]

    @property
    def chunks(self) -> int:
        """How many chunks a code has."""
        return max(1, -(-len(self.cells) // CHUNK_CELLS))


Instances = dict[int, dict[Instance, int]]
"""By feature: its instances, with the pivots they apply to."""


def find_instances(
    features: Sequence[Feature], board: FeatureBoard, roster: Roster, *, onto_empty: bool
) -> tuple[Instances, Instances] | None:
    """The instances of features whose pivot is where a move goes to, and of the others; None if tables do not serve.

    Where all moves go `onto_empty` sites, nothing needs to be looked up there.
    """
    found: tuple[Instances, Instances] = ({}, {})
    for number, one in enumerate(features):
        if one.word:
            continue
        instances = _instances(board.chains(one, roster), board)
        if instances is None:
            return None
        by_from = shape_of(one) == BY_FROM
        own = _onto_empty(instances, board) if onto_empty and not by_from else instances
        if own:
            found[by_from][number] = own
    return found


def make_tables(found: tuple[Instances, Instances], board: FeatureBoard) -> Tables | None:
    """The tables of instances by aspect; None if they are too many."""
    every = [one for side in found for instances in side.values() for one in instances]
    cells = sorted({cell for one in every for cell, _ in one.cells}, key=partial(_mean_distance, board))
    origins = sorted({one.origin for one in every} - {-1})
    last = tuple(sorted({one.last[k] for one in every} - {-1}) for k in range(2))
    tables = Tables(cells, origins, (last[0], last[1]), (None, None))
    still = [{number: _pivots(own) for number, own in side.items() if _is_still(own)} for side in found]
    moving = [{number: own for number, own in side.items() if not _is_still(own)} for side in found]
    lanes = [_lanes(side) for side in moving]
    if any(len(one) * BYTE * LANE > _MOST_VECTORS * VECTOR for one in lanes) or not _are_small(tables, board):
        return None
    made = [
        _aspect(side, own, rest, tables, board) if side or rest else None
        for side, own, rest in zip(moving, lanes, still, strict=True)
    ]
    return replace(tables, aspects=(made[0], made[1]))


def _mean_distance(board: FeatureBoard, cell: int) -> float:
    """By how much the numbers of sites differ over a displacement: in that order sites see their cells ascending."""
    ends = board.targets[cell]
    on_board = ends != OFF_BOARD
    return float(np.mean(ends[on_board] - np.flatnonzero(on_board)))


def _are_small(tables: Tables, board: FeatureBoard) -> bool:
    """True if places in codes and numbers of displacements are small enough for the types that hold them."""
    chunks = tables.chunks
    most = max(len(tables.origins), *map(len, tables.last))
    return chunks <= MOST_CHUNKS and (board.count + CHUNK_CELLS) * chunks < 2**16 and most < 2**8


# -- instances ------------------------------------------------------------------------------------------------------


def _instances(chains: Iterable[Chain], board: FeatureBoard) -> dict[Instance, int] | None:
    """Chains as instances with the pivots they apply to; None if they ask for what codes do not say."""
    found: dict[Instance, int] = {}
    for chain in chains:
        cells: dict[int, int] = {}
        last = {LAST_TO: -1, LAST_FROM: -1}
        for displacement, source, negated in chain.conditions:
            if source in last and not negated:
                last[source] = displacement
            elif source in CODES:
                allowed = 1 << CODES[source]
                cells[displacement] = cells.get(displacement, _ALL) & (_ALL ^ allowed if negated else allowed)
            else:
                return None
        one = Instance(chain.origin, (last[LAST_TO], last[LAST_FROM]), tuple(sorted(cells.items())))
        found[one] = found.get(one, 0) | chain.pivots
    return _without_rims(found, board)


def _without_rims(instances: dict[Instance, int], board: FeatureBoard) -> dict[Instance, int]:
    """Instances at the rim lack negations, which hold beyond it; there, those that ask for them say the same."""
    left = dict(instances)
    for one in sorted(instances, key=lambda one: -len(one.cells)):
        for cell, allowed in one.cells:
            shorter = one._replace(cells=tuple(other for other in one.cells if other[0] != cell))
            if allowed >> OFF & 1 and shorter in left:
                beyond = left[shorter] & ~board.on_board(cell)
                left[one] |= beyond
                left[shorter] ^= beyond
    return {one: pivots for one, pivots in left.items() if pivots}


def _onto_empty(instances: dict[Instance, int], board: FeatureBoard) -> dict[Instance, int]:
    """The instances that can hold where the pivot is empty, which they no longer ask for."""
    here = int(board.displacement[0, 0])
    found: dict[Instance, int] = {}
    for one, pivots in instances.items():
        asked = dict(one.cells).get(here, _ALL)
        if asked >> CODES[EMPTIES] & 1:
            shorter = one._replace(cells=tuple(other for other in one.cells if other[0] != here))
            found[shorter] = found.get(shorter, 0) | pivots
    return found


def _is_still(instances: dict[Instance, int]) -> bool:
    """True if a feature asks for nothing that may change."""
    return all(one == _ANYWHERE for one in instances)


def _pivots(instances: dict[Instance, int]) -> int:
    found = 0
    for pivots in instances.values():
        found |= pivots
    return found


# -- layout ---------------------------------------------------------------------------------------------------------


def _lanes(side: dict[int, dict[Instance, int]]) -> list[list[int]]:
    """Features in lanes: as many lists as are needed, no feature in two of them; a long feature has several lanes."""
    found: list[list[int]] = []
    for feature in sorted(side, key=lambda one: -len(side[one])):
        needed = -(-len(side[feature]) // LANE)
        if needed > BYTE:
            return [[] for _ in range(_MOST_VECTORS * VECTOR)]  # more than serve
        free = next((one for one in found if len(one) + needed <= BYTE), None)
        if free is None:
            free = []
            found.append(free)
        free += [feature] * needed
    return [one + [-1] * (BYTE - len(one)) for one in found]


def _aspect(
    side: dict[int, dict[Instance, int]],
    lanes: list[list[int]],
    still: dict[int, int],
    tables: Tables,
    board: FeatureBoard,
) -> Aspect:
    size = max(1, -(-len(lanes) * BYTE * LANE // VECTOR)) * VECTOR
    order = {cell: divmod(k, CHUNK_CELLS) for k, cell in enumerate(tables.cells)}
    codes = np.arange(4**CHUNK_CELLS)
    chunks = np.ones((tables.chunks, len(codes), size), dtype=bool)
    pivots = np.zeros((board.count, size), dtype=bool)
    answers = [np.zeros((1 + len(last), size), dtype=bool) for last in tables.last]
    pairs = np.zeros((1 + len(tables.origins), size), dtype=bool)
    flat = [feature for some in lanes for feature in some]
    for feature, instances in side.items():
        first = flat.index(feature) * LANE
        for bit, (one, where) in enumerate(sorted(instances.items()), first):
            for cell, allowed in one.cells:
                chunk, place = order[cell]
                chunks[chunk, :, bit] &= (allowed >> (codes >> 2 * place & 3) & 1).astype(bool)
            pivots[list(bits(where)), bit] = True
            for table, known, asked in zip(answers, tables.last, one.last, strict=True):
                table[1 + known.index(asked) if asked >= 0 else slice(None), bit] = True
            pairs[1 + tables.origins.index(one.origin) if one.origin >= 0 else slice(None), bit] = True
    players = (_packed(chunks), _packed(chunks[:, (codes & 0x55) << 1 | codes >> 1 & 0x55]))
    return Aspect(players, _packed(pivots), (_packed(answers[0]), _packed(answers[1])), _packed(pairs), lanes, still)


def _packed(rows: npt.NDArray[np.bool_]) -> Bytes:
    return np.packbits(rows, axis=-1, bitorder="little")


def swap_sides(allowed: int) -> int:
    """The contents a cell may have, bits by code, as the other player says it."""
    friends, enemies = (allowed >> CODES[side] & 1 for side in (FRIENDS, ENEMIES))
    return (
        allowed & ~(1 << CODES[FRIENDS] | 1 << CODES[ENEMIES]) | enemies << CODES[FRIENDS] | friends << CODES[ENEMIES]
    )


def seers_of(tables: Tables, board: FeatureBoard) -> npt.NDArray[np.uint16]:
    """By site and cell, whole chunks of them: which of the chunks of all sites has this site as that cell.

    Those behind the last are nobody's: no site sees this one there. There is one for each cell, since what is changed
    twice in a row has to wait.
    """
    size = tables.chunks * CHUNK_CELLS
    seers = np.tile(board.count * tables.chunks + np.arange(size), (board.count, 1))
    for k, ends in enumerate(board.targets[cell] for cell in tables.cells):
        on_board = ends != OFF_BOARD
        seers[ends[on_board], k] = np.flatnonzero(on_board) * tables.chunks + k // CHUNK_CELLS
    return seers.astype(np.uint16)


def empty_codes(tables: Tables, board: FeatureBoard) -> npt.NDArray[np.uint16]:
    """The chunks of all sites on an empty board: two bits a cell, both set off the board."""
    codes = np.zeros((board.count, tables.chunks), dtype=np.uint16)
    for k, ends in enumerate(board.targets[cell] for cell in tables.cells):
        codes[ends == OFF_BOARD, k // CHUNK_CELLS] |= np.uint16(OFF << CHUNK_BIT + 2 * (k % CHUNK_CELLS))
    return codes


def near_of(tables: Tables, board: FeatureBoard) -> npt.NDArray[np.uint64] | None:
    """By site: the sites that its cells are, the first bits of those in its code, and both bits of those off the board.

    None if that does not lead from sites to codes: bits are gathered and spread in ascending order.
    """
    if board.count > _WORD or len(tables.cells) > _WORD // 2:
        return None
    columns = np.array([board.targets[cell] for cell in tables.cells]).reshape(-1, board.count)
    near = np.zeros((board.count, 3), dtype=np.uint64)
    for site in range(board.count):
        on_board = [(int(end), 2 * k) for k, end in enumerate(columns[:, site]) if end != OFF_BOARD]
        if sorted(on_board) != on_board or len({end for end, _ in on_board}) < len(on_board):
            return None
        seen, spread = (sum(1 << one[part] for one in on_board) for part in range(2))
        near[site] = seen, spread, sum(OFF << 2 * k for k, end in enumerate(columns[:, site]) if end == OFF_BOARD)
    return near
