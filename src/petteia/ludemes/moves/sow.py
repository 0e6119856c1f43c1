"""Sowing: the pieces of a hole go one by one into the holes that follow on a track.

Conditions see the board before sowing, captures the board after it and before any capture. Where nothing else has
happened since the board was looked at, the whole of it is worked out when the move is applied.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from petteia.board import Track
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.actions.pieces import DATA, MovePiece
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import SiteType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.moves.sequence import as_latest
from petteia.ludemes.needs import COUNTS
from petteia.ludemes.quirks.wrappers import tried_within
from petteia.ludemes.registry import named
from petteia.ludemes.tracks.choice import for_each_track
from petteia.ludemes.types import BooleanFunction, IntFunction, Moves, NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Sow"]


ZERO, ONE = ops.number(0), ops.number(1)


MOST_SKIPS = 10000


class Sow(NonDecision, keyword="sow"):
    """Sows the pieces of a site one by one along a track."""

    site_type: SiteType | None
    start: IntFunction | None
    count: IntFunction | None = named()
    num_per_hole: IntFunction | None = named("numPerHole")
    track_name: str | None
    owner: IntFunction | None = named()
    if_: BooleanFunction | None = named("if")
    sow_effect: Moves | None = named("sowEffect")
    apply: NonDecision | None = named()
    include_self: bool | None = named("includeSelf")
    origin: BooleanFunction | None = named()
    skip_if: BooleanFunction | None = named("skipIf")
    backtracking: BooleanFunction | None = named(at_most_one_of=1)
    forward: BooleanFunction | None = named(at_most_one_of=1)
    then: Then | None
    keeps = (COUNTS,)
    moves_pieces = True
    is_ordered = True

    def lower(self, x: Context, sink: Sink) -> None:
        start = x.b.let("start", self.start.lower(x) if self.start else x.b.load("last_to"))
        count = x.b.let("count", self.count.lower(x) if self.count else x.store.count(start))
        owner = x.b.let("owner", self.owner.lower(x)) if self.owner else None
        for condition, track in for_each_track(x, self.track_name, owner):
            with x.b.if_(condition):
                path = _Path(x, track)
                with x.b.if_(ops.both(ops.ge(start, ZERO), self._may_begin(x, path, start, count))):
                    self._hand_on(x, sink, partial(_write_sowing, move=self, path=path, start=start, count=count))

    def _may_begin(self, x: Context, path: _Path, start: n.Expr, count: n.Expr) -> n.Expr:
        """True on the track, and where all pieces stay on the start."""
        on_track = ops.ge(path.index_of(start), ZERO)
        if self.origin is None or self.backtracking or self.forward:
            return on_track
        here = x.bind(from_=start)
        staying = self.num_per_hole.lower(here) if self.num_per_hole else ONE
        return ops.either(on_track, ops.both(ops.ge(staying, count), when(here, self.origin)))

    def _hand_on(self, x: Context, sink: Sink, write: Callable[[Context], None]) -> None:
        """Hands on the sowing; where other moves are applied before it, it is worked out on a copy of the state."""
        kinds = x.rules.kinds
        draft = Draft("sow", ZERO, ZERO).and_then(self.then)
        if not kinds.is_collecting or kinds.is_alone(self):
            sink(draft.with_(actions=(Statements(write),)))
            return

        def run() -> None:
            kinds.record.note_move(x, leads=False)
            with kinds.recording("actions"):
                write(x)

        kinds.record.in_order(x, run, sink, draft)


class _Path:
    """A track as tables: the site of each element, the elements before and after, the first element of each site."""

    def __init__(self, x: Context, track: Track) -> None:
        count = len(track.elements)
        self.length = count
        self.loop = track.loop
        table = x.b.table
        self._sites = table("track_site", n.INT, (count,), track.sites)
        self._next = table("track_next", n.INT, (count,), [e.next for e in track.elements])
        self._previous = table("track_previous", n.INT, (count,), [e.previous for e in track.elements])
        first = [track.index_of(site) for site in range(x.spec.sites)]
        self._first = table("track_index", n.INT, (len(first),), first)

    def index_of(self, site: n.Expr) -> n.Expr:
        return ops.lookup_guarded(self._first, site, ops.NOWHERE)

    def site(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._sites, index)

    def after(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._next, index)

    def before(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._previous, index)


def _write_sowing(x: Context, move: Sow, path: _Path, start: n.Expr, count: n.Expr) -> None:
    x.store.mark_valid(start)
    index = x.b.variable("index", path.index_of(start))
    value = x.b.variable("value", ops.NOWHERE)
    reached = x.b.variable("reached", start)
    x.store.mark_valid(reached)
    if move.skip_if is None and move.sow_effect is None and move.num_per_hole is None:
        _Sower(x, move, path, start, count, index, value, reached, at_once=True).sow()
    else:
        # conditions see the board before sowing, so all is evaluated before any of it is applied
        with x.rules.kinds.collecting(x):
            _Sower(x, move, path, start, count, index, value, reached, at_once=False).sow()
    if move.apply is None:
        return
    here = x.bind(value=value)
    with x.b.block() as after_sowing:
        _write_captures(here, move, path, start, index, reached)
    with x.b.block() as after_nothing:
        # compat: captures go ahead even if there was nothing to sow, without a last hole
        goes_on = move.backtracking or move.forward
        outer = x.b.variable("reached", x.slot("to")) if goes_on else x.slot("to")
        _write_captures(here, move, path, start, index, outer)
    sows = ops.gt(count, ZERO)
    if move.origin is not None:
        sows = ops.either(sows, when(x.bind(from_=start), move.origin))
    x.b.place_if(sows, after_sowing, after_nothing)


class _Sower:
    """Writes the sowing itself; `index`, `value` and `reached` are left as they are for the last piece."""

    def __init__(
        self,
        x: Context,
        move: Sow,
        path: _Path,
        start: n.Expr,
        count: n.Expr,
        index: n.Local,
        value: n.Local,
        reached: n.Local,
        *,
        at_once: bool,
    ) -> None:
        self.x, self.move, self.path = x, move, path
        self.start, self.count = start, count
        self.index, self.value, self.reached = index, value, reached
        self.at_once = at_once
        self.sown = x.b.variable("sown", ZERO)

    def sow(self) -> None:
        """The whole of it."""
        x, b, move = self.x, self.x.b, self.move
        if move.origin is not None:
            here = x.bind(from_=self.start)
            with b.if_(when(here, move.origin)):
                self._fill(here, self.start)
        holes = b.variable("holes", ZERO)
        skips = b.variable("skips", ZERO) if move.skip_if else None
        with b.while_(ops.both(ops.lt(self.sown, self.count), ops.lt(holes, self.count))):
            b.assign(self.value, ops.sub(self.count, holes))
            following = b.variable("following", self.path.after(self.index))
            if not self.path.loop:
                with b.if_(ops.lt(following, ZERO)):
                    b.emit_statement(n.Break())
            to = b.let("to", self.path.site(following))
            x.store.mark_valid(to)
            # compat: where the start is passed over, the captures begin at the start
            b.assign(self.reached, to)
            here = x.bind(to=to, value=self.value)
            with b.block() as keep:
                self._enter(here, following, to)
                b.assign(holes, ops.add(holes, ONE))
                if skips is not None:
                    b.assign(skips, ZERO)
            with b.block() as skip:
                if skips is not None:
                    b.assign(skips, ops.add(skips, ONE))
            skipped: n.Expr = ops.FALSE
            if skips is not None:
                skipped = ops.both(ops.lt(skips, ops.number(MOST_SKIPS)), when(here, move.skip_if))
            b.place_if(skipped, skip, keep)
            b.assign(self.index, following)

    def _enter(self, here: Context, following: n.Local, to: n.Expr) -> None:
        """Goes to the next hole, past the start where that gets nothing, and leaves pieces there."""
        b = self.x.b
        if self.move.include_self is False:
            with b.if_(ops.eq(to, self.start)):
                b.assign(following, self.path.after(following))
        hole = b.let("hole", self.path.site(following))
        self.x.store.mark_valid(hole)
        self._fill(here, hole)

    def _fill(self, here: Context, hole: n.Expr) -> None:
        b = self.x.b
        if self.move.sow_effect is not None:
            sink = self.x.rules.kinds.effect_sink(here)
            # compat: the consequents of these effects are dropped
            self.move.sow_effect.lower(here, lambda draft: sink(draft.with_(thens=())))
        times = self.move.num_per_hole.lower(here) if self.move.num_per_hole else ONE
        with b.range_("piece", ZERO, times) if times != ONE else nullcontext():
            with b.if_(ops.lt(self.sown, self.count)):
                self._drop(hole)
            b.assign(self.sown, ops.add(self.sown, ONE))

    def _drop(self, hole: n.Expr) -> None:
        """One piece goes over. compat: a hole keeps its state, rotation and value whatever comes into it."""
        store = self.x.store
        kept = {name: store.datum(name, hole) for name in DATA if store.has_field(name)}
        action = MovePiece(self.start, hole).with_data(kept)
        if self.at_once:
            self.x.rules.kinds.act(self.x, [action])
        else:
            self.x.rules.kinds.emit_effect(self.x, Draft("drop", self.start, hole, (action,)))


def _write_captures(x: Context, move: Sow, path: _Path, start: n.Expr, index: n.Local, reached: n.Expr) -> None:
    b = x.b
    assert move.apply is not None
    rounds = b.variable("rounds", ZERO)
    with x.rules.kinds.collecting(x), b.while_(ops.TRUE):
        here = x.bind(to=reached, from_=start)
        # compat: the condition does not see `(from)`, only the capture does
        with b.if_(ops.negate(when(x.bind(to=reached), move.if_))):
            b.emit_statement(n.Break())
        move.apply.lower(here, _capture_sink(here))
        following = move.backtracking or move.forward
        if following is None:
            b.emit_statement(n.Break())
        else:
            assert isinstance(reached, n.Local)
            _go_on(x, move, path, start, index, reached, rounds, following)


def _capture_sink(x: Context) -> Sink:
    """A sink for captures; those with consequents are made on a copy of the state, where each is the latest move."""
    kinds = x.rules.kinds
    emit = kinds.effect_sink(x)

    def capture(draft: Draft) -> None:
        if not draft.thens:
            emit(draft)
            return

        def run() -> None:
            with kinds.collecting(x):
                emit(as_latest(tried_within(x, draft)))

        kinds.record.in_order(x, run, emit, Draft("capture"))

    return capture


def _go_on(
    x: Context,
    move: Sow,
    path: _Path,
    start: n.Expr,
    index: n.Local,
    reached: n.Local,
    rounds: n.Local,
    condition: BooleanFunction,
) -> None:
    """compat: the condition for going on is tested before and after the step."""
    b = x.b

    def stop_if(test: n.Expr) -> None:
        with b.if_(test):
            b.emit_statement(n.Break())

    stop_if(ops.negate(when(x.bind(to=reached), condition)))
    b.assign(index, path.before(index) if move.backtracking else path.after(index))
    stop_if(ops.lt(index, ZERO))
    b.assign(reached, path.site(index))
    stop_if(ops.negate(when(x.bind(to=reached), condition)))
    if move.backtracking:
        stop_if(ops.eq(reached, start))
    b.assign(rounds, ops.add(rounds, ONE))
    stop_if(ops.ge(rounds, ops.number(path.length)))
