"""Walks: relative paths of turns and steps, which mean something on any board.

A walk is a list of fractions of a full turn, clockwise; each is a turn followed by a step. It starts at a site, facing
one of its sides, and goes on from where it entered the next site: 0 is straight on, 1/4 a quarter to the right.
A site with `a` sides has turns by multiples of 1/a only, so a fraction is rounded to the nearest; where two are
equally near, and straight on in a site with an odd number of sides, the walk splits and has several destinations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from petteia.board.directions import Direction
from petteia.board.graph import Edge, Face, Graph, Vertex, angle_of, signed_area
from petteia.board.sites import SiteType

if TYPE_CHECKING:
    from fractions import Fraction

    from petteia.board.topology import Sites

    Turn = Fraction | int | float

OFF_BOARD: Final = -1
"""Where a step over the rim leads; a walk that has left the board does not come back."""

_FULL = 2 * math.pi
_MOST_BRANCHES = 1024


class Walker:
    """Resolves walks over the sites of one type.

    >>> from fractions import Fraction
    >>> from petteia.board import Board, generators
    >>> walker = Walker(Board(generators.square(5, SiteType.Cell)).cells)
    >>> walker.destinations(12, 0, [0, 0, Fraction(1, 4)])      # a knight's move from the centre
    (23,)
    """

    def __init__(self, sites: Sites) -> None:
        self._sites = sites

    @cached_property
    def ports(self) -> list[list[tuple[int, int]]]:
        """For each site its sides clockwise from North: the neighbour, and the side by which it is entered."""
        graph = self._sites.graph
        if self._sites.type is SiteType.Cell:
            return _cell_ports(graph)
        if self._sites.type is SiteType.Vertex:
            return _vertex_ports(graph)
        return _edge_ports(self._sites)

    def sides(self, site: int) -> tuple[int, ...]:
        """The neighbour over each side of a site, clockwise from North; `OFF_BOARD` where there is none."""
        return tuple(neighbour for neighbour, _ in self.ports[site])

    def destinations(self, site: int, facing: int, walk: Iterable[Turn]) -> tuple[int, ...]:
        """Where a walk from a site, facing one of its sides, may end; `OFF_BOARD` stands for all beyond the rim."""
        walk = list(walk)
        if not walk:
            return (site,)
        places = {(site, side) for side in first_sides(len(self.ports[site]), facing, walk[0])}
        ends: set[int] = set()
        for turn in (*walk[1:], None):
            entered: set[tuple[int, int]] = set()
            for here, side in places:
                there, entry = self.ports[here][side]
                if there == OFF_BOARD or turn is None:
                    ends.add(there)
                else:
                    entered.update((there, out) for out in sides_after(len(self.ports[there]), entry, turn))
            places = entered
            if len(places) > _MOST_BRANCHES:
                raise ValueError("the walk splits too often")
        return tuple(sorted(ends))


def _nearest(value: Fraction) -> list[int]:
    """The integers nearest to a value: two, if it lies in the middle between them."""
    below = math.floor(value)
    rest = value - below
    if 2 * rest == 1:
        return [below, below + 1]
    return [below if 2 * rest < 1 else below + 1]


def _exact(turn: Turn) -> Fraction:
    from fractions import Fraction  # a slow import, and few games have walks

    return Fraction(turn).limit_denominator(1000) if isinstance(turn, float) else Fraction(turn)


def first_sides(count: int, facing: int, turn: Turn) -> set[int]:
    """The sides by which a walk leaves the site where it starts, facing one of its sides."""
    if count == 0:
        return set()
    return {(facing + k) % count for k in _nearest(count * _exact(turn))}


def sides_after(count: int, entry: int, turn: Turn) -> set[int]:
    """The sides by which a walk leaves a site that it entered by a side."""
    exact = _exact(turn)
    if count % 2 == 0:
        return {(entry + count // 2 + k) % count for k in _nearest(count * exact)}
    # No side is straight on: the first turn to the right and to the left lead to the two sides beside it.
    if exact == 0:
        return {(entry + (count - 1) // 2) % count, (entry + (count + 1) // 2) % count}
    turns = {max(k, 1) for k in _nearest(count * abs(exact))}
    if exact > 0:
        return {(entry + (count - 1) // 2 + k) % count for k in turns}
    return {(entry + (count + 1) // 2 - k) % count for k in turns}


def _clockwise(dx: float, dy: float) -> float:
    """The angle of a vector, clockwise from North, in [0, 2 pi)."""
    angle = math.pi / 2 - angle_of(dy, dx)
    if angle < -1e-9:
        angle += _FULL
    return 0.0 if abs(angle - _FULL) < 1e-9 else angle


def _edges_clockwise(face: Face) -> list[Edge]:
    return sorted(face.edges, key=lambda edge: _clockwise(edge.x - face.x, edge.y - face.y))


def _cell_ports(graph: Graph) -> list[list[tuple[int, int]]]:
    edges_of = [_edges_clockwise(face) for face in graph.faces]
    place = [{edge.id: n for n, edge in enumerate(edges)} for edges in edges_of]

    def port(face: Face, edge: Edge) -> tuple[int, int]:
        other = edge.right if edge.left is face else edge.left if edge.right is face else None
        if other is None or edge.id not in place[other.id]:
            return OFF_BOARD, 0
        return other.id, place[other.id][edge.id]

    return [[port(face, edge) for edge in edges] for face, edges in zip(graph.faces, edges_of, strict=True)]


def _vertex_ports(graph: Graph) -> list[list[tuple[int, int]]]:
    """Edges clockwise, with empty sides in gaps that no face fills, so that straight on stays straight on."""
    most = max((len(v.edges) for v in graph.vertices), default=0)
    slots = [_vertex_slots(v, most) for v in graph.vertices]
    place = [{edge.id: n for n, edge in enumerate(around) if edge is not None} for around in slots]
    ports = []
    for v, around in zip(graph.vertices, slots, strict=True):
        own = []
        for edge in around:
            end = None if edge is None else edge.other(v)
            own.append((OFF_BOARD, 0) if end is None or edge is None else (end.id, place[end.id][edge.id]))
        ports.append(own)
    return ports


def _vertex_slots(vertex: Vertex, most: int) -> list[Edge | None]:
    def angle(edge: Edge) -> float:
        end = edge.other(vertex)
        return _clockwise(end.x - vertex.x, end.y - vertex.y)

    edges = sorted(vertex.edges, key=angle)
    gaps = []
    for n, edge in enumerate(edges):
        after = edges[(n + 1) % len(edges)]
        gap = angle(after) - angle(edge)
        gaps.append((gap if gap > 0 else gap + _FULL, _is_filled(vertex, edge, after)))
    filled = [gap for gap, has_face in gaps if has_face]
    if filled:
        usual = sum(filled) / len(filled)
    else:
        usual = min([gap for gap, _ in gaps] + [_FULL / max(most, 2)])
    slots: list[tuple[float, Edge | None]] = []
    for edge, (gap, has_face) in zip(edges, gaps, strict=True):
        slots.append((angle(edge), edge))
        empty = 0 if has_face else max(0, round(gap / usual) - 1)
        for n in range(1, empty + 1):
            between = (angle(edge) + gap * n / (empty + 1)) % _FULL
            slots.append((0.0 if _FULL - between < 1e-9 else between, None))
    return [edge for _, edge in sorted(slots, key=lambda slot: slot[0])]


def _is_filled(vertex: Vertex, edge: Edge, after: Edge) -> bool:
    """True if a face lies in the gap clockwise from one edge of a vertex to the next."""
    for face in vertex.faces:
        corners = face.vertices
        here = corners.index(vertex)
        following, before = corners[(here + 1) % len(corners)], corners[here - 1]
        if signed_area(corners) > 0:
            following, before = before, following
        if edge.other(vertex) is following and after.other(vertex) is before:
            return True
    return False


def _edge_ports(sites: Sites) -> list[list[tuple[int, int]]]:
    around: Sequence[tuple[int, ...]] = [sites.related(Direction.Orthogonal, n) for n in range(sites.count)]
    place = [{other: n for n, other in enumerate(others)} for others in around]
    return [[(other, place[other][site]) for other in others] for site, others in enumerate(around)]
