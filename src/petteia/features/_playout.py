"""Playouts by a small set of features in native code: its tables in the form that `feature_policy.h` reads."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.game.guided import guided_library
from petteia.types import bits

from ._board import Ints
from ._native import NativeSet
from ._strong import Strength, make_strength
from ._tables import (
    BYTE,
    MOST_CHUNKS,
    VECTOR,
    Aspect,
    Tables,
    empty_codes,
    find_instances,
    make_tables,
    near_of,
    seers_of,
)
from .positions import Positions, last_move

if TYPE_CHECKING:
    from petteia.game import State

    from .sets import FeatureSet

_POINTER, _HALF = ctypes.c_void_p, ctypes.c_uint32
_LARGEST_LOGIT = 10_000.0
_ALIGNMENT = 64
_VECTOR_BYTES = VECTOR // 8
_CHUNK_ROOM = 256 + 20
"""As in `feature_policy.h`."""
_UNIT = 1 / 1024
"""Of what is worth something, in tables."""
_LESS_UNIT, _LESS_COUNT = 1 / 8, 64
"""As in `strong.h`."""
_CHANCES = 1024
_QUANTILES = (np.arange(_CHANCES) + 0.5) / _CHANCES
"""Of the distributions in `feature_policy.h`."""
_STEP = 0.03
"""By how much the bar falls when a move is refused; it rises by so much more that one of `limit` moves is taken."""


class _Aspect(ctypes.Structure):
    """The struct `Aspect` of `feature_policy.h`."""

    _fields_ = (("sheets", _POINTER), ("vectors", ctypes.c_uint64))


class _Strength(ctypes.Structure):
    """The struct `Strength` of `strong.h`."""

    _fields_ = (
        ("claims", _HALF), ("sets", _HALF), ("asked", _HALF * 2), ("askers", _POINTER), ("first", _POINTER),
        ("begins", _POINTER), ("claimants", _POINTER), ("claim", _POINTER), ("looks", _POINTER), ("allowed", _POINTER),
        ("less", ctypes.c_int16 * _LESS_COUNT),
    )  # fmt: skip


_CLAIM = np.dtype([("first", "u4"), ("end", "u4"), ("alike", "u4"), ("worth", "i4", (2,))])
"""The struct `Claim` of `strong.h`."""


class _Guide(ctypes.Structure):
    """The struct `Guide` of `feature_policy.h`."""

    _fields_ = (
        ("noise", ctypes.c_int16 * _CHANCES), ("lenience", ctypes.c_int16 * _CHANCES),
        ("sites", _HALF), ("chunks", _HALF), ("kind_count", _HALF), ("candidates", _HALF),
        ("after_refusal", ctypes.c_int32), ("after_taking", ctypes.c_int32), ("bar", ctypes.c_int32 * 2),
        ("shares", _POINTER), ("near", _POINTER), ("seers", _POINTER),
        ("first_codes", _POINTER), ("first_owned", _POINTER), ("by_to", _Aspect), ("by_from", _Aspect),
        ("strength", _Strength), ("places", _POINTER * 2), ("origins", _POINTER), ("kinds", _POINTER),
        ("base", _POINTER),
    )  # fmt: skip


class NativePlayout:
    """A set of features and weights that playouts are played by. It owns the memory that it points to.

    Where moves only ever use up sites, one of so many `candidates` is played, an even number; else one of `limit` moves
    on average is taken.
    """

    def __init__(
        self,
        features: FeatureSet,
        native: NativeSet,
        weights: npt.NDArray[np.float64],
        *,
        candidates: int,
        limit: float,
    ) -> None:
        self._kept: list[Any] = [native]
        self._features = features
        tables, strength = _tables(features, weights)
        self.serves = tables is not None
        self.strong: tuple[int, ...] = ()
        """The features that are found wherever they hold; others only by chance."""
        steps = (int(step) for step in _in_units([-_STEP, _STEP * (limit - 1)]))
        self._guide = _Guide(candidates=candidates, after_refusal=next(steps), after_taking=next(steps))
        if tables is not None:
            self._library = guided_library(features.game)
            self._fill(tables, native, weights)
            if strength is not None:
                self._keep_strong(strength, weights)
            self._prepare()

    @property
    def pointer(self) -> int:
        """The address of the guide."""
        return ctypes.addressof(self._guide)

    @property
    def function(self) -> int:
        """The address of `ptg_playout`."""
        return ctypes.cast(self._library.ptg_playout, ctypes.c_void_p).value or 0

    def play(self, state: State, count: int, seed: int = 0) -> tuple[int, npt.NDArray[np.uint64]]:
        """Plays a number of playouts from a state: how many moves they had, and the doubled ranks of all, by seat."""
        ranks = np.zeros(self._features.game.facts.fields["ranks"].shape[0], dtype=np.uint64)
        latest = _latest(state)
        moves = self._library.ptg_playouts(
            self.pointer, state.raw.pointer, _address(latest), seed, count, ranks.ctypes.data
        )
        return int(moves), ranks

    def play_on(self, state: State, moves: int, seeds: Iterable[int]) -> Iterator[bytes]:
        """The states after so many moves of a playout, as bytes, for each seed."""
        latest = _latest(state)
        for seed in seeds:
            played = bytearray(state.raw.buffer)
            raw = (ctypes.c_char * len(played)).from_buffer(played)
            self._library.ptg_playout(self.pointer, raw, _address(latest), seed, moves)
            yield bytes(played)

    def scores(self, state: State, since: State | None = None) -> npt.NDArray[np.float64]:
        """f(s, a) of each legal move of a state, as playouts see it that began there, or in an earlier state."""
        given, begin = Positions.of([state]), since or state
        found = np.zeros(len(given.moves), dtype=np.int32)
        raw, latest, played = (
            np.frombuffer(begin.raw.buffer, dtype=np.uint8).copy(),
            _latest(begin),
            _moves_from(begin, state),
        )
        self._library.ptg_worth(
            self.pointer, raw.ctypes.data, _address(latest), played.ctypes.data, len(played),
            given.moves.ctypes.data, len(found), found.ctypes.data,
        )  # fmt: skip
        return found.astype(np.float64) * _UNIT

    def _keep(self, values: Any, kind: Any) -> int:
        """The address of an array, at the beginning of a line of a cache, that lives as long as this object."""
        array = np.ascontiguousarray(values, dtype=kind)
        room = self._room(array.nbytes)
        room[:] = array.reshape(-1).view(np.uint8)
        return int(room.ctypes.data)

    def _room(self, size: int) -> npt.NDArray[np.uint8]:
        """So many bytes, all zero."""
        room = np.zeros(size + _ALIGNMENT, dtype=np.uint8)
        self._kept.append(room)
        skipped = -room.ctypes.data % _ALIGNMENT
        return room[skipped : skipped + size]

    def _prepare(self) -> None:
        """Codes and averages to begin with are those of the start of the game."""
        guide, start = self._guide, self._features.game.start(seed=0)
        codes = self._keep(np.zeros((guide.sites, guide.chunks)), np.uint16)
        owned = self._keep(np.zeros((2, self._set_words)), np.uint64)
        self._library.ptg_prepare(self.pointer, start.raw.pointer, codes, owned)

    @property
    def _set_words(self) -> int:
        return self._features.game.facts.slots["pieces"].words

    def _fill(self, tables: Tables, native: NativeSet, weights: npt.NDArray[np.float64]) -> None:
        board, made = self._features.board, self._guide
        made.sites, made.chunks = board.count, tables.chunks
        near = near_of(tables, board)
        made.near = None if near is None else self._keep(near, np.uint64)
        made.seers = self._keep(seers_of(tables, board), np.uint16)
        made.first_codes = self._keep(empty_codes(tables, board), np.uint16)
        made.first_owned = self._keep(np.zeros((2, self._set_words)), np.uint64)
        if any(tables.last):
            made.places = (_POINTER * 2)(
                *(self._numbered(one, board.displacement.T) if one else None for one in tables.last)
            )
        made.origins = self._numbered(tables.origins, board.displacement) if tables.origins else None
        rows = np.broadcast_to(weights, (2, len(self._features)))
        made.by_to, made.by_from = (self._aspect(one, rows) for one in tables.aspects)
        base = _in_units(native.word_weights(rows))
        made.kinds, made.base, made.kind_count = native.kinds, self._keep(base, np.int32), base.shape[1]
        made.noise[:] = _in_units(-np.log(-np.log(_QUANTILES))).astype(int).tolist()
        made.lenience[:] = _in_units(-np.log(_QUANTILES)).astype(int).tolist()
        stands_for = np.maximum(1, np.arange(board.count + 1)) / made.candidates
        made.shares = self._keep(_in_units(np.log(stands_for)), np.int32)

    def _keep_strong(self, strength: Strength, weights: npt.NDArray[np.float64]) -> None:
        made, claims = self._guide.strength, strength.claims
        made.claims, made.sets = len(claims), len(strength.first)
        made.asked = tuple(one.shape[1] for one in strength.askers)
        made.askers = self._keep(np.concatenate(strength.askers, axis=1), np.uint16)
        made.first, made.begins = self._keep(strength.first, np.uint8), self._keep(strength.begins, np.uint32)
        made.claimants = self._keep(strength.claimants, np.uint32)
        made.looks, made.allowed = self._keep(strength.looks, np.uint16), self._keep(strength.allowed, np.uint8)
        rows = np.zeros(len(claims), dtype=_CLAIM)
        rows["end"] = np.cumsum([len(one.others) for one in claims])
        rows["first"][1:] = rows["end"][:-1]
        of = np.array([one.feature for one in claims])
        rows["alike"] = (of[:, None] == of) @ (1 << np.arange(len(claims), dtype=np.uint64))
        rows["worth"] = _in_units(np.broadcast_to(weights, (2, weights.shape[1]))[:, of].T)
        made.claim = self._keep(rows.view(np.uint8), np.uint8)
        middles = (np.arange(_LESS_COUNT) + 0.5) * _LESS_UNIT
        made.less[:] = _in_units(-np.log(-np.expm1(-middles))).astype(int).tolist()
        self.strong = strength.features

    def _numbered(self, displacements: list[int], table: Ints) -> int:
        """A table of displacements by the numbers of some, from 1 on, others being 0."""
        numbers = np.zeros((len(table) + 1, len(table)))  # the row behind the last is for no site
        for k, one in enumerate(displacements, 1):
            numbers[:-1][table == one] = k
        return self._keep(numbers, np.uint8)

    def _aspect(self, aspect: Aspect | None, weights: npt.NDArray[np.float64]) -> _Aspect:
        if aspect is None:
            return _Aspect()
        vectors = aspect.pivots.shape[-1] // _VECTOR_BYTES
        kind = _sheet(self._set_words)
        sheets = self._room(vectors * kind.itemsize).view(kind)
        sheets["sides"]["worth"] = _worth(aspect, weights, vectors).transpose(1, 0, 2, 3)
        still = np.zeros((2, 64 * self._set_words))
        for feature, pivots in aspect.still.items():
            still[:, list(bits(pivots))] += weights[:, [feature]]
        sheets[0]["sides"]["still"] = _in_units(still)
        for k, sheet in enumerate(sheets):
            part = np.s_[..., k * _VECTOR_BYTES : (k + 1) * _VECTOR_BYTES]
            for player, chunks in enumerate(aspect.chunks):
                sheet["sides"]["chunks"][player, : len(chunks), : chunks.shape[1]] = chunks[part]
            sheet["pivots"][: len(aspect.pivots)] = aspect.pivots[part]
            sheet["pairs"][: len(aspect.pairs)] = aspect.pairs[part]
            for table, answers in zip(sheet["answers"], aspect.answers, strict=True):
                table[: len(answers)] = answers[part]
        return _Aspect(sheets=sheets.ctypes.data, vectors=vectors)


def _tables(features: FeatureSet, weights: npt.NDArray[np.float64]) -> tuple[Tables | None, Strength | None]:
    """The tables of a set but for its strong features, and those of these; None where they do not serve."""
    facts, board = features.game.facts, features.board
    if facts.players != 2 or facts.stacking:
        return None, None
    onto_empty = facts.playout.startswith("shrinking")
    found = find_instances(features.features, board, features.roster, onto_empty=onto_empty)
    if found is None:
        return None, None
    strength = None
    if onto_empty and all(one.owner in (1, 2) for one in facts.components):
        strength = make_strength(found[0], weights.min(axis=0), board)
    strong = () if strength is None else strength.features
    weak = {feature: instances for feature, instances in found[0].items() if feature not in strong}
    return make_tables((weak, found[1]), board), strength


def _sheet(words: int) -> np.dtype[Any]:
    """The struct `Sheet` of `feature_policy.h`, where sets of sites have so many words."""
    vector = ("u1", (_VECTOR_BYTES,))
    sites = 64 * words
    side = np.dtype(
        [
            ("chunks", vector, (MOST_CHUNKS, _CHUNK_ROOM)),
            ("worth", np.int32, (2, 2**BYTE)),
            ("still", np.int32, (sites,)),
        ]
    )
    return np.dtype(
        [("sides", side, (2,)), ("answers", vector, (2, 256)), ("pairs", vector, (256,)), ("pivots", vector, (sites,))]
    )


def _worth(aspect: Aspect, weights: npt.NDArray[np.float64], vectors: int) -> npt.NDArray[np.float64]:
    """By player, by vector, by eight lanes, by which of them are zero: f."""
    features = np.full((2 * vectors, BYTE), -1)
    features[: len(aspect.features)] = np.reshape(aspect.features, (-1, BYTE))
    shown = (np.arange(2**BYTE)[:, None] >> np.arange(BYTE) & 1) == 0
    worth = np.zeros((2, len(features), 2**BYTE))
    for player, k, feature in ((p, k, f) for p in range(2) for k, row in enumerate(features) for f in set(row) - {-1}):
        worth[player, k] += weights[player, feature] * shown[:, features[k] == feature].any(axis=1)
    return _in_units(worth).reshape(2, vectors, 2, 2**BYTE)


def _in_units(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    return np.rint(np.clip(values, -_LARGEST_LOGIT, _LARGEST_LOGIT) / _UNIT)


def _latest(state: State) -> npt.NDArray[np.int16]:
    """The latest move; of kind -1 if there was none."""
    return np.array(last_move(state), dtype=np.int16)


def _address(latest: npt.NDArray[np.int16]) -> int | None:
    return int(latest.ctypes.data) if latest[0] >= 0 else None


def _moves_from(begin: State, end: State) -> npt.NDArray[np.int16]:
    """The moves that lead from a state to a later one."""
    found, now = [], end.copy()
    while len(now.history) > len(begin.history):
        found.append(last_move(now))
        now.undo()
    return np.array(found[::-1], dtype=np.int16)
