"""The board of a game as plain data, for programs that want its graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game, Recipe

_REGIONS = ("corners", "perimeter", "outer", "inner", "centre", "top", "bottom", "left", "right", "major", "minor")


@dataclass(frozen=True)
class BoardData:
    """A board by the numbers of its sites; hands are not part of it.

    >>> from petteia import load
    >>> board = load("Tic-Tac-Toe").board
    >>> board.labels[4], board.neighbours["Orthogonal"][0], board.directions["N"][0], board.regions["corners"]
    ('B2', (3, 1), (3,), (0, 2, 6, 8))
    >>> len(board.symmetries), len(board.edges("Adjacent"))
    (8, 20)
    """

    sites: int
    labels: tuple[str, ...]
    coordinates: tuple[tuple[float, float], ...]
    rows: tuple[int, ...]
    """The row of each site, and its column."""
    columns: tuple[int, ...]
    neighbours: dict[str, tuple[tuple[int, ...], ...]]
    """By relation (Adjacent, Orthogonal, Diagonal) the neighbours of each site."""
    directions: dict[str, tuple[tuple[int, ...], ...]]
    """By direction the sites that one step leads to, from each site."""
    regions: dict[str, tuple[int, ...]]
    """The parts that every board has, and the sides by direction."""
    symmetries: tuple[tuple[int, ...], ...]
    """For each symmetry of the board where it takes each site; the first one leaves all where they are."""

    def edges(self, relation: str) -> tuple[tuple[int, int], ...]:
        """The pairs of neighbours of a relation, each once."""
        near = self.neighbours[relation]
        return tuple((a, b) for a in range(self.sites) for b in near[a] if a < b)


def board_of(game: Game) -> BoardData:
    """The board of a game."""
    return _board(game.recipe)


@lru_cache(maxsize=32)
def _board(recipe: Recipe) -> BoardData:
    from petteia.board import Direction

    from .loading import lower_recipe

    _, _, spec = lower_recipe(recipe)
    board = spec.board
    sites = board.sites()
    relations = (Direction.Adjacent, Direction.Orthogonal, Direction.Diagonal)
    images = sorted({one.image(board.use) for one in board.symmetries})
    same = tuple(range(sites.count))
    regions = {name: tuple(getattr(sites, name)) for name in _REGIONS}
    regions.update({f"side {way.name}": tuple(side) for way, side in sites.sides.items()})
    return BoardData(
        sites=sites.count,
        labels=tuple(sites.labels),
        coordinates=tuple((round(x, 6), round(y, 6)) for x, y in sites.xy),
        rows=tuple(sites.row),
        columns=tuple(sites.column),
        neighbours={
            one.name: tuple(tuple(sites.related(one, site)) for site in range(sites.count)) for one in relations
        },
        directions={way.name: tuple(map(tuple, steps)) for way, steps in sites.steps.items() if any(map(len, steps))},
        regions=regions,
        symmetries=(same, *(one for one in images if one != same)),
    )
