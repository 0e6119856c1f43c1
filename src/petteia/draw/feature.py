"""Features as text and SVG: the action marked + or −, the latest move dotted, friends light and enemies dark."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from math import hypot

Point = tuple[float, float]

_SAME = 0.05
_CELL = 44.0
_INK, _PAPER, _TILE, _LINE = "#222222", "#ffffff", "#f2ead8", "#b9ab8a"
_GOOD, _BAD, _RIM = "#1a8a2e", "#c62828", "#9e9e9e"


@dataclass(frozen=True)
class Mark:
    """A place of a feature: what is asked for there, and whether the action or the latest move is there."""

    at: Point
    symbols: tuple[str, ...]
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A feature to draw: its places, cells around them, whether its action is discouraged. The y axis points up.

    `sites` are all places on the way from the action to those that are marked, `links` join neighbours among them.
    """

    title: str
    marks: tuple[Mark, ...]
    cells: tuple[tuple[Point, ...], ...] = ()
    is_discouraged: bool = False
    sites: tuple[Point, ...] = ()
    links: tuple[tuple[Point, Point], ...] = ()


LEGEND = "+ or - action, > from there, * latest move, o yours, x enemy's, . empty, # off the board, ! not, _ anything"
"""Meanings of the signs of a feature in the terminal."""


def text_feature(picture: Picture) -> str:
    """A feature for the terminal; `LEGEND` says what its signs mean.

    >>> print(text_feature(Picture("", (Mark((0.0, 0.0), ("." ,), ("to",)), Mark((0.0, 1.0), ("o",))))))
    o
    +
    """
    if not picture.marks:  # a feature without a place
        return picture.title
    signs = dict.fromkeys(picture.sites, "_") | {mark.at: _sign(mark, picture) for mark in picture.marks}
    left, top = min(x for x, _ in signs), max(y for _, y in signs)
    # Rows of hexagons are less than a unit apart, and sites of every other row lie half a unit aside.
    high = min((abs(y - b) for _, y in signs for _, b in signs if abs(y - b) > _SAME), default=1.0)
    whole = all(abs((x - left) - round(x - left)) < _SAME for x, _ in signs)
    wide = (max(map(len, signs.values())) + 1) * (1 if whole else 2)
    rows: dict[int, dict[int, str]] = {}
    for (x, y), sign in signs.items():
        rows.setdefault(round((top - y) / high), {})[round((x - left) * wide)] = sign
    lines = []
    for row in range(max(rows) + 1):
        line = ""
        for column, sign in sorted(rows.get(row, {}).items()):
            line = line.ljust(column) + sign
        lines.append(line)
    return "\n".join(lines)


def _is_given(symbol: str, mark: Mark) -> bool:
    """True if a symbol goes without saying where the action goes to."""
    return "to" in mark.roles and symbol in (".", "!o")


def _acts(mark: Mark, picture: Picture) -> bool:
    """True if the action is marked at a place: where it goes, or where it comes from if that is open."""
    return "to" in mark.roles or ("from" in mark.roles and not any("to" in one.roles for one in picture.marks))


def _sign(mark: Mark, picture: Picture) -> str:
    action = "-" if picture.is_discouraged else "+"
    own = ("o",) if "from" in mark.roles else ()
    asked = [one for one in mark.symbols if not _is_given(one, mark) and one not in own]
    asked = ["#" if one == "-" else "!#" if one == "!-" else one for one in asked]
    head = (action if _acts(mark, picture) else "") + (">" if "from" in mark.roles else "")
    return head + ("*" if "last" in mark.roles or "last from" in mark.roles else "") + "".join(asked)


def svg_feature(picture: Picture) -> str:
    """A feature as one SVG element.

    >>> svg_feature(Picture("a", (Mark((0.0, 0.0), (), ("to",)),))).startswith("<svg")
    True
    """
    outlines = (point for cell in picture.cells for point in cell)
    points = [*(mark.at for mark in picture.marks), *picture.sites, *outlines]
    points = points or [(0.0, 0.0), (1.0, 0.0)]  # a feature without a place is its name
    left, top = min(x for x, _ in points), max(y for _, y in points)
    margin = 0.7 * _CELL

    def place(point: Point) -> Point:
        return (point[0] - left) * _CELL + margin, (top - point[1]) * _CELL + margin

    width = (max(x for x, _ in points) - left) * _CELL + 2 * margin
    height = (top - min(y for _, y in points)) * _CELL + 2 * margin
    parts = [f"<title>{escape(picture.title)}</title>", f'<rect width="100%" height="100%" fill="{_PAPER}"/>']
    for cell in picture.cells:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, cell))
        parts.append(f'<polygon points="{corners}" fill="{_TILE}" stroke="{_LINE}"/>')
    if not picture.cells:
        for one, other in picture.links:
            (ax, ay), (bx, by) = place(one), place(other)
            parts.append(f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{_LINE}"/>')
    parts += _arrow(picture, place)
    for mark in picture.marks:
        parts += _drawn(mark, place(mark.at), picture)
    if not picture.marks:
        colour = _BAD if picture.is_discouraged else _GOOD
        middle = f'x="{width / 2:.0f}" y="{height / 2 + 5:.0f}" text-anchor="middle"'
        parts.append(f'<text {middle} font-size="16" fill="{colour}">{escape(picture.title)}</text>')
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img">{"".join(parts)}</svg>'


def _arrow(picture: Picture, place: Callable[[Point], Point]) -> Iterable[str]:
    """A line from where the action comes to where it goes."""
    start, end = (next((mark.at for mark in picture.marks if role in mark.roles), None) for role in ("from", "to"))
    if start is not None and end is not None:
        (ax, ay), (bx, by) = place(start), place(end)
        far = hypot(bx - ax, by - ay) or 1.0
        bx, by = bx - 0.3 * _CELL * (bx - ax) / far, by - 0.3 * _CELL * (by - ay) / far  # up to the sign
        colour = _BAD if picture.is_discouraged else _GOOD
        yield f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{colour}" stroke-width="3"/>'


def _drawn(mark: Mark, at: Point, picture: Picture) -> Iterable[str]:
    x, y = at
    radius = 0.32 * _CELL
    where = f'cx="{x:.1f}" cy="{y:.1f}"'
    for symbol in mark.symbols:
        if not _is_given(symbol, mark):
            yield from _symbol(symbol, at, radius)
    if "last" in mark.roles or "last from" in mark.roles:
        if not mark.symbols:
            fill = _INK if "last" in mark.roles else "none"
            yield f'<circle {where} r="{radius:.1f}" fill="{fill}" stroke="{_INK}"/>'
        yield f'<circle {where} r="{0.3 * radius:.1f}" fill="{_PAPER}" stroke="{_INK}"/>'
    if _acts(mark, picture):
        colour, sign = (_BAD, "−") if picture.is_discouraged else (_GOOD, "+")
        yield _words(x, y + 0.27 * _CELL, sign, 0.8 * _CELL, colour)


def _symbol(symbol: str, at: Point, radius: float) -> Iterable[str]:
    x, y = at
    where = f'cx="{x:.1f}" cy="{y:.1f}"'
    plain = symbol.lstrip("!")
    if plain in ("o", "x"):
        yield f'<circle {where} r="{radius:.1f}" fill="{_PAPER if plain == "o" else _INK}" stroke="{_INK}"/>'
    elif plain == ".":
        yield f'<circle {where} r="{0.25 * radius:.1f}" fill="{_PAPER}" stroke="{_LINE}"/>'
    elif plain == "-":
        side = 1.4 * radius
        corner = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}"'
        yield f'<rect {corner} width="{side:.1f}" height="{side:.1f}" fill="{_RIM}"/>'
    else:
        yield f'<circle {where} r="{radius:.1f}" fill="{_PAPER}" stroke="{_INK}"/>'
        yield _words(x, y + 0.35 * radius, plain, radius, _INK)
    if symbol.startswith("!"):
        reach = 1.1 * radius
        ends = f'x1="{x - reach:.1f}" y1="{y + reach:.1f}" x2="{x + reach:.1f}" y2="{y - reach:.1f}"'
        yield f'<line {ends} stroke="{_BAD}" stroke-width="3"/>'


def _words(x: float, y: float, words: str, size: float, colour: str) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle"'
    return f'<text {where} fill="{colour}">{escape(words)}</text>'
