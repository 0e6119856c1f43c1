"""Playouts by a small set of features in native code: its tables in the form that `features_playout.h` reads."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.board import OFF_BOARD

from ._native import NativeSet, library
from ._tables import Group, Tables, make_tables
from .positions import Positions, last_move, native_engine

if TYPE_CHECKING:
    from petteia.game import State

    from .sets import FeatureSet

_POINTER, _HALF = ctypes.c_void_p, ctypes.c_uint32
_LARGEST_LOGIT = 30.0


class _Playout(ctypes.Structure):
    """The struct `Playout` of `features_playout.h`."""

    _fields_ = (
        ("set", _POINTER), ("cells", _HALF), ("words", _HALF), ("class_count", _HALF), ("is_exact", _HALF),
        ("shrinks", _HALF), ("inverse", _POINTER), ("empty_codes", _POINTER), ("groups", _POINTER),
        ("classes", _POINTER), ("reactions", _POINTER), ("reaction_count", _HALF), ("low", _POINTER),
        ("high", _POINTER), ("base", _POINTER), ("limit", ctypes.c_float),
    )  # fmt: skip


class _Group(ctypes.Structure):
    _fields_ = (("pick", ctypes.c_uint64 * 2), ("low_bits", ctypes.c_uint64), ("masks", _POINTER))


class _Rules(ctypes.Structure):
    """The struct `Rules` of `features_playout.h`."""

    _fields_ = (("moves", _POINTER), ("play", _POINTER), ("draws", _HALF), ("over", _HALF))


def rules_of(features: FeatureSet) -> ctypes.Structure:
    """The entry points of the game that playouts call."""
    game = features.game
    engine = native_engine(game)
    return _Rules(
        engine.entry_point("pt_moves"),
        engine.entry_point("pt_play"),
        int(game.facts.draws),
        game.facts.slots["over"].offset,
    )


class NativePlayout:
    """A set of features and weights that playouts are played by. It owns the memory that it points to."""

    def __init__(
        self, features: FeatureSet, native: NativeSet, weights: npt.NDArray[np.float64], *, exact: bool, limit: float
    ) -> None:
        self._kept: list[Any] = [native]
        self._features = features
        self._shrinks = features.game.facts.playout.startswith("shrinking")
        served = features.game.players == 2
        tables = (
            make_tables(features.features, features.board, native.origins, onto_empty=self._shrinks) if served else None
        )
        self.serves = tables is not None
        self._struct = _Playout()
        if tables is not None:
            self._fill(tables, native, weights)
            self._struct.is_exact, self._struct.limit = int(exact), limit

    @property
    def pointer(self) -> int:
        """The address of the playout."""
        return ctypes.addressof(self._struct)

    def play(self, state: State, count: int, seed: int = 0) -> tuple[int, npt.NDArray[np.uint64]]:
        """Plays a number of playouts from a state: how many moves they had, and the doubled ranks of all, by seat."""
        facts, rules = self._features.game.facts, rules_of(self._features)
        ranks = np.zeros(facts.players + 1, dtype=np.uint64)
        last = np.array(last_move(state), dtype=np.int16)
        moves = library().ptf_playouts(
            self.pointer, ctypes.addressof(rules), state.raw.pointer, facts.state_size,
            last.ctypes.data if last[0] >= 0 else None, seed, count, facts.slots["ranks"].offset, ranks.ctypes.data,
        )  # fmt: skip
        return int(moves), ranks

    def likings(self, state: State) -> npt.NDArray[np.float32]:
        """exp f(s, a) of each legal move of a state, as playouts see it."""
        given = Positions.of([state])
        found = np.zeros(len(given.moves), dtype=np.float32)
        last = given.last.ctypes.data if given.last[0, 0] >= 0 else None
        library().ptf_likings(
            self.pointer, given.states.ctypes.data, last, given.moves.ctypes.data, len(found), found.ctypes.data
        )
        return found

    def _keep(self, values: Any, kind: Any) -> int:
        array = np.ascontiguousarray(values, dtype=kind)
        self._kept.append(array)
        return int(array.ctypes.data)

    def _fill(self, tables: Tables, native: NativeSet, weights: npt.NDArray[np.float64]) -> None:
        board, made = self._features.board, self._struct
        made.set = native.pointer
        made.cells, made.words = len(tables.cells), 1 if len(tables.cells) <= 32 else 2
        made.class_count = 2 + len(native.origins)
        made.shrinks = int(self._shrinks)
        targets = [board.targets[cell] for cell in tables.cells]
        inverse = np.full((board.count, max(1, len(targets))), board.count)
        codes = np.zeros((board.count, 2), dtype=np.uint64)
        for k, ends in enumerate(targets):
            on_board = ends != OFF_BOARD
            inverse[ends[on_board], k] = np.flatnonzero(on_board)
            codes[~on_board, k // 32] |= np.uint64(3 << 2 * (k % 32))
        made.inverse, made.empty_codes = self._keep(inverse, np.uint16), self._keep(codes, np.uint64)
        self._fill_groups(tables)
        self._fill_reactions(tables)
        self._fill_weights(native, weights)

    def _fill_groups(self, tables: Tables) -> None:
        order = {cell: k for k, cell in enumerate(tables.cells)}
        groups: list[_Group] = []
        ranges = []
        for kind in range(self._struct.class_count):
            for reaction in (-1, *tables.reactions):
                own = tables.classes.get((kind, reaction), [])
                ranges.append((len(groups), len(own)))
                groups += [self._group(one, order) for one in own]
        array = (_Group * max(1, len(groups)))(*groups)
        self._kept.append(array)
        self._struct.groups, self._struct.classes = ctypes.addressof(array), self._keep(ranges, np.uint32)

    def _group(self, group: Group, order: dict[int, int]) -> _Group:
        picks = [0, 0]
        for cell in group.cells:
            picks[order[cell] // 32] |= 3 << 2 * (order[cell] % 32)
        return _Group((ctypes.c_uint64 * 2)(*picks), picks[0].bit_count(), self._keep(group.masks(), np.uint16))

    def _fill_reactions(self, tables: Tables) -> None:
        self._struct.reaction_count = len(tables.reactions)
        if not tables.reactions:
            return
        table = np.zeros(self._features.board.displacement.shape)
        for k, displacement in enumerate(tables.reactions, 1):
            table[self._features.board.displacement == displacement] = k
        self._struct.reactions = self._keep(table, np.uint8)

    def _fill_weights(self, native: NativeSet, weights: npt.NDArray[np.float64]) -> None:
        rows = np.broadcast_to(weights, (2, len(self._features)))
        padded = np.zeros((2, 16))
        placed = [k for k, one in enumerate(self._features) if not one.word]
        padded[:, placed] = rows[:, placed]
        bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
        halves = [np.exp(np.clip(padded[:, part] @ bits.T, -_LARGEST_LOGIT, _LARGEST_LOGIT)) for part in _HALVES]
        self._struct.low, self._struct.high = (self._keep(half, np.float32) for half in halves)
        self._struct.base = self._keep(np.exp(np.clip(native.word_weights(rows), -20, 20)), np.float32)


_HALVES = (slice(0, 8), slice(8, 16))
