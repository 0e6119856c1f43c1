"""Lists of moves made from lists of moves."""

from typing import Literal

from petteia.ludemes._enums import RoleType
from petteia.ludemes._registry import named
from petteia.ludemes._types import BooleanFunction, FloatFunction, IntFunction, Moves, NonDecision
from petteia.ludemes.arguments import Then

__all__ = [
    "AllCombinations",
    "AndMoves",
    "AndMovesAll",
    "Append",
    "AvoidStoredState",
    "Do",
    "FirstMoveOnTrack",
    "IfMoves",
    "MaxCaptures",
    "MaxDistance",
    "MaxMoves",
    "OrMoves",
    "OrMovesAll",
    "Priority",
    "PriorityAll",
    "RandomChoice",
    "RandomMoves",
    "Seq",
    "While",
]


class AllCombinations(NonDecision, keyword="allCombinations"):
    """Every move of the first list joined with every move of the second."""

    list_a: Moves
    list_b: Moves
    then: Then | None


class AndMoves(NonDecision, keyword="and"):
    """The moves of both lists."""

    moves_a: Moves
    moves_b: Moves
    then: Then | None


class AndMovesAll(NonDecision, keyword="and"):
    """The moves of all lists."""

    lists: list[Moves]
    then: Then | None


class Append(NonDecision, keyword="append"):
    """All moves of a list made into one move."""

    moves: NonDecision
    then: Then | None


class AvoidStoredState(NonDecision, keyword="avoidStoredState"):
    """The moves that do not lead back to the remembered state."""

    moves: Moves
    then: Then | None


class Do(NonDecision, keyword="do"):
    """Moves with others applied before them, kept where a condition holds afterwards."""

    prior: Moves
    next: Moves | None = named()
    if_afterwards: BooleanFunction | None = named("ifAfterwards")
    then: Then | None


class FirstMoveOnTrack(NonDecision, keyword="firstMoveOnTrack"):
    """The moves from the first site of a track that allows any."""

    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None


class IfMoves(NonDecision, keyword="if"):
    """One list of moves or another, depending on a condition."""

    condition: BooleanFunction
    moves: Moves
    otherwise: Moves | None
    then: Then | None


class MaxMoves(NonDecision, keyword="max"):
    """The moves that begin the longest sequences."""

    kind: Literal["Moves"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None


class MaxCaptures(NonDecision, keyword="max"):
    """The moves that capture the most pieces."""

    kind: Literal["Captures"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None


class MaxDistance(NonDecision, keyword="max"):
    """The moves that go farthest on a track."""

    kind: Literal["Distance"]
    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None


class OrMoves(NonDecision, keyword="or"):
    """The moves of either list."""

    moves_a: Moves
    moves_b: Moves
    then: Then | None


class OrMovesAll(NonDecision, keyword="or"):
    """The moves of any of the lists."""

    lists: list[Moves]
    then: Then | None


class PriorityAll(NonDecision, keyword="priority"):
    """The first list that has any move."""

    lists: list[Moves]
    then: Then | None


class Priority(NonDecision, keyword="priority"):
    """The first list if it has any move, else the second."""

    list1: Moves
    list2: Moves
    then: Then | None


class RandomMoves(Moves, keyword="random"):
    """Some of the moves, drawn at random."""

    moves: Moves
    number: IntFunction = named("num")


class RandomChoice(Moves, keyword="random"):
    """One of the lists of moves, drawn by its chance."""

    chances: list[FloatFunction]
    moves: list[Moves]


class Seq(NonDecision, keyword="seq"):
    """Moves evaluated and applied one after the other."""

    moves: list[Moves]


class While(NonDecision, keyword="while"):
    """Moves applied again as long as a condition holds."""

    condition: BooleanFunction
    moves: Moves
    then: Then | None
