"""Single steps between sites of one type: which there are, by which relations, and in which directions."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from petteia.board.directions import FACING_INDEX, SINGLE, Direction, compass8, compass16, eighth, tilted
from petteia.board.geometry import EPSILON, line_distance
from petteia.board.graph import Edge, Element, Face, Graph, Vertex, angle_of

ORTHOGONAL: Final = 1 << Direction.Orthogonal | 1 << Direction.Adjacent | 1 << Direction.All
FAR_DIAGONAL: Final = 1 << Direction.Diagonal | 1 << Direction.All
DIAGONAL: Final = FAR_DIAGONAL | 1 << Direction.Adjacent
OFF_DIAGONAL: Final = 1 << Direction.OffDiagonal | 1 << Direction.Adjacent | 1 << Direction.All

_STRAIGHT_ENOUGH = 0.1
_LEVEL = 0.1
_ALIGNED = 0.9
_FULL = 2 * math.pi
_FACINGS = sum(1 << d for d in FACING_INDEX)


class Step:
    """One step of a site: where it leads, the directions it is listed under, and all that it belongs to."""

    __slots__ = ("belongs", "key", "listed", "to")

    def __init__(self, to: int, relations: int) -> None:
        self.to = to
        self.listed = relations
        self.belongs = relations
        self.key = 0.0

    def add(self, directions: int) -> None:
        """Put the step into further directions."""
        self.listed |= directions
        self.belongs |= directions


class _Found:
    """The steps of one element while they are collected; a repeated target only widens what its step belongs to."""

    def __init__(self) -> None:
        self.steps: dict[int, Step] = {}

    def add(self, to: int, relations: int) -> None:
        known = self.steps.get(to)
        if known is None:
            self.steps[to] = Step(to, relations)
        else:
            known.belongs |= relations


def faces_across(face: Face) -> Iterator[Face]:
    """The faces on the other side of each edge that still names this face as one of its sides."""
    for edge in face.edges:
        if edge.left is face:
            if edge.right is not None:
                yield edge.right
        elif edge.right is face and edge.left is not None:
            yield edge.left


def _vertex_steps(vertex: Vertex) -> dict[int, Step]:
    found = _Found()
    for edge in vertex.edges:
        found.add(edge.other(vertex).id, ORTHOGONAL)
    for face in vertex.faces:
        if len(face.vertices) >= 4:
            best, least = None, math.inf
            for other in face.vertices:
                if other is not vertex:
                    apart = line_distance(face.x, face.y, vertex.x, vertex.y, other.x, other.y)
                    if apart < least:
                        best, least = other, apart
            if best is not None:
                found.add(best.id, FAR_DIAGONAL)
    return found.steps


def _edge_steps(edge: Edge) -> dict[int, Step]:
    found = _Found()
    for end in (edge.a, edge.b):
        for other in end.edges:
            if other is not edge:
                found.add(other.id, ORTHOGONAL)
    return found.steps


def _face_steps(face: Face) -> dict[int, Step]:
    found = _Found()
    used = {face.id}
    for other in faces_across(face):
        found.add(other.id, ORTHOGONAL)
        used.add(other.id)
    for vertex in face.vertices:
        best, least = None, math.inf
        for other in vertex.faces:
            if other.id not in used:
                apart = line_distance(vertex.x, vertex.y, face.x, face.y, other.x, other.y)
                if apart < least:
                    best, least = other, apart
        if best is not None:
            found.add(best.id, DIAGONAL)
            used.add(best.id)
    for vertex in face.vertices:
        for other in vertex.faces:
            if other.id not in used:
                found.add(other.id, OFF_DIAGONAL)
                used.add(other.id)
    for vertex in face.vertices:
        if len(vertex.edges) == 3:
            for other in _faces_beyond(face, vertex, used):
                found.add(other.id, FAR_DIAGONAL)
                used.add(other.id)
    return found.steps


def _faces_beyond(face: Face, vertex: Vertex, used: set[int]) -> list[Face]:
    """The faces at the far end of the edge that leads away from a corner of this face, if straight ahead."""
    away = next((edge for edge in vertex.edges if edge not in face.edges), None)
    if away is None:
        return []
    tip = away.other(vertex)
    found = []
    for other in tip.faces:
        dx, dy = other.x - face.x, other.y - face.y
        apart = math.sqrt(dx * dx + dy * dy)
        if other.id in used or apart == 0.0:
            continue
        off = line_distance(vertex.x, vertex.y, face.x, face.y, other.x, other.y)
        off += line_distance(tip.x, tip.y, face.x, face.y, other.x, other.y)
        if off / apart <= _STRAIGHT_ENOUGH:
            found.append(other)
    return found


def _other_targets(element: Element) -> list[Element]:
    """The elements of the other two types that an element has steps to."""
    if isinstance(element, Vertex):
        return [*element.edges, *element.faces]
    if isinstance(element, Face):
        return [*element.vertices, *element.edges]
    faces = {id(f): f for f in (element.left, element.right, *element.a.faces, *element.b.faces) if f is not None}
    return [element.a, element.b, *faces.values()]


class StepFinder:
    """Finds the steps of elements of one graph, with their directions, in clockwise order from North."""

    def __init__(self, graph: Graph) -> None:
        self._unit = graph.average_edge_length()
        self._pivots = {id(v.pivot) for v in graph.vertices if v.pivot is not None}
        self._curved = {frozenset((e.a.id, e.b.id)) for e in graph.edges if e.tangents is not None}

    def steps(self, elements: Sequence[Element]) -> list[list[Step]]:
        """The steps of each element to elements of the same type."""
        return [self._steps_of(element, elements) for element in elements]

    def _steps_of(self, element: Element, elements: Sequence[Element]) -> list[Step]:
        if isinstance(element, Vertex):
            found = _vertex_steps(element)
        elif isinstance(element, Edge):
            found = _edge_steps(element)
        else:
            found = _face_steps(element)
        steps = list(found.values())
        x, y, z = element.x, element.y, element.z
        vectors = []
        for step in steps:
            target = elements[step.to]
            vectors.append((target.x - x, target.y - y, target.z - z))
        fine = self._needs_sixteen(element, vectors)
        for step, vector in zip(steps, vectors, strict=True):
            self._direct(step, vector, fine)
        self._direct_about_pivot(element, steps, elements)
        steps.sort(key=lambda step: step.key)
        return steps

    def _needs_sixteen(self, element: Element, vectors: list[tuple[float, float, float]]) -> bool:
        """True if two steps of the element, to whatever type, share one of eight compass bins."""
        others = _other_targets(element)
        if len(vectors) + len(others) > 8:
            return True
        bins = [eighth(_whole_angle(dy, dx)) for dx, dy, _ in vectors]
        bins += [eighth(_whole_angle(o.y - element.y, o.x - element.x)) for o in others]
        return len(set(bins)) < len(bins)

    def _direct(self, step: Step, vector: tuple[float, float, float], fine: bool) -> None:
        dx, dy, dz = vector
        rise = _LEVEL * self._unit
        vertical = abs(dz) > rise and math.sqrt(dx * dx + dy * dy) < rise
        angle = 0.0 if vertical else angle_of(dy, dx)
        step.key = math.pi / 2 - angle + 0.0001
        if step.key < 0:
            step.key += _FULL
        whole = angle + _FULL if angle < 0 else angle
        if dz > rise or dz < -rise:
            up = dz > rise
            facing = (Direction.U if up else Direction.D) if vertical else tilted(compass16(whole), up)
            step.add(1 << facing | 1 << (Direction.Upward if up else Direction.Downward))
        else:
            step.add(1 << (compass16(whole) if fine else compass8(whole)) | 1 << Direction.SameLayer)

    def _direct_about_pivot(self, element: Element, steps: list[Step], elements: Sequence[Element]) -> None:
        """Directions in, out and around, where the element has a pivot or is one."""
        if not self._pivots:
            return
        if id(element) in self._pivots:
            for step in steps:
                step.add(1 << Direction.Out | 1 << Direction.Rotational)
            return
        pivot = element.pivot
        if pivot is None:
            return
        inward = _unit_vector(pivot.x - element.x, pivot.y - element.y)
        for step in steps:
            if step.belongs >> Direction.Diagonal & 1:
                continue
            target = elements[step.to]
            forward = _unit_vector(target.x - element.x, target.y - element.y)
            along = forward[0] * inward[0] + forward[1] * inward[1]
            if along > _ALIGNED:
                step.add(1 << Direction.In | 1 << Direction.Rotational)
            elif along < -_ALIGNED:
                step.add(1 << Direction.Out | 1 << Direction.Rotational)
            elif frozenset((element.id, step.to)) in self._curved:
                # compat: numbers of cells are compared with the vertex numbers of curved edges.
                cross = (target.x - pivot.x) * (element.y - pivot.y) - (target.y - pivot.y) * (element.x - pivot.x)
                around = Direction.CW if cross > EPSILON else Direction.CCW
                step.add(1 << around | 1 << Direction.Rotational)


def _whole_angle(dy: float, dx: float) -> float:
    angle = angle_of(dy, dx)
    return angle + _FULL if angle < 0 else angle


def _unit_vector(dx: float, dy: float) -> tuple[float, float]:
    length = math.sqrt(dx * dx + dy * dy)
    return (dx, dy) if length < EPSILON else (dx / length, dy / length)


@lru_cache(maxsize=1 << 12)
def _facings_of(directions: int) -> tuple[Direction, ...]:
    return tuple(d for d in SINGLE if directions >> d & 1)


def supported_directions(steps: Sequence[Step], relation: Direction) -> tuple[Direction, ...]:
    """The facings of one site's steps of a relation: by step, then in the order of the language."""
    found: dict[Direction, None] = {}
    for step in steps:
        if step.listed >> relation & 1:
            found.update(dict.fromkeys(_facings_of(step.belongs & _FACINGS)))
    return tuple(found)


def in_family_order(directions: Sequence[Direction]) -> tuple[Direction, ...]:
    """Directions sorted by their index within their family, ties as they came."""
    return tuple(sorted(directions, key=FACING_INDEX.__getitem__))
