"""A search tree in native memory: it is run, looked at, and moved on as a game is played."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from petteia.errors import PetteiaError

from .bridge import Bridge
from .library import Settings, entry_points, packed_moves, search_library

if TYPE_CHECKING:
    from petteia.game import State

_SLICE_SECONDS = 0.2
"""Native code returns this often, so that an interrupt is heard."""
_MOST_PLIES = 64
"""How far back a tree is looked for in what was played."""
_MASK = 2**64 - 1
_UNLIMITED = 2**63
PROOFS = (None, "lost", "drawn", "won")
"""The proof of a move for who plays it, by its number in native code."""


class Child(NamedTuple):
    """A move of a node as native code has it: the node behind, what was seen, and the numbers of the move's struct."""

    node: int
    visits: int
    sum: float
    proof: int
    prior: float
    """The probability that the policy gives it; -1 where none was asked."""
    code: tuple[int, ...]


class Budget(NamedTuple):
    """How long to search; None is no limit. `seconds` is CPU time of each thread."""

    iterations: int | None = None
    seconds: float | None = None
    wall: float | None = None


def run_apart(work: Callable[[], None], stop: Callable[[], None]) -> float:
    """Runs native code in a thread, so that interrupts are heard; they stop it. Returns the CPU seconds it took."""
    used: list[float] = []

    def timed() -> None:
        begin = time.thread_time()
        work()
        used.append(time.thread_time() - begin)

    thread = threading.Thread(target=timed)
    thread.start()
    try:
        thread.join()
    finally:
        stop()
        thread.join()
    return used[0]


class Tree:
    """A search tree from one position on, for one thread at a time; it starts further ones as its settings say."""

    def __init__(self, state: State, settings: Settings, bridge: Bridge | None = None) -> None:
        self._library = search_library()
        self._entry = entry_points(state.game)
        self._settings = settings
        self._bridge = bridge or Bridge(state.game)
        self._bridge.tell_last(settings)
        self.game = state.game
        self.root = state.raw
        self._workers: list[Any] = []
        self._tree = self._library.pts_new(ctypes.byref(self._entry), ctypes.byref(settings), self.root.pointer)
        if not self._tree:
            raise PetteiaError(f"there is not enough memory for a tree of {settings.memory >> 20} MB")
        self._tell_last(state)
        # Not a method of this object: a cycle of references would keep the memory of trees that are gone.
        self._bridge.on_error = partial(self._library.pts_stop, self._tree)
        for k in range(max(1, settings.threads)):
            worker = self._library.pts_new_worker(self._tree, settings.seed + k * 0x9E3779B97F4A7C15 & _MASK)
            if not worker:
                raise PetteiaError("there is not enough memory for the threads of a search")
            self._workers.append(worker)

    def __del__(self) -> None:
        for worker in getattr(self, "_workers", ()):
            self._library.pts_free_worker(worker)
        if getattr(self, "_tree", None):
            self._library.pts_free(self._tree)
            self._tree = None

    def run(self, budget: Budget) -> float:
        """Goes on searching within a budget, the interpreter lock being free; returns the CPU seconds it took."""
        most = _UNLIMITED if budget.iterations is None else budget.iterations
        end, spent = time.monotonic() + (budget.wall or 0.0), 0.0
        while True:
            wall = _SLICE_SECONDS if budget.wall is None else min(_SLICE_SECONDS, end - time.monotonic())
            seconds = 0.0 if budget.seconds is None else budget.seconds - spent / len(self._workers)
            if wall <= 0 or (budget.seconds is not None and seconds <= 0):
                return spent
            spent += self._run_slice(most, seconds, wall)
            self._bridge.raise_error()
            if self.proof or self.iterations >= most:
                return spent

    def _run_slice(self, most: int, seconds: float, wall: float) -> float:
        used: list[float] = []

        def work(worker: Any) -> None:
            begin = time.thread_time()
            self._library.pts_run(worker, most, seconds, wall)
            used.append(time.thread_time() - begin)

        others = [threading.Thread(target=work, args=(worker,)) for worker in self._workers[1:]]
        for thread in others:
            thread.start()
        work(self._workers[0])
        for thread in others:
            thread.join()
        return sum(used)

    def _tell_last(self, state: State) -> None:
        """Says which move led to the root, where a policy wants to know."""
        if not (self._settings.prior_is_told or self._settings.playout_is_told):
            return
        packed = None
        if state.history:
            before = state.copy()
            move = before.undo()
            packed = (ctypes.c_int16 * state.game.facts.move_shorts)(*packed_moves(before)[move])
        self._library.pts_tell_last(self._tree, packed)

    def move_on(self, state: State) -> bool:
        """Makes a position that was reached from the root the new root, with what is known of it; else begins anew."""
        path = self._moves_to(state)
        self.root = state.raw
        self._tell_last(state)
        if path is not None:
            numbers = [number for code in path for number in code]
            packed = (ctypes.c_int16 * max(1, len(numbers)))(*numbers)
            if self._library.pts_advance(self._tree, packed, len(path), self.root.pointer):
                return True
        self._library.pts_reset(self._tree, self.root.pointer)
        return False

    def _moves_to(self, state: State) -> list[tuple[int, ...]] | None:
        """The moves from the root to a state, None if it was not reached from there lately."""
        earlier = state.copy()
        history = state.history
        path: list[tuple[int, ...]] = []
        for _ in range(min(_MOST_PLIES, len(history)) + 1):
            if earlier.raw is self.root:
                return path[::-1]
            if not earlier.history:
                break
            move = earlier.undo()
            path.append(packed_moves(earlier)[move])
        return None

    @property
    def iterations(self) -> int:
        """How many iterations were made since the root is the root."""
        return int(self._library.pts_iterations(self._tree))

    @property
    def size(self) -> int:
        """How many positions below the root were met."""
        return int(self._library.pts_node_count(self._tree))

    @property
    def listed(self) -> int:
        """How many moves all nodes have, tried or not."""
        return int(self._library.pts_move_count(self._tree))

    @property
    def bytes(self) -> int:
        """The memory that the tree takes."""
        return int(self._library.pts_bytes(self._tree))

    @property
    def proof(self) -> int:
        """The proof of the root for who moves there: see `PROOFS`."""
        return int(self._library.pts_proof(self._tree))

    def children(self, node: int = 0) -> list[Child]:
        """The moves of a node, by default of the root: those that were tried in the order in which they were."""
        shorts = self._entry.move_size // 2
        room = 64
        while True:
            nodes, visits = (ctypes.c_uint32 * room)(), (ctypes.c_uint32 * room)()
            sums, proofs, priors = (ctypes.c_double * room)(), (ctypes.c_uint8 * room)(), (ctypes.c_float * room)()
            moves = (ctypes.c_int16 * (room * shorts))()
            count = self._library.pts_children(self._tree, node, room, nodes, visits, sums, proofs, priors, moves)
            if count <= room:
                break
            room = count
        return [
            Child(nodes[k], visits[k], sums[k], proofs[k], priors[k], tuple(moves[k * shorts : (k + 1) * shorts]))
            for k in range(count)
        ]
