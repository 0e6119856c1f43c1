"""Rules about pieces that lie on others: which may not be moved, where none may be put, and how they fall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites, SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.actions.pieces import MovePiece, RemovePiece
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.lowering.drafts import Draft, Sink

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

ZERO, ONE = ops.number(0), ops.number(1)


def _vertices(x: Context) -> Sites:
    if x.spec.board.use != SiteType.Vertex:
        raise UnsupportedLudeme(["rules about support on a board that is not played on its vertices"])
    return x.spec.default


def _all_fit(x: Context, draft: Draft, fits: Callable[[Draft], n.Expr]) -> n.Expr:
    """True if something holds of a move, and of the moves that its effects are."""
    if not draft.effects:
        return fits(draft)
    all_fit = x.b.variable("all_fit", fits(draft))

    def look(found: Draft) -> None:
        with x.b.if_(ops.negate(_all_fit(x, found, fits))):
            x.b.assign(all_fit, ops.FALSE)

    for effect in draft.effects:
        effect.moves.lower(effect.context, look)
    return all_fit


def _is_on_board(sites: Sites, site: n.Expr) -> n.Expr:
    return ops.both(ops.ge(site, ZERO), ops.lt(site, ops.number(sites.count)))


def without_pinned(x: Context, sink: Sink) -> Sink:
    """A sink that drops the moves which take a piece from under more than one other."""
    sites = _vertices(x)
    above = neighbour_table(x, sites, (Direction.Upward,))

    def is_free(site: n.Expr) -> n.Expr:
        resting = ops.minus(ops.lookup(above, site), x.store.empty_set())
        pinned = ops.both(ops.negate(x.store.is_empty(site)), ops.gt(ops.size(resting), ONE))
        return ops.negate(ops.both(_is_on_board(sites, site), pinned))

    def lifts_freely(draft: Draft) -> n.Expr:
        lifted = [action.source for action in draft.actions if isinstance(action, MovePiece)]
        lifted += [action.site for action in draft.actions if isinstance(action, RemovePiece)]
        return ops.both(*(is_free(site) for site in lifted))

    def keep(draft: Draft) -> None:
        with x.b.if_(_all_fit(x, draft, lifts_freely)):
            sink(draft)

    return keep


def without_falling_onto(x: Context, sink: Sink) -> Sink:
    """A sink that drops the moves of a piece to a site straight above or below it."""
    sites = _vertices(x)
    masks = [ops.sites(x.universe, _upright(sites, site)).value for site in range(sites.count)]
    masks += [0] * (x.spec.sites - len(masks))
    table = x.b.table("upright", n.set_of(x.universe), (len(masks),), masks)

    def is_allowed(action: MovePiece) -> n.Expr:
        upright = ops.has(ops.lookup(table, action.source), action.target)
        return ops.negate(ops.both(ops.negate(x.store.is_empty(action.source)), upright))

    def falls_nowhere(draft: Draft) -> n.Expr:
        return ops.both(*(is_allowed(one) for one in draft.actions if isinstance(one, MovePiece)))

    def keep(draft: Draft) -> None:
        with x.b.if_(_all_fit(x, draft, falls_nowhere)):
            sink(draft)

    return keep


def _upright(sites: Sites, site: int) -> set[int]:
    """The sites on the lines upwards from a site, and on their opposites."""
    found: set[int] = set()
    for path, other in zip(sites.radials(Direction.Upward)[site], sites.opposites(Direction.Upward)[site], strict=True):
        found.update(path[1:])
        if other is not None:
            found.update(other.path[1:])
    return found


@dataclass(frozen=True)
class Fall:
    """The consequence of any move: while a piece has nothing under it, the first such piece drops."""

    @property
    def moves(self) -> Fall:
        """Statements that are carried out."""
        return self

    def lower(self, x: Context, sink: Sink) -> None:
        """One move: all the drops."""
        sites = _vertices(x)
        columns = [sites.step(Direction.Downward, site) for site in range(sites.count)]
        most = max(1, max(map(len, columns)))
        below = [site for one in columns for site in (*one, *([-1] * (most - len(one))))]
        below += [-1] * (most * (x.spec.sites - sites.count))
        table = x.b.table("below", n.INT, (x.spec.sites, most), below)
        sink(Draft("fall", actions=(Statements(lambda at: _write_fall(at, table, most)),)))


def _write_fall(x: Context, below: n.Table, most: int) -> None:
    b = x.b
    falling = b.variable("falling", ops.TRUE)
    with b.while_(falling):
        b.assign(falling, ops.FALSE)
        source, target = b.variable("from", ops.NOWHERE), b.variable("to", ops.NOWHERE)
        standing = ops.minus(ops.sites(x.universe, x.spec.board_mask), x.store.empty_set())
        with b.for_("piece", standing) as piece:
            x.store.mark_valid(piece)
            with b.range_("step", ZERO, ops.number(most)) as step:
                goal = b.let("goal", ops.lookup(below, piece, step))
                with b.if_(ops.both(ops.lt(source, ZERO), ops.has(x.store.empty_set(), goal))):
                    b.assign(source, piece)
                    b.assign(target, goal)
        with b.if_(ops.ge(source, ZERO)):
            x.store.mark_valid(source)
            x.store.mark_valid(target)
            MovePiece(source, target, onto_empty=True).apply(x)
            b.assign(falling, ops.TRUE)
