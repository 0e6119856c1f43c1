"""Canvas: a board that is being painted, with what is known of its shape and style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

from petteia.draw import Look, Stroke, Symbol, Tile
from petteia.draw.scene import spacing

from .._dress import Dress
from ..facts import Facts, ListedSites

Point = tuple[float, float]
ListedPoints = Sequence[Point]

THICK = 0.022
"""The width of a line of thickness 1, in parts of a place."""


def middle(points: Iterable[Point]) -> Point:
    """The mean of points."""
    every = list(points)
    return sum(x for x, _ in every) / len(every), sum(y for _, y in every) / len(every)


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


class Canvas:
    """A board in the making: what is known of it, and what is painted so far."""

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
        self.on_crossings = self.style == "go" and facts.letter == "C" and self.is_grid()
        """True if stones stand on the crossings of lines, though the rules speak of cells."""

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
        if facts.letter == "V" and facts.looks["tracks"] and self.has_two_rows():
            return "backgammon"
        if family == "chess" and facts.letter == "C":
            return "chess"
        if facts.letter == "E":
            return "penandpaper"
        if facts.letter == "V":
            return "go" if self.is_grid() and not self._moves_pieces() else "graph"
        return "board"

    def _moves_pieces(self) -> bool:
        """True if pieces are told apart, so that this is no game of stones that are put down."""
        owners = [one.owner for one in self.facts.components if not one.faces]
        return len(set(owners)) < len(owners) or len(self.default) < 49

    def has_two_rows(self) -> bool:
        rows = {round(y, 2) for _, y in self.default}
        return len(rows) == 2 and len(self.default) >= 16

    def is_grid(self) -> bool:
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
