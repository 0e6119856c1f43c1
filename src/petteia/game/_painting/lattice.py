"""The board as its graph says: tiles, plate, lines, crossings and points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import atan2, hypot, pi
from typing import Any

from petteia.draw import Stroke, Symbol, Tile

from ..facts import ListedSites
from .canvas import THICK, Canvas, ListedPoints, Point


def paint_cells(canvas: Canvas) -> None:
    """A tile for each cell, shaded by its phase where the board is checkered."""
    phases = canvas.facts.looks["phases"]
    given = {k: canvas.dress.colours[f"Phase{k}"] for k in range(6) if f"Phase{k}" in canvas.dress.colours}
    for site, cell in enumerate(canvas.shape.cells):
        phase = phases[site] if site < len(phases) else 0
        polygon = tuple(canvas.shape.points[k] for k in cell)
        shade = (1, 0, 2, 3)[phase % 4] if canvas.look.checkered else 0
        colour = given.get(phase if canvas.look.checkered or len(given) > 1 else 0)
        fill = "none" if colour == "" else colour or ("paper" if canvas.style == "penandpaper" else "")
        canvas.tiles.append(Tile(polygon, fill, shade))


def paint_plate(canvas: Canvas) -> None:
    """A board of the shape of its lines."""
    fill = canvas.dress.colours.get("Phase0", "paper" if canvas.style == "penandpaper" else "plate") or "none"
    for cell in canvas.shape.cells:
        canvas.tiles.append(Tile(tuple(canvas.shape.points[k] for k in cell), fill))
    backed = any(layer == "background" for layer, _ in canvas.dress.grounds)
    if fill != "none" and canvas.style not in ("spiral",) and not backed:
        rim = outline(canvas.shape.points, canvas.shape.edges)
        if rim:
            canvas.tiles.insert(0, Tile(rim, fill))
        for number in range(len(canvas.shape.edges)):
            stroke = edge_of(canvas, number)
            canvas.strokes.append(replace(stroke, width=0.95, colour="" if fill == "plate" else fill, part="plate"))
        if canvas.facts.letter == "V":  # lines that items add are lines of the board too
            for line in (one for item in canvas.dress.lines for one in lines_of(canvas, item)):
                canvas.strokes.append(replace(line, width=0.95, colour="" if fill == "plate" else fill, part="plate"))


def edge_of(canvas: Canvas, number: int) -> Stroke:
    """The line of an edge, bent where its tangents say so."""
    a, b = (canvas.shape.points[k] for k in canvas.shape.edges[number])
    curves = {row[0]: row[1:] for row in canvas.facts.looks["curves"]}
    part = "outer" if number in canvas.outer else "inner"
    if number in curves and "straight" not in canvas.dress.flags:
        far = hypot(a[0] - b[0], a[1] - b[1])
        (ux, uy, vx, vy) = curves[number]
        along = (b[0] - a[0], b[1] - a[1])  # tangents lead into the edge, whichever way they are given
        first, second = (
            (-1 if ux * along[0] + uy * along[1] < 0 else 1),
            (1 if vx * along[0] + vy * along[1] < 0 else -1),
        )
        ux, uy, vx, vy = first * ux, first * uy, second * vx, second * vy
        long = 0.36 * far / (hypot(ux, uy) or 1.0), 0.36 * far / (hypot(vx, vy) or 1.0)
        bend = (a[0] + long[0] * ux, a[1] + long[0] * uy, b[0] + long[1] * vx, b[1] + long[1] * vy)
        return Stroke((a, b), curve=bend, part=part)
    return Stroke((a, b), part=part)


def paint_edges(canvas: Canvas) -> None:
    """The lines of the board, as the metadata wants them."""
    river = _river(canvas)
    for number in range(len(canvas.shape.edges)):
        if number in river or (canvas.facts.letter == "C" and number in canvas.loose):
            continue
        stroke = edge_of(canvas, number)
        word = "OuterEdges" if stroke.part == "outer" else "InnerEdges"
        colour = canvas.dress.colours.get(word)
        if colour == "":
            continue
        cells = canvas.facts.letter == "C"
        plain = {"inner": 1.0 if cells else 1.6, "outer": 2.4 if cells else 1.6}[stroke.part]
        width = THICK * canvas.dress.widths.get(word, plain)
        dash = "dotted" if canvas.facts.letter == "E" or canvas.style == "penandpaper" else ""
        ruled = _ruled(canvas, replace(stroke, colour=colour or "", width=width, dash=dash))
        if ruled is not None:
            canvas.strokes.append(ruled)
    _paint_diagonals(canvas)


def _ruled(canvas: Canvas, stroke: Stroke) -> Stroke | None:
    """An edge as the last item that names it wants it; None if it is hidden."""
    for rule in canvas.dress.edges:
        if rule.which not in ("All", stroke.part.capitalize()):
            continue
        if rule.relation == "Diagonal" and not _is_slanted(stroke):
            continue
        if rule.relation == "Diagonal" and rule.hidden:
            continue  # a diagonal that is an edge is a line of the board; those that are none are not drawn anyway
        if rule.relation == "Orthogonal" and _is_slanted(stroke):
            continue
        if rule.hidden:
            return None
        stroke = replace(stroke, colour=rule.colour or stroke.colour, width=rule.width or stroke.width)
        stroke = replace(stroke, dash=rule.dash or stroke.dash)
    return stroke


def _is_slanted(stroke: Stroke) -> bool:
    (x, y), (u, v) = stroke.points[0], stroke.points[-1]
    return min(abs(x - u), abs(y - v)) > 0.2 * max(abs(x - u), abs(y - v))


def _paint_diagonals(canvas: Canvas) -> None:
    """Diagonals of squares, where an item wants them drawn and they are no edges."""
    wanted = [one for one in canvas.dress.edges if one.relation == "Diagonal" and not one.hidden]
    if not wanted or canvas.facts.letter != "V" or any(map(_is_slanted, canvas.strokes)):
        return
    for cell in canvas.shape.cells:
        if len(cell) == 4:
            corners = [canvas.shape.points[k] for k in cell]
            for a, b in ((0, 2), (1, 3)):
                rule = wanted[-1]
                width = rule.width or THICK
                canvas.strokes.append(Stroke((corners[a], corners[b]), rule.colour or "", width, rule.dash))


def _river(canvas: Canvas) -> set[int]:
    """Edges across the river of a xiangqi board, but those at its rim."""
    rows = sorted({round(y, 3) for _, y in canvas.default})
    if canvas.style != "xiangqi" or not canvas.is_grid() or len(rows) % 2:  # an odd number of rows leaves no room
        return set()
    xs = [x for x, _ in canvas.default]
    low, high = rows[len(rows) // 2 - 1], rows[len(rows) // 2]
    found = set()
    for number, (a, b) in enumerate(canvas.shape.edges):
        (x, y), (u, v) = canvas.shape.points[a], canvas.shape.points[b]
        if {round(y, 3), round(v, 3)} == {low, high} and min(xs) < x < max(xs) and abs(x - u) < 1e-3:
            found.add(number)
    return found


def paint_points(canvas: Canvas) -> None:
    """Points that pieces stand on."""
    if canvas.style in ("go", "xiangqi", "janggi", "surakarta"):
        return
    ends = {k for number in canvas.outer for k in canvas.shape.edges[number]}
    if canvas.style in ("shibumi", "houndsandjackals"):
        canvas.holes = dict.fromkeys(range(len(canvas.default)), "peg")
        return
    for site, point in enumerate(canvas.default):
        word = "OuterVertices" if site in ends else "InnerVertices"
        colour = canvas.dress.colours.get(word, "line")
        if colour:
            size = 0.16 * max(0.5, min(3.0, canvas.dress.widths.get(word, 1.0)))
            canvas.symbols.append(Symbol(point, "disc", colour, colour, size))


def paint_crossings(canvas: Canvas) -> None:
    """Lines through the middles of cells, on which stones stand as they do in Go."""
    columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*canvas.default, strict=True))
    rim = ((columns[0], rows[0]), (columns[-1], rows[0]), (columns[-1], rows[-1]), (columns[0], rows[-1]))
    fill = canvas.dress.colours.get("Phase0", "plate") or "none"
    canvas.tiles.append(Tile(rim, fill))
    canvas.strokes.append(Stroke((*rim, rim[0]), "" if fill == "plate" else fill, 0.95, part="plate"))
    lines = [((x, rows[0]), (x, rows[-1])) for x in columns] + [((columns[0], y), (columns[-1], y)) for y in rows]
    colour = canvas.dress.colours.get("InnerEdges") or ""
    canvas.strokes += [Stroke(line, colour, 1.6 * THICK, part="inner") for line in lines]
    paint_stars(canvas)


def paint_stars(canvas: Canvas) -> None:
    """The handicap points of a Go board."""
    columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*canvas.default, strict=True))
    if len(columns) != len(rows) or len(rows) < 9 or len(rows) % 2 == 0:
        return
    edge = 3 if len(rows) >= 13 else 2
    picked = (edge, len(rows) // 2, len(rows) - 1 - edge)
    for i in picked:
        for j in picked:
            if len(rows) >= 13 or (i == j == picked[1]) or (i != picked[1] and j != picked[1]):
                canvas.symbols.append(Symbol((columns[i], rows[j]), "disc", "line", "line", 0.22))


def lines_of(canvas: Canvas, item: dict[str, Any]) -> Iterable[Stroke]:
    """The lines that a graphics item adds."""
    letter = next((one[0] for one in item["args"] if one in ("Vertex", "Edge", "Cell")), "V")
    places = canvas.places[letter] if letter != "V" or canvas.facts.letter == "V" else list(canvas.shape.points)
    colour = next((one["colour"] for one in item["args"] if isinstance(one, dict) and "colour" in one), "")
    width = 1.6 * THICK * float(item["named"].get("scale", 1.0))
    curve = [float(one) for one in item["named"].get("curve", ())]
    for line in item["args"][0] if isinstance(item["args"][0], list) else ():
        if isinstance(line, list) and len(line) == 2 and max(line) < len(places):
            a, b = places[line[0]], places[line[1]]
            yield Stroke((a, b), colour, width, curve=_bend(canvas, a, b, curve, "Bezier" in item["args"]))


def _bend(canvas: Canvas, a: Point, b: Point, curve: list[float], bezier: bool) -> tuple[float, ...]:
    """Where a curve bends to: by points in parts of the board, or by the tangents at its ends."""
    if len(curve) != 4:
        return ()
    if bezier:
        every = list(canvas.shape.points)
        left, right = (pick(x for x, _ in every) for pick in (min, max))
        low, high = (pick(y for _, y in every) for pick in (min, max))
        whole = max(right - left, high - low)
        mid = ((left + right) / 2, (low + high) / 2)
        return tuple(mid[k % 2] + (one - 0.5) * whole * 1.25 for k, one in enumerate(curve))
    return a[0] + curve[0] / 3, a[1] + curve[1] / 3, b[0] - curve[2] / 3, b[1] - curve[3] / 3


def outline(points: ListedPoints, edges: ListedSites) -> tuple[Point, ...]:
    """The rim of a graph: the way along its edges that keeps all of it on one side; empty if it has none.

    >>> outline(((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)), ((0, 1), (1, 2), (2, 3), (3, 0), (0, 4)))
    ((0, 0), (1, 0), (1, 1), (0, 1))
    """
    near: dict[int, list[int]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    if not near:
        return ()
    first = min(near, key=lambda k: (points[k][1], points[k][0]))
    found, here, heading = [first], first, 0.0
    for _ in range(2 * len(edges) + 2):
        x, y = points[here]
        turns = [((atan2(points[k][1] - y, points[k][0] - x) - heading + pi - 1e-9) % (2 * pi), k) for k in near[here]]
        _, after = min(turns)
        heading = atan2(points[after][1] - y, points[after][0] - x)
        if after == first:
            break
        found.append(after)
        here = after
    return tuple(points[k] for k in found) if len(found) > 2 else ()
