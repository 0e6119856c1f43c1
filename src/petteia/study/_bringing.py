"""Parts that a fill brings along: hands, regions and maps that its rules name, where the game at hand has none.

They are no things that a find would show, only names for places and room beside the board; what players hold in their
fingers and see before them (boards, pieces, dice) is never added.
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
}
_NAMED = re.compile(r'\(regions "([^"]+)"')


def brought(text: str, source: Source, equipment: str) -> list[str]:
    """The clauses of a source's equipment that a text from it needs and other equipment lacks.

    Of maps all come, of regions those that are named in the text, and those without a name if the text speaks of the
    sites of players. Where the game has regions, names are mapped onto them instead.
    """
    found = []
    for clause in _clauses(source):
        kind = clause.keyword
        if kind in ("hand", "map"):
            if _USED[kind].search(text) and f"({kind} " not in equipment:
                found.append(inline_text(clause))
        elif kind == "regions" and "(regions " not in equipment and _speaks_of(text, inline_text(clause)):
            found.append(inline_text(clause))
    return found


def _clauses(source: Source) -> list[Clause]:
    for one in source.root.items:
        if isinstance(one, Clause) and one.keyword == "equipment":
            items = [*one.items, *(inner for item in one.items if isinstance(item, Listing) for inner in item.items)]
            return [item for item in items if isinstance(item, Clause)]
    return []


def _speaks_of(text: str, regions: str) -> bool:
    name = _NAMED.match(regions)
    return f'"{name[1]}"' in text if name else re.search(_OWNED, text) is not None


def with_parts(text: str, equipment: str, parts: list[str]) -> str | None:
    """A description with further parts at the end of its equipment, which is written in it; None if it has no list."""
    if not parts:
        return text
    if not equipment.endswith("})") or equipment not in text:
        return None
    return text.replace(equipment, f"{equipment[:-2]} {' '.join(parts)}}})", 1)
