"""Words of the grammar that fit no place in a game; known, so that the reader can say so."""

from petteia.ludemes.enums import AbsoluteDirection, DirectionFacing, SiteType
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import GraphElement, Properties, Unwritable, Vertex

__all__ = [
    "BitProperties",
    "Bucket",
    "DirectionType",
    "GraphEdge",
    "GraphFace",
    "GraphStep",
    "GraphSteps",
    "ItemScore",
    "NoProperties",
    "Optimiser",
    "Perimeter",
    "Radial",
    "Radials",
    "SameProperties",
    "Situation",
    "Trajectories",
    "VertexAt2D",
    "VertexAt3D",
    "VertexAtPoint2D",
    "VertexAtPoint3D",
]


class Bucket(Ludeme, keyword="bucket"):
    """A word that fits no place in a game."""


class DirectionType(Ludeme, keyword="directionType"):
    """A word that fits no place in a game."""

    direction_actual: DirectionFacing


class GraphEdge(GraphElement, keyword="edge"):
    """An edge as an object of its own; fits no place in a game."""

    id: int
    vertex_a: Vertex
    vertex_b: Vertex


class GraphFace(GraphElement, keyword="face"):
    """A cell as an object of its own; fits no place in a game."""

    id: int


class ItemScore(Ludeme, keyword="itemScore"):
    """A word that fits no place in a game."""

    id: int
    score: Unwritable


class Optimiser(Ludeme, keyword="optimiser"):
    """A word that fits no place in a game."""


class Perimeter(Ludeme, keyword="perimeter"):
    """A word that fits no place in a game."""


class NoProperties(Properties, keyword="properties"):
    """A word that fits no place in a game."""


class SameProperties(Properties, keyword="properties"):
    """A word that fits no place in a game."""

    other: Properties


class BitProperties(Properties, keyword="properties"):
    """A word that fits no place in a game."""

    properties: Unwritable


class Radial(Ludeme, keyword="radial"):
    """A word that fits no place in a game."""

    steps: list[GraphElement]
    direction: AbsoluteDirection


class Radials(Ludeme, keyword="radials"):
    """A word that fits no place in a game."""

    site_type: SiteType
    id: int


class Situation(Ludeme, keyword="situation"):
    """A word that fits no place in a game."""


class GraphStep(Ludeme, keyword="step"):
    """A step as an object of its own; fits no place in a game."""

    from_: GraphElement
    to: GraphElement


class GraphSteps(Ludeme, keyword="steps"):
    """A word that fits no place in a game."""

    site_type: SiteType
    id: int


class Trajectories(Ludeme, keyword="trajectories"):
    """A word that fits no place in a game."""


class VertexAtPoint2D(Vertex, keyword="vertex"):
    """A vertex as an object of its own; fits no place in a game."""

    id: int
    pt: Unwritable


class VertexAtPoint3D(Vertex, keyword="vertex"):
    """A vertex as an object of its own; fits no place in a game."""

    id: int
    pt: Unwritable


class VertexAt2D(Vertex, keyword="vertex"):
    """A vertex as an object of its own; fits no place in a game."""

    id: int
    x: Unwritable
    y: Unwritable


class VertexAt3D(Vertex, keyword="vertex"):
    """A vertex as an object of its own; fits no place in a game."""

    id: int
    x: Unwritable
    y: Unwritable
    z: Unwritable
