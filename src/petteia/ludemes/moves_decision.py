"""Moves a player decides on: `move` and its kinds."""

from typing import TYPE_CHECKING, Literal

from petteia.ludemes._enums import RoleType
from petteia.ludemes._moves import Draft
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._setting_values import bet, set_next_player, set_rotation
from petteia.ludemes._travelling import from_to
from petteia.ludemes._types import (
    BooleanFunction,
    Decision,
    IntArrayFunction,
    IntFunction,
    RangeFunction,
)
from petteia.ludemes.arguments import From, PlayerArgument, Then, To
from petteia.ludemes.arrays import ArrayDifference

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "Move",
    "MoveBet",
    "MovePass",
    "MovePlayCard",
    "MoveSetNextPlayer",
    "MoveSetRotation",
    "MoveSetTrumpSuit",
]


class Move(Decision, keyword="move"):
    """The player moves a piece from one place to another."""

    from_: From
    to: To
    count: IntFunction | None = named()
    copy: BooleanFunction | None = named()
    stack: bool | None = named()
    mover: RoleType | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        from_to(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return (*(("stacking",) if self.stack else ()), *(("several",) if self.count else ()))


class MovePass(Decision, keyword="move"):
    """The player passes."""

    kind: Literal["Pass"]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        sink(Draft("pass", text="pass").and_then(self.then))

    def needs(self) -> tuple[str, ...]:
        return ("pass",)


class MovePlayCard(Decision, keyword="move"):
    """The player plays a card from the hand."""

    kind: Literal["PlayCard"]
    then: Then | None


class MoveSetNextPlayer(Decision, keyword="move"):
    """The player decides who moves next."""

    kind: Literal["Set"]
    subject: Literal["NextPlayer"]
    who: PlayerArgument | None = one_of(1)
    next_players: IntArrayFunction | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_next_player(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("next",)


class MoveSetRotation(Decision, keyword="move"):
    """The player turns a piece."""

    kind: Literal["Set"]
    subject: Literal["Rotation"]
    to: To | None
    directions: list[IntFunction] | None = at_most_one_of(1)
    direction: IntFunction | None = at_most_one_of(1)
    previous: BooleanFunction | None = named()
    next: BooleanFunction | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        set_rotation(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("rotation",)


class MoveBet(Decision, keyword="move"):
    """The player stakes an amount."""

    kind: Literal["Bet"]
    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    range: RangeFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        bet(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("amount",)


class MoveSetTrumpSuit(Decision, keyword="move"):
    """The player chooses the trump suit."""

    kind: Literal["Set"]
    subject: Literal["TrumpSuit"]
    suit: IntFunction | None = one_of(1)
    suits: ArrayDifference | None = one_of(1)
    then: Then | None
