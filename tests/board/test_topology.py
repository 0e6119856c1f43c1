"""What rules can ask about sites, on small boards whose facts are plain to see."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petteia.board import Board, Direction, Sites, SiteType, containers, generators, operators
from petteia.board.check import compare_topology

CELL, VERTEX, EDGE = SiteType.Cell, SiteType.Vertex, SiteType.Edge


def cells(board: Board) -> Sites:
    return board.cells


@pytest.fixture(scope="module")
def three() -> Board:
    """A board of three by three cells."""
    return Board(generators.square(3, CELL))


@pytest.fixture(scope="module")
def hexagon() -> Board:
    """A hexagon of seven cells: 0 1 below, 2 3 4 in the middle, 5 6 above."""
    return Board(generators.hexes(2))


def test_labels_rows_and_columns(three: Board) -> None:
    sites = three.cells
    assert sites.labels == ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
    assert sites.by_label["C2"] == 5
    assert sites.rows == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert sites.column == (0, 1, 2) * 3
    assert sites.layers == (tuple(range(9)),)
    assert three.edges.labels[:2] == ("0", "1")


def test_lists_of_sites(three: Board) -> None:
    sites = three.cells
    assert sites.corners == sites.convex_corners == (0, 2, 6, 8)
    assert sites.concave_corners == ()
    assert sites.outer == sites.perimeter == (0, 1, 2, 3, 5, 6, 7, 8)
    assert sites.inner == sites.centre == (4,)
    assert (sites.top, sites.bottom, sites.left, sites.right) == ((6, 7, 8), (0, 1, 2), (0, 3, 6), (2, 5, 8))
    assert sites.sides == {
        Direction.N: (6, 7, 8),
        Direction.E: (2, 5, 8),
        Direction.S: (0, 1, 2),
        Direction.W: (0, 3, 6),
    }
    assert sites.phase == (0, 1, 0, 1, 0, 1, 0, 1, 0)
    assert (sites.major, sites.minor) == (tuple(range(9)), ())


def test_steps_and_relations(three: Board) -> None:
    sites = three.cells
    assert sites.step(Direction.NE, 4) == (8,)
    assert sites.step(Direction.N, 8) == ()
    assert sites.step(Direction.NNE, 4) == ()
    assert sites.related(Direction.Orthogonal, 4) == (7, 5, 1, 3)  # clockwise from North
    assert sorted(sites.related(Direction.Adjacent, 0)) == [1, 3, 4]
    assert sites.related(Direction.Diagonal, 4) == (8, 2, 0, 6)
    assert [d.name for d in sites.supported(Direction.Orthogonal)] == ["N", "E", "S", "W"]
    assert [d.name for d in sites.supported_by_site(Direction.Adjacent)[0]] == ["N", "NE", "E"]


def test_vertices_are_not_adjacent_across_a_face(three: Board) -> None:
    sites = three.vertices
    assert 5 in sites.related(Direction.Diagonal, 0)
    assert 5 in sites.related(Direction.All, 0)
    assert 5 not in sites.related(Direction.Adjacent, 0)


def test_radials_and_their_opposites(three: Board) -> None:
    sites = three.cells
    assert sites.radials(Direction.E)[3] == [(3, 4, 5)]
    assert sites.radials(Direction.Diagonal)[0] == [(0, 4, 8)]
    assert sites.radials(Direction.Orthogonal)[1] == [(1, 4, 7), (1, 2), (1, 0)]
    (up,) = sites.opposites(Direction.N)[4]
    assert up is not None
    assert (up.path, up.direction) == ((4, 1), Direction.S)
    assert sites.opposites(Direction.N)[1] == [None]
    assert sites.distinct_radials(Direction.Orthogonal)[4] == [(4, 7), (4, 5)]


def test_hexagons_have_far_diagonals(hexagon: Board) -> None:
    sites = hexagon.cells
    assert len(sites.related(Direction.Orthogonal, 3)) == 6
    assert sites.related(Direction.Diagonal, 0) == (5, 4)
    assert 5 not in sites.related(Direction.Adjacent, 0)
    assert [d.name for d in sites.supported(Direction.Orthogonal)] == ["NNE", "E", "SSE", "SSW", "W", "NNW"]
    assert sites.radials(Direction.E)[2] == [(2, 3, 4)]


def test_drawn_diagonals_are_orthogonal() -> None:
    sites = Board(generators.square(3, VERTEX, diagonals="Alternating"), VERTEX).sites()
    assert 4 in sites.related(Direction.Orthogonal, 0)
    assert 4 not in sites.related(Direction.Orthogonal, 1) or sites.step(Direction.N, 1) == (4,)
    assert sites.related(Direction.Diagonal, 4) == ()


def test_rings_have_circular_directions() -> None:
    sites = Board(generators.circles([1, 8], VERTEX), VERTEX).sites()
    assert sites.step(Direction.Out, 0) == (8, 7, 6, 5, 4, 3, 2, 1)
    assert sites.step(Direction.In, 3) == (0,)
    assert sites.step(Direction.CW, 8) == (7,)
    assert sites.radials(Direction.CW)[8] == [(8, 7, 6, 5, 4, 3, 2, 1)]
    assert (8, 7, 6, 5, 4, 3, 2, 1) in sites.radials(Direction.Rotational)[8]
    (opposite,) = sites.opposites(Direction.CW)[8]
    assert opposite is not None
    assert opposite.direction is Direction.CCW


def test_pyramids_have_directions_up_and_down() -> None:
    sites = Board(generators.square(2, VERTEX, pyramidal=True), VERTEX).sites()
    top = next(site for site, place in enumerate(sites.places) if place[2] > 0)
    assert sites.step(Direction.UNE, 0) == (top,)
    assert sites.step(Direction.DSW, top) == (0,)
    assert len(sites.step(Direction.Downward, top)) == 4
    assert len(sites.layers) == 2


def test_incidence_and_outlines(three: Board) -> None:
    assert three.cells.incident[VERTEX][0] == (0, 1, 4, 5)
    assert len(three.cells.incident[EDGE][4]) == 4
    assert three.vertices.incident[CELL][5] == (0, 1, 3, 4)
    first = three.edges.incident
    assert first[VERTEX][0] == (0, 1)
    assert first[CELL][0] == (0,)
    assert set(three.cells.outlines[0]) == {(0, 0), (0, 1), (1, 1), (1, 0)}
    assert three.edges.outlines[0] == ((0, 0), (1, 0))


def test_edges_by_slant() -> None:
    edges = Board(generators.square(2, VERTEX, diagonals="Solid"), VERTEX).edges
    assert {name: len(numbers) for name, numbers in edges.slants.items()} == {
        "Axial": 4,
        "Angled": 4,
        "Horizontal": 2,
        "Vertical": 2,
        "Slash": 2,
        "Slosh": 2,
    }


def test_distances(three: Board) -> None:
    sites = three.cells
    assert sites.distances(Direction.Orthogonal)[0] == (0, 1, 2, 1, 2, 3, 2, 3, 4)
    assert sites.distances(Direction.Adjacent)[0][8] == 2
    assert sites.shells(Direction.Adjacent)[4] == ((4,), (0, 1, 2, 3, 5, 6, 7, 8))


def test_islands_are_at_distance_zero() -> None:
    graph = operators.union([generators.square(1, CELL), operators.shift(generators.square(1, CELL), 3, 0)])
    sites = Board(graph).cells
    assert sites.count == 2
    assert sites.distances(Direction.All) == ((0, 0), (0, 0))


def test_edges_that_cross() -> None:
    graph = operators.complete(generators.square(2, VERTEX), each_cell=True)
    crossings = Board(graph, VERTEX).topology.crossings
    assert sorted(map(len, crossings)) == [0, 0, 0, 0, 1, 1]


def test_hands_begin_behind_cells_and_default_sites() -> None:
    board = Board(generators.square(5, VERTEX, diagonals="Alternating"), VERTEX)
    hands = board.containers([("Hand1", 2, 1, False), ("Dice0", 3, 0, True)])
    assert [(one.first, one.count) for one in hands] == [(0, 25), (32, 2), (34, 5)]
    plain = Board(generators.square(5, CELL)).containers([("Dice0", 3, 0, True)])
    assert [(one.first, one.count) for one in plain] == [(0, 25), (25, 3)]
    assert list(plain[1].sites) == [25, 26, 27]


def test_games_without_a_board_list_no_layers() -> None:
    board = containers.boardless("Hexagonal", 2)
    assert board.boardless
    assert board.cells.count == 7
    assert board.cells.layers == ()


def test_differences_from_a_record_are_told(three: Board) -> None:
    sites = three.cells
    numbers = range(sites.count)
    record = {
        "label": list(sites.labels),
        "xy": [list(point) for point in sites.xy],
        "phase": list(sites.phase),
        "rows": list(sites.row),
        "columns": list(sites.column),
        "orthogonal": [" ".join(map(str, sorted(sites.related(Direction.Orthogonal, i)))) for i in numbers],
        "diagonal": [" ".join(map(str, sorted(sites.related(Direction.Diagonal, i)))) for i in numbers],
        "steps": [
            " ".join(f"{d.name}:{t}" for d in sites.supported(Direction.All) for t in sites.step(d, i)) for i in numbers
        ],
        "sides": {d.name: " ".join(map(str, s)) for d, s in sites.sides.items()},
        **{
            name: " ".join(map(str, getattr(sites, name)))
            for name in ("corners", "perimeter", "outer", "inner", "centre", "top", "bottom", "left", "right")
        },
    }
    assert compare_topology(three, {"Cell": record}) == []
    assert compare_topology(three, {"Cell": {**record, "centre": "3"}}) == ["Cell: centre 4, recorded 3"]
    changed = {**record, "steps": ["N:3", *record["steps"][1:]]}  # type: ignore[misc]
    assert len(compare_topology(three, {"Cell": changed})) == 1


boards = st.sampled_from(
    [
        Board(generators.rectangle(4, 5, CELL)),
        Board(generators.hexes(3)),
        Board(generators.triangles(4, use=CELL)),
        Board(generators.tiling("T3464", 2)),
        Board(generators.tiling("T33434", 2), VERTEX),
        Board(generators.concentric(4, 3, VERTEX), VERTEX),
        Board(generators.circles([1, 8, 8], VERTEX), VERTEX),
        Board(operators.rotate(generators.square(4, VERTEX, diagonals="Solid"), 30), VERTEX),
        Board(generators.quadhex(2)),
    ]
)


@given(boards, st.sampled_from(SiteType), st.sampled_from(["Orthogonal", "Diagonal", "Adjacent", "All"]))
@settings(max_examples=60, deadline=None)
def test_radials_follow_steps(board: Board, kind: SiteType, name: str) -> None:
    sites, direction = board.sites(kind), Direction[name]
    for site, paths in enumerate(sites.radials(direction)):
        assert {path[1] for path in paths} == set(sites.step(direction, site))
        for path in paths:
            assert path[0] == site
            assert len(set(path)) == len(path)
            for a, b in itertools.pairwise(path):
                assert b in sites.step(direction, a)


@given(boards, st.sampled_from(SiteType))
@settings(max_examples=40, deadline=None)
def test_relations_are_symmetric_and_adjacent_is_part_of_all(board: Board, kind: SiteType) -> None:
    sites = board.sites(kind)
    for site in range(sites.count):
        for other in sites.related(Direction.Orthogonal, site):
            assert site in sites.related(Direction.Orthogonal, other)
        assert set(sites.related(Direction.Adjacent, site)) <= set(sites.related(Direction.All, site))
        angles = []
        for other in sites.related(Direction.All, site):
            (ax, ay), (bx, by) = sites.xy[site], sites.xy[other]
            angles.append((math.pi / 2 - math.atan2(by - ay, bx - ax) + 0.0001) % (2 * math.pi))
        assert angles == pytest.approx(sorted(angles))
