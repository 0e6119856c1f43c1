"""Curves as SVG: values over steps, with bands for intervals, on one pair of axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape

_WIDTH, _HEIGHT = 560.0, 240.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 12.0, 26.0, 36.0
_COLOURS = ("#3b6ea5", "#b5523b", "#4d8c57", "#8a5fa8", "#a08030")
_MOST_TICKS = 5


@dataclass(frozen=True)
class Curve:
    """Points (step, value), and where there are intervals also (low, high) of each."""

    name: str
    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float]] = ()


def svg_curves(curves: Sequence[Curve], *, across: str, up: str, level: float | None = None) -> str:
    """Curves with names of the axes; `level` draws a line to compare with.

    >>> text = svg_curves([Curve("loss", [(1, 2.0), (2, 1.5)])], across="games", up="nats")
    >>> text.count("<polyline"), "games" in text
    (1, True)
    """
    xs = [x for curve in curves for x, _ in curve.points] or [0.0, 1.0]
    ys = [y for curve in curves for _, y in curve.points]
    ys += [end for curve in curves for pair in curve.intervals for end in pair] + ([] if level is None else [level])
    axes = _Axes(min(xs), max(xs), min(ys, default=0.0), max(ys, default=1.0))
    parts = [*axes.drawn(across, up)]
    if level is not None:
        y = axes.y(level)
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
            'stroke="currentColor" stroke-dasharray="3 4" opacity=".6"/>'
        )
    colours = [_COLOURS[number % len(_COLOURS)] for number in range(len(curves))]
    for curve, colour in zip(curves, colours, strict=True):
        parts += _drawn(curve, axes, colour)
    names = " · ".join(
        f'<tspan fill="{colour}">{escape(curve.name)}</tspan>' for curve, colour in zip(curves, colours, strict=True)
    )
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{_TOP - 12}" text-anchor="end">{names}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" '
        'style="max-width:46rem" role="img" '
        f'aria-label="{escape(", ".join(curve.name for curve in curves))}: {escape(up)} over {escape(across)}" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="currentColor">{"".join(parts)}</svg>'
    )


@dataclass(frozen=True)
class _Axes:
    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (value - self.left) / ((self.right - self.left) or 1.0)

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - self.low) / ((self.high - self.low) or 1.0)

    def drawn(self, across: str, up: str) -> list[str]:
        """The axes with a few numbers."""
        parts = [
            f'<path d="M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}" fill="none" stroke="currentColor"/>',
            f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 4}" text-anchor="end">{escape(across)}</text>',
            f'<text x="{_LEFT}" y="{_TOP - 12}" text-anchor="middle">{escape(up)}</text>',
        ]
        for at in round_values(self.left, self.right):
            parts.append(f'<text x="{self.x(at):.1f}" y="{_HEIGHT - 20}" text-anchor="middle">{at:g}</text>')
        for at in round_values(self.low, self.high):
            parts.append(f'<text x="{_LEFT - 5}" y="{self.y(at) + 4:.1f}" text-anchor="end">{at:g}</text>')
        return parts


def round_values(low: float, high: float) -> list[float]:
    """A few round numbers between two ends, for an axis: steps of 1, 2 or 5 times a power of ten.

    >>> round_values(1, 62), round_values(0.31, 0.52)
    ([20.0, 40.0, 60.0], [0.35, 0.4, 0.45, 0.5])
    """
    spread = high - low
    if spread <= 0:
        return [low]
    power = Decimal(10) ** (math.floor(math.log10(spread)) - 1)
    step = next(power * times for times in (1, 2, 5, 10, 20, 50) if spread <= _MOST_TICKS * float(power * times))
    first, last = math.ceil(low / float(step)), math.floor(high / float(step))
    return [float(k * step) for k in range(first, last + 1)]


def _drawn(curve: Curve, axes: _Axes, colour: str) -> list[str]:
    places = [(axes.x(x), axes.y(y)) for x, y in curve.points]
    parts = []
    if curve.intervals:
        above = [(x, axes.y(high)) for (x, _), (_, high) in zip(places, curve.intervals, strict=True)]
        below = [(x, axes.y(low)) for (x, _), (low, _) in zip(places, curve.intervals, strict=True)]
        outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*above, *below[::-1]])
        parts.append(f'<polygon points="{outline}" fill="{colour}" opacity=".2"/>')
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>' for x, y in places if len(places) < 40]
    return parts
