"""Which elements of the board touch an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Board, Direction, SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.queries.contents import stable
from petteia.ludemes.queries.site_sets import set_at

if TYPE_CHECKING:
    from petteia.ludemes.enums import SiteType as SiteTypeWord
    from petteia.ludemes.lowering.context import Context


def incident_sites(x: Context, of: SiteTypeWord, result: SiteTypeWord, index: n.Expr) -> n.Expr:
    """The elements of one type that touch an element, empty for a bad index."""
    masks = [mask_of(found) for found in _incident(x.spec.board, SiteType[of.name], SiteType[result.name])]
    return set_at(x, f"{result.name}_at_{of.name}", masks, index)


def _incident(board: Board, of: SiteType, result: SiteType) -> list[set[int]]:
    elements = board.sites(of)
    if of != result:
        return [set(found) for found in elements.incident[result]]
    if of == SiteType.Edge:
        return _across(board, of, SiteType.Vertex, SiteType.Edge)
    # compat: for a vertex these are the numbers of cells along its edges
    return _across(board, of, SiteType.Edge, SiteType.Cell)


def _across(board: Board, of: SiteType, via: SiteType, result: SiteType) -> list[set[int]]:
    """Elements that touch the neighbours of an element, its own number left out."""
    first, second = board.sites(of).incident[via], board.sites(via).incident[result]
    return [{far for near in found for far in second[near]} - {own} for own, found in enumerate(first)]


def related_edges(board: Board, relation: Direction) -> list[int]:
    """For each edge the edges it is related to: those it shares an end with. compat: itself among them."""
    if relation in (Direction.Diagonal, Direction.OffDiagonal):
        return [0] * board.edges.count
    ends, meeting = board.edges.incident[SiteType.Vertex], board.vertices.incident[SiteType.Edge]
    return [mask_of(edge for end in own for edge in meeting[end]) for own in ends]


def crossing_edges(x: Context, edge: n.Expr) -> n.Expr:
    """The edges that cross or touch an edge, those left out that share an end with it; empty for a bad index."""
    return set_at(x, "crossing", [mask_of(found) for found in x.spec.board.topology.crossings], edge)


def inner_crossing_edges(x: Context, edge: n.Expr) -> n.Expr:
    """The edges that cross an edge away from the ends of both, empty for a bad index."""
    return set_at(x, "inner_crossing", [mask_of(found) for found in x.spec.board.topology.inner_crossings], edge)


def edge_between(x: Context, a: n.Expr, b: n.Expr) -> n.Expr:
    """The edge that joins two vertices, -1 if there is none."""
    board = x.spec.board
    at = [mask_of(found) for found in board.vertices.incident[SiteType.Edge]]
    a, b = stable(x, "a", a), stable(x, "b", b)
    joining = ops.intersect(set_at(x, "edges_at", at, a), set_at(x, "edges_at", at, b))
    return ops.select(ops.eq(a, b), ops.NOWHERE, ops.first(joining))
