"""The symmetries of a board: rotations and reflections, as permutations of its sites."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from dataclasses import dataclass

from petteia.board.graph import Graph, Vertex
from petteia.board.sites import SiteType

_TOLERANCE = 0.005


@dataclass(frozen=True)
class Symmetry:
    """A motion that maps the board onto itself: `reflected` in the x axis first, then turned by `degrees`."""

    degrees: float
    reflected: bool
    vertices: tuple[int, ...]
    edges: tuple[int, ...]
    cells: tuple[int, ...]

    def image(self, kind: SiteType) -> tuple[int, ...]:
        """Where each site of a type goes."""
        return (self.vertices, self.edges, self.cells)[kind]


def find_symmetries(graph: Graph) -> tuple[Symmetry, ...]:
    """All symmetries of a graph, the identity first, then the other rotations, then the reflections."""
    if not graph.vertices:
        return ()
    count = len(graph.vertices)
    centre = complex(sum(v.x for v in graph.vertices) / count, sum(v.y for v in graph.vertices) / count)
    identity = Symmetry(0.0, False, tuple(range(count)), tuple(range(len(graph.edges))), tuple(range(len(graph.faces))))
    found = {identity.vertices: identity}
    for factor, reflected in _candidates(graph, centre):
        symmetry = _try(graph, centre, factor, reflected)
        if symmetry is not None:
            found.setdefault(symmetry.vertices, symmetry)
    return tuple(sorted(found.values(), key=lambda s: (s.reflected, s.degrees)))


def _at(vertex: Vertex, centre: complex) -> complex:
    return complex(vertex.x, vertex.y) - centre


def _candidates(graph: Graph, centre: complex) -> Iterator[tuple[complex, bool]]:
    """Motions that take one vertex to another which looks alike; the rarest kind of vertex is tried."""
    kinds: dict[tuple[float, int, int], list[Vertex]] = {}
    for v in graph.vertices:
        radius = abs(_at(v, centre))
        if radius > 10 * _TOLERANCE:
            kinds.setdefault((round(radius, 2), len(v.edges), len(v.faces)), []).append(v)
    if not kinds:
        return
    alike = min(kinds.values(), key=len)
    first = _at(alike[0], centre)
    near = [v for v in graph.vertices if abs(abs(_at(v, centre)) - abs(first)) < _TOLERANCE]
    for v in near:
        for reflected in (False, True):
            source = first.conjugate() if reflected else first
            factor = _at(v, centre) / source
            yield factor / abs(factor), reflected


def _try(graph: Graph, centre: complex, factor: complex, reflected: bool) -> Symmetry | None:
    vertices = []
    for v in graph.vertices:
        point = _at(v, centre)
        image = (point.conjugate() if reflected else point) * factor + centre
        target = graph.find_vertex(image.real, image.imag, v.z, _TOLERANCE)
        if target is None or len(target.edges) != len(v.edges) or len(target.faces) != len(v.faces):
            return None
        vertices.append(target.id)
    if len(set(vertices)) < len(vertices):
        return None
    edge_at = {frozenset((e.a.id, e.b.id)): e.id for e in graph.edges}
    face_at = {frozenset(v.id for v in f.vertices): f.id for f in graph.faces}
    edges = [edge_at.get(frozenset((vertices[e.a.id], vertices[e.b.id])), -1) for e in graph.edges]
    cells = [face_at.get(frozenset(vertices[v.id] for v in f.vertices), -1) for f in graph.faces]
    if len(set(edges) - {-1}) < len(edges) or len(set(cells) - {-1}) < len(cells):
        return None
    degrees = round(math.degrees(cmath.phase(factor)), 3) % 360
    return Symmetry(degrees, reflected, tuple(vertices), tuple(edges), tuple(cells))
