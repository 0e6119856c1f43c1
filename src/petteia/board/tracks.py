"""Tracks: paths over the board that pieces are moved along or sown into."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from petteia.board.directions import Direction
from petteia.board.errors import BoardError
from petteia.board.topology import Sites

END: Final = -2
"""The element of a track behind its last site."""

_STEPS = re.compile(r"([A-Za-z]+)(\d*)$")


@dataclass(frozen=True)
class TrackElement:
    """One stop of a track; `previous` and `next` are indices of elements, -1 for none."""

    site: int
    previous: int
    next: int
    bump: int


@dataclass(frozen=True)
class Track:
    """A named path of elements; `owner` is a player's number, 0 for none."""

    name: str
    owner: int
    elements: tuple[TrackElement, ...]
    loop: bool
    directed: bool

    @cached_property
    def sites(self) -> tuple[int, ...]:
        """The site of each element."""
        return tuple(element.site for element in self.elements)

    @cached_property
    def has_internal_loop(self) -> bool:
        """True if a site occurs twice on a track without bumps."""
        return len(set(self.sites)) < len(self.elements) and not any(element.bump for element in self.elements)

    def index_of(self, site: int) -> int:
        """The first element with a site, -1 if there is none."""
        return next((i for i, element in enumerate(self.elements) if element.site == site), -1)


def make_track(name: str, sites: Sequence[int], *, owner: int = 0, loop: bool = False, directed: bool = False) -> Track:
    """The track over a list of sites; repeated sites in a row become one element with bumps."""
    runs: list[list[int]] = []
    for site in sites:
        if runs and runs[-1][0] == site:
            runs[-1][1] += 1
        else:
            runs.append([site, 0])
    last = len(runs) - 1
    if last < 1:
        raise BoardError(f'track "{name}" has {len(runs)} sites; it needs two at least')
    elements = []
    for i, (site, bump) in enumerate(runs):
        if i == 0:
            previous, following = last if loop else -1, 1
        elif i == last:
            previous, following = i - 1, 0 if loop else -1
        else:
            previous, following = -1 if directed else i - 1, i + 1
        elements.append(TrackElement(site, previous, following, bump))
    return Track(name, owner, tuple(elements), loop, directed)


def walk_sites(name: str, text: str, sites: Sites) -> list[int]:
    """The sites of a track written in steps, such as `0,E,N1,W,End`."""
    tokens = text.split(",")
    while tokens and not tokens[-1]:
        tokens.pop()
    if not tokens or not tokens[0].isdigit():
        raise BoardError(f'track "{name}" must begin with the number of a site', suggestion='as in "0,E,N,W"')
    found: list[int] = []
    current: int | None = None
    for token in tokens:
        if token.isdigit():
            found.append(int(token))
            current = found[-1] if found[-1] < sites.count else None
        elif token == "End":
            found.append(END)
        else:
            if current is None:
                raise BoardError(f'track "{name}": "{token}" starts from a place that is not on the board')
            appended = _radial_sites(name, token, current, sites)
            found += appended
            current = appended[-1] if appended else current
    return found


def _radial_sites(name: str, token: str, origin: int, sites: Sites) -> list[int]:
    match = _STEPS.match(token)
    supported = {d.name: d for d in sites.supported(Direction.All)}
    if match is None or match[1] not in supported:
        known = ", ".join(supported) or "none"
        raise BoardError(f'track "{name}": "{token}" is no direction of this board', suggestion=f"it has {known}")
    limit = int(match[2]) if match[2] else None
    radials = sites.radials(supported[match[1]])[origin]
    return [site for path in radials for site in path[1:][:limit]]
