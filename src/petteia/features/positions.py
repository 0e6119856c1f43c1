"""Positions in bulk: states, their latest moves and their legal moves as arrays, for learning from many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .pattern import FeatureError

if TYPE_CHECKING:
    from petteia.game import Game, State
    from petteia.game.native import NativeEngine


@dataclass(frozen=True)
class Positions:
    """Many positions of one game. The legal moves of position k are rows `starts[k]` to `starts[k + 1]` of `moves`.

    Moves are rows of numbers as native code has them, in the order in which the rules make them; a latest move of kind
    -1 means that there was none, or that it is not known.
    """

    states: npt.NDArray[np.uint8]
    last: npt.NDArray[np.int16]
    moves: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.states)

    @classmethod
    def of(cls, states: Sequence[State]) -> Positions:
        """The positions of states of play; states of a game of the slow interpreter are refused."""
        if not states:
            raise FeatureError("there are no positions")
        engine = native_engine(states[0].game)
        moves = [[engine.pack_move(code) for code in state.coded_moves().values()] for state in states]
        shorts = states[0].game.facts.move_shorts
        return cls(
            np.stack([np.frombuffer(bytes(state.raw.buffer), dtype=np.uint8) for state in states]),
            np.array([last_move(state) for state in states], dtype=np.int16).reshape(len(states), shorts),
            np.array([one for some in moves for one in some], dtype=np.int16).reshape(-1, shorts),
            np.cumsum([0, *map(len, moves)], dtype=np.int64),
        )

    def take(self, chosen: Sequence[int] | npt.NDArray[np.int64]) -> Positions:
        """Some of the positions, in the order given."""
        rows = [np.arange(self.starts[k], self.starts[k + 1]) for k in chosen]
        starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        moves = self.moves[np.concatenate(rows)] if rows else self.moves[:0]
        return Positions(self.states[chosen], self.last[chosen], moves, starts)

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        """Several lots of positions as one."""
        counts = np.concatenate([np.diff(one.starts) for one in parts])
        return Positions(
            np.concatenate([one.states for one in parts]),
            np.concatenate([one.last for one in parts]),
            np.concatenate([one.moves for one in parts]),
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        )


def native_engine(game: Game) -> NativeEngine:
    """The engine of a native game."""
    from petteia.game.native import NativeEngine

    engine: Any = game.engine
    if not isinstance(engine, NativeEngine):
        raise FeatureError("features are evaluated in native games; this one was loaded for the interpreter")
    return engine


def last_move(state: State) -> tuple[int, ...]:
    """The latest move as numbers; a kind of -1 if the state knows of none."""
    nothing = (-1,) + (0,) * (state.game.facts.move_shorts - 1)
    before = state.copy()
    if not before.history:
        return nothing
    move = before.undo()
    return native_engine(state.game).pack_move(before.coded_moves()[move])
