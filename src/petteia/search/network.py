"""A small network on what stands where, as a part of `Values`: one hidden layer seen by each seat, in whole numbers."""

from __future__ import annotations

import base64
import ctypes
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from .values import Layout

UNIT = 512
"""An activation of 1 in whole numbers."""
MOST_HIDDEN = 64
_SHORT, _INT, _BYTE = ctypes.c_int16, ctypes.c_int32, ctypes.c_uint8


class NativeNetwork(ctypes.Structure):
    """The struct `Network` of `search_network.h`."""

    _fields_ = (
        ("hidden", ctypes.c_uint32), ("padding", ctypes.c_uint32),
        ("rows", ctypes.POINTER(_INT)), ("weights", ctypes.POINTER(_SHORT)), ("bias", ctypes.POINTER(_INT)),
        ("output", ctypes.POINTER(_SHORT)), ("scale", ctypes.c_double), ("seen", ctypes.POINTER(_BYTE)),
        ("is_seen", _BYTE), ("lock", _BYTE), ("kept", _INT * (2 * MOST_HIDDEN)),
    )  # fmt: skip


@dataclass(frozen=True)
class Network:
    """Weights in whole numbers, each block one after the other as bytes.

    `rows` names the row of weights of a component on a site, as each seat sees it (-1 for none); `weights` has a row of
    `hidden` numbers for each; `bias` one for each seat; `output` one for each seat to move and view, its own first.
    A sum of `UNIT` is a full activation, and `scale` what a whole number of the output is worth.
    """

    hidden: int
    scale: float
    rows: bytes
    weights: bytes
    bias: bytes
    output: bytes

    def build(self, layout: Layout) -> tuple[NativeNetwork, tuple[Any, ...]]:
        """The struct for native code, and what it points to."""
        places, size = 2 * layout.components * layout.sites, 2 * self.hidden
        fits = len(self.rows) == 4 * places and len(self.bias) == 4 * size and len(self.output) == 4 * size
        if not fits or not 0 < self.hidden <= MOST_HIDDEN or len(self.weights) % size:
            raise PetteiaError("this network belongs to another game: its weights have another size")
        rows = (_INT * places).from_buffer_copy(self.rows)
        if max(rows, default=-1) >= len(self.weights) // size:
            raise PetteiaError("this network is damaged: it names weights that it does not have")
        kept = (
            rows,
            (_SHORT * (len(self.weights) // 2)).from_buffer_copy(self.weights),
            (_INT * size).from_buffer_copy(self.bias),
            (_SHORT * (2 * size)).from_buffer_copy(self.output),
        )
        room = max(8 * layout.words * layout.components, 4 * layout.sites * layout.levels)
        seen = (_BYTE * room)()
        return NativeNetwork(self.hidden, 0, *kept, self.scale, seen), (*kept, seen)

    def to_json(self) -> dict[str, Any]:
        """The network as JSON."""
        blocks = {name: _packed(getattr(self, name)) for name in ("rows", "weights", "bias", "output")}
        return {"hidden": self.hidden, "scale": self.scale, **blocks}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The network that `to_json` wrote."""
        try:
            blocks = [zlib.decompress(base64.b64decode(given[name])) for name in ("rows", "weights", "bias", "output")]
            return cls(int(given["hidden"]), float(given["scale"]), *blocks)
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise PetteiaError(f"this is no network: {error}") from None


def _packed(block: bytes) -> str:
    return base64.b64encode(zlib.compress(block, 9)).decode()
