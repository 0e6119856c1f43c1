"""Lists of moves made from lists of moves."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import ops
from petteia.ludemes._actions import NestedMove
from petteia.ludemes._combining import append, do, first_move_on_track, first_with_moves
from petteia.ludemes._enums import RoleType
from petteia.ludemes._maximising import max_captures, max_moves
from petteia.ludemes._moves import Draft, with_then
from petteia.ludemes._registry import named
from petteia.ludemes._sequencing import avoid_stored_state, repeat_while, seq
from petteia.ludemes._types import BooleanFunction, FloatFunction, IntFunction, Moves, NonDecision
from petteia.ludemes.arguments import Then

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


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

    def lower(self, x: "Context", sink: "Sink") -> None:
        def combine(a: Draft, b: Draft) -> None:
            actions = (NestedMove(a), NestedMove(b))
            sink(Draft("both", a.source, a.target, actions).and_then(self.then))

        self.list_a.lower(x, lambda a: self.list_b.lower(x, lambda b: combine(a, b)))


class AndMoves(NonDecision, keyword="and"):
    """The moves of both lists."""

    moves_a: Moves
    moves_b: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for moves in (self.moves_a, self.moves_b):
            moves.lower(x, with_then(sink, self.then))


class AndMovesAll(NonDecision, keyword="and"):
    """The moves of all lists."""

    lists: list[Moves]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for moves in self.lists:
            moves.lower(x, with_then(sink, self.then))


class Append(NonDecision, keyword="append"):
    """All moves of a list made into one move."""

    moves: NonDecision
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        append(x, self, sink)


class AvoidStoredState(NonDecision, keyword="avoidStoredState"):
    """The moves that do not lead back to the remembered state."""

    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        avoid_stored_state(x, self.moves, sink)


class Do(NonDecision, keyword="do"):
    """Moves with others applied before them, kept where a condition holds afterwards."""

    prior: Moves
    next: Moves | None = named()
    if_afterwards: BooleanFunction | None = named("ifAfterwards")
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        do(x, self, sink)


class FirstMoveOnTrack(NonDecision, keyword="firstMoveOnTrack"):
    """The moves from the first site of a track that allows any."""

    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        first_move_on_track(x, self, sink)


class IfMoves(NonDecision, keyword="if"):
    """One list of moves or another, depending on a condition."""

    condition: BooleanFunction
    moves: Moves
    otherwise: Moves | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        sink = with_then(sink, self.then)
        condition = self.condition.lower(x)
        with x.b.block() as chosen:
            if condition != ops.FALSE:
                self.moves.lower(x, sink)
        with x.b.block() as others:
            if self.otherwise is not None and condition != ops.TRUE:
                self.otherwise.lower(x, sink)
        x.b.place_if(condition, chosen, others)


class MaxMoves(NonDecision, keyword="max"):
    """The moves that begin the longest sequences."""

    kind: Literal["Moves"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        max_moves(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("removed value", "value") if self.with_value else ()


class MaxCaptures(NonDecision, keyword="max"):
    """The moves that capture the most pieces."""

    kind: Literal["Captures"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        max_captures(x, self, sink)

    def needs(self) -> tuple[str, ...]:
        return ("removed value", "value", "removals") if self.with_value else ("removals",)


class MaxDistance(NonDecision, keyword="max"):
    """All the moves: the distance on a track decides nothing."""

    kind: Literal["Distance"]
    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        # compat: the selection by distance is worked out and thrown away, and the consequent is not attached
        self.moves.lower(x, sink)


class OrMoves(NonDecision, keyword="or"):
    """The moves of either list."""

    moves_a: Moves
    moves_b: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for moves in (self.moves_a, self.moves_b):
            moves.lower(x, with_then(sink, self.then))


class OrMovesAll(NonDecision, keyword="or"):
    """The moves of any of the lists."""

    lists: list[Moves]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        for moves in self.lists:
            moves.lower(x, with_then(sink, self.then))


class PriorityAll(NonDecision, keyword="priority"):
    """The first list that has any move."""

    lists: list[Moves]
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        first_with_moves(x, self.lists, with_then(sink, self.then))


class Priority(NonDecision, keyword="priority"):
    """The first list if it has any move, else the second."""

    list1: Moves
    list2: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        first_with_moves(x, [self.list1, self.list2], with_then(sink, self.then))


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

    def lower(self, x: "Context", sink: "Sink") -> None:
        seq(x, self, sink)


class While(NonDecision, keyword="while"):
    """Moves applied again as long as a condition holds."""

    condition: BooleanFunction
    moves: Moves
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        repeat_while(x, self, sink)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("then",) if self.then else ()
