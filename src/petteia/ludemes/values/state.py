"""Integers kept in the state: players, scores, counters, the last move."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.enums import RoleType
from petteia.ludemes.needs import (
    AMOUNT,
    COUNTER_IS_ASKED,
    LAST_ACTION,
    LAST_LEVEL,
    LAST_LEVEL_FROM,
    LAST_TURN,
    PENDING,
    PLAYER_VALUE,
    POT,
    SCORE,
    TEMP,
    TEMP_IS_ASKED,
    Need,
    State,
    Variable,
)
from petteia.ludemes.queries.contents import stable
from petteia.ludemes.queries.roles import role_index, who_index
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import BooleanConstant, BooleanFunction, IntFunction, RangeFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

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
    keeps = (
        AMOUNT,
        POT,
    )

    def lower(self, x: "Context") -> n.Expr:
        who = stable(x, "who", who_index(x, self.player, self.role, x.mover))
        real = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.spec.players)))
        return ops.NOWHERE if real == ops.FALSE else ops.select(real, x.b.load("amount", who), ops.NOWHERE)


class Counter(IntFunction, keyword="counter"):
    """The counter of the game, one up with every move."""

    keeps = (COUNTER_IS_ASKED,)

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("counter")


class LastSite(IntFunction, keyword="last"):
    """The site the last move began or ended on."""

    kind: Literal["From", "To"]
    after_consequence: BooleanFunction | None = named("afterConsequence")

    def needs(self) -> tuple[Need, ...]:
        never = isinstance(self.after_consequence, BooleanConstant) and not self.after_consequence.value
        return () if self.after_consequence is None or never else (LAST_ACTION,)

    def lower(self, x: "Context") -> n.Expr:
        side = "from" if self.kind == "From" else "to"
        chosen = x.b.load(f"last_{side}")
        if not self.needs():
            return chosen
        assert self.after_consequence is not None
        return ops.select(self.after_consequence.lower(x), x.b.load(f"last_action_{side}"), chosen)


class LastLevel(IntFunction, keyword="last"):
    """The level the last move began or ended on."""

    kind: Literal["LevelFrom", "LevelTo"]
    after_consequence: BooleanFunction | None = named("afterConsequence")

    @property
    def _level(self) -> State:
        return LAST_LEVEL if self.kind == "LevelTo" else LAST_LEVEL_FROM

    def needs(self) -> tuple[Need, ...]:
        return (self._level,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("afterConsequence",) if self.after_consequence is not None else ()

    def lower(self, x: "Context") -> n.Expr:
        # compat: only moves that name a level have one; after a plain move onto a stack it is 0
        return self._level.load(x)


class MatchScore(IntFunction, keyword="matchScore"):
    """The score of a player in the match, -1 outside of one."""

    role: RoleType

    def lower(self, x: "Context") -> n.Expr:
        if "match_score" not in x.b.program.fields:
            return ops.NOWHERE
        who = x.b.let("who", role_index(x, self.role))
        inside = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.spec.players)))
        return ops.select(inside, x.b.load("match_score", who), ops.NOWHERE)


class Mover(IntFunction, keyword="mover"):
    """The player to move."""

    def lower(self, x: "Context") -> n.Expr:
        return x.mover


class Next(IntFunction, keyword="next"):
    """The player who moves next."""

    def lower(self, x: "Context") -> n.Expr:
        return x.next


class Pot(IntFunction, keyword="pot"):
    """The money in the pot."""

    keeps = (
        AMOUNT,
        POT,
    )

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("pot")


class Prev(IntFunction, keyword="prev"):
    """The player who made the previous move, or the last one of another player."""

    kind: Literal["Mover", "MoverLastTurn"] | None

    def needs(self) -> tuple[Need, ...]:
        return (LAST_TURN,) if self.kind == "MoverLastTurn" else ()

    def lower(self, x: "Context") -> n.Expr:
        return LAST_TURN.load(x) if self.kind == "MoverLastTurn" else x.prev


class Score(IntFunction, keyword="score"):
    """The score of a player."""

    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    keeps = (SCORE,)

    def lower(self, x: "Context") -> n.Expr:
        return _of_player(x, "score", who_index(x, self.player, self.role, x.mover), x.spec.players + 1)


def _of_player(x: "Context", field: str, who: n.Expr, highest: int) -> n.Expr:
    """An element of a field with one for each player, -1 for an index that no player has."""
    if isinstance(who, n.Const):
        return x.b.load(field, who) if 0 <= who.value <= highest else ops.NOWHERE
    if who in (x.mover, x.next):
        return x.b.load(field, who)
    who = stable(x, "who", who)
    inside = ops.both(ops.le(ops.number(0), who), ops.le(who, ops.number(highest)))
    return ops.select(inside, x.b.load(field, who), ops.NOWHERE)


class PlayerValue(IntFunction, keyword="value"):
    """The value kept for a player."""

    kind: Literal["Player"]
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    keeps = (PLAYER_VALUE,)

    def lower(self, x: "Context") -> n.Expr:
        if self.player_index is not None:
            who = self.player_index.lower(x)
        else:
            assert self.role is not None
            who = role_index(x, self.role)
        return _of_player(x, "player_value", who, x.spec.players)


class PendingValue(IntFunction, keyword="value"):
    """The pending value, if there is just one."""

    kind: Literal["Pending"]
    keeps = (PENDING,)

    def lower(self, x: "Context") -> n.Expr:
        pending = x.b.load("pending")
        alone = ops.eq(ops.size(pending), ops.number(1))
        return ops.select(alone, ops.first(pending), ops.number(0))


class LimitValue(IntFunction, keyword="value"):
    """The number of moves or turns after which the game is a draw."""

    kind: Literal["MoveLimit", "TurnLimit"]

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(10000 if self.kind == "MoveLimit" else 1250)


class RandomValue(IntFunction, keyword="value"):
    """A number of a range, drawn at random."""

    kind: Literal["Random"]
    range: RangeFunction

    def lower(self, x: "Context") -> n.Expr:
        low, high = (x.b.let("bound", bound) for bound in self.range.lower(x))
        drawn = x.b.draw("drawn", ops.add(ops.sub(high, low), ops.number(1)))
        return ops.select(ops.lt(high, low), ops.NOWHERE, ops.add(low, drawn))


class Var(IntFunction, keyword="var"):
    """The value of a variable."""

    key: str | None

    def needs(self) -> tuple[Need, ...]:
        return (TEMP, TEMP_IS_ASKED) if self.key is None else (Variable(self.key),)

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load(TEMP.name if self.key is None else Variable(self.key).value)
