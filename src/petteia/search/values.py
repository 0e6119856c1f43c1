"""Evaluations by pieces: what each kind is worth on each site, in the opening and towards the end, with scores."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from petteia.errors import PetteiaError

from .judging import AspectWeights, NativeAspects
from .library import EntryPoints, entry_points, search_library
from .network import NativeNetwork, Network

if TYPE_CHECKING:
    from petteia.game import Game

NOWHERE = 2**32 - 1
_HALF, _REAL, _SINGLE = ctypes.c_uint32, ctypes.c_double, ctypes.c_float
_PRECISION = 3
_NUMBERS = ("score", "mobility", "tempo", "scale", "fewest", "most")


class _Native(ctypes.Structure):
    """The struct `Values` of `search_values.h`."""

    _fields_ = (
        ("game", ctypes.POINTER(EntryPoints)),
        ("components", _HALF), ("sites", _HALF), ("levels", _HALF), ("pieces", _HALF), ("words", _HALF),
        ("what", _HALF), ("what_width", _HALF), ("counts", _HALF), ("count_width", _HALF), ("owners", _HALF),
        ("score", _HALF), ("score_width", _HALF),
        ("weights", ctypes.POINTER(_SINGLE)), ("worth", ctypes.POINTER(_SINGLE)),
        ("owner", ctypes.POINTER(ctypes.c_uint8)),
        ("score_weight", _REAL), ("mobility", _REAL), ("tempo", _REAL), ("scale", _REAL), ("unit", _REAL),
        ("noise", _REAL),
        ("fewest", _REAL), ("most", _REAL),
        ("network", ctypes.POINTER(NativeNetwork)), ("bias", _REAL), ("has_neutral", _HALF), ("padding", _HALF),
        ("aspects", ctypes.POINTER(NativeAspects)),
    )  # fmt: skip


@runtime_checkable
class KnowsPieces(Protocol):
    """An evaluation from which searches can tell what a capture is worth."""

    def native_values(self, game: Game) -> int:
        """The address of its struct `Values`."""


@dataclass(frozen=True)
class Layout:
    """Where a state keeps its pieces: sets of sites by component, or the component of each site."""

    components: int
    """One more than the highest number of a component."""
    sites: int
    levels: int
    pieces: int = NOWHERE
    words: int = 0
    what: int = NOWHERE
    what_width: int = 0
    counts: int = NOWHERE
    count_width: int = 0
    owners: int = NOWHERE
    score: int = NOWHERE
    score_width: int = 0
    seats: int = 3
    """One more than there are players: so many scores there are."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """The layout of a built game."""
        slots = game.facts.slots
        components = max((one.number for one in game.facts.components), default=0) + 1
        pieces, what, count, who = (slots.get(name) for name in ("pieces", "what", "count", "who"))
        sites = (
            what.shape[0] if what is not None and what.shape else max(one.sites.stop for one in game.facts.containers)
        )
        levels = prod(what.shape) // sites if what is not None else 1
        found: dict[str, int] = {"seats": game.players + 1}
        if pieces is not None and prod(pieces.shape) >= components:
            found |= {"pieces": pieces.offset, "words": pieces.words}
        if what is not None:
            found |= {"what": what.offset, "what_width": what.width}
            if who is not None and who.shape == what.shape and who.width == 1:
                found |= {"owners": who.offset}
        if count is not None and prod(count.shape) == sites * levels:
            found |= {"counts": count.offset, "count_width": count.width}
        if "score" in slots:
            found |= {"score": slots["score"].offset, "score_width": slots["score"].width}
        return cls(components, sites, levels, **found)

    @property
    def extent(self) -> int:
        """So many bytes from the beginning of a state hold all of it."""
        ends = [0]
        if self.pieces != NOWHERE:
            ends.append(self.pieces + 8 * self.words * self.components)
        if self.what != NOWHERE:
            ends.append(self.what + self.what_width * self.sites * self.levels)
        if self.counts != NOWHERE:
            ends.append(self.counts + self.count_width * self.sites * self.levels)
        if self.owners != NOWHERE:
            ends.append(self.owners + self.sites * self.levels)
        if self.score != NOWHERE:
            ends.append(self.score + self.seats * self.score_width)
        return max(ends)


@dataclass(frozen=True)
class Values:
    """The worth of pieces by kind and site, as one number between -1 and 1 for a player in a position.

    With several players it is what one has, less the mean of the others. Pieces of nobody count for the first of two.
    `first` and `last` hold the worth of each component (by its number) on each site while the board is as full as it
    gets, `most` pieces, and when only `fewest` are left; between them they blend. An advantage of `scale` is one half.
    """

    first: tuple[tuple[float, ...], ...]
    last: tuple[tuple[float, ...], ...]
    score: float = 1.0
    """The worth of a point of the score."""
    mobility: float = 0.0
    """The worth of each legal move to who is to move."""
    tempo: float = 0.0
    """The worth of being to move."""
    scale: float = 10.0
    noise: float = 0.0
    """How far positions are misjudged, in units of the least piece; each always by the same amount."""
    fewest: float = 0.0
    most: float = 0.0
    network: Network | None = None
    """A network whose output is added, in the same units."""
    bias: float = 0.0
    """The advantage of the first of two players by the rules alone."""
    unit: float | None = None
    """The least advantage that matters; None is the worth of the least piece."""
    neutral: bool = False
    """Pieces of nobody count, by the weights of their kinds."""
    aspects: AspectWeights | None = None
    """The worth of what the rules make matter beside the pieces."""
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def native(self, game: Game) -> tuple[int, int]:
        """The function in native code, and what it is given."""
        address = ctypes.cast(search_library().pts_values, ctypes.c_void_p).value or 0
        return address, self.native_values(game)

    def native_values(self, game: Game) -> int:
        """The address of the struct `Values`."""
        key = (game, game.is_full_build)
        if key not in self._kept:
            self._kept[key] = self._build(game)
        return ctypes.addressof(self._kept[key][0])

    def worth(self) -> tuple[float, ...]:
        """The mean worth of each component over the board."""
        return tuple(
            sum(early + late) / max(1, len(early) + len(late))
            for early, late in zip(self.first, self.last, strict=True)
        )

    def _build(self, game: Game) -> tuple[Any, ...]:
        layout = Layout.of(game)
        if len(self.first) != layout.components or any(len(row) != layout.sites for row in (*self.first, *self.last)):
            raise PetteiaError(f"these values are of another game than {game.name}: they have other pieces or sites")
        owners = {one.number: one.owner for one in game.facts.components}
        worth = self.worth()
        flat = [value for rows in (self.last, self.first) for row in rows for value in row]
        kept: tuple[Any, ...] = (
            entry_points(game),
            (_SINGLE * len(flat))(*flat),
            (_SINGLE * layout.components)(*worth),
            (ctypes.c_uint8 * layout.components)(*(owners.get(k, 0) for k in range(layout.components))),
        )
        unit = self.unit or min((value for value in worth if value > 1e-3), default=self.scale / 10)
        numbers = [getattr(layout, name) for name, _ in _Native._fields_[1:13]]
        native = _Native(
            ctypes.pointer(kept[0]), *numbers, *kept[1:],
            self.score, self.mobility, self.tempo, self.scale, unit, self.noise, self.fewest, self.most,
        )  # fmt: skip
        native.bias, native.has_neutral = self.bias, int(self.neutral and game.players == 2)
        if self.network is not None:
            network, parts = self.network.build(layout)
            native.network, kept = ctypes.pointer(network), (*kept, network, parts)
        if self.aspects is not None:
            aspects, parts = self.aspects.build(game)
            native.aspects, kept = ctypes.pointer(aspects), (*kept, aspects, parts)
        return native, kept

    @classmethod
    def flat(cls, game: Game, worth: Mapping[int, float], **settings: Any) -> Self:
        """Values that do not depend on sites: the worth of each component by its number."""
        layout = Layout.of(game)
        rows = tuple((worth.get(k, 0.0),) * layout.sites for k in range(layout.components))
        return cls(rows, rows, **settings)

    def to_json(self) -> dict[str, Any]:
        """The values as JSON, rounded."""

        def rows(table: Sequence[Sequence[float]]) -> list[list[float]]:
            return [[round(value, _PRECISION) for value in row] for row in table]

        numbers = {name: getattr(self, name) for name in ("score", "mobility", "tempo", "scale", "fewest", "most")}
        return {
            **{name: round(value, 4) for name, value in numbers.items()},
            **({"bias": round(self.bias, 4)} if self.bias else {}),
            **({"neutral": True} if self.neutral else {}),
            **({} if self.unit is None else {"unit": round(self.unit, 4)}),
            "first": rows(self.first),
            "last": rows(self.last),
            **({} if self.network is None else {"network": self.network.to_json()}),
            **({} if self.aspects is None else {"aspects": self.aspects.to_json()}),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The values that `to_json` wrote."""
        try:
            first, last = (tuple(tuple(map(float, row)) for row in given[name]) for name in ("first", "last"))
            numbers: dict[str, Any] = {name: float(given[name]) for name in _NUMBERS}
        except (KeyError, TypeError, ValueError) as error:
            raise PetteiaError(f"these are no values of pieces: {error}") from None
        network, unit, aspects = given.get("network"), given.get("unit"), given.get("aspects")
        return cls(
            first, last, **numbers,
            network=None if network is None else Network.from_json(network),
            bias=float(given.get("bias", 0.0)), unit=None if unit is None else float(unit),
            neutral=bool(given.get("neutral", False)),
            aspects=None if aspects is None else AspectWeights.from_json(aspects),
        )  # fmt: skip

    def __str__(self) -> str:
        return json.dumps(self.to_json())
