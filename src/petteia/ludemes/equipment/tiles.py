"""Tiles: paths of colours from side to side, how they go on from tile to tile, and whether sides fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Direction
from petteia.board.directions import is_single
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.needs import LAST_SITES
from petteia.ludemes.queries.contents import on_board

if TYPE_CHECKING:
    from petteia.ludemes.equipment.items import TilePath
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import IntFunction, RegionFunction

ZERO, ONE = ops.number(0), ops.number(1)
COMPASS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")


def compass_order(directions: tuple[Direction, ...]) -> list[Direction]:
    """The directions of a compass among some, clockwise from the north."""
    return [Direction[word] for word in COMPASS if Direction[word] in directions]


def rotations_of(x: Context, directions: list[Direction]) -> list[int]:
    """The rotations by which a piece faces some directions: their places on the compass, as finely as cells tell."""
    sites = x.spec.default
    ratio = max(1, len(compass_order(sites.supported(Direction.All))) // max(1, x.spec.board.num_edges))
    found: dict[int, None] = {}
    for one in directions:
        single = [one] if is_single(one) else sites.supported(one)
        found.update(dict.fromkeys(COMPASS.index(way.name) // ratio for way in compass_order(tuple(single))))
    return list(found)


class Tiles:
    """The tiles of a game on its cells; side 0 of a tile that is not turned faces the first direction clockwise."""

    def __init__(self, x: Context) -> None:
        self.x = x
        self.sites = x.spec.board.cells
        self.ways = compass_order(self.sites.supported(Direction.Orthogonal))
        self.sides = len(self.ways)
        self.tiles = [one for one in x.spec.components if one.paths]

    def is_tile(self, site: n.Expr) -> n.Expr:
        """True if a tile with paths lies on a site of the board."""
        return ops.either(*(ops.has(self.x.store.piece_set(ops.number(one.index)), site) for one in self.tiles))

    def turns(self, site: n.Expr) -> n.Expr:
        """By how many sides the tile on a site is turned."""
        ratio = max(1, len(self.sites.supported(Direction.Adjacent)) // max(1, self.sides))
        turned = ops.arithmetic("div", self.x.store.datum("rotation", site), ops.number(ratio))
        return ops.arithmetic("mod", turned, ops.number(self.sides))

    def neighbour(self, way: int, site: n.Expr) -> n.Expr:
        """The cell beyond a side, -1 if there is none."""
        steps = [self.sites.step(self.ways[way], cell) for cell in range(self.sites.count)]
        values = [found[0] if found else -1 for found in steps] + [-1] * (self.x.spec.sites - self.sites.count)
        table = self.x.b.once(("beside", way), lambda: self.x.b.table("beside", n.INT, (len(values),), values))
        return ops.lookup(table, site)

    # -- sides --------------------------------------------------------------------------------------------------

    def sides_match(self, site: n.Expr) -> n.Expr:
        """True if the sides of a tile show the same colours as those of the tiles beside it."""
        x, b = self.x, self.x.b
        with b.block() as body:
            for way in range(self.sides):
                other = b.let("other", self.neighbour(way, site))
                facing = (way + self.sides // 2) % self.sides
                with b.if_(self.is_tile(other)):
                    shown, met = self._colours(site, way), self._colours(other, facing, reverse=True)
                    with b.if_(ops.ne(shown, met)):
                        b.return_(ops.FALSE)
            b.return_(ops.TRUE)
        matches = x.outline("sides_match", tuple(body), n.BOOL)
        on_board = ops.both(ops.ge(site, ZERO), ops.lt(site, ops.number(self.sites.count)))
        stands = ops.gt(x.store.what(site), ZERO)
        return ops.both(on_board, stands, ops.either(ops.negate(self.is_tile(site)), matches))

    def _colours(self, site: n.Expr, way: int, *, reverse: bool = False) -> n.Expr:
        """The colours along a side, clockwise or the other way, as one number."""
        x = self.x
        base = 1 + max((path.colour for one in self.tiles for path in one.paths), default=0)
        values: list[int] = []
        for component in [None, *x.spec.components]:
            paths = component.paths if component else ()
            ends = [(p.from_, p.slots_from or 0, p.colour) for p in paths] + [
                (p.to, p.slots_to or 0, p.colour) for p in paths
            ]
            slots = 1 + max((slot for _, slot, _ in ends), default=0)
            for side in range(self.sides):
                shown = [sum(c for s, k, c in ends if s % self.sides == side and k == slot) for slot in range(slots)]
                shown = shown[::-1] if reverse else shown
                values.append(sum(colour * base**k for k, colour in enumerate(shown)))
        shape = (len(x.spec.components) + 1, self.sides)
        table = x.b.table("side_colours", n.INT, shape, values)
        return ops.lookup(table, x.store.what(site), self._side(site, way))

    def _side(self, tile: n.Expr, way: int) -> n.Expr:
        """The side of a tile that faces a way."""
        turned = ops.sub(ops.number(way + self.sides), self.turns(tile))
        return ops.arithmetic("mod", turned, ops.number(self.sides))

    # -- paths --------------------------------------------------------------------------------------------------

    def has_loop(self, start: n.Expr, colour: n.Expr) -> n.Expr:
        """True if a path of a colour leads from a tile back to it."""
        b = self.x.b
        with b.block() as body:

            def visit(cell: n.Expr) -> None:
                with b.if_(ops.eq(cell, start)):
                    b.return_(ops.TRUE)

            self._follow(start, colour, visit)
            b.return_(ops.FALSE)
        return ops.both(self.is_tile(start), self.x.outline("has_loop", tuple(body), n.BOOL))

    def extent(self, start: n.Expr, colour: n.Expr) -> n.Expr:
        """How many rows or columns a path of a colour leads away from a tile."""
        x, b = self.x, self.x.b
        beyond = [0] * (x.spec.sites - self.sites.count)
        lines = [
            x.b.table(name, n.INT, (x.spec.sites,), [*numbers, *beyond])
            for name, numbers in (("row", self.sites.row), ("column", self.sites.column))
        ]
        with b.block() as body:
            most = b.variable("most", ZERO)

            def visit(cell: n.Expr) -> None:
                for table in lines:
                    apart = ops.sub(ops.lookup(table, cell), ops.lookup(table, start))
                    b.assign(most, ops.arithmetic("max", most, ops.absolute(apart)))

            self._follow(start, colour, visit)
            b.return_(most)
        return ops.select(self.is_tile(start), x.outline("extent", tuple(body), n.INT), ZERO)

    def _follow(self, start: n.Expr, colour: n.Expr, visit: Callable[[n.Expr], None]) -> None:
        """Writes what goes along paths from a tile, and visits each cell that one leads to, empty ones included."""
        x, b = self.x, self.x.b
        nothing = ops.empty_set(x.universe)
        seen = [b.variable("seen", nothing) for _ in range(self.sides)]
        fresh = [b.variable("fresh", nothing) for _ in range(self.sides)]

        def leave(tile: n.Expr, arrived: int | None) -> None:
            for way in range(self.sides):
                if arrived is not None and way == (arrived + self.sides // 2) % self.sides:
                    continue
                cell = b.let("cell", self.neighbour(way, tile))
                with b.if_(ops.both(self._leads(tile, way, colour), ops.ge(cell, ZERO))):
                    visit(cell)
                    new = ops.both(self.is_tile(cell), ops.negate(ops.has(seen[way], cell)))
                    with b.if_(new):
                        b.assign(fresh[way], ops.union(fresh[way], ops.single(x.universe, cell)))
                        b.assign(seen[way], ops.union(seen[way], ops.single(x.universe, cell)))

        leave(start, None)
        with b.while_(ops.negate(ops.is_empty(ops.union(*fresh)))):
            for arrived in range(self.sides):
                tiles = b.variable("tiles", fresh[arrived])
                b.assign(fresh[arrived], nothing)
                with b.for_("tile", tiles) as tile:
                    x.store.mark_valid(tile)
                    leave(tile, arrived)

    def _leads(self, tile: n.Expr, way: int, colour: n.Expr) -> n.Expr:
        """True if a path of a colour ends on a side of a tile."""
        x = self.x
        most = max(path.colour for one in self.tiles for path in one.paths)
        values = [
            int(component is not None and any(p.colour == c and side in _sides(p, self.sides) for p in component.paths))
            for component in [None, *x.spec.components]
            for c in range(most + 1)
            for side in range(self.sides)
        ]
        table = x.b.table("path_ends", n.INT, (len(x.spec.components) + 1, most + 1, self.sides), values)
        known = ops.both(ops.ge(colour, ZERO), ops.le(colour, ops.number(most)))
        return ops.both(known, ops.eq(ops.lookup(table, x.store.what(tile), colour, self._side(tile, way)), ONE))


def _sides(path: TilePath, sides: int) -> tuple[int, int]:
    return path.from_ % sides, path.to % sides


def path_starts(x: Context, start: IntFunction | None, region: RegionFunction | None) -> n.Expr:
    """Where paths are followed from: some sites, or those of all actions of the latest move."""
    if region is not None:
        return region.lower(x)
    if start is not None:
        return x.single(start.lower(x))
    latest = ops.single(x.universe, x.b.load("last_to"))
    return on_board(x, ops.union(latest, x.b.load(LAST_SITES.side("to"))))


def is_any_loop(x: Context, starts: n.Expr, colour: n.Expr) -> n.Expr:
    """True if a path of a colour leads from any of some tiles back to it."""
    tiles = Tiles(x)
    return x.exists(starts, "start", lambda start: tiles.has_loop(start, colour)) if tiles.tiles else ops.FALSE


def greatest_extent(x: Context, starts: n.Expr, colour: n.Expr) -> n.Expr:
    """The greatest extent of a path of a colour from any of some tiles."""
    tiles = Tiles(x)
    if not tiles.tiles:
        return ZERO
    with x.b.block() as body:
        best = x.b.variable("best", ZERO)
        with x.b.for_("start", starts) as start:
            x.store.mark_valid(start)
            x.b.assign(best, ops.arithmetic("max", best, tiles.extent(start, colour)))
        x.b.return_(best)
    return x.outline("greatest_extent", tuple(body), n.INT)
