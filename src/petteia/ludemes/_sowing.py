"""Sowing: the pieces of a hole go one by one into the holes that follow on a track.

The whole of it is worked out when the move is applied, which is when nothing else has happened since the board was
looked at: conditions see the board before sowing, captures the board after it and before any capture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from petteia.board import Track
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import MovePiece, Statements
from ._moves import Draft, Sink
from ._placing import when
from ._tracks import for_each_track
from ._types import BooleanFunction, IntFunction, Moves, NonDecision

if TYPE_CHECKING:
    from ._context import Context
    from .arguments import Then

ZERO, ONE = ops.number(0), ops.number(1)


class Sowing(Protocol):
    """The arguments of `sow`."""

    start: IntFunction | None
    count: IntFunction | None
    num_per_hole: IntFunction | None
    track_name: str | None
    owner: IntFunction | None
    if_: BooleanFunction | None
    sow_effect: Moves | None
    apply: NonDecision | None
    include_self: bool | None
    origin: BooleanFunction | None
    skip_if: BooleanFunction | None
    backtracking: BooleanFunction | None
    forward: BooleanFunction | None
    then: Then | None


def sow(x: Context, move: Sowing, sink: Sink) -> None:
    """One move: the sowing with its captures."""
    if move.sow_effect is not None or move.num_per_hole is not None or x.setting.stacking:
        raise UnsupportedLudeme(["sow with sowEffect: or numPerHole:, or in a game with stacks"])
    start = x.b.let("start", move.start.lower(x) if move.start else x.b.load("last_to"))
    count = x.b.let("count", move.count.lower(x) if move.count else x.store.count(start))
    owner = x.b.let("owner", move.owner.lower(x)) if move.owner else None
    for condition, track in for_each_track(x, move.track_name, owner):
        with x.b.if_(condition):
            path = _Path(x, track)
            with x.b.if_(ops.both(ops.ge(start, ZERO), ops.ge(path.index_of(start), ZERO))):
                sink(Draft("sow", ZERO, ZERO, (_sowing(move, path, start, count),)).and_then(move.then))


def _sowing(move: Sowing, path: _Path, start: n.Expr, count: n.Expr) -> Statements:
    return Statements(lambda at: _write_sowing(at, move, path, start, count))


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
        first = [track.index_of(site) for site in range(x.setting.sites)]
        self._first = table("track_index", n.INT, (len(first),), first)

    def index_of(self, site: n.Expr) -> n.Expr:
        return ops.lookup_guarded(self._first, site, ops.NOWHERE)

    def site(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._sites, index)

    def after(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._next, index)

    def before(self, index: n.Expr) -> n.Expr:
        return ops.lookup(self._previous, index)


def _write_sowing(x: Context, move: Sowing, path: _Path, start: n.Expr, count: n.Expr) -> None:
    b = x.b
    x.store.mark_valid(start)
    index = b.variable("index", path.index_of(start))
    sown = b.variable("sown", ZERO)
    here = x.bind(from_=start)
    if move.origin is not None:
        with b.if_(ops.both(when(here, move.origin), ops.lt(ZERO, count))):
            MovePiece(start, start).apply(x)
            b.assign(sown, ONE)
    value = b.variable("value", ops.NOWHERE)
    last = b.variable("last", start)
    skips = b.variable("skips", ZERO)
    if move.skip_if is None:
        with b.while_(ops.lt(sown, count)):
            _step(x, move, path, index, start)
            _drop(x, path, start, index, last)
            b.assign(value, ops.sub(count, sown))
            b.assign(sown, ops.add(sown, ONE))
    else:
        _sow_with_skips(x, move, path, start, count, index, sown, last, value, skips)
    if move.apply is not None:
        _write_captures(x.bind(value=value), move, path, start, index)


def _step(x: Context, move: Sowing, path: _Path, index: n.Local, start: n.Expr) -> None:
    """Goes to the next hole, past the start where that gets nothing."""
    x.b.assign(index, path.after(index))
    if move.include_self is False:
        with x.b.if_(ops.eq(path.site(index), start)):
            x.b.assign(index, path.after(index))


def _drop(x: Context, path: _Path, start: n.Expr, index: n.Local, last: n.Local) -> None:
    x.b.assign(last, path.site(index))
    x.store.mark_valid(last)
    MovePiece(start, last).apply(x)


def _sow_with_skips(
    x: Context,
    move: Sowing,
    path: _Path,
    start: n.Expr,
    count: n.Expr,
    index: n.Local,
    sown: n.Local,
    last: n.Local,
    value: n.Local,
    skips: n.Local,
) -> None:
    """The condition for skipping sees the board before sowing, so the holes are listed first."""
    b = x.b
    if "sown_holes" not in b.program.fields:
        b.field("sown_holes", n.INT, low=-1, high=x.setting.sites, capacity=1024, doc="holes the sowing reaches")
    b.emit_statement(n.Truncate("sown_holes", (), ZERO))
    with b.while_(ops.both(ops.lt(sown, count), ops.lt(skips, ops.number(10000)))):
        hole = b.let("to", path.site(path.after(index)))
        x.store.mark_valid(hole)
        skipped = b.let("skipped", when(x.bind(to=hole, value=ops.sub(count, sown)), move.skip_if))
        with b.block() as skip:
            b.assign(index, path.after(index))
            b.assign(skips, ops.add(skips, ONE))
        with b.block() as keep:
            _step(x, move, path, index, start)
            b.emit_statement(n.Append("sown_holes", (), index))
            b.assign(value, ops.sub(count, sown))
            b.assign(sown, ops.add(sown, ONE))
            b.assign(skips, ZERO)
        b.place_if(skipped, skip, keep)
    with b.range_("k", ZERO, n.Length("sown_holes")) as k:
        b.assign(last, path.site(b.load("sown_holes", k)))
        x.store.mark_valid(last)
        MovePiece(start, last).apply(x)


def _write_captures(x: Context, move: Sowing, path: _Path, start: n.Expr, index: n.Local) -> None:
    b = x.b
    assert move.apply is not None
    rounds = b.variable("rounds", ZERO)
    with x.rules.kinds.collecting(x), b.while_(ops.TRUE):
        hole = b.let("to", path.site(index))
        x.store.mark_valid(hole)
        here = x.bind(to=hole, from_=start)
        # compat: the condition does not see `(from)`, only the capture does
        with b.if_(ops.negate(when(x.bind(to=hole), move.if_))):
            b.emit_statement(n.Break())
        move.apply.lower(here, x.rules.kinds.effect_sink(here))
        following = move.backtracking or move.forward
        if following is None:
            b.emit_statement(n.Break())
        else:
            _go_on(x, move, path, start, index, hole, rounds, following)


def _go_on(
    x: Context,
    move: Sowing,
    path: _Path,
    start: n.Expr,
    index: n.Local,
    hole: n.Expr,
    rounds: n.Local,
    condition: BooleanFunction,
) -> None:
    """compat: the condition for going on is tested before and after the step."""
    b = x.b

    def stop_if(test: n.Expr) -> None:
        with b.if_(test):
            b.emit_statement(n.Break())

    stop_if(ops.negate(when(x.bind(to=hole), condition)))
    b.assign(index, path.before(index) if move.backtracking else path.after(index))
    stop_if(ops.lt(index, ZERO))
    reached = b.let("reached", path.site(index))
    x.store.mark_valid(reached)
    stop_if(ops.negate(when(x.bind(to=reached), condition)))
    if move.backtracking:
        stop_if(ops.eq(reached, start))
    b.assign(rounds, ops.add(rounds, ONE))
    stop_if(ops.ge(rounds, ops.number(path.length)))
