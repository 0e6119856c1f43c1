"""Integers kept in the state: players, scores, counters, the last move."""

from typing import Literal

from petteia.ludemes._enums import RoleType
from petteia.ludemes._registry import named, one_of
from petteia.ludemes._types import BooleanFunction, IntFunction, RangeFunction
from petteia.ludemes.arguments import PlayerArgument

__all__ = [
    "Amount",
    "Counter",
    "LastLevel",
    "LastSite",
    "LimitValue",
    "MatchScore",
    "Mover",
    "Next",
    "PendingValue",
    "PlayerValue",
    "Pot",
    "Prev",
    "RandomValue",
    "Score",
    "Var",
]


class Amount(IntFunction, keyword="amount"):
    """The money a player holds."""

    role: RoleType | None = one_of(1)
    player: PlayerArgument | None = one_of(1)


class Counter(IntFunction, keyword="counter"):
    """The counter of the game, one up with every move."""


class LastSite(IntFunction, keyword="last"):
    """The site the last move began or ended on."""

    kind: Literal["From", "To"]
    after_consequence: BooleanFunction | None = named("afterConsequence")


class LastLevel(IntFunction, keyword="last"):
    """The level the last move began or ended on."""

    kind: Literal["LevelFrom", "LevelTo"]
    after_consequence: BooleanFunction | None = named("afterConsequence")


class MatchScore(IntFunction, keyword="matchScore"):
    """The score of a player in the match."""

    role: RoleType


class Mover(IntFunction, keyword="mover"):
    """The player to move."""


class Next(IntFunction, keyword="next"):
    """The player who moves next."""


class Pot(IntFunction, keyword="pot"):
    """The money in the pot."""


class Prev(IntFunction, keyword="prev"):
    """The player who made the previous move, or the last one of another player."""

    kind: Literal["Mover", "MoverLastTurn"] | None


class Score(IntFunction, keyword="score"):
    """The score of a player."""

    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)


class PlayerValue(IntFunction, keyword="value"):
    """The value kept for a player."""

    kind: Literal["Player"]
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)


class PendingValue(IntFunction, keyword="value"):
    """The pending value, if there is just one."""

    kind: Literal["Pending"]


class LimitValue(IntFunction, keyword="value"):
    """The number of moves or turns after which the game is a draw."""

    kind: Literal["MoveLimit", "TurnLimit"]


class RandomValue(IntFunction, keyword="value"):
    """A number of a range, drawn at random."""

    kind: Literal["Random"]
    range: RangeFunction


class Var(IntFunction, keyword="var"):
    """The value of a variable."""

    key: str | None
