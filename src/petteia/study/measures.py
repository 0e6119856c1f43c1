"""Measures of a rule set by play, each one small class: the question it answers, its formula, and the play it needs.

A measure is told batches of games and keeps only sums. Names are those of the published set of measures where the
definition is the same; where the published one is mistaken, the right value stands under the name and `note` says
what was mended, or it has a name of its own.
"""

from __future__ import annotations

from math import inf, log10, sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ._estimate import Estimate, Moments, around, exactly
from ._play import AGGREGATES, COLUMNS, FAMILIES, FAMILIES_AT, PLAYERS_AT, TURN_LIMIT, Numbers, Played, used_sites
from ._winning import Course
from .concepts import published_pieces

if TYPE_CHECKING:
    from petteia.game import Game

REGISTRY: list[type[Measure]] = []
"""All measures, in the order in which reports list them."""


class Measure:
    """One measure of one game at one level of play."""

    name: ClassVar[str] = ""
    question: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    low: ClassVar[float] = -inf
    high: ClassVar[float] = inf
    note: ClassVar[str] = ""
    needs_search: ClassVar[bool] = False
    players: ClassVar[tuple[int, int]] = (1, 16)
    """Fewest and most players that the measure is defined for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __init_subclass__(cls, **rest: object) -> None:
        super().__init_subclass__(**rest)
        if "name" in cls.__dict__ and cls.name:
            REGISTRY.append(cls)

    def add(self, played: Played, courses: list[Course]) -> None:
        """Takes a batch of games in."""
        raise NotImplementedError

    def result(self) -> Estimate | None:
        """The value over all games so far; None where the games allow none."""
        raise NotImplementedError


class _Mean(Measure):
    """A mean over games of one number a game."""

    share: ClassVar[bool] = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moments = Moments()

    def values(self, rows: Numbers) -> Numbers:
        """The number of each game."""
        raise NotImplementedError

    def add(self, played: Played, courses: list[Course]) -> None:
        """Takes a batch of games in."""
        self.moments.add(self.values(played.rows))

    def result(self) -> Estimate | None:
        """The mean."""
        if not self.moments.count:
            return None
        return self.moments.of_share() if self.share else self.moments.of_mean(self.low, self.high)


class _Column(_Mean):
    column: ClassVar[str] = ""

    def values(self, rows: Numbers) -> Numbers:
        """A column of the rows."""
        return rows[:, COLUMNS[self.column]]


# -- length ---------------------------------------------------------------------------------------------------------


class DurationMoves(_Column):
    """Length in moves."""

    name, question, formula, low = "DurationMoves", "How long is a game?", "mean number of moves", 0.0
    column = "moves"


class DurationTurns(_Column):
    """Length in turns: runs of moves of one player."""

    name, question, formula, low = "DurationTurns", "How often do players alternate?", "mean number of turns", 0.0
    column = "turns"


class DurationTurnsStdDev(DurationTurns):
    """Spread of the length."""

    name, question = "DurationTurnsStdDev", "How much does the length vary?"
    formula = "population standard deviation of turns over games"

    def result(self) -> Estimate | None:
        """The standard deviation."""
        return self.moments.of_deviation()


class DurationTurnsNotTimeouts(_Column):
    """Length of games that end."""

    name, question = "DurationTurnsNotTimeouts", "How long are games that end by the rules?"
    formula, low = "mean turns of games without timeout; the limit if there are none", 0.0
    column = "turns"

    def values(self, rows: Numbers) -> Numbers:
        """Turns of games that ended."""
        return np.asarray(rows[rows[:, COLUMNS["timeout"]] == 0, COLUMNS["turns"]])

    def result(self) -> Estimate | None:
        """The mean, or the limit."""
        if not self.moments.count:
            return exactly(float(TURN_LIMIT * self.game.players))
        return super().result()


class IdealDuration(_Mean):
    """Share of the wished length; the wish is 0 to 1000 turns unless a study sets it."""

    name, question = "IdealDuration", "Is the length as wished?"
    formula = "turns / lo below lo, 1 from lo to hi, 1 - (turns - hi) / hi above, at least 0"
    low, high = 0.0, 1.0
    wished: ClassVar[tuple[float, float]] = (0.0, 1000.0)

    def values(self, rows: Numbers) -> Numbers:
        """How far each game is from the wish."""
        turns, (least, most) = rows[:, 1], self.wished
        below = turns / least if least > 0 else np.ones_like(turns)
        return np.clip(np.minimum(below, np.where(turns > most, 1 - (turns - most) / most, 1.0)), 0.0, 1.0)


# -- outcome --------------------------------------------------------------------------------------------------------


def _shares(rows: Numbers, players: int) -> Numbers:
    """The share of a win of each player, by game."""
    return rows[:, PLAYERS_AT + 1 : PLAYERS_AT + 1 + players]


class AdvantageP1(_Mean):
    """First player's share of the points."""

    name, question = "AdvantageP1", "Does the first player win more?"
    formula, low, high = "mean share of a win of player 1; draws and timeouts are halves", 0.0, 1.0
    players, share = (2, 16), True

    def values(self, rows: Numbers) -> Numbers:
        """Points of the first player."""
        return rows[:, PLAYERS_AT + 1]


class Balance(Measure):
    """Evenness of the seats."""

    name, question = "Balance", "Do all seats win equally often?"
    formula, low, high = "1 - largest difference between mean shares of two players", 0.0, 1.0
    note = "biased downwards in short series: see BalanceUnbiased"
    players = (2, 16)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        n = game.players
        self.pairs = [(a, b) for a in range(n) for b in range(a + 1, n)]
        self.moments = [Moments() for _ in self.pairs]

    def add(self, played: Played, courses: list[Course]) -> None:
        """Takes the differences of each pair of players in."""
        shares = _shares(played.rows, self.game.players)
        for (a, b), moments in zip(self.pairs, self.moments, strict=True):
            moments.add(shares[:, a] - shares[:, b])

    def widest(self) -> tuple[float, float]:
        """The largest difference between two players, and its error."""
        worst = max(self.moments, key=lambda one: abs(one.mean))
        return abs(worst.mean), sqrt(worst.variance / max(1, worst.count - 1))

    def result(self) -> Estimate | None:
        """One minus the widest gap."""
        if not self.moments[0].count:
            return None
        gap, error = self.widest()
        return around(1 - gap, error, 0.0, 1.0)


class BalanceUnbiased(Balance):
    """Evenness of the seats with the share of the gap taken off that chance alone makes."""

    name, formula = "BalanceUnbiased", "1 - sqrt(max(0, gap squared - its variance))"
    note = "an even game shows 1 on average, however few games"

    def result(self) -> Estimate | None:
        """One minus the gap without what chance adds."""
        if not self.moments[0].count:
            return None
        gap, error = self.widest()
        return around(1 - sqrt(max(0.0, gap**2 - error**2)), error, 0.0, 1.0)


class Completion(_Column):
    """Share of games somebody wins."""

    name, question, formula = "Completion", "Does somebody win?", "share of games with a winner"
    low, high, share, column = 0.0, 1.0, True, "won"


class Drawishness(_Column):
    """Share of draws, timeouts among them."""

    name, question, formula = "Drawishness", "How often is nobody better?", "share of games in which all are equal"
    low, high, share, column, players = 0.0, 1.0, True, "drawn", (2, 16)
    note = "timeouts count: see Draws"


class Draws(_Column):
    """Share of draws by the rules."""

    name, question, formula = "Draws", "How often is a game drawn by the rules?", "draws that are no timeouts / games"
    low, high, share, column, players = 0.0, 1.0, True, "drawn", (2, 16)

    def values(self, rows: Numbers) -> Numbers:
        """Draws without timeouts."""
        return np.asarray(rows[:, COLUMNS["drawn"]] * (rows[:, COLUMNS["timeout"]] == 0))


class Timeouts(_Column):
    """Share of games without end."""

    name, question, formula = "Timeouts", "Does the game end?", "share of games that ended by a limit"
    low, high, share, column = 0.0, 1.0, True, "timeout"


class OutcomeUniformity(Measure):
    """Predictability of the result."""

    name, question = "OutcomeUniformity", "Is the result always the same?"
    formula = "1 - mean over players of the sample variance of utilities"
    high, players = 1.0, (2, 16)
    note = "high also where one side always wins: it is no quality"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moments = [Moments() for _ in range(game.players)]

    def add(self, played: Played, courses: list[Course]) -> None:
        """Takes the utilities of each player in."""
        utilities = 2 * _shares(played.rows, self.game.players) - 1
        for k, moments in enumerate(self.moments):
            moments.add(utilities[:, k])

    def result(self) -> Estimate | None:
        """One minus the mean variance."""
        n = self.moments[0].count
        if n < 2:
            return None
        variances = [one.squares / (n - 1) for one in self.moments]
        errors = [sqrt(max(0.0, one.fourth / n - one.variance**2) / n) for one in self.moments]
        return around(1 - sum(variances) / len(variances), max(errors), -inf, 1.0)


# -- size, coverage, repetition -------------------------------------------------------------------------------------


class DecisionMoves(_Column):
    """Share of moves with a choice."""

    name, question, formula = "DecisionMoves", "Is there a choice?", "share of moves made with two or more legal ones"
    low, high, column = 0.0, 1.0, "decisions"


class GameTreeComplexity(_Column):
    """Size of the tree of play."""

    name, question = "GameTreeComplexity", "How many lines of play are there?"
    formula, low, column = "mean of moves x log10(mean branching of the game)", 0.0, "tree"


class StateSpaceComplexity(Measure):
    """Bound of the number of positions."""

    name, question = "StateSpaceComplexity", "How many positions are there at most?"
    formula, low = "sites x log10((kinds of pieces + 1) x states, rotations, values, counts in use)", 0.0

    def add(self, played: Played, courses: list[Course]) -> None:
        """Needs no play."""

    def result(self) -> Estimate | None:
        """From the facts of the game alone."""
        facts = self.game.facts
        kinds = sum(1 for one in facts.components if not one.faces) + 1
        each = kinds * (32 if facts.stacking else 1)
        for name in ("state", "rotation", "value"):
            if name in facts.fields:
                each *= 4
        if "count" in facts.fields and not facts.stacking:
            each *= 32
        sites = facts.sites if not facts.counts else sum(facts.counts.values())
        return exactly(sites * log10(each))


class _AtStart(Measure):
    """Pieces in the first position."""

    on_board: ClassVar[bool] = True
    in_hand: ClassVar[bool] = True

    def add(self, played: Played, courses: list[Course]) -> None:
        """Needs no play."""

    def result(self) -> Estimate | None:
        """Counted on one start position."""
        board, hand = published_pieces(self.game)
        total = board * self.on_board + hand * self.in_hand
        return exactly(float(total))


class NumStartComponentsBoard(_AtStart):
    """Pieces on the board at the start."""

    name, question, formula = "NumStartComponentsBoard", "How many pieces begin on the board?", "pieces on the board"
    in_hand = False


class NumStartComponentsHand(_AtStart):
    """Pieces in hands at the start."""

    name, question, formula = "NumStartComponentsHand", "How many pieces begin in hands?", "pieces in hands, and dice"
    on_board = False


class NumStartComponents(_AtStart):
    """Pieces at the start."""

    name, question, formula = "NumStartComponents", "How many pieces are there at the start?", "pieces, hands included"


class BoardCoverageDefault(_Column):
    """Share of the board in use."""

    name, question = "BoardCoverageDefault", "Is the whole board used?"
    formula = "share of default sites that ever held a piece, mean over games"
    low, high, column = 0.0, 1.0, "coverage"


class BoardCoverageUsed(_Column):
    """Share of all sites in use, over all types of sites that hold pieces."""

    name, question = "BoardCoverageUsed", "Are all sites used?"
    formula = "share of sites of all types in use that ever held a piece, mean over games"
    low, high, column = 0.0, 1.0, "coverage_used"


class BoardCoverageFull(_Column):
    """Share of all vertices, edges and cells in use."""

    name, question = "BoardCoverageFull", "How much of the whole graph is used?"
    formula = "share of all vertices, edges and cells that ever held a piece, mean over games"
    low, high, column = 0.0, 1.0, "coverage_used"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        geometry = game.facts.geometry
        whole = len(geometry.points) + len(geometry.edges) + len(geometry.cells)
        self.in_use = min(1.0, used_sites(game.facts) / whole) if whole else 1.0

    def values(self, rows: Numbers) -> Numbers:
        """The share of the sites in use, which are part of the graph."""
        return np.asarray(super().values(rows) * self.in_use)


class PositionalRepetition(_Column):
    """Share of positions that came before."""

    name, question = "PositionalRepetition", "Do positions come again?"
    formula, note = "1 - different positions / positions, mean over games", "published values are AnyPositionRepeated"
    low, high, column = 0.0, 1.0, "repeated"


class SituationalRepetition(_Column):
    """Share of situations (position, mover, the rest) that came before."""

    name, question = "SituationalRepetition", "Do situations come again?"
    formula, note = (
        "1 - different situations / situations, mean over games",
        "published values are AnySituationRepeated",
    )
    low, high, column = 0.0, 1.0, "resituated"


class AnyPositionRepeated(_Column):
    """Share of games in which a position came again."""

    name, question = "AnyPositionRepeated", "Does any position come again?"
    formula, low, high, share, column = "share of games with a repeated position", 0.0, 1.0, True, "any_repeated"


class AnySituationRepeated(_Column):
    """Share of games in which a situation came again."""

    name, question = "AnySituationRepeated", "Does any situation come again?"
    formula, low, high, share, column = "share of games with a repeated situation", 0.0, 1.0, True, "any_resituated"


# -- families over the course of a game -----------------------------------------------------------------------------

_LISTS = {
    "BranchingFactor": "legal moves before each move",
    "DecisionFactor": "legal moves where there are two or more",
    "PieceNumber": "pieces on the board",
    "BoardSitesOccupied": "share of default sites that hold something",
    "MoveDistance": "steps between the sites of a move on the board",
    "ScoreDifference": "largest difference of scores",
}
OF_LIST = {
    "Average": "mean",
    "Median": "upper median",
    "Maximum": "largest",
    "Minimum": "smallest",
    "Variance": "population variance",
    "ChangeAverage": "(last - first) / (length - 1)",
    "ChangeSign": "(rises - falls) / (length - 1)",
    "ChangeLineBestFit": "slope of the least-squares line",
    "ChangeNumTimes": "changes of direction / (length - 1)",
    "MaxIncrease": "largest step up",
    "MaxDecrease": "largest step down",
}
_MENDED = {"Minimum": "published values are cut at 0", "ChangeNumTimes": "published values are rounded to 0"}


def _family(family: str, aggregate: str) -> type[_Mean]:
    at = FAMILIES_AT + FAMILIES.index(family) * len(AGGREGATES) + AGGREGATES.index(aggregate)

    def values(self: _Mean, rows: Numbers) -> Numbers:
        return rows[:, at]

    body = {
        "name": family + aggregate,
        "question": f"How do {_LISTS[family]} go?",
        "formula": f"{OF_LIST[aggregate]} of {_LISTS[family]}, mean over games",
        "note": _MENDED.get(aggregate, ""),
        "values": values,
        "__doc__": f"{OF_LIST[aggregate].capitalize()} of {_LISTS[family]}.",
    }
    return type(family + aggregate, (_Mean,), body)


for _name in FAMILIES:
    for _one in AGGREGATES:
        _family(_name, _one)


def measures_for(game: Game, *, searched: bool) -> list[Measure]:
    """The measures that a game and a level of play allow."""
    return [
        one(game)
        for one in REGISTRY
        if one.players[0] <= game.players <= one.players[1] and (searched or not one.needs_search)
    ]
