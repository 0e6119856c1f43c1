"""Proof-number search as an agent: who can force a win or a draw, proved by ends of games alone."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from petteia.errors import PetteiaError

from ._analysis import Analysis, Candidate
from ._budgeted import Budgeted
from ._tree import Budget, run_apart
from .library import entry_points, moves_by_numbers, search_library

if TYPE_CHECKING:
    from petteia.game import Game, Move, State
    from petteia.game.facts import Facts

_GOALS = 4
_LONGEST_LINE = 200
_UNLIMITED = 2**63
_PROVEN = {-1: "lost", 0: "drawn", 1: "won"}


@dataclass(frozen=True)
class ProofNumber(Budgeted):
    """An agent that proves who can force what (df-pn), for two players and games without chance.

    It asks in turn whether who moves can win, whether the other can, and who can keep a draw. What is not proven is
    worth nothing to it: it is for solving. A search ends after `iterations` positions, `seconds` of CPU time or `wall`
    seconds by the clock, or with a proof; without any limit after one CPU second.

    >>> import petteia as pt
    >>> from petteia.search import ProofNumber
    >>> ProofNumber(seconds=20).analyse(pt.load("Tic-Tac-Toe").start()).best.proven
    'drawn'
    """

    table: float = 64.0
    """Megabytes of the table of positions."""
    seed: int = 0
    """Nothing is left to chance; it is here for those who give seeds to all agents."""
    last: Analysis | None = field(default=None, init=False, repr=False, compare=False)
    """The findings of the search for the latest move that was chosen."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.table < 1:
            raise PetteiaError("a search needs a megabyte of memory")

    def analyse(self, state: State) -> Analysis:
        """Searches a position that is not over. The visits of moves are the positions that were met behind them."""
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        search = _Search(state.game, int(self.table * 2**20))
        spent = search.run(state, self._budget(state))
        seen = sorted(search.moves(state, None), key=lambda one: (-one.low, -one.high, -one.work))
        found: dict[Move, Candidate] = {}
        for one in seen:
            proven = _PROVEN[one.low] if one.low == one.high else None
            found.setdefault(one.move, Candidate(one.move, one.work, float(one.low if proven else 0), proven))
        candidates = tuple(found.values())
        return Analysis(candidates, search.line(state), search.nodes, spent, search.nodes, state.legal_moves())


class _Seen(NamedTuple):
    """A move as the search knows it: bounds of its value for who moved at the root, and the work that it took."""

    move: Move
    low: int
    high: int
    work: int
    ways: Any
    """The keys of what it leads to."""


class _Search:
    """A search in native memory for one position."""

    def __init__(self, game: Game, table: int) -> None:
        if game.players != 2 or game.is_random:
            raise PetteiaError(f"proofs are for games of two without chance; {game.name} is none")
        self._library, self._game = search_library(), game
        hidden, by_way = _hidden(game.facts)
        numbers = (ctypes.c_uint32 * (2 * len(hidden)))(*(number for one in hidden for number in one))
        entry = entry_points(game)
        self._search = self._library.ptp_new(ctypes.byref(entry), numbers, len(hidden), int(by_way), table)
        if not self._search:
            raise PetteiaError(f"there is not enough memory for a table of {table / 2**20:g} MB")

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.ptp_free(self._search)
            self._search = None

    def run(self, state: State, budget: Budget) -> float:
        """Searches a position within a budget; returns the CPU seconds it took."""
        most = _UNLIMITED if budget.iterations is None else budget.iterations
        root = state.raw
        return run_apart(
            lambda: self._library.ptp_run(self._search, root.pointer, most, budget.seconds or 0.0, budget.wall or 0.0),
            lambda: self._library.ptp_stop(self._search),
        )

    @property
    def nodes(self) -> int:
        """How many positions were met."""
        return int(self._library.ptp_nodes(self._search))

    def moves(self, state: State, ways: Any) -> list[_Seen]:
        """What is known of the moves of a position: of the root, or of one that moves from there led to."""
        shorts, room = self._game.facts.move_shorts, 64
        while True:
            moves, work = (ctypes.c_int16 * (room * shorts))(), (ctypes.c_uint64 * room)()
            low, high = (ctypes.c_int8 * room)(), (ctypes.c_int8 * room)()
            after = (ctypes.c_uint64 * (room * _GOALS))()
            count = self._library.ptp_moves(
                self._search, state.raw.pointer, ways, room, moves, low, high, work, after
            )  # fmt: skip
            if count <= room:
                break
            room = count
        named = moves_by_numbers(state)
        return [
            _Seen(
                named[tuple(moves[k * shorts : (k + 1) * shorts])], low[k], high[k], work[k],
                (ctypes.c_uint64 * _GOALS)(*after[k * _GOALS : (k + 1) * _GOALS]),
            )
            for k in range(count)
        ]  # fmt: skip

    def line(self, state: State) -> tuple[Move, ...]:
        """Play that proofs tell: the shortest way is left to the winner, the hardest to the loser. None if unproven."""
        line: list[Move] = []
        player, state, seen = _player(state), state.copy(), self.moves(state, None)
        value = max(one.low for one in seen)
        if value < max(one.high for one in seen):
            return ()
        while len(line) < _LONGEST_LINE:
            side = 1 if _player(state) == player else -1
            best = max(side * (one.low if side > 0 else one.high) for one in seen)
            if best < side * value:  # the table has forgotten it
                break
            good = [one for one in seen if side * (one.low if side > 0 else one.high) == best]
            chosen = (min if best == 1 else max)(good, key=lambda one: one.work)
            line.append(chosen.move)
            state.play(chosen.move)
            if state.over:
                break
            seen = self.moves(state, chosen.ways)
        return tuple(line)


def _player(state: State) -> int:
    return state.players_by_seat[state.mover - 1]


def _hidden(facts: Facts) -> tuple[list[tuple[int, int]], bool]:
    """Where the data of a state lie that rules read and no position shows; True if there are lists of what was before.

    Equal positions are taken for the same only if these are equal, too: they may forbid what came before, or count.
    """
    slots = {name: one for name, one in facts.slots.items() if not facts.fields[name].visible}
    spans = [(one.offset, one.width * one.words * prod(one.shape)) for one in slots.values() if not one.capacity]
    return sorted(spans), any(one.capacity for one in slots.values())
