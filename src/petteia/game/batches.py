"""Many states of a game stepped in one call of native code, into numpy arrays."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from petteia.errors import IllegalMove, PetteiaError
from petteia.native.binding import Functions, load_library
from petteia.native.cache import BuildCache, input_key
from petteia.native.compilers import FULL_FLAGS, QUICK_FLAGS
from petteia.native.structs import layout_assertions

from ._derived import Derived, derived_of, optimised
from ._observing import dtype_of, shape_of
from .native import NativeState
from .whole import whole

if TYPE_CHECKING:
    from ._state import State
    from .facts import Facts
    from .game import Game, Recipe

Autoreset = Literal["next_step", "same_step", "disabled"]
"""The treatment of finished games, as Gymnasium names it."""

_MODES: dict[str, int] = {"next_step": 0, "same_step": 1, "disabled": 2}
_NO_ACTION, _ILLEGAL, _FINISHED, _UNNUMBERED = 1, 2, 3, 4
_POINTER, _WORD, _HALF, _INT = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int
_FUNCTIONS: Functions = (
    ("ptb_state_size", _HALF, []),
    ("ptb_move_size", _HALF, []),
    ("ptb_ways", _HALF, []),
    ("ptb_prepare", None, []),
    ("ptb_reset", _INT, [_POINTER, _WORD, _WORD, _POINTER]),
    ("ptb_refresh", _INT, [_POINTER, _WORD, _WORD]),
    ("ptb_check", _INT, [_POINTER, _POINTER, _WORD, _WORD]),
    ("ptb_step", _INT, [_POINTER, _POINTER, _WORD, _WORD]),
    ("ptb_check_and_step", _INT, [_POINTER, _POINTER, _WORD, _WORD]),
    ("ptb_step_single", _INT, [_POINTER, ctypes.c_int64, _WORD]),
    ("ptb_rules", _WORD, [_POINTER, _WORD, _WORD, _WORD, _WORD]),
    ("ptb_choose", None, [_POINTER, _POINTER, _WORD, _WORD, _WORD]),
    ("ptb_observe", None, [_POINTER, _HALF, _POINTER]),
)
_SMALL_STATE = 256
"""Bytes of a state whose moves are listed again rather than kept."""
_MOST_KEPT = 256
_MASK = 2**64 - 1


class _Batch(ctypes.Structure):
    """The struct `Batch` of `batch.h`."""

    _fields_ = (
        ("states", _POINTER), ("random", _POINTER), ("chance", _POINTER), ("observations", _POINTER),
        ("final_observations", _POINTER), ("masks", _POINTER), ("rewards", _POINTER), ("done", _POINTER),
        ("mover", _POINTER), ("moves", _POINTER), ("counts", _POINTER), ("ways", _POINTER), ("room", _HALF),
        ("mode", _HALF), ("where", _WORD),
    )  # fmt: skip


class Batch:
    """Many states of one game. Arrays are written in place at every step: `observations`, `masks`, `rewards` (by
    player), `done`, and `mover`, the player whose turn it is (after a swap of sides another than the seat).

    >>> from petteia import load
    >>> batch = load("Tic-Tac-Toe").batch(2, seed=1)
    >>> batch.masks.shape, batch.mover.tolist()
    ((2, 9), [1, 1])
    >>> batch.step([4, 0])
    >>> batch.masks[0].astype(int).tolist(), batch.mover.tolist(), batch.done.tolist()
    ([1, 1, 1, 1, 0, 1, 1, 1, 1], [2, 2], [False, False])
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int | Sequence[int] | npt.NDArray[Any] | None = None,
        threads: int = 1,
        autoreset: Autoreset = "next_step",
        observations: bool = True,
        masks: bool = True,
        build: Literal["quick", "full"] = "full",
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        n, threads = whole(n, "the number of states"), whole(threads, "the number of threads")
        if n < 1 or threads < 1:
            raise PetteiaError(f"a batch needs one state and one thread at least, not {n} and {threads}")
        if autoreset not in _MODES:
            raise PetteiaError(f"there is no autoreset {autoreset!r}; there are {', '.join(_MODES)}")
        if game.backend != "native":
            raise PetteiaError(f"batches are played by native code, and this {game.name} by the interpreter")
        self.game = game
        self.autoreset = autoreset
        self._kept = {"threads": threads, "autoreset": autoreset, "observations": observations, "masks": masks}
        self._build = build
        self._derived = derived_of(game)
        self._library = batch_library(game, build)
        self._threads = min(threads, n)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._n = n
        self._make_arrays(out or {}, observations, masks)
        self._cuts = [(n * k // self._threads, n * (k + 1) // self._threads) for k in range(self._threads)]
        self._structs = [self._struct() for _ in self._cuts]
        self._pointer = ctypes.addressof(self._structs[0])
        self._step_single = self._library.ptb_step_single
        self.reset(seed=seed)

    # -- arrays -------------------------------------------------------------------------------------------------

    def _make_arrays(self, out: dict[str, npt.NDArray[Any]], observations: bool, masks: bool) -> None:
        n, facts = self._n, self.game.facts
        plan = self._derived.observing
        shape = (n, *shape_of(plan))

        def array(name: str, size: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
            if name not in out:
                return np.zeros(size, dtype=kind)
            given = out[name]
            if given.shape != size or given.dtype != np.dtype(kind) or not given.flags.c_contiguous:
                raise PetteiaError(f"{name} must be an array of {size} in C order with dtype {np.dtype(kind)}")
            return given

        unknown = out.keys() - {"observations", "masks", "rewards", "done", "mover"}
        if unknown:
            raise PetteiaError(f"a batch has no array called {min(unknown)}")
        self._states = np.zeros((n, facts.state_size // 8), dtype=np.uint64)
        self._random = np.zeros(n, dtype=np.uint64)
        empty = np.zeros((0,), dtype=dtype_of(plan))
        self.observations = array("observations", shape, dtype_of(plan)) if observations else empty
        wanted = observations and self.autoreset == "same_step"
        self.final_observations = np.zeros(shape, dtype=dtype_of(plan)) if wanted else empty
        self.masks = array("masks", (n, self._derived.actions.size), np.bool_) if masks else np.zeros(0, dtype=np.bool_)
        self.rewards = array("rewards", (n, facts.players), np.float32)
        self.done = array("done", (n,), np.bool_)
        self.mover = array("mover", (n,), np.uint8)
        self._actions = np.zeros(n, dtype=np.int64)
        self._actions_at = self._actions.ctypes.data
        ways = self._library.ptb_ways()
        listed = facts.state_size < _SMALL_STATE or ways > 0
        room = 0 if listed else min(self._derived.actions.size, _MOST_KEPT)
        self._moves = np.zeros((n, room, facts.move_shorts) if room else 0, dtype=np.int16)
        self._counts = np.zeros(n if room else 0, dtype=np.uint16)
        self._ways = np.full((n, self._derived.actions.size) if ways > 1 else 0, 255, dtype=np.uint8)
        self._room = room

    def _struct(self) -> _Batch:
        def at(array: npt.NDArray[Any]) -> int | None:
            return array.ctypes.data if array.size else None

        return _Batch(
            at(self._states), at(self._random), None, at(self.observations), at(self.final_observations),
            at(self.masks), at(self.rewards), at(self.done), at(self.mover), at(self._moves), at(self._counts),
            at(self._ways), self._room, _MODES[self.autoreset], 0,
        )  # fmt: skip

    def __len__(self) -> int:
        return self._n

    @property
    def nbytes(self) -> int:
        """Bytes of memory that all its arrays take."""
        arrays = (
            self._states, self._random, self.observations, self.final_observations, self.masks, self.rewards,
            self.done, self.mover, self._actions, self._moves, self._counts, self._ways,
        )  # fmt: skip
        return sum(one.nbytes for one in arrays)

    # -- play ---------------------------------------------------------------------------------------------------

    def _run(self, call: Callable[[Any, int, int], int]) -> int:
        """Runs a function over all states, in as many threads as there are; the first error that it gives."""
        if self._pool is None:
            return call(ctypes.byref(self._structs[0]), 0, self._n)
        others = zip(self._structs[1:], self._cuts[1:], strict=True)
        waiting = [self._pool.submit(call, ctypes.byref(struct), *cut) for struct, cut in others]
        first = call(ctypes.byref(self._structs[0]), *self._cuts[0])
        results = [first, *(one.result() for one in waiting)]
        return next((k * 16 + one for k, one in enumerate(results) if one), 0)

    def reset(
        self, *, seed: int | Sequence[int] | npt.NDArray[Any] | None = None, only: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Starts all games anew, or `only` those that are marked.

        A seed gives each state one of its own, `seeds` of it; several are taken as they are. A state with a seed plays
        like `game.start(seed)`. Without one, each goes on with the chance that it has.
        """
        if only is not None:
            only = np.ascontiguousarray(only)
            if only.shape != (self._n,) or only.dtype != np.bool_:
                raise PetteiaError(f"marks must be an array of ({self._n},) with dtype bool")
        if seed is not None or not self._random.any():
            fresh = _seeds(seed, self._n)
            self._random[...] = fresh if only is None else np.where(only, fresh, self._random)
        marked = only.ctypes.data if only is not None else None
        self._raise(self._run(lambda struct, a, b: int(self._library.ptb_reset(struct, a, b, marked))))

    def step(self, actions: Any, *, chance: npt.NDArray[np.uint64] | None = None) -> None:
        """Plays an action in every state and writes what became of it into the arrays.

        An error names the first state that is at fault, and nothing is played. The `autoreset` says what becomes of
        finished games: with `next_step` their next action is taken for a new start; with `same_step` they begin anew at
        once (`done` still tells, and `final_observations` shows the end); with `disabled` they wait for `reset`, and
        their action must be -1. `chance` are streams of chance for the positions that arise, for whoever goes through
        all outcomes; by default every state draws its own.
        """
        self._take(actions)
        streams = self._streams(chance)
        for struct in self._structs:
            struct.chance = streams.ctypes.data if streams is not None else None
        at = self._actions_at
        if self._pool is None:
            self._raise(self._library.ptb_check_and_step(self._pointer, at, 0, self._n))
            return
        check, play = self._library.ptb_check, self._library.ptb_step
        if self.masks.size:  # a look into masks takes less than waking threads
            self._raise(check(self._pointer, at, 0, self._n))
        else:
            self._raise(self._run(lambda struct, a, b: int(check(struct, at, a, b))))
        self._raise(self._run(lambda struct, a, b: int(play(struct, at, a, b))))

    def step_one(self, i: int, action: int) -> None:
        """Plays an action in one state alone; `IllegalMove` if it is not legal or the game is over."""
        i, action = self._index(i), whole(action, "an action")
        result = self._step_single(self._pointer, max(-1, min(action, 2**63 - 1)), i)
        if result:
            self._actions[i] = max(-1, min(action, 2**63 - 1))
            self._raise(result)

    def observe(self, i: int, player: int) -> npt.NDArray[Any]:
        """A player's view of a state; players are seats here, from 1 on."""
        if not 1 <= whole(player, "a player") <= self.game.players:
            raise PetteiaError(f"{self.game.name} has no player {player}; there are {self.game.players}, from 1 on")
        plan = self._derived.observing
        seen = np.zeros(shape_of(plan), dtype=dtype_of(plan))
        self._library.ptb_observe(self._states[self._index(i)].ctypes.data, player, seen.ctypes.data)
        return seen

    def _take(self, actions: Any) -> None:
        given = np.asarray(actions)
        if given.shape != (self._n,):
            raise PetteiaError(f"actions must be an array of ({self._n},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise PetteiaError(f"actions must be whole numbers, not {given.dtype}")
        self._actions[...] = np.minimum(given, 2**63 - 1) if given.dtype == np.uint64 else given

    def _streams(self, chance: Any) -> npt.NDArray[np.uint64] | None:
        if chance is None:
            return None
        given = np.ascontiguousarray(chance)
        if given.shape != (self._n,) or given.dtype != np.uint64:
            raise PetteiaError(f"chance must be an array of ({self._n},) with dtype uint64")
        return given

    def _raise(self, result: int) -> None:
        if not result:
            return
        thread, code = divmod(result, 16)
        at = int(self._structs[thread].where)
        if code == _UNNUMBERED:
            raise PetteiaError(f"{self.game.name}: a legal move of state {at} has no number; please report the game")
        action = int(self._actions[at])
        if code == _FINISHED:
            raise IllegalMove(f"state {at} is finished: reset it, or give it the action -1")
        if code == _NO_ACTION:
            raise IllegalMove(f"state {at}: there is no action {action}; there are {self._derived.actions.size}")
        raise IllegalMove(f"state {at}: action {action} is not legal for player {int(self.mover[at])}")

    def sample(self, seed: int) -> npt.NDArray[np.int64]:
        """A legal action of each state at random, 0 where there is none."""
        if not self.masks.size:
            raise PetteiaError("actions are chosen from masks, which this batch does without")
        found = np.zeros(self._n, dtype=np.int64)
        given = whole(seed, "a seed") & _MASK
        self._library.ptb_choose(ctypes.byref(self._structs[0]), found.ctypes.data, 0, self._n, given)
        return found

    def play_rules(self, steps: int, seed: int = 0) -> int:
        """Random moves in all states without masks and observations, to measure the rules alone; how many there were.

        Arrays are out of date afterwards: `reset` the batch.
        """
        return int(self._library.ptb_rules(ctypes.byref(self._structs[0]), 0, self._n, steps, seed & _MASK))

    # -- single states ------------------------------------------------------------------------------------------

    def state(self, i: int) -> State:
        """A copy of one of the states, with no moves before it."""
        from ._state import State

        raw = NativeState(self.game.facts.state_size)
        raw.buffer[:] = self._states[self._index(i)].tobytes()
        return State(self.game, raw, int(self._random[i]))

    def set_state(self, i: int, state: State) -> None:
        """Puts a state of the same game in the place of one."""
        if state.game.recipe != self.game.recipe:
            raise PetteiaError(f"a state of {state.game} does not belong into a batch of {self.game}")
        i = self._index(i)
        self._states[i] = np.frombuffer(bytes(state.raw.buffer), dtype=np.uint64)
        self._random[i] = state.random
        self._refresh(i, i + 1)

    def copy_state(self, source: int, target: int, batch: Batch | None = None) -> None:
        """Copies a state over another, of this batch or from another one of the same game."""
        other = batch if batch is not None else self
        if other.game.recipe != self.game.recipe:
            raise PetteiaError(f"a batch of {other.game} has no states for one of {self.game}")
        source, target = other._index(source), self._index(target)
        self._states[target] = other._states[source]
        self._random[target] = other._random[source]
        self._refresh(target, target + 1)

    def save(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """All states as arrays that `restore` takes."""
        return self._states.copy(), self._random.copy()

    def restore(self, saved: tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]) -> None:
        """Goes back to saved states."""
        try:
            states, random = map(np.asarray, saved)
        except (TypeError, ValueError):
            raise PetteiaError("these states were not saved from a batch") from None
        if states.shape != self._states.shape or random.shape != self._random.shape:
            raise PetteiaError("these states were saved from another batch")
        self._states[...], self._random[...] = states, random
        self._refresh(0, self._n)

    def put(self, states: npt.NDArray[np.uint64], masks: npt.NDArray[np.bool_]) -> None:
        """Puts saved states in place, with the masks that they had: for searches that step from many at once.

        Observations and the rest are out of date until the next step.
        """
        if states.shape != self._states.shape or masks.shape != self.masks.shape:
            raise PetteiaError("these states were saved from another batch")
        self._states[...], self.masks[...] = states, masks
        self._counts[...] = 0
        self._ways[...] = 255

    def _refresh(self, begin: int, end: int) -> None:
        self._raise(int(self._library.ptb_refresh(ctypes.byref(self._structs[0]), begin, end)))

    def _index(self, i: int) -> int:
        i = whole(i, "the number of a state")
        if not -self._n <= i < self._n:
            raise PetteiaError(f"there is no state {i} in a batch of {self._n}")
        return i % self._n

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self._n, self._kept, self._build, self.save(), self.rewards.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return _unpickle(self.game, self._n, self._kept, self._build, self.save(), self.rewards.copy())

    def __repr__(self) -> str:
        return f"<Batch of {self._n} states of {self.game.name}>"


def _unpickle(game: Game, n: int, kept: dict[str, Any], build: Any, saved: Any, rewards: npt.NDArray[Any]) -> Batch:
    batch = Batch(game, n, seed=0, build=build, **kept)
    batch.restore(saved)
    batch.rewards[...] = rewards
    return batch


def _seeds(seed: Any, n: int) -> npt.NDArray[np.uint64]:
    """A seed for each state."""
    if seed is None:
        seed = int.from_bytes(os.urandom(8), "little")
    if not isinstance(seed, int | np.integer):
        several = np.asarray(seed)
        if several.shape != (n,) or several.dtype.kind not in "iu":
            raise PetteiaError(f"seeds must be {n} whole numbers")
        return several.astype(np.uint64)
    steps = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95) + np.uint64(int(seed) & _MASK)
    mixed = (steps ^ steps >> np.uint64(32)) * np.uint64(0xDABA0B6EB09322E3)
    return mixed ^ mixed >> np.uint64(29)


# -- the library --------------------------------------------------------------------------------------------------


def batch_library(game: Game, build: str) -> Any:
    """The library that plays batches of a game, built when it is first asked for."""
    flags = FULL_FLAGS if build == "full" else QUICK_FLAGS
    return _batch_library(game.recipe, flags, _Held(game.facts, derived_of(game)))


class _Held:
    """Facts that follow from the recipe, and so do not count when a library is looked up."""

    def __init__(self, facts: Facts, derived: Derived) -> None:
        self.facts, self.derived = facts, derived

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _batch_library(recipe: Recipe, flags: tuple[str, ...], held: _Held) -> Any:
    from petteia.errors import BuildError

    from .loading import recipe_inputs

    cache, inputs = BuildCache(), input_key("batch", *flags, recipe_inputs(recipe))
    facts = held.facts
    built = cache.lookup(inputs)
    if built is None:
        from petteia.native.emit_batch import emit_batch
        from petteia.passes.playouts.classify_playouts import classify_playouts

        program, actions = optimised(recipe), held.derived.actions
        plan = classify_playouts(program)
        text = emit_batch(program, plan, actions.size, actions.codes, held.derived.observing, _dice(facts))
        text += layout_assertions({"Batch": _Batch}) + "\n"
        built = cache.store(inputs, text, name="batch", meta={"game": recipe.name, "batch": True}, flags=flags)
    loaded = load_library(built.library, _FUNCTIONS, f"{recipe.name}: the library for batches")
    if (loaded.ptb_state_size(), loaded.ptb_move_size()) != (facts.state_size, 2 * facts.move_shorts):
        cache.discard(built)
        raise BuildError(f"{recipe.name}: the library for batches has states or moves of another size")
    loaded.ptb_prepare()
    return loaded


def _dice(facts: Facts) -> Any:
    """The dice that are thrown while moves are listed, if there are any."""
    from petteia.native.emit_batch import Dice

    hands = [one for one in facts.containers[1:] if one.is_dice]
    sites = tuple(site for hand in hands for site in hand.sites)
    faces = tuple(facts.components[k].faces for hand in hands for k in range(hand.size))
    known = {"dice", "state"} <= facts.fields.keys()
    return Dice(sites, faces) if sites and known and facts.moves_are_drawn else None
