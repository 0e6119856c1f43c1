"""Moves a player decides on: `move` and its kinds."""

from typing import TYPE_CHECKING, Literal

from petteia.ludemes._enums import AbsoluteDirection, RoleType, SiteType, WhenType
from petteia.ludemes._moves import Draft
from petteia.ludemes._placing import add, claim, promote, remove, select
from petteia.ludemes._pushing import shoot
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._setting_values import bet, set_next_player, set_rotation
from petteia.ludemes._swapping import swap_pieces, swap_players
from petteia.ludemes._travelling import from_to
from petteia.ludemes._types import (
    BooleanFunction,
    Decision,
    IntArrayFunction,
    IntFunction,
    RangeFunction,
    RegionFunction,
    is_several,
)
from petteia.ludemes._voting import propose, vote
from petteia.ludemes.arguments import Between, From, PieceArgument, PlayerArgument, Then, To
from petteia.ludemes.arrays import ArrayDifference

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "Move",
    "MoveAdd",
    "MoveBet",
    "MoveClaim",
    "MovePass",
    "MovePlayCard",
    "MovePromote",
    "MovePropose",
    "MoveRemove",
    "MoveSelect",
    "MoveSetNextPlayer",
    "MoveSetRotation",
    "MoveSetTrumpSuit",
    "MoveShoot",
    "MoveSwapPieces",
    "MoveSwapPlayers",
    "MoveVote",
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


class MoveSelect(Decision, keyword="move"):
    """The player chooses a site, or a pair of sites."""

    kind: Literal["Select"]
    from_: From
    to: To | None
    mover: RoleType | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        select(x, self, sink)


class MoveAdd(Decision, keyword="move"):
    """The player places a piece."""

    kind: Literal["Add"]
    what: PieceArgument | None
    to: To
    count: IntFunction | None = named()
    stack: bool | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        add(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        several = ("count",) if is_several(self.count) else ()
        return ("stacking", *several) if self.stack or self.to.level else several


class MoveClaim(Decision, keyword="move"):
    """The player claims a site."""

    kind: Literal["Claim"]
    what: PieceArgument | None
    to: To
    count: IntFunction | None = named()
    stack: bool | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        claim(x, self, sink)

    def unsupported_arguments(self) -> tuple[str, ...]:
        given = {"count": self.count, "stack": self.stack}
        return tuple(name for name, written in given.items() if written is not None)


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


class MoveRemove(Decision, keyword="move"):
    """The player takes pieces off."""

    kind: Literal["Remove"]
    site_type: SiteType | None
    site: IntFunction | None = one_of(1)
    region: RegionFunction | None = one_of(1)
    level: IntFunction | None = named()
    at: WhenType | None = named()
    count: IntFunction | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        remove(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("capture queue",) if self.at else ()


class MovePromote(Decision, keyword="move"):
    """The player turns a piece into another."""

    kind: Literal["Promote"]
    site_type: SiteType | None
    site: IntFunction | None
    what: PieceArgument
    who: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        promote(x, self, sink)


class MovePropose(Decision, keyword="move"):
    """The player proposes something."""

    kind: Literal["Propose"]
    message: str | None = one_of(1)
    messages: list[str] | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        propose(x, self.messages or [self.message], self.then, sink)

    def needs(self) -> tuple[str, ...]:
        return ("votes",)


class MoveVote(Decision, keyword="move"):
    """The player votes for something."""

    kind: Literal["Vote"]
    message: str | None = one_of(1)
    messages: list[str] | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        vote(x, self.messages or [self.message], self.then, sink)

    def needs(self) -> tuple[str, ...]:
        return ("votes",)


class MoveSwapPlayers(Decision, keyword="move"):
    """Two players swap their sides."""

    kind: Literal["Swap"]
    subject: Literal["Players"]
    player1: IntFunction | None = one_of(1)
    role1: RoleType | None = one_of(1)
    player2: IntFunction | None = one_of(2)
    role2: RoleType | None = one_of(2)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        swap_players(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("next", "swap players")


class MoveSwapPieces(Decision, keyword="move"):
    """The player swaps two pieces."""

    kind: Literal["Swap"]
    subject: Literal["Pieces"]
    site_a: IntFunction | None
    site_b: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        swap_pieces(x, self, sink)


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


class MoveShoot(Decision, keyword="move"):
    """The player shoots a piece along a straight line."""

    kind: Literal["Shoot"]
    what: PieceArgument
    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        shoot(x, self, sink)


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
