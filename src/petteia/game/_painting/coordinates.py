"""Coordinates beside a board, or at its places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from petteia.draw import Symbol

from .canvas import Canvas, Point, is_inside
from .lattice import outline

_LABEL = re.compile(r"([A-Za-z]+)(\d+)")
_BESIDE = 0.06
"""The distance of coordinates from the rim, at most, in parts of the board."""


def coordinates(canvas: Canvas) -> Iterable[Symbol]:
    """Coordinates: beside rows and columns where labels go by them, else at each place."""
    labels = canvas.facts.geometry.labels[canvas.facts.letter]
    if canvas.facts.boardless or canvas.style == "boardless" or len(labels) > 900:
        return
    found = [_LABEL.fullmatch(label) for label in labels]
    if all(found) and canvas.facts.letter != "E":
        axes = [_axis(canvas, [one[k] for one in found if one], k == 1) for k in (1, 2)]
        if axes[0] is not None and axes[1] is not None and not any(_are_crowded(canvas, axis) for axis in axes):
            stores = [site for site, hole in canvas.holes.items() if hole == "store"]
            below = [(canvas.default[site][0], canvas.default[site][1] - 1.35 * canvas.unit) for site in stores]
            named = [Symbol(at, "text", text=labels[site], scale=0.3) for site, at in zip(stores, below, strict=True)]
            for one in axes[0] + axes[1] + named:
                on_board = any(is_inside(one.at, tile.polygon) for tile in canvas.tiles)
                yield replace(one, fill="line" if on_board else "")
            return
    corner = 0.36 * canvas.unit
    rim = outline(canvas.shape.points, canvas.shape.edges) if canvas.facts.letter == "V" else ()
    for site, (label, (x, y)) in enumerate(zip(labels, canvas.default, strict=True)):
        if canvas.facts.letter == "E":
            yield Symbol((x, y), "text", "line", text=label, scale=0.24)
        elif canvas.facts.letter == "V":
            angle, away = _gap(canvas, site), 0.62 * canvas.unit
            at = (x + away * cos(angle), y + away * sin(angle))
            yield Symbol(at, "text", "line" if is_inside(at, rim) else "", text=label, scale=0.2)
        else:
            yield Symbol((x + corner, y - corner), "text", "line", text=label, scale=0.2)


def _gap(canvas: Canvas, site: int) -> float:
    """The direction in the middle of the widest gap between the lines that meet at a point."""
    x, y = canvas.default[site]
    ends = [a + b - site for a, b in canvas.shape.edges if site in (a, b)]
    angles = sorted(atan2(canvas.default[k][1] - y, canvas.default[k][0] - x) for k in ends)
    if not angles:
        return -pi / 4
    gaps = [(b - a, a) for a, b in pairwise([*angles, angles[0] + 2 * pi])]
    widest = max(wide for wide, _ in gaps)
    wide, begin = next(one for one in gaps if one[0] > widest - 1e-6)
    return begin + wide / 2


def _axis(canvas: Canvas, words: list[str], letters: bool) -> list[Symbol] | None:
    """Names at the ends of the lines of places that share a letter or a number; None if they form no lines."""
    lines: dict[str, list[Point]] = {}
    for site, (word, point) in enumerate(zip(words, canvas.default, strict=True)):
        if canvas.holes.get(site) != "store":
            lines.setdefault(word, []).append(point)
    heading = _heading(canvas, list(lines.values()))
    if heading is None:
        return None
    dx, dy = heading
    if (dy > 0.01 if letters else dx > 0.01) or (abs(dy if letters else dx) < 0.01 and (dx if letters else dy) > 0):
        dx, dy = -dx, -dy  # letters stand below, numbers to the left
    rim = (0.62 if canvas.style in ("mancala", "backgammon", "table") else 0.5) * canvas.unit
    wide = max(max(axis) - min(axis) for axis in zip(*canvas.default, strict=True)) + canvas.unit
    away = rim + min(0.35 * canvas.unit, _BESIDE * wide)
    found = []
    far = max(x * dx + y * dy for x, y in canvas.default)
    straight = min(abs(dx), abs(dy)) < 0.01
    for word, points in lines.items():
        x, y = max(points, key=lambda one: one[0] * dx + one[1] * dy)
        if straight:  # all at one height
            x, y = x + (far - x * dx - y * dy) * dx, y + (far - x * dx - y * dy) * dy
        found.append(Symbol((x + away * dx, y + away * dy), "text", text=word, scale=0.34))
    return found


def _are_crowded(canvas: Canvas, names: list[Symbol] | None) -> bool:
    """True if names would lie upon each other."""
    places = sorted(one.at for one in names or ())
    near = [hypot(a[0] - b[0], a[1] - b[1]) < 0.22 * canvas.unit for a, b in pairwise(places)]
    return sum(near) > 0.1 * len(near)


def _heading(canvas: Canvas, lines: list[list[Point]]) -> Point | None:
    """The direction that all lines have, if they are straight and have one."""
    best = max(lines, key=len, default=[])
    if len(best) < 2:  # all in one row
        flat = len(lines) > 1 and max(points[0][1] for points in lines) - min(points[0][1] for points in lines)
        return (0.0, -1.0) if len(lines) > 1 and flat < 0.01 * canvas.unit else None
    (x, y), (u, v) = best[0], best[-1]
    far = hypot(u - x, v - y)
    if far < 1e-6:
        return None
    dx, dy = (u - x) / far, (v - y) / far
    for points in lines:
        (x, y), *rest = points
        if any(abs((u - x) * dy - (v - y) * dx) > 0.2 * canvas.unit for u, v in rest):
            return None
    return dx, dy
