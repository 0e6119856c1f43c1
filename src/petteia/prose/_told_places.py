"""Sites, directions, pieces and sums in words."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from ._english import listed, words
from ._telling import SPECIAL, is_number, site_name, tell


def _listed_sites(part: Any) -> str:
    told = [tell(one) for one in part.sites or ()] or [tell(part.array)]
    named = [site_name(int(one)) if one.isdigit() else one for one in told]
    return listed(named)


_PAIRS = (
    ({"FL", "FR", "BL", "BR"}, "diagonally"), ({"FL", "FR"}, "diagonally forwards"),
    ({"BL", "BR"}, "diagonally backwards"), ({"Leftward", "Rightward"}, "sideways"),
)  # fmt: skip


def flat(values: Iterable[Any]) -> list[Any]:
    return [one for value in values for one in (value if isinstance(value, list | tuple) else [value])]


def _directions(part: Any) -> str:
    """Directions as alternatives; left and right of the same kind are one word."""
    values = flat(value for _, value in part.arguments())
    names = {value.name for value in values if isinstance(value, Enum)}
    told = []
    for pair, word in _PAIRS:
        if pair <= names:
            names -= pair
            told.append(word)
    rest = [tell(value) for value in values if not isinstance(value, Enum) or value.name in names]
    return listed([*rest, *told], "or")


def _incident(part: Any) -> str:
    kinds = {"Cell": "cells", "Edge": "edges", "Vertex": "points"}
    return f"the {kinds.get(part.result_type.name, 'sites')} beside {tell(part.at)}"


def _piece_argument(part: Any) -> str:
    names = [tell(value).rstrip("0123456789") for value in flat(value for _, value in part.arguments())]
    text = listed(names, "or")
    return f"{'an' if text[:1] in 'AEIOU' else 'a'} {text}"


def _hand_site(part: Any) -> str:
    hand = f"the hand of {tell(part.role if part.role is not None else part.player_index)}"
    return f"site {tell(part.site)} of {hand}" if part.site is not None else hand


def _piece_called(part: Any) -> str:
    """A piece by its full name, in which the number of the owner stands last."""
    kind, owner = re.fullmatch(r"(.*?)(\d*)", part.name).groups()  # type: ignore[union-attr]
    return f"a {words(kind)}{f' of player {owner}' if owner else ''}"


def _piece_of(part: Any) -> str:
    return f"a {words(part.name)} of {tell(part.who)}" if part.name is not None else tell(part.who)


def _track_site(part: Any) -> str:
    start = tell(part.from_) if part.from_ is not None else "its site"
    track = f" {words(part.name)}" if part.name is not None else ""
    by = f" by {tell(part.steps)}" if part.steps is not None else ""
    return f"the site reached from {start} along the track{track}{by}"


def _arithmetic(sign: str, of: Callable[[int, int], int]) -> Callable[[Any], str]:
    """A sum or product, worked out where both parts are written as numbers."""

    def say(part: Any) -> str:
        parts = [value for _, value in part.arguments()]
        if len(parts) == 2 and all(is_number(one) for one in parts):
            return str(of(int(tell(parts[0])), int(tell(parts[1]))))
        told = [tell(one) for one in parts]
        if sign != "+":
            told = [f"({one})" if " + " in one or " minus " in one else one for one in told]
        return f" {sign} ".join(told)

    return say


def _ahead(part: Any) -> str:
    """A site some steps away."""
    steps = tell(part.steps) if part.steps is not None else "1"
    origin = tell(part.site) if part.site is not None else ""
    way = tell(part.directions) if part.directions is not None else "ahead"
    return f"the {'next site' if steps == '1' else f'site {steps} steps'} {way} from {origin}"


def _counted(what: str) -> Callable[[Any], str]:
    """Rows and columns, which people count from one."""

    def say(part: Any) -> str:
        index = tell(part.index)
        if index.startswith(f"the {what} of "):
            return index
        return f"{what} {int(index) + 1}" if index.isdigit() else f"{what} {index} (counted from 0)"

    return say


SPECIAL.update(
    {
        "SitesListed": _listed_sites,
        "RelativeDirections": _directions,
        "AbsoluteDirections": _directions,
        "SitesIncident": _incident,
        "PieceArgument": _piece_argument,
        "IntAdd": _arithmetic("+", operator.add),
        "IntSub": _arithmetic("minus", operator.sub),
        "IntMul": _arithmetic("times", operator.mul),
        "IdOfName": _piece_called,
        "IdOf": _piece_of,
        "trackSite Move": _track_site,
        "HandSite": _hand_site,
        "ahead": _ahead,
        "SitesRow": _counted("row"),
        "SitesColumn": _counted("column"),
    }
)
