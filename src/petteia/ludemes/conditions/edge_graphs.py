"""Graphs that the edges of a player form: regular ones, forests, and the centres of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions.paths import EdgeGraph
from petteia.ludemes.queries.contents import component_set, held_by_index, last_to, occupied, on_board

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

_ZERO, _ONE = ops.number(0), ops.number(1)


class VertexGraph(EdgeGraph):
    """The graph that some edges form, asked by its vertices."""

    def edges_at(self, vertex: n.Expr) -> n.Expr:
        """The edges of the graph that meet at a vertex."""
        return ops.intersect(self.edges, ops.lookup(self.at_vertex, vertex))

    def neighbours(self, vertex: n.Expr) -> n.Expr:
        """The vertices that an edge of the graph joins to a vertex."""
        return ops.minus(ops.spread(self.vertices, self.edges_at(vertex)), self.x.single(vertex))

    def degree(self, vertex: n.Expr) -> n.Expr:
        """How many different neighbours a vertex has."""
        return ops.size(self.neighbours(vertex))

    def tree_at(self, vertex: n.Expr, within: n.Expr) -> n.Expr:
        """The edges of `within` that are connected to a vertex."""
        return ops.flood(ops.intersect(within, ops.lookup(self.at_vertex, vertex)), within, self.near)

    def branch_size(self, vertex: n.Expr, parent: n.Expr) -> n.Expr:
        """How many vertices hang together with a vertex once its parent is taken away."""
        kept = self.x.b.let("kept", ops.minus(self.edges, ops.lookup(self.at_vertex, parent)))
        branch = ops.spread(self.vertices, self.tree_at(vertex, kept))
        return ops.size(ops.union(branch, self.x.single(vertex)))


def edges_of_component(x: Context, who: n.Expr) -> n.Expr:
    """The edges that hold the component with a player's number.

    compat: the component's number counts, not its owner. For nobody it is the component on the latest edge, or 1.
    """
    edges = x.on_type(SiteType.Edge)
    latest = edges.store.what(x.b.let("latest", last_to(x)))
    instead = ops.select(ops.eq(latest, _ZERO), _ONE, latest)
    number = x.b.let("component", ops.select(ops.eq(who, _ZERO), instead, who))
    return x.b.let("held", on_board(edges, component_set(edges, number)))


def is_forest(x: Context, edges: n.Expr) -> n.Expr:
    """True if edges form no cycle: every connected part has one vertex more than edges."""
    graph, b = EdgeGraph(x, edges), x.b
    with b.block() as body:
        left = b.variable("left", edges)
        with b.while_(ops.negate(ops.is_empty(left))):
            part = b.let("part", ops.flood(x.single(ops.first(left)), left, graph.near))
            corners = ops.size(ops.spread(graph.vertices, part))
            with b.if_(ops.ne(ops.add(ops.size(part), _ONE), corners)):
                b.return_(ops.FALSE)
            b.assign(left, ops.minus(left, part))
    return x.outline("is_forest", (*body, n.Return(ops.TRUE)), n.BOOL)


def is_tree(x: Context, who: n.Expr, *, spanning: bool) -> n.Expr:
    """True if the edges of a player form no cycle, and join all vertices if that is asked for."""
    edges = edges_of_component(x, who)
    holds = ops.both(ops.ge(last_to(x), _ZERO), is_forest(x, edges))
    if spanning:
        holds = ops.both(holds, ops.eq(ops.size(edges), ops.number(x.spec.board.vertices.count - 1)))
    return holds


def is_regular(x: Context, who: n.Expr, degree: n.Expr | None, odd: n.Expr | None, even: n.Expr | None) -> n.Expr:
    """True if every vertex of the board has the same number of neighbours by edges of a player."""
    graph = VertexGraph(x, edges_of_component(x, who))
    common = x.b.let("degree", graph.degree(_ZERO))
    if degree is not None:
        common = x.b.let("degree", ops.select(ops.ne(degree, _ZERO), degree, common))
    vertices = ops.sites(x.universe, range(x.spec.board.vertices.count))
    uneven = x.exists(vertices, "vertex", lambda vertex: ops.ne(graph.degree(vertex), common))
    is_odd = ops.ne(ops.arithmetic("mod", common, ops.number(2)), _ZERO)
    fits: n.Expr = ops.TRUE
    if odd is not None:
        fits = ops.either(ops.negate(odd), is_odd)
    elif even is not None:
        fits = ops.either(ops.negate(even), ops.negate(is_odd))
    return ops.both(ops.ge(last_to(x), _ZERO), ops.negate(uneven), fits)


# ---------------------------------------------------------------------------------------------------------------
# Centres of trees


def is_tree_centre(x: Context, who: n.Expr) -> n.Expr:
    """True if the vertex of the latest move is the centre of the tree that a player's edges form there."""
    edges = x.on_type(SiteType.Edge)
    everyone = ops.eq(who, ops.number(x.spec.players + 1))
    anybody = edges.store.own_sets(list(range(1, x.spec.players + 2)))
    unowned = ops.minus(ops.sites(x.universe, x.spec.all_sites()), anybody)
    owned = ops.select(ops.eq(who, _ZERO), unowned, held_by_index(edges, who))
    held = x.b.let("held", on_board(edges, ops.select(everyone, occupied(edges), owned)))
    site = x.b.let("latest", last_to(x))
    inside = ops.both(ops.ge(site, _ZERO), ops.lt(site, ops.number(x.spec.board.vertices.count)))
    return ops.both(inside, is_forest(x, held), _is_centre(x, held, site))


def _is_centre(x: Context, held: n.Expr, site: n.Expr) -> n.Expr:
    b, graph = x.b, VertexGraph(x, held)
    with b.block() as body:
        centre = b.let("centre", _centroid(x, graph, site))
        with b.if_(ops.eq(site, centre)):
            b.return_(ops.TRUE)
        with b.if_(ops.both(ops.eq(graph.degree(site), _ONE), ops.eq(graph.degree(centre), _ONE))):
            b.return_(ops.TRUE)
        with b.if_(ops.negate(ops.has(graph.neighbours(site), centre))):
            b.return_(ops.FALSE)
        lengths = [_walk_length(x, graph, start) for start in (site, centre)]
    return x.outline("is_tree_centre", (*body, n.Return(ops.eq(*lengths))), n.BOOL)


def _centroid(x: Context, graph: VertexGraph, site: n.Expr) -> n.Expr:
    """The vertex none of whose branches has more than half of the vertices; vertex 0 where there is no tree."""
    b = x.b
    corners = b.let("corners", ops.spread(graph.vertices, graph.tree_at(site, graph.edges)))
    half = b.let("half", ops.arithmetic("div", ops.size(corners), ops.number(2)))
    here = b.variable("here", ops.arithmetic("max", ops.first(corners), _ZERO))
    came = b.variable("came", ops.NOWHERE)
    goes_on = b.variable("goes_on", ops.negate(ops.is_empty(corners)))
    with b.while_(goes_on):
        b.assign(goes_on, ops.FALSE)
        with b.for_("neighbour", ops.minus(graph.neighbours(here), ops.single(x.universe, came))) as neighbour:
            large = ops.gt(graph.branch_size(neighbour, here), half)
            with b.if_(large):
                b.assign(came, here)
                b.assign(here, neighbour)
                b.assign(goes_on, ops.TRUE)
                b.emit_statement(n.Break())
    return here


def _walk_length(x: Context, graph: VertexGraph, start: n.Expr) -> n.Expr:
    """How many vertices a walk visits that always goes on to the lowest neighbour not yet visited.

    compat: it does not turn back, so it is no depth.
    """
    b = x.b
    here, visited = b.variable("here", start), b.variable("visited", x.single(start))
    ahead = b.variable("ahead", ops.minus(graph.neighbours(here), visited))
    with b.while_(ops.negate(ops.is_empty(ahead))):
        b.assign(here, ops.first(ahead))
        b.assign(visited, ops.union(visited, x.single(here)))
        b.assign(ahead, ops.minus(graph.neighbours(here), visited))
    return ops.size(visited)
