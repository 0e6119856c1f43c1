"""Whole numbers that somebody gave: actions, players, seeds."""

from __future__ import annotations

from operator import index
from typing import Any

from petteia.errors import PetteiaError


def whole(value: Any, what: str) -> int:
    """A whole number, of Python or numpy; an error names what it was to be.

    >>> whole(3, "an action")
    3
    """
    try:
        return index(value)
    except TypeError:
        raise PetteiaError(f"{what} must be a whole number, not {value!r}") from None
