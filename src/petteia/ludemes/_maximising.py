"""Moves chosen by what they lead to: those that begin the longest turns, those that capture most."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import REMOVALS, REMOVED_VALUE, VALUING_TOP
from ._moves import Draft, Sink
from ._types import BooleanFunction, Moves

if TYPE_CHECKING:
    from ._context import Context

ZERO, ONE = ops.number(0), ops.number(1)


class Maximising(Protocol):
    """The arguments of `max Moves` and `max Captures`."""

    with_value: BooleanFunction | None
    moves: Moves


def _by_value(x: Context, move: Maximising) -> bool:
    condition = move.with_value.lower(x) if move.with_value else ops.FALSE
    if not isinstance(condition, n.Const):
        raise UnsupportedLudeme(["max withValue: that changes in play"])
    return bool(condition.value)


def _greatest(x: Context, moves: Moves, measure: Callable[[Draft], n.Expr], sink: Sink) -> None:
    """The moves for which a measure is greatest. It is worked out twice: which is greatest is only known at the end."""
    best = x.b.variable("best", ops.NOWHERE)

    def compare(draft: Draft) -> None:
        x.b.assign(best, ops.arithmetic("max", best, measure(draft)))

    def keep(draft: Draft) -> None:
        with x.b.if_(ops.eq(measure(draft), best)):
            sink(draft)

    moves.lower(x, compare)
    moves.lower(x, keep)


def max_moves(x: Context, move: Maximising, sink: Sink) -> None:
    """The moves that begin the longest turns, or those that take most value. compat: its consequent is dropped.

    Inside the search for the longest turn all moves may stand for the best ones, as only their maximum is asked; not so
    where pieces are valued, for stacks have another value further on.
    """
    by_value = _by_value(x, move)
    only_existence = x.in_stalemate_search
    if only_existence or (x.in_line_search and not (by_value and x.setting.stacking)):
        move.moves.lower(x, sink)
        return
    measure = partial(_line_of, x, by_value=by_value, first=True)
    _greatest(x, move.moves, measure, lambda draft: sink(draft.with_(tried=True)))


def _line_of(x: Context, draft: Draft, *, by_value: bool, first: bool) -> n.Expr:
    """How long (or how valuable) the turn can be that a move begins or continues."""
    b = x.b
    with b.block() as body:
        line = b.variable("line", ZERO)
        with b.speculate():
            if by_value:
                b.store(REMOVED_VALUE, [], ZERO)
                b.store(VALUING_TOP, [], ops.number(int(not first)))
            x.rules.kinds.play_now(x.with_(in_line_search=False), draft)
            b.assign(line, b.load(REMOVED_VALUE) if by_value else ONE)
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


def max_captures(x: Context, move: Maximising, sink: Sink) -> None:
    """The moves that remove the most pieces, or the most value. compat: its consequent is dropped."""
    field = REMOVED_VALUE if _by_value(x, move) else REMOVALS

    def captures(draft: Draft) -> n.Expr:
        with x.b.block() as body:
            caught = x.b.variable("caught", ZERO)
            with x.b.speculate():
                x.b.store(field, [], ZERO)
                x.rules.kinds.apply_now(x, draft, decision=True)
                x.b.assign(caught, x.b.load(field))
        return x.outline("captures", (*body, n.Return(caught)), n.INT)

    _greatest(x, move.moves, captures, sink)
