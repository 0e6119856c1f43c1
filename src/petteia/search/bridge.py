"""Policies and evaluations as native code calls them: functions of native code as they are, Python through callbacks.

A *policy* is an object with `native(game) -> (address, context)`, the address of a C function

    void score(void *context, const void *state, const void *moves, uint32_t count, float *scores)

whose scores become probabilities by a softmax; or a Python function `policy(state, moves)` that returns the
probabilities of the moves, or weights that need not add up to 1. An *evaluation* is an object with `native(game)`,
for a C function

    double value(void *context, const void *state, uint32_t seat)

or a Python function `evaluation(state, seat)`. Searches that cut playouts off expect values in [-1, 1].
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from petteia.errors import PetteiaError

from .library import Callback, Settings, moves_by_numbers

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_SCORE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.POINTER(ctypes.c_float)
)
_VALUE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)
_LEAST = 1e-30
"""Probabilities are at least this much before their logarithm is taken."""


@runtime_checkable
class Native(Protocol):
    """A policy or an evaluation in native code. It has to live as long as searches with it."""

    def native(self, game: Game) -> tuple[int, int]:
        """The address of the function, and of what it is given first."""


@runtime_checkable
class Told(Native, Protocol):
    """A policy in native code that also wants to know the latest move, for what answers it."""

    def native_after(self, game: Game) -> tuple[int, int]:
        """As `native`, of a function that is given the latest move, or NULL, behind the state."""


@runtime_checkable
class Playing(Native, Protocol):
    """A policy in native code that can play whole playouts by itself."""

    def native_playing(self, game: Game) -> tuple[int, int] | None:
        """The addresses of the function and of what it is given first; None if it cannot after all."""


Policy = Native | Callable[["State", Sequence["Move"]], Sequence[float]]
Evaluation = Native | Callable[["State", int], float]


class Bridge:
    """Holds what native code calls during one search, and the first error of a Python function among it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kept: list[Any] = []
        self._told: dict[int | None, Told] = {}
        self.error: BaseException | None = None
        self.on_error: Callable[[], None] = lambda: None

    def policy(self, policy: Policy | None) -> Callback:
        """A policy for native code; nothing for None."""
        if isinstance(policy, Told):
            self._kept.append(policy)
            address, context = policy.native_after(self._game)
            self._told[context] = policy
            return Callback(address, context)
        return self._callback(policy, lambda function: _SCORE(self._scoring(function)))

    def tell_last(self, settings: Settings) -> None:
        """Notes in settings which of their policies are told the latest move, or play whole playouts."""
        settings.prior_is_told = int(settings.prior.self in self._told)
        player = self._told.get(settings.playout_policy.self)
        settings.playout_is_told = int(player is not None)
        if isinstance(player, Playing) and not settings.epsilon:
            settings.playing = Callback(*(player.native_playing(self._game) or ()))

    def evaluation(self, evaluation: Evaluation | None) -> Callback:
        """An evaluation for native code; nothing for None."""
        return self._callback(evaluation, lambda function: _VALUE(self._valuing(function)))

    def raise_error(self) -> None:
        """Raises what a Python function raised while native code was calling it."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _callback(self, given: Any, wrap: Callable[[Any], Any]) -> Callback:
        if given is None:
            return Callback(None, None)
        self._kept.append(given)
        if isinstance(given, Native):
            return Callback(*given.native(self._game))
        if not callable(given):
            raise PetteiaError(f"{given!r} is no policy and no evaluation: it cannot be called, nor has it `native`")
        function = wrap(given)
        self._kept.append(function)
        return Callback(ctypes.cast(function, ctypes.c_void_p).value, None)

    def _scoring(self, policy: Callable[[State, Sequence[Move]], Sequence[float]]) -> Callable[..., None]:
        shorts = self._game.facts.move_shorts

        def score(_: Any, raw: int, moves: int, count: int, scores: Any) -> None:
            try:
                state = self._state(raw)
                named = moves_by_numbers(state)
                numbers = (ctypes.c_int16 * (count * shorts)).from_address(moves)
                codes = [tuple(numbers[k * shorts : (k + 1) * shorts]) for k in range(count)]
                probabilities = policy(state, [named[code] for code in codes])
                if len(probabilities) != count:
                    raise PetteiaError(f"the policy gave {len(probabilities)} probabilities for {count} moves")
                for k, probability in enumerate(probabilities):
                    scores[k] = log(max(float(probability), _LEAST))
            except BaseException as error:
                self._fail(error)
                for k in range(count):
                    scores[k] = 0.0

        return score

    def _valuing(self, evaluation: Callable[[State, int], float]) -> Callable[..., float]:
        def value(_: Any, raw: int, seat: int) -> float:
            try:
                return float(evaluation(self._state(raw), seat))
            except BaseException as error:
                self._fail(error)
                return 0.0

        return value

    def _state(self, address: int) -> State:
        from petteia.game import State
        from petteia.game.native import NativeState

        raw = NativeState(self._game.facts.state_size)
        ctypes.memmove(raw.pointer, address, self._game.facts.state_size)
        return State(self._game, raw, 0)

    def _fail(self, error: BaseException) -> None:
        if self.error is None:
            self.error = error
        self.on_error()
