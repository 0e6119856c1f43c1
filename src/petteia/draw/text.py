"""A board for the terminal: one character or two a piece, in the places where they are."""

from __future__ import annotations

import re
from itertools import pairwise

from .scene import Point, Scene, Spot, Token

_EMPTY = "."
_WIDEST = 160
_LABEL = re.compile(r"([A-Z]+)(\d+)")


def text_board(scene: Scene) -> str:
    """The board as lines of text, with rows and columns named where the labels allow it.

    >>> spots = tuple(Spot((x, y), "AB"[x] + str(y + 1)) for y in range(2) for x in range(2))
    >>> print(text_board(Scene("", (), (), (Spot((0, 0), "A1", (Token(1, "X"),)), *spots[1:]))))
    2 . .
    1 X .
      A B
    """
    lines = _board_lines(scene.spots)
    for hand in scene.hands:
        lines.append(f"{hand.name}: {' '.join(_mark(tokens) for tokens in hand.spots)}")
    if scene.dice:
        lines.append(f"Dice: {' '.join(map(str, scene.dice))}")
    if scene.caption:
        lines.append(scene.caption)
    return "\n".join(lines)


def _mark(tokens: tuple[Token, ...]) -> str:
    if not tokens:
        return _EMPTY
    top = tokens[-1]
    number = top.count if len(tokens) == 1 else len(tokens)
    return top.sign if number == 1 else f"{top.sign}{number}"


def _board_lines(spots: tuple[Spot, ...]) -> list[str]:
    if not spots:
        return []
    width = 1 + max(len(_mark(spot.tokens)) for spot in spots)
    column_of, row_of = _columns(spots, width), _rows(spots)
    rows: dict[int, dict[int, str]] = {}
    for spot, column, row in zip(spots, column_of, row_of, strict=True):
        rows.setdefault(row, {})[column] = _mark(spot.tokens)
    lines = [_line(rows.get(row, {})) for row in range(max(rows) + 1)]
    return _with_names(lines, spots, column_of, row_of)


def _line(marks: dict[int, str]) -> str:
    line = ""
    for column, mark in sorted(marks.items()):
        line = f"{line:<{column}}" + mark
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


def _with_names(lines: list[str], spots: tuple[Spot, ...], column_of: list[int], row_of: list[int]) -> list[str]:
    """The lines with the numbers of rows before them and the letters of columns below, where each has one."""
    rows: dict[int, set[str]] = {}
    columns: dict[str, set[int]] = {}
    for spot, column, row in zip(spots, column_of, row_of, strict=True):
        found = _LABEL.fullmatch(spot.label)
        if found is None:
            return lines
        rows.setdefault(row, set()).add(found[2])
        columns.setdefault(found[1], set()).add(column)
    if all(len(names) == 1 for names in rows.values()):
        wide = max(len(name) for names in rows.values() for name in names)
        lines = [f"{''.join(rows.get(k, {''})):>{wide}} {line}" for k, line in enumerate(lines)]
        if all(len(places) == 1 for places in columns.values()):
            lines.append(" " * (wide + 1) + _line({min(places): name for name, places in columns.items()}))
    return lines
