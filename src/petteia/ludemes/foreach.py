"""Moves for each piece, site, die, direction, value, group or player."""

from typing import TYPE_CHECKING, Literal

from petteia.ludemes._dice import for_each_die
from petteia.ludemes._enums import RoleType, SiteType, StackDirection
from petteia.ludemes._looping import (
    for_each_group,
    for_each_level,
    for_each_piece,
    for_each_player,
    for_each_player_of,
    for_each_site_of,
    for_each_value_between,
    for_each_value_of,
)
from petteia.ludemes._looping_ways import for_each_direction
from petteia.ludemes._moves import with_then
from petteia.ludemes._registry import Ludeme, at_most_one_of, named, one_of
from petteia.ludemes._roles import each_team
from petteia.ludemes._storage import PIECE_ORDER
from petteia.ludemes._types import (
    BooleanFunction,
    Direction,
    IntArrayFunction,
    IntFunction,
    Moves,
    NonDecision,
    RegionFunction,
)
from petteia.ludemes.arguments import Between, From, PlayerArgument, Then, To

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "ForEachDie",
    "ForEachDirection",
    "ForEachGroup",
    "ForEachLevel",
    "ForEachPiece",
    "ForEachPlayer",
    "ForEachPlayerOf",
    "ForEachSite",
    "ForEachTeam",
    "ForEachValueBetween",
    "ForEachValueOf",
]


class ForEachPiece(NonDecision, keyword="forEach"):
    """The moves of each piece of a player, its own or the ones given."""

    kind: Literal["Piece"]
    on: SiteType | None = named()
    item: str | None = at_most_one_of(1)
    items: list[str] | None = at_most_one_of(1)
    container: IntFunction | None = named(at_most_one_of=2)
    container_name: str | None = at_most_one_of(2)
    specific_moves: Moves | None
    player: PlayerArgument | None = at_most_one_of(3)
    role: RoleType | None = at_most_one_of(3)
    top: BooleanFunction | None = named()
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_piece(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("stacking",) if self.top is not None else ()


class ForEachSite(NonDecision, keyword="forEach"):
    """Moves for each site of a region."""

    kind: Literal["Site"]
    region: RegionFunction
    generator: Moves
    no_move_yet: Moves | None = named("noMoveYet")
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_site_of(x, self, sink)


class ForEachDie(NonDecision, keyword="forEach"):
    """Moves for each die not used yet."""

    kind: Literal["Die"]
    hand_dice_index: IntFunction | None
    combined: BooleanFunction | None = named()
    replay_double: BooleanFunction | None = named("replayDouble")
    if_: BooleanFunction | None = named("if")
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_die(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("dice", "temp")


class ForEachLevel(NonDecision, keyword="forEach"):
    """Moves for each level of a stack."""

    kind: Literal["Level"]
    site_type: SiteType | None
    site: IntFunction
    stack_direction: StackDirection | None
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_level(x, self, sink)


class ForEachDirection(NonDecision, keyword="forEach"):
    """Moves for each site in some directions."""

    kind: Literal["Direction"]
    from_: From | None
    directions: Direction | None
    between: Between | None
    to: To | None = one_of(1)
    moves: Moves | None = one_of(1)
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_direction(x, self, sink)


class ForEachValueOf(NonDecision, keyword="forEach"):
    """Moves for each value of an array."""

    kind: Literal["Value"]
    values: IntArrayFunction
    generator: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_value_of(x, self, sink)


class ForEachValueBetween(NonDecision, keyword="forEach"):
    """Moves for each value from `minimum` to `maximum`."""

    kind: Literal["Value"]
    minimum: IntFunction = named("min")
    maximum: IntFunction = named("max")
    generator: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_value_between(x, self, sink)


class ForEachGroup(NonDecision, keyword="forEach"):
    """Moves for each group of connected sites."""

    kind: Literal["Group"]
    site_type: SiteType | None
    directions: Direction | None
    if_: BooleanFunction | None = named("if")
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_group(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        # compat: groups come in the order of the lists of pieces, which shows where values are remembered
        return (PIECE_ORDER,) if _remembers(self.moves) else ()


def _remembers(part: Ludeme) -> bool:
    return part.keyword == "remember" or any(_remembers(inner) for inner in part.children())


class ForEachPlayer(NonDecision, keyword="forEach"):
    """Moves for each player."""

    kind: Literal["Player"]
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_player(x, self, sink)


class ForEachTeam(NonDecision, keyword="forEach"):
    """Moves for each team."""

    kind: Literal["Team"]
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for here in each_team(x):
            self.moves.lower(here, with_then(sink, self.then))


class ForEachPlayerOf(NonDecision, keyword="forEach"):
    """Moves for each player of an array."""

    players: IntArrayFunction
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for_each_player_of(x, self, sink)
