"""Steps over a board as shifts of words: by what distances sites lead on, and whether those are few."""

from __future__ import annotations

from functools import lru_cache

from . import nodes as n
from .ops import bits

_WORD = 64
_MOST_SHIFTS = 4
_MOST_SHIFTS_OF_A_WORD = 12
"""Where a set is one word: a loop over its sites takes as long as so many shifts once it has a dozen sites."""
_MOST_SPREADS = 8


@lru_cache(maxsize=1024)
def shifts_of(table: n.Table) -> dict[int, int]:
    """A table of steps, or of sets of neighbours, as masked shifts: the sites that are led on, by distance.

    >>> shifts_of(n.Table("right", n.INT, (4,), (1, 2, 3, -1)))
    {1: 7}
    """
    found: dict[int, int] = {}
    for site, value in enumerate(table.values):
        targets = bits(value) if table.type.kind == "set" else [value] * (value >= 0)
        for target in targets:
            found[target - site] = found.get(target - site, 0) | 1 << site
    return found


def is_regular(expr: n.Shift | n.Spread) -> bool:
    """True if a step or spread is a few shifts of words; else it is followed for one site after the other."""
    if isinstance(expr, n.Spread):
        return 0 < len(shifts_of(expr.neighbours)) <= _MOST_SPREADS
    most = _MOST_SHIFTS_OF_A_WORD if len(expr.steps.values) <= _WORD else _MOST_SHIFTS
    return 0 < len(shifts_of(expr.steps)) <= most
