"""Positions for fitting: self-play in native code, exact outcomes, and the plain bytes of states."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError

from .native import Bytes, Plan, Rules, network_library

if TYPE_CHECKING:
    from petteia.game import Game

_POINTER, _HALF, _REAL = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_double
_NONE = 2**32 - 1


@dataclass(frozen=True)
class Positions:
    """States as rows of bytes, the game each comes from, and what it is worth to the first player."""

    states: Bytes
    games: npt.NDArray[np.uint32]
    outcomes: npt.NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.states)

    def chosen(self, which: Any) -> Positions:
        """Some of them: by a mask or by numbers."""
        return Positions(np.ascontiguousarray(self.states[which]), self.games[which], self.outcomes[which])


class SelfPlay:
    """Plays a game of two in native code: moves by a shallow search over an evaluation, some of them at random."""

    def __init__(self, game: Game) -> None:
        from petteia.game.native import NativeEngine

        engine, facts = game.engine, game.facts
        if game.players != 2 or facts.draws or not isinstance(engine, NativeEngine):
            raise PetteiaError("evaluations are learned for native games of two players without chance")
        if "pieces" not in facts.slots or facts.stacking:
            raise PetteiaError(f"{game.name} has no sets of pieces on sites to learn from")
        self.game = game
        slots = facts.slots
        pieces = slots["pieces"]
        self._offsets = np.asarray(
            [pieces.offset + 8 * k for k in range(pieces.words, pieces.words * pieces.shape[0])], np.uint32
        )
        addresses = [engine.entry_point(name) for name in ("pt_moves", "pt_play", "pt_copy")]
        self.by_score = "score" in slots and slots["score"].width == 4
        self._start = game.start().raw
        self._rules = Rules(
            *addresses, facts.state_size, 2 * facts.move_shorts, slots["mover"].offset, slots["over"].offset,
            slots["ranks"].offset, slots["score"].offset if self.by_score else _NONE, None, None,
            self._offsets.ctypes.data, len(self._offsets),
        )  # fmt: skip

    def play(
        self,
        games: int,
        *,
        seed: int,
        noise: float = 1.0,
        depth: int = 1,
        opening: int = 4,
        wanted: Iterable[int] | None = None,
        every: int = 1,
        evaluation: Any = None,
        most_moves: int = 400,
    ) -> Positions:
        """Positions of games with their outcomes. `wanted` are numbers of filled sites; without it all are kept."""
        sites, size = self.game.facts.sites, self.game.facts.state_size
        table = np.ones(sites + 65, np.uint8) if wanted is None else np.zeros(sites + 65, np.uint8)
        if wanted is not None:
            table[list(wanted)] = 1
        if evaluation is not None:
            self._rules.value, self._rules.self = evaluation.native(self.game)
        elif noise < 1:
            raise PetteiaError("without an evaluation all moves are drawn at random: noise is 1")
        room = min(games * (most_moves if wanted is None else len(set(wanted or ()))), 4_000_000 // every + 1000)
        states, game_of = np.zeros((room, size), np.uint8), np.zeros(room, np.uint32)
        outcomes = np.zeros(room, np.int16)
        plan = Plan(seed & 2**64 - 1, noise, games, depth, opening, most_moves, table.ctypes.data, every, room)
        kept = network_library().ptg_play(
            ctypes.byref(self._rules), ctypes.byref(plan), self._start.pointer, states.ctypes.data,
            game_of.ctypes.data, outcomes.ctypes.data,
        )  # fmt: skip
        if kept == _NONE:
            raise PetteiaError("a position has more moves than there is room for, or memory is short")
        return Positions(states[:kept].copy(), game_of[:kept].copy(), outcomes[:kept].copy())

    def solve(self, positions: Positions) -> Positions:
        """The same positions with their exact outcomes under best play."""
        values = np.zeros(len(positions), np.int16)
        nodes = ctypes.c_uint64()
        done = network_library().ptg_solve(
            ctypes.byref(self._rules), positions.states.ctypes.data, len(positions), self.game.facts.sites,
            values.ctypes.data, ctypes.byref(nodes),
        )  # fmt: skip
        if not done:
            raise PetteiaError("a position is too far from its end to be solved")
        return Positions(positions.states, positions.games, values)

    def walk(self, positions: Positions, count: int) -> Bytes:
        """States in the order in which searches from these positions meet them, depth first."""
        share = count // len(positions) + 1
        found = np.zeros((share * len(positions), self.game.facts.state_size), np.uint8)
        at = 0
        for state in positions.states:
            here = np.ascontiguousarray(state)
            at += network_library().ptg_walk(ctypes.byref(self._rules), here.ctypes.data, found[at:].ctypes.data, share)
        return found[: min(at, count)]
