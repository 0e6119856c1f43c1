"""Planes of an observation as plain data: what the native code that writes them and the slow reading of them share."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

PlaneKind = Literal["set", "site", "owner", "scalar", "length", "digest", "repeats", "hand", "count", "top", "order"]


class Plane(NamedTuple):
    """A plane: numbers over the places of a board, or one number everywhere.

    A number that is too large for a plane takes several: `shift` says which bits of it this one has, after `low` is
    taken away. `at` are the indices of the element of an array that is meant, by the player who looks.
    """

    name: str
    kind: PlaneKind
    field: str
    at: tuple[int, ...] = (0,)
    low: int = 0
    shift: int = 0
    relative: bool = False
    """True if the number is a player's, to be counted from the one who looks: 1 is that one."""
    site: int = -1
    """The site off the board that is meant."""
    codes: tuple[tuple[int, ...], ...] = ()
    """For stacks: by player who looks, the number of each component as it is seen."""


class Observing(NamedTuple):
    """How states of a game are observed: the planes, the bits of a number, and the place of each site."""

    planes: tuple[Plane, ...]
    bits: int
    """How many bits of a number a plane holds: 7 or 15."""
    rows: int
    """Rows of the grid, 0 where the sites lie on none."""
    width: int
    """Places in a plane."""
    places: dict[str, tuple[int, ...]]
    """By universe the place of each site, -1 for none."""
    players: int

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return self._asdict()

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Observing:
        """The planes that `to_json` wrote."""
        planes = tuple(
            Plane(name, kind, field, tuple(at), low, shift, relative, site, tuple(map(tuple, codes)))
            for name, kind, field, at, low, shift, relative, site, codes in plain["planes"]
        )
        places = {universe: tuple(row) for universe, row in plain["places"].items()}
        return cls(planes, plain["bits"], plain["rows"], plain["width"], places, plain["players"])
