"""Graphs made from other graphs."""

from petteia.ludemes._enums import SiteType
from petteia.ludemes._registry import named
from petteia.ludemes._types import DimFunction, FloatFunction, GraphFunction, Poly

__all__ = [
    "Clip",
    "Complete",
    "Dual",
    "GraphAdd",
    "GraphUnion",
    "GraphUnionAll",
    "Hole",
    "Intersect",
    "IntersectAll",
    "Keep",
    "Layers",
    "MakeFaces",
    "Merge",
    "MergeAll",
    "Recoordinate",
    "RemoveElements",
    "RemovePolygon",
    "Renumber",
    "Rotate",
    "Scale",
    "Shift",
    "Skew",
    "SplitCrossings",
    "Subdivide",
    "Trim",
]


class GraphAdd(GraphFunction, keyword="add"):
    """A graph with vertices, edges and cells put in by position or index."""

    graph: GraphFunction | None
    vertices: list[list[FloatFunction]] | None = named()
    edges_points: list[list[list[FloatFunction]]] | None = named("edges", at_most_one_of=1)
    edges_indices: list[list[DimFunction]] | None = named("edges", at_most_one_of=1)
    edges_curved: list[list[list[FloatFunction]]] | None = named("edgesCurved")
    cells_points: list[list[list[FloatFunction]]] | None = named("cells", at_most_one_of=2)
    cells_indices: list[list[DimFunction]] | None = named("cells", at_most_one_of=2)
    connect: bool | None = named()


class Clip(GraphFunction, keyword="clip"):
    """The part of a graph that lies inside a polygon, cut at its border."""

    graph: GraphFunction
    poly: Poly


class Complete(GraphFunction, keyword="complete"):
    """A graph with an edge between any two vertices."""

    graph: GraphFunction
    each_cell: bool | None = named("eachCell")


class Dual(GraphFunction, keyword="dual"):
    """The dual graph: a vertex for each cell."""

    graph: GraphFunction


class Hole(GraphFunction, keyword="hole"):
    """A graph with the cells inside a polygon made into one hole."""

    graph: GraphFunction
    poly: Poly


class Intersect(GraphFunction, keyword="intersect"):
    """What two graphs have in common."""

    graph_a: GraphFunction
    graph_b: GraphFunction


class IntersectAll(GraphFunction, keyword="intersect"):
    """What all graphs have in common."""

    graphs: list[GraphFunction]


class Keep(GraphFunction, keyword="keep"):
    """The part of a graph inside a polygon."""

    graph: GraphFunction
    poly: Poly


class Layers(GraphFunction, keyword="layers"):
    """A graph repeated in layers."""

    layers: DimFunction
    graph: GraphFunction


class MakeFaces(GraphFunction, keyword="makeFaces"):
    """A graph with its cells found anew from its edges."""

    graph: GraphFunction


class MergeAll(GraphFunction, keyword="merge"):
    """Several graphs as one, vertices at the same place joined."""

    graphs: list[GraphFunction]
    connect: bool | None = named()


class Merge(GraphFunction, keyword="merge"):
    """Two graphs as one, vertices at the same place joined."""

    graph_a: GraphFunction
    graph_b: GraphFunction
    connect: bool | None = named()


class Recoordinate(GraphFunction, keyword="recoordinate"):
    """A graph with new coordinate labels."""

    site_type_a: SiteType | None
    site_type_b: SiteType | None
    site_type_c: SiteType | None
    graph: GraphFunction


class RemoveElements(GraphFunction, keyword="remove"):
    """A graph without some of its elements."""

    graph: GraphFunction
    cells_points: list[list[list[float]]] | None = named("cells", at_most_one_of=1)
    cells_indices: list[DimFunction] | None = named("cells", at_most_one_of=1)
    edges_points: list[list[list[float]]] | None = named("edges", at_most_one_of=2)
    edges_indices: list[list[DimFunction]] | None = named("edges", at_most_one_of=2)
    vertices_points: list[list[float]] | None = named("vertices", at_most_one_of=3)
    vertices_indices: list[DimFunction] | None = named("vertices", at_most_one_of=3)
    trim_edges: bool | None = named("trimEdges")


class RemovePolygon(GraphFunction, keyword="remove"):
    """A graph without the elements inside a polygon."""

    graph: GraphFunction
    poly: Poly
    trim_edges: bool | None = named("trimEdges")


class Renumber(GraphFunction, keyword="renumber"):
    """A graph numbered anew, row by row."""

    site_type_a: SiteType | None
    site_type_b: SiteType | None
    site_type_c: SiteType | None
    graph: GraphFunction


class Rotate(GraphFunction, keyword="rotate"):
    """A graph turned by an angle."""

    degrees: FloatFunction
    graph: GraphFunction


class Scale(GraphFunction, keyword="scale"):
    """A graph stretched along the axes."""

    scale_x: FloatFunction
    scale_y: FloatFunction | None
    scale_z: FloatFunction | None
    graph: GraphFunction


class Shift(GraphFunction, keyword="shift"):
    """A graph moved along the axes."""

    dx: FloatFunction
    dy: FloatFunction
    dz: FloatFunction | None
    graph: GraphFunction


class Skew(GraphFunction, keyword="skew"):
    """A graph sheared to one side."""

    amount: float
    graph: GraphFunction


class SplitCrossings(GraphFunction, keyword="splitCrossings"):
    """A graph with a vertex wherever edges cross."""

    graph: GraphFunction


class Subdivide(GraphFunction, keyword="subdivide"):
    """A graph with its larger cells cut into triangles."""

    graph: GraphFunction
    minimum: DimFunction | None = named("min")


class Trim(GraphFunction, keyword="trim"):
    """A graph without its dead ends."""

    graph: GraphFunction


class GraphUnion(GraphFunction, keyword="union"):
    """Two graphs side by side as one."""

    graph_a: GraphFunction
    graph_b: GraphFunction
    connect: bool | None = named()


class GraphUnionAll(GraphFunction, keyword="union"):
    """Several graphs side by side as one."""

    graphs: list[GraphFunction]
    connect: bool | None = named()
