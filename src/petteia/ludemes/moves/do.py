"""Do: moves with others applied before them, or kept by a test of where they lead."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PieceArgument, Then
from petteia.ludemes.conditions.sites import IsPending
from petteia.ludemes.lowering.drafts import Draft, may_move_pieces, with_then
from petteia.ludemes.moves.dice import Roll
from petteia.ludemes.moves.each_piece import ForEachPiece
from petteia.ludemes.moves.lists import Append, RandomChoice, RandomMoves, UnionOfMoves, noting
from petteia.ludemes.moves.pending import SetPending
from petteia.ludemes.moves.sequence import Seq
from petteia.ludemes.needs import PENDING_BEFORE, Need
from petteia.ludemes.play.dice import dice_containers
from petteia.ludemes.quirks.marks import LEADS
from petteia.ludemes.quirks.wrappers import (
    asks_for_iterators,
    seeing_iterators,
    telling_the_roll,
    with_letters_of_prior,
)
from petteia.ludemes.regions.play import SitesPending
from petteia.ludemes.registry import Ludeme, named, walk
from petteia.ludemes.types import BooleanFunction, Decision, Moves, NonDecision, moves_within
from petteia.ludemes.values.state import PendingValue

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Do"]


class Do(NonDecision, keyword="do"):
    """Moves with others applied before them, or kept by a test of the state they lead to.

    compat: where only a threat is looked for, moves after others are those of the state as it is, without a test.
    """

    prior: Moves
    next: Moves | None = named()
    if_afterwards: BooleanFunction | None = named("ifAfterwards")
    then: Then | None
    moves_pieces = True
    knows_large = True
    hands_on = True

    def needs(self) -> tuple[Need, ...]:
        return (PENDING_BEFORE,) if _reads_pending(self.if_afterwards) else ()

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        if self.next is not None and x.is_reaching:
            self.next.lower(x, sink)
            return
        if self.next is not None and self.if_afterwards is not None and _are_rearranged(self.prior):
            # the test would have to see the actions in the order in which they are made, not in which they were found
            raise UnsupportedLudeme(["do next: ifAfterwards: after several moves"])
        if self.next is not None and x.rules.kinds.is_collecting and not dice_containers(x.spec):
            _effects_after_prior(x, self.prior, self.next, self.if_afterwards, sink)
            return
        if self.if_afterwards is not None:
            sink = kept_if_afterwards(x, self.if_afterwards, sink)
        if self.next is not None:
            _after_prior(x, self.prior, self.next, sink)
        elif self.if_afterwards is not None:
            self.prior.lower(x, sink)


def _reads_pending(condition: BooleanFunction | None) -> bool:
    parts = [] if condition is None else walk(condition)
    return any(isinstance(one, IsPending | PendingValue | SitesPending) for one in parts)


def _are_rearranged(prior: Moves) -> bool:
    """True if the actions of prior moves come in an order of their own: from three moves on, unless they commute."""
    parts = list(moves_within(prior))
    several = _most_moves(prior) > 2 and not _commute(parts)
    if several and any(isinstance(part, Roll | RandomMoves | RandomChoice) for part in parts):
        raise UnsupportedLudeme(["do next: after several moves, with chance among them"])
    return several


def _most_moves(part: object) -> float:
    """An upper bound of the number of moves that a generator gives."""
    if not isinstance(part, Ludeme):
        return 0
    inner = [_most_moves(one) for one in part.children() if isinstance(one, Moves)]
    if isinstance(part, Append):
        return 1
    if isinstance(part, Moves) and (part.is_many or _is_of_a_region(part)):
        return math.inf
    return sum(inner) if isinstance(part, UnionOfMoves) else max([1, *inner])


def _is_of_a_region(part: Moves) -> bool:
    """True if moves begin or end on any of several sites, or are made with any of several pieces."""
    values = vars(part)
    piece = values.get("what")
    several = isinstance(piece, PieceArgument) and (piece.name_components or piece.components)
    return bool(several) or any(getattr(values.get(end), "region", None) is not None for end in ("from_", "to"))


def _commute(parts: Sequence[Ludeme]) -> bool:
    """True if all effects among some parts may be applied in any order; those of pieces are not among the parts."""
    if any(isinstance(part, ForEachPiece) for part in parts):
        return False
    effects = [part for part in parts if isinstance(part, Moves) and not part.hands_on]
    return all(part.commutes and getattr(part, "then", None) is None for part in effects)


def _after(x: Context, prior: Moves) -> Context:
    """The context of what follows prior moves; where they change pieces, what stands on a site is not known."""
    return x.with_(piece=None) if x.piece is not None and may_move_pieces(prior, may_stay=True) else x


def _after_prior(x: Context, prior: Moves, following: Moves, sink: Sink) -> None:
    def apply_prior(at: Context) -> None:
        with at.rules.kinds.collecting(at):
            prior.lower(x, seeing_iterators(x, at.rules.kinds.effect_sink(at)))

    def apply_rearranged(at: Context) -> None:
        kinds = at.rules.kinds
        with kinds.collecting(at):
            kinds.record.rearranged(at, lambda: apply_prior(at), kinds.effect_sink(at))

    if _decides(prior):
        sink = _unless_it_passes(sink)
    before = apply_prior
    if _are_rearranged(prior):
        before, sink = apply_rearranged, with_letters_of_prior(x, sink)
    with x.b.speculate():
        apply_prior(x)
        found = x.b.variable("found", ops.FALSE)
        inner: Sink = lambda draft: sink(draft.with_(before=(before, *draft.before)))  # noqa: E731
        told = telling_the_roll(x, inner) if isinstance(prior, Roll) else inner
        following.lower(_after(x, prior), noting(x, found, told))
        if dice_containers(x.spec):
            with x.b.if_(ops.negate(found)):
                sink(Draft("pass_after_roll", text="pass", before=(before,)))


def _decides(prior: Moves) -> bool:
    """True if players may decide on one of some moves: those of pieces are not among the parts."""

    def decides(part: Ludeme) -> bool:
        return isinstance(part, Decision) or (isinstance(part, ForEachPiece) and part.specific_moves is None)

    return any(decides(part) for part in moves_within(prior))


def _unless_it_passes(sink: Sink) -> Sink:
    """A sink for what follows decisions: with one of them among its actions a move is not a pass, nor a swap."""

    def follow(draft: Draft) -> None:
        if draft.text != "move":
            raise UnsupportedLudeme([f"do next: a {draft.text} after moves to decide on"])
        sink(draft)

    return follow


def _effects_after_prior(
    x: Context, prior: Moves, following: Moves, condition: BooleanFunction | None, sink: Sink
) -> None:
    """Effects with others before each of them, all of it evaluated before anything happens.

    A condition is asked after both.

    compat: what comes before happens again before each of the effects that follow, and never if there are none.
    """

    def apply_prior() -> None:
        with x.rules.kinds.collecting(x):
            prior.lower(x, seeing_iterators(x, x.rules.kinds.effect_sink(x)))

    sets = any(isinstance(part, SetPending) and part.region for part in moves_within(prior))
    if sets or _are_rearranged(prior) or any(isinstance(part, Seq) for part in moves_within(following)):
        _effects_after_noted(_after(x, prior), apply_prior, following, condition, sink)
        return

    def follow(each: Sink) -> None:
        with x.b.speculate():
            apply_prior()
            _lower_kept(_after(x, prior), following, condition, each)

    count = x.b.variable("effects", ops.number(0))
    with x.rules.kinds.searching():
        follow(lambda _: x.b.assign(count, ops.add(count, ops.number(1))))
    with x.b.range_("effect", ops.number(0), count) as chosen:
        prior.lower(x, seeing_iterators(x, lambda draft: sink(draft.marked(LEADS))))
        index = x.b.variable("index", ops.number(0))

        def keep(draft: Draft) -> None:
            with x.b.if_(ops.eq(index, chosen)):
                sink(draft)
            if LEADS not in draft.quirks:
                x.b.assign(index, ops.add(index, ops.number(1)))

        follow(keep)


def _lower_kept(x: Context, moves: Moves, condition: BooleanFunction | None, sink: Sink) -> None:
    """Lowers moves, of which those are kept after which a condition holds."""
    moves.lower(x, sink if condition is None else kept_if_afterwards(x, condition, sink))


def _effects_after_noted(
    x: Context, apply_prior: Callable[[], None], following: Moves, condition: BooleanFunction | None, sink: Sink
) -> None:
    """The same, with what comes first noted action by action: that is exact for moves that look at others before."""
    with x.b.speculate():
        hand_on = x.rules.kinds.record.run_rearranged(x, apply_prior)
        led = x.b.variable("led", ops.FALSE)

        def lead_up(draft: Draft) -> None:
            with x.b.if_(ops.negate(led)):
                hand_on(sink)
            x.b.assign(led, ops.truth(LEADS in draft.quirks))
            sink(draft)

        _lower_kept(x, following, condition, lead_up)


def _evaluate(x: Context, condition: BooleanFunction) -> None:
    x.b.let("asked", ops.select(condition.lower(x), ops.number(1), ops.number(0)))


def kept_if_afterwards(x: Context, condition: BooleanFunction, sink: Sink) -> Sink:
    """A sink that keeps the moves after which a condition holds."""
    rules = x.rules
    # compat: the test is made on a copy of the context in which the moves were found
    sees_iterators = asks_for_iterators(x, condition, lambda at: _evaluate(at, condition))

    def ask() -> n.Expr:
        # compat: where the mover goes on, the test sees the player before as the next one
        following = ops.select(ops.eq(x.next, x.mover), x.prev, x.next)
        after = rules.after_move(x.with_(next=following, is_reaching=False))
        if sees_iterators:
            after = after.with_(slots=x.slots, region=x.region)
        return rules.cache.get(after, condition, "afterwards", lambda: condition.lower(after))

    with x.b.block():
        known = ask()
    if isinstance(known, n.Const):
        return sink if known.value else lambda draft: None

    def test() -> n.Expr:
        if rules.next_changes:
            with x.b.if_(ops.eq(x.b.load("next"), x.mover)):
                x.b.store("next", [], x.prev)
        return ask()

    def keep(draft: Draft) -> None:
        with x.b.if_(rules.kinds.holds_after(x, draft, "is_kept", test)):
            sink(draft)

    return keep
