"""Slide: a move along a line or a track, as far as the way is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Track
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.actions.action import Action, Statements, on_sites_of
from petteia.ludemes.actions.pieces import AddPiece
from petteia.ludemes.arguments import Between, From, Then, To, condition_of, effect_of
from petteia.ludemes.directions.rays import Rays, for_each_way, ray_table
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.lowering.drafts import Draft, Effect, asked_level, letters, with_then
from petteia.ludemes.moves.travelling import (
    MOST_DISTANCE,
    OnTheWay,
    Travel,
    level_of,
    move_action,
    range_of,
    start_travel,
)
from petteia.ludemes.needs import STACKING, Need
from petteia.ludemes.queries.contents import is_component
from petteia.ludemes.quirks.levels import ask, note_effect
from petteia.ludemes.registry import named
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

__all__ = ["Slide"]

ZERO, ONE = ops.number(0), ops.number(1)
ALL_TRACKS = "AllTracks"
_Way = tuple[list[int], int]
"""The sites a track leads over from a place on it, and how many come before it has turned a corner."""


class Slide(NonDecision, keyword="slide", decision="Slide"):
    """Moves a piece along a straight line or a track."""

    from_: From | None
    track: str | None
    directions: DirectionArgument | None
    between: Between | None
    to: To | None
    stack: bool | None = named()
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        start_travel(x, self.from_, lambda travel: self._slides(travel, sink))

    def _slides(self, travel: Travel, sink: Sink) -> None:
        x, here, source = travel.outside, travel.here, travel.source
        way = _Slide(here, self, source, sink)
        if self.track is not None:
            tracks = [track for track in x.spec.tracks if self.track in (track.name, ALL_TRACKS)]
            way.on_tracks(tracks, bumping=self.track == ALL_TRACKS)
            return
        choices = resolve(here, self.directions, travel.sites, source, piece=here.piece)
        for_each_way(x, travel.sites, choices, way.along)

    def needs(self) -> tuple[Need, ...]:
        return (STACKING,) if self.stack else ()


class _Slide:
    """The slides of one piece."""

    def __init__(self, x: Context, move: Slide, source: n.Expr, sink: Sink) -> None:
        self.x, self.move, self.source, self.sink = x, move, source, sink
        self.level = level_of(x, move.from_)
        self.least, self.most = range_of(x, move.between, 1, MOST_DISTANCE)
        self.stop_rule = move.to.if_ if move.to else None
        trail = move.between.trail if move.between else None
        self.trail = x.b.let("trail", trail.lower(x)) if trail else None

    def along(self, rays: Rays) -> None:
        """One line: each site is tested as a place to stop, then as a place to pass."""
        x, b = self.x, self.x.b
        target = b.variable("to", rays.at(self.source, ZERO))
        x.store.mark_valid(target)
        distance = b.variable("distance", ONE)
        previous = b.variable("between", x.slot("between"))
        far_enough, near_enough = self._in_range(distance)
        with b.while_(ops.both(ops.ge(target, ZERO), near_enough)):
            there = x.bind(to=target, between=previous)
            if self.stop_rule is not None:
                stops = ask(there, self.stop_rule) if x.spec.quirks.levels_beside_loops else self._may_stop(there)
                with b.if_(ops.both(stops, far_enough)):
                    self._arrive(there, rays, distance, target, empty=False, effect=True)
                    note_effect(there, self.move.to.effect if self.move.to else None)
                    b.emit_statement(n.Break())
            b.assign(previous, target)
            passing = x.bind(to=target, between=target)
            free = self._may_pass(passing)
            with b.if_(ops.negate(free)):
                b.emit_statement(n.Break())
            with b.if_(far_enough):
                plain = self.level is None and not self.move.stack
                empty = x.store.shows_empty(free, target)
                self._arrive(passing, rays, distance, target, empty=empty, effect=plain)
            b.assign(target, rays.at(self.source, distance))
            b.assign(distance, ops.add(distance, ONE))

    def _in_range(self, distance: n.Expr) -> tuple[n.Expr, n.Expr]:
        """True if a distance is large, and small enough; nothing is asked of those that all slides have."""
        always = isinstance(self.least, n.Const) and self.least.value <= 1
        far_enough = ops.TRUE if always else ops.le(self.least, distance)
        return far_enough, ops.TRUE if self.most == ops.number(MOST_DISTANCE) else ops.le(distance, self.most)

    def on_tracks(self, tracks: list[Track], *, bumping: bool) -> None:
        """The ways along tracks from each place where they meet the start.

        With `bumping` a piece may land only once the track has turned a corner, where it meets a site twice in a row.
        """
        ways: list[list[_Way]] = [[] for _ in range(self.x.spec.sites)]
        for track in tracks:
            for index, element in enumerate(track.elements):
                if element.site >= 0:
                    ways[element.site].append(_way(track, index))
        name = tracks[0].name if tracks else ""
        for k in range(max(map(len, ways), default=0)):
            # tracks that do not meet, such as the ranks of a board, share the tables
            self._on_ways(name, [own[k] if k < len(own) else ([], 0) for own in ways], bumping)

    def _on_ways(self, name: str, ways: list[_Way], bumping: bool) -> None:
        x = self.x
        if not bumping:
            self._along_track(Rays(ray_table(x, f"way_{name}", [tuple(sites) for sites, _ in ways])), ZERO)
            return
        ways = [(sites if corner < len(sites) else [], corner) for sites, corner in ways]
        rays = Rays(ray_table(x, f"way_{name}", [tuple(sites) for sites, _ in ways]))
        everywhere = (1 << x.spec.sites) - 1
        masks = [mask_of(sites[:corner]) if sites else everywhere for sites, corner in ways]
        before = x.b.table(f"before_corner_of_{name}", n.set_of(x.universe), (len(ways),), masks)
        corners = x.b.table(f"corner_of_{name}", n.INT, (len(ways),), [c if w else 0 for w, c in ways])
        closed = x.exists(ops.lookup(before, self.source), "site", lambda site: ops.negate(self._passes(site)))
        with x.b.if_(ops.negate(closed)):
            self._along_track(rays, ops.lookup(corners, self.source))

    def _passes(self, site: n.Expr) -> n.Expr:
        return self._may_pass(self.x.bind(to=site, between=site))

    def _along_track(self, rays: Rays, first: n.Expr) -> None:
        """The stops on a way, from its first place of landing on."""
        x, b = self.x, self.x.b
        target = b.variable("to", rays.at(self.source, first))
        x.store.mark_valid(target)
        distance = b.variable("distance", ops.add(first, ONE))
        passed = ops.select(ops.eq(first, ZERO), x.slot("between"), rays.at(self.source, ops.sub(first, ONE)))
        previous = b.variable("between", passed)
        far_enough, near_enough = self._in_range(distance)
        with b.while_(ops.both(ops.ge(target, ZERO), near_enough)):
            there = x.bind(to=target, between=previous)
            stops: n.Expr = ops.FALSE
            if self.stop_rule is not None:
                stops = self._may_stop(there)
                with b.if_(ops.both(far_enough, stops)):
                    # compat: on a track the condition of the effect is not asked where the piece stops
                    self._carry(there, rays, distance, target, empty=False, effect=True)
                    b.emit_statement(n.Break())
            with b.if_(ops.both(far_enough, ops.negate(stops))):
                self._arrive(there, rays, distance, target, empty=False, effect=False)
            b.assign(previous, target)
            with b.if_(ops.negate(self._passes(target))):
                b.emit_statement(n.Break())
            b.assign(target, rays.at(self.source, distance))
            b.assign(distance, ops.add(distance, ONE))

    def _may_stop(self, there: Context) -> n.Expr:
        return self.x.pure(lambda: when(there, self.stop_rule))

    def _may_pass(self, x: Context) -> n.Expr:
        between = self.move.between
        if between is not None and between.if_ is not None:
            return x.pure(lambda: when(x, between.if_))
        return x.store.is_empty(x.slot("between"))

    def _arrive(
        self, there: Context, rays: Rays, distance: n.Expr, target: n.Expr, *, empty: bool, effect: bool
    ) -> None:
        apply = self.move.to.effect if self.move.to else None
        with there.b.if_(when(there, condition_of(apply))):
            self._carry(there, rays, distance, target, empty=empty, effect=effect)

    def _carry(
        self, there: Context, rays: Rays, distance: n.Expr, target: n.Expr, *, empty: bool, effect: bool
    ) -> None:
        between = self.move.between
        effects: tuple[Effect, ...] = ()
        if between is not None and between.effect is not None:
            on_the_way = OnTheWay(between.effect, rays, self.source, ZERO, ops.sub(distance, ONE))
            effects += (Effect(on_the_way, there),)
        on_arrival = effect_of(self.move.to.effect if self.move.to else None)
        if effect and on_arrival is not None:
            effects += (Effect(on_arrival, there),)
        carry = move_action(
            there, self.source, target, piece=there.piece, onto_empty=empty, level=self.level, stack=self.move.stack
        )
        actions: tuple[Action, ...] = (carry,)
        if self.trail is not None:
            actions += (on_sites_of(there, self._leaving_trail(rays, distance, self.trail)),)
        passed = rays.passed(there, self.source, ZERO, ops.sub(distance, ONE))
        types = letters(there, there)
        draft = Draft("slide", self.source, target, actions, effects, between=passed, letters=types)
        self.sink(draft.with_(level_from=asked_level(there, self.level)))

    def _leaving_trail(self, rays: Rays, distance: n.Expr, piece: n.Expr) -> Statements:
        """A piece is left on each site of the way, the start included; nothing by a number that no piece has."""
        source = self.source

        def write(at: Context) -> None:
            with at.b.if_(is_component(at, piece)):
                AddPiece(source, piece).apply(at)
                with at.b.range_("step", ZERO, ops.sub(distance, ONE)) as step:
                    site = at.b.let("site", rays.at(source, step))
                    at.store.mark_valid(site)
                    AddPiece(site, piece).apply(at)

        return Statements(write)


def _way(track: Track, start: int) -> _Way:
    """The way of a track from one of its elements on."""
    sites: list[int] = []
    straight = 0
    turned, index = track.elements[start].bump > 0, track.elements[start].next
    while index >= 0 and len(sites) + 1 < len(track.elements) and track.elements[index].site >= 0:
        sites.append(track.elements[index].site)
        straight += not turned
        turned = turned or track.elements[index].bump > 0
        index = track.elements[index].next
    return sites, straight
