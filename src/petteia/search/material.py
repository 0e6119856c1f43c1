"""The evaluation that serves any game of two: pieces by their worth, scores, and moves to choose from."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .values import Values

if TYPE_CHECKING:
    from petteia.game import Game

_SAMPLED_GAMES = 5
_SAMPLED_PLIES = 120
_EVERY = 3
"""Boards are still crowded at the start of a game, so games are followed far, and looked at now and then."""


@dataclass(frozen=True)
class Material:
    """Pieces by their worth, scores, and mobility, as one number between -1 and 1.

    The worth of a kind of piece is estimated from random play: 1 and how many moves it has on average, over the same
    for the kind that has fewest. An advantage of `scale` is worth one half.
    """

    mobility: float = 0.05
    """The worth of each legal move to who is to move; the least valuable piece is worth 1."""
    scale: float = 10.0
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def native(self, game: Game) -> tuple[int, int]:
        """The function in native code, and what it is given."""
        return self.values(game).native(game)

    def native_values(self, game: Game) -> int:
        """The address of the struct `Values`."""
        return self.values(game).native_values(game)

    def values(self, game: Game) -> Values:
        """The worth of the pieces of a game, whatever the site."""
        if game not in self._kept:
            worth = piece_worth(game)
            self._kept[game] = Values.flat(game, worth, mobility=self.mobility, scale=self.scale)
        kept: Values = self._kept[game]
        return kept


@lru_cache(maxsize=16)
def piece_worth(game: Game, seed: int = 1) -> dict[int, float]:
    """The worth of each kind of piece, by how many moves it has in random play; dice are worth nothing."""
    components = [one for one in game.facts.components if not one.faces]
    if all(sum(other.owner == one.owner for other in components) <= 1 for one in components):
        return {one.number: 1.0 for one in components}
    seen = {one.number: 0 for one in components}
    moves = dict(seen)
    dice = random.Random(seed)
    for k in range(_SAMPLED_GAMES):
        state = game.start(seed + k)
        for ply in range(_SAMPLED_PLIES):
            if state.over:
                break
            if ply % _EVERY:
                state.play(dice.choice(state.legal_moves()))
                continue
            at = {piece.site: piece.component for piece in state.pieces() if piece.owner == state.mover}
            for component in at.values():
                seen[component] += 1
            for move in state.legal_moves():
                if move.source != move.target and move.source in at:
                    moves[at[move.source]] += 1
            state.play(dice.choice(state.legal_moves()))
    rates = {number: 1 + moves[number] / seen[number] for number in seen if seen[number]}
    least = min(rates.values(), default=1.0)
    usual = sum(rates.values()) / len(rates) if rates else 1.0  # for kinds that random play never makes
    return {number: rates.get(number, usual) / least for number in seen}
