"""Bundled games ply by ply beside the rule engines of others: legal moves as sets, and results.

`PETTEIA_ENGINE_GAMES` says how many random games each pair plays (`make engines`: 200).
"""

from __future__ import annotations

import os
from random import Random

import pytest

import petteia
from classics import sample
from games.outside_engines import DRAW, MEETINGS, UNDECIDED, Engine, Meeting
from petteia.interop.notations import turns

GAMES = int(os.environ.get("PETTEIA_ENGINE_GAMES", "0"))


def result_of(state: petteia.State) -> int | None:
    return (state.winner or DRAW) if state.over else UNDECIDED


def play_side_by_side(meeting: Meeting, state: petteia.State, other: Engine, random: Random) -> None:
    """One random game; whatever differs is told with the position and the turns that led there."""
    played: list[str] = []
    for _ in range(meeting.most_turns):
        place = f"after {' '.join(played)}: {state.text}"
        ours, theirs = result_of(state), other.result()
        if not meeting.draws_agree and DRAW in (ours, theirs):
            return
        assert ours == theirs, place
        if state.over:
            return
        found = {meeting.word(state, turn, after): after for turn, after in turns(state, meeting.by_turns)}
        offered = set(other.moves())
        assert found.keys() == offered, f"ours {found.keys() - offered}, theirs {offered - found.keys()}, {place}"
        chosen = random.choice(sorted(found))
        played.append(chosen)
        state = found[chosen]
        other.play(chosen)


@pytest.mark.parametrize("meeting", sample(MEETINGS, 8), ids=lambda meeting: meeting.name)
def test_moves_and_results_are_those_of_other_engines(meeting: Meeting) -> None:
    """At each turn both offer the same, and both end at the same time with the same result."""
    pytest.importorskip(meeting.module)
    game, random = petteia.load(meeting.game, options=meeting.options), Random(23)
    for _ in range(GAMES or meeting.games):
        play_side_by_side(meeting, game.start(), meeting.engine(), random)
