"""Unbounded best-first minimax with completion as an agent: the tree grows along the line that seems best."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

from ._analysis import Analysis, Candidate
from ._budgeted import Budgeted
from ._tree import PROOFS, Budget, run_apart
from .alphabeta import line_of
from .bridge import Bridge, Evaluation
from .library import entry_points, moves_by_numbers, search_library
from .quick import Quick
from .values import KnowsPieces

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_LONGEST_LINE = 60
_UNLIMITED = 2**63
_MASK = 2**64 - 1


@dataclass(frozen=True)
class BestFirst(Budgeted):
    """An agent that grows a tree along the line both sides like best, for two players and games without chance.

    All moves of the position at the end of that line are valued at once, and what they are worth is brought back to the
    root (unbounded best-first minimax with completion: ends of games are proofs). It plays the move that was followed
    most. A search ends after `iterations` valued positions, `seconds` of CPU time or `wall` seconds by the clock, when
    its memory is full or all is proven; without any limit after one CPU second.

    >>> import petteia as pt
    >>> from petteia.search import BestFirst
    >>> found = BestFirst(iterations=500).analyse(pt.load("Tic-Tac-Toe").state("0=1 1=1 4=2 5=2 | m=1"))
    >>> found.best.move, found.best.proven
    (Move('2>2'), 'won')
    """

    evaluation: Evaluation = field(default_factory=Quick)
    """The worth of positions, in [-1, 1]: see `petteia.search.Evaluation`."""
    quiescence: bool = True
    """Captures are followed until nothing hangs before a position is valued, where the evaluation knows pieces."""
    memory: float = 128.0
    """Megabytes that the tree may take."""
    seed: int = 0
    last: Analysis | None = field(default=None, init=False, repr=False, compare=False)
    """The findings of the search for the latest move that was chosen."""
    _kept: list[_Search] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.memory < 1:
            raise PetteiaError("a search needs a megabyte of memory")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": []}  # trees stay in their process

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over."""
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        if not self._kept or not self._kept[0].plays(state.game):
            self._kept[:] = [_Search(state.game, self)]
        return self._kept[0].analyse(state, self.seed, self._budget(state))


class _Search:
    """A tree in native memory, used for one position after the other."""

    def __init__(self, game: Game, agent: BestFirst) -> None:
        if game.players != 2 or game.is_random:
            raise PetteiaError(f"best-first minimax plays games of two without chance; {game.name} is none")
        self._library, self._game, self._entry = search_library(), game, entry_points(game)
        self._bridge = Bridge(game)
        evaluation = agent.evaluation
        callback = self._bridge.evaluation(evaluation)
        values = evaluation.native_values(game) if isinstance(evaluation, KnowsPieces) else None
        self._search = self._library.ptb_new(
            ctypes.byref(self._entry), ctypes.byref(callback), values, int(agent.quiescence), int(agent.memory * 2**20)
        )
        if not self._search:
            raise PetteiaError(f"there is not enough memory for a tree of {agent.memory:g} MB")
        self._bridge.on_error = partial(self._library.ptb_stop, self._search)

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.ptb_free(self._search)
            self._search = None

    def plays(self, game: Game) -> bool:
        """True if it was made for a game as it is built now."""
        return self._game is game and self._entry is entry_points(game)

    def analyse(self, state: State, seed: int, budget: Budget) -> Analysis:
        """Searches a position within a budget."""
        count = int(self._library.ptb_begin(self._search, state.raw.pointer, seed & _MASK))
        most = _UNLIMITED if budget.iterations is None else budget.iterations
        spent = run_apart(
            lambda: self._library.ptb_run(self._search, most, budget.seconds or 0.0, budget.wall or 0.0),
            lambda: self._library.ptb_stop(self._search),
        )
        self._bridge.raise_error()
        return self._results(state, count, spent)

    def _results(self, state: State, count: int, spent: float) -> Analysis:
        shorts = self._game.facts.move_shorts
        moves, values = (ctypes.c_int16 * (count * shorts))(), (ctypes.c_double * count)()
        visits, proofs, best = (ctypes.c_uint64 * count)(), (ctypes.c_uint8 * count)(), ctypes.c_uint32()
        line = (ctypes.c_int16 * (_LONGEST_LINE * shorts))()
        length = self._library.ptb_results(
            self._search, moves, values, visits, proofs, line, _LONGEST_LINE, ctypes.byref(best)
        )
        named = moves_by_numbers(state)
        found: dict[Move, Candidate] = {}
        for k in (best.value, *range(count)):
            move = named[tuple(moves[k * shorts : (k + 1) * shorts])]
            found.setdefault(move, Candidate(move, visits[k], values[k] + 0.0, PROOFS[proofs[k]]))
        first, *others = found.values()
        others.sort(key=lambda one: (-one.visits, -one.value))
        nodes = int(self._library.ptb_nodes(self._search))
        codes = [tuple(line[k * shorts : (k + 1) * shorts]) for k in range(length)]
        return Analysis((first, *others), line_of(state, codes), nodes, spent, nodes, state.legal_moves())
