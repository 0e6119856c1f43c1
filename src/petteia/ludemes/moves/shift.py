"""Push, attract, shoot: effects that shift rows of pieces, or send one along a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction, SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import on_sites_of
from petteia.ludemes.actions.pieces import AddPiece, RemovePiece
from petteia.ludemes.arguments import Between, From, PieceArgument, Then, To, components_of
from petteia.ludemes.directions.rays import Rays, rays_of
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.enums import AbsoluteDirection
from petteia.ludemes.lowering.drafts import Draft, letters, with_then
from petteia.ludemes.moves.capturing import start_site
from petteia.ludemes.moves.travelling import on_start
from petteia.ludemes.queries.contents import is_component
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Attract", "Push", "Shoot"]


ZERO, ONE = ops.number(0), ops.number(1)


class Push(NonDecision, keyword="push"):
    """Shifts a row of pieces by one, up to the first empty site or off the board. Their states are lost.

    compat: an empty start is pushed along like a piece. Of stacks the top pieces are shifted.
    """

    from_: From | None
    directions: DirectionArgument
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        start = start_site(x, self.from_)
        sink = with_then(sink, self.then)
        with x.b.if_(ops.both(ops.ge(start, ZERO), ops.lt(start, ops.number(sites.count)))):
            x.store.mark_valid(start)
            for condition, directions in resolve(x, self.directions, sites, start, ordered=True):
                with x.b.if_(condition):
                    for rays in rays_of(x, sites, directions[:1]):
                        # on the rim there may be no line to push along
                        with x.b.if_(ops.ge(ops.lookup(rays, start, ZERO), ZERO)):
                            _push_along(x, rays, start, sink)


def _push_along(x: Context, rays: n.Table, start: n.Expr, sink: Sink) -> None:
    b = x.b
    carried = b.variable("carried", x.store.what(start))
    with b.if_(ops.gt(carried, ZERO)):
        _remove(x, start, sink)
    place = b.variable("place", ZERO)
    with b.while_(ops.TRUE):
        site = b.let("to", ops.lookup(rays, start, place))
        x.store.mark_valid(site)
        _break_if(x, ops.lt(site, ZERO))
        stood = b.let("stood", x.store.what(site))
        with b.if_(ops.gt(stood, ZERO)):
            _remove(x, site, sink)
        _add(x, site, carried, sink)
        _break_if(x, ops.eq(stood, ZERO))
        b.assign(carried, stood)
        b.assign(place, ops.add(place, ONE))


class Attract(NonDecision, keyword="attract"):
    """Packs the pieces of each line from a site next to it, in the same order. Their states are lost."""

    from_: From | None
    direction: AbsoluteDirection | None
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        if x.spec.stacking:
            raise UnsupportedLudeme(["attract in a game with stacks"])
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        start = start_site(x, self.from_)
        direction = Direction[self.direction.name] if self.direction else Direction.Adjacent
        sink = with_then(sink, self.then)
        with x.b.if_(ops.both(ops.ge(start, ZERO), ops.lt(start, ops.number(sites.count)))):
            for rays in rays_of(x, sites, [direction]):
                _each_piece(x, rays, start, lambda site, what: _remove(x, site, sink))
                packed = x.b.variable("packed", ZERO)

                def pack(site: n.Expr, what: n.Expr, rays: n.Table = rays, packed: n.Local = packed) -> None:
                    goal = x.b.let("goal", ops.lookup(rays, start, packed))
                    x.store.mark_valid(goal)
                    _add(x, goal, what, sink)
                    x.b.assign(packed, ops.add(packed, ONE))

                _each_piece(x, rays, start, pack)


def _each_piece(x: Context, rays: n.Table, start: n.Expr, visit: Callable[[n.Expr, n.Expr], None]) -> None:
    """Visits the pieces on a line, the nearest first."""
    b = x.b
    with b.range_("place", ZERO, ops.number(rays.shape[1])) as place:
        site = b.let("site", ops.lookup(rays, start, place))
        x.store.mark_valid(site)
        _break_if(x, ops.lt(site, ZERO))
        what = b.let("what", x.store.what(site))
        with b.if_(ops.gt(what, ZERO)):
            visit(site, what)


class Shoot(NonDecision, keyword="shoot", decision="Shoot"):
    """Moves that add a piece somewhere on a free line from a site. compat: a condition of `between` is not asked."""

    what: PieceArgument
    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None
    moves_pieces = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        x = on_start(x, self.from_)
        sites = x.spec.sites_of(self.from_.site_type if self.from_ else None)
        start = start_site(x, self.from_)
        direction = Direction[self.direction.name] if self.direction else Direction.Adjacent
        piece = x.b.let("piece", next(iter(components_of(x, self.what)), ops.NOWHERE))
        on_board = ops.both(ops.ge(start, ZERO), ops.lt(start, ops.number(sites.count)))
        with x.b.if_(ops.both(on_board, is_component(x, piece))):
            for rays in rays_of(x, sites, [direction]):
                _shoot_along(x, self, rays, start, piece, with_then(sink, self.then))


def _shoot_along(x: Context, move: Shoot, rays: n.Table, start: n.Expr, piece: n.Expr, sink: Sink) -> None:
    b = x.b
    between = b.variable("between", x.slot("between"))
    with b.range_("place", ZERO, ops.number(rays.shape[1])) as place:
        site = b.let("to", ops.lookup(rays, start, place))
        x.store.mark_valid(site)
        _break_if(x, ops.lt(site, ZERO))
        if move.to is not None and move.to.if_ is not None:
            free = when(x.bind(to=site, between=between), move.to.if_)
        else:
            free = _is_empty_cell(x, site)
        _break_if(x, ops.negate(free))
        passed = Rays(rays).passed(x, start, ZERO, place)
        sink(
            Draft("shoot", site, site, (on_sites_of(x, AddPiece(site, piece)),), between=passed, letters=letters(x, x))
        )
        b.assign(between, site)


def _is_empty_cell(x: Context, site: n.Expr) -> n.Expr:
    """True if a site is free for a shot. compat: it is asked as a cell, whatever type of sites is played on."""
    cells = x.on_type(SiteType.Cell)
    if cells.store.kind == SiteType.Cell:
        return ops.both(ops.lt(site, ops.number(x.spec.board.cells.count)), cells.store.is_empty(site))
    return ops.lt(site, ops.number(x.spec.board.cells.count))  # nothing is ever put on the cells of this board


def _break_if(x: Context, condition: n.Expr) -> None:
    with x.b.if_(condition):
        x.b.emit_statement(n.Break())


def _remove(x: Context, site: n.Expr, sink: Sink) -> None:
    sink(Draft("remove", site, site, (on_sites_of(x, RemovePiece(site)),)))


def _add(x: Context, site: n.Expr, piece: n.Expr, sink: Sink) -> None:
    with x.b.if_(ops.gt(piece, ZERO)):
        sink(Draft("add", site, site, (on_sites_of(x, AddPiece(site, piece)),)))
