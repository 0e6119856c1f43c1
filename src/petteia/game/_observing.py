"""Observations read from states one by one; batches write the same in native code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.types import bits

if TYPE_CHECKING:
    from petteia.ir.planes import Observing, Plane

    from .game import Game

_MASK = 2**64 - 1


def mixed(value: int) -> int:
    """A 64-bit number scrambled: `ptb_mixed` in C."""
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & _MASK
    return value ^ value >> 31


def dtype_of(observing: Observing) -> np.dtype[Any]:
    """The type of the numbers of an observation."""
    return np.dtype(np.int8 if observing.bits == 7 else np.int16)


def shape_of(observing: Observing) -> tuple[int, ...]:
    """The shape of an observation: planes, rows and columns; or planes and sites."""
    planes = len(observing.planes)
    if not observing.rows:
        return planes, observing.width
    return planes, observing.rows, observing.width // observing.rows


def observe(game: Game, observing: Observing, raw: Any, looks: int) -> npt.NDArray[Any]:
    """A state as a player sees it; its dice are to be thrown already."""
    return _Reading(game, observing, raw).planes(looks)


class _Reading:
    """Reads one state."""

    def __init__(self, game: Game, observing: Observing, raw: Any) -> None:
        self._engine, self._facts, self._plan, self._raw = game.engine, game.facts, observing, raw
        self._mask = (1 << observing.bits) - 1
        self._kinds: dict[str, Callable[[Plane, int], Any]] = {
            "set": self._set, "site": self._site, "scalar": self._scalar, "length": self._length,
            "digest": self._digest, "repeats": self._repeats, "hand": self._hand, "count": self._count,
            "top": self._top, "order": self._order, "owner": self._owner,
        }  # fmt: skip
        self._flat: dict[str, list[Any]] = {}

    def planes(self, looks: int) -> npt.NDArray[Any]:
        """All planes, one after the other."""
        planes = np.zeros((len(self._plan.planes), self._plan.width), dtype=np.int64)
        for row, plane in zip(planes, self._plan.planes, strict=True):
            for place, value in self._kinds[plane.kind](plane, looks - 1):
                if place is None:
                    row[:] = value
                elif place >= 0:
                    row[place] = value
        return planes.astype(dtype_of(self._plan)).reshape(shape_of(self._plan))

    def _values(self, field: str) -> list[Any]:
        """The elements of a field, one after the other."""
        if field not in self._flat:
            flat = self._engine.read(self._raw, field)
            depth = len(self._facts.fields[field].shape)
            flat = [flat] if depth == 0 else flat
            for _ in range(depth - 1):
                flat = [one for part in flat for one in part]
            self._flat[field] = flat
        return self._flat[field]

    def _part(self, plane: Plane, value: int) -> int:
        return (value - plane.low) >> plane.shift & self._mask

    def _places(self, size: int) -> tuple[int, ...]:
        """The places of the sites of the universe that an array is over."""
        return next(one for one in self._plan.places.values() if len(one) == size)

    def _seen(self, player: int, looks: int) -> int:
        """A player's number counted from the one who looks."""
        players = self._plan.players
        return (player - 1 - looks) % players + 1 if 1 <= player <= players else player

    def _set(self, plane: Plane, looks: int) -> Any:
        at = plane.at[looks]
        if not at and plane.field.partition("_")[0] == "pieces":
            return  # this player has no such piece
        universe = self._facts.slots[plane.field].words
        places = next(one for one in self._plan.places.values() if -(-len(one) // 64) == universe)
        for site in bits(self._values(plane.field)[at]):
            yield places[site], 1

    def _site(self, plane: Plane, looks: int) -> Any:
        inner_at, inner = plane.at
        values = self._values(plane.field)
        places = self._places(len(values) // inner)
        for site, place in enumerate(places):
            value = values[site * inner + inner_at]
            yield place, self._part(plane, self._seen(value, looks) if plane.relative else value)

    def _scalar(self, plane: Plane, looks: int) -> Any:
        value = self._values(plane.field)[plane.at[looks]]
        yield None, self._part(plane, self._seen(value, looks) if plane.relative else value)

    def _length(self, plane: Plane, looks: int) -> Any:
        yield None, self._part(plane, len(self._values(plane.field)[plane.at[looks]]))

    def _list(self, plane: Plane, looks: int) -> list[int]:
        found = self._values(plane.field)
        depth = len(self._facts.fields[plane.field].shape)
        elements: list[int] = found[0] if depth == 0 else found[plane.at[looks]]
        return elements

    def _digest(self, plane: Plane, looks: int) -> Any:
        elements = self._list(plane, looks)
        if self._facts.slots[plane.field].width == 8:
            total = sum(mixed(one & _MASK) for one in elements) & _MASK
        else:
            total = 0
            for one in elements:
                total = mixed(total + (one & _MASK) + 1 & _MASK)
        yield None, self._part(plane, total >> 34)

    def _repeats(self, plane: Plane, looks: int) -> Any:
        elements = self._list(plane, looks)
        yield None, min(elements.count(elements[-1]) if elements else 0, self._mask)

    def _hand(self, plane: Plane, looks: int) -> Any:
        for component, members in enumerate(self._values(plane.field)):
            if component and members >> plane.site & 1:
                yield None, plane.codes[looks][component]

    def _levels(self, field: str) -> list[list[int]]:
        suffix = field.partition("_")[2]
        heights = self._values("height" + (f"_{suffix}" if suffix else ""))
        values = self._values(field)
        deep = len(values) // len(heights)
        return [values[site * deep : site * deep + height] for site, height in enumerate(heights)]

    def _count(self, plane: Plane, looks: int) -> Any:
        levels = self._levels(plane.field)
        for place, stack in zip(self._places(len(levels)), levels, strict=True):
            yield place, sum(plane.codes[looks][one] == plane.at[0] for one in stack) & self._mask

    def _top(self, plane: Plane, looks: int) -> Any:
        levels = self._levels(plane.field)
        for place, stack in zip(self._places(len(levels)), levels, strict=True):
            yield place, int(bool(stack) and plane.codes[looks][stack[-1]] == plane.at[0])

    def _owner(self, plane: Plane, looks: int) -> Any:
        levels = self._levels(plane.field)
        for place, stack in zip(self._places(len(levels)), levels, strict=True):
            yield place, self._seen(stack[-1], looks) if stack else 0

    def _order(self, plane: Plane, looks: int) -> Any:
        levels = self._levels(plane.field)
        owners = self._levels(plane.field.replace("what", "who")) if plane.codes else levels
        for place, stack, who in zip(self._places(len(levels)), levels, owners, strict=True):
            total = 0
            for level, value in enumerate(stack):
                if plane.codes and level < len(stack) - 1:
                    code = plane.codes[looks][value] * 16 + self._seen(who[level], looks)
                    total = mixed(total + code + 1 & _MASK)
                elif not plane.codes and value:
                    total = mixed(total + value * 64 + level + 1 & _MASK)
            yield place, self._part(plane, total >> 34)
