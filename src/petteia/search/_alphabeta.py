"""Alpha-beta search as an agent: iterative deepening, a table of positions, and an evaluation of one's own."""

from __future__ import annotations

import ctypes
import threading
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from petteia.errors import PetteiaError

from ._analysis import Analysis, Candidate
from ._bridge import Bridge, Evaluation
from ._library import entry_points, moves_by_numbers, search_library
from ._material import Material
from ._tree import Budget

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_DEEPEST = 120
_UNLIMITED = 2**63
_MASK = 2**64 - 1


@dataclass(frozen=True)
class AlphaBeta:
    """An agent that searches all moves to a depth, then deeper, for two players and games without chance.

    A search ends at `depth`, after `iterations` positions, after `seconds` of CPU time or `wall` seconds by the clock,
    or when nothing is left to find out; without any limit after one CPU second. Among moves of equal value the seed
    decides.

    >>> import petteia as pt
    >>> from petteia.search import AlphaBeta
    >>> found = AlphaBeta(depth=9).analyse(pt.load("Tic-Tac-Toe").start())
    >>> found.best.value, found.best.proven
    (0.0, 'drawn')
    """

    depth: int | None = None
    iterations: int | None = None
    seconds: float | None = None
    wall: float | None = None
    evaluation: Evaluation = field(default_factory=Material)
    """What positions at the last depth are worth, in [-1, 1]: see `petteia.search.Evaluation`."""
    table: float = 32.0
    """Megabytes of the table of positions."""
    seed: int = 0
    last: Analysis | None = field(default=None, init=False, repr=False, compare=False)
    """What the search for the latest move that was chosen found."""

    def __post_init__(self) -> None:
        limits = (self.depth, self.iterations, self.seconds, self.wall)
        if any(given is not None and given <= 0 for given in limits):
            raise PetteiaError("the budget of a search must be above zero")

    def with_budget(
        self, iterations: int | None = None, seconds: float | None = None, wall: float | None = None
    ) -> Self:
        """The same agent with another budget."""
        return replace(self, iterations=iterations, seconds=seconds, wall=wall)

    def with_seed(self, seed: int) -> Self:
        """The same agent with another seed."""
        return replace(self, seed=seed)

    def choose(self, state: State) -> Move:
        """The move with the best value."""
        found = self.analyse(state)
        object.__setattr__(self, "last", found)  # no parameter: agents stay the same
        return found.best.move

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over. Values of moves but the best are bounds: they are not better."""
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        game = state.game
        if game.players != 2 or game.is_random:
            raise PetteiaError(f"alpha-beta plays games of two without chance; {game.name} is none")
        search = _Search(game, self.evaluation, self.table)
        count = search.begin(state, self.seed)
        budget = Budget(self.iterations, self.seconds, self.wall)
        if self.depth is None and budget == Budget():
            budget = Budget(seconds=1.0)
        spent = search.run(min(self.depth or _DEEPEST, _DEEPEST), budget)
        return search.results(state, count, spent)


class _Search:
    """A search in native memory."""

    def __init__(self, game: Game, evaluation: Evaluation, table: float) -> None:
        self._library = search_library()
        self._entry = entry_points(game)
        self._bridge = Bridge(game)
        callback = self._bridge.evaluation(evaluation)
        self._search = self._library.pta_new(ctypes.byref(self._entry), ctypes.byref(callback), int(table * 2**20))
        if not self._search:
            raise PetteiaError(f"there is not enough memory for a table of {table:g} MB")
        self._bridge.on_error = partial(self._library.pta_stop, self._search)

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.pta_free(self._search)
            self._search = None

    def begin(self, state: State, seed: int) -> int:
        """Begins with a position; returns how many moves there are."""
        return int(self._library.pta_begin(self._search, state.raw.pointer, seed & _MASK))

    def run(self, depth: int, budget: Budget) -> float:
        """Searches within a budget, in a thread, so that interrupts are heard; returns the CPU seconds it took."""
        most = _UNLIMITED if budget.iterations is None else budget.iterations
        used: list[float] = []

        def work() -> None:
            begin = time.thread_time()
            self._library.pta_run(self._search, depth, most, budget.seconds or 0.0, budget.wall or 0.0)
            used.append(time.thread_time() - begin)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            thread.join()
        finally:
            self._library.pta_stop(self._search)
            thread.join()
        self._bridge.raise_error()
        return used[0]

    def results(self, state: State, count: int, spent: float) -> Analysis:
        """What was found."""
        index, values = (ctypes.c_uint32 * count)(), (ctypes.c_double * count)()
        nodes, line = (ctypes.c_uint64 * count)(), (ctypes.c_uint16 * 128)()
        length = self._library.pta_results(self._search, index, values, nodes, line)
        complete = bool(self._library.pta_complete(self._search))
        moves = _listed(state)
        found: dict[Move, Candidate] = {}
        for k in range(count):
            candidate = Candidate(moves[index[k]], nodes[k], _bounded(values[k]), _proof(values[k], complete))
            found.setdefault(candidate.move, candidate)
        best, *others = found.values()
        others.sort(key=lambda one: -one.value)
        return Analysis(
            (best, *others),
            _line(state, line[:length]),
            int(self._library.pta_nodes(self._search)),
            spent,
            int(self._library.pta_nodes(self._search)),
            state.legal_moves(),
            int(self._library.pta_depth(self._search)),
        )


def _bounded(value: float) -> float:
    return max(-1.0, min(1.0, value)) + 0.0  # no negative zero


def _proof(value: float, complete: bool) -> str | None:
    if abs(value) > 1:
        return "won" if value > 0 else "lost"
    return "drawn" if complete and value == 0 else None


def _listed(state: State) -> list[Move]:
    """The moves in the order of native code, what the rules made twice included."""
    from petteia.game._native import NativeEngine

    engine = state.game.engine
    assert isinstance(engine, NativeEngine)
    names = moves_by_numbers(state)
    return [names[engine.pack_move(code)] for code in engine.moves(state.raw)]


def _line(state: State, numbers: list[Any]) -> tuple[Move, ...]:
    line: list[Move] = []
    state = state.copy()
    for number in numbers:
        listed = _listed(state) if not state.over else []
        if number >= len(listed):
            break
        line.append(listed[number])
        state.play(line[-1])
    return tuple(line)
