"""The finished board: a topology with a default site type, tracks, and the numbering of further containers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from petteia.board.graph import Graph
from petteia.board.sites import SiteType
from petteia.board.symmetry import Symmetry
from petteia.board.topology import Sites, Topology
from petteia.board.tracks import Track


@dataclass(frozen=True)
class Container:
    """A place for pieces: the board, a hand, a deck or dice, with the global numbers of its sites."""

    name: str
    first: int
    count: int
    owner: int = 0
    is_dice: bool = False

    @property
    def sites(self) -> range:
        """The global numbers of its sites."""
        return range(self.first, self.first + self.count)


class Board:
    """The board that a game is played on. All lists are worked out when first asked for, and never change.

    `board.sites()` are the sites of the default type, `board.vertices`, `board.edges` and `board.cells` those of
    each type.
    """

    def __init__(
        self,
        graph: Graph,
        use: SiteType = SiteType.Cell,
        *,
        boardless: bool = False,
        uses_layers: bool = False,
        tracks: Sequence[Track] = (),
    ) -> None:
        self.topology = Topology(graph, uses_layers=uses_layers, recoordinate=not boardless)
        self.use = use
        self.boardless = boardless
        self.tracks = tuple(tracks)

    @property
    def vertices(self) -> Sites:
        """The vertices."""
        return self.topology.vertices

    @property
    def edges(self) -> Sites:
        """The edges."""
        return self.topology.edges

    @property
    def cells(self) -> Sites:
        """The cells."""
        return self.topology.cells

    def sites(self, kind: SiteType | None = None) -> Sites:
        """The sites of a type, by default those that are played on."""
        return self.topology.sites(self.use if kind is None else kind)

    @property
    def num_sites(self) -> int:
        """How many global site numbers the board takes: its cells or its default sites, whichever are more."""
        return max(self.cells.count, self.sites().count)

    @property
    def num_edges(self) -> int:
        """The number of sides of the first cell on a regular board, -1 on any other."""
        return self.topology.num_edges

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Rotations and reflections that map the board onto itself, the identity first."""
        return self.topology.symmetries

    def with_tracks(self, tracks: Sequence[Track]) -> Board:
        """The same board with these tracks."""
        board = Board.__new__(Board)
        board.topology, board.use, board.boardless = self.topology, self.use, self.boardless
        board.tracks = tuple(tracks)
        return board

    def containers(self, others: Sequence[tuple[str, int, int, bool]]) -> tuple[Container, ...]:
        """The board and the containers after it (name, number of sites, owner, whether dice), numbered on.

        compat: on a board whose regular first cell is a triangle, `n` dice take `2 n - 1` sites.
        """
        found = [Container("Board", 0, self.sites().count)]
        first = self.num_sites
        for name, count, owner, is_dice in others:
            if is_dice and self.num_edges == 3:
                count = 2 * count - 1
            found.append(Container(name, first, count, owner, is_dice))
            first += count
        return tuple(found)
