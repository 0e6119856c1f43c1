"""Effects on pieces that are shut in: surround, enclose, intervene."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from petteia.board import Direction, Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import RemovePiece, on_sites_of
from ._capturing import act_between, enemy_at, friend_at, run_length, start_site
from ._content import board_sites, on_board
from ._directions import ray_table
from ._enums import AbsoluteDirection, RelationType, SiteType
from ._groups import neighbours
from ._lines import axes_of
from ._moves import Draft, Sink, with_then
from ._placing import components_of, on_start, when
from ._travelling import range_of
from ._types import IntFunction

if TYPE_CHECKING:
    from ._context import Context
    from ._types import Direction as DirectionArgument
    from .arguments import Between, From, PieceArgument, Then, To

ZERO, ONE = ops.number(0), ops.number(1)


def _on_board(x: Context, sites: Sites, site: n.Expr) -> n.Expr:
    return ops.both(ops.ge(site, ZERO), ops.lt(site, ops.number(sites.count)))


def _is_target(x: Context, between: Between | None) -> Callable[[n.Expr], n.Expr]:
    def test(site: n.Expr) -> n.Expr:
        if between is None or between.if_ is None:
            return enemy_at(x, site)
        return between.if_.lower(x.bind(between=site))

    return test


# -- surround ---------------------------------------------------------------------------------------------------


class Surrounding(Protocol):
    """The arguments of `surround`."""

    from_: From | None
    relation: RelationType | None
    between: Between | None
    to: To | None
    except_: IntFunction | None
    with_: PieceArgument | None


def surround(x: Context, move: Surrounding, sink: Sink) -> None:
    """Acts on each neighbouring target all of whose other neighbours are friends. compat: its consequent is dropped."""
    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    written = move.from_.site if move.from_ else None
    start = x.b.let("from", written.lower(x) if written else x.slot("from"))
    near = _next_on_lines(x, sites, Direction[move.relation.name] if move.relation else Direction.Adjacent)
    allowed = x.b.let("except", move.except_.lower(x)) if move.except_ else ZERO
    test = _is_target(x, move.between)
    with x.b.if_(_on_board(x, sites, start)):
        x.store.mark_valid(start)
        with x.b.for_("between", x.sites_where(ops.lookup(near, start), "between", test)) as site:
            x.store.mark_valid(site)
            around = ops.lookup(near, site)
            others = ops.minus(around, ops.single(x.universe, start))
            bad = ops.size(x.sites_where(others, "to", lambda to: ops.negate(_is_friend(x, move.to, to))))
            with x.b.if_(ops.both(ops.le(bad, allowed), _has_piece(x, move.with_, around))):
                act_between(x.bind(between=site), move.between, site, sink)


def _next_on_lines(x: Context, sites: Sites, direction: Direction) -> n.Table:
    """For each site the sites that come first on its lines."""
    masks = [ops.sites(x.universe, {path[1] for path in paths}).value for paths in sites.radials(direction)]
    masks += [0] * (x.setting.sites - len(masks))
    return x.b.table(f"next_{direction.name}", n.set_of(x.universe), (len(masks),), masks)


def _is_friend(x: Context, to: To | None, site: n.Expr) -> n.Expr:
    if to is not None and to.if_ is not None:
        return when(x.bind(to=site), to.if_)
    return friend_at(x, site)


def _has_piece(x: Context, wanted: PieceArgument | None, around: n.Expr) -> n.Expr:
    if wanted is None:
        return ops.TRUE
    components = components_of(x, wanted)
    return x.exists(around, "near", lambda site: ops.either(*(ops.eq(x.store.what(site), one) for one in components)))


# -- enclose ----------------------------------------------------------------------------------------------------


class Enclosing(Protocol):
    """The arguments of `enclose`."""

    site_type: SiteType | None
    from_: From | None
    directions: DirectionArgument | None
    between: Between | None
    num_exception: IntFunction | None
    then: Then | None


def enclose(x: Context, move: Enclosing, sink: Sink) -> None:
    """Acts on each group of targets next to a site that has no empty neighbour left."""
    sites = x.setting.sites_of(move.site_type)
    start = start_site(x, move.from_)
    near = neighbours(x, sites, move.directions)
    exceptions = x.b.let("exceptions", move.num_exception.lower(x)) if move.num_exception else ZERO
    if _mentions_empty(move.between):
        raise UnsupportedLudeme(["enclose of empty sites"])
    sink = with_then(sink, move.then)
    with x.b.if_(ops.both(_on_board(x, sites, start), ops.negate(x.store.is_empty(start)))):
        x.store.mark_valid(start)
        targets = x.b.let("targets", x.sites_where(board_sites(x), "between", _is_target(x, move.between)))
        if exceptions != ZERO:
            # so many empty sites may belong to a group as well
            empty = ops.select(ops.gt(exceptions, ZERO), on_board(x, x.store.empty_set()), ops.empty_set(x.universe))
            targets = x.b.let("targets", ops.union(targets, empty))
        left = x.b.variable("left", ops.intersect(ops.lookup(near, start), targets))
        with x.b.while_(ops.negate(ops.is_empty(left))):
            seed = ops.single(x.universe, ops.first(left))
            group = x.b.let("group", ops.flood(seed, targets, near))
            x.b.assign(left, ops.minus(left, group))
            around = ops.spread(near, group)
            if exceptions == ZERO:
                shut_in = ops.is_empty(ops.intersect(around, x.store.empty_set()))
            else:
                gaps = ops.intersect(ops.union(group, around), x.store.empty_set())
                shut_in = ops.le(ops.size(gaps), exceptions)
            with x.b.if_(shut_in), x.b.for_("between", group) as site:
                x.store.mark_valid(site)
                act_between(x.bind(between=site), move.between, site, sink)


def _mentions_empty(between: Between | None) -> bool:
    condition = between.if_ if between else None
    stack = [condition] if condition is not None else []
    while stack:
        top = stack.pop()
        if top.title == "is Empty":
            return True
        stack.extend(top.children())  # type: ignore[arg-type]
    return False


# -- intervene --------------------------------------------------------------------------------------------------


class Intervening(Protocol):
    """The arguments of `intervene`."""

    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None


def intervene(x: Context, move: Intervening, sink: Sink) -> None:
    """Acts on the targets on both sides of a site. compat: each pair of rows is met from both its sides."""
    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    start = start_site(x, move.from_)
    low, high = range_of(x, move.between, 1, 1)
    direction = Direction[move.direction.name] if move.direction else Direction.Adjacent
    axes = axes_of(sites, direction)
    with x.b.if_(_on_board(x, sites, start)):
        for ahead, back in zip(axes.ahead, axes.back, strict=True):
            tables = [ray_table(x, f"ray_{direction.name}", rays) for rays in (ahead, back)]
            _between_rows(x, move, tables, start, low, high, with_then(sink, move.then))


def _between_rows(
    x: Context, move: Intervening, tables: list[n.Table], start: n.Expr, low: n.Expr, high: n.Expr, sink: Sink
) -> None:
    def is_target(site: n.Expr) -> n.Expr:
        if move.to is None or move.to.if_ is None:
            return enemy_at(x, site)
        return move.to.if_.lower(x.bind(to=site))

    runs = [x.b.let("run", ops.arithmetic("min", run_length(x, rays, start, is_target), high)) for rays in tables]
    with x.b.if_(ops.both(*(ops.both(ops.ge(run, low), ops.gt(run, ZERO)) for run in runs))):
        for k in (1, 0, 0, 1):
            with x.b.range_("caught", ZERO, runs[k]) as place:
                site = x.b.let("to", ops.lookup(tables[k], start, place))
                x.store.mark_valid(site)
                _act_on_target(x.bind(to=site), move.to, site, sink)


def _act_on_target(x: Context, to: To | None, site: n.Expr, sink: Sink) -> None:
    if to is not None and to.effect is not None:
        to.effect.lower(x, sink)
    else:
        sink(Draft("remove", site, site, (on_sites_of(x, RemovePiece(site)),)))
