"""Max: the moves that begin the longest turns, those that capture most."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import REMOVALS, REMOVED_VALUE, VALUES, VALUING_TOP, Need
from petteia.ludemes.quirks.marks import TRIED
from petteia.ludemes.quirks.wrappers import tried_within
from petteia.ludemes.registry import named
from petteia.ludemes.types import BooleanFunction, Moves, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["MaxCaptures", "MaxDistance", "MaxMoves"]


ZERO, ONE = ops.number(0), ops.number(1)


class MaxMoves(NonDecision, keyword="max"):
    """The moves that begin the longest turns, or those that take most value. compat: its consequent is dropped.

    Inside the search for the longest turn all moves may stand for the best ones, as only their maximum is asked; not so
    where pieces are valued, for stacks have another value further on.
    """

    kind: Literal["Moves"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        by_value = _by_value(x, self)
        only_existence = x.in_stalemate_search
        if only_existence or (x.in_line_search and not (by_value and x.spec.stacking)):
            self.moves.lower(x, sink)
            return
        measure = partial(_line_of, x, by_value=by_value, first=True)
        _greatest(x, self.moves, measure, lambda draft: sink(tried_within(x, draft).marked(TRIED)))

    def needs(self) -> tuple[Need, ...]:
        return (REMOVED_VALUE, VALUING_TOP, VALUES) if self.with_value else ()


def _line_of(x: Context, draft: Draft, *, by_value: bool, first: bool) -> n.Expr:
    """How long (or how valuable) the turn can be that a move begins or continues."""
    b = x.b
    with b.block() as body:
        line = b.variable("line", ZERO)
        with b.speculate():
            if by_value:
                REMOVED_VALUE.store(x, ZERO)
                VALUING_TOP.store(x, ops.number(int(not first)))
            x.rules.kinds.play_now(x.with_(in_line_search=False), draft)
            b.assign(line, REMOVED_VALUE.load(x) if by_value else ONE)
            goes_on = ops.both(ops.eq(b.load("over"), ZERO), ops.eq(b.load("prev"), b.load("mover")))
            with b.if_(goes_on):
                b.assign(line, ops.add(line, _longest_line(x, by_value=by_value)))
    return x.outline("line", (*body, n.Return(line)), n.INT)


def _longest_line(x: Context, *, by_value: bool) -> n.Expr:
    """The longest line among the legal moves of the mover; a forced pass is a line of one move."""
    label = str(x.mover.value) if isinstance(x.mover, n.Const) else "any"
    name = f"longest_line_{label}" + ("_by_value" if by_value else "")
    if name not in x.b.program.functions:
        here = x.unbound().with_(in_line_search=True)
        with x.b.function(name, (), n.INT, doc="the longest way the mover can go on in this turn"):
            best = x.b.variable("best", ops.NOWHERE)

            def compare(draft: Draft) -> None:
                line = _line_of(here, draft, by_value=by_value, first=False)
                x.b.assign(best, ops.arithmetic("max", best, line))

            x.rules.generate_play(here, x.rules.is_legal(here, compare))
            passing = ZERO if by_value else ONE
            x.b.return_(ops.select(ops.lt(best, ZERO), passing, best))
    return n.Call(name, (), n.INT)


class MaxCaptures(NonDecision, keyword="max"):
    """The moves that remove the most pieces, or the most value. compat: its consequent is dropped."""

    kind: Literal["Captures"]
    with_value: BooleanFunction | None = named("withValue")
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        counted = REMOVED_VALUE if _by_value(x, self) else REMOVALS

        def captures(draft: Draft) -> n.Expr:
            with x.b.block() as body:
                caught = x.b.variable("caught", ZERO)
                with x.b.speculate():
                    counted.store(x, ZERO)
                    x.rules.kinds.apply_now(x, draft, decision=True)
                    x.b.assign(caught, counted.load(x))
            return x.outline("captures", (*body, n.Return(caught)), n.INT)

        _greatest(x, self.moves, captures, sink)

    def needs(self) -> tuple[Need, ...]:
        return (REMOVED_VALUE, VALUING_TOP, VALUES, REMOVALS) if self.with_value else (REMOVALS,)


def _by_value(x: Context, move: MaxMoves | MaxCaptures) -> bool:
    condition = move.with_value.lower(x) if move.with_value else ops.FALSE
    if not isinstance(condition, n.Const):
        raise UnsupportedLudeme(["max withValue: that changes in play"])
    return bool(condition.value)


def _greatest(x: Context, moves: Moves, measure: Callable[[Draft], n.Expr], sink: Sink) -> None:
    """The moves for which a measure is greatest. It is worked out twice: which is greatest is only known at the end."""
    best = x.b.variable("best", ops.NOWHERE)

    def compare(draft: Draft) -> None:
        x.b.assign(best, ops.arithmetic("max", best, measure(tried_within(x, draft))))

    def keep(draft: Draft) -> None:
        with x.b.if_(ops.eq(measure(tried_within(x, draft)), best)):
            sink(draft)

    moves.lower(x, compare)
    moves.lower(x, keep)


class MaxDistance(NonDecision, keyword="max"):
    """All the moves: the distance on a track decides nothing."""

    kind: Literal["Distance"]
    track_name: str | None
    owner: RoleType | None
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        # compat: the selection by distance is worked out and thrown away, and the consequent is not attached
        self.moves.lower(x, sink)
