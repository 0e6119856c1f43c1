"""Graphs made from other graphs."""

from petteia.board import Graph, SiteType, operators
from petteia.ludemes.enums import SiteType as SiteTypeWord
from petteia.ludemes.registry import named
from petteia.ludemes.types import DimFunction, FloatFunction, GraphFunction, Poly

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

Points = list[list[float]]


def _points(written: list[list[FloatFunction]] | None) -> Points:
    return [[value.number() for value in point] for point in written or ()]


def _polylines(written: list[list[list[FloatFunction]]] | None) -> list[Points]:
    return [_points(one) for one in written or ()]


def _indices(written: list[DimFunction] | None) -> list[int]:
    return [index.size() for index in written or ()]


def _index_lists(written: list[list[DimFunction]] | None) -> list[list[int]]:
    return [_indices(one) for one in written or ()]


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

    def draw(self, use: SiteType) -> Graph:
        return operators.add(
            None if self.graph is None else self.graph.build(use),
            vertices=_points(self.vertices),
            edges=_polylines(self.edges_points) if self.edges_points else _index_lists(self.edges_indices),
            curved=_polylines(self.edges_curved),
            cells=_polylines(self.cells_points) if self.cells_points else _index_lists(self.cells_indices),
            connect=bool(self.connect),
        )


class Clip(GraphFunction, keyword="clip"):
    """The vertices of a graph outside a polygon, with the edges between them."""

    graph: GraphFunction
    poly: Poly

    def draw(self, use: SiteType) -> Graph:
        return operators.clip(self.graph.build(use), self.poly.outline())


class Complete(GraphFunction, keyword="complete"):
    """A graph with an edge between any two vertices, or any two of each cell."""

    graph: GraphFunction
    each_cell: bool | None = named("eachCell")

    def draw(self, use: SiteType) -> Graph:
        return operators.complete(self.graph.build(use), each_cell=bool(self.each_cell))


class Dual(GraphFunction, keyword="dual"):
    """The dual graph: a vertex for each cell."""

    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.dual(self.graph.build(use))


class Hole(GraphFunction, keyword="hole"):
    """A graph without the cells inside a polygon."""

    graph: GraphFunction
    poly: Poly

    def draw(self, use: SiteType) -> Graph:
        graph = self.graph.build(use)
        if any(len(point) < 2 for point in vars(self.poly).get("corners") or ()):
            return graph  # compat: a polygon with a point that is none is as good as empty
        return operators.hole(graph, self.poly.outline())


class Intersect(GraphFunction, keyword="intersect"):
    """Elements that two graphs have in common."""

    graph_a: GraphFunction
    graph_b: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.intersect([self.graph_a.build(use), self.graph_b.build(use)])


class IntersectAll(GraphFunction, keyword="intersect"):
    """Elements that all graphs have in common."""

    graphs: list[GraphFunction]

    def draw(self, use: SiteType) -> Graph:
        return operators.intersect([graph.build(use) for graph in self.graphs])


class Keep(GraphFunction, keyword="keep"):
    """The vertices of a graph inside a polygon, with the edges between them."""

    graph: GraphFunction
    poly: Poly

    def draw(self, use: SiteType) -> Graph:
        return operators.keep(self.graph.build(use), self.poly.outline())


class Layers(GraphFunction, keyword="layers"):
    """A graph repeated in layers."""

    layers: DimFunction
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.layers(self.graph.build(use), self.layers.size())


class MakeFaces(GraphFunction, keyword="makeFaces"):
    """A graph with its cells found anew from its edges."""

    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.make_faces(self.graph.build(use))


class MergeAll(GraphFunction, keyword="merge"):
    """Several graphs as one, vertices at the same place joined."""

    graphs: list[GraphFunction]
    connect: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return operators.merge([graph.build(use) for graph in self.graphs], connect=bool(self.connect))


class Merge(GraphFunction, keyword="merge"):
    """Two graphs as one, vertices at the same place joined."""

    graph_a: GraphFunction
    graph_b: GraphFunction
    connect: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return operators.merge([self.graph_a.build(use), self.graph_b.build(use)], connect=bool(self.connect))


class Recoordinate(GraphFunction, keyword="recoordinate"):
    """A graph as it is: new labels are not given."""

    site_type_a: SiteTypeWord | None
    site_type_b: SiteTypeWord | None
    site_type_c: SiteTypeWord | None
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        # compat: labels are made when the board is finished, so this changes nothing.
        return self.graph.build(use)


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

    def draw(self, use: SiteType) -> Graph:
        return operators.remove(
            self.graph.build(use),
            cells=self.cells_points if self.cells_points is not None else _indices(self.cells_indices),
            edges=self.edges_points if self.edges_points is not None else _index_lists(self.edges_indices),
            vertices=self.vertices_points if self.vertices_points is not None else _indices(self.vertices_indices),
            trim_edges=self.trim_edges is not False,
        )


class RemovePolygon(GraphFunction, keyword="remove"):
    """A graph without the elements inside a polygon."""

    graph: GraphFunction
    poly: Poly
    trim_edges: bool | None = named("trimEdges")

    def draw(self, use: SiteType) -> Graph:
        return operators.remove_inside(self.graph.build(use), self.poly.outline())


class Renumber(GraphFunction, keyword="renumber"):
    """A graph numbered anew, row by row."""

    site_type_a: SiteTypeWord | None
    site_type_b: SiteTypeWord | None
    site_type_c: SiteTypeWord | None
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        words = (self.site_type_a, self.site_type_b, self.site_type_c)
        return operators.renumber(self.graph.build(use), [SiteType[word.name] for word in words if word is not None])


class Rotate(GraphFunction, keyword="rotate"):
    """A graph turned by an angle."""

    degrees: FloatFunction
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.rotate(self.graph.build(use), self.degrees.number())


class Scale(GraphFunction, keyword="scale"):
    """A graph stretched along the axes."""

    scale_x: FloatFunction
    scale_y: FloatFunction | None
    scale_z: FloatFunction | None
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.scale(
            self.graph.build(use),
            self.scale_x.number(),
            None if self.scale_y is None else self.scale_y.number(),
            1.0 if self.scale_z is None else self.scale_z.number(),
        )


class Shift(GraphFunction, keyword="shift"):
    """A graph moved along the axes."""

    dx: FloatFunction
    dy: FloatFunction
    dz: FloatFunction | None
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        dz = 0.0 if self.dz is None else self.dz.number()
        return operators.shift(self.graph.build(use), self.dx.number(), self.dy.number(), dz)


class Skew(GraphFunction, keyword="skew"):
    """A graph sheared to one side."""

    amount: float
    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.skew(self.graph.build(use), self.amount)


class SplitCrossings(GraphFunction, keyword="splitCrossings"):
    """A graph with a vertex wherever edges cross."""

    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.split_crossings(self.graph.build(use))


class Subdivide(GraphFunction, keyword="subdivide"):
    """A graph with a vertex in the middle of each larger cell, joined to its corners."""

    graph: GraphFunction
    minimum: DimFunction | None = named("min")

    def draw(self, use: SiteType) -> Graph:
        least = 1 if self.minimum is None else self.minimum.size()
        return operators.subdivide(self.graph.build(use), use, least=least)


class Trim(GraphFunction, keyword="trim"):
    """A graph without its dead ends."""

    graph: GraphFunction

    def draw(self, use: SiteType) -> Graph:
        return operators.trim(self.graph.build(use))


class GraphUnion(GraphFunction, keyword="union"):
    """Two graphs side by side as one."""

    graph_a: GraphFunction
    graph_b: GraphFunction
    connect: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return operators.union([self.graph_a.build(use), self.graph_b.build(use)], connect=bool(self.connect))


class GraphUnionAll(GraphFunction, keyword="union"):
    """Several graphs side by side as one."""

    graphs: list[GraphFunction]
    connect: bool | None = named()

    def draw(self, use: SiteType) -> Graph:
        return operators.union([graph.build(use) for graph in self.graphs], connect=bool(self.connect))
