"""Native code of networks: the library, positions as words of bits, and networks and tables over them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError
from petteia.native.binding import Functions, runtime_library
from petteia.native.structs import PRIVATE

from ._networks import Network
from .unfolding import bits

if TYPE_CHECKING:
    from petteia.game import Game

_POINTER, _HALF, _REAL = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_double
_UNION, _COMPLEMENT, _NUMBER_IS = range(3)

Bytes = npt.NDArray[np.uint8]


class _Word(ctypes.Structure):
    _fields_ = (
        ("kind", _HALF), ("first", _HALF), ("count", _HALF), ("number", ctypes.c_int32), ("mask", ctypes.c_uint64),
    )  # fmt: skip


class _View(ctypes.Structure):
    _fields_ = (("words", _HALF), ("word", _POINTER), ("offsets", _POINTER))


class _Network(ctypes.Structure):
    _fields_ = (
        ("view", _View),
        ("nodes", _HALF), ("leaves", _HALF), ("features", _HALF), ("stages", _HALF), ("heights", _HALF),
        ("need", _POINTER), ("height", _POINTER), ("parent_start", _POINTER), ("parents", _POINTER),
        ("output_start", _POINTER), ("outputs", _POINTER), ("weights", _POINTER), ("biases", _POINTER),
        ("stage_of", _POINTER), ("filled_words", ctypes.c_uint64), ("depth_first", _HALF),
        ("scale", _REAL), ("turn", _REAL), ("mover_offset", _HALF),
        (PRIVATE, ctypes.c_uint8 * 128),
    )  # fmt: skip


class _Tables(ctypes.Structure):
    _fields_ = (
        ("view", _View),
        ("sites", _HALF), ("site_words", _HALF), ("digits", _HALF), ("regions", _HALF), ("stages", _HALF),
        ("touch_start", _POINTER), ("touch_region", _POINTER), ("touch_power", _POINTER),
        ("region_table", _POINTER), ("table", _POINTER), ("entries", _HALF), ("biases", _POINTER),
        ("stage_of", _POINTER), ("scale", _REAL), ("turn", _REAL), ("mover_offset", _HALF),
        (PRIVATE, ctypes.c_uint8 * 32),
    )  # fmt: skip


class Rules(ctypes.Structure):
    """The functions of a game that self-play calls and the fields it reads."""

    _fields_ = (
        ("moves", _POINTER), ("play", _POINTER), ("copy", _POINTER),
        ("state_size", _HALF), ("move_size", _HALF), ("mover", _HALF), ("over", _HALF), ("ranks", _HALF),
        ("score", _HALF), ("value", _POINTER), ("self", _POINTER), ("filled_offsets", _POINTER),
        ("filled_words", _HALF),
    )  # fmt: skip


class Plan(ctypes.Structure):
    """How self-play draws moves, and which positions it keeps."""

    _fields_ = (
        ("seed", ctypes.c_uint64), ("noise", _REAL),
        ("games", _HALF), ("depth", _HALF), ("opening", _HALF), ("most_moves", _HALF),
        ("wanted", _POINTER), ("every", _HALF), ("room", _HALF),
    )  # fmt: skip


_FUNCTIONS: Functions = (
    ("ptn_new", _POINTER, [_POINTER]),
    ("ptn_free", None, [_POINTER]),
    ("ptn_update", _REAL, [_POINTER, _POINTER]),
    ("ptn_value", _REAL, [_POINTER, _POINTER, _HALF]),
    ("ptn_totals", _POINTER, [_POINTER]),
    ("ptn_visits", ctypes.c_uint64, [_POINTER]),
    ("ptn_tables_new", _POINTER, [_POINTER]),
    ("ptn_tables_free", None, [_POINTER]),
    ("ptn_tables_update", _REAL, [_POINTER, _POINTER]),
    ("ptn_tables_value", _REAL, [_POINTER, _POINTER, _HALF]),
    ("ptn_columns", None, [_POINTER, _POINTER, _HALF, _HALF, _HALF, _POINTER]),
    ("ptn_count", None, [_POINTER, _POINTER, _POINTER, _POINTER, _HALF, _POINTER, _HALF, _POINTER, _POINTER, _POINTER]),
    ("ptn_hold", None, [_POINTER, _POINTER, _HALF, _POINTER, _HALF, _POINTER]),
    ("ptn_apply", None, [_POINTER, _HALF, _HALF, _POINTER, _POINTER]),
    ("ptn_back", None, [_POINTER, _HALF, _HALF, _POINTER, _POINTER]),
    ("ptn_places", None, [_POINTER, _POINTER, _HALF, _HALF, _POINTER]),
    ("ptn_run", _REAL, [_POINTER, _POINTER, _POINTER, _HALF, _HALF]),
    ("ptg_solve", ctypes.c_int, [_POINTER, _POINTER, _HALF, _HALF, _POINTER, _POINTER]),
    ("ptg_walk", _HALF, [_POINTER, _POINTER, _POINTER, _HALF]),
    ("ptg_play", _HALF, [_POINTER, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER]),
)


@cache
def network_library() -> Any:
    """The loaded library, compiled when it is first asked for on a machine."""
    structs = {"Word": _Word, "View": _View, "Network": _Network, "Tables": _Tables, "Rules": Rules, "Plan": Plan}
    return runtime_library("network", ("network_games.c",), _FUNCTIONS, structs=structs)


def address(function: str) -> int:
    """The address of a function of the library."""
    return ctypes.cast(getattr(network_library(), function), _POINTER).value or 0


@dataclass
class View:
    """How positions become bits: word by word, 64 inputs each. Input `64 w + b` is bit `b` of word `w`."""

    words: list[tuple[int, tuple[int, ...], int, int]] = field(default_factory=list)
    """Kind, offsets in the state (of a number: offset and width), the number, and the mask of bits in use."""
    state_size: int = 0
    filled: list[int] = field(default_factory=list)
    """The words that together show the filled sites."""
    mover: int = 0
    """Where the state says whose turn it is."""
    _kept: list[Any] = field(default_factory=list, repr=False)

    @classmethod
    def plain(cls, inputs: int) -> View:
        """Positions that are nothing but the bits of their inputs."""
        count = (inputs + 63) // 64
        words: list[tuple[int, tuple[int, ...], int, int]] = []
        for w in range(count):
            words.append((_UNION, (8 * w,), 0, (1 << min(64, inputs - 64 * w)) - 1))
        return cls(words, 8 * count + 8, list(range(count)), 8 * count)

    @classmethod
    def of_game(cls, game: Game, numbers: Sequence[tuple[str, int, int]] = ()) -> View:
        """The pieces of each component (in order), blank sites, and fields (name, index) that have a value."""
        slots, facts = game.facts.slots, game.facts
        pieces = slots["pieces"]
        across, sites = pieces.words, facts.sites
        masks = [(1 << max(0, min(64, sites - 64 * part))) - 1 for part in range(across)]
        view = cls(state_size=facts.state_size, mover=slots["mover"].offset)
        starts = [pieces.offset + 8 * across * component.number for component in facts.components]
        for start in starts:
            view.words += [(_UNION, (start + 8 * part,), 0, masks[part]) for part in range(across)]
        view.filled = list(range(len(view.words)))
        for part in range(across):
            view.words.append((_COMPLEMENT, tuple(start + 8 * part for start in starts), 0, masks[part]))
        for name, index, value in numbers:
            slot = slots[name]
            view.words.append((_NUMBER_IS, (slot.offset + slot.width * index, slot.width), value, 1))
        return view

    @property
    def inputs(self) -> int:
        """How many inputs there are, used or not."""
        return 64 * len(self.words)

    def native(self) -> _View:
        """The struct that native code reads; it stays valid as long as this object."""
        words = (_Word * len(self.words))()
        offsets: list[int] = []
        for k, (kind, places, number, mask) in enumerate(self.words):
            if kind == _NUMBER_IS:
                words[k] = _Word(kind, places[0], places[1], number, mask)
            else:
                words[k] = _Word(kind, len(offsets), len(places), number, mask)
                offsets += places
        listed = (ctypes.c_uint32 * max(1, len(offsets)))(*offsets)
        self._kept += [words, listed]
        return _View(len(self.words), ctypes.addressof(words), ctypes.addressof(listed))

    def columns(self, states: Bytes) -> npt.NDArray[np.uint64]:
        """The inputs of many positions (rows of bytes) as columns of bits: two for each input."""
        count = len(states)
        across = (count + 63) // 64
        found = np.zeros((2 * self.inputs, across), np.uint64)
        view = self.native()
        network_library().ptn_columns(
            ctypes.byref(view), states.ctypes.data, states.shape[1], count, across, found.ctypes.data
        )
        return found


def _halves(values: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    return np.ascontiguousarray(np.asarray(values, dtype=np.uint32).reshape(-1))


def _starts(groups: Sequence[Sequence[int]]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Lists of different lengths, one after the other, and where each begins."""
    ends = np.cumsum([0, *map(len, groups)])
    return _halves(ends), _halves([one for group in groups for one in group] or [0])


def count_outputs(
    outputs: Sequence[Sequence[Sequence[int]]],
    groups: Sequence[int],
    columns: npt.NDArray[np.uint64],
    positions: int,
    *,
    counts: bool = True,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
    """How many outputs of each group hold in each position, and in how many positions each output does.

    An output is a list of clauses, a clause a list of literals (`2 i` for input `i`, `2 i + 1` for its denial).
    """
    across = columns.shape[1]
    clauses = [clause for output in outputs for clause in output]
    output_start, _ = _starts([[0] * len(output) for output in outputs])
    clause_start, literals = _starts(clauses)
    group = _halves(groups)
    rows = (max(groups) + 1 if len(groups) else 0) if counts else 0
    totals = np.zeros((rows, 64 * across), np.uint16)
    held = np.zeros(len(outputs), np.uint32)
    scratch = np.zeros(across, np.uint64)
    network_library().ptn_count(
        output_start.ctypes.data, clause_start.ctypes.data, literals.ctypes.data, group.ctypes.data, len(outputs),
        columns.ctypes.data, across, scratch.ctypes.data, totals.ctypes.data if counts else None, held.ctypes.data,
    )  # fmt: skip
    return totals[:, :positions], held


class ThinMatrix:
    """Which thin features (masks over inputs) hold in which positions: the matrix of a fit, kept as bits."""

    def __init__(self, masks: Sequence[int], view: View, states: Bytes) -> None:
        columns = view.columns(states)
        self.positions = len(states)
        self._across = columns.shape[1]
        self._held = np.zeros((len(masks), self._across), np.uint64)
        start, literals = _starts([list(bits(mask)) for mask in masks])
        network_library().ptn_hold(
            start.ctypes.data, literals.ctypes.data, len(masks), columns.ctypes.data, self._across,
            self._held.ctypes.data,
        )  # fmt: skip
        if self.positions % 64:  # denials hold in the positions that are not there, too
            self._held[:, -1] &= np.uint64((1 << self.positions % 64) - 1)

    def support(self) -> npt.NDArray[np.int64]:
        """In how many positions each feature holds."""
        return self.back(np.ones(self.positions)).astype(np.int64)

    def chosen(self, which: Sequence[int]) -> ThinMatrix:
        """Some of the features."""
        other = object.__new__(ThinMatrix)
        other.positions, other._across = self.positions, self._across
        other._held = np.ascontiguousarray(self._held[list(which)])
        return other

    def apply(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The sum of weights in each position."""
        sums = np.zeros(64 * self._across)
        given = np.ascontiguousarray(weights, np.float64)
        network_library().ptn_apply(
            self._held.ctypes.data, len(self._held), self._across, given.ctypes.data, sums.ctypes.data
        )
        return sums[: self.positions]

    def back(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The sum of values over the positions of each feature."""
        given = np.zeros(64 * self._across)
        given[: self.positions] = values
        sums = np.zeros(len(self._held))
        network_library().ptn_back(
            self._held.ctypes.data, len(self._held), self._across, given.ctypes.data, sums.ctypes.data
        )
        return sums


class NativeNetwork:
    """A network kept up to date in native code. `weights` has a row a stage and a column a feature."""

    def __init__(
        self,
        network: Network,
        view: View,
        weights: npt.NDArray[np.float64] | None = None,
        biases: Sequence[float] = (0.0,),
        stage_of: Sequence[int] = (),
        *,
        scale: float = 1.0,
        turn: float = 0.0,
        depth_first: bool = False,
    ) -> None:
        if network.inputs != view.inputs:
            raise PetteiaError(f"the network has {network.inputs} inputs, positions have {view.inputs}")
        self._library = network_library()
        features = len(network.outputs)
        given = np.zeros((1, features)) if weights is None else weights
        self._view = view
        self._constants = np.asarray(network.constants, np.int64)
        self._keep = _network_arrays(network, given, biases, stage_of or [0] * (view.inputs + 1))
        need, height, parent_start, parents, output_start, outputs, node_weights, offsets, stages = self._keep
        struct = _Network(
            view.native(), len(need), 2 * network.inputs, features, len(given), int(height.max()) + 1,
            *(array.ctypes.data for array in (need, height, parent_start, parents, output_start, outputs)),
            node_weights.ctypes.data, offsets.ctypes.data, stages.ctypes.data,
            sum(1 << word for word in view.filled), int(depth_first), scale, turn, view.mover,
        )  # fmt: skip
        self._features = features
        self.pointer = self._library.ptn_new(ctypes.byref(struct))
        if not self.pointer:
            raise PetteiaError("there is not enough memory for the network")

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self._library.ptn_free(self.pointer)
            self.pointer = None

    def update(self, state: Any) -> float:
        """Brings the network to a position (anything with the bytes of a state) and gives the weighted sum."""
        return float(self._library.ptn_update(self.pointer, state))

    @property
    def totals(self) -> list[int]:
        """The value of each feature in the position it was brought to."""
        found = (ctypes.c_int32 * self._features).from_address(self._library.ptn_totals(self.pointer))
        return [int(one) for one in np.asarray(found[:], np.int64) + self._constants]

    @property
    def visits(self) -> int:
        """How many counters were adjusted so far."""
        return int(self._library.ptn_visits(self.pointer))

    def run(self, states: Bytes) -> float:
        """Updates over positions in order; the sum of values."""
        return float(
            self._library.ptn_run(self.pointer, address("ptn_update"), states.ctypes.data, states.shape[1], len(states))
        )


def _network_arrays(
    network: Network, weights: npt.NDArray[np.float64], biases: Sequence[float], stage_of: Sequence[int]
) -> tuple[npt.NDArray[Any], ...]:
    count = len(network.need)
    parents: list[list[int]] = [[] for _ in range(count)]
    for node, children in enumerate(network.children):
        for child in children:
            parents[child].append(node)
    features: list[list[int]] = [[] for _ in range(count)]
    for feature, nodes in enumerate(network.outputs):
        for node in nodes:
            features[node].append(feature)
    parent_start, parent_list = _starts(parents)
    output_start, output_list = _starts(features)
    node_weights = np.zeros((len(weights), count))
    for node, listed in enumerate(features):
        if listed:
            node_weights[:, node] = weights[:, listed].sum(axis=1)
    always = weights @ np.asarray(network.constants, np.float64)
    return (
        _halves(network.need), _halves(network.heights), parent_start, parent_list, output_start, output_list,
        np.ascontiguousarray(node_weights), np.asarray(biases, np.float64) + always,
        np.asarray(stage_of, np.uint8),
    )  # fmt: skip


class NativeTables:
    """Regions of sites with a table each, looked up by what stands there. Kept up to date in native code.

    `regions` are tuples of sites; the place of a site in its tuple is the power of its digit: 0 for blank, else the
    number of the component. `tables` has a row a stage; `starts` says where the entries of each region begin.
    """

    def __init__(
        self,
        game: Game,
        regions: Sequence[tuple[int, ...]],
        starts: Sequence[int],
        tables: npt.NDArray[np.float32],
        biases: Sequence[float] = (0.0,),
        stage_of: Sequence[int] = (),
        *,
        scale: float = 1.0,
        turn: float = 0.0,
    ) -> None:
        self._library = network_library()
        view = View.of_game(game)
        digits = len(game.facts.components) + 1
        sites = game.facts.sites
        touches: list[list[tuple[int, int]]] = [[] for _ in range(sites)]
        for number, region in enumerate(regions):
            for place, site in enumerate(region):
                touches[site].append((number, digits**place))
        start, region_list = _starts([[one for one, _ in group] for group in touches])
        _, powers = _starts([[power for _, power in group] for group in touches])
        self._tables = np.ascontiguousarray(tables, dtype=np.float32)
        self._keep: list[Any] = [
            view, start, region_list, powers, _halves(list(starts)), self._tables, np.asarray(biases, np.float64),
            np.asarray(stage_of or [0] * (sites + 1), np.uint8),
        ]  # fmt: skip
        _, start, region_list, powers, begins, _, offsets, stages = self._keep
        self.regions = len(regions)
        self._struct = _Tables(
            view.native(), sites, game.facts.slots["pieces"].words, digits, len(regions), len(tables),
            start.ctypes.data, region_list.ctypes.data, powers.ctypes.data, begins.ctypes.data,
            self._tables.ctypes.data, self._tables.shape[1], offsets.ctypes.data, stages.ctypes.data,
            scale, turn, view.mover,
        )  # fmt: skip
        self.pointer = self._library.ptn_tables_new(ctypes.byref(self._struct))
        if not self.pointer:
            raise PetteiaError("there is not enough memory for the tables")

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self._library.ptn_tables_free(self.pointer)
            self.pointer = None

    def places(self, states: Bytes) -> npt.NDArray[np.uint32]:
        """Where each position (row of bytes) is in the table of each region."""
        found = np.zeros((len(states), self.regions), np.uint32)
        self._library.ptn_places(
            ctypes.byref(self._struct), states.ctypes.data, states.shape[1], len(states), found.ctypes.data
        )
        return found

    def update(self, state: Any) -> float:
        """The value of a position: the sum over all regions."""
        return float(self._library.ptn_tables_update(self.pointer, state))

    def run(self, states: Bytes) -> float:
        """Updates over positions in order; the sum of values."""
        return float(
            self._library.ptn_run(
                self.pointer, address("ptn_tables_update"), states.ctypes.data, states.shape[1], len(states)
            )
        )
