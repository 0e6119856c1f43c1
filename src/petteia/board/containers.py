"""Boards that are not drawn by a graph alone: mancala and surakarta boards, and games without a board."""

from collections.abc import Sequence

from petteia.board.board import Board
from petteia.board.errors import BoardError
from petteia.board.generators.hexagonal import hexes
from petteia.board.generators.square import rectangle
from petteia.board.generators.triangular import triangles
from petteia.board.graph import Graph
from petteia.board.operators.combining import union
from petteia.board.operators.moving import shift
from petteia.board.sites import SiteType
from petteia.board.tracks import Track, make_track

_STORE_PLACES = {2: (0.85, 0.5), 3: (1.0, 1.0), 4: (0.9, 1.5), 5: (1.0, 2.0), 6: (0.9, 2.5)}
"""By the number of rows: how far the stores stand from the rows, and how high."""


def boardless(tiling: str, dim: int | None = None) -> Board:
    """The ground that a game without a board grows on."""
    if tiling == "Square":
        size = 41 if dim is None else dim
        graph = rectangle(size, size, SiteType.Cell)
    elif tiling == "Triangular":
        graph = triangles(41 if dim is None else dim, use=SiteType.Cell)
    else:
        graph = hexes(21 if dim is None else dim)
    return Board(graph, SiteType.Cell, boardless=True)


def mancala(rows: int, columns: int, *, store: str = "Outer", stores: int = 2, uses_layers: bool = False) -> Board:
    """Rows of holes, with a store at each end unless there is none."""
    if rows not in _STORE_PLACES:
        raise BoardError(f"a mancala board has 2 to 6 rows, not {rows}")
    if columns < 1:
        raise BoardError(f"a mancala board of {columns} columns is empty")
    if store == "Inner" or stores != 2:
        return Board(rectangle(rows, columns, SiteType.Vertex), SiteType.Vertex, uses_layers=uses_layers)
    lines = [shift(rectangle(1, columns, SiteType.Vertex), 0, row) for row in range(rows)]
    if store == "None":
        graph = union(lines, connect=True)
        graph.basis = "Square"
    else:
        out, height = _STORE_PLACES[rows]
        graph = union([_single(-out, height), *lines, _single(columns - 1 + out, height)], connect=True)
    return Board(graph, SiteType.Vertex, uses_layers=uses_layers)


def _single(x: float, y: float) -> Graph:
    graph = Graph()
    graph.add_vertex(x, y)
    return graph


def surakarta(graph: Graph, *, loops: int | None = None, first: int | None = None) -> Board:
    """A board with tracks that leave a line at its end, turn round the corner and come back on another line."""
    board = Board(graph, SiteType.Vertex)
    rows, columns = len(board.vertices.rows), len(board.vertices.columns)
    triangular = graph.basis == "Triangular"
    if loops is None:
        loops = (rows - 1) // 2 if triangular else (min(rows - 1, columns - 1) - 1) // 2
    start = 1 if first is None else first
    if loops < 0 or start < 0 or loops + start >= max(rows, columns):
        raise BoardError(f"{loops} loops from line {start} do not fit on a board of {rows} rows")
    tracks = []
    for line in range(start, start + loops):
        runs = _triangle_runs(rows, line) if triangular else _square_runs(rows, columns, line)
        forward = [(site, n in (0, len(run) - 1)) for run in runs for n, site in enumerate(run)]
        tracks.append(_looped(f"Track{line}F", forward))
        tracks.append(_looped(f"Track{line}B", forward[::-1]))
    return board.with_tracks(tracks)


def _square_runs(rows: int, columns: int, line: int) -> list[list[int]]:
    size = rows * columns
    return [
        [line * columns + c for c in range(columns)],
        [columns - 1 - line + r * columns for r in range(rows)],
        [size - 1 - line * columns - c for c in range(columns)],
        [size - columns + line - r * columns for r in range(rows)],
    ]


def _triangle_runs(rows: int, line: int) -> list[list[int]]:
    count = rows - line
    first = sum(rows - n for n in range(line))
    second = [rows - 1 - line]
    addend = rows - 1
    for _ in range(count - 1):
        second.append(second[-1] + addend)
        addend -= 1
    third = [second[-1] + addend]
    less = addend - 1 + 3
    for _ in range(count - 1):
        third.append(third[-1] - less)
        less += 1
    return [list(range(first, first + count)), second, third]


def _looped(name: str, stops: Sequence[tuple[int, bool]]) -> Track:
    """The track over sites; where one run ends and the next begins, the site counts twice."""
    sites = []
    for n, (site, at_end) in enumerate(stops):
        sites.append(site)
        if at_end and stops[(n + 1) % len(stops)][1]:
            sites.append(site)
    return make_track(name, sites, loop=True, directed=True)
