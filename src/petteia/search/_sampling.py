"""Moves drawn by their scores, as guided playouts draw them: only the drawn move is tested for being legal."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from petteia.errors import PetteiaError
from petteia.native.binding import Functions, runtime_library

if TYPE_CHECKING:
    from petteia.game import Move, State

_POINTER, _WORD = ctypes.c_void_p, ctypes.c_uint64
_NUMBERS, _FLOATS = ctypes.POINTER(ctypes.c_int16), ctypes.POINTER(ctypes.c_float)
_SCORE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _NUMBERS, ctypes.c_uint32, _FLOATS)
_FUNCTIONS: Functions = (
    ("ptd_play", ctypes.c_int, [_POINTER, _POINTER, ctypes.c_int, *[_POINTER] * 3, _WORD, _POINTER, _POINTER]),
)
DRAWINGS = ("uniform", "greedy", "softmax", "capped")

MoveScore = Callable[[tuple[int, ...]], float]
"""The score of a move by the numbers of its struct in native code: kind, from, to, and what it carries along."""


class _Offer(ctypes.Structure):
    _fields_ = (("candidates", _POINTER), ("moves", _POINTER), ("attempt", _POINTER), ("move_size", ctypes.c_uint32))


class _Policy(ctypes.Structure):
    _fields_ = (("score", _SCORE), ("self", _POINTER))


@dataclass(frozen=True)
class Sampling:
    """How a move is drawn: `uniform`, `greedy` (the best score), `softmax` over scores, or `capped`.

    `epsilon` is the share of draws that are uniform instead. `capped` draws from the same softmax, but scores only
    moves that it proposes; `cap` must be a bound of all scores.
    """

    drawing: Literal["uniform", "greedy", "softmax", "capped"] = "softmax"
    epsilon: float = 0.0
    temperature: float = 1.0
    cap: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise PetteiaError("the share of uniform draws lies between 0 and 1")
        if not self.temperature > 0:
            raise PetteiaError("the temperature has to be above 0")


def sample_move(state: State, score: MoveScore, sampling: Sampling | None = None, seed: int = 0) -> tuple[Move, int]:
    """A legal move of a position, drawn by scores, and how many moves were scored for it."""
    from petteia.game.native import NativeEngine

    sampling = sampling or Sampling()
    engine = state.game.engine
    if not isinstance(engine, NativeEngine):
        raise PetteiaError("sampling plays native games; this one was loaded for the interpreter")
    if state.over:
        raise PetteiaError("the game is over: there is no move to draw")
    shorts = state.game.facts.move_shorts

    def score_all(_: Any, __: Any, moves: Any, count: int, scores: Any) -> None:
        for k in range(count):
            scores[k] = score(tuple(moves[k * shorts : (k + 1) * shorts]))

    offer = _Offer(*(engine.entry_point(f"pt_{name}") for name in ("candidates", "moves", "try")), 2 * shorts)
    policy = _Policy(_SCORE(score_all), None)
    settings = (ctypes.c_double * 3)(sampling.epsilon, sampling.temperature, sampling.cap)
    raw, move, scored = engine.copy(state.raw), (ctypes.c_int16 * shorts)(), _WORD()
    random = _WORD(seed * 0x9E3779B97F4A7C15 & 2**64 - 1)
    drawing = DRAWINGS.index(sampling.drawing)
    played = _library().ptd_play(
        ctypes.byref(offer), ctypes.byref(policy), drawing, settings, raw.pointer, ctypes.byref(random), 0, move,
        ctypes.byref(scored),
    )  # fmt: skip
    if not played:
        raise PetteiaError("there is no legal move")
    by_numbers = {engine.pack_move(code): one for one, code in state.coded_moves().items()}
    return by_numbers[tuple(move)], scored.value


@cache
def _library() -> Any:
    return runtime_library("sampling", ("sampling.c",), _FUNCTIONS, structs={"Offer": _Offer, "Policy": _Policy})
