"""Moves of pieces and other effects, as they stand in `then` and `apply`."""

from typing import TYPE_CHECKING, Literal

from petteia.ludemes._actions import SetNext
from petteia.ludemes._dice import roll
from petteia.ludemes._enums import AbsoluteDirection, RoleType, SiteType, WhenType
from petteia.ludemes._memorising import note, trigger
from petteia.ludemes._moves import Draft
from petteia.ludemes._placing import add, claim, promote, remove, select
from petteia.ludemes._pushing import push, shoot
from petteia.ludemes._registry import at_most_one_of, named, one_of
from petteia.ludemes._setting_values import add_scores, bet, change_scores, flip
from petteia.ludemes._sowing import sow
from petteia.ludemes._swapping import swap_pieces, swap_players, take_control
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
    is_several,
)
from petteia.ludemes._voting import propose, vote
from petteia.ludemes.arguments import Between, From, PieceArgument, PlayerArgument, Then, To

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "Add",
    "AddScore",
    "AddScores",
    "Bet",
    "Claim",
    "Flip",
    "FromTo",
    "MoveAgain",
    "Note",
    "Pass",
    "PlayCard",
    "Promote",
    "Propose",
    "Push",
    "Remove",
    "Roll",
    "Select",
    "Shoot",
    "Sow",
    "SwapPieces",
    "SwapPlayers",
    "TakeControl",
    "TakeDomino",
    "Trigger",
    "Vote",
]


class Add(NonDecision, keyword="add"):
    """Places a piece on each site of `to`."""

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


class Claim(NonDecision, keyword="claim"):
    """Claims each site of `to` with a piece."""

    what: PieceArgument | None
    to: To
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        claim(x, self, sink)


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


class Promote(NonDecision, keyword="promote"):
    """Turns a piece into another."""

    site_type: SiteType | None
    site: IntFunction | None
    what: PieceArgument
    who: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        promote(x, self, sink)


class Propose(NonDecision, keyword="propose"):
    """Proposes something to be voted on."""

    proposition: str | None = one_of(1)
    propositions: list[str] | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        propose(x, self.propositions or [self.proposition], self.then, sink)

    def needs(self) -> tuple[str, ...]:
        return ("votes",)


class Push(NonDecision, keyword="push"):
    """Pushes a row of pieces along a direction."""

    from_: From | None
    directions: Direction
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        push(x, self, sink)


class Remove(NonDecision, keyword="remove"):
    """Takes pieces off the board, now or at the end of the turn."""

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


class Roll(NonDecision, keyword="roll"):
    """Rolls the dice."""

    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        roll(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("dice", "state")


class Select(NonDecision, keyword="select"):
    """Chooses a site, or a pair of sites."""

    from_: From
    to: To | None
    mover: RoleType | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        select(x, self, sink)


class Shoot(NonDecision, keyword="shoot"):
    """Shoots a piece along a straight line."""

    what: PieceArgument
    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        shoot(x, self, sink)


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


class SwapPlayers(NonDecision, keyword="swap"):
    """Swaps the sides of two players."""

    kind: Literal["Players"]
    player1: IntFunction | None = one_of(1)
    role1: RoleType | None = one_of(1)
    player2: IntFunction | None = one_of(2)
    role2: RoleType | None = one_of(2)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        swap_players(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("next", "swap players")


class SwapPieces(NonDecision, keyword="swap"):
    """Swaps the pieces of two sites."""

    kind: Literal["Pieces"]
    site_a: IntFunction | None
    site_b: IntFunction | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        swap_pieces(x, self, sink)


class TakeControl(NonDecision, keyword="take"):
    """Pieces of one player become those of another."""

    kind: Literal["Control"]
    of_role: RoleType | None = named("of", one_of=1)
    of_index: IntFunction | None = named("of", one_of=1)
    by_role: RoleType | None = named("by", one_of=2)
    by_index: IntFunction | None = named("by", one_of=2)
    at: IntFunction | None = named(at_most_one_of=3)
    to: RegionFunction | None = named(at_most_one_of=3)
    site_type: SiteType | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        take_control(x, self, sink)


class TakeDomino(NonDecision, keyword="take"):
    """Takes a domino from the bag."""

    kind: Literal["Domino"]
    then: Then | None


class Trigger(NonDecision, keyword="trigger"):
    """Triggers an event for a player."""

    event: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        trigger(x, self.player_index, self.role, sink)


class Vote(NonDecision, keyword="vote"):
    """Votes for something proposed."""

    vote: str | None = one_of(1)
    votes: list[str] | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        vote(x, self.votes or [self.vote], self.then, sink)

    def needs(self) -> tuple[str, ...]:
        return ("votes",)
