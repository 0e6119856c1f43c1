"""Moves that see what others before them did: seq, while, and those that must not lead back to a stored position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import ops

from ._actions import Sequence, Unseen
from ._memorising import STORED
from ._moves import Draft, Sink
from ._queueing import QUEUE
from ._repetition import digest
from ._types import BooleanFunction, Moves

if TYPE_CHECKING:
    from ._context import Context
    from .moves_logic import Seq

MOST_ROUNDS = 10000


def _later(x: Context) -> Context:
    """The context in which moves are evaluated that come after others: what was known of the state is known no more."""
    after = x.with_(empty=frozenset(), piece=None)
    return after.with_(next=x.b.load("next")) if x.rules.next_changes else after


def seq(x: Context, move: Seq, sink: Sink) -> None:
    """Moves of several lists, each evaluated when those of the lists before have been applied.

    Where others are evaluated together with them, they are tried on a copy; alone they may as well be made at once.
    """
    if QUEUE in x.b.program.fields:
        raise UnsupportedLudeme(["seq in a game with captures at the end of the turn"])

    def write(at: Context) -> None:
        b, later = at.b, _later(x)
        kept = {name: b.let(name, b.load(name)) for name in ("last_from", "last_to")}
        kinds = at.rules.kinds
        for moves in move.moves:
            with kinds.collecting(at):
                kinds.lower_alone(moves, later, lambda draft: kinds.emit_effect(later, _noted(draft)))
        for name, value in kept.items():
            b.store(name, [], value)

    if x.rules.kinds.is_collecting and not x.rules.kinds.is_alone(move):
        x.rules.kinds.record.in_order(x, lambda: write(x), sink, Draft("seq"))
    else:
        sink(Draft("seq", actions=(Sequence(write),)))


def _noted(draft: Draft) -> Draft:
    """A move that, while the sequence lasts, is the latest one."""

    def note(at: Context) -> None:
        at.b.store("last_from", [], draft.source)
        at.b.store("last_to", [], draft.target)

    return draft.with_(actions=(*draft.actions, Unseen(note)))


class Repeating(Protocol):
    """The arguments of `while`."""

    condition: BooleanFunction
    moves: Moves


def repeat_while(x: Context, move: Repeating, sink: Sink) -> None:
    """One move: a list is evaluated and applied again and again, as long as a condition holds."""

    def write(at: Context) -> None:
        later = _later(x)
        rounds = at.b.variable("rounds", ops.number(0))
        going = later.pure(lambda: move.condition.lower(later))
        with at.b.while_(ops.both(ops.lt(rounds, ops.number(MOST_ROUNDS)), going)):
            at.b.assign(rounds, ops.add(rounds, ops.number(1)))
            with at.rules.kinds.collecting(at):
                at.rules.kinds.lower_alone(move.moves, later, at.rules.kinds.effect_sink(later))

    with x.b.if_(move.condition.lower(x)):
        sink(Draft("while", actions=(Sequence(write),)))


def avoid_stored_state(x: Context, moves: Moves, sink: Sink) -> None:
    """The moves after which the position is not the one remembered. compat: its consequent is dropped."""

    stored = x.b.let("stored", x.b.load(STORED))

    def keep(draft: Draft) -> None:
        differs = x.rules.kinds.holds_after(x, draft, "differs", lambda: ops.ne(digest(x, "Positional"), stored))
        with x.b.if_(differs):
            sink(draft)

    moves.lower(x, keep)
