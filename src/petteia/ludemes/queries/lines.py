"""Lines of pieces through a site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites, SiteType
from petteia.board.directions import FACING_INDEX, RELATIONS, opposite
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.rays import ray_table
from petteia.ludemes.queries.contents import board_sites, component_set, on_board
from petteia.ludemes.queries.site_sets import site_table

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import BooleanFunction

Path = tuple[int, ...]
ONE = ops.number(1)
MOST_KINDS = 30
"""So many kinds of pieces are told apart by the bits of a number."""


@dataclass(frozen=True)
class Axes:
    """For each of the lines through a site, up to the greatest number there is: the way ahead and the way back.

    A site with fewer lines has empty ones in place of those it lacks.
    """

    ahead: tuple[list[Path], ...]
    back: tuple[list[Path], ...]


def axes_of(sites: Sites, direction: Direction, *, both_ways: bool = True) -> Axes:
    """The lines through every site in a direction, each taken once though it can be walked both ways.

    Which way is ahead matters where lines are not walked `both_ways`: then it is the one that comes first at the site.
    """
    found: list[list[tuple[Path, Path]]] = []
    for paths, opposites, distinct in zip(
        sites.radials(direction), sites.opposites(direction), sites.distinct_radials(direction), strict=True
    ):
        behind = {path: other.path if other else (path[0],) for path, other in zip(paths, opposites, strict=True)}
        found.append([(path[1:], behind[path][1:]) for path in distinct])
    straight = _axes_by_direction(sites, direction, found) if both_ways else None
    if straight is not None:
        return straight
    most = max((len(own) for own in found), default=0)
    ahead = tuple([own[k][0] if k < len(own) else () for own in found] for k in range(most))
    back = tuple([own[k][1] if k < len(own) else () for own in found] for k in range(most))
    return Axes(ahead, back)


def _axes_by_direction(sites: Sites, direction: Direction, found: list[list[tuple[Path, Path]]]) -> Axes | None:
    """The same lines arranged by compass direction, if each is the line of a direction and its opposite.

    Each axis then is one straight way over the whole board, which makes rows cheap to keep and to count.
    """
    relation = direction if direction in RELATIONS else Direction.All
    singles = [direction] if direction in FACING_INDEX else list(sites.supported(relation))
    axes: list[tuple[list[Path], list[Path]]] = []
    taken: set[Direction] = set()
    for one in singles:
        if one in taken:
            continue
        taken |= {one, opposite(one)}
        ways = [_single_paths(sites, way) for way in (one, opposite(one))]
        if ways[0] is None or ways[1] is None:
            return None
        axes.append((ways[0], ways[1]))
    for site, pairs in enumerate(found):
        ours = [{ahead[site], back[site]} for ahead, back in axes if ahead[site] or back[site]]
        if sorted(map(sorted, ours)) != sorted(sorted(set(pair)) for pair in pairs):
            return None
    return Axes(tuple(ahead for ahead, _ in axes), tuple(back for _, back in axes))


def _single_paths(sites: Sites, direction: Direction) -> list[Path] | None:
    lines = sites.radials(direction)
    return [paths[0][1:] if paths else () for paths in lines] if all(len(paths) <= 1 for paths in lines) else None


@dataclass(frozen=True)
class LineTest:
    """Requirements of a line: its length, and how it is counted."""

    length: n.Expr
    exact: n.Expr
    contiguous: bool
    both_ways: bool

    def on_axis(self, x: Context, axes: Axes, k: int, site: n.Expr, members: n.Expr) -> n.Expr:
        """True if the k-th line through a site of `members`, which is on the board, is long enough."""
        count = ops.add(ONE, self._reach(x, f"axis_{k}", axes.ahead[k], site, members))
        if self.both_ways:
            count = ops.add(count, self._reach(x, f"axis_{k}_back", axes.back[k], site, members))
        fits = ops.eq(count, self.length)
        if isinstance(self.length, n.Const) and self.length.value > 1:
            reached = ops.ge(count, self.length)
        else:
            either_way = zip(axes.ahead[k], axes.back[k], strict=True)
            real = site_table(x, f"axis_{k}_any", [mask_of(ahead + back) for ahead, back in either_way])
            exists = ops.negate(ops.is_empty(ops.lookup(real, site)))
            fits = ops.both(exists, fits)
            # compat: a line of one is one that has no neighbour in line
            reached = ops.either(fits, ops.both(ops.gt(self.length, ONE), ops.ge(count, self.length)))
        return ops.select(self.exact, fits, reached)

    def _reach(self, x: Context, name: str, paths: list[Path], site: n.Expr, members: n.Expr) -> n.Expr:
        if self.contiguous:
            return ops.run(ray_table(x, name, paths), site, members)
        table = site_table(x, f"{name}_sites", [mask_of(path) for path in paths])
        return ops.size(ops.intersect(ops.lookup(table, site), members))


def line_limit(sites: Sites, x: Context) -> int:
    """compat: the number of sites a line may run through; on edges it is compared with the number of vertices."""
    if sites.type == SiteType.Cell:
        return sites.count
    return min(sites.count, x.spec.board.vertices.count)


def line_through(
    x: Context,
    sites: Sites,
    direction: Direction,
    test: LineTest,
    site: n.Expr,
    wanted: n.Expr | None,
    condition: BooleanFunction | None,
) -> n.Expr:
    """True if there is a line through a site: of wanted pieces, or of whatever stands on that site."""
    b = x.b

    def search() -> n.Expr:
        axes = axes_of(sites, direction, both_ways=test.both_ways)
        inside = ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(line_limit(sites, x))))
        if not x.store.is_valid(site):
            with b.if_(ops.negate(inside)):
                b.return_(ops.FALSE)
        members = on_board(x, component_set(x, x.store.what(site)) if wanted is None else wanted)
        if condition is not None:
            joins = condition
            members = x.sites_where(members, "to", lambda to: joins.lower(x.bind(to=to)))
        members = b.let("members", members)
        lines = [test.on_axis(x, axes, k, site, members) for k in range(len(axes.ahead))]
        stands = ops.TRUE if wanted is None and condition is None else ops.has(members, site)
        return ops.both(stands, ops.either(*lines))

    with b.block() as body:
        result = search()
        b.return_(result)
    return x.outline("line_through", tuple(body), n.BOOL)


@dataclass(frozen=True)
class Walked:
    """Requirements of a line walked site by site: how many kinds of pieces, and which links are hidden."""

    least: n.Expr = ONE
    is_hidden: Callable[[n.Expr, n.Expr], n.Expr] | None = None


def line_walked(
    x: Context, sites: Sites, direction: Direction, test: LineTest, site: n.Expr, members: n.Expr, asked: Walked
) -> n.Expr:
    """True if there is a line of members through a site that has so many kinds of pieces in it when it is long enough.

    compat: hidden links are looked for on one side of the site only.
    """
    b = x.b
    with b.block() as body:
        with b.if_(ops.negate(ops.has(members, site))):
            b.return_(ops.FALSE)
        axes = axes_of(sites, direction, both_ways=test.both_ways)
        for k in range(len(axes.ahead)):
            walk = _Walk(x, test, asked, site, members)
            ahead, back = ray_table(x, f"axis_{k}", axes.ahead[k]), ray_table(x, f"axis_{k}_back", axes.back[k])
            walk.along(ahead, asked.is_hidden)
            if test.both_ways:
                walk.along(back, None)
            real = ops.either(*(ops.ge(ops.lookup(way, site, ops.number(0)), ops.number(0)) for way in (ahead, back)))
            with b.if_(ops.both(walk.is_enough(), real)):
                b.return_(ops.TRUE)
    return x.outline("line_walked", (*body, n.Return(ops.FALSE)), n.BOOL)


class _Walk:
    """One line through a site: how many members were met on it, and how many kinds of them."""

    def __init__(self, x: Context, test: LineTest, asked: Walked, site: n.Expr, members: n.Expr) -> None:
        self.x, self.test, self.asked, self.site, self.members = x, test, asked, site, members
        self.count = x.b.variable("count", ONE)
        self.different = x.b.variable("different", ONE)
        self.kinds = x.b.variable("kinds", self._kind_at(site)) if asked.least != ONE else None

    def _kind_at(self, site: n.Expr) -> n.Expr:
        if len(self.x.spec.components) > MOST_KINDS:
            raise UnsupportedLudeme(["is Line throughHowMuch: of very many kinds of pieces"])
        return ops.arithmetic("shift_left", ONE, self.x.store.what(site))

    def is_enough(self) -> n.Expr:
        """True if the line is just as long as asked, and has the kinds."""
        return ops.both(ops.eq(self.count, self.test.length), ops.ge(self.different, self.asked.least))

    def along(self, rays: n.Table, is_hidden: Callable[[n.Expr, n.Expr], n.Expr] | None) -> None:
        """Goes on along a way from the site."""
        x, b = self.x, self.x.b
        previous = b.variable("previous", self.site)
        with b.range_("step", ops.number(0), ops.number(rays.shape[1])) as step:
            there = b.let("there", ops.lookup(rays, self.site, step))
            with b.if_(ops.lt(there, ops.number(0))):
                b.emit_statement(n.Break())
            x.store.mark_valid(there)
            fits = ops.has(self.members, there)
            if is_hidden is not None:
                fits = b.let("fits", ops.both(fits, ops.negate(is_hidden(previous, there))))
            if self.test.contiguous:
                with b.if_(ops.negate(fits)):
                    b.emit_statement(n.Break())
            with b.if_(fits):
                self._meet(there)
            b.assign(previous, there)

    def _meet(self, there: n.Expr) -> None:
        b = self.x.b
        if self.kinds is not None:
            kind = b.let("kind", self._kind_at(there))
            new = ops.eq(ops.arithmetic("bit_and", self.kinds, kind), ops.number(0))
            b.assign(self.different, ops.add(self.different, ops.to_int(new)))
            b.assign(self.kinds, ops.arithmetic("bit_or", self.kinds, kind))
        b.assign(self.count, ops.add(self.count, ONE))
        with b.if_(ops.both(ops.negate(self.test.exact), self.is_enough())):
            b.return_(ops.TRUE)


def line_through_any(
    x: Context, pivots: n.Expr, condition: BooleanFunction | None, through: Callable[[n.Expr], n.Expr]
) -> n.Expr:
    """True if there is a line through any of some sites.

    compat: the first of them on which the condition of the line fails ends the search.
    """

    def search(found: Callable[[], None]) -> None:
        with x.b.for_("pivot", on_board(x, pivots)) as pivot:
            x.store.mark_valid(pivot)
            if condition is not None:
                with x.b.if_(ops.negate(condition.lower(x.bind(to=pivot)))):
                    x.b.return_(ops.FALSE)
            with x.b.if_(through(pivot)):
                found()

    return x.any_of("line_through_any", search)


def longest_line(x: Context, sites: Sites, direction: Direction, members: n.Expr) -> n.Expr:
    """The length of the longest line of sites of a set."""
    b, axes = x.b, axes_of(sites, direction)

    def search() -> n.Expr:
        among = b.let("members", members)
        longest = b.variable("longest", ops.number(0))
        with b.for_("site", ops.intersect(among, board_sites(x))) as site:
            for k in range(len(axes.ahead)):
                ahead = ops.run(ray_table(x, f"axis_{k}", axes.ahead[k]), site, among)
                back = ops.run(ray_table(x, f"axis_{k}_back", axes.back[k]), site, among)
                b.assign(longest, ops.arithmetic("max", longest, ops.add(ONE, ops.add(ahead, back))))
        return longest

    return x.pure(search)


# ---------------------------------------------------------------------------------------------------------------
# Lines in stacks


def line_by_level(
    x: Context, sites: Sites, direction: Direction, length: n.Expr, site: n.Expr, wanted: Callable[[n.Expr], n.Expr]
) -> n.Expr:
    """True if the top piece of a site is part of a line, upright, level or climbing."""
    b, axes = x.b, axes_of(sites, direction)
    site, length = b.let("site", site), b.let("length", length)

    with b.block() as body:
        with b.if_(ops.negate(ops.has(board_sites(x), site))):
            b.return_(ops.FALSE)
        with b.if_(ops.eq(length, ONE)):
            b.return_(ops.TRUE)
        height = b.let("height", x.store.load("height", site))
        with b.if_(ops.eq(height, ops.number(0))):
            b.return_(ops.FALSE)
        _upright(x, site, height, length, wanted)
        top = b.let("top", ops.sub(height, ONE))
        for k in range(len(axes.ahead)):
            for slope in (0, -1, 1):
                _climbing(x, axes, k, slope, site, top, length, wanted)
    return x.outline("line_by_level", (*body, n.Return(ops.FALSE)), n.BOOL)


def _upright(x: Context, site: n.Expr, height: n.Expr, length: n.Expr, wanted: Callable[[n.Expr], n.Expr]) -> None:
    b = x.b
    count = b.variable("count", ONE)
    with b.range_("below", ops.number(2), ops.add(height, ONE)) as below:
        piece = x.store.load("what", site, ops.sub(height, below))
        with b.if_(ops.negate(wanted(piece))):
            b.emit_statement(n.Break())
        b.assign(count, ops.add(count, ONE))
        with b.if_(ops.eq(count, length)):
            b.return_(ops.TRUE)


def _climbing(
    x: Context,
    axes: Axes,
    k: int,
    slope: int,
    site: n.Expr,
    top: n.Expr,
    length: n.Expr,
    wanted: Callable[[n.Expr], n.Expr],
) -> None:
    b = x.b
    count = b.variable("count", ops.number(0))
    with b.if_(wanted(x.store.load("what", site, top))):
        b.assign(count, ONE)
        for name, paths, sign in (("", axes.ahead[k], slope), ("_back", axes.back[k], -slope)):
            rays = ray_table(x, f"axis_{k}{name}", paths)
            with b.range_("step", ops.number(0), ops.number(rays.shape[1])) as step:
                there = b.let("there", ops.lookup(rays, site, step))
                with b.if_(ops.lt(there, ops.number(0))):
                    b.emit_statement(n.Break())
                level = b.let("level", ops.add(top, ops.mul(ops.number(sign), ops.add(step, ONE))))
                low = ops.lt(level, ops.number(0))
                missing = ops.either(low, ops.le(x.store.load("height", there), level))
                with b.if_(missing):
                    b.emit_statement(n.Break())
                with b.if_(ops.negate(wanted(x.store.load("what", there, level)))):
                    b.emit_statement(n.Break())
                b.assign(count, ops.add(count, ONE))
                with b.if_(ops.eq(count, length)):
                    b.return_(ops.TRUE)
