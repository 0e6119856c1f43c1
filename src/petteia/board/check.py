"""Comparison of a board with recorded facts: which of them come out differently."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from petteia.board.board import Board
from petteia.board.directions import SINGLE, Direction, taken
from petteia.board.sites import SiteType
from petteia.board.topology import Sites

_LISTS = ("corners", "perimeter", "outer", "inner", "centre", "top", "bottom", "left", "right")
_ROUNDING = 0.0011


def compare_topology(board: Board, recorded: Mapping[str, Any]) -> list[str]:
    """The differences between a board and the topology of a recording's header, as sentences; empty if equal."""
    differences = []
    for name, facts in recorded.items():
        differences += [f"{name}: {text}" for text in _compare_sites(board.sites(SiteType[name]), facts)]
    return differences


def _compare_sites(sites: Sites, facts: Mapping[str, Any]) -> Iterable[str]:
    if len(facts["label"]) != sites.count:
        yield f"{sites.count} sites, recorded {len(facts['label'])}"
        return
    yield from _compare_lists("label", sites.labels, facts["label"])
    yield from _compare_lists("phase", sites.phase, facts["phase"])
    yield from _compare_lists("row", sites.row, facts["rows"])
    yield from _compare_lists("column", sites.column, facts["columns"])
    for site, (own, (x, y)) in enumerate(zip(sites.xy, facts["xy"], strict=True)):
        if abs(own[0] - x) > _ROUNDING or abs(own[1] - y) > _ROUNDING:
            yield f"site {site} at {own}, recorded {(x, y)}"
    for relation in (Direction.Orthogonal, Direction.Diagonal):
        own_lists = [_spaced(sorted(sites.related(relation, site))) for site in range(sites.count)]
        yield from _compare_lists(relation.name, own_lists, facts[relation.name.lower()])
    yield from _compare_lists(
        "steps", [_sorted_words(s) for s in _steps(sites)], [_sorted_words(s) for s in facts["steps"]]
    )
    for name in _LISTS:
        if _spaced(getattr(sites, name)) != facts[name]:
            yield f"{name} {_spaced(getattr(sites, name))}, recorded {facts[name]}"
    own_sides = {direction.name: _spaced(numbers) for direction, numbers in sites.sides.items()}
    if own_sides != facts["sides"]:
        yield f"sides {own_sides}, recorded {facts['sides']}"


def _compare_lists(what: str, own: Sequence[object], recorded: Sequence[object]) -> Iterable[str]:
    for site, (mine, theirs) in enumerate(zip(own, recorded, strict=True)):
        if mine != theirs:
            yield f"{what} of site {site} is {mine}, recorded {theirs}"


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _sorted_words(text: str) -> list[str]:
    return sorted(text.split())


def _steps(sites: Sites) -> list[str]:
    return [
        " ".join(f"{d.name}:{target}" for d in own for target in sites.step(taken(d), site))
        for site, own in enumerate(sites.supported_by_site(Direction.All))
    ]


def steps_line(sites: Sites, site: int) -> str:
    """The steps of a site by single direction: ` N:3 E:1`, with `/` between several targets of one direction."""
    return "".join(f" {d.name}:{'/'.join(map(str, sites.step(d, site)))}" for d in SINGLE if sites.step(d, site))
