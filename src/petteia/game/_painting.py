"""The board of a game without its pieces: tiles, lines, holes, marks and coordinates, by its rules and its metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Any

from petteia.draw import Look, Spot, Stroke, Symbol, Tile
from petteia.draw.scene import spacing

from ._dress import Dress, Shown, ground_symbol
from .facts import Facts, ListedSites

Point = tuple[float, float]
ListedPoints = Sequence[Point]

_LABEL = re.compile(r"([A-Za-z]+)(\d+)")
_THICK = 0.022
"""The width of a line of thickness 1, in parts of a place."""
_BESIDE = 0.06
"""The distance of coordinates from the rim, at most, in parts of the board."""
_LONG = 7.0
"""How far the rows of points of a backgammon board are apart."""
_FEW = 0.3
"""The share of sites up to which a region is worth a mark."""


@dataclass(frozen=True)
class Painted:
    """A board ready for its pieces."""

    look: Look
    tiles: tuple[Tile, ...]
    strokes: tuple[Stroke, ...]
    symbols: tuple[Symbol, ...]
    names: tuple[Symbol, ...]
    spots: dict[tuple[str, int], Spot]


def painted(facts: Facts) -> Painted:
    """The board of a game."""
    return _Painter(facts, facts.dress).paint()


def middle(points: Iterable[Point]) -> Point:
    """The mean of points."""
    every = list(points)
    return sum(x for x, _ in every) / len(every), sum(y for _, y in every) / len(every)


class _Painter:
    def __init__(self, facts: Facts, dress: Dress) -> None:
        self.facts, self.dress = facts, dress
        self.shape = facts.geometry
        self.places = {letter: self._places(letter) for letter in "VEC"}
        self.default = self.places[facts.letter]
        if facts.letter == "E":
            lengths = sorted(self._far(*edge) for edge in self.shape.edges)
            self.unit = lengths[len(lengths) // 2] if lengths else 1.0
        else:
            self.unit = spacing(self.default)
        self.style = dress.style or self._style()
        self.tiles: list[Tile] = []
        self.strokes: list[Stroke] = []
        self.symbols: list[Symbol] = []
        self.holes: dict[int, str] = {}
        self.look = Look(
            style=self.style,
            colours={},
            players=dict(dress.players),
            player_names=dict(dress.player_names),
            checkered=self._is_checkered(),
            plain_board="no board" in dress.flags,
            zoom=dress.zoom,
            spacing=self.unit,
            piece=0.9 if self.style in ("go", "shibumi") else 0.84 if self._is_chess() else 0.74,
        )
        if not dress.players and self.style == "go":  # Black moves first
            self.look = replace(self.look, players={1: "#26221f", 2: "#fbf8f1"})
        if not dress.players and dress.family in ("xiangqi", "janggi"):  # as their characters are
            self.look = replace(self.look, players={1: "#b3261e", 2: "#1e1a17"})
        self.outer = self._outer_edges()
        self.on_crossings = self.style == "go" and facts.letter == "C" and self._is_grid()
        """True if stones stand on the crossings of lines, though the rules speak of cells."""

    # -- what there is ------------------------------------------------------------------------------------------

    def _places(self, letter: str) -> list[Point]:
        shape = self.shape
        if letter == self.facts.letter:
            return list(shape.centres)
        if letter == "V":
            return list(shape.points)
        corners: ListedSites = shape.edges if letter == "E" else shape.cells
        return [middle([shape.points[k] for k in numbers]) for numbers in corners]

    def _far(self, a: int, b: int) -> float:
        (x, y), (u, v) = self.shape.points[a], self.shape.points[b]
        return hypot(x - u, y - v)

    def _style(self) -> str:
        facts, family = self.facts, self.dress.family
        known = {"mancalaBoard": "mancala", "surakartaBoard": "surakarta", "boardless": "boardless"}
        if facts.looks["board"] in known:
            return known[facts.looks["board"]]
        if family in ("xiangqi", "janggi") and facts.letter == "V":
            return family
        if family == "shogi" and facts.letter == "C":
            return "shogi"
        if facts.letter == "V" and facts.looks["tracks"] and self._has_two_rows():
            return "backgammon"
        if family == "chess" and facts.letter == "C":
            return "chess"
        if facts.letter == "E":
            return "penandpaper"
        if facts.letter == "V":
            return "go" if self._is_grid() and not self._moves_pieces() else "graph"
        return "board"

    def _moves_pieces(self) -> bool:
        """True if pieces are told apart, so that this is no game of stones that are put down."""
        owners = [one.owner for one in self.facts.components if not one.faces]
        return len(set(owners)) < len(owners) or len(self.default) < 49

    def _has_two_rows(self) -> bool:
        rows = {round(y, 2) for _, y in self.default}
        return len(rows) == 2 and len(self.default) >= 16

    def _is_grid(self) -> bool:
        columns, rows = ({round(one, 2) for one in axis} for axis in zip(*self.default, strict=True))
        return len(columns) * len(rows) == len(self.default) and len(rows) > 2 and len(columns) > 2

    def _is_chess(self) -> bool:
        return self.dress.family in ("chess", "shogi", "xiangqi", "janggi")

    def _is_checkered(self) -> bool:
        if self.facts.letter != "C":
            return False
        return self.style in ("chess", "lasca") or "checkered" in self.dress.flags

    def _outer_edges(self) -> set[int]:
        """The edges that bound at most one face."""
        numbers = {frozenset(edge): k for k, edge in enumerate(self.shape.edges)}
        seen = [0] * len(self.shape.edges)
        for cell in self.shape.cells:
            for a, b in zip(cell, (*cell[1:], cell[0]), strict=True):
                if (number := numbers.get(frozenset((a, b)))) is not None:
                    seen[number] += 1
        self.loose = {k for k, times in enumerate(seen) if times == 0}
        return {k for k, times in enumerate(seen) if times < 2} if self.shape.cells else set()

    # -- painting -----------------------------------------------------------------------------------------------

    def paint(self) -> Painted:
        """Paints all, the lowest first."""
        if self.style in ("backgammon", "table") and self.facts.letter == "V" and self._has_two_rows():
            self._table()
        elif not self.look.plain_board:
            self._grounds()
            painter = {"mancala": self._mancala, "surakarta": self._surakarta}.get(self.style, self._plain)
            painter = self._crossings if self.on_crossings else painter
            painter()
        self._regions()
        for item in self.dress.lines:
            self.strokes += self._lines(item)
        for shown in self.dress.symbols:
            self.symbols += self._shown(shown)
        if not self.dress.symbols:
            self._marked()
        self._owned_sides()
        return Painted(
            self.look, tuple(self.tiles), tuple(self.strokes), tuple(self.symbols), tuple(self._names()), self._spots()
        )

    def _plain(self) -> None:
        """Tiles and lines."""
        facts = self.facts
        if facts.letter == "C":
            self._cells()
        else:
            self._plate()
        if facts.letter != "C" or self.style != "boardless":
            self._edges()
        if facts.letter == "V" or self.style in ("shibumi", "houndsandjackals"):
            self._vertices()
        elif facts.letter == "E" or self.style == "penandpaper":
            self.symbols += [Symbol(point, "disc", "rim", "rim", 0.13) for point in self.shape.points]
        special = {
            "xiangqi": self._palaces, "janggi": self._palaces, "go": self._stars, "shogi": self._shogi_dots,
            "snakesandladders": self._ladders, "sudoku": self._blocks, "ultimatetictactoe": self._blocks,
            "connect4": self._slots, "tafl": self._tafl,
        }.get(self.style)  # fmt: skip
        if special is not None:
            special()

    def _crossings(self) -> None:
        """Lines through the middles of cells, on which stones stand as they do in Go."""
        columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*self.default, strict=True))
        rim = ((columns[0], rows[0]), (columns[-1], rows[0]), (columns[-1], rows[-1]), (columns[0], rows[-1]))
        fill = self.dress.colours.get("Phase0", "plate") or "none"
        self.tiles.append(Tile(rim, fill))
        self.strokes.append(Stroke((*rim, rim[0]), "" if fill == "plate" else fill, 0.95, part="plate"))
        lines = [((x, rows[0]), (x, rows[-1])) for x in columns] + [((columns[0], y), (columns[-1], y)) for y in rows]
        colour = self.dress.colours.get("InnerEdges") or ""
        self.strokes += [Stroke(line, colour, 1.6 * _THICK, part="inner") for line in lines]
        self._stars()

    def _cells(self) -> None:
        phases = self.facts.looks["phases"]
        given = {k: self.dress.colours[f"Phase{k}"] for k in range(6) if f"Phase{k}" in self.dress.colours}
        for site, cell in enumerate(self.shape.cells):
            phase = phases[site] if site < len(phases) else 0
            polygon = tuple(self.shape.points[k] for k in cell)
            shade = (1, 0, 2, 3)[phase % 4] if self.look.checkered else 0
            colour = given.get(phase if self.look.checkered or len(given) > 1 else 0)
            fill = "none" if colour == "" else colour or ("paper" if self.style == "penandpaper" else "")
            self.tiles.append(Tile(polygon, fill, shade))

    def _plate(self) -> None:
        """A board of the shape of its lines."""
        fill = self.dress.colours.get("Phase0", "paper" if self.style == "penandpaper" else "plate") or "none"
        for cell in self.shape.cells:
            self.tiles.append(Tile(tuple(self.shape.points[k] for k in cell), fill))
        backed = any(layer == "background" for layer, _ in self.dress.grounds)
        if fill != "none" and self.style not in ("spiral",) and not backed:
            rim = outline(self.shape.points, self.shape.edges)
            if rim:
                self.tiles.insert(0, Tile(rim, fill))
            for number in range(len(self.shape.edges)):
                stroke = self._edge(number)
                self.strokes.append(replace(stroke, width=0.95, colour="" if fill == "plate" else fill, part="plate"))
            if self.facts.letter == "V":  # lines that items add are lines of the board too
                for line in (one for item in self.dress.lines for one in self._lines(item)):
                    self.strokes.append(replace(line, width=0.95, colour="" if fill == "plate" else fill, part="plate"))

    def _edge(self, number: int) -> Stroke:
        a, b = (self.shape.points[k] for k in self.shape.edges[number])
        curves = {row[0]: row[1:] for row in self.facts.looks["curves"]}
        part = "outer" if number in self.outer else "inner"
        if number in curves and "straight" not in self.dress.flags:
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

    def _edges(self) -> None:
        river = self._river()
        for number in range(len(self.shape.edges)):
            if number in river or (self.facts.letter == "C" and number in self.loose):
                continue
            stroke = self._edge(number)
            word = "OuterEdges" if stroke.part == "outer" else "InnerEdges"
            colour = self.dress.colours.get(word)
            if colour == "":
                continue
            cells = self.facts.letter == "C"
            plain = {"inner": 1.0 if cells else 1.6, "outer": 2.4 if cells else 1.6}[stroke.part]
            width = _THICK * self.dress.widths.get(word, plain)
            dash = "dotted" if self.facts.letter == "E" or self.style == "penandpaper" else ""
            ruled = self._ruled(replace(stroke, colour=colour or "", width=width, dash=dash))
            if ruled is not None:
                self.strokes.append(ruled)
        self._diagonals()

    def _ruled(self, stroke: Stroke) -> Stroke | None:
        """An edge as the last item that names it wants it; None if it is hidden."""
        for rule in self.dress.edges:
            if rule.which not in ("All", stroke.part.capitalize()):
                continue
            if rule.relation == "Diagonal" and not self._is_slanted(stroke):
                continue
            if rule.relation == "Diagonal" and rule.hidden:
                continue  # a diagonal that is an edge is a line of the board; those that are none are not drawn anyway
            if rule.relation == "Orthogonal" and self._is_slanted(stroke):
                continue
            if rule.hidden:
                return None
            stroke = replace(stroke, colour=rule.colour or stroke.colour, width=rule.width or stroke.width)
            stroke = replace(stroke, dash=rule.dash or stroke.dash)
        return stroke

    @staticmethod
    def _is_slanted(stroke: Stroke) -> bool:
        (x, y), (u, v) = stroke.points[0], stroke.points[-1]
        return min(abs(x - u), abs(y - v)) > 0.2 * max(abs(x - u), abs(y - v))

    def _diagonals(self) -> None:
        """Diagonals of squares, where an item wants them drawn and they are no edges."""
        wanted = [one for one in self.dress.edges if one.relation == "Diagonal" and not one.hidden]
        if not wanted or self.facts.letter != "V" or any(map(self._is_slanted, self.strokes)):
            return
        for cell in self.shape.cells:
            if len(cell) == 4:
                corners = [self.shape.points[k] for k in cell]
                for a, b in ((0, 2), (1, 3)):
                    rule = wanted[-1]
                    width = rule.width or _THICK
                    self.strokes.append(Stroke((corners[a], corners[b]), rule.colour or "", width, rule.dash))

    def _vertices(self) -> None:
        """Points that pieces stand on."""
        if self.style in ("go", "xiangqi", "janggi", "surakarta"):
            return
        ends = {k for number in self.outer for k in self.shape.edges[number]}
        if self.style in ("shibumi", "houndsandjackals"):
            self.holes = dict.fromkeys(range(len(self.default)), "peg")
            return
        for site, point in enumerate(self.default):
            word = "OuterVertices" if site in ends else "InnerVertices"
            colour = self.dress.colours.get(word, "line")
            if colour:
                size = 0.16 * max(0.5, min(3.0, self.dress.widths.get(word, 1.0)))
                self.symbols.append(Symbol(point, "disc", colour, colour, size))

    # -- boards of their own kind -------------------------------------------------------------------------------

    def _mancala(self) -> None:
        """A plank with holes; the first and last place are stores where they stand apart."""
        points = self.default
        left, right = (pick(x for x, _ in points) for pick in (min, max))
        low, high = (pick(y for _, y in points) for pick in (min, max))
        near = 0.62 * self.unit
        stores = {k for k, point in enumerate(points) if self._is_store(point)}
        stores = stores if len(stores) <= 4 else set()  # holes in a ring have rows of their own
        corners = (
            (left - near, low - near),
            (right + near, low - near),
            (right + near, high + near),
            (left - near, high + near),
        )
        if stores and high - low < 1.2 * self.unit:
            corners = tuple((x, y + (0.5 if y > low else -0.5) * self.unit) for x, y in corners)  # type: ignore[assignment]
        self.tiles.append(Tile(corners, self.dress.colours.get("Phase0") or "plate"))
        rim = self.dress.colours.get("OuterEdges") or ""
        self.strokes.append(Stroke((*corners, corners[0]), rim, 0.06, part="outer"))
        self.holes = {k: "store" if k in stores else "round" for k in range(len(points))} | self.dress.holes

    def _is_store(self, point: Point) -> bool:
        """True if a place stands beside the rows: no other shares its height."""
        return sum(abs(point[1] - y) < 0.1 * self.unit for _, y in self.default) <= 2 and self._rows() > 2

    def _rows(self) -> int:
        return len({round(y / self.unit, 1) for _, y in self.default})

    def _table(self) -> None:
        """Points like teeth in two rows, and a bar between the halves where the number of columns is odd."""
        columns = sorted({round(x, 3) for x, _ in self.default})
        low = min(y for _, y in self.default)
        self.default[:] = [(x, 0.0 if y < low + 0.1 else _LONG * self.unit) for x, y in self.default]
        left, right, top = columns[0] - 0.6 * self.unit, columns[-1] + 0.6 * self.unit, (_LONG + 0.55) * self.unit
        low = -0.55 * self.unit
        field = ((left, low), (right, low), (right, top), (left, top))
        self.tiles.append(Tile(field, self.dress.colours.get("Phase0") or "plate"))
        bar = columns[len(columns) // 2] if len(columns) % 2 else None
        half = 0.46 * self.unit
        for x, y in self.default:
            if bar is not None and abs(x - bar) < 0.01:
                continue
            base, tip = (low, 2.6 * self.unit) if y < 0.1 else (top, (_LONG - 2.6) * self.unit)
            number = columns.index(round(x, 3)) + (y > 0.1)
            self.tiles.append(Tile(((x - half, base), (x + half, base), (x, tip)), "", 1 if number % 2 else 0))
        if bar is not None:
            sides = ((bar - half, low), (bar + half, low), (bar + half, top), (bar - half, top))
            self.tiles.append(Tile(sides, "", 3))
        self.strokes.append(Stroke((*field, field[0]), width=0.14, part="outer"))

    def _surakarta(self) -> None:
        """A grid with loops round its corners, where its tracks lead, on one square board."""
        self._edges()
        left, right = (pick(x for x, _ in self.default) for pick in (min, max))
        low, high = (pick(y for _, y in self.default) for pick in (min, max))
        done: set[frozenset[int]] = set()
        reach = 0.5 * self.unit
        for _, _, _, sites in self.facts.looks["tracks"]:
            for a, b in zip(sites, sites[1:] + sites[:1], strict=True):
                if a == b or frozenset((a, b)) in done or not max(a, b) < len(self.default):
                    continue
                done.add(frozenset((a, b)))
                (x, y), (u, v) = self.default[a], self.default[b]
                corner = (
                    min((left, right), key=lambda one: abs(one - x) + abs(one - u)),
                    min((low, high), key=lambda one: abs(one - y) + abs(one - v)),
                )
                radius = hypot(x - corner[0], y - corner[1])
                if abs(x - u) > 1e-3 and abs(y - v) > 1e-3 and radius > 0.1 * self.unit:
                    self.strokes.append(Stroke(_loop(corner, (x, y), (u, v)), width=_THICK * 1.6, part="inner"))
                    reach = max(reach, radius)
        far = reach + 0.3 * self.unit
        plate = ((left - far, low - far), (right + far, low - far), (right + far, high + far), (left - far, high + far))
        self.tiles.insert(0, Tile(plate, self.dress.colours.get("Phase0", "plate") or "none"))

    def _river(self) -> set[int]:
        """Edges across the river of a xiangqi board, but those at its rim."""
        rows = sorted({round(y, 3) for _, y in self.default})
        if self.style != "xiangqi" or not self._is_grid() or len(rows) % 2:  # an odd number of rows leaves no room
            return set()
        xs = [x for x, _ in self.default]
        low, high = rows[len(rows) // 2 - 1], rows[len(rows) // 2]
        found = set()
        for number, (a, b) in enumerate(self.shape.edges):
            (x, y), (u, v) = self.shape.points[a], self.shape.points[b]
            if {round(y, 3), round(v, 3)} == {low, high} and min(xs) < x < max(xs) and abs(x - u) < 1e-3:
                found.add(number)
        return found

    def _palaces(self) -> None:
        """The diagonals of the palaces: regions of three by three that are called so, or in the middle of the rows."""
        columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*self.default, strict=True))
        if len(columns) < 5:
            return
        centre = len(columns) // 2
        for end in (rows[:3], rows[-3:]):
            a, b = columns[centre - 1], columns[centre + 1]
            width = _THICK * 1.6
            self.strokes.append(Stroke(((a, end[0]), (b, end[2])), width=width, part="inner"))
            self.strokes.append(Stroke(((a, end[2]), (b, end[0])), width=width, part="inner"))
        if self.style == "xiangqi" and len(rows) > 4 and len(rows) % 2 == 0:
            y = (rows[len(rows) // 2 - 1] + rows[len(rows) // 2]) / 2
            wide = columns[-1] - columns[0]
            for share, word in ((0.25, "楚河"), (0.75, "漢界")):
                self.symbols.append(Symbol((columns[0] + share * wide, y), "text", "line", "line", 0.9, 0.0, word))

    def _stars(self) -> None:
        """The handicap points of a Go board."""
        columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*self.default, strict=True))
        if len(columns) != len(rows) or len(rows) < 9 or len(rows) % 2 == 0:
            return
        edge = 3 if len(rows) >= 13 else 2
        picked = (edge, len(rows) // 2, len(rows) - 1 - edge)
        for i in picked:
            for j in picked:
                if len(rows) >= 13 or (i == j == picked[1]) or (i != picked[1] and j != picked[1]):
                    self.symbols.append(Symbol((columns[i], rows[j]), "disc", "line", "line", 0.22))

    def _shogi_dots(self) -> None:
        columns, rows = (sorted({round(one, 3) for one in axis}) for axis in zip(*self.shape.points, strict=True))
        if len(rows) == len(columns) == 10:
            for i in (3, 6):
                for j in (3, 6):
                    self.symbols.append(Symbol((columns[i], rows[j]), "disc", "line", "line", 0.14))

    def _ladders(self) -> None:
        """Ladders up and snakes down, where maps lead from site to site."""
        for _, pairs in self.facts.looks["maps"]:
            for a, b in pairs:
                if max(a, b) < len(self.default):
                    (x, y), (u, v) = self.default[a], self.default[b]
                    if b > a:
                        self.strokes.append(Stroke(((x, y), (u, v)), "#8a5a2b", 0.2))
                        self.strokes.append(Stroke(((x, y), (u, v)), "#f1d9a8", 0.1, "dashed"))
                    else:
                        mid = ((x + u) / 2, (y + v) / 2)
                        bend = (
                            mid[0] + 0.3 * (v - y),
                            mid[1] - 0.3 * (u - x),
                            mid[0] - 0.3 * (v - y),
                            mid[1] + 0.3 * (u - x),
                        )
                        self.strokes.append(Stroke(((x, y), (u, v)), "#3f7d3a", 0.16, curve=bend))

    def _blocks(self) -> None:
        """Thick lines round blocks of three by three."""
        xs, ys = (sorted({round(one, 3) for one in axis}) for axis in zip(*self.shape.points, strict=True))
        for x in xs[::3]:
            self.strokes.append(Stroke(((x, ys[0]), (x, ys[-1])), width=0.07))
        for y in ys[::3]:
            self.strokes.append(Stroke(((xs[0], y), (xs[-1], y)), width=0.07))

    def _slots(self) -> None:
        self.look = replace(self.look, colours=self.look.colours | {"tile0": "#3465a4"})
        self.symbols += [Symbol(point, "disc", "bg", "rim", 0.8) for point in self.default]

    def _tafl(self) -> None:
        """The castle in the middle and the corners, unless items mark them."""
        if self.dress.symbols or not self._cells_are_square():
            return
        xs, ys = ([x for x, _ in self.default], [y for _, y in self.default])
        wanted = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))] + [middle(self.default)]
        for point in wanted:
            nearest = min(self.default, key=lambda one: hypot(one[0] - point[0], one[1] - point[1]))
            if hypot(nearest[0] - point[0], nearest[1] - point[1]) < 0.1 * self.unit:
                self.symbols.append(Symbol(nearest, "knotSquare", "", "line", 0.8))

    def _cells_are_square(self) -> bool:
        return self.facts.letter == "C" and all(len(cell) == 4 for cell in self.shape.cells)

    # -- what items and rules mark ------------------------------------------------------------------------------

    def _grounds(self) -> None:
        """Pictures below and above the board; their sizes and places are parts of the board's."""
        every = list(self.shape.points) or self.default
        left, right = (pick(x for x, _ in every) for pick in (min, max))
        low, high = (pick(y for _, y in every) for pick in (min, max))
        whole = max(right - left, high - low)
        for layer, item in self.dress.grounds:
            named = item["named"]
            dx, dy = float(named.get("offsetX", 0)) * whole, float(named.get("offsetY", 0)) * whole
            at = ((left + right) / 2 + dx, (low + high) / 2 - dy)
            self.symbols.append(ground_symbol(item, at, whole / self.unit, layer))

    def _regions(self) -> None:
        for shown, colour in self.dress.regions:
            of = str(shown.item["named"].get("regionSiteType", ""))[:1]
            if shown.letter == "C" or (of == "C" and shown.letter == "E"):
                self._region_of_cells(shown, colour, outline=shown.letter == "E")
            elif shown.letter == "E":
                for site in shown.sites:
                    if site < len(self.shape.edges) and colour:
                        width = 0.09 * float(shown.item["named"].get("scale", 1.0))
                        self.strokes.append(replace(self._edge(site), colour=colour, width=width))
            else:
                size = 0.5 * float(shown.item["named"].get("scale", 1.0))
                places = self.places["V"]
                self.symbols += [
                    Symbol(places[k], "disc", colour, colour, size) for k in shown.sites if k < len(places) and colour
                ]

    def _region_of_cells(self, shown: Shown, colour: str, *, outline: bool) -> None:
        sites = {site for site in shown.sites if site < len(self.shape.cells)}
        if not outline:
            fills = {tuple(self.shape.points[k] for k in self.shape.cells[site]) for site in sites}
            self.tiles = [replace(one, fill=colour or "none") if one.polygon in fills else one for one in self.tiles]
            return
        sides: dict[frozenset[int], int] = {}
        for site in sites:
            cell = self.shape.cells[site]
            for a, b in zip(cell, (*cell[1:], cell[0]), strict=True):
                sides[frozenset((a, b))] = sides.get(frozenset((a, b)), 0) + 1
        for side, times in sides.items():
            if times == 1 and colour:
                self.strokes.append(Stroke(tuple(self.shape.points[k] for k in side), colour, 0.09))

    def _shown(self, shown: Shown) -> Iterable[Symbol]:
        places = self.places[shown.letter]
        named = shown.item["named"]
        symbols = self.dress.colours.get("Symbols")
        for site in shown.sites:
            if 0 <= site < len(places):
                x, y = places[site]
                dx, dy = (float(named.get(word, 0)) * self.unit for word in ("offsetX", "offsetY"))
                one = ground_symbol(shown.item, (x + dx, y - dy), 1.0)
                fill = one.fill or ("" if one.stroke else symbols or "line")
                yield replace(one, fill=fill, stroke=one.stroke or fill, site=str(site))

    def _lines(self, item: dict[str, Any]) -> Iterable[Stroke]:
        letter = next((one[0] for one in item["args"] if one in ("Vertex", "Edge", "Cell")), "V")
        places = self.places[letter] if letter != "V" or self.facts.letter == "V" else list(self.shape.points)
        colour = next((one["colour"] for one in item["args"] if isinstance(one, dict) and "colour" in one), "")
        width = 1.6 * _THICK * float(item["named"].get("scale", 1.0))
        curve = [float(one) for one in item["named"].get("curve", ())]
        for line in item["args"][0] if isinstance(item["args"][0], list) else ():
            if isinstance(line, list) and len(line) == 2 and max(line) < len(places):
                a, b = places[line[0]], places[line[1]]
                yield Stroke((a, b), colour, width, curve=self._bend(a, b, curve, "Bezier" in item["args"]))

    def _bend(self, a: Point, b: Point, curve: list[float], bezier: bool) -> tuple[float, ...]:
        """Where a curve bends to: by points in parts of the board, or by the tangents at its ends."""
        if len(curve) != 4:
            return ()
        if bezier:
            every = list(self.shape.points)
            left, right = (pick(x for x, _ in every) for pick in (min, max))
            low, high = (pick(y for _, y in every) for pick in (min, max))
            whole = max(right - left, high - low)
            mid = ((left + right) / 2, (low + high) / 2)
            return tuple(mid[k % 2] + (one - 0.5) * whole * 1.25 for k, one in enumerate(curve))
        return a[0] + curve[0] / 3, a[1] + curve[1] / 3, b[0] - curve[2] / 3, b[1] - curve[3] / 3

    def _marked(self) -> None:
        """Small regions without an owner, where the rules treat sites differently, get a mark."""
        seen: set[int] = set()
        racing = bool(self.facts.looks["tracks"])
        for name, owner, parts in self.facts.looks["regions"]:
            sites = {site for part in parts for site in part if site < len(self.default)} - seen
            wanted = 0 < len(sites) <= max(1, _FEW * len(self.default))
            if (
                name
                and wanted
                and owner in (0, self.facts.players + 1)
                and self.facts.letter != "E"
                and self.style != "mancala"
            ):
                seen |= sites
                shape = "flower" if racing else "knotSquare"
                self.symbols += [Symbol(self.default[k], shape, "", "line", 0.62, site=str(k)) for k in sorted(sites)]

    def _owned_sides(self) -> None:
        """Sides of the board that players have to join, in their colours."""
        if self.style != "connectivegoal" and not self.facts.looks["ends"].get("connected"):
            return
        owned = [
            (owner, set(part))
            for _, owner, parts in self.facts.looks["regions"]
            for part in parts
            if 1 <= owner <= self.facts.players
        ]
        owned = [(owner, part) for owner, part in owned if part and max(part) < len(self.default)]
        if not owned or self.dress.regions:
            return
        centre = middle(self.default)
        heading = [
            (lambda m: (m[0] - centre[0], m[1] - centre[1]))(middle([self.default[k] for k in part]))
            for _, part in owned
        ]
        numbers = {frozenset(edge): k for k, edge in enumerate(self.shape.edges)}
        rows = self.shape.cells if self.facts.letter == "C" else ()
        for site, cell in enumerate(rows):
            mine = [k for k, (_, part) in enumerate(owned) if site in part]
            for a, b in zip(cell, (*cell[1:], cell[0]), strict=True) if mine else ():
                if numbers.get(frozenset((a, b))) in self.outer:
                    mid = middle([self.shape.points[a], self.shape.points[b]])
                    out = (mid[0] - self.default[site][0], mid[1] - self.default[site][1])
                    best = max(mine, key=lambda k: out[0] * heading[k][0] + out[1] * heading[k][1])
                    if out[0] * heading[best][0] + out[1] * heading[best][1] > 0:
                        ends = (self.shape.points[a], self.shape.points[b])
                        self.strokes.append(Stroke(ends, "", 0.2, part="rim"))
                        self.strokes.append(Stroke(ends, "", 0.15, part="side", owner=owned[best][0]))
        if self.facts.letter == "V":
            for number in self.outer:
                a, b = self.shape.edges[number]
                for owner, part in owned:
                    if {a, b} <= part:
                        self.strokes.append(
                            Stroke((self.shape.points[a], self.shape.points[b]), "", 0.12, part="side", owner=owner)
                        )

    # -- places and their names ---------------------------------------------------------------------------------

    def _spots(self) -> dict[tuple[str, int], Spot]:
        facts = self.facts
        owners: dict[int, int] = {}
        if "player holes" in self.dress.flags or "region owner" in self.dress.flags:
            for _, owner, parts in facts.looks["regions"]:
                owners |= {site: owner for part in parts for site in part if 1 <= owner <= facts.players}
        spots = {}
        for letter in sorted(facts.counts, key="CEV".index):
            for site, at in enumerate(self.places[letter]):
                default = letter == facts.letter
                polygon = (
                    tuple(self.shape.points[k] for k in self.shape.cells[site])
                    if letter == "C" and self.style != "mancala" and not self.on_crossings
                    else ()
                )
                line = tuple(self.shape.points[k] for k in self.shape.edges[site]) if letter == "E" else ()
                stacked, lean = self._stacked(site, at) if default else ("", (0.0, 1.0))
                spots[letter, site] = Spot(
                    at, facts.geometry.labels[letter][site], site=f"{letter}{site}" if facts.is_graph else str(site),
                    polygon=polygon, line=line, owner=owners.get(site, 0) if default else 0, stacked=stacked, lean=lean,
                    hole=self.holes.get(site, "") if default else "",
                )  # fmt: skip
        return spots

    def _stacked(self, site: int, at: Point) -> tuple[str, Point]:
        lean = (0.0, 1.0 if at[1] <= middle(self.default)[1] else -1.0)
        if self.style in ("mancala",):
            return "seeds", lean
        if self.style in ("backgammon", "table") and self._has_two_rows():
            return "column", lean
        found = ""
        for item in self.dress.stacks:
            numbers = [one for one in item["args"] if isinstance(one, int)]
            sites = item["named"].get("sites", [item["named"]["site"]] if "site" in item["named"] else None)
            if numbers[:1] in ([], [0]) and (sites is None or site in sites) and "state" not in item["named"]:
                found = item["stacked"]
        return found, lean

    def _names(self) -> Iterable[Symbol]:
        """Coordinates: beside rows and columns where labels go by them, else at each place."""
        labels = self.facts.geometry.labels[self.facts.letter]
        if self.facts.boardless or self.style == "boardless" or len(labels) > 900:
            return
        found = [_LABEL.fullmatch(label) for label in labels]
        if all(found) and self.facts.letter != "E":
            axes = [self._axis([one[k] for one in found if one], k == 1) for k in (1, 2)]
            if axes[0] is not None and axes[1] is not None and not any(map(self._are_crowded, axes)):
                stores = [site for site, hole in self.holes.items() if hole == "store"]
                below = [(self.default[site][0], self.default[site][1] - 1.35 * self.unit) for site in stores]
                named = [
                    Symbol(at, "text", text=labels[site], scale=0.3) for site, at in zip(stores, below, strict=True)
                ]
                for one in axes[0] + axes[1] + named:
                    on_board = any(is_inside(one.at, tile.polygon) for tile in self.tiles)
                    yield replace(one, fill="line" if on_board else "")
                return
        corner = 0.36 * self.unit
        rim = outline(self.shape.points, self.shape.edges) if self.facts.letter == "V" else ()
        for site, (label, (x, y)) in enumerate(zip(labels, self.default, strict=True)):
            if self.facts.letter == "E":
                yield Symbol((x, y), "text", "line", text=label, scale=0.24)
            elif self.facts.letter == "V":
                angle, away = self._gap(site), 0.62 * self.unit
                at = (x + away * cos(angle), y + away * sin(angle))
                yield Symbol(at, "text", "line" if is_inside(at, rim) else "", text=label, scale=0.2)
            else:
                yield Symbol((x + corner, y - corner), "text", "line", text=label, scale=0.2)

    def _gap(self, site: int) -> float:
        """The direction in the middle of the widest gap between the lines that meet at a point."""
        x, y = self.default[site]
        ends = [a + b - site for a, b in self.shape.edges if site in (a, b)]
        angles = sorted(atan2(self.default[k][1] - y, self.default[k][0] - x) for k in ends)
        if not angles:
            return -pi / 4
        gaps = [(b - a, a) for a, b in pairwise([*angles, angles[0] + 2 * pi])]
        widest = max(wide for wide, _ in gaps)
        wide, begin = next(one for one in gaps if one[0] > widest - 1e-6)
        return begin + wide / 2

    def _axis(self, words: list[str], letters: bool) -> list[Symbol] | None:
        """Names at the ends of the lines of places that share a letter or a number; None if they form no lines."""
        lines: dict[str, list[Point]] = {}
        for site, (word, point) in enumerate(zip(words, self.default, strict=True)):
            if self.holes.get(site) != "store":
                lines.setdefault(word, []).append(point)
        heading = self._heading(list(lines.values()))
        if heading is None:
            return None
        dx, dy = heading
        if (dy > 0.01 if letters else dx > 0.01) or (abs(dy if letters else dx) < 0.01 and (dx if letters else dy) > 0):
            dx, dy = -dx, -dy  # letters stand below, numbers to the left
        rim = (0.62 if self.style in ("mancala", "backgammon", "table") else 0.5) * self.unit
        wide = max(max(axis) - min(axis) for axis in zip(*self.default, strict=True)) + self.unit
        away = rim + min(0.35 * self.unit, _BESIDE * wide)
        found = []
        far = max(x * dx + y * dy for x, y in self.default)
        straight = min(abs(dx), abs(dy)) < 0.01
        for word, points in lines.items():
            x, y = max(points, key=lambda one: one[0] * dx + one[1] * dy)
            if straight:  # all at one height
                x, y = x + (far - x * dx - y * dy) * dx, y + (far - x * dx - y * dy) * dy
            found.append(Symbol((x + away * dx, y + away * dy), "text", text=word, scale=0.34))
        return found

    def _are_crowded(self, names: list[Symbol] | None) -> bool:
        """True if names would lie upon each other."""
        places = sorted(one.at for one in names or ())
        near = [hypot(a[0] - b[0], a[1] - b[1]) < 0.22 * self.unit for a, b in pairwise(places)]
        return sum(near) > 0.1 * len(near)

    def _heading(self, lines: list[list[Point]]) -> Point | None:
        """The direction that all lines have, if they are straight and have one."""
        best = max(lines, key=len, default=[])
        if len(best) < 2:  # all in one row
            flat = len(lines) > 1 and max(points[0][1] for points in lines) - min(points[0][1] for points in lines)
            return (0.0, -1.0) if len(lines) > 1 and flat < 0.01 * self.unit else None
        (x, y), (u, v) = best[0], best[-1]
        far = hypot(u - x, v - y)
        if far < 1e-6:
            return None
        dx, dy = (u - x) / far, (v - y) / far
        for points in lines:
            (x, y), *rest = points
            if any(abs((u - x) * dy - (v - y) * dx) > 0.2 * self.unit for u, v in rest):
                return None
        return dx, dy


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


def is_inside(at: Point, rim: ListedPoints) -> bool:
    """True if a point lies within a rim.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> is_inside((0.5, 0.5), square), is_inside((1.5, 0.5), square)
    (True, False)
    """
    crossed = False
    for (ax, ay), (bx, by) in zip(rim, (*rim[1:], *rim[:1]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


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
