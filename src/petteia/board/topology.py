"""Everything rules can ask about the sites of one type: `Sites`, a read-only view of a finished graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from petteia.board.directions import COMPASS, RELATIONS, Direction
from petteia.board.distances import all_distances, shells
from petteia.board.geometry import Point
from petteia.board.graph import Edge, Element, Face, Graph, Vertex
from petteia.board.measures import Lines, Place, centre, extremes, measure_lines, phases, relabel
from petteia.board.perimeter import Rim, edge_crossings, edge_slant, inner_crossings, measure_rim
from petteia.board.radials import Path, Radial, RadialFinder
from petteia.board.sites import SiteType
from petteia.board.steps import Step, StepFinder, faces_across, in_family_order, supported_directions
from petteia.board.symmetry import Symmetry, find_symmetries
from petteia.board.walks import Walker

if TYPE_CHECKING:
    from collections.abc import Mapping

Numbers = tuple[int, ...]
_NOTHING: Numbers = ()


class Topology:
    """A finished graph with its three kinds of sites; all facts are worked out when first asked for."""

    def __init__(self, graph: Graph, *, uses_layers: bool = False, recoordinate: bool = True) -> None:
        self.graph = graph
        self.uses_layers = uses_layers
        self.recoordinate = recoordinate
        self.vertices = Sites(self, SiteType.Vertex)
        self.edges = Sites(self, SiteType.Edge)
        self.cells = Sites(self, SiteType.Cell)

    def sites(self, kind: SiteType) -> Sites:
        """The sites of one type."""
        return (self.vertices, self.edges, self.cells)[kind]

    @cached_property
    def rim(self) -> Rim:
        """Perimeters, corners and sides of the graph."""
        return measure_rim(self.graph)

    @cached_property
    def step_finder(self) -> StepFinder:
        """The finder of steps of all three types."""
        return StepFinder(self.graph)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Rotations and reflections that map the board onto itself, the identity first."""
        return find_symmetries(self.graph)

    @cached_property
    def crossings(self) -> tuple[Numbers, ...]:
        """For each edge the edges that cross or touch it, unless they share an end."""
        return edge_crossings(self.graph)

    @cached_property
    def inner_crossings(self) -> tuple[Numbers, ...]:
        """For each edge the edges that cross it away from their ends."""
        return inner_crossings(self.graph)

    @cached_property
    def num_edges(self) -> int:
        """The number of sides of the first cell on a regular board, -1 on any other."""
        graph = self.graph
        regular = graph.basis in ("Square", "Triangular", "Hexagonal", "Dual")
        if not regular and graph.vertices:
            bases = {v.basis for v in graph.vertices} | {e.basis for e in graph.edges} | {f.basis for f in graph.faces}
            regular = len(bases) == 1 and None not in bases
        return len(graph.faces[0].edges) if regular and graph.faces else -1


class Sites:
    """The sites of one type on a board. Lists by site are indexed by the site's number."""

    def __init__(self, topology: Topology, kind: SiteType) -> None:
        self.type = kind
        self._topology = topology

    @property
    def graph(self) -> Graph:
        """The graph the sites are elements of."""
        return self._topology.graph

    @cached_property
    def _elements(self) -> Sequence[Element]:
        graph = self.graph
        return (graph.vertices, graph.edges, graph.faces)[self.type]

    # -- places and names --------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many sites there are."""
        return len(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The point (x, y, z) of each site."""
        return tuple((e.x, e.y, e.z) for e in self._elements)

    @cached_property
    def xy(self) -> tuple[Point, ...]:
        """The point of each site in the plane."""
        return tuple((x, y) for x, y, _ in self.places)

    @cached_property
    def _measured_lines(self) -> Lines:
        if not self._elements:
            return Lines((), (), (), (), (), (), (), False, (0, 90))
        degrees = None
        if self.type is SiteType.Edge:
            degrees = self._topology.vertices._measured_lines.degrees
        return measure_lines(self.places, degrees)

    @cached_property
    def _lines(self) -> Lines:
        lines = self._measured_lines
        if not self._topology.recoordinate or not self._elements:
            return lines
        if lines.duplicate:
            return relabel(lines, self.places)
        if self._topology.uses_layers:
            return relabel(lines, self.places, coordinates_only=True)
        return lines

    @property
    def has_duplicate_labels(self) -> bool:
        """True if the labels were ambiguous and had to be rebuilt from coordinates."""
        return self._measured_lines.duplicate

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The coordinate label of each site; edges are named by their number."""
        if self.type is SiteType.Edge:
            return tuple(map(str, range(self.count)))
        return self._lines.labels

    @cached_property
    def by_label(self) -> Mapping[str, int]:
        """The first site with each label."""
        found: dict[str, int] = {}
        for site, label in enumerate(self.labels):
            found.setdefault(label, site)
        return MappingProxyType(found)

    @property
    def row(self) -> Numbers:
        """The row of each site."""
        return self._lines.rows

    @property
    def column(self) -> Numbers:
        """The column of each site."""
        return self._lines.columns

    @property
    def layer(self) -> Numbers:
        """The layer of each site."""
        return self._lines.layers

    @property
    def rows(self) -> tuple[Numbers, ...]:
        """The sites of each row."""
        return self._lines.row_lists

    @property
    def columns(self) -> tuple[Numbers, ...]:
        """The sites of each column."""
        return self._lines.column_lists

    @property
    def layers(self) -> tuple[Numbers, ...]:
        """The sites of each layer; none are listed for a game without a board."""
        return self._lines.layer_lists if self._topology.recoordinate else ()

    # -- lists of sites ----------------------------------------------------------------------------------------

    def _sorted(self, numbers: set[int]) -> Numbers:
        return tuple(sorted(numbers))

    @cached_property
    def corners(self) -> Numbers:
        """All corners."""
        return self._sorted(self._topology.rim.corners(self.type))

    @cached_property
    def convex_corners(self) -> Numbers:
        """The corners that stick out."""
        return self._sorted(self._topology.rim.convex[self.type])

    @cached_property
    def concave_corners(self) -> Numbers:
        """The corners that are dented."""
        return self._sorted(self._topology.rim.concave[self.type])

    @cached_property
    def perimeter(self) -> Numbers:
        """The sites along the rim."""
        return self._sorted(self._topology.rim.perimeter[self.type])

    @cached_property
    def outer(self) -> Numbers:
        """The sites at the rim."""
        return self._sorted(self._topology.rim.outer[self.type])

    @cached_property
    def inner(self) -> Numbers:
        """The sites not at the rim."""
        outer = self._topology.rim.outer[self.type]
        return tuple(site for site in range(self.count) if site not in outer)

    @cached_property
    def centre(self) -> Numbers:
        """The sites in the middle."""
        rim = self._topology.rim
        return centre(self.places, rim.perimeter[self.type], rim.corners(self.type))

    @cached_property
    def _extremes(self) -> dict[str, Numbers]:
        return extremes(self.places)

    @property
    def top(self) -> Numbers:
        """The sites at the top end."""
        return self._extremes["top"]

    @property
    def bottom(self) -> Numbers:
        """The sites at the bottom end."""
        return self._extremes["bottom"]

    @property
    def left(self) -> Numbers:
        """The sites at the left end."""
        return self._extremes["left"]

    @property
    def right(self) -> Numbers:
        """The sites at the right end."""
        return self._extremes["right"]

    @cached_property
    def sides(self) -> Mapping[Direction, Numbers]:
        """The sites of each side of the board, by its compass direction, clockwise from North."""
        sides = self._topology.rim.sides[self.type]
        return MappingProxyType({d: self._sorted(sides[d]) for d in COMPASS if sides.get(d)})

    @cached_property
    def _most_sides(self) -> int:
        return max((len(face.vertices) for face in self.graph.faces), default=0)

    @cached_property
    def major(self) -> Numbers:
        """The cells with the most vertices."""
        if self.type is not SiteType.Cell:
            return _NOTHING
        return tuple(f.id for f in self.graph.faces if len(f.vertices) == self._most_sides)

    @cached_property
    def minor(self) -> Numbers:
        """The cells with fewer vertices than others."""
        if self.type is not SiteType.Cell:
            return _NOTHING
        return tuple(f.id for f in self.graph.faces if len(f.vertices) < self._most_sides)

    @cached_property
    def slants(self) -> Mapping[str, Numbers]:
        """Edges by how they run: Axial, Angled, Horizontal, Vertical, Slash, Slosh."""
        found: dict[str, list[int]] = {
            name: [] for name in ("Axial", "Angled", "Horizontal", "Vertical", "Slash", "Slosh")
        }
        if self.type is SiteType.Edge:
            for edge in self.graph.edges:
                for name in edge_slant(edge):
                    found[name].append(edge.id)
        return MappingProxyType({name: tuple(numbers) for name, numbers in found.items()})

    @cached_property
    def phase(self) -> Numbers:
        """The phase (colour class) of each site."""
        if self.type is SiteType.Vertex:
            return phases([[e.other(v).id for e in v.edges] for v in self.graph.vertices])
        if self.type is SiteType.Edge:
            return phases([[o.id for end in (e.a, e.b) for o in end.edges if o is not e] for e in self.graph.edges])
        return phases([[other.id for other in faces_across(face)] for face in self.graph.faces])

    # -- relations and directions ------------------------------------------------------------------------------

    @cached_property
    def _steps(self) -> list[list[Step]]:
        return self._topology.step_finder.steps(self._elements)

    @cached_property
    def steps(self) -> Mapping[Direction, tuple[Numbers, ...]]:
        """By direction (relations too), where the steps of each site lead, clockwise from North.

        Directions in which no site has a step are left out.
        """
        present = 0
        for steps in self._steps:
            for step in steps:
                present |= step.listed
        found = {}
        for direction in Direction:
            bit = 1 << direction
            if present & bit:
                by_site = [tuple([step.to for step in steps if step.listed & bit]) for steps in self._steps]
                found[direction] = tuple(by_site)
        return MappingProxyType(found)

    def step(self, direction: Direction, site: int) -> Numbers:
        """Where the steps of a site in a direction lead."""
        by_site = self.steps.get(direction)
        return by_site[site] if by_site is not None else _NOTHING

    def related(self, relation: Direction, site: int) -> Numbers:
        """The sites that a relation joins with a site, clockwise from North.

        Edges know one relation only: all their steps are orthogonal and adjacent.
        """
        return self.step(relation, site)

    def supported(self, relation: Direction) -> tuple[Direction, ...]:
        """The single directions that steps of a relation take anywhere on the board, in the language's order."""
        return self._supported[relation]

    @cached_property
    def _supported(self) -> dict[Direction, tuple[Direction, ...]]:
        found = {}
        for relation in RELATIONS:
            seen: dict[Direction, None] = {}
            for own in self.supported_by_site(relation):
                seen.update(dict.fromkeys(own))
            found[relation] = in_family_order(tuple(seen))
        return found

    def supported_by_site(self, relation: Direction) -> tuple[tuple[Direction, ...], ...]:
        """For each site the single directions that its own steps of a relation take."""
        cache: dict[tuple[int, ...], tuple[Direction, ...]] = {}
        found = []
        for steps in self._steps:
            key = tuple(step.belongs for step in steps if step.listed >> relation & 1)
            if key not in cache:
                cache[key] = supported_directions(steps, relation)
            found.append(cache[key])
        return tuple(found)

    @cached_property
    def walker(self) -> Walker:
        """The walker that resolves relative walks over these sites."""
        return Walker(self)

    @cached_property
    def _radial_finder(self) -> RadialFinder:
        return RadialFinder(self.places, dict(self.steps))

    def radials(self, direction: Direction) -> Sequence[Sequence[Path]]:
        """For each site its paths in a direction; each path begins with the site itself."""
        return self._radial_finder.radials(direction)

    def opposites(self, direction: Direction) -> Sequence[Sequence[Radial | None]]:
        """For each site and each of its `radials`, the radial straight the other way, if there is one."""
        return self._radial_finder.opposites(direction)

    def distinct_radials(self, direction: Direction) -> Sequence[Sequence[Path]]:
        """For each site its radials in a direction, one of each opposite pair."""
        return self._radial_finder.distinct(direction)

    def distances(self, relation: Direction) -> tuple[Numbers, ...]:
        """The number of steps between each two sites; 0 where there is no way."""
        return all_distances([self.related(relation, site) for site in range(self.count)])

    def shells(self, relation: Direction) -> tuple[tuple[Numbers, ...], ...]:
        """For each site the sites at distance 0, 1, 2, ... (the last ones may be missing, as in the language)."""
        return shells(self.distances(relation))

    # -- incidence and outline ---------------------------------------------------------------------------------

    @cached_property
    def incident(self) -> Mapping[SiteType, tuple[Numbers, ...]]:
        """For each site the sites of the two other types that it touches, sorted."""
        found: dict[SiteType, tuple[Numbers, ...]] = {}
        for kind in SiteType:
            if kind is not self.type:
                found[kind] = tuple(tuple(sorted(_touching(e, kind))) for e in self._elements)
        return MappingProxyType(found)

    @cached_property
    def cell_vertices(self) -> tuple[Numbers, ...]:
        """The corners of each cell in order (empty for other types)."""
        if self.type is not SiteType.Cell:
            return ()
        return tuple(tuple(v.id for v in face.vertices) for face in self.graph.faces)

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The shape to draw for each site: a polygon, the two ends of an edge, a point."""
        return tuple(tuple((v.x, v.y) for v in _corners(element)) for element in self._elements)


def _corners(element: Element) -> Sequence[Vertex]:
    if isinstance(element, Vertex):
        return (element,)
    if isinstance(element, Edge):
        return (element.a, element.b)
    return element.vertices


def _touching(element: Element, kind: SiteType) -> set[int]:
    if isinstance(element, Vertex):
        return {e.id for e in (element.edges if kind is SiteType.Edge else element.faces)}
    if isinstance(element, Edge):
        if kind is SiteType.Vertex:
            return {element.a.id, element.b.id}
        return {face.id for face in (element.left, element.right) if face is not None}
    assert isinstance(element, Face)
    return {e.id for e in (element.vertices if kind is SiteType.Vertex else element.edges)}
