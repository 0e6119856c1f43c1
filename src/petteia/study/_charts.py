"""Charts of studies as SVG: points in two dimensions, and lines over parallel axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_SIDE, _MARGIN = 320, 48
_STEP, _HEIGHT, _TOP = 150, 220, 44
STYLE = """
.chart { width: 100%; max-width: 45rem; }
.chart.wide { max-width: none; }
.chart.square { max-width: 24rem; }
.chart text { fill: currentColor; font-size: 12px; }
.chart .axis { stroke: var(--line); }
.chart path { fill: none; stroke: var(--bar); stroke-opacity: .45; }
.chart path.front { stroke: var(--front); stroke-width: 2; stroke-opacity: 1; }
.chart path.base { stroke: currentColor; stroke-width: 2; stroke-opacity: 1; stroke-dasharray: 5 4; }
.chart circle { fill: var(--bar); fill-opacity: .6; }
.chart circle.front { fill: var(--front); fill-opacity: 1; }
.chart circle.base { fill: none; stroke: currentColor; stroke-width: 2; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
"""


@dataclass(frozen=True)
class Row:
    """A line of the chart: its name, its values by axis, and how it is marked: `front`, `base` or not at all."""

    name: str
    values: dict[str, float]
    mark: str = ""


def scatter(rows: Sequence[Row], across: str, up: str) -> str:
    """Points by two values between 0 and 1; the marked ones on top."""

    def at(row: Row) -> tuple[float, float]:
        return _MARGIN + _SIDE * row.values[across], 8 + _SIDE * (1 - row.values[up])

    dots = "".join(
        f'<circle cx="{at(row)[0]:.1f}" cy="{at(row)[1]:.1f}" r="{4 if not row.mark else 6}" class="{row.mark}">'
        f"<title>{escape(row.name)}: {across} {row.values[across]:.2f}, {up} {row.values[up]:.2f}</title></circle>"
        for row in sorted(rows, key=lambda row: ("", "front", "base").index(row.mark))
    )
    end, bottom = _MARGIN + _SIDE, 8 + _SIDE
    grid = "".join(
        f'<line class="axis" x1="{_MARGIN + _SIDE * k / 4}" y1="8" x2="{_MARGIN + _SIDE * k / 4}" y2="{bottom}"/>'
        f'<line class="axis" x1="{_MARGIN}" y1="{8 + _SIDE * k / 4}" x2="{end}" y2="{8 + _SIDE * k / 4}"/>'
        for k in range(5)
    )
    marks = "".join(
        f'<text x="{_MARGIN + _SIDE * k}" y="{bottom + 16}" text-anchor="middle">{k}</text>'
        f'<text x="{_MARGIN - 8}" y="{bottom - _SIDE * k + 4}" text-anchor="end">{k}</text>'
        for k in (0, 1)
    )
    names = (
        f'<text x="{_MARGIN + _SIDE / 2}" y="{bottom + 32}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(14 {8 + _SIDE / 2}) rotate(-90)" text-anchor="middle">{escape(up)}</text>'
    )
    return (
        f'<svg class="chart square" viewBox="0 0 {end + 12} {bottom + 40}" role="img" '
        f'aria-label="{escape(up)} over {escape(across)}">{grid}{marks}{names}{dots}</svg>'
    )


def parallel(rows: Sequence[Row], axes: Sequence[str]) -> str:
    """A line for each row over an axis for each value, from the least to the greatest; rows without a value stop."""
    spans = {}
    for axis in axes:
        values = [row.values[axis] for row in rows if axis in row.values]
        if values and max(values) > min(values):
            spans[axis] = (min(values), max(values))
    if len(spans) < 2:
        return ""
    x = {axis: 60 + _STEP * k for k, axis in enumerate(spans)}

    def point(row: Row, axis: str) -> str:
        low, high = spans[axis]
        return f"{x[axis]} {_TOP + _HEIGHT * (1 - (row.values[axis] - low) / (high - low)):.1f}"

    lines = "".join(
        f'<path class="{row.mark}" d="M{" L".join(point(row, axis) for axis in spans if axis in row.values)}">'
        f"<title>{escape(row.name)}</title></path>"
        for row in sorted(rows, key=lambda row: ("", "front", "base").index(row.mark))
        if any(axis in row.values for axis in spans)
    )
    drawn = "".join(
        f'<line class="axis" x1="{x[axis]}" y1="{_TOP}" x2="{x[axis]}" y2="{_TOP + _HEIGHT}"/>'
        f'<text x="{x[axis]}" y="{16 if k % 2 else 30}" text-anchor="middle">{escape(axis)}</text>'
        f'<text x="{x[axis]}" y="{_TOP - 3}" text-anchor="middle">{high:.3g}</text>'
        f'<text x="{x[axis]}" y="{_TOP + _HEIGHT + 14}" text-anchor="middle">{low:.3g}</text>'
        for k, (axis, (low, high)) in enumerate(spans.items())
    )
    width = 120 + _STEP * (len(spans) - 1)
    return (
        f'<div class="scroll"><svg class="chart wide" style="width:{width}px" '
        f'viewBox="0 0 {width} {_TOP + _HEIGHT + 24}" role="img" aria-label="a line for each over '
        f'{escape(", ".join(spans))}">{drawn}{lines}</svg></div>'
    )
