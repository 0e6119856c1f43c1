"""Measures from the win probabilities of a search along each game, calibrated against how the games ended."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ._estimate import Estimate, Moments
from ._play import AGGREGATES, Numbers, Played
from ._winning import Course
from .measures import OF_LIST, Measure

if TYPE_CHECKING:
    from petteia.game import Game


class _OfCourse(Measure):
    """A mean over games of one number that the win probabilities along a game give."""

    needs_search, players = True, (2, 2)
    number: ClassVar[Callable[[Course], float | None]]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moments = Moments()

    def add(self, played: Played, courses: list[Course]) -> None:
        """Takes the numbers of a batch in."""
        numbers = [type(self).number(one) for one in courses]
        self.moments.add(np.array([one for one in numbers if one is not None]))

    def result(self) -> Estimate | None:
        """The mean."""
        return self.moments.of_mean(self.low, self.high) if self.moments.count else None


def _course(name: str, question: str, formula: str, number: Callable[[Course], float | None], note: str = "",
            low: float = 0.0, high: float = 1.0) -> type[_OfCourse]:  # fmt: skip
    body = {"name": name, "question": question, "formula": formula, "number": staticmethod(number), "note": note,
            "low": low, "high": high, "__doc__": question}  # fmt: skip
    return type(name, (_OfCourse,), body)


LeadChange = _course(
    "LeadChange", "Does the lead change hands?", "changes of who is likelier to win / moves", Course.lead_changes,
    "from win probabilities instead of material; the first position is no change",
)  # fmt: skip
Stability = _course(
    "Stability", "How much do chances vary?", "variance of player 1's win probability along the game",
    Course.variance, "one player's variance instead of the sum over players",
)  # fmt: skip
DecisivenessMoves = _course(
    "DecisivenessMoves", "Is a won game soon over?", "share of the game left once the winner's p stays above 0.95",
    Course.decided_share, "of the true winner, from calibrated win probabilities; low is decisive",
)  # fmt: skip
DecidedMoves = _course(
    "DecidedMoves", "How long is a won game played on?", "moves left once the winner's p stays above 0.95",
    Course.decided_moves, high=inf,
)  # fmt: skip
DecisivenessThreshold = _course(
    "DecisivenessThreshold", "How sure may a loser have been?", "highest 2 p - 1 of the player who did not win",
    Course.false_hope, "of the true loser, from calibrated win probabilities; published values are always -1",
    low=-1.0,
)  # fmt: skip
LateUncertainty = _course(
    "LateUncertainty", "Is the result open till late?", "mean 1 - p of the winner over the second half",
    Course.late_uncertainty,
)  # fmt: skip
KillerMoves = _course(
    "KillerMoves", "Are there moves that turn a game?", "largest rise of p by one move, mean over games",
    Course.killer, low=-1.0,
)  # fmt: skip
Permanence = _course(
    "Permanence", "Can replies take gains back?", "1 - drop by the reply / rise, mean over rises above 0.1",
    Course.permanence, low=-inf,
)  # fmt: skip
EffectiveChoices = _course(
    "EffectiveChoices", "How many moves are worth thinking about?", "exp(entropy of the visits of the search)",
    Course.effective, high=inf, low=1.0,
)  # fmt: skip
NearBest = _course(
    "NearBest", "How many moves are as good?", "share of moves within 5 % of the best", Course.near,
)  # fmt: skip
ClarityNarrowness = _course(
    "ClarityNarrowness", "Do few moves stand out?", "1 - share of moves within 5 % of the best", Course.narrow,
    "from search; published values are the share of forced moves",
)  # fmt: skip


# -- families over the course of a game -----------------------------------------------------------------------------

_LISTS: dict[str, tuple[str, Callable[[Course], Numbers | None], float]] = {
    "StateEvaluationDifference": ("distance of the players' chances, 2 |p - 1/2|", Course.distances, 0.0),
    "MoveEvaluation": ("chances of the mover after the move, 2 p - 1", Course.after_moves, -1.0),
    "Drama": ("lag of the later winner, max(0, 1/2 - p) x 2", Course.lags, 0.0),
}


def _slope(v: Numbers) -> float:
    at = np.arange(len(v)) - (len(v) - 1) / 2
    return float(at @ v / (at @ at)) if len(v) > 1 else 0.0


def _turns(steps: Numbers) -> float:
    signs = np.sign(steps[steps != 0])
    return float((signs[1:] != signs[:-1]).sum())


_AGGREGATE: dict[str, Callable[[Numbers], float]] = {
    "Average": lambda v: float(v.mean()),
    "Median": lambda v: float(np.sort(v)[len(v) // 2]),
    "Maximum": lambda v: float(v.max()),
    "Minimum": lambda v: float(v.min()),
    "Variance": lambda v: float(v.var()),
    "ChangeAverage": lambda v: float(v[-1] - v[0]) / max(1, len(v) - 1),
    "ChangeSign": lambda v: float(np.sign(np.diff(v)).sum()) / max(1, len(v) - 1),
    "ChangeLineBestFit": _slope,
    "ChangeNumTimes": lambda v: _turns(np.diff(v)) / max(1, len(v) - 1),
    "MaxIncrease": lambda v: float(max(0.0, np.diff(v).max(initial=0.0))),
    "MaxDecrease": lambda v: float(min(0.0, np.diff(v).min(initial=0.0))),
}
_BOUNDS = {"ChangeAverage": (-2.0, 2.0), "ChangeSign": (-1.0, 1.0), "ChangeLineBestFit": (-2.0, 2.0),
           "ChangeNumTimes": (0.0, 1.0), "MaxIncrease": (0.0, 2.0), "MaxDecrease": (-2.0, 0.0),
           "Variance": (0.0, 1.0)}  # fmt: skip


def _family(family: str, aggregate: str) -> type[_OfCourse]:
    told, listed, least = _LISTS[family]

    def number(course: Course) -> float | None:
        values = listed(course)
        return None if values is None or not len(values) else _AGGREGATE[aggregate](values)

    low, high = _BOUNDS.get(aggregate, (least, 1.0))
    return _course(
        family + aggregate, f"How does the {told} go?", f"{OF_LIST[aggregate]} of the {told}, mean over games", number,
        "from win probabilities of a search instead of material", low, high,
    )  # fmt: skip


for _name in _LISTS:
    for _one in AGGREGATES:
        _family(_name, _one)
