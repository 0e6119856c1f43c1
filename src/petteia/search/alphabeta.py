"""Search by depth as an agent: iterative deepening, a table of positions, and an evaluation of one's own."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from petteia.errors import PetteiaError

from ._analysis import Analysis, Candidate
from ._budgeted import Budgeted
from ._tree import Budget, run_apart
from .bridge import Bridge, Evaluation
from .library import entry_points, moves_by_numbers, search_library
from .material import Material
from .values import KnowsPieces

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from petteia.game import Game, Move, State

Others = Literal["paranoid", "reply", "selfish"]
_OTHERS: tuple[str, ...] = get_args(Others)
_DEEPEST = 120
_UNLIMITED = 2**63
_MASK = 2**64 - 1


@dataclass(frozen=True)
class AlphaBeta(Budgeted):
    """An agent that searches all moves to a depth, then deeper: alpha-beta for two players without chance.

    Dice are tried one by one and averaged, with bounds that cut off (expectimax, star pruning); depth then counts
    turns between dice. Several others are taken to play as `others` says.

    A search ends at `depth`, after `iterations` positions, after `seconds` of CPU time or `wall` seconds by the clock,
    or when nothing is left to find out; without any limit after one CPU second. Among moves of equal value the seed
    decides.

    >>> import petteia as pt
    >>> from petteia.search import AlphaBeta
    >>> found = AlphaBeta(depth=20).analyse(pt.load("Tic-Tac-Toe").start())
    >>> found.best.value, found.best.proven
    (0.0, 'drawn')
    """

    depth: int | None = None
    evaluation: Evaluation = field(default_factory=Material)
    """The worth of positions at the last depth, in [-1, 1]: see `petteia.search.Evaluation`."""
    quiescence: bool = True
    """Captures are followed beyond the last depth until nothing hangs, where the evaluation knows pieces."""
    reductions: bool = True
    """Moves that come late in the order are searched less deep at first, hopeless positions near the end not at all."""
    others: Others = "paranoid"
    """With three players and more: all of them against who searches (`paranoid`), one at a time while the others move
    as it looks best at first sight (`reply`), or each for himself (`selfish`, max-n)."""
    table: float = 64.0
    """Megabytes of the table of positions."""
    reuse: bool = True
    """The table of positions is kept from move to move of a game."""
    seed: int = 0
    last: Analysis | None = field(default=None, init=False, repr=False, compare=False)
    """The findings of the search for the latest move that was chosen."""
    _kept: list[AlphaBetaSearch] = field(default_factory=list, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": []}  # tables stay in their process

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.depth is not None and self.depth <= 0:
            raise PetteiaError("the depth of a search must be above zero")

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over. Values of moves but the best are bounds: they are not better."""
        return self._analyse(state, AlphaBetaSearch(state.game, self))

    def _searched(self, state: State) -> Analysis:
        return self._analyse(state, self._search(state.game))

    def _search(self, game: Game) -> AlphaBetaSearch:
        """The search of the move before where its table may be used, else a new one."""
        if not self.reuse:
            return AlphaBetaSearch(game, self)
        if not self._kept or not self._kept[0].plays(game):
            self._kept[:] = [AlphaBetaSearch(game, self)]
        return self._kept[0]

    def _analyse(self, state: State, search: AlphaBetaSearch) -> Analysis:
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        count = search.begin(state, self.seed)
        budget = self._budget(state) if self.depth is None else self._budget(state, otherwise=Budget())
        spent = search.run(min(self.depth or _DEEPEST, _DEEPEST), budget)
        return search.results(state, count, spent)


class AlphaBetaSearch:
    """A search in native memory, with its table of positions."""

    def __init__(self, game: Game, agent: AlphaBeta) -> None:
        if game.players < 2:
            raise PetteiaError(f"a search by depth needs somebody to play against; {game.name} is for one")
        self._library = search_library()
        self._game, self._entry = game, entry_points(game)
        self._bridge = Bridge(game)
        evaluation = agent.evaluation
        callback = self._bridge.evaluation(evaluation)
        values = evaluation.native_values(game) if isinstance(evaluation, KnowsPieces) else None
        self._search = self._library.pta_new(
            ctypes.byref(self._entry), ctypes.byref(callback), values, int(agent.table * 2**20)
        )
        if not self._search:
            raise PetteiaError(f"there is not enough memory for a table of {agent.table:g} MB")
        self._library.pta_select(
            self._search, int(agent.quiescence), int(agent.reductions), _OTHERS.index(agent.others)
        )
        self._bridge.on_error = partial(self._library.pta_stop, self._search)

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.pta_free(self._search)
            self._search = None

    def plays(self, game: Game) -> bool:
        """True if it was made for a game as it is built now."""
        return self._game is game and self._entry is entry_points(game)

    def begin(self, state: State, seed: int) -> int:
        """Begins with a position; returns how many moves there are."""
        return int(self._library.pta_begin(self._search, state.raw.pointer, seed & _MASK))

    def run(self, depth: int, budget: Budget) -> float:
        """Searches within a budget, in a thread, so that interrupts are heard; returns the CPU seconds it took."""
        most = _UNLIMITED if budget.iterations is None else budget.iterations
        spent = run_apart(
            lambda: self._library.pta_run(self._search, depth, most, budget.seconds or 0.0, budget.wall or 0.0),
            lambda: self._library.pta_stop(self._search),
        )
        self._bridge.raise_error()
        return spent

    def play(
        self, state: State, seed: int, at_random: int, most: int, nodes: int, extent: int
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.uint32], float | None]:
        """Plays a game against itself, some moves at random, then with so many nodes for each.

        Returns the first bytes of the states of quiet positions, their values for seat 1, how many moves they have, and
        the result for it: None if the game did not end within `most` moves.
        """
        import numpy as np

        self.begin(state, seed)
        states, values = np.zeros((most, extent), dtype=np.uint8), np.zeros(most, dtype=np.float32)
        choices = np.zeros(most, dtype=np.uint32)
        end = ctypes.c_double()
        count = self._library.pta_play(
            self._search, at_random, most, nodes, extent,
            states.ctypes.data, values.ctypes.data, choices.ctypes.data, ctypes.byref(end),
        )  # fmt: skip
        self._bridge.raise_error()
        found = None if end.value > 1 else end.value
        return states[:count], values[:count].astype(np.float64), choices[:count], found

    def results(self, state: State, count: int, spent: float) -> Analysis:
        """The findings."""
        index, values = (ctypes.c_uint32 * count)(), (ctypes.c_double * count)()
        shorts = self._game.facts.move_shorts
        nodes, line = (ctypes.c_uint64 * count)(), (ctypes.c_int16 * (_DEEPEST * 2 * shorts))()
        length = self._library.pta_results(self._search, index, values, nodes, line)
        complete = bool(self._library.pta_complete(self._search)) and not self._game.is_random
        moves = _listed(state)
        found: dict[Move, Candidate] = {}
        for k in range(count):
            candidate = Candidate(moves[index[k]], nodes[k], _bounded(values[k]), _proof(values[k], complete))
            found.setdefault(candidate.move, candidate)
        best, *others = found.values()
        others.sort(key=lambda one: -one.value)
        return Analysis(
            (best, *others),
            line_of(state, [tuple(line[k * shorts : (k + 1) * shorts]) for k in range(length)]),
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
    from petteia.game.native import NativeEngine

    engine = state.game.engine
    assert isinstance(engine, NativeEngine)
    names = moves_by_numbers(state)
    return [names[engine.pack_move(code)] for code in engine.moves(state.raw)]


def line_of(state: State, codes: list[tuple[int, ...]]) -> tuple[Move, ...]:
    line: list[Move] = []
    state = state.copy()
    for code in codes:
        move = None if state.over else moves_by_numbers(state).get(code)
        if move is None:
            break
        line.append(move)
        state.play(move)
    return tuple(line)
