"""Paths and cycles that the edges, or the sites, of a player form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction, SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.directions.steps import neighbour_table
from petteia.ludemes.queries.contents import held_by_index, on_board, stable
from petteia.ludemes.queries.site_sets import number_at, site_table

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

ZERO, ONE, TWO = ops.number(0), ops.number(1), ops.number(2)


@dataclass(frozen=True)
class PathTest:
    """Requirements of a path: where it passes, whose it is, how long it may be, and whether it is a cycle."""

    start: n.Expr
    owner: n.Expr
    least: n.Expr
    most: n.Expr
    closed: n.Expr

    @property
    def exact(self) -> n.Expr:
        """True if just one length is asked for."""
        return ops.eq(self.least, self.most)


def is_path(x: Context, test: PathTest) -> n.Expr:
    """True if the start lies on a path as asked for; the context says on which sites."""
    search = _edge_path if x.store.kind == SiteType.Edge else _site_path
    with x.b.block() as body:
        inside = ops.both(ops.le(ZERO, test.start), ops.lt(test.start, ops.number(x.sites.count)))
        with x.b.if_(ops.negate(inside)):
            x.b.return_(ops.FALSE)
        search(x, test, x.b.let("held", on_board(x, held_by_index(x, test.owner))))
    return x.outline("is_path", (*body, n.Return(ops.FALSE)), n.BOOL)


# ---------------------------------------------------------------------------------------------------------------
# Edges


class EdgeGraph:
    """The graph that some edges form."""

    def __init__(self, x: Context, edges: n.Expr) -> None:
        self.x, self.edges = x, edges
        board = x.spec.board
        self._ends = [tuple(board.edges.incident[SiteType.Vertex][e]) for e in range(board.edges.count)]
        at = [mask_of(board.vertices.incident[SiteType.Edge][v]) for v in range(board.vertices.count)]
        at += [0] * (x.spec.sites - len(at))
        self.at_vertex = x.b.table("edges_at", n.set_of(x.universe), (len(at),), at)
        near = [at[a] | at[b] for a, b in self._ends]
        self.near = site_table(x, "edges_near", near)
        self.vertices = site_table(x, "ends_of", [1 << a | 1 << b for a, b in self._ends])
        same = [mask_of(o for o, ends in enumerate(self._ends) if set(ends) == {a, b}) for a, b in self._ends]
        self.same = site_table(x, "edges_like", same)

    def ends(self, edge: n.Expr) -> tuple[n.Expr, n.Expr]:
        """The two vertices of an edge."""
        first, second = ([ends[k] for ends in self._ends] for k in (0, 1))
        return (
            self.x.b.let("a", number_at(self.x, "first_end", first, edge)),
            self.x.b.let("b", number_at(self.x, "second_end", second, edge)),
        )

    def is_on_cycle(self, edge: n.Expr) -> n.Expr:
        """True if there is another way between the ends of an edge; edges between the same two count as one."""
        a, b = self.ends(edge)
        others = self.x.b.let("others", ops.minus(self.edges, ops.lookup(self.same, edge)))
        reached = ops.flood(ops.intersect(others, ops.lookup(self.at_vertex, a)), others, self.near)
        return ops.negate(ops.is_empty(ops.intersect(reached, ops.lookup(self.at_vertex, b))))

    def distance(self, edge: n.Expr) -> n.Expr:
        """How many other edges lead from one end of an edge, which is on a cycle, to the other."""
        x, b = self.x, self.x.b
        start, goal = self.ends(edge)
        others = b.let("others", ops.minus(self.edges, x.single(edge)))
        reached = b.variable("reached", ops.intersect(others, ops.lookup(self.at_vertex, start)))
        steps = b.variable("steps", ONE)
        at_goal = ops.intersect(reached, ops.lookup(self.at_vertex, goal))
        with b.while_(ops.both(ops.is_empty(at_goal), ops.lt(steps, ops.number(len(self._ends))))):
            b.assign(reached, ops.union(reached, ops.intersect(ops.spread(self.near, reached), others)))
            b.assign(steps, ops.add(steps, ONE))
        return steps

    def arm(self, edge: n.Expr, end: n.Expr) -> tuple[n.Expr, n.Expr]:
        """How far the edges beyond one end of an edge reach, and how many they are."""
        x, b = self.x, self.x.b
        others = b.let("others", ops.minus(self.edges, x.single(edge)))
        reached = b.variable("reached", ops.intersect(others, ops.lookup(self.at_vertex, end)))
        fresh, depth = b.variable("fresh", reached), b.variable("depth", ZERO)
        with b.while_(ops.negate(ops.is_empty(fresh))):
            b.assign(depth, ops.add(depth, ONE))
            b.assign(fresh, ops.minus(ops.intersect(ops.spread(self.near, fresh), others), reached))
            b.assign(reached, ops.union(reached, fresh))
        return depth, ops.size(reached)


def _edge_path(x: Context, test: PathTest, held: n.Expr) -> None:
    b = x.b
    graph = EdgeGraph(x, held)
    edge = test.start
    with b.if_(ops.negate(test.closed)):
        with b.if_(x.pure(lambda: graph.is_on_cycle(edge))):
            b.return_(ops.FALSE)
        first, second = (graph.arm(edge, end) for end in graph.ends(edge))
        length = b.let("length", ops.add(ops.add(first[0], second[0]), ONE))
        straight = ops.eq(ops.add(ops.add(first[1], second[1]), ONE), length)
        fits = ops.select(
            test.exact,
            ops.eq(length, test.least),
            ops.both(ops.lt(test.least, test.most), ops.le(length, test.most)),
        )
        b.return_(ops.both(fits, straight))
    with b.if_(ops.negate(x.pure(lambda: graph.is_on_cycle(edge)))):
        b.return_(ops.FALSE)
    cyclic = b.let("cyclic", x.sites_where(held, "edge", graph.is_on_cycle))
    knot = ops.flood(x.single(edge), cyclic, graph.near)
    corners = b.let("corners", ops.spread(graph.vertices, knot))
    order = b.let("order", ops.size(corners))
    inner = b.let(
        "inner", x.sites_where(held, "edge", lambda e: ops.is_empty(ops.minus(ops.lookup(graph.vertices, e), corners)))
    )
    ring = ops.eq(order, ops.size(inner))
    allowed = ops.gt(test.most, TWO)
    with b.if_(ops.both(test.exact, ring, ops.eq(order, test.least))):
        b.return_(ops.TRUE)
    with b.if_(ops.both(ops.negate(test.exact), allowed, ops.le(order, test.most), ring, ops.gt(order, TWO))):
        b.return_(ops.TRUE)
    with b.if_(ops.gt(ops.size(inner), order)):
        around = b.let("around", ops.add(graph.distance(edge), ONE))
        with b.if_(ops.select(test.exact, ops.eq(around, test.least), ops.both(allowed, ops.le(around, test.most)))):
            b.return_(ops.TRUE)


# ---------------------------------------------------------------------------------------------------------------
# Sites


def _site_path(x: Context, test: PathTest, held: n.Expr) -> None:
    """Open paths of vertices or cells; a single site counts as one."""
    b, start = x.b, test.start
    near = neighbour_table(x, x.sites, (Direction.Adjacent,))
    mine = b.let("mine", ops.intersect(ops.lookup(near, start), held))
    with b.if_(ops.is_empty(mine)):
        limits = [ops.eq(test.least, ONE), ops.eq(test.most, ONE)]
        # compat: on vertices one of the two limits has to be 1, on cells both
        alone = ops.either(*limits) if x.store.kind == SiteType.Vertex else ops.both(*limits)
        b.return_(alone)
    with b.if_(x.pure(lambda: _first_link_on_cycle(x, near, start, held, mine))):
        b.return_(ops.FALSE)
    with b.if_(ops.negate(test.exact)):
        b.return_(ops.TRUE)
    group = b.let("group", ops.flood(x.single(start), held, near))
    branching = _exists(x, group, lambda s: ops.gt(ops.size(ops.intersect(ops.lookup(near, s), held)), TWO))
    chain = ops.negate(branching)
    b.return_(ops.both(ops.le(ops.size(mine), TWO), chain, ops.eq(ops.size(group), test.least)))


def _exists(x: Context, members: n.Expr, holds: Callable[[n.Expr], n.Expr]) -> n.Expr:
    return x.exists(members, "site", holds)


def _first_link_on_cycle(x: Context, near: n.Table, start: n.Expr, held: n.Expr, mine: n.Expr) -> n.Expr:
    """True if the link to the first neighbour held, going round the site, is part of a cycle."""
    sites = x.sites
    orders = [sites.related(Direction.Adjacent, site) for site in range(sites.count)]
    most = max((len(order) for order in orders), default=0)
    first: n.Expr = ops.NOWHERE
    for k in reversed(range(most)):
        there = number_at(x, "neighbour", [order[k] if k < len(order) else -1 for order in orders], start)
        first = ops.select(ops.has(mine, there), there, first)
    first = stable(x, "first", first)
    without = x.b.let("without", ops.minus(held, x.single(start)))
    reached = ops.flood(ops.minus(mine, ops.single(x.universe, first)), without, near)
    return ops.has(reached, first)
