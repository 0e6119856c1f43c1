"""Clocks for whole games: time is shared out, never overrun, and given back with moves that are taken back."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

import petteia
from petteia.errors import PetteiaError
from petteia.search import Clock, agent
from petteia.search.clock import Pace, moves_left, share

if TYPE_CHECKING:
    from petteia.game import Move, State

GAME = petteia.load("Breakthrough", options=["Board Size/6x6"])


@pytest.mark.parametrize(
    "words",
    ["uct:clock=0.05", "uct:clock=0.05+0.002,threads=2", "puct:clock=0.03", "alphabeta:clock=0.05",
     "alphabeta:clock=0.05,iterations=20", "bestfirst:clock=0.06,evaluation=material", "best:clock=0.01",
     "best:clock=0.05,level=easy", "uct:clock=0.001"],
)  # fmt: skip
def test_no_clock_is_overrun(words: str) -> None:
    """The CPU time of all moves of a side stays below what its clock has at each move, and all moves are legal."""
    player, other = agent(words), agent("random")
    clock: Clock = player.clock  # type: ignore[attr-defined]
    player.begin(GAME)  # type: ignore[attr-defined]
    state, spent, moves = GAME.start(), 0.0, 0
    while not state.over:
        if state.mover == 1:
            began = time.process_time()
            move = player.choose(state.copy())
            spent, moves = spent + time.process_time() - began, moves + 1
            assert clock.left(moves - 1, spent) >= 0
        else:
            move = other.choose(state)
        assert move in state.legal_moves()
        state.play(move)
    assert moves > 3


def test_time_is_used() -> None:
    """The first moves get shares that differ little, and much of the clock is gone when a usual game is over."""
    player, state = agent("uct:clock=0.3", seed=1), GAME.start()
    player.begin(GAME)  # type: ignore[attr-defined]
    taken = []
    for _ in range(10):
        began = time.process_time()
        move = player.choose(state)
        taken.append(time.process_time() - began)
        state.play(move)
    assert 0.05 < sum(taken) < 0.3
    assert taken[0] < 0.08


def test_shares_of_a_clock() -> None:
    """The moves that are expected grow fewer; increments are spent, and a part of what is left is kept."""
    expected = [moves_left(GAME, plies) for plies in range(0, 200, 20)]
    assert expected == sorted(expected, reverse=True) and expected[0] > expected[-1] >= 4
    assert share(60, 0, 30) == 2
    assert share(60, 1, 30) == pytest.approx(2 + 29 / 30)
    assert share(1, 1, 30) == 0.8


def test_moves_that_are_taken_back_give_back_their_time() -> None:
    """What counts is the time of the moves that led to the position."""
    pace, clock, state = Pace(), Clock(10), GAME.start()
    whole = pace.share(clock, state)
    pace.note(state, 5.0, 5.0)
    state.play(state.legal_moves()[0])
    state.play(state.legal_moves()[0])
    assert pace.share(clock, state) < 0.6 * whole
    pace.note(state, 5.0, 5.0)
    assert pace.share(clock, state) > 0.4 * whole
    state.undo(), state.undo()
    assert pace.share(clock, state) == whole


@pytest.mark.parametrize("words", ["", "0", "-1", "60+", "+1", "1+-1", "60+1+1", "nan", "a minute", "9" * 400])
def test_senseless_clocks_are_refused(words: str) -> None:
    """The line says how a clock is written."""
    with pytest.raises(PetteiaError, match="clock"):
        Clock.parse(words)


class Sleeper:
    """An agent that knows no clocks and works too long."""

    name = "sleeper"

    def choose(self, state: State) -> Move:
        """The first move, late."""
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return state.legal_moves()[0]


def test_who_overruns_the_clock_of_a_match_has_lost() -> None:
    """Agents of ours get the clock beside their own budget, and win; the others forfeit, with the reason."""
    found = petteia.match(GAME, "uct:seconds=1", Sleeper(), games=2, clock="0.05", openings=None)
    assert found.win_rate == 1
    reasons = [one.trial.notes["forfeit"]["reason"] for one in found.played]
    assert reasons == ["lost on time: the clock was 0.05"] * 2
    ours = petteia.match(GAME, "uct", "alphabeta", games=2, clock=Clock(0.05, 0.001))
    assert not any("forfeit" in one.trial.notes for one in ours.played)
