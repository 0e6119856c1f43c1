"""A map and a timeline of the rule sets that completions come from, as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .evidence import Evidence, Record
from .library import Library

_WIDTH, _HEIGHT = 720, 360
_ROW = 18
_SHOWN = 12


class Places:
    """Where and when the rule set at hand and the sources of fills were played."""

    def __init__(self, evidence: Evidence, library: Library, identity: str) -> None:
        self.here = evidence.records.get(identity)
        self._records = {source.label: evidence.of(source) for source in library.sources}

    def records(self, labels: Iterable[str]) -> list[tuple[str, Record, bool]]:
        """Places and years of the rule set at hand, marked, and of sources by their labels."""
        found = [("this rule set", self.here, True)] if self.here is not None else []
        for label in dict.fromkeys(one.partition(", number fitted")[0] for one in labels):
            record = self._records.get(label)
            if record is not None:
                found.append((label, record, False))
        return found

    def svg(self, labels: Iterable[str]) -> str:
        """A map in degrees and a timeline of years, as far as there are places and years."""
        known = self.records(labels)
        return _map(known) + _timeline([one for one in known if one[1].years is not None][:_SHOWN])


def _map(known: list[tuple[str, Record, bool]]) -> str:
    placed = [(label, record.place, own) for label, record, own in known if record.place is not None]
    if not placed:
        return ""
    lines = "".join(
        f'<line x1="{x}" y1="0" x2="{x}" y2="{_HEIGHT}"/>' for x in range(0, _WIDTH + 1, _WIDTH // 12)
    ) + "".join(f'<line x1="0" y1="{y}" x2="{_WIDTH}" y2="{y}"/>' for y in range(0, _HEIGHT + 1, _HEIGHT // 6))
    dots = "".join(
        f'<circle cx="{(lon + 180) * _WIDTH / 360:.1f}" cy="{(90 - lat) * _HEIGHT / 180:.1f}" r="{7 if own else 4}"'
        f' class="{"own" if own else "source"}"><title>{escape(label)}: {lat:.1f}, {lon:.1f}</title></circle>'
        for label, (lat, lon), own in reversed(placed)
    )
    return (
        f'<h2>Places</h2><svg class="map" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="where this rule set '
        f'and the sources of its fills were played, by longitude and latitude"><g>{lines}</g>{dots}</svg>'
        "<p><small>By longitude and latitude, a line every 30 degrees; the large dot is this rule set.</small></p>"
    )


def _timeline(known: list[tuple[str, Record, bool]]) -> str:
    spans = [(label, record.years, own) for label, record, own in known if record.years is not None]
    if not spans:
        return ""
    first, last = min(years[0] for _, years, _ in spans), max(years[1] for _, years, _ in spans)
    scale = (_WIDTH - 10) / max(1, last - first)
    bars = "".join(
        f'<rect x="{5 + (years[0] - first) * scale:.1f}" y="{k * _ROW + 4}" height="{_ROW - 8}"'
        f' width="{max(3.0, (years[1] - years[0]) * scale):.1f}" class="{"own" if own else "source"}">'
        f"<title>{escape(label)}: {_year(years[0])} to {_year(years[1])}</title></rect>"
        for k, (label, years, own) in enumerate(spans)
    )
    names = "".join(f"<li>{escape(label)}, {_year(a)} to {_year(b)}</li>" for label, (a, b), _ in spans)
    return (
        f'<h2>Years</h2><svg class="map" viewBox="0 0 {_WIDTH} {len(spans) * _ROW}" role="img" aria-label="years, from '
        f'{_year(first)} to {_year(last)}">{bars}</svg><ol>{names}</ol>'
    )


def _year(year: int) -> str:
    return f"{-year} BCE" if year < 0 else str(year)
