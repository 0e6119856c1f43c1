"""Repetition: which positions have been met, in the game or in this turn, and whether one comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.needs import Repetition

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft, Sink

CYCLE = "Cycle"


def digest(x: Context, kind: str) -> n.Expr:
    """The number that stands for the position, or for the whole situation."""
    fields = x.b.program.fields
    wider = kind.startswith("Situational")
    return n.Digest(tuple(name for name, one in fields.items() if one.repeats == "position" or (wider and one.repeats)))


def record(x: Context, kinds: set[str], *, first: bool) -> None:
    """Notes the position that a move has led to; of a turn of several moves only the first counts in the game."""
    b = x.b
    new_turn = ops.TRUE if first else ops.ne(x.mover, x.prev)
    if "Positional" in kinds:
        noted = ops.TRUE if CYCLE in kinds and not first else new_turn
        with b.if_(noted):
            _append(x, "Positional")
    elif CYCLE in kinds and not first:
        _append(x, "Positional")
    if "PositionalInTurn" in kinds:
        _start_turn(x, new_turn)
        _append(x, "PositionalInTurn")
    if first:
        return
    if "Situational" in kinds:
        with b.if_(new_turn):
            _append(x, "Situational")
    if "SituationalInTurn" in kinds:
        _start_turn(x, new_turn)
        _append(x, "SituationalInTurn")


def _start_turn(x: Context, new_turn: n.Expr) -> None:
    with x.b.if_(new_turn):
        x.b.emit_statement(n.Truncate("turn_positions", (), ops.number(0)))


def _append(x: Context, kind: str) -> None:
    x.b.emit_statement(n.Append(Repetition(kind).list, (), digest(x, kind)))


def is_repeated(x: Context, kind: str) -> n.Expr:
    """True if the present position has been met before."""
    name = Repetition(kind).list

    def search(found: Callable[[], None]) -> None:
        now = x.b.let("now", digest(x, kind))
        with x.b.range_("k", ops.number(0), n.Length(name)) as k, x.b.if_(ops.eq(x.b.load(name, k), now)):
            found()

    return x.any_of("is_repeated", search)


def without_repetition(x: Context, kinds: set[str], sink: Sink) -> Sink:
    """A sink that drops the moves, other than passes, which lead back to a position met before."""

    def test() -> n.Expr:
        return ops.either(*(is_repeated(x.rules.after_move(x), kind) for kind in sorted(kinds)))

    def keep(draft: Draft) -> None:
        if draft.is_pass:
            sink(draft)
            return
        with x.b.if_(ops.negate(x.rules.kinds.holds_after(x, draft, "repeats", test))):
            sink(draft)

    return keep
