"""Named places of a game (regions, tracks, maps) with the sites that they stand for, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from petteia.ludemes.equipment import items as e
from petteia.ludemes.registry import walk

from ._english import listed, sentence, words
from ._telling import naming_sites, site_name, tell

if TYPE_CHECKING:
    from petteia.ludemes.game import Game
    from petteia.ludemes.lowering.spec import GameSpec

_END = -2
_LABEL = re.compile(r"([A-Z]+)(\d+)")
_OWNER = re.compile(r" of player (\d+)$")
_MANY = 3
"""From so many sites on, rows and blocks are named as a whole."""


@dataclass(frozen=True)
class Places:
    """The labels of all sites, and the sites of named regions and tracks."""

    labels: Sequence[str] = ()
    regions: tuple[tuple[str, int, tuple[int, ...]], ...] = ()
    """Name, owner (0 for none) and sites of each part of a region."""
    tracks: tuple[tuple[str, int, tuple[int, ...], bool], ...] = ()
    """Name, owner and sites of each track, and whether it is a loop."""
    start: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The sites of the board where each kind of piece stands at the start."""


def places_of(spec: GameSpec, labels: Sequence[str], start: Mapping[str, Sequence[int]]) -> Places:
    """The places of a game whose equipment has been laid out and whose pieces stand there at the start."""
    regions = tuple(
        (region.name, region.owner if region.owner <= spec.players else 0, _members(part))
        for region in spec.regions
        for part in region.parts
    )
    tracks = tuple((track.name, track.owner, track.sites, track.loop) for track in spec.tracks)
    return Places(labels, regions, tracks, start)


def _members(mask: int) -> tuple[int, ...]:
    return tuple(site for site in range(mask.bit_length()) if mask >> site & 1)


def told_places(game: Game, places: Places) -> Iterator[str]:
    """Sentences about the places that the rules of a game name."""
    with naming_sites(places.labels):
        yield from _told_regions(game, places)
        yield from _told_tracks(game, places)
        yield from _told_maps(game)


def _told_regions(game: Game, places: Places) -> Iterator[str]:
    named = {str(item.name) for item in game.equipment.items if isinstance(item, e.Regions) and item.name}
    used = {value for part in walk(game.rules) for value in _strings(part)}
    used |= {value for kind in game.equipment.items if isinstance(kind, e.Piece) for value in _strings_below(kind)}
    for name, parts in groupby(places.regions, key=lambda one: one[0]):
        told = [
            sites_in_words(sites, places.labels) + (f" for player {owner}" if owner else "")
            for _, owner, sites in parts
            if sites
        ]
        if name in named & used and told:
            yield sentence(f"the {words(name)} region: {listed(told)}")


def _told_tracks(game: Game, places: Places) -> Iterator[str]:
    for name, owner, sites, loop in dict.fromkeys(places.tracks):
        if len(sites) < 2:
            continue
        who = f" of player {owner}" if owner else ""
        way = _runs_in_words(sites, "then") + (", and round again" if loop else "")
        yield sentence(f"the track {words(name)}{who}: {way}")


def _told_maps(game: Game) -> Iterator[str]:
    for item in game.equipment.items:
        if isinstance(item, e.PairMap):
            pairs = [_pair(pair) for pair in item.pairs]
        elif isinstance(item, e.ListMap):
            pairs = [(tell(key), tell(value)) for key, value in zip(item.keys, item.values, strict=False)]
        else:
            continue
        name = f"the map {words(item.name)}" if item.name else "the map"
        yield sentence(f"{name} leads from {listed(_by_value(pairs))}")


def _pair(pair: Any) -> tuple[str, str]:
    key, value = (tell(value) for _, value in pair.arguments())
    at_site = isinstance(pair, e.RoleIntPair) and value.isdigit()
    return key, site_name(int(value)) if at_site else value


def _by_value(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The entries of a map, those of one value together; pieces of both players once, where they are mapped alike."""
    owned = [(_OWNER.search(key), _OWNER.search(value)) for key, value in pairs]
    if all(key is not None for key, _ in owned):
        turned = {value is not None and key is not None and key[1] != value[1] for key, value in owned}
        kept = {value is None or (key is not None and key[1] == value[1]) for key, value in owned}
        if turned == {True} or kept == {True}:
            other = " of the other player" if turned == {True} else ""
            pairs = [(_OWNER.sub("", key), _OWNER.sub("", value) + other) for key, value in pairs]
    by_value: dict[str, list[str]] = {}
    for key, value in pairs:
        by_value.setdefault(value, []).append(key)
    return [f"{listed(list(dict.fromkeys(keys)), 'or')} to {value}" for value, keys in by_value.items()]


def _strings(part: Any) -> Iterator[str]:
    for _, value in part.arguments():
        if isinstance(value, str):
            yield value


def _strings_below(part: Any) -> Iterator[str]:
    for inner in walk(part):
        yield from _strings(inner)


def sites_in_words(sites: Sequence[int], labels: Sequence[str]) -> str:
    """A set of sites: whole rows, a block, runs of a row, or one by one.

    >>> labels = [f"{column}{row}" for row in range(1, 4) for column in "ABC"]
    >>> with naming_sites(labels):
    ...     [sites_in_words(one, labels) for one in ((6, 7, 8), (0, 1, 3, 4), (0, 4))]
    ['row 3', 'the block from A1 to B2', 'A1 and B2']
    """
    rows = _by_row(site_name(site) for site in sites)
    if len(sites) < _MANY or rows is None:
        return _runs_in_words(sites, "and")
    whole = _by_row(labels) or {}
    if all(len(columns) == len(whole.get(row, ())) for row, columns in rows.items()):
        numbers = sorted(rows)
        if len(numbers) > 1 and _follow(numbers):
            return f"rows {numbers[0]} to {numbers[-1]}"
        return f"row{'s' if len(numbers) > 1 else ''} {listed([str(one) for one in numbers])}"
    if len(rows) > 1 and len({tuple(columns) for columns in rows.values()}) == 1 and _follow(sorted(rows)):
        return f"the block from {site_name(min(sites))} to {site_name(max(sites))}"
    return _runs_in_words(sites, "and")


def _by_row(labels: Iterable[str]) -> dict[int, list[str]] | None:
    """The columns of labels by their rows; none where a label is no letter with a number."""
    rows: dict[int, list[str]] = {}
    for label in labels:
        match = _LABEL.fullmatch(label)
        if match is None:
            return None
        rows.setdefault(int(match[2]), []).append(match[1])
    return rows


def _follow(numbers: Sequence[int]) -> bool:
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def _runs_in_words(sites: Sequence[int], last: str) -> str:
    """Sites in their order, a run of neighbours in a row or column by its ends."""
    parts: list[str] = []
    begin = 0
    for at in range(1, len(sites) + 1):
        run = sites[begin:at]
        if at < len(sites) and _goes_on(run, sites[at]):
            continue
        parts.extend([f"{_site(run[0])} to {_site(run[-1])}"] if len(run) > 2 else map(_site, run))
        begin = at
    return listed(parts, last)


def _goes_on(run: Sequence[int], site: int) -> bool:
    """True if a site lies beside the last of a run, in the direction of the run."""
    step = _step(run[-1], site)
    return step is not None and (len(run) == 1 or step == _step(run[-2], run[-1]))


def _step(one: int, other: int) -> tuple[int, int] | None:
    """The way from a site to a neighbour in its row or column, by their labels; without labels by their numbers."""
    if min(one, other) < 0:
        return None
    names = [_LABEL.fullmatch(site_name(site)) for site in (one, other)]
    if names[0] is None or names[1] is None:
        step = (other - one, 0)
    else:
        step = (_column(names[1][1]) - _column(names[0][1]), int(names[1][2]) - int(names[0][2]))
    return step if abs(step[0]) + abs(step[1]) == 1 else None


def _site(site: int) -> str:
    return "off the board" if site == _END else site_name(site).replace("in hand", "the hand")


def _column(letters: str) -> int:
    """The number of a column: A, B, ... Z, AA, ..."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
