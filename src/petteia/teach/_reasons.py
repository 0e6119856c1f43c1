"""Why a move decides, in words that follow from a proof: wins at once, threats and what they leave to the opponent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from petteia.features import FeatureSet, describe, end_candidates
from petteia.game import spoken
from petteia.search import AlphaBeta

from ._proof import wins_at_once

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_MOST_SHOWN = 3
_ENDS = re.compile(
    r"complete |(?:capture and )?move up to |go to the last open site of (?!.* of the opponent)|join |make a line"
)
_SAVES = re.compile(r"take |stop |block |close |cut |go to the last open site of .* of the opponent")
_MAKES = re.compile(r"(?!take |stop |block |cut |go to .* of the opponent).")
"""Effects of moves by the rules of the end: win, save the game, make something of one's own."""


def reason(state: State, answer: Move, *, wins: bool, plies: int) -> tuple[str, tuple[Move, ...]]:
    """Why the answer decides, and the line that follows it."""
    after = state.copy()
    after.play(answer)
    if not wins:
        return _saved(state, pattern_words(state, answer, _SAVES)), ()
    if plies == 1:
        return f"{pattern_words(state, answer, _ENDS)} That wins at once.".strip(), ()
    named = pattern_words(state, answer, _MAKES)
    line = _line(after, plies - 1)
    if plies == 3:
        return f"{named} {_threats(after, state.mover)}".strip(), line
    told = ", ".join(spoken(state.game, move) for move in line)
    return f"{named} Every answer loses by force; the longest defence is {told}.".strip(), line


def pattern_words(state: State, move: Move, wanted: re.Pattern[str]) -> str:
    """The name of a move by the rules of the end: the largest pattern of the wanted sort that holds for it."""
    features = _named_features(state.game)
    moves = list(state.coded_moves())
    if not len(features) or move not in moves:
        return ""
    held = features.active([state]).of(moves.index(move)).tolist()
    told = [(features[k].size, describe(features[k], state.game)) for k in held]
    named = [(size, words.act) for size, words in told if wanted.match(words.act)]
    if not named:
        return ""
    act = max(named)[1]
    return f"{act[0].upper()}{act[1:]}."


def _named_features(game: Game) -> FeatureSet:
    return FeatureSet(game, end_candidates(game))


def _threats(after: State, player: int) -> str:
    """The threats after a move that wins in two: one win is left whatever the opponent answers."""
    game = after.game
    left: list[set[str]] = []
    for reply in after.legal_moves():
        then = after.copy()
        then.play(reply)
        if not then.over and then.mover == player:
            left.append({spoken(game, move) for move in wins_at_once(then)})
    if not left or not all(left):
        return "Every answer loses."
    threats = sorted(set.union(*left))
    lasting = sorted(set.intersection(*left))
    if lasting:
        return f"It threatens {_listed(lasting[:_MOST_SHOWN])}, and no answer stops that."
    if len(threats) == 2:
        return f"A double threat: {threats[0]} and {threats[1]} both win, and one answer cannot stop both."
    return f"Several threats at once ({_listed(threats[:_MOST_SHOWN])} among them): one answer cannot stop them all."


def _saved(state: State, named: str) -> str:
    """The opponent's move otherwise."""
    game = state.game
    threats: set[str] = set()
    for move in state.legal_moves():
        then = state.copy()
        then.play(move)
        if not then.over and then.mover != state.mover:
            threats.update(spoken(game, one) for one in wins_at_once(then))
    if not threats:
        return f"{named} Everything else loses by force.".strip()
    shown = sorted(threats)
    more = " among others" if len(shown) > _MOST_SHOWN else ""
    return f"{named} The opponent threatens to win by {_listed(shown[:_MOST_SHOWN], 'or')}{more}.".strip()


def _line(after: State, plies: int) -> tuple[Move, ...]:
    """The line of best play by both sides: who loses lasts as long as possible."""
    found: list[Move] = []
    state = after.copy()
    for left in range(plies, 0, -1):
        if state.over:
            break
        search = AlphaBeta(depth=left, reductions=False, quiescence=False, reuse=False)
        move = search.analyse(state).best.move
        found.append(move)
        state.play(move)
    return tuple(found)


def _listed(names: list[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
