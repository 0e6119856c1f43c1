"""Measures of the elements of one type: phases, rows, columns and layers, labels, the centre, extremes."""

import math
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from petteia.board.geometry import line_distance

Place = tuple[float, float, float]

_AT_EDGE = 0.01
_SAME_CENTRE = 0.0001
_MANY = 100
_SAME_LINE = 0.001
ROW_DEGREES = (0, 15, 30, 45, 60)
COLUMN_DEGREES = (90, 105, 120)


def extremes(places: Sequence[Place]) -> dict[str, tuple[int, ...]]:
    """The elements at the left, right, bottom and top end."""
    if not places:
        return {"left": (), "right": (), "bottom": (), "top": ()}
    xs, ys = [p[0] for p in places], [p[1] for p in places]

    def at(values: list[float], end: float) -> tuple[int, ...]:
        return tuple(i for i, value in enumerate(values) if abs(value - end) < _AT_EDGE)

    return {"left": at(xs, min(xs)), "right": at(xs, max(xs)), "bottom": at(ys, min(ys)), "top": at(ys, max(ys))}


def centre(places: Sequence[Place], perimeter: set[int], corners: set[int]) -> tuple[int, ...]:
    """The elements with the least sum of squared distances to corners and, on small boards, to the perimeter."""
    targets = [places[i] for i in sorted(corners)]
    if len(places) < _MANY:
        targets += [places[i] for i in sorted(perimeter)]
    # The sum over targets t of |t - p|^2, but for a part that all p share.
    sum_x, sum_y = math.fsum(t[0] for t in targets), math.fsum(t[1] for t in targets)
    sums = [len(targets) * (x * x + y * y) - 2 * (x * sum_x + y * sum_y) for x, y, _ in places]
    least = min(sums, default=0.0)
    return tuple(i for i, total in enumerate(sums) if total - least < _SAME_CENTRE)


def phases(neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A colouring by few phases, found by a search that prefers elements whose neighbours already differ."""
    phase = [-1] * len(neighbours)
    for first in range(len(neighbours)):
        if phase[first] >= 0:
            continue
        phase[first] = 0
        queue = deque([first])
        visited: set[int] = set()
        while queue:
            element = queue.popleft()
            if element in visited:
                continue
            taken = {phase[n] for n in neighbours[element]}
            phase[element] = next((p for p in range(4) if p not in taken), 4)
            visited.add(element)
            for n in neighbours[element]:
                if n not in visited:
                    shown = {phase[m] for m in neighbours[n]} - {-1}
                    if len(shown) > 1:
                        queue.appendleft(n)
                    else:
                        queue.append(n)
    return tuple(phase)


@dataclass(frozen=True)
class Lines:
    """Row, column and layer of each element of one type, and its label."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    layers: tuple[int, ...]
    labels: tuple[str, ...]
    row_lists: tuple[tuple[int, ...], ...]
    column_lists: tuple[tuple[int, ...], ...]
    layer_lists: tuple[tuple[int, ...], ...]
    duplicate: bool
    degrees: tuple[int, int]
    """Angles of the rows and columns that were found to fit."""


def measure_lines(places: Sequence[Place], degrees: tuple[int, int] | None = None) -> Lines:
    """Cluster the elements into rows, columns and layers, at the angles that fit best unless they are given."""
    clusters = _Clusters(places)
    if degrees is None:
        row_degrees, rows = clusters.best(clusters.row_scores, ROW_DEGREES)
        column_degrees, columns = clusters.best(clusters.column_scores, [row_degrees + d for d in COLUMN_DEGREES])
    else:
        row_degrees, column_degrees = degrees
        rows = clusters.split(clusters.row_scores(row_degrees))[0]
        columns = clusters.split(clusters.column_scores(column_degrees))[0]
    layers = clusters.split([z for _, _, z in places])[0]
    labels = _labels(rows, columns, layers)
    return Lines(
        tuple(rows),
        tuple(columns),
        tuple(layers),
        labels,
        _bucket_lists(rows),
        _bucket_lists(columns),
        _bucket_lists(layers),
        len(set(labels)) < len(labels),
        (row_degrees, column_degrees),
    )


class _Clusters:
    """Splits elements into parallel lines by their distance from a line at some angle."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        xs, ys = [p[0] for p in places], [p[1] for p in places]
        self.x, self.y = min(xs), min(ys)
        self.width, self.height = max(xs) - self.x, max(ys) - self.y
        self.margin = 0.6 * ((self.width + self.height) / 2 / math.sqrt(len(places)))

    def row_scores(self, degrees: int) -> list[float]:
        return self._scores(self.x + self.width / 2, self.y - self.height, degrees)

    def column_scores(self, degrees: int) -> list[float]:
        return self._scores(self.x - self.width, self.y + self.height / 2, degrees)

    def _scores(self, ax: float, ay: float, degrees: int) -> list[float]:
        theta = math.radians(degrees)
        bx, by = ax + self.width * math.cos(theta), ay + self.width * math.sin(theta)
        return [line_distance(x, y, ax, ay, bx, by) for x, y, _ in self.places]

    def split(self, scores: Sequence[float]) -> tuple[list[int], float]:
        """The bucket of each element, and how badly they fit."""
        order = sorted(range(len(scores)), key=scores.__getitem__)
        bucket_of = [0] * len(scores)
        error, bucket, total, size, last = 0.0, 0, 0.0, 0, 0.0
        for element in order:
            score = scores[element]
            if size and abs(score - total / size) > self.margin:
                error += (total / size - last) ** 2 / size
                bucket, total, size = bucket + 1, 0.0, 0
            bucket_of[element] = bucket
            total += score
            size += 1
            last = score
        error += (total / size - last) ** 2 / size
        return bucket_of, error + 0.01 * (bucket + 1)

    def best(self, scores: Callable[[int], list[float]], degrees: Sequence[int]) -> tuple[int, list[int]]:
        """The first angle with the smallest error, and the buckets it gives."""
        found: tuple[float, int, list[int]] | None = None
        for angle in degrees:
            buckets, error = self.split(scores(angle))
            if found is None or error < found[0]:
                found = error, angle, buckets
        assert found is not None
        return found[1], found[2]


def _bucket_lists(bucket_of: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    lists: list[list[int]] = [[] for _ in range(max(bucket_of, default=-1) + 1)]
    for element, bucket in enumerate(bucket_of):
        lists[bucket].append(element)
    return tuple(map(tuple, lists))


def _labels(rows: Sequence[int], columns: Sequence[int], layers: Sequence[int]) -> tuple[str, ...]:
    flat = len(set(layers)) <= 1
    return tuple(
        f"{_letters(c)}{r + 1}" + ("" if flat else f"/{layer}")
        for r, c, layer in zip(rows, columns, layers, strict=True)
    )


def _letters(column: int) -> str:
    name = chr(ord("A") + column % 26)
    while column >= 26:
        column //= 26
        name = chr(ord("A") + column % 26 - 1) + name
    return name


def relabel(lines: Lines, places: Sequence[Place], *, coordinates_only: bool = False) -> Lines:
    """Rows, columns and layers from the coordinates themselves, for boards with ambiguous labels.

    compat: an element off every ground line keeps its number; near several, the last counts. Labels are rebuilt
    without a layer part unless `coordinates_only`, as for games that ask for layers.
    """
    ground = [p for p in places if p[2] == 0.0]
    rows, row_lists = _coordinate_lines([p[1] for p in places], [p[1] for p in ground], lines.rows)
    columns, column_lists = _coordinate_lines([p[0] for p in places], [p[0] for p in ground], lines.columns)
    if coordinates_only:
        layers, layer_lists, labels = lines.layers, lines.layer_lists, lines.labels
    else:
        heights = [p[2] for p in places]
        layers, layer_lists = _coordinate_lines(heights, heights, lines.layers)
        labels = tuple(f"{_short_letters(c)}{r + 1}" for r, c in zip(rows, columns, strict=True))
    return Lines(rows, columns, layers, labels, row_lists, column_lists, layer_lists, lines.duplicate, lines.degrees)


def _coordinate_lines(
    values: Sequence[float], ground: Sequence[float], kept: Sequence[int]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    distinct: list[float] = []
    for value in ground:
        if not _lines_near(value, distinct):
            distinct.insert(bisect_left(distinct, value), value)
    lists: list[list[int]] = [[] for _ in distinct]
    numbers = list(kept)
    for element, value in enumerate(values):
        for line in _lines_near(value, distinct):
            lists[line].append(element)
            numbers[element] = line
    return tuple(numbers), tuple(map(tuple, lists))


def _lines_near(value: float, ascending: Sequence[float]) -> list[int]:
    first, last = bisect_left(ascending, value - 2 * _SAME_LINE), bisect_right(ascending, value + 2 * _SAME_LINE)
    return [line for line in range(first, last) if abs(value - ascending[line]) < _SAME_LINE]


def _short_letters(column: int) -> str:
    if column < 26:
        return chr(ord("A") + column)
    return chr(ord("A") + column // 26 - 1) + chr(ord("A") + column % 26)
