"""Boards and marks of their own kind: mancala, backgammon, surakarta, palaces, ladders and others."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, hypot, pi, sin

from petteia.draw import Stroke, Symbol, Tile

from .canvas import THICK, Canvas, Point, middle
from .lattice import paint_edges

_LONG = 7.0
"""How far the rows of points of a backgammon board are apart."""


def paint_mancala(canvas: Canvas) -> None:
    """A plank with holes; the first and last place are stores where they stand apart."""
    points = canvas.default
    left, right = (pick(x for x, _ in points) for pick in (min, max))
    low, high = (pick(y for _, y in points) for pick in (min, max))
    near = 0.62 * canvas.unit
    stores = {k for k, point in enumerate(points) if _is_store(canvas, point)}
    stores = stores if len(stores) <= 4 else set()  # holes in a ring have rows of their own
    corners = (
        (left - near, low - near),
        (right + near, low - near),
        (right + near, high + near),
        (left - near, high + near),
    )
    if stores and high - low < 1.2 * canvas.unit:
        corners = tuple((x, y + (0.5 if y > low else -0.5) * canvas.unit) for x, y in corners)  # type: ignore[assignment]
    canvas.tiles.append(Tile(corners, canvas.dress.colours.get("Phase0") or "plate"))
    rim = canvas.dress.colours.get("OuterEdges") or ""
    canvas.strokes.append(Stroke((*corners, corners[0]), rim, 0.06, part="outer"))
    canvas.holes = {k: "store" if k in stores else "round" for k in range(len(points))} | canvas.dress.holes


def _is_store(canvas: Canvas, point: Point) -> bool:
    """True if a place stands beside the rows: no other shares its height."""
    return sum(abs(point[1] - y) < 0.1 * canvas.unit for _, y in canvas.default) <= 2 and _rows(canvas) > 2


def _rows(canvas: Canvas) -> int:
    return len({round(y / canvas.unit, 1) for _, y in canvas.default})


def paint_table(canvas: Canvas) -> None:
    """Points like teeth in two rows, and a bar between the halves where the number of columns is odd."""
    columns = sorted({round(x, 3) for x, _ in canvas.default})
    low = min(y for _, y in canvas.default)
    canvas.default[:] = [(x, 0.0 if y < low + 0.1 else _LONG * canvas.unit) for x, y in canvas.default]
    left, right, top = columns[0] - 0.6 * canvas.unit, columns[-1] + 0.6 * canvas.unit, (_LONG + 0.55) * canvas.unit
    low = -0.55 * canvas.unit
    field = ((left, low), (right, low), (right, top), (left, top))
    canvas.tiles.append(Tile(field, canvas.dress.colours.get("Phase0") or "plate"))
    bar = columns[len(columns) // 2] if len(columns) % 2 else None
    half = 0.46 * canvas.unit
    for x, y in canvas.default:
        if bar is not None and abs(x - bar) < 0.01:
            continue
        base, tip = (low, 2.6 * canvas.unit) if y < 0.1 else (top, (_LONG - 2.6) * canvas.unit)
        number = columns.index(round(x, 3)) + (y > 0.1)
        canvas.tiles.append(Tile(((x - half, base), (x + half, base), (x, tip)), "", 1 if number % 2 else 0))
    if bar is not None:
        sides = ((bar - half, low), (bar + half, low), (bar + half, top), (bar - half, top))
        canvas.tiles.append(Tile(sides, "", 3))
    canvas.strokes.append(Stroke((*field, field[0]), width=0.14, part="outer"))


def paint_surakarta(canvas: Canvas) -> None:
    """A grid with loops round its corners, where its tracks lead, on one square board."""
    paint_edges(canvas)
    left, right = (pick(x for x, _ in canvas.default) for pick in (min, max))
    low, high = (pick(y for _, y in canvas.default) for pick in (min, max))
    done: set[frozenset[int]] = set()
    reach = 0.5 * canvas.unit
    for _, _, _, sites in canvas.facts.looks["tracks"]:
        for a, b in zip(sites, sites[1:] + sites[:1], strict=True):
            if a == b or frozenset((a, b)) in done or not max(a, b) < len(canvas.default):
                continue
            done.add(frozenset((a, b)))
            (x, y), (u, v) = canvas.default[a], canvas.default[b]
            corner = (
                min((left, right), key=lambda one: abs(one - x) + abs(one - u)),
                min((low, high), key=lambda one: abs(one - y) + abs(one - v)),
            )
            radius = hypot(x - corner[0], y - corner[1])
            if abs(x - u) > 1e-3 and abs(y - v) > 1e-3 and radius > 0.1 * canvas.unit:
                canvas.strokes.append(Stroke(_loop(corner, (x, y), (u, v)), width=THICK * 1.6, part="inner"))
                reach = max(reach, radius)
    far = reach + 0.3 * canvas.unit
    plate = ((left - far, low - far), (right + far, low - far), (right + far, high + far), (left - far, high + far))
    canvas.tiles.insert(0, Tile(plate, canvas.dress.colours.get("Phase0", "plate") or "none"))


def paint_palaces(canvas: Canvas) -> None:
    """The diagonals of the palaces: regions of three by three that are called so, or in the middle of the rows."""
    columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*canvas.default, strict=True))
    if len(columns) < 5:
        return
    centre = len(columns) // 2
    for end in (rows[:3], rows[-3:]):
        a, b = columns[centre - 1], columns[centre + 1]
        width = THICK * 1.6
        canvas.strokes.append(Stroke(((a, end[0]), (b, end[2])), width=width, part="inner"))
        canvas.strokes.append(Stroke(((a, end[2]), (b, end[0])), width=width, part="inner"))
    if canvas.style == "xiangqi" and len(rows) > 4 and len(rows) % 2 == 0:
        y = (rows[len(rows) // 2 - 1] + rows[len(rows) // 2]) / 2
        wide = columns[-1] - columns[0]
        for share, word in ((0.25, "楚河"), (0.75, "漢界")):
            canvas.symbols.append(Symbol((columns[0] + share * wide, y), "text", "line", "line", 0.9, 0.0, word))


def paint_shogi_dots(canvas: Canvas) -> None:
    """The four dots of a Shogi board."""
    columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*canvas.shape.points, strict=True))
    if len(rows) == len(columns) == 10:
        for i in (3, 6):
            for j in (3, 6):
                canvas.symbols.append(Symbol((columns[i], rows[j]), "disc", "line", "line", 0.14))


def paint_ladders(canvas: Canvas) -> None:
    """Ladders up and snakes down, where maps lead from site to site."""
    for _, pairs in canvas.facts.looks["maps"]:
        for a, b in pairs:
            if max(a, b) < len(canvas.default):
                (x, y), (u, v) = canvas.default[a], canvas.default[b]
                if b > a:
                    canvas.strokes.append(Stroke(((x, y), (u, v)), "#8a5a2b", 0.2))
                    canvas.strokes.append(Stroke(((x, y), (u, v)), "#f1d9a8", 0.1, "dashed"))
                else:
                    mid = ((x + u) / 2, (y + v) / 2)
                    bend = (
                        mid[0] + 0.3 * (v - y),
                        mid[1] - 0.3 * (u - x),
                        mid[0] - 0.3 * (v - y),
                        mid[1] + 0.3 * (u - x),
                    )
                    canvas.strokes.append(Stroke(((x, y), (u, v)), "#3f7d3a", 0.16, curve=bend))


def paint_blocks(canvas: Canvas) -> None:
    """Thick lines round blocks of three by three."""
    xs, ys = (sorted({round(one, 3) for one in axis}) for axis in zip(*canvas.shape.points, strict=True))
    for x in xs[::3]:
        canvas.strokes.append(Stroke(((x, ys[0]), (x, ys[-1])), width=0.07))
    for y in ys[::3]:
        canvas.strokes.append(Stroke(((xs[0], y), (xs[-1], y)), width=0.07))


def paint_slots(canvas: Canvas) -> None:
    """A blue wall with round holes."""
    canvas.look = replace(canvas.look, colours=canvas.look.colours | {"tile0": "#3465a4"})
    canvas.symbols += [Symbol(point, "disc", "bg", "rim", 0.8) for point in canvas.default]


def paint_tafl(canvas: Canvas) -> None:
    """The castle in the middle and the corners, unless items mark them."""
    if canvas.dress.symbols or not _cells_are_square(canvas):
        return
    xs, ys = ([x for x, _ in canvas.default], [y for _, y in canvas.default])
    wanted = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))] + [middle(canvas.default)]
    for point in wanted:
        nearest = min(canvas.default, key=lambda one: hypot(one[0] - point[0], one[1] - point[1]))
        if hypot(nearest[0] - point[0], nearest[1] - point[1]) < 0.1 * canvas.unit:
            canvas.symbols.append(Symbol(nearest, "knotSquare", "", "line", 0.8))


def _cells_are_square(canvas: Canvas) -> bool:
    return canvas.facts.letter == "C" and all(len(cell) == 4 for cell in canvas.shape.cells)


def _loop(centre: Point, start: Point, end: Point) -> tuple[Point, ...]:
    """Three quarters of a circle from one point to another, the long way round a corner."""
    radius = hypot(start[0] - centre[0], start[1] - centre[1])
    a = atan2(start[1] - centre[1], start[0] - centre[0])
    b = atan2(end[1] - centre[1], end[0] - centre[0])
    turn = (b - a) % (2 * pi)
    if turn < pi:
        turn -= 2 * pi
    return tuple(
        (centre[0] + radius * cos(a + turn * k / 24), centre[1] + radius * sin(a + turn * k / 24)) for k in range(25)
    )
