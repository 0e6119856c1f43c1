"""Sites found along straight lines: around, in directions, in sight, between two sites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.board import Direction as BoardDirection
from petteia.board import Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ir.scoping import free_locals
from petteia.ludemes.directions.choices import Choice
from petteia.ludemes.directions.rays import for_each_way, ray_tables
from petteia.ludemes.directions.resolve import last_way, resolve, resolve_everywhere
from petteia.ludemes.enums import RoleType
from petteia.ludemes.queries.contents import board_sites, occupied, on_board, owned_pieces, pieces_of_owner, stable
from petteia.ludemes.queries.roles import players_of
from petteia.ludemes.queries.site_sets import site_table

if TYPE_CHECKING:
    from petteia.ludemes.enums import LineOfSightType, RegionTypeDynamic
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import BooleanFunction
    from petteia.ludemes.types import Direction as DirectionArgument


# ---------------------------------------------------------------------------------------------------------------
# Around


def around(
    x: Context,
    sites: Sites,
    origins: n.Expr,
    direction: BoardDirection,
    distance: n.Expr,
    content: RegionTypeDynamic | None,
    condition: BooleanFunction | None,
) -> n.Expr:
    """The sites at a distance from origins along straight lines, by content and condition."""
    if isinstance(distance, n.Const):
        return _around_at(x, sites, origins, direction, distance.value, content, condition)
    distance = stable(x, "distance", distance)
    reach = max((len(path) for paths in sites.radials(direction) for path in paths), default=1)
    if isinstance(origins, n.Op) and origins.op == "single":
        origin = stable(x, "origin", origins.args[0])
        found = _around_one(x, sites, origin, direction, distance, reach)
        return _chosen(x, found, origin, content, condition)
    found = ops.empty_set(x.universe)
    for steps in range(reach):
        here = _around_at(x, sites, origins, direction, steps, content, condition)
        found = ops.select(ops.eq(distance, ops.number(steps)), here, found)
    return found


def _around_one(
    x: Context, sites: Sites, origin: n.Expr, direction: BoardDirection, distance: n.Expr, reach: int
) -> n.Expr:
    """The sites at a distance that is known only in play."""
    lines = [*sites.radials(direction), *([()] * (x.spec.sites - sites.count))]
    masks = [mask_of(path[steps] for path in paths if steps < len(path)) for steps in range(reach) for paths in lines]
    table = x.b.table(f"around_{direction.name}", n.set_of(x.universe), (reach, len(lines)), masks)
    there = ops.both(
        ops.both(ops.le(ops.number(0), distance), ops.lt(distance, ops.number(reach))),
        ops.both(ops.le(ops.number(0), origin), ops.lt(origin, ops.number(len(lines)))),
    )
    return ops.select(there, ops.lookup(table, distance, origin), ops.empty_set(x.universe))


def _chosen(
    x: Context, found: n.Expr, origin: n.Expr, content: RegionTypeDynamic | None, condition: BooleanFunction | None
) -> n.Expr:
    """Those of the sites around one that have the content and for which a condition holds."""
    if content is not None:
        found = ops.intersect(found, content_set(x, content))
    if condition is None:
        return found
    return x.sites_where(found, "to", lambda site: condition.lower(x.bind(from_=origin, to=site)))


def _around_at(
    x: Context,
    sites: Sites,
    origins: n.Expr,
    direction: BoardDirection,
    distance: int,
    content: RegionTypeDynamic | None,
    condition: BooleanFunction | None,
) -> n.Expr:
    lines = sites.radials(direction)
    masks = [mask_of(path[distance] for path in paths if 0 <= distance < len(path)) for paths in lines]
    table = site_table(x, f"around_{direction.name}_{distance}", masks)
    found = ops.spread(table, origins)
    if isinstance(origins, n.Op) and origins.op == "single":
        return _chosen(x, found, origins.args[0], content, condition)
    if content is not None:
        found = ops.intersect(found, content_set(x, content))
    return found if condition is None else _around_where(x, table, origins, found, condition)


def _around_where(x: Context, table: n.Table, origins: n.Expr, found: n.Expr, condition: BooleanFunction) -> n.Expr:
    """Those of the sites found for which a condition on them and one of their origins holds."""
    unknown = x.b.fresh("origin", n.INT)

    def test(site: n.Local) -> n.Expr:
        plain = x.pure(lambda: condition.lower(x.bind(from_=unknown, to=site)))
        if unknown not in free_locals((n.Return(plain),)):
            return plain

        def here(origin: n.Local) -> n.Expr:
            reached = ops.has(ops.lookup(table, origin), site)
            return ops.both(reached, condition.lower(x.bind(from_=origin, to=site)))

        return x.exists(origins, "origin", here)

    return x.sites_where(found, "to", test)


def content_set(x: Context, word: RegionTypeDynamic) -> n.Expr:
    """The sites of the board whose content fits a word, as seen by the mover."""
    players = x.spec.players
    if word.name == "Empty":
        return on_board(x, x.store.empty_set())
    if word.name == "NotEmpty":
        return on_board(x, occupied(x))
    shared = owned_pieces(x, [players + 1])
    mine = ops.union(pieces_of_owner(x, x.mover), shared)
    if word.name == "NotEnemy" and x.spec.teams:
        return on_board(x, ops.union(_pieces_of_enemies(x), shared))  # compat: with teams just the wrong ones
    if word.name in ("Own", "NotEnemy"):
        return on_board(x, mine)
    if word.name == "NotOwn":
        return on_board(x, ops.minus(occupied(x), mine))
    return on_board(x, _pieces_of_enemies(x))


def _pieces_of_enemies(x: Context) -> n.Expr:
    """The pieces of the players against the mover; nobody's and everybody's are not among them."""
    if not x.spec.teams:
        return ops.minus(owned_pieces(x, range(1, x.spec.players + 1)), pieces_of_owner(x, x.mover))
    empty = ops.empty_set(x.universe)
    enemies = players_of(x, RoleType.Enemy)
    return ops.union(empty, *(ops.select(against, owned_pieces(x, [player]), empty) for against, player in enemies))


# ---------------------------------------------------------------------------------------------------------------
# Along lines


def _each_line(
    x: Context, sites: Sites, written: DirectionArgument | None, origin: n.Expr, body: Callable[[n.Table], None]
) -> None:
    """Runs a body for each table of lines in the directions that are meant at an origin on the board."""
    choices: Sequence[Choice] = resolve(x, written, sites, origin)
    for condition, directions in choices:
        with x.b.if_(condition):
            for direction in directions:
                for rays in ray_tables(x, sites, direction):
                    body(rays)


def _add(x: Context, found: n.Local, site: n.Expr) -> None:
    x.b.assign(found, ops.union(found, ops.single(x.universe, site)))


def in_directions(
    x: Context,
    sites: Sites,
    origins: n.Expr,
    written: DirectionArgument | None,
    *,
    included: n.Expr,
    stop: BooleanFunction | None,
    stop_included: n.Expr,
    distance: n.Expr,
) -> n.Expr:
    """All sites on the lines from origins, up to a distance or where a condition stops the look."""
    if stop is None and isinstance(distance, n.Const):
        known = _whole_lines(x, sites, origins, written, distance.value)
        if known is not None:
            return ops.union(ops.select(included, origins, ops.empty_set(x.universe)), known)

    def look_from(origin: n.Local, found: n.Local) -> None:
        x.store.mark_valid(origin)

        def look(rays: n.Table, *line: n.Expr) -> None:
            _look_along(x, rays, line or (origin,), found, stop, stop_included, distance)

        if _along_last_way(x, sites, written, origin, look):
            return
        if x.spec.many_kinds:
            choices = resolve(x, written, sites, origin)
            for_each_way(x, sites, choices, lambda rays: look(rays.table, *rays.index(origin)))
        else:
            _each_line(x, sites, written, origin, look)

    def search() -> n.Expr:
        found = x.b.variable("found", ops.select(included, origins, ops.empty_set(x.universe)))
        with x.b.for_("origin", on_board(x, origins)) as origin:
            look_from(origin, found)
        return found

    return x.pure(search)


def _along_last_way(
    x: Context, sites: Sites, written: DirectionArgument | None, origin: n.Expr, look: Callable[..., None]
) -> bool:
    """Looks along one line, in the direction of the latest move or back; False if not just that is meant."""
    found = last_way(x, written, sites)
    if found is None:
        return False
    way, directions = found
    tables = [ray_tables(x, sites, direction) for direction in directions]
    if any(len(rays) != 1 for rays in tables):
        return False
    length = max(rays.shape[1] for (rays,) in tables)
    origins = x.spec.sites
    values = [-1] * (origins * length)  # the line of no direction
    for (rays,) in tables:
        own = rays.shape[1]
        for k in range(origins):
            values += [*rays.values[k * own : (k + 1) * own], *([-1] * (length - own))]
    look(x.b.table("rays_by_way", n.INT, (1 + len(tables), origins, length), values), x.b.let("way", way), origin)
    return True


def _whole_lines(
    x: Context, sites: Sites, origins: n.Expr, written: DirectionArgument | None, distance: int
) -> n.Expr | None:
    """Lines in directions that are the same for all origins, by a table."""
    directions = resolve_everywhere(x, written, sites)
    if directions is None:
        return None
    masks = [0] * sites.count
    for direction in directions:
        for origin, paths in enumerate(sites.radials(direction)):
            masks[origin] |= mask_of(site for path in paths for site in path[1 : max(0, distance) + 1])
    table = site_table(x, "lines_" + "_".join(d.name for d in directions), masks)
    return ops.spread(table, origins)


def _look_along(
    x: Context,
    rays: n.Table,
    line: tuple[n.Expr, ...],
    found: n.Local,
    stop: BooleanFunction | None,
    stop_included: n.Expr,
    distance: n.Expr,
) -> None:
    """Adds the sites of a line, which is a row of a table, to those found, up to where the look stops."""
    b = x.b
    with b.range_("step", ops.number(0), ops.arithmetic("min", distance, ops.number(rays.shape[-1]))) as step:
        site = b.let("site", ops.lookup(rays, *line, step))
        with b.if_(ops.lt(site, ops.number(0))):
            b.emit_statement(n.Break())
        x.store.mark_valid(site)
        if stop is not None:
            with b.if_(stop.lower(x.bind(to=site))):
                with b.if_(stop_included):
                    _add(x, found, site)
                b.emit_statement(n.Break())
        _add(x, found, site)


def in_sight(
    x: Context, sites: Sites, origin: n.Expr, written: DirectionArgument | None, word: LineOfSightType | None
) -> n.Expr:
    """Sites seen from a site along lines: the first pieces, the empty sites before them, or the last of those."""
    kind = word.name if word else "Piece"

    def search() -> n.Expr:
        found = x.b.variable("found", ops.empty_set(x.universe))
        at = x.b.let("at", origin)
        with x.b.if_(ops.has(board_sites(x), at)):
            x.store.mark_valid(at)
            empty = x.b.let("empty", on_board(x, x.store.empty_set()))
            _each_line(x, sites, written, at, lambda rays: _see(x, rays, at, empty, found, kind))
        return found

    return x.pure(search)


def _see(x: Context, rays: n.Table, at: n.Expr, empty: n.Expr, found: n.Local, kind: str) -> None:
    b = x.b
    free = b.let("free", ops.run(rays, at, empty))
    if kind == "Piece":
        with b.if_(ops.lt(free, ops.number(rays.shape[1]))):
            _add(x, found, ops.lookup(rays, at, free))
    elif kind == "Farthest":
        with b.if_(ops.gt(free, ops.number(0))):
            _add(x, found, ops.lookup(rays, at, ops.sub(free, ops.number(1))))
    else:
        with b.range_("step", ops.number(0), free) as step:
            _add(x, found, ops.lookup(rays, at, step))


# ---------------------------------------------------------------------------------------------------------------
# Between


def between(
    x: Context,
    sites: Sites,
    written: DirectionArgument | None,
    start: n.Expr,
    goal: n.Expr,
    *,
    start_included: n.Expr,
    goal_included: n.Expr,
    condition: BooleanFunction | None,
) -> n.Expr:
    """The sites between two others on the first straight line that joins them."""
    empty = ops.empty_set(x.universe)
    ends = ops.union(
        ops.select(start_included, x.single(start), empty),
        ops.select(goal_included, x.single(goal), empty),
    )
    inside = ops.both(ops.has(board_sites(x), start), ops.has(board_sites(x), goal))
    known = _known_middles(x, sites, written)
    if known is not None:
        middle = ops.select(inside, ops.lookup(known, start, goal), empty)
    else:
        middle = x.pure(lambda: _middle(x, sites, written, start, goal))
    if condition is not None:
        joins = condition
        middle = x.sites_where(middle, "between", lambda site: joins.lower(x.bind(from_=start, to=goal, between=site)))
    return ops.select(inside, ops.union(ends, middle), empty)


_MOST_PAIRS = 4096
"""For more pairs of sites a table of what lies between would be long to write."""


def _known_middles(x: Context, sites: Sites, written: DirectionArgument | None) -> n.Table | None:
    """Sites between each two sites of a small board, where the directions do not depend on how the game stands."""
    count = x.spec.sites
    directions = resolve_everywhere(x, written, sites) if count * count <= _MOST_PAIRS else None
    if directions is None:
        return None
    middles = [0] * (count * count)
    for start in range(sites.count):
        lines = [path for direction in directions for path in sites.radials(direction)[start]]
        for path in reversed(lines):  # the first line counts, and where it first comes by
            for k in range(len(path) - 1, 0, -1):
                middles[start * count + path[k]] = mask_of(path[1:k])
    return x.b.table("between", n.set_of(x.universe), (count, count), middles)


def _middle(x: Context, sites: Sites, written: DirectionArgument | None, start: n.Expr, goal: n.Expr) -> n.Expr:
    b = x.b
    found = b.variable("found", ops.empty_set(x.universe))
    done = b.variable("done", ops.FALSE)

    def look(rays: n.Table) -> None:
        passed = b.variable("passed", ops.empty_set(x.universe))
        with b.range_("step", ops.number(0), ops.number(rays.shape[1])) as step:
            site = b.let("site", ops.lookup(rays, start, step))
            with b.if_(ops.either(done, ops.lt(site, ops.number(0)))):
                b.emit_statement(n.Break())
            with b.if_(ops.eq(site, goal)):
                b.assign(found, passed)
                b.assign(done, ops.TRUE)
            _add(x, passed, site)

    _each_line(x, sites, written, start, look)
    return found


# ---------------------------------------------------------------------------------------------------------------
# Above and below


def above(x: Context, sites: Sites, standing: n.Expr) -> n.Expr:
    """The sites that lie under a piece: one step up from them, over a corner, something stands."""
    under = [0] * sites.count
    for direction in (BoardDirection.UNW, BoardDirection.USW, BoardDirection.UNE, BoardDirection.USE):
        for site in range(sites.count):
            for upper in sites.step(direction, site):
                under[upper] |= 1 << site
    return ops.spread(site_table(x, "under", under), on_board(x, standing))
