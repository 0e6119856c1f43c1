"""Worth of aspects of positions, as a part of `Values`: a weight for each seat, to move or not."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from petteia.aspects import Aspect, aspects_of
from petteia.aspects.tables import KINDS
from petteia.errors import PetteiaError

if TYPE_CHECKING:
    import numpy.typing as npt

    from petteia.game import Game

_HALF, _SHORT, _BYTE, _SINGLE = ctypes.c_uint32, ctypes.c_uint16, ctypes.c_uint8, ctypes.c_float
_KEPT_BYTES = 8192
"""More than the struct `LineCounts` of `search_aspects.h` takes."""
_PRECISION = 4
_ASPECT, _BY_SEAT, _LEAST_STEP = 0.5, 5.0, 0.05
"""Penalties of aspects, of what they are worth to one seat alone, and the least step that is taken for usual."""
Four = tuple[float, float, float, float]


class _NativeAspect(ctypes.Structure):
    """The struct `Aspect` of `search_aspects.h`."""

    _fields_ = (
        ("kind", _HALF), ("first", _HALF), ("outputs", _HALF), ("length", _HALF), ("count", _HALF), ("degree", _HALF),
        ("needed", _HALF), ("goals", _HALF * 2), ("cap", _HALF),
        ("table", ctypes.POINTER(_SHORT)), ("start", ctypes.POINTER(_HALF)), ("index", ctypes.POINTER(_SHORT)),
        ("ends", ctypes.POINTER(_HALF)), ("near", ctypes.POINTER(_SHORT)), ("kept", ctypes.POINTER(_BYTE)),
    )  # fmt: skip


class NativeAspects(ctypes.Structure):
    """The struct `Aspects` of `search_aspects.h`."""

    _fields_ = (
        ("sites", _HALF), ("count", _HALF), ("outputs", _HALF),
        ("lock", _BYTE), ("is_seen", _BYTE), ("padding", _BYTE * 2),
        ("aspect", ctypes.POINTER(_NativeAspect)), ("weights", ctypes.POINTER(_SINGLE)),
        ("seen", ctypes.POINTER(_BYTE)),
    )  # fmt: skip


@dataclass(frozen=True)
class AspectWeights:
    """The worth of each number by its name: of seat 1 while the other is to move and while it is, then of seat 2.

    Aspects of which no number is named are not told at all, which is what costs time.
    """

    weights: Mapping[str, Four]

    def build(self, game: Game) -> tuple[NativeAspects, tuple[Any, ...]]:
        """The struct for native code, and what it points to."""
        told = [one for one in aspects_of(game) if any(name in self.weights for name in one.numbers)]
        named = [name for one in told for name in one.numbers]
        if strange := sorted(set(self.weights) - set(named)):
            raise PetteiaError(f"these values are of another game than {game.name}: it has no {strange[0]!r}")
        return native_aspects(game, told, [self.weights.get(name, (0.0,) * 4) for name in named])

    def to_json(self) -> dict[str, list[float]]:
        """The weights as JSON, rounded."""
        return {name: [round(value, _PRECISION) for value in four] for name, four in self.weights.items()}

    @classmethod
    def from_json(cls, given: Mapping[str, Sequence[float]]) -> Self:
        """The weights that `to_json` wrote."""
        try:
            weights = {str(name): tuple(map(float, four)) for name, four in given.items()}
        except (AttributeError, TypeError, ValueError) as error:
            raise PetteiaError(f"these are no weights of aspects: {error}") from None
        if any(len(four) != 4 for four in weights.values()):
            raise PetteiaError("these are no weights of aspects: each has four numbers")
        return cls(weights)  # type: ignore[arg-type]


def native_aspects(
    game: Game, told: Sequence[Aspect], weights: Sequence[Sequence[float]]
) -> tuple[NativeAspects, tuple[Any, ...]]:
    """Some aspects for native code, with four weights for each of their numbers, and what the struct points to."""
    kept: list[Any] = []

    def shorts(numbers: Sequence[int]) -> Any:
        kept.append((_SHORT * max(1, len(numbers)))(*numbers))
        return ctypes.cast(kept[-1], ctypes.POINTER(_SHORT))

    def halves(numbers: Sequence[int]) -> Any:
        kept.append((_HALF * max(1, len(numbers)))(*numbers))
        return ctypes.cast(kept[-1], ctypes.POINTER(_HALF))

    def room(size: int) -> Any:
        kept.append((_BYTE * size)())
        return ctypes.cast(kept[-1], ctypes.POINTER(_BYTE))

    first, natives = 0, []
    for one in told:
        sizes = (first, len(one.numbers), one.length, one.count, one.degree, one.needed)
        listed = (shorts(one.table), halves(one.start), shorts(one.index), halves(one.ends), shorts(one.near))
        kept_up = room(_KEPT_BYTES if one.kind == "lines" else 1)
        natives.append(_NativeAspect(KINDS.index(one.kind), *sizes, (_HALF * 2)(*one.goals), one.cap, *listed, kept_up))
        first += len(one.numbers)
    block = (_NativeAspect * max(1, len(natives)))(*natives)
    flat = (_SINGLE * max(1, 4 * first))(*(value for four in weights for value in four))
    sites = len(game.facts.geometry.centres)
    found = NativeAspects(
        sites, len(natives), first, 0, 0, (_BYTE * 2)(), ctypes.cast(block, ctypes.POINTER(_NativeAspect)),
        ctypes.cast(flat, ctypes.POINTER(_SINGLE)), room(sites),
    )  # fmt: skip
    return found, (*kept, block, flat)


class AspectReader:
    """Numbers of the aspects of positions, as columns that a regression weighs, and weights made of what it found.

    A number has four columns: what the seats differ by, what both have for who is to move, and the same with the seats
    told apart, which matters where the rules do.
    """

    def __init__(self, game: Game, told: Sequence[Aspect] | None = None) -> None:
        self.told = tuple(aspects_of(game) if told is None else told)
        self.names = [name for one in self.told for name in one.numbers]
        self._game = game

    def numbers(self, states: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each position, number and seat what is told of it."""
        import numpy as np

        from .library import search_library
        from .values import Values

        found = np.zeros((len(states), len(self.names), 2), dtype=np.float32)
        if self.names and len(states):
            blank = Values.flat(self._game, {}, aspects=AspectWeights(dict.fromkeys(self.names, (0.0,) * 4)))
            block = np.ascontiguousarray(states, dtype=np.uint8)
            search_library().pts_aspects(
                blank.native_values(self._game), block.ctypes.data, block.shape[1], len(block), found.ctypes.data
            )
        return found

    def columns(self, states: npt.NDArray[Any], turns: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The columns of positions; `turns` is 1 where seat 1 is to move, else -1."""
        return self.columns_of(self.numbers(states), turns)

    def columns_of(self, numbers: npt.NDArray[Any], turns: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The same, of numbers that were told before."""
        import numpy as np

        found = numbers.astype(np.float64)
        apart, both, turn = found[:, :, 0] - found[:, :, 1], found.sum(axis=2), turns[:, None]
        return np.concatenate([apart, turn * both, both, turn * apart], axis=1)

    def steps(self, columns: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """By how much each column usually differs: divided by it, all are held back alike."""
        import numpy as np

        return np.tile(np.maximum(_LEAST_STEP, columns[:, : len(self.names)].std(axis=0)), 4)

    def penalty(self) -> npt.NDArray[Any]:
        """How strongly the columns are held back: most where a seat has weights of its own."""
        import numpy as np

        return np.repeat([_ASPECT, _BY_SEAT], 2 * len(self.names))

    def weights(self, found: npt.NDArray[Any]) -> AspectWeights:
        """The weights that a regression found for the columns."""
        apart, turn, both, crossed = found.reshape(4, len(self.names))
        four = (
            apart - turn + both - crossed, apart + turn + both + crossed,
            apart - turn - both + crossed, apart + turn - both - crossed,
        )  # fmt: skip
        rows = zip(self.names, *(one.tolist() for one in four), strict=True)
        return AspectWeights({name: (a, b, c, d) for name, a, b, c, d in rows if max(map(abs, (a, b, c, d))) > 5e-4})
