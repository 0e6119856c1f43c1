"""Rules that end a game, and results."""

from typing import Literal

from petteia.ludemes.enums import ResultType, RoleType
from petteia.ludemes.needs import PAYOFF, SCORE
from petteia.ludemes.registry import Ludeme, at_most_one_of, named, one_of
from petteia.ludemes.types import BooleanFunction, EndRule, FloatFunction, IntFunction, Result

__all__ = [
    "ByScore",
    "End",
    "EndIf",
    "FinalScore",
    "ForEachEnd",
    "Payoff",
    "Payoffs",
    "ResultOf",
]


class FinalScore(Ludeme, keyword="score"):
    """The final score of a player."""

    role: RoleType
    score: IntFunction


class ByScore(Result, keyword="byScore"):
    """Ranks the players by score, or by the scores given."""

    final_score: list[FinalScore] | None
    misere: BooleanFunction | None = named()
    keeps = (SCORE,)


class End(Ludeme, keyword="end"):
    """The rules that end a game."""

    end_rule: EndRule | None = one_of(1)
    end_rules: list[EndRule] | None = one_of(1)


class ForEachEnd(EndRule, keyword="forEach"):
    """A result for each player or track where a condition holds."""

    role: RoleType | None = at_most_one_of(1)
    track_type: Literal["Track"] | None = at_most_one_of(1)
    if_: BooleanFunction = named("if")
    result: Result


class EndIf(EndRule, keyword="if"):
    """A result, or further tests, where a condition holds."""

    test: BooleanFunction
    sub: "EndIf | None" = at_most_one_of(1)
    subs: "list[EndIf] | None" = at_most_one_of(1)
    result: Result | None


class Payoff(Ludeme, keyword="payoff"):
    """Payoff of a player at the end."""

    role: RoleType
    payoff: FloatFunction


class Payoffs(Result, keyword="payoffs"):
    """Ends the game with a payoff for each player."""

    final_payoffs: list[Payoff]
    keeps = (PAYOFF,)


class ResultOf(Result, keyword="result"):
    """The outcome for a player or a group of them."""

    who: RoleType
    result: ResultType
