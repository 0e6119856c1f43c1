"""Moves that see what others before them did: seq, while, avoidStoredState."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import ops
from petteia.ludemes.actions.action import Sequence, Unseen
from petteia.ludemes.actions.queue import QUEUE
from petteia.ludemes.arguments import Then
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import STORED
from petteia.ludemes.play.repetition import digest
from petteia.ludemes.quirks.wrappers import seeing_iterators
from petteia.ludemes.types import BooleanFunction, Moves, NonDecision, moves_within

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["AvoidStoredState", "Seq", "While", "as_latest"]


MOST_ROUNDS = 10000


def _later(x: Context) -> Context:
    """The context in which moves are evaluated that come after others: what was known of the state is known no more."""
    after = x.with_(empty=frozenset(), piece=None)
    return after.with_(next=x.b.load("next")) if x.rules.next_changes else after


class Seq(NonDecision, keyword="seq"):
    """Moves of several lists, each evaluated when those of the lists before have been applied.

    Where others are evaluated together with them, they are tried on a copy; alone they may as well be made at once.
    """

    moves: list[Moves]
    moves_pieces = True
    knows_large = True
    is_ordered = True
    hands_on = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        if QUEUE in x.b.program.fields:
            raise UnsupportedLudeme(["seq in a game with captures at the end of the turn"])

        def write(at: Context) -> None:
            b, later = at.b, _later(x)
            kept = {name: b.let(name, b.load(name)) for name in ("last_from", "last_to")}
            kinds = at.rules.kinds
            make = seeing_iterators(x, lambda draft: kinds.emit_effect(later, as_latest(draft)))
            for moves in self.moves:
                with kinds.collecting(at):
                    kinds.lower_alone(moves, later, make)
            for name, value in kept.items():
                b.store(name, [], value)

        if x.rules.kinds.is_collecting and not x.rules.kinds.is_alone(self):
            x.rules.kinds.record.in_order(x, lambda: write(x), sink, Draft("seq"))
        else:
            sink(Draft("seq", actions=(Sequence(write),)))


def as_latest(draft: Draft) -> Draft:
    """The move as the latest one in its own consequents, and for what comes after it on the same copy of the state."""

    def note(at: Context) -> None:
        at.b.store("last_from", [], draft.source)
        at.b.store("last_to", [], draft.target)

    return draft.with_(actions=(*draft.actions, Unseen(note)))


class While(NonDecision, keyword="while"):
    """Moves applied again as long as a condition holds."""

    condition: BooleanFunction
    moves: Moves
    then: Then | None
    moves_pieces = True
    knows_large = True
    is_ordered = True
    hands_on = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        def write(at: Context) -> None:
            later = _later(x)
            rounds = at.b.variable("rounds", ops.number(0))
            going = later.pure(lambda: self.condition.lower(later))
            with at.b.while_(ops.both(ops.lt(rounds, ops.number(MOST_ROUNDS)), going)):
                at.b.assign(rounds, ops.add(rounds, ops.number(1)))
                with at.rules.kinds.collecting(at):
                    at.rules.kinds.lower_alone(self.moves, later, at.rules.kinds.effect_sink(later))

        with x.b.if_(self.condition.lower(x)):
            if self.then is None and (not x.rules.kinds.is_collecting or x.rules.kinds.is_alone(self)):
                sink(Draft("while", actions=(Sequence(write),)))
            elif any(getattr(part, "then", None) is not None for part in moves_within(self.moves)):
                raise UnsupportedLudeme(["while after other effects, with consequents"])
            else:
                # compat: the consequent follows each of the moves, and sees none of their tries
                x.rules.kinds.record.in_order(x, lambda: write(x), sink, Draft("while").and_then(self.then))


class AvoidStoredState(NonDecision, keyword="avoidStoredState"):
    """The moves that do not lead back to the remembered state. compat: its consequent is dropped."""

    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        stored = x.b.let("stored", STORED.load(x))

        def keep(draft: Draft) -> None:
            differs = x.rules.kinds.holds_after(x, draft, "differs", lambda: ops.ne(digest(x, "Positional"), stored))
            with x.b.if_(differs):
                sink(draft)

        self.moves.lower(x, keep)
