"""A board for the terminal: one character or two a piece, in the places where they are, in colour if that is wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from .scene import Point, Scene, Spot, spacing

_EMPTY = "."
_WIDEST = 160
_FEW = 40
"""The number of places up to which each may have its name beside it."""
_LABEL = re.compile(r"([A-Z]+)(\d+)")
_DIM, _LAST, _WON = "2", "7", "1;4"
_OWNERS = ("90", "38;5;33", "38;5;166", "38;5;34", "38;5;133", "38;5;136", "38;5;37")
"""Colours of the owners, nobody's first; blue and orange are told apart by everyone, on dark and on light."""


@dataclass(frozen=True)
class _Mark:
    """Characters at a place, and how a terminal that has colours shows them."""

    text: str
    style: str = ""

    def __str__(self) -> str:
        return f"\x1b[{self.style}m{self.text}\x1b[0m" if self.style else self.text


def text_board(scene: Scene, *, colour: bool = False) -> str:
    """The board as lines of text, with rows and columns named where the labels allow it.

    With `colour`, pieces have the colour of their owner, and the places of the latest move are shown in reverse.

    >>> from petteia.draw import Token
    >>> spots = tuple(Spot((x, y), "AB"[x] + str(y + 1)) for y in range(2) for x in range(2))
    >>> print(text_board(Scene("", (), (), (Spot((0, 0), "A1", (Token(1, "X"),)), *spots[1:]))))
    2 . .
    1 X .
      A B
    """
    board = _Board(scene, colour)
    lines = board.edge_lines() if board.is_of_edges else board.lines()
    for hand in scene.hands:
        held = " ".join(str(board.mark(Spot((0, 0), "", tokens))) for tokens in hand.spots)
        lines.append(f"{hand.name}: {held}")
    if scene.dice:
        lines.append(f"Dice: {' '.join(map(str, scene.dice))}")
    if scene.caption:
        lines.append(scene.caption)
    return "\n".join(lines)


class _Board:
    def __init__(self, scene: Scene, colour: bool) -> None:
        self.scene, self.colour = scene, colour
        self.spots = _worth_showing(scene.spots)
        tokens = [token for spot in scene.spots for token in spot.tokens]
        self.counts_only = scene.look.style == "mancala" and len({token.sign for token in tokens}) < 2
        self.is_of_edges = bool(self.spots) and all(spot.line for spot in self.spots)

    def mark(self, spot: Spot) -> _Mark:
        """The characters for the pieces of a place: the sign of the topmost, and how many there are."""
        if not spot.tokens:
            return self._styled(_EMPTY, _DIM, spot)
        top = spot.tokens[-1]
        number = top.count if len(spot.tokens) == 1 else len(spot.tokens)
        sign = "" if self.counts_only else top.sign
        text = sign if number == 1 and sign else f"{sign}{number}"
        return self._styled(text, _OWNERS[min(top.owner, len(_OWNERS) - 1)], spot)

    def _styled(self, text: str, style: str, spot: Spot) -> _Mark:
        if not self.colour:
            return _Mark(text)
        if spot.site and spot.site in self.scene.winning:
            style = f"{style};{_WON}"
        elif spot.marked:
            style = f"{style};{_LAST}"
        return _Mark(text, style)

    def _with_label(self, spot: Spot, mark: _Mark) -> _Mark:
        return replace(mark, text=f"{spot.label}:{mark.text}" if spot.label[-1:].isdigit() else mark.text)

    # -- places in rows -----------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The places of the board, with the names of rows and columns."""
        if not self.spots:
            return []
        marks = [self.mark(spot) for spot in self.spots]
        rows = _names_by_row(self.spots, _rows(self.spots))
        named = self._ends(rows is not None)
        if rows is None and not named and len(self.spots) <= _FEW:
            marks = [self._with_label(spot, mark) for spot, mark in zip(self.spots, marks, strict=True)]
        spots = (*self.spots, *(spot for spot, _ in named))
        width = 1 + max(len(mark.text) for mark in marks) + self.counts_only
        shift = max((len(mark.text) - 1 for _, mark in named), default=0)  # longer names reach to the left
        column_of, row_of = [column + shift for column in _columns(spots, width)], _rows(spots)
        by_row: dict[int, dict[int, _Mark]] = {}
        for number, (mark, column) in enumerate(zip((*marks, *(mark for _, mark in named)), column_of, strict=True)):
            back = len(mark.text) - 1 if number >= len(marks) else 0
            by_row.setdefault(row_of[number], {})[column - back] = mark
        lines = [_line(by_row.get(row, {})) for row in range(max(by_row) + 1)]
        return self._with_names(lines, column_of[: len(self.spots)], row_of[: len(self.spots)])

    def _ends(self, rows_are_named: bool) -> list[tuple[Spot, _Mark]]:
        """Names that stand at the ends of slanted lines, a step beyond the last place."""
        if len(self.scene.names) > 2 * len(self.spots) ** 0.5 + 40:
            return []
        found = []
        for name in self.scene.names:
            if (rows_are_named and name.text.isdecimal()) or _LABEL.fullmatch(name.text):
                continue
            end = min(self.spots, key=lambda spot: hypot(spot.at[0] - name.at[0], spot.at[1] - name.at[1]))
            dx, dy = name.at[0] - end.at[0], name.at[1] - end.at[1]
            unit, far = self.scene.look.spacing or spacing([spot.at for spot in self.spots]), hypot(dx, dy) or 1.0
            if min(abs(dx), abs(dy)) < 0.1 * far:
                return []  # columns that are upright are named below the board
            at = (end.at[0] + unit * dx / far, end.at[1] + unit * dy / far)
            found.append((replace(end, at=at, tokens=(), label=""), _Mark(name.text, _DIM if self.colour else "")))
        return found

    def _with_names(self, lines: list[str], column_of: list[int], row_of: list[int]) -> list[str]:
        """The lines with the numbers of rows before them and the letters of columns below, where each has one."""
        rows = _names_by_row(self.spots, row_of)
        if rows is None:
            return lines
        columns: dict[str, set[int]] = {}
        for spot, column in zip(self.spots, column_of, strict=True):
            found = _LABEL.fullmatch(spot.label)
            columns.setdefault(found[1] if found else "", set()).add(column)
        wide = max(len(name) for name in rows.values())
        dim = _DIM if self.colour else ""
        lines = [f"{_Mark(f'{rows.get(k, str()):>{wide}}', dim)} {line}" for k, line in enumerate(lines)]
        if all(len(places) == 1 for places in columns.values()):
            below = _line({min(places): _Mark(name, dim) for name, places in columns.items()})
            lines.append(" " * (wide + 1) + below)
        return lines

    # -- edges --------------------------------------------------------------------------------------------------

    def edge_lines(self) -> list[str]:
        """A grid of dots: lines where edges are taken, else their numbers; boxes with the number of their owner."""
        ends = [point for spot in self.spots for point in spot.line]
        xs, ys = (sorted({round(one, 2) for one in axis}) for axis in zip(*ends, strict=True))
        slanted = any(min(abs(a[0] - b[0]), abs(a[1] - b[1])) > 0.05 for a, b in (spot.line for spot in self.spots))
        if slanted or len(xs) > 40:
            return self.lines()
        step = 2 + max(len(spot.label) for spot in self.spots) + 1
        by_row: dict[int, dict[int, _Mark]] = {}
        for x, y in {(round(x, 2), round(y, 2)) for x, y in ends}:
            by_row.setdefault(2 * (len(ys) - 1 - ys.index(y)), {})[step * xs.index(x)] = _Mark("+")
        for tile in self.scene.tiles:
            if tile.owner and len(tile.polygon) == 4:
                x, y = min(x for x, _ in tile.polygon), max(y for _, y in tile.polygon)
                row, column = 2 * (len(ys) - 1 - ys.index(round(y, 2))) + 1, step * xs.index(round(x, 2)) + step // 2
                by_row.setdefault(row, {})[column] = self._owned(str(tile.owner), tile.owner)
        for spot in self.spots:
            (ax, ay), (bx, by) = spot.line
            column = step * xs.index(round(min(ax, bx), 2))
            row = 2 * (len(ys) - 1 - ys.index(round(max(ay, by), 2)))
            level = abs(ay - by) < 0.05
            text = self._edge(spot, step - 1 if level else 1)
            by_row.setdefault(row if level else row + 1, {})[column + 1 if level else column] = text
        return [_line(by_row.get(row, {})) for row in range(max(by_row) + 1)]

    def _owned(self, text: str, owner: int) -> _Mark:
        return _Mark(text, _OWNERS[min(owner, len(_OWNERS) - 1)] if self.colour else "")

    def _edge(self, spot: Spot, wide: int) -> _Mark:
        if not spot.tokens:
            return self._styled(f"{spot.label:^{wide}}" if wide > 1 else spot.label, _DIM, replace(spot, marked=False))
        owner = spot.tokens[-1].owner
        signs = ("-", "|") if owner < 2 else ("=", "H") if owner == 2 else ("~", ":")
        return self._styled(signs[0] * wide if wide > 1 else signs[1], _OWNERS[min(owner, len(_OWNERS) - 1)], spot)


def _worth_showing(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Where several types of sites are played on, those of the default type, and those that are taken."""
    kinds = {spot.site[:1] for spot in spots if spot.site[:1] in "VEC"} - {""}
    if len(kinds) < 2:
        return spots
    default = "C" if "C" in kinds and any(spot.tokens for spot in spots if spot.site[:1] == "C") else ""
    default = default or ("V" if "V" in kinds else "E")
    return tuple(spot for spot in spots if spot.site[:1] == default or spot.tokens)


def _line(marks: dict[int, _Mark]) -> str:
    line, wide = "", 0
    for column, mark in sorted(marks.items()):
        if column > wide:
            line, wide = line + " " * (column - wide), column
        line, wide = line + str(mark), wide + len(mark.text)
    return line


def _gaps(values: list[float]) -> list[float]:
    return [b - a for a, b in pairwise(sorted(values)) if b - a > 1e-3]


def _columns(spots: tuple[Spot, ...], width: int) -> list[int]:
    """The column of each spot: neighbours in a row are `width` apart, unless that makes the board too wide."""
    lines: dict[float, list[float]] = {}
    for spot in spots:
        lines.setdefault(round(spot.at[1], 2), []).append(spot.at[0])
    gap = min((gap for xs in lines.values() for gap in _gaps(xs)), default=1.0)
    left = min(spot.at[0] for spot in spots)
    extent = max(spot.at[0] for spot in spots) - left
    scale = min(width / gap, _WIDEST / extent if extent else width / gap)
    return [round((spot.at[0] - left) * scale) for spot in spots]


def _rows(spots: tuple[Spot, ...]) -> list[int]:
    """The line of each spot, the topmost first; points that are nearly at one height share one."""
    nearest = _nearest([spot.at for spot in spots])
    heights = sorted({round(spot.at[1], 3) for spot in spots}, reverse=True)
    numbers, current, last = {}, -1, None
    for height in heights:
        if last is None or last - height > 0.2 * nearest:
            current, last = current + 1, height
        numbers[height] = current
    return [numbers[round(spot.at[1], 3)] for spot in spots]


def _nearest(points: list[Point]) -> float:
    """Roughly the distance between neighbours."""
    ordered = sorted(points)
    best = float("inf")
    for k, (x, y) in enumerate(ordered):
        for other_x, other_y in ordered[k + 1 : k + 40]:
            if other_x - x >= best:
                break
            best = min(best, ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5 or best)
    return best if best < float("inf") else 1.0


def _names_by_row(spots: tuple[Spot, ...], row_of: list[int]) -> dict[int, str] | None:
    """The number that all places of a line share, for each line; none for stores; None where lines have no one name."""
    rows: dict[int, set[str]] = {}
    for spot, row in zip(spots, row_of, strict=True):
        found = _LABEL.fullmatch(spot.label)
        if found is None:
            return None
        rows.setdefault(row, set()).update([] if spot.hole == "store" else [found[2]])
    if any(len(names) > 1 for names in rows.values()):
        return None
    return {row: next(iter(names), "") for row, names in rows.items()}
