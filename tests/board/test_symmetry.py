"""Symmetries of boards as permutations."""

import pytest

from petteia.board import Board, Direction, Graph, SiteType, generators, operators

CELL, VERTEX = SiteType.Cell, SiteType.Vertex


@pytest.mark.parametrize(
    ("graph", "count"),
    [
        (generators.square(3, CELL), 8),
        (generators.rectangle(2, 3, CELL), 4),
        (generators.hexes(3), 12),
        (generators.hexes(4, shape="Diamond"), 4),
        (generators.triangles(3, use=CELL), 6),
        (generators.concentric(4, 2, VERTEX), 8),
        (generators.regular(5, VERTEX), 10),
        (generators.wedge(3), 2),
        (operators.remove(generators.square(3, CELL), cells=[1]), 2),
        (operators.remove(generators.square(3, CELL), cells=[0, 1]), 1),
        (generators.spiral(3, 20), 1),
    ],
)
def test_numbers_of_symmetries(graph: Graph, count: int) -> None:
    symmetries = Board(graph).symmetries
    assert len(symmetries) == count
    assert symmetries[0].degrees == 0
    assert not symmetries[0].reflected
    assert sum(s.reflected for s in symmetries) in (0, count // 2)


def test_a_quarter_turn_of_a_square() -> None:
    turn = next(s for s in Board(generators.square(3, CELL)).symmetries if s.degrees == 90 and not s.reflected)
    assert turn.cells == (2, 5, 8, 1, 4, 7, 0, 3, 6)
    assert turn.image(CELL) is turn.cells


@pytest.mark.parametrize("kind", list(SiteType))
def test_symmetries_keep_neighbours(kind: SiteType) -> None:
    board = Board(generators.hexes(3))
    sites = board.sites(kind)
    for symmetry in board.symmetries:
        image = symmetry.image(kind)
        assert sorted(image) == list(range(sites.count))
        for site in range(sites.count):
            moved = {image[other] for other in sites.related(Direction.Adjacent, site)}
            assert moved == set(sites.related(Direction.Adjacent, image[site]))
