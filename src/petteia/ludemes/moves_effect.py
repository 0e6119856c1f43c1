"""Moves of pieces and other effects, as they stand in `then` and `apply`."""

from typing import TYPE_CHECKING

from petteia.ludemes._actions import SetNext
from petteia.ludemes._dice import roll
from petteia.ludemes._enums import RoleType, SiteType
from petteia.ludemes._memorising import note, trigger
from petteia.ludemes._moves import Draft
from petteia.ludemes._registry import named, one_of
from petteia.ludemes._setting_values import add_scores, bet, change_scores, flip
from petteia.ludemes._sowing import sow
from petteia.ludemes._travelling import from_to
from petteia.ludemes._types import (
    BooleanFunction,
    Direction,
    FloatFunction,
    GraphFunction,
    IntArrayFunction,
    IntFunction,
    Moves,
    NonDecision,
    RangeFunction,
    RegionFunction,
)
from petteia.ludemes.arguments import From, PlayerArgument, Then, To

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "AddScore",
    "AddScores",
    "Bet",
    "Flip",
    "FromTo",
    "MoveAgain",
    "Note",
    "Pass",
    "PlayCard",
    "Roll",
    "Sow",
    "Trigger",
]


class AddScore(NonDecision, keyword="addScore"):
    """Adds to the score of one player, or of the players of a role."""

    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    score: IntFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        change_scores(x, self.player, self.role, self.score, self.then, sink, add=True)

    def needs(self) -> tuple[str, ...]:
        return ("score",)


class AddScores(NonDecision, keyword="addScore"):
    """Adds to the scores of several players at once."""

    players: list[IntFunction] | None = one_of(1)
    roles: list[RoleType] | None = one_of(1)
    scores: list[IntFunction]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        add_scores(x, self.players, self.roles, self.scores, self.then, sink)

    def needs(self) -> tuple[str, ...]:
        return ("score",)


class Bet(NonDecision, keyword="bet"):
    """One move for each amount of a range that a player may stake."""

    who: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    range: RangeFunction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        bet(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("amount",)


class Flip(NonDecision, keyword="flip"):
    """Turns the piece on a site to its other state."""

    site_type: SiteType | None
    site: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        flip(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("state",)


class FromTo(NonDecision, keyword="fromTo"):
    """Moves a piece from one place to another, whatever lies between."""

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


class MoveAgain(NonDecision, keyword="moveAgain"):
    """The mover moves once more."""

    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        sink(Draft("move_again", actions=(SetNext(x.mover),)).and_then(self.then))

    def needs(self) -> tuple[str, ...]:
        return ("next",)


class Note(NonDecision, keyword="note"):
    """Tells players something."""

    player_index: IntFunction | None = named("player", at_most_one_of=1)
    player_role: RoleType | None = named("player", at_most_one_of=1)
    message: str | None = one_of(2)
    message_int: IntFunction | None = one_of(2)
    message_int_array: IntArrayFunction | None = one_of(2)
    message_float: FloatFunction | None = one_of(2)
    message_boolean: BooleanFunction | None = one_of(2)
    message_region: RegionFunction | None = one_of(2)
    message_range: RangeFunction | None = one_of(2)
    message_direction: Direction | None = one_of(2)
    message_graph: GraphFunction | None = one_of(2)
    to_player: PlayerArgument | None = named("to", at_most_one_of=3)
    to_role: RoleType | None = named("to", at_most_one_of=3)

    def lower(self, x: "Context", sink: "Sink") -> None:
        note(x, self.to_player, self.to_role, sink)


class Pass(NonDecision, keyword="pass"):
    """A move that does nothing."""

    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        sink(Draft("pass", text="pass").and_then(self.then))

    def needs(self) -> tuple[str, ...]:
        return ("pass",)


class PlayCard(NonDecision, keyword="playCard"):
    """Plays a card from the hand."""

    then: Then | None


class Roll(NonDecision, keyword="roll"):
    """Rolls the dice."""

    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        roll(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("dice", "state")


class Sow(NonDecision, keyword="sow"):
    """Sows the pieces of a site one by one along a track."""

    site_type: SiteType | None
    start: IntFunction | None
    count: IntFunction | None = named()
    num_per_hole: IntFunction | None = named("numPerHole")
    track_name: str | None
    owner: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")
    sow_effect: Moves | None = named("sowEffect")
    apply: NonDecision | None = named()
    include_self: bool | None = named("includeSelf")
    origin: BooleanFunction | None = named()
    skip_if: BooleanFunction | None = named("skipIf")
    backtracking: BooleanFunction | None = named(at_most_one_of=1)
    forward: BooleanFunction | None = named(at_most_one_of=1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        sow(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("count",)


class Trigger(NonDecision, keyword="trigger"):
    """Triggers an event for a player."""

    event: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        trigger(x, self.player_index, self.role, sink)


