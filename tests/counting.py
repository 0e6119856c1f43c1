"""Counts the ways in which play can go on, by moves or by turns."""

from __future__ import annotations

import petteia


def count_plays(state: petteia.State, depth: int) -> int:
    """In how many ways play can go on for some moves; games that end earlier do not count."""
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        state.play(move)
        total += count_plays(state, depth - 1)
        state.undo()
    return total


def count_turns(state: petteia.State, depth: int) -> int:
    """The same, a turn being all moves that a player makes in succession."""
    if depth == 0:
        return 1
    mover, total = state.mover, 0
    for move in state.legal_moves():
        state.play(move)
        goes_on = not state.over and state.mover == mover
        total += count_turns(state, depth if goes_on else depth - 1)
        state.undo()
    return total
