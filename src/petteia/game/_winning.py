"""The places that won a game: the line, or the connected group, through the latest move."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from .facts import Facts
from .position import Position

Place = tuple[str, int]
Point = tuple[float, float]


def winning_sites(facts: Facts, position: Position, winner: int, marked: Iterable[Place]) -> tuple[Place, ...]:
    """The winner's places that an end rule about lines, connections or loops is about; none where it is not known."""
    ends = facts.looks["ends"]
    start = [site for letter, site in sorted(marked) if letter == facts.letter]
    owners = _owners(facts, position)
    mine = {site for site, owner in owners.items() if owner == winner}
    start = [site for site in start if site in mine]
    if not start:
        return ()
    found: set[int] = set()
    for site in start:
        if ends.get("line"):
            found |= _line(facts, mine, site, ends["line"])
        if not found and (ends.get("connected") or ends.get("loop")):
            found |= _group(facts, mine, site)
    return tuple((facts.letter, site) for site in sorted(found))


def _owners(facts: Facts, position: Position) -> dict[int, int]:
    found = {}
    for one in position.sites:
        top = one.levels[-1]
        if one.letter == facts.letter and top.component:
            owner = facts.components[top.component - 1].owner if top.owner is None else top.owner
            found[one.site] = owner
    return found


def _line(facts: Facts, mine: set[int], site: int, length: int) -> set[int]:
    """The longest straight rows of places through a site, of neighbours equally far apart, that are long enough."""
    places = facts.geometry.centres
    at = {(round(x, 2), round(y, 2)): k for k, (x, y) in enumerate(places)}
    x, y = places[site]
    unit = facts.painted.look.spacing
    near = [k for k in mine if k != site and hypot(places[k][0] - x, places[k][1] - y) < 1.9 * unit]
    found: set[int] = set()
    for k in near:
        dx, dy = places[k][0] - x, places[k][1] - y
        row = {site}
        for sign in (1, -1):
            step = 1
            while (other := at.get((round(x + sign * step * dx, 2), round(y + sign * step * dy, 2)))) in mine:
                row.add(other)
                step += 1
        if len(row) >= length:
            found |= row
    return found


def _group(facts: Facts, mine: set[int], site: int) -> set[int]:
    """The places that are joined to a site by neighbours of the same owner."""
    places = facts.geometry.centres
    near = 1.2 * facts.painted.look.spacing
    found, waiting = {site}, [site]
    while waiting:
        x, y = places[waiting.pop()]
        for other in mine - found:
            if hypot(places[other][0] - x, places[other][1] - y) < near:
                found.add(other)
                waiting.append(other)
    return found
