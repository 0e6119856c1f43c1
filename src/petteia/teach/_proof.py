"""Proofs by search of all moves: who wins within so many moves, and which moves do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import PetteiaError
from petteia.search import AlphaBeta

if TYPE_CHECKING:
    from petteia.game import Move, State


class Unsettled(PetteiaError):
    """A position that takes more to settle than is allowed."""


class Prover:
    """Settles positions of a game for two by searching all moves to a depth, within so many positions for each."""

    def __init__(self, most: int = 3_000_000) -> None:
        self._most = most
        self.spent = 0

    def outcome(self, state: State, plies: int) -> str | None:
        """The result that who moves can force within so many moves: `won`, `lost`, `drawn`, or None if open then."""
        if plies < 1:
            return None
        search = AlphaBeta(depth=plies, iterations=self._most, reductions=False, quiescence=False, reuse=False)
        found = search.analyse(state)
        self.spent += found.iterations
        if found.best.proven is None and (found.depth or 0) < plies:
            raise Unsettled("too many positions")
        return found.best.proven

    def after(self, state: State, move: Move, plies: int) -> str | None:
        """The same for a move: what it comes to for who plays it, within so many moves with it."""
        player, child = state.mover, state.copy()
        child.play(move)
        if child.over:
            return "won" if child.winner == player else "drawn" if child.winner is None else "lost"
        found = self.outcome(child, plies - 1)
        if found is None or found == "drawn" or child.mover == player:
            return found
        return "won" if found == "lost" else "lost"

    def outcomes(self, state: State, plies: int) -> dict[Move, str | None]:
        """The outcomes of all moves; `Unsettled` if that takes too many positions."""
        most, before = self._most, self.spent
        found: dict[Move, str | None] = {}
        for move in state.legal_moves():
            found[move] = self.after(state, move, plies)
            if self.spent - before > most:
                raise Unsettled("too many positions")
        return found


def wins_at_once(state: State) -> list[Move]:
    """The moves that end the game as a win of who plays them."""
    found = []
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        if child.over and child.winner == state.mover:
            found.append(move)
    return found
