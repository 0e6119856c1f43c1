"""Features read slowly and obviously: every anchor, rotation, reflection and split of every walk in turn."""

from __future__ import annotations

from itertools import product

from petteia.aspects import spec_of
from petteia.board import OFF_BOARD
from petteia.board.walks import first_sides
from petteia.features import Element, Feature
from petteia.game import Move, State


class PlainMatcher:
    """A slow matcher: it tells which features hold for moves of one position."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board = spec_of(state.game.recipe).board
        self.walker = self.board.sites().walker
        letter = state.game.facts.letter
        self.pieces = {piece.site: piece for piece in state.pieces() if piece.site < self.board.sites().count}
        self.last = state.history[-1] if state.history else None
        assert letter

    def holds(self, feature: Feature, move: Move) -> bool:
        """True if a feature holds for a move."""
        if feature.word:
            return feature.word == "any" or feature.word == move.text
        if move.source < 0 and move.target < 0:
            return False
        return any(
            self._fits(feature, move, site, facing, sign)
            for site in range(self.board.sites().count)
            if feature.anchor in (None, site)
            for facing in self._facings(feature, site)
            for sign in ((1, -1) if feature.reflects else (1,))
        )

    def _facings(self, feature: Feature, site: int) -> list[int]:
        count = len(self.walker.sides(site))
        if feature.rotations is None:
            return list(range(max(count, 1)))
        return sorted({side for turn in feature.rotations for side in first_sides(count, 0, turn)})

    def _fits(self, feature: Feature, move: Move, site: int, facing: int, sign: int) -> bool:
        def ends(walk: tuple[object, ...]) -> tuple[int, ...]:
            return self.walker.destinations(site, facing, [sign * turn for turn in walk])  # type: ignore[operator]

        wanted = [
            (feature.to, move.target),
            (feature.source, move.source),
            (feature.last_to, self.last.target if self.last else None),
            (feature.last_from, self.last.source if self.last else None),
        ]
        for walk, there in wanted:
            if walk is not None and (there is None or there < 0 or there not in ends(walk)):
                return False
        places = [ends(element.walk) for element in feature.elements]
        return any(
            all(self._is(element, there) for element, there in zip(feature.elements, choice, strict=True))
            for choice in product(*places)
        )

    def _is(self, element: Element, site: int) -> bool:
        return self._found(element, site) != element.negated

    def _found(self, element: Element, site: int) -> bool:
        if site == OFF_BOARD:
            return element.kind == "-"
        piece = self.pieces.get(site)
        if element.kind == ".":
            return piece is None
        if piece is None or element.kind == "-":
            return False
        mover = self.state.mover
        return {
            "o": piece.owner == mover,
            "x": piece.owner != mover and 1 <= piece.owner <= self.state.game.players,
            "P": piece.owner == element.number,
            "I": piece.component == element.number,
        }[element.kind]
