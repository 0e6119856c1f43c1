"""Lists of moves made from lists: and, or, if, priority, append, all combinations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import NestedMove
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft, Effect, with_then
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.registry import named
from petteia.ludemes.tracks.choice import for_each_track
from petteia.ludemes.types import BooleanFunction, FloatFunction, IntFunction, Moves, NonDecision
from petteia.ludemes.values.fractions import common_scale, scaled

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = [
    "AllCombinations",
    "AndMoves",
    "AndMovesAll",
    "Append",
    "FirstMoveOnTrack",
    "IfMoves",
    "OrMoves",
    "OrMovesAll",
    "Priority",
    "PriorityAll",
    "RandomChoice",
    "RandomMoves",
    "first_with_moves",
    "noting",
]


class UnionOfMoves(NonDecision):
    """The moves of several lists, together."""

    hands_on = True

    def first_moves(self) -> Sequence[Moves]:
        return [one for one in self.children() if isinstance(one, Moves)][:1]


class _Both(UnionOfMoves):
    """The moves of two lists."""

    moves_a: Moves
    moves_b: Moves
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        for moves in (self.moves_a, self.moves_b):
            moves.lower(x, with_then(sink, self.then))


class _All(UnionOfMoves):
    """The moves of several lists."""

    lists: list[Moves]
    then: Then | None
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        for moves in self.lists:
            moves.lower(x, with_then(sink, self.then))


class AndMoves(_Both, keyword="and"):
    """The moves of both lists."""


class AndMovesAll(_All, keyword="and"):
    """The moves of all lists."""


class OrMoves(_Both, keyword="or"):
    """The moves of either list."""


class OrMovesAll(_All, keyword="or"):
    """The moves of any of the lists."""


class IfMoves(NonDecision, keyword="if"):
    """One list of moves or another, depending on a condition."""

    condition: BooleanFunction
    moves: Moves
    otherwise: Moves | None
    then: Then | None
    knows_large = True
    hands_on = True

    def first_moves(self) -> Sequence[Moves]:
        return [one for one in self.children() if isinstance(one, Moves)]

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        condition = self.condition.lower(x)
        with x.b.block() as chosen:
            if condition != ops.FALSE:
                self.moves.lower(x, sink)
        with x.b.block() as others:
            if self.otherwise is not None and condition != ops.TRUE:
                self.otherwise.lower(x, sink)
        x.b.place_if(condition, chosen, others)


class Priority(NonDecision, keyword="priority"):
    """The first list if it has any move, else the second."""

    list1: Moves
    list2: Moves
    then: Then | None
    knows_large = True
    hands_on = True

    def lower(self, x: Context, sink: Sink) -> None:
        first_with_moves(x, [self.list1, self.list2], with_then(sink, self.then))


class PriorityAll(NonDecision, keyword="priority"):
    """The first list that has any move."""

    lists: list[Moves]
    then: Then | None
    knows_large = True
    hands_on = True

    def lower(self, x: Context, sink: Sink) -> None:
        first_with_moves(x, self.lists, with_then(sink, self.then))


def first_with_moves(x: Context, lists: Sequence[Moves], sink: Sink) -> None:
    """The moves of the first list that has any."""
    if len(lists) == 1:
        lists[0].lower(x, sink)
        return
    found = x.b.variable("found", ops.FALSE)
    lists[0].lower(x, noting(x, found, sink))
    with x.b.if_(ops.negate(found)):
        first_with_moves(x, lists[1:], sink)


def noting(x: Context, found: n.Local, sink: Sink) -> Sink:
    """A sink that notes in a variable that there was a move."""

    def note(draft: Draft) -> None:
        x.b.assign(found, ops.TRUE)
        sink(draft)

    return note


class AllCombinations(NonDecision, keyword="allCombinations"):
    """Every move of the first list joined with every move of the second."""

    list_a: Moves
    list_b: Moves
    then: Then | None
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        def combine(a: Draft, b: Draft) -> None:
            actions = (NestedMove(a), NestedMove(b))
            sink(Draft("both", a.source, a.target, actions).and_then(self.then))

        self.list_a.lower(x, lambda a: self.list_b.lower(x, lambda b: combine(a, b)))


class Append(NonDecision, keyword="append"):
    """All moves of a list as a single one, with the sites of the first of them."""

    moves: NonDecision
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        sites: list[tuple[n.Expr, n.Expr]] = []

        def write_search(found: Callable[[], None]) -> None:
            def note(draft: Draft) -> None:
                sites.append((draft.source, draft.target))
                found()

            with x.rules.kinds.searching():
                self.moves.lower(x, note)

        any_move = x.any_of("has_effect", write_search)
        if not sites:
            return
        source, target = sites[0]
        outside = {x.slot(name) for name in x.slots}
        if all(pair == sites[0] for pair in sites) and {source, target} <= outside:
            with x.b.if_(any_move):
                sink(Draft("append", source, target, effects=(Effect(self.moves, x),)).and_then(self.then))
            return
        _append_with_sites(x, self, sink)


def _append_with_sites(x: Context, move: Append, sink: Sink) -> None:
    found = x.b.variable("found", ops.FALSE)
    source, target = x.b.variable("first_from", ops.NOWHERE), x.b.variable("first_to", ops.NOWHERE)

    def note(draft: Draft) -> None:
        with x.b.if_(ops.negate(found)):
            x.b.assign(source, draft.source)
            x.b.assign(target, draft.target)
            x.b.assign(found, ops.TRUE)

    with x.rules.kinds.searching():
        move.moves.lower(x, note)
    with x.b.if_(found):
        sink(Draft("append", source, target, effects=(Effect(move.moves, x),)).and_then(move.then))


class FirstMoveOnTrack(NonDecision, keyword="firstMoveOnTrack"):
    """The moves for the first site of a track that allows any. compat: its consequent is dropped."""

    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:

        owner = role_index(x, self.owner) if self.owner else None
        found = x.b.variable("found", ops.FALSE)
        for condition, track in for_each_track(x, self.track_name, owner):
            with x.b.if_(condition):
                sites = [site for site in track.sites if site >= 0]
                table = x.b.table("track", n.INT, (len(sites),), sites)
                with x.b.range_("index", ops.number(0), ops.number(len(sites))) as index:
                    site = x.b.let("site", ops.lookup(table, index))
                    x.store.mark_valid(site)
                    self.moves.lower(x.bind(site=site), noting(x, found, sink))
                    with x.b.if_(found):
                        x.b.emit_statement(n.Break())


class RandomMoves(Moves, keyword="random"):
    """Some of the moves, drawn at random."""

    moves: Moves
    number: IntFunction = named("num")

    def lower(self, x: Context, sink: Sink) -> None:
        """compat: a move that was drawn may be drawn again."""
        b = x.b
        count = b.variable("count", ops.number(0))
        self.moves.lower(x, lambda _: b.assign(count, ops.add(count, ops.number(1))))
        wanted = b.let("wanted", ops.arithmetic("min", self.number.lower(x), count))
        with b.range_("draw", ops.number(0), wanted):
            drawn, place = b.draw("drawn", count), b.variable("place", ops.number(0))

            def choose(draft: Draft) -> None:
                with b.if_(ops.eq(place, drawn)):
                    sink(draft)
                b.assign(place, ops.add(place, ops.number(1)))

            self.moves.lower(x, choose)


class RandomChoice(Moves, keyword="random"):
    """One of the lists of moves, drawn by its chance."""

    chances: list[FloatFunction]
    moves: list[Moves]

    def lower(self, x: Context, sink: Sink) -> None:
        count = min(len(self.chances), len(self.moves))
        scale = common_scale(self.chances)
        weights = [x.b.let("weight", scaled(x, one, scale)) for one in self.chances[:count]]
        total: n.Expr = ops.number(0)
        sums = [total := x.b.let("sum", ops.add(total, weight)) for weight in weights]
        if not sums:
            return
        drawn = x.b.draw("drawn", total)
        self._write(x, drawn, sums, self.moves, sink)

    def _write(self, x: Context, drawn: n.Expr, sums: list[n.Expr], moves: list[Moves], sink: Sink) -> None:
        """The first list whose chances, summed up, exceed what was drawn."""
        with x.b.block() as chosen:
            moves[0].lower(x, sink)
        with x.b.block() as others:
            if len(sums) > 1:
                self._write(x, drawn, sums[1:], moves[1:], sink)
        x.b.place_if(ops.lt(drawn, sums[0]), chosen, others)
