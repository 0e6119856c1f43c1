"""Boards as lines of text and check sums, in the form of the recorded boards."""

import binascii
from collections.abc import Iterable

from petteia.board import Board, Direction, Sites
from petteia.board.check import steps_line
from petteia.board.directions import COMPASS, SINGLE

_LISTS = ("corners", "outer", "perimeter", "centre", "left", "right", "top", "bottom")
_SHORT = {"perimeter": "perim"}
_RADIAL_DIRECTIONS = (Direction.Orthogonal, Direction.Diagonal, Direction.Rotational, *SINGLE)


def radials_line(sites: Sites, site: int) -> str:
    """The radials of a site by direction: ` N:3-6 E:1-2`, without the site itself."""
    words = []
    for d in _RADIAL_DIRECTIONS:
        paths = sites.radials(d)[site]
        if paths:
            words.append(f" {d.name}:" + "/".join("-".join(map(str, path[1:])) for path in paths))
    return "".join(words)


def listed(numbers: Iterable[int]) -> str:
    """Numbers with commas between them, `-` for none."""
    return ",".join(map(str, numbers)) or "-"


def track_line(board: Board, index: int) -> str:
    """A track as text: name, owner, whether it is a loop, its sites with their bumps."""
    track = board.tracks[index]
    stops = "".join(f" {e.site}" + (f"*{e.bump}" if e.bump else "") for e in track.elements)
    return f"{track.name} {track.owner} {int(track.loop)} :{stops}"


def fingerprints(board: Board) -> dict[str, str]:
    """Check sums of what is known about the default sites of a board, as in the recorded list of boards."""
    sites = board.sites()
    numbers = range(sites.count)

    def related(relation: Direction, site: int) -> str:
        return listed(sorted(sites.related(relation, site)))

    texts = {
        "lab": [f"{i} {sites.labels[i]}" for i in numbers],
        "orth": [f"{i} {related(Direction.Orthogonal, i)}" for i in numbers],
        "diag": [f"{i} {related(Direction.Diagonal, i)} {related(Direction.OffDiagonal, i)}" for i in numbers],
        "dir": [f"{i}{steps_line(sites, i)}" for i in numbers],
        "rad": [f"{i}{radials_line(sites, i)}" for i in numbers],
        "prop": [" ".join(f"{_SHORT.get(name, name)}={listed(getattr(sites, name))}" for name in _LISTS)],
        "side": [f"{d.name}={listed(sites.sides[d])}" for d in COMPASS if d in sites.sides],
        "ph": [f"{i} {sites.phase[i]}" for i in numbers],
    }
    if board.tracks:
        texts["trk"] = [track_line(board, index) for index in range(len(board.tracks))]
    return {
        name: f"{binascii.crc32(''.join(line + chr(10) for line in lines).encode()):08x}"
        for name, lines in texts.items()
    }
