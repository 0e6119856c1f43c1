"""Boards: graphs of vertices, edges and cells, and everything that rules can ask about them.

    graph = generators.square(8, SiteType.Cell)     # a `Graph`, by a generator; `operators` change and combine graphs
    board = Board(graph, SiteType.Cell)             # the finished, read-only board
    cells = board.cells                             # `Sites`: the facts about one site type (also .vertices, .edges)
    cells.count, cells.labels, cells.by_label["A1"], cells.xy, cells.row, cells.rows, cells.phase
    cells.corners, cells.outer, cells.inner, cells.centre, cells.top, cells.sides[Direction.N]   # tuples of numbers
    cells.steps[Direction.N][site]                  # where one step leads (relations are directions too: Adjacent ...)
    cells.related(Direction.Orthogonal, site)       # the neighbours by a relation
    cells.radials(Direction.N)[site]                # paths, each beginning with the site; `opposites` runs parallel
    cells.supported(Direction.Adjacent)             # the single directions that occur, in the language's order
    cells.incident[SiteType.Vertex][site], cells.outlines[site]
    cells.walker.destinations(site, facing, [0, 0, Fraction(1, 4)])   # relative walks, on any graph
    board.symmetries                                # rotations and reflections as permutations of sites

>>> from petteia.board import generators
>>> board = Board(generators.square(3, SiteType.Cell))
>>> board.cells.labels[4], board.cells.radials(Direction.N)[1]
('B2', [(1, 4, 7)])
"""

from petteia.board.board import Board, Container
from petteia.board.directions import Direction
from petteia.board.errors import BoardError
from petteia.board.graph import Graph
from petteia.board.radials import Radial
from petteia.board.sites import SiteType
from petteia.board.symmetry import Symmetry
from petteia.board.topology import Sites, Topology
from petteia.board.tracks import END, Track, TrackElement, make_track, walk_sites
from petteia.board.walks import OFF_BOARD, Walker

__all__ = [
    "END",
    "OFF_BOARD",
    "Board",
    "BoardError",
    "Container",
    "Direction",
    "Graph",
    "Radial",
    "SiteType",
    "Sites",
    "Symmetry",
    "Topology",
    "Track",
    "TrackElement",
    "Walker",
    "make_track",
    "walk_sites",
]
