"""Hop: a jump over others on a straight line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Between, From, Then, To, condition_of, effect_of
from petteia.ludemes.directions.rays import Rays, for_each_way
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.lowering.drafts import Draft, Effect, asked_level, letters, with_then
from petteia.ludemes.moves.step import for_each_step
from petteia.ludemes.moves.travelling import OnTheWay, level_of, move_action, on_start, range_of
from petteia.ludemes.needs import STACKING, Need
from petteia.ludemes.registry import named, reads
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import NonDecision, when
from petteia.ludemes.values.iterators import ToSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

__all__ = ["Hop"]

ZERO, ONE = ops.number(0), ops.number(1)


class Hop(NonDecision, keyword="hop", decision="Hop"):
    """Jumps over a row of hurdles, in a straight line, to a site behind it."""

    from_: From | None
    directions: DirectionArgument | None
    between: Between | None
    to: To
    stack: bool | None = named()
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        start = self.from_
        x = on_start(x, start)
        sites = x.spec.sites_of(start.site_type if start else None)
        # compat: of a region to start from nothing is used
        written = start.site if start else None
        source = x.b.let("from", written.lower(x) if written else x.slot("from"))
        on_board = ops.both(ops.ge(source, ZERO), ops.lt(source, ops.number(sites.count)))
        if x.store.is_valid(source) and sites.count == x.spec.sites:
            on_board = ops.TRUE
        here = x.bind(from_=source).with_(piece=x.piece if source == x.slot("from") else None)
        with x.b.if_(on_board):
            x.store.mark_valid(source)
            jump = _Jump(here, self, source, with_then(sink, self.then))
            with x.b.if_(when(here, start.if_ if start else None)):
                choices = resolve(here, self.directions, sites, source, piece=here.piece)
                with x.b.if_(ops.eq(jump.reach.least, ZERO)):
                    for condition, directions in choices:
                        with x.b.if_(condition):
                            for_each_step(x, sites, directions, source, jump.without_hurdle)
                with x.b.if_(ops.gt(jump.reach.most, ZERO)):
                    # one jump of each piece over its neighbour is asked for all pieces at once
                    apart = written is None and jump.reach.before == ZERO and jump.last_to is None
                    for_each_way(x, sites, choices, jump.along, apart=apart)

    def needs(self) -> tuple[Need, ...]:
        return (STACKING,) if self.stack else ()


@dataclass(frozen=True)
class _Reach:
    """How far a piece may be from its hurdles, how many it may jump at once, and how far behind them it may land."""

    before: n.Expr
    least: n.Expr
    most: n.Expr
    after: n.Expr


class _Jump:
    """The jumps of one piece."""

    def __init__(self, x: Context, move: Hop, source: n.Expr, sink: Sink) -> None:
        self.x, self.move, self.source, self.sink = x, move, source, sink
        between = move.between
        before = x.b.let("before", between.before.lower(x)) if between and between.before else ZERO
        after = x.b.let("after", between.after.lower(x)) if between and between.after else ZERO
        self.reach = _Reach(before, *range_of(x, between, 1, 1), after)
        self.level = level_of(x, move.from_)
        self.hurdle_effect = between.effect if between else None
        self.stop_rule = condition_of(move.to.effect)
        # compat: whether there is a hurdle is asked with the `(to)` that was tested last
        self.last_to = x.b.variable("last_to", x.slot("to")) if between and reads(between.if_, ToSite) else None
        if self.last_to is not None and self.reach.least == ZERO:
            raise UnsupportedLudeme(["hop over no hurdle or more, where a condition on hurdles reads (to)"])

    def _note_tested(self, site: n.Expr) -> None:
        if self.last_to is not None:
            self.x.b.assign(self.last_to, site)

    def _is_hurdle(self, site: n.Expr) -> n.Expr:
        between = self.move.between
        if between is None:
            return ops.TRUE
        if between.if_ is None:
            return ops.FALSE
        condition = between.if_
        here = self.x.bind(between=site) if self.last_to is None else self.x.bind(between=site, to=self.last_to)
        return self.x.pure(lambda: condition.lower(here))

    def without_hurdle(self, target: n.Expr) -> None:
        """A plain step, where no hurdle is needed."""
        there = self.x.bind(to=target)
        condition = when(there, self.move.to.if_)
        with self.x.b.if_(condition):
            effects = (Effect(self.hurdle_effect, there),) if self.hurdle_effect else ()
            self._emit(there, target, effects, empty=self.x.store.shows_empty(condition, target))

    def along(self, rays: Rays) -> None:
        """The jumps on one line."""
        b = self.x.b
        if self.reach.before == ZERO:
            site = b.let("between", rays.at(self.source, ZERO))
            self.x.store.mark_valid(site)
            with b.if_(ops.ge(site, ZERO)):
                is_hurdle = self._is_hurdle(site)
                if self.last_to is not None:
                    is_hurdle = b.let("is_hurdle", is_hurdle)
                    with b.if_(ops.negate(is_hurdle)):
                        self._note_tested(site)
                with b.if_(is_hurdle):
                    self._over(rays, ZERO, site)
            return
        place = b.variable("place", ZERO)
        with b.while_(ops.TRUE):
            site = b.let("between", rays.at(self.source, place))
            self.x.store.mark_valid(site)
            self._break_if(ops.lt(site, ZERO))
            with b.if_(self._is_hurdle(site)):
                self._over(rays, place, site)
                b.emit_statement(n.Break())
            self._note_tested(site)
            free = self.x.bind(between=site, to=site)
            self._break_if(ops.ge(place, self.reach.before))
            self._break_if(ops.negate(when(free, self.move.to.if_)))
            b.assign(place, ops.add(place, ONE))

    def _break_if(self, condition: n.Expr) -> None:
        with self.x.b.if_(condition):
            self.x.b.emit_statement(n.Break())

    def _over(self, rays: Rays, first: n.Expr, hurdle: n.Expr) -> None:
        """The jumps over the row of hurdles that begins at a place of the line."""
        b, reach = self.x.b, self.reach
        if reach.least == reach.most == ONE:
            self._land(rays, first, ONE, ops.add(first, ONE), ZERO, hurdle)
            return
        end = b.variable("end", ops.add(first, ONE))
        tested = b.variable("tested", hurdle)
        with b.while_(ops.lt(ops.sub(end, first), reach.most)):
            following = b.let("between", rays.at(self.source, end))
            self.x.store.mark_valid(following)
            self._break_if(ops.lt(following, ZERO))
            b.assign(tested, following)
            self._break_if(ops.negate(self._is_hurdle(following)))
            b.assign(end, ops.add(end, ONE))
        self.x.store.mark_valid(tested)
        length = b.let("length", ops.sub(end, first))
        with b.range_("jumped", reach.least, ops.add(length, ONE)) as jumped:
            left = b.let("left", ops.sub(length, jumped))
            self._land(rays, first, jumped, ops.sub(end, left), left, tested)

    def _land(self, rays: Rays, first: n.Expr, jumped: n.Expr, nearest: n.Expr, left: n.Expr, tested: n.Expr) -> None:
        """The landings behind so many hurdles; `left` hurdles of the row are not jumped.

        The nearest landing and `after` more are possible, less those that lie on the hurdles not jumped.
        """
        b = self.x.b
        if self.reach.after == ZERO and left == ZERO:
            target = b.let("to", rays.at(self.source, nearest))
            self.x.store.mark_valid(target)
            with b.if_(ops.ge(target, ZERO)):
                self._try_landing(rays, first, jumped, nearest, target, tested)
            return
        place = b.variable("place", nearest)
        behind = b.let("behind", ops.add(nearest, left))
        with b.while_(ops.TRUE):
            target = b.let("to", self._site_at(rays, place))
            self.x.store.mark_valid(target)
            self._break_if(ops.lt(target, ZERO))
            self._break_if(ops.negate(self._try_landing(rays, first, jumped, behind, target, tested)))
            distance = ops.add(ops.sub(place, behind), ONE)
            self._break_if(ops.gt(distance, ops.sub(self.reach.after, left)))
            b.assign(place, ops.add(place, ONE))

    def _site_at(self, rays: Rays, place: n.Expr) -> n.Expr:
        """The site at a place of a line.

        compat: a range without a least number has -1 for it, so that a piece may even jump to where it stands.
        """
        if _is_known(self.reach.least):
            return rays.at(self.source, place)
        ahead = ops.arithmetic("max", place, ZERO)
        return ops.select(ops.lt(place, ZERO), self.source, rays.at(self.source, ahead))

    def _try_landing(
        self, rays: Rays, first: n.Expr, jumped: n.Expr, behind: n.Expr, target: n.Expr, tested: n.Expr
    ) -> n.Expr:
        """A landing on one site; gives whether the piece could land there and go on. The row ends before `behind`."""
        b = self.x.b
        self._note_tested(target)
        row = rays.passed(self.x, self.source, first, behind)
        there = self.x.bind(to=target, between=tested)
        condition = when(there, self.move.to.if_)
        free = condition if self.reach.after == ZERO and self.stop_rule is None else b.let("free", condition)
        stop_effect = effect_of(self.move.to.effect)
        stopping = (Effect(stop_effect, there),) if stop_effect else ()
        if self.stop_rule is not None:
            with b.if_(ops.negate(free)), b.if_(when(there, self.stop_rule)):
                self._emit(there, target, stopping, empty=False, between=row)
            return free
        with b.if_(free):
            hurdles: tuple[Effect, ...] = ()
            if self.hurdle_effect is not None:
                if jumped == ONE:
                    only = b.let("between", rays.at(self.source, first))
                    self.x.store.mark_valid(only)
                    hurdles = (Effect(self.hurdle_effect, there.bind(between=only)),)
                else:
                    over = OnTheWay(self.hurdle_effect, rays, self.source, first, jumped)
                    hurdles = (Effect(over, there),)
            empty = self.x.store.shows_empty(condition, target)
            self._emit(there, target, (*hurdles, *stopping), empty=empty, between=row)
        return free

    def _emit(
        self,
        there: Context,
        target: n.Expr,
        effects: tuple[Effect, ...],
        *,
        empty: bool,
        between: n.Expr | None = None,
    ) -> None:
        action = move_action(
            there, self.source, target, piece=there.piece, onto_empty=empty, level=self.level, stack=self.move.stack
        )
        draft = Draft("hop", self.source, target, (action,), effects, between=between, letters=letters(there, there))
        may_stay = not _is_known(self.reach.least)
        self.sink(draft.with_(level_from=asked_level(there, self.level), may_stay=may_stay))


def _is_known(least: n.Expr) -> bool:
    """True if a least number of hurdles is given, as a number."""
    return isinstance(least, n.Const) and least.value >= 0
