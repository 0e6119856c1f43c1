"""Boxplots as SVG: one box a group, a dot a value, on a plain or a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape
from statistics import quantiles

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 760, 190, 30, 56, 20
_BOX, _AXIS = 22, 44
_SPREAD = 1.5
"""Whiskers end at the last value within so many box lengths of the box."""


def svg_boxplots(
    groups: Mapping[str, Mapping[str, float]], title: str, *, logarithmic: bool = False, mark: float = 1.0
) -> str:
    """Groups of named values as horizontal boxes; a dashed line marks one value."""
    rows = {name: values for name, values in groups.items() if values}
    values = [value for group in rows.values() for value in group.values()] or [mark]
    low, high = _limits(min(*values, mark), max(*values, mark), logarithmic)
    place = _scale(low, high, logarithmic)
    bottom = _TOP + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + _AXIS}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title)}">',
        f'<rect width="{_WIDTH}" height="{bottom + _AXIS}" fill="#fff"/>',
    ]
    parts += _axis(low, high, logarithmic, place, bottom, title)
    parts.append(
        f'<line x1="{place(mark):.1f}" x2="{place(mark):.1f}" y1="{_TOP}" y2="{bottom}" stroke="#888" '
        'stroke-dasharray="4 3"/>'
    )
    for number, (name, group) in enumerate(rows.items()):
        parts += _box(name, group, _TOP + _ROW * number + _ROW / 2, place)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _limits(low: float, high: float, logarithmic: bool) -> tuple[float, float]:
    """The ends of the axis: a little more than the values."""
    if logarithmic:
        return max(low, 1e-6) / 1.1, high * 1.1
    room = max((high - low) * 0.05, 0.01)
    return low - room, high + room


def _scale(low: float, high: float, logarithmic: bool) -> Callable[[float], float]:
    change = math.log if logarithmic else float
    begin, end = change(low), change(high)
    wide = _WIDTH - _LEFT - _RIGHT
    return lambda value: _LEFT + wide * (change(max(value, low)) - begin) / (end - begin)


def _ticks(low: float, high: float, logarithmic: bool) -> list[float]:
    if logarithmic:
        steps = [digit * 10.0**power for power in range(-6, 7) for digit in (1, 2, 5)]
    else:
        size = 10 ** math.floor(math.log10((high - low) / 2))
        size = next(step for step in (size / 5, size / 2, size, 2 * size) if (high - low) / step <= 8 or step > size)
        steps = [size * k for k in range(math.ceil(low / size), math.floor(high / size) + 1)]
    return [step for step in steps if low <= step <= high]


def _axis(
    low: float, high: float, logarithmic: bool, place: Callable[[float], float], bottom: float, title: str
) -> list[str]:
    parts = [f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{bottom}" y2="{bottom}" stroke="#333"/>']
    for tick in _ticks(low, high, logarithmic):
        x = place(tick)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 5}" stroke="#333"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 19}" text-anchor="middle">{tick:g}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    return [*parts, f'<text x="{middle:.1f}" y="{bottom + 38}" text-anchor="middle">{escape(title)}</text>']


def _box(name: str, group: Mapping[str, float], y: float, place: Callable[[float], float]) -> list[str]:
    values = sorted(group.values())
    first, middle, third = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    reach = _SPREAD * (third - first)
    low = min(value for value in values if value >= first - reach)
    high = max(value for value in values if value <= third + reach)
    x = [place(value) for value in (low, first, middle, third, high)]
    half = _BOX / 2
    parts = [
        f'<text x="{_LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(name)} ({len(values)})</text>',
        f'<line x1="{x[0]:.1f}" x2="{x[1]:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#234"/>',
        f'<line x1="{x[3]:.1f}" x2="{x[4]:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#234"/>',
        f'<rect x="{x[1]:.1f}" y="{y - half:.1f}" width="{max(x[3] - x[1], 1):.1f}" height="{_BOX}" fill="#cfe0f3" '
        'stroke="#234"/>',
        f'<line x1="{x[2]:.1f}" x2="{x[2]:.1f}" y1="{y - half:.1f}" y2="{y + half:.1f}" stroke="#b03" '
        'stroke-width="2"/>',
    ]
    for label, value in group.items():
        parts.append(
            f'<circle cx="{place(value):.1f}" cy="{y:.1f}" r="2" fill="#234" fill-opacity="0.45">'
            f"<title>{escape(label)}: {value:.3g}</title></circle>"
        )
    return parts
