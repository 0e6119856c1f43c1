"""The evaluation that serves any game of two: pieces by their worth, scores, and moves to choose from."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

from ._library import EntryPoints, entry_points, search_library

if TYPE_CHECKING:
    from petteia.game import Game

_NOWHERE = 2**32 - 1
_SET, _NUMBER, _SITES = range(3)
_SAMPLED_GAMES = 5
_SAMPLED_PLIES = 40
_HALF, _REAL = ctypes.c_uint32, ctypes.c_double


class _Term(ctypes.Structure):
    """The struct `Term` of `search_material.h`."""

    _fields_ = (
        ("kind", _HALF), ("seat", _HALF), ("offset", _HALF), ("length", _HALF), ("width", _HALF),
        ("counts", _HALF), ("count_width", _HALF), ("owners", _HALF), ("weight", _REAL),
    )  # fmt: skip


class _Native(ctypes.Structure):
    """The struct `Material` of `search_material.h`."""

    _fields_ = (
        ("game", ctypes.POINTER(EntryPoints)), ("terms", ctypes.POINTER(_Term)),
        ("term_count", _HALF), ("components", _HALF),
        ("worth", ctypes.POINTER(_REAL)), ("owner", ctypes.POINTER(ctypes.c_uint8)),
        ("mobility", _REAL), ("scale", _REAL),
    )  # fmt: skip


@dataclass(frozen=True)
class Material:
    """Pieces by their worth, scores, and mobility, as one number between -1 and 1.

    The worth of a kind of piece is estimated from random play: 1 and how many moves it has on average, over the same
    for the kind that has fewest. An advantage of `scale` is worth one half.
    """

    mobility: float = 0.05
    """What each legal move is worth to who is to move; the least valuable piece is worth 1."""
    scale: float = 10.0
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def native(self, game: Game) -> tuple[int, int]:
        """The function in native code, and what it is given."""
        if game.players != 2:
            raise PetteiaError(f"the evaluation by material compares two players; {game.name} has {game.players}")
        if game not in self._kept:
            self._kept[game] = self._build(game)
        address = ctypes.cast(search_library().pts_material, ctypes.c_void_p).value or 0
        return address, ctypes.addressof(self._kept[game][0])

    def _build(self, game: Game) -> tuple[Any, ...]:
        worth = piece_worth(game)
        owners = {one.number: one.owner for one in game.facts.components}
        most = max(owners, default=0) + 1
        terms = list(_terms(game, worth, owners))
        kept = (
            entry_points(game),
            (_Term * max(1, len(terms)))(*terms),
            (_REAL * most)(*(worth.get(k, 0.0) for k in range(most))),
            (ctypes.c_uint8 * most)(*(owners.get(k, 0) for k in range(most))),
        )
        entry, array, worths, owner = kept
        native = _Native(ctypes.pointer(entry), array, len(terms), most, worths, owner, self.mobility, self.scale)
        return native, kept


def _terms(game: Game, worth: dict[int, float], owners: dict[int, int]) -> Iterator[_Term]:
    """What of the state counts, and where it is."""
    slots = game.facts.slots
    pieces, what = slots.get("pieces"), slots.get("what")
    if pieces is not None and prod(pieces.shape) > max(worth, default=0):
        size = pieces.width * pieces.words
        for number, value in worth.items():
            if owners[number] in (1, 2):
                offset = pieces.offset + number * size
                yield _Term(_SET, owners[number], offset, pieces.words, 8, _NOWHERE, 0, _NOWHERE, value)
    elif what is not None:
        count, who = slots.get("count"), slots.get("who")
        counts = (count.offset, count.width) if count is not None and count.shape == what.shape else (_NOWHERE, 0)
        owned = who.offset if who is not None and who.shape == what.shape and who.width == 1 else _NOWHERE
        yield _Term(_SITES, 0, what.offset, prod(what.shape), what.width, *counts, owned, 0.0)
    if "score" in slots:
        score = slots["score"]
        for seat in (1, 2):
            yield _Term(_NUMBER, seat, score.offset + seat * score.width, 1, score.width, _NOWHERE, 0, _NOWHERE, 1.0)


@lru_cache(maxsize=16)
def piece_worth(game: Game, seed: int = 1) -> dict[int, float]:
    """What each kind of piece is worth, by how many moves it has in random play; dice are worth nothing."""
    components = [one for one in game.facts.components if not one.faces]
    if all(sum(other.owner == one.owner for other in components) <= 1 for one in components):
        return {one.number: 1.0 for one in components}
    seen = {one.number: 0 for one in components}
    moves = dict(seen)
    dice = random.Random(seed)
    for k in range(_SAMPLED_GAMES):
        state = game.start(seed + k)
        for _ in range(_SAMPLED_PLIES):
            if state.over:
                break
            at = {piece.site: piece.component for piece in state.pieces() if piece.owner == state.mover}
            for component in at.values():
                seen[component] += 1
            for move in state.legal_moves():
                if move.source != move.target and move.source in at:
                    moves[at[move.source]] += 1
            state.play(dice.choice(state.legal_moves()))
    rates = {number: 1 + moves[number] / seen[number] for number in seen if seen[number]}
    least = min(rates.values(), default=1.0)
    return {number: rates.get(number, least) / least for number in seen}
