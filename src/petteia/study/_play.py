"""Games played in native code to be measured: a row of numbers a game, a line for each searched move."""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError
from petteia.native.binding import Functions, runtime_library
from petteia.native.structs import Structs
from petteia.search import UCT
from petteia.search.bridge import Bridge
from petteia.search.library import STRUCTS, entry_points

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.game.facts import Facts, SlotFacts

Numbers = npt.NDArray[np.float64]

_POINTER, _WORD, _HALF, _REAL = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_double
_NONE = 2**32 - 1
_LETTERS = "VEC"
MOST_PLAYERS = 16
TURN_LIMIT = 1250
"""Turns a player before a game counts as without end."""
MOVE_LIMIT = 5000
FAMILIES = (
    "BranchingFactor", "DecisionFactor", "PieceNumber", "BoardSitesOccupied", "MoveDistance", "ScoreDifference",
)  # fmt: skip
AGGREGATES = (
    "Average", "Median", "Maximum", "Minimum", "Variance", "ChangeAverage", "ChangeSign", "ChangeLineBestFit",
    "ChangeNumTimes", "MaxIncrease", "MaxDecrease",
)  # fmt: skip
PLAYERS_AT, FAMILIES_AT = 16, 36
ROW = FAMILIES_AT + len(FAMILIES) * len(AGGREGATES)
LINE = 8
COLUMNS = {
    "moves": 0, "turns": 1, "timeout": 2, "won": 3, "drawn": 4, "decisions": 5, "tree": 6, "coverage": 7,
    "coverage_used": 8, "repeated": 9, "resituated": 10, "any_repeated": 11, "any_resituated": 12,
}  # fmt: skip
_UNREACHED = 0xFFFF
_MEMORY = 256.0


class _Layer(ctypes.Structure):
    _fields_ = tuple(
        (name, _HALF)
        for name in (
            "pieces", "piece_size", "components", "count", "count_size", "height", "height_size", "height_step",
            "covered", "covered_size", "covered_count", "sites", "is_default",
        )
    )  # fmt: skip


class _Setup(ctypes.Structure):
    _fields_ = (
        ("start", _POINTER), ("layers", _Layer * 3),
        ("layer_count", _HALF), ("score", _HALF), ("score_size", _HALF), ("score_count", _HALF),
        ("most_moves", _HALF), ("most_turns", _HALF), ("kinds", _HALF),
        ("distances", _POINTER), ("on_board", _POINTER), ("iterations", _HALF * (MOST_PLAYERS + 1)),
        ("openings", _HALF), ("turns", _HALF), ("turns_size", _HALF),
    )  # fmt: skip


_FUNCTIONS: Functions = (
    ("ptm_row", _HALF, []),
    (
        "ptm_play",
        _HALF,
        [_POINTER, _POINTER, _POINTER, _WORD, _HALF, _REAL, _POINTER, _POINTER, _HALF, _POINTER, _POINTER],
    ),
)


@cache
def _library() -> Any:
    structs: Structs = {**STRUCTS, "Layer": _Layer, "Setup": _Setup}
    loaded = runtime_library("measure", ("measure.c",), _FUNCTIONS, structs=structs)
    if loaded.ptm_row() != ROW:
        raise PetteiaError("the library that measures games is not laid out as expected")
    return loaded


@dataclass
class Played:
    """Games as numbers: a row each, the lines of searched moves by game, kinds of moves and pieces that came up."""

    rows: Numbers
    lines: list[Numbers] = field(default_factory=list)
    legal: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    """How often each kind of move was legal, then how often it was played."""
    components: int = 0
    """The components seen on the board at the end of a game, as bits."""


class Table:
    """A game set up to be played in native code, with the limits of a trial."""

    def __init__(
        self, game: Game, *, move_limit: int = MOVE_LIMIT, turn_limit: int = TURN_LIMIT, openings: int = 0
    ) -> None:
        if game.players > MOST_PLAYERS:
            raise PetteiaError(f"measures go up to {MOST_PLAYERS} players")
        self.game = game
        self._entry = entry_points(game)
        self._setup = _Setup(most_moves=move_limit, most_turns=turn_limit * game.players, openings=openings)
        self._fill(game.facts)
        self._bridge = Bridge(game)
        self.move_limit = move_limit

    def _fill(self, facts: Facts) -> None:
        setup = self._setup
        setup.start = self.game.engine.entry_point("pt_start")  # type: ignore[attr-defined]
        layers = [_layer(facts, letter) for letter in _layer_letters(facts)]
        for k, layer in enumerate(layers):
            setup.layers[k] = layer
        setup.layer_count = len(layers)
        score = facts.slots.get("score")
        setup.score = _NONE if score is None else score.offset
        if score is not None:
            setup.score_size, setup.score_count = score.width * score.words, prod(score.shape)
        turns = facts.slots.get("turns")
        setup.turns = _NONE if turns is None else turns.offset
        setup.turns_size = 0 if turns is None else turns.width
        setup.kinds = len(facts.kinds)
        self._distances = site_distances(facts)
        self._on_board = np.array([kind.letters == facts.letter * 2 for kind in facts.kinds], np.uint8)
        if layers and self._distances is not None:
            setup.distances = self._distances.ctypes.data
        setup.on_board = self._on_board.ctypes.data

    def play(self, games: int, *, iterations: dict[int, int] | int = 0, seed: int = 0, seconds: float = 0.0) -> Played:
        """Plays games; `iterations` a move for every player or by player, 0 plays at random.

        `seconds` of CPU time end the series early, after at least one game. Equal seeds give equal games.
        """
        by_player = iterations if isinstance(iterations, dict) else dict.fromkeys(range(1, 17), iterations)
        for player in range(1, MOST_PLAYERS + 1):
            self._setup.iterations[player] = by_player.get(player, 0)
        searches = any(by_player.values())
        settings = UCT(seed=seed, memory=_MEMORY)._settings(self._bridge)
        room = self.move_limit if searches else 0
        batch = 1 if searches else games
        rows, all_lines, done = np.zeros((games, ROW)), [], 0
        legal, components = np.zeros(2 * self._setup.kinds, np.uint64), _WORD(0)
        left = seconds
        while done < games:
            lines = np.zeros((room, LINE)) if searches else None
            at = rows[done:]
            begin = _cpu()
            made = _library().ptm_play(
                ctypes.byref(self._entry), ctypes.byref(self._setup), ctypes.byref(settings),
                (seed * 1_000_003 + done) & 2**64 - 1, min(batch, games - done), left, at.ctypes.data,
                None if lines is None else lines.ctypes.data, room, legal.ctypes.data, ctypes.byref(components),
            )  # fmt: skip
            done += made
            if lines is not None:
                all_lines.append(lines[: int(rows[done - 1, 0])].copy())
            left -= _cpu() - begin
            if not made or (seconds > 0 and left <= 0):
                break
        return Played(rows[:done], all_lines, legal, components.value)


def _cpu() -> float:
    import time

    return time.thread_time()


def _layer_letters(facts: Facts) -> list[str]:
    """The site types that hold pieces, the default type first."""
    held = "what" if facts.stacking else "pieces"
    others = [letter for letter in _LETTERS if letter in facts.counts and letter != facts.letter]
    return [
        letter
        for letter in (facts.letter, *others)
        if (held if letter == facts.letter else f"{held}_{letter}") in facts.slots and letter in facts.counts
    ]


def used_sites(facts: Facts) -> int:
    """The number of sites of all types that hold pieces."""
    return sum(facts.counts[letter] for letter in _layer_letters(facts))


def _layer(facts: Facts, letter: str) -> _Layer:
    suffix = "" if letter == facts.letter else f"_{letter}"

    def slot(name: str) -> SlotFacts | None:
        return facts.slots.get(name + suffix)

    pieces, count, height, covered = (slot(name) for name in ("pieces", "count", "height", "covered"))
    layer = _Layer(sites=facts.counts[letter], is_default=letter == facts.letter)
    layer.pieces = layer.count = layer.height = layer.covered = _NONE
    if pieces is not None:
        layer.pieces, layer.piece_size, layer.components = pieces.offset, pieces.width * pieces.words, pieces.shape[0]
    if count is not None and not count.capacity:
        layer.count, layer.count_size = count.offset, count.width * count.words
    if height is not None and facts.stacking:
        layer.height, layer.height_size = height.offset, height.width * height.words
        layer.height_step = layer.height_size
    if covered is not None and not covered.capacity:
        layer.covered, layer.covered_size = covered.offset, covered.width * covered.words
        layer.covered_count = prod(covered.shape)
    return layer


def site_distances(facts: Facts) -> npt.NDArray[np.uint16] | None:
    """Steps between the default sites of a board, sites that touch being one apart; None on huge boards."""
    neighbours = _neighbours(facts)
    count = len(neighbours)
    if not 0 < count <= 2000:
        return None
    table = np.full((count, count), _UNREACHED, np.uint16)
    for site in range(count):
        row = table[site]
        row[site], waiting = 0, deque([site])
        while waiting:
            at = waiting.popleft()
            for other in neighbours[at]:
                if row[other] == _UNREACHED:
                    row[other] = row[at] + 1
                    waiting.append(other)
    return table


def _neighbours(facts: Facts) -> list[set[int]]:
    geometry, letter = facts.geometry, facts.letter
    found: list[set[int]] = [set() for _ in range(facts.counts.get(letter, 0))]
    if letter == "V":
        for a, b in geometry.edges:
            if a < len(found) and b < len(found):
                found[a].add(b)
                found[b].add(a)
        return found
    at_point: dict[int, list[int]] = {}
    for site, points in enumerate(geometry.cells if letter == "C" else geometry.edges):
        if site < len(found):
            for point in points:
                at_point.setdefault(point, []).append(site)
    for sites in at_point.values():
        for site in sites:
            found[site].update(other for other in sites if other != site)
    return found
