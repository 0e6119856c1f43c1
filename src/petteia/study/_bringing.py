"""Parts that a fill brings along: hands, tracks, regions and maps that its rules name, where the game at hand has none.

They are no things that a find would show, only ways and names of places, and room beside the board; what players hold
in their fingers and see before them (boards, pieces, dice) is never added.
"""

from __future__ import annotations

import re

from petteia.lang import Clause
from petteia.lang import Sequence as Listing
from petteia.lang.show import inline_text

from .library import Source

_OWNED = r"\(sites (?:P\d+|Mover|Next|Prev|Player|Team|Enemy|Friend)\b"
_USED = {
    "hand": re.compile(r'"Hand\d*"|\(handSite\b|\(sites Hand\b'),
    "map": re.compile(r"\(mapEntry\b"),
    "track": re.compile(r"\(trackSite\b|\(sites Track\b|\(sow\b"),
}
_BOARD = re.compile(r"\((?:mancalaBoard|board)\b")
_NAMED = re.compile(r'\(regions "([^"]+)"')


def brought(text: str, source: Source, equipment: str) -> list[str]:
    """The clauses of a source's equipment that a text from it needs and other equipment lacks.

    Of tracks and maps all come, of regions those that are named in the text, and those without a name if the text
    speaks of the sites of players. Where the game has tracks or regions, names are mapped onto them instead.
    """
    found = []
    for clause in _clauses(source):
        kind = clause.keyword
        if kind in _USED:
            named = kind == "track" and any(f'"{name}"' in text for name in source.equipment.tracks)
            if (named or _USED[kind].search(text)) and f"({kind} " not in equipment:
                found.append(inline_text(clause))
        elif kind == "regions" and "(regions " not in equipment and _speaks_of(text, inline_text(clause)):
            found.append(inline_text(clause))
    return found


def _clauses(source: Source) -> list[Clause]:
    for one in source.root.items:
        if isinstance(one, Clause) and one.keyword == "equipment":
            parts = _inner(one)
            boards = [part for part in parts if _BOARD.match(f"({part.keyword}")]
            return [*parts, *(part for board in boards for part in _inner(board) if part.keyword == "track")]
    return []


def _inner(clause: Clause) -> list[Clause]:
    """The clauses in a clause and in its lists."""
    items = [*clause.items, *(inner for item in clause.items if isinstance(item, Listing) for inner in item.items)]
    return [item for item in items if isinstance(item, Clause)]


def _speaks_of(text: str, regions: str) -> bool:
    name = _NAMED.match(regions)
    return f'"{name[1]}"' in text if name else re.search(_OWNED, text) is not None


def with_parts(text: str, equipment: str, parts: list[str]) -> str | None:
    """A description with further parts, tracks in its board, others at the end of its equipment as it is written there.

    None if there is no board or no list to add to.
    """
    fuller, tracks = equipment, [one for one in parts if one.startswith("(track ")]
    if tracks:
        end = _end_of_board(fuller)
        if end is None:
            return None
        fuller = f"{fuller[:end]} {{{' '.join(tracks)}}}{fuller[end:]}"
    rest = [one for one in parts if one not in tracks]
    if rest:
        if not fuller.endswith("})"):
            return None
        fuller = f"{fuller[:-2]} {' '.join(rest)}}})"
    return text.replace(equipment, fuller, 1) if equipment in text else None


def _end_of_board(equipment: str) -> int | None:
    """Where tracks are added in the board: before the kind of its sites, if that is said, else at its end."""
    found = _BOARD.search(equipment)
    depth = 0
    for k in range(found.start() if found else len(equipment), len(equipment)):
        depth += {"(": 1, ")": -1}.get(equipment[k], 0)
        if depth == 1 and equipment.startswith((" use:", " largeStack:"), k):
            return k
        if not depth:
            return k
    return None
