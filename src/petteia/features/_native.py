"""The native evaluation of features: its library, and sets of features in the form that it reads."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.native.binding import Functions, runtime_library

from ._instances import Roster
from ._numbering import runs_of
from ._program import Program
from .pattern import ANY, Feature, FeatureError

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.game.facts import Facts

Array = npt.NDArray[Any]
_ABSENT = 2**32 - 1
_NO_CLASS = 2**16 - 1
_LARGEST = 2**15 - 1
_FINEST = 1 / 1024
_POINTER, _WORD, _HALF = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32


class _Slot(ctypes.Structure):
    _fields_ = (("offset", _HALF), ("width", _HALF), ("is_signed", _HALF))


class _Board(ctypes.Structure):
    """The struct `Board` of `features.c`."""

    _fields_ = (
        ("sites", _HALF), ("set_words", _HALF), ("words", _HALF), ("players", _HALF), ("components", _HALF),
        ("move_shorts", _HALF), ("stacking", _HALF), ("heights", _HALF),
        ("mover", _Slot), ("last_to", _Slot), ("last_from", _Slot),
        ("pieces", _HALF), ("own", _HALF), ("what", _HALF), ("who", _HALF), ("height", _HALF),
        ("owner", _POINTER), ("place", _POINTER), ("runs", _POINTER), ("run_count", _HALF),
        ("kinds", _POINTER), ("classes", _POINTER),
    )  # fmt: skip


class _Set(ctypes.Structure):
    """The struct `Set` of `features.c`."""

    _fields_ = (
        ("board", _POINTER), ("sources", _HALF), ("plane_count", _HALF), ("mask_count", _HALF),
        ("class_count", _HALF), ("entry_count", _HALF),
        ("used", _POINTER), ("planes", _POINTER), ("shifts", _POINTER), ("masks", _POINTER), ("whole", _POINTER),
        ("classes", _POINTER), ("stream", _POINTER), ("features", _POINTER), ("weights", _POINTER),
        ("unit", ctypes.c_float),
        ("words_of_kind", _POINTER), ("kind_count", _HALF), ("word_starts", _POINTER), ("word_features", _POINTER),
    )  # fmt: skip


_FUNCTIONS: Functions = (
    ("ptf_score", None, [_POINTER, _POINTER, _POINTER, _HALF, _POINTER]),
    ("ptf_score_after", None, [_POINTER, _POINTER, _POINTER, _POINTER, _HALF, _POINTER]),
    ("ptf_active", _WORD, [_POINTER, _POINTER, _HALF, _HALF, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER, _WORD]),
    ("ptf_score_all", None, [_POINTER, _POINTER, _HALF, _HALF, _POINTER, _POINTER, _POINTER, _POINTER]),
)


@cache
def library() -> Any:
    """The loaded library, compiled when it is first asked for on a machine."""
    structs = {"Slot": _Slot, "Board": _Board, "Set": _Set}
    return runtime_library("features", ("features.c",), _FUNCTIONS, flags=("-O3",), structs=structs)


def address_of(name: str) -> int:
    """The address of a function of the library."""
    return ctypes.cast(getattr(library(), name), ctypes.c_void_p).value or 0


class NativeSet:
    """A set of features with weights, as the native evaluation reads it. It owns the memory that it points to."""

    def __init__(self, game: Game, program: Program, features: Sequence[Feature], roster: Roster) -> None:
        self._kept: list[Any] = []
        self._facts = game.facts
        self._program = program
        self._features = features
        self._board = self._make_board(game.facts, program)
        self._set = self._make_set(program, roster)
        self.weigh(np.zeros((1, len(features))))

    @property
    def pointer(self) -> int:
        """The address of the set."""
        return ctypes.addressof(self._set)

    def weigh(self, weights: npt.NDArray[np.float64]) -> None:
        """Gives the features their weights, a row for each player or one for all; they are rounded to small units."""
        players = self._facts.players
        rows = np.broadcast_to(weights, (players, len(self._features)))
        placed = rows[:, self._program.features]
        reach = max(float(np.maximum(placed, 0).sum(axis=1).max()), float(-np.minimum(placed, 0).sum(axis=1).min()))
        unit = max(_FINEST, 1.01 * reach / (_LARGEST - len(self._program.features)))
        self._weights = np.ascontiguousarray(np.rint(placed / unit).astype(np.int16))
        self._by_kind = np.ascontiguousarray(self.word_weights(rows), dtype=np.float32)
        self._set.weights, self._set.unit = self._weights.ctypes.data, unit
        self._set.words_of_kind = self._by_kind.ctypes.data

    def word_weights(self, rows: npt.NDArray[np.float64]) -> list[list[float]]:
        """By player and kind of move: the weights of features without a place, summed."""
        return [[float(sum(row[f] for f in own)) for own in self._words] for row in rows]

    @property
    def kinds(self) -> int:
        """The address of the flags of each kind of move: which of its sites features see."""
        return int(self._board.kinds)

    # -- layout -------------------------------------------------------------------------------------------------

    def _keep(self, values: Any, kind: Any) -> int:
        """The address of an array that lives as long as this object."""
        array = np.ascontiguousarray(values, dtype=kind)
        if array.size == 0:
            array = np.zeros(1, dtype=kind)
        self._kept.append(array)
        return int(array.ctypes.data)

    def _make_board(self, facts: Facts, program: Program) -> _Board:
        def offset(field: str) -> int:
            return facts.slots[field].offset if field in facts.slots else _ABSENT

        def slot(field: str) -> _Slot:
            if field not in facts.slots:
                return _Slot(_ABSENT, 0, 0)
            found = facts.slots[field]
            return _Slot(found.offset, found.width, int(found.signed))

        _check_layout(facts)
        sites = len(program.places)
        runs = runs_of(program.places)
        flags = [_flags(kind.text, kind.letters, facts.letter) for kind in facts.kinds]
        return _Board(
            sites=sites,
            set_words=facts.slots["pieces"].words if "pieces" in facts.slots else -(-facts.sites // 64),
            words=program.words,
            players=facts.players,
            components=len(facts.components),
            move_shorts=facts.move_shorts,
            stacking=int(facts.stacking),
            heights=facts.slots["what"].shape[1] if facts.stacking else 0,
            mover=slot("mover"),
            last_to=slot("last_to"),
            last_from=slot("last_from"),
            pieces=offset("pieces"),
            own=offset("own"),
            what=offset("what"),
            who=offset("who"),
            height=offset("height"),
            owner=self._keep([0, *(one.owner for one in facts.components)], np.uint8),
            place=self._keep(program.places, np.uint16),
            runs=self._keep([(run.site, run.place, run.length) for run in runs], np.uint32),
            run_count=len(runs),
            kinds=self._keep(flags, np.uint8),
            classes=None,
        )

    def use_classes(self, displacement: Array) -> None:
        """Lets moves be looked up by the displacement between their sites, given by row (to) and column (from)."""
        if not self._program.origins:
            return
        table = np.full(displacement.shape, _NO_CLASS, dtype=np.uint16)
        for origin, number in self._program.origins.items():
            table[displacement == origin] = number
        self._board.classes = self._keep(table.T, np.uint16)

    def _make_set(self, program: Program, roster: Roster) -> _Set:
        used = np.zeros(roster.sources, dtype=np.uint8)
        used[[source for source, _, _ in program.planes]] = 1
        kinds = self._facts.kinds
        self._words = [
            [f for f, one in enumerate(self._features) if one.word in (ANY, kind.text) and one.word] for kind in kinds
        ]
        starts = np.cumsum([0, *map(len, self._words)])
        return _Set(
            board=ctypes.addressof(self._board),
            sources=roster.sources,
            plane_count=len(program.planes),
            mask_count=len(program.masks),
            class_count=len(program.classes),
            entry_count=len(program.features),
            used=self._keep(used, np.uint8),
            planes=self._keep(program.planes, np.uint32),
            shifts=self._keep([(by & _ABSENT, mask) for by, mask in program.shifts], np.uint32),
            masks=self._keep(program.masks, np.uint64),
            whole=self._keep(program.masks[program.whole], np.uint64),
            classes=self._keep(program.classes, np.uint32),
            stream=self._keep(program.stream, np.uint16),
            features=self._keep(program.features, np.uint32),
            kind_count=len(kinds),
            word_starts=self._keep(starts, np.uint32),
            word_features=self._keep([f for some in self._words for f in some], np.uint32),
        )


def _flags(text: str, letters: str, letter: str) -> int:
    """Which sites of a kind of move are sites of the board that features see: 1 to, 2 from."""
    if text != "move":
        return 0
    return int(letters[1] == letter) + 2 * int(letters[0] == letter)


def _check_layout(facts: Facts) -> None:
    """Refuses games whose states are not kept in one of the ways that the native evaluation reads."""
    slots = facts.slots
    if facts.stacking:
        known = all(name in slots and slots[name].width == 1 for name in ("what", "who", "height"))
    else:
        known = "pieces" in slots and slots["pieces"].shape == (len(facts.components) + 1,)
        known &= "own" not in slots or slots["own"].shape == (facts.players + 2,)
    if not known:
        raise FeatureError(f"features cannot read the states of {facts.name}")
