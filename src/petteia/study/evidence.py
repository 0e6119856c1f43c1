"""Evidence about rule sets: where and when they were played, and how kindred their cultures are, as weights of sources.

Tables are CSV files in one folder. `evidence.csv` has a row for each rule set: `ruleset_id`, `game_path`, `ruleset`,
`lat`, `lon`, `from_year`, `to_year`; `similarity.csv` has `ruleset_id`, `other_ruleset_id`, `cultural`. What is not
known weighs as much as the middle of what is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import asin, cos, exp, radians, sin, sqrt
from pathlib import Path
from statistics import median

from petteia.errors import PetteiaError

from .library import Library, Source

FACTORS = ("place", "time", "culture")
_KILOMETRES = 3000.0
"""Distance over which the weight of a source falls to a third."""
_YEARS = 800.0
_LEAST = 0.15
"""Far sources keep this share: games travel."""
_EARTH = 6371.0


@dataclass(frozen=True)
class Record:
    """Where and when a rule set was played, as far as it is known."""

    identity: str
    path: str
    ruleset: str
    place: tuple[float, float] | None
    years: tuple[int, int] | None


class Evidence:
    """Records of rule sets and kinship of their cultures."""

    def __init__(self, records: Iterable[Record], kinship: dict[tuple[str, str], float] | None = None) -> None:
        self.records = {one.identity: one for one in records}
        self.kinship = kinship or {}
        self._by_name = {(one.path, one.ruleset): one for one in self.records.values()}

    def of(self, source: Source) -> Record | None:
        """The record of a rule set of the library: by its path and name, else by its number."""
        name = (source.ruleset or "").removeprefix("Ruleset/")
        return self._by_name.get((source.path, name)) or self.records.get(source.identity)

    def factors(self, identity: str, library: Library, leave_out: Iterable[str] = ()) -> dict[str, list[float]]:
        """For each factor a weight between 0 and 1 of every source, for a rule set by its number."""
        here = self.records.get(identity)
        left = set(leave_out)
        found: dict[str, list[float | None]] = {}
        for name in FACTORS:
            if name not in left:
                found[name] = [self._weight(name, identity, here, self.of(one)) for one in library.sources]
        return {name: _filled(values) for name, values in found.items()}

    def _weight(self, name: str, identity: str, here: Record | None, other: Record | None) -> float | None:
        if other is None:
            return None
        if name == "culture":
            return self.kinship.get((identity, other.identity))
        if here is None:
            return None
        if name == "place":
            if here.place is None or other.place is None:
                return None
            return _LEAST + (1 - _LEAST) * exp(-kilometres(here.place, other.place) / _KILOMETRES)
        if here.years is None or other.years is None:
            return None
        gap = max(0, here.years[0] - other.years[1], other.years[0] - here.years[1])
        return _LEAST + (1 - _LEAST) * exp(-gap / _YEARS)

    def weights(self, identity: str, library: Library, leave_out: Iterable[str] = ()) -> list[float]:
        """The product of all factors for every source."""
        weights = [1.0] * len(library.sources)
        for values in self.factors(identity, library, leave_out).values():
            weights = [a * b for a, b in zip(weights, values, strict=True)]
        return weights


def _filled(values: list[float | None]) -> list[float]:
    known = [one for one in values if one is not None]
    middle = median(known) if known else 1.0
    return [middle if one is None else one for one in values]


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of two places on Earth, given in degrees.

    >>> round(kilometres((52.5, 13.4), (48.9, 2.35)))
    874
    """
    (lat, lon), (lat2, lon2) = (tuple(map(radians, one)) for one in (a, b))
    h = sin((lat2 - lat) / 2) ** 2 + cos(lat) * cos(lat2) * sin((lon2 - lon) / 2) ** 2
    return 2 * _EARTH * asin(sqrt(min(1.0, h)))


def read_evidence(folder: Path) -> Evidence:
    """The tables of a folder."""
    kinship = {
        (row["ruleset_id"], row["other_ruleset_id"]): float(row["cultural"])
        for row in _rows(folder / "similarity.csv", needed=False)
        if row.get("cultural")
    }
    try:
        return Evidence(map(_record, _rows(folder / "evidence.csv", needed=True)), kinship)
    except (KeyError, ValueError) as error:
        raise PetteiaError(f"{folder / 'evidence.csv'} is not such a table: {error}") from error


def _rows(path: Path, *, needed: bool) -> Iterator[dict[str, str]]:
    if not needed and not path.exists():
        return
    try:
        with path.open(newline="", encoding="utf-8") as file:
            yield from csv.DictReader(file)
    except (OSError, UnicodeDecodeError) as error:
        raise PetteiaError(f"{path} cannot be read: {error}") from error


def _record(row: dict[str, str]) -> Record:
    place = (float(row["lat"]), float(row["lon"])) if row["lat"] and row["lon"] else None
    years = (int(float(row["from_year"])), int(float(row["to_year"]))) if row["from_year"] and row["to_year"] else None
    return Record(row["ruleset_id"], row["game_path"], row["ruleset"], place, years)
