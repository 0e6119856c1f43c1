"""Dice as the player to move sees them.

Rules roll while the legal moves are made, and playing a move repeats that roll. So a state keeps the throw of the move
before, and what its own moves go by follows from its stream of chance: it is seen in the faces that a move leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .engine import Engine
from .facts import Facts

_MASK = 2**64 - 1


class Throws:
    """The throws of the states of one game."""

    def __init__(self, facts: Facts, engine: Engine) -> None:
        self._engine = engine
        self._stacking = facts.stacking
        hands = [one for one in facts.containers[1:] if one.is_dice]
        self._sites = [site for hand in hands for site in hand.sites]
        self._faces = [facts.components[k].faces for hand in hands for k in range(hand.size)]
        known = {"dice", "state"} <= facts.fields.keys()
        self._happen = bool(self._sites) and known and facts.moves_are_drawn

    def seen(self, raw: Any) -> Any:
        """The state with its dice as its legal moves go by; the state itself where no roll comes before them."""
        faces = self._thrown(raw, self._engine.chance(raw)) if self._happen else None
        if faces is None:
            return raw
        shown = self._engine.copy(raw)
        self._engine.write(shown, "dice", [values[face] for values, face in zip(self._faces, faces, strict=True)])
        states = self._engine.read(shown, "state")
        for site, face in zip(self._sites, faces, strict=True):
            states[site] = [face, *states[site][1:]] if self._stacking else face
        self._engine.write(shown, "state", states)
        return shown

    def stream_for(self, raw: Any, shown: Sequence[int], chance: int) -> int:
        """A stream of chance that throws what dice show, if that can be thrown here; else the given one.

        Later draws come from the given stream.
        """
        if not self._happen or any(one not in values for one, values in zip(shown, self._faces, strict=True)):
            return chance
        if self._thrown(raw, chance) is None:
            return chance
        return self._stream([values.index(one) for one, values in zip(shown, self._faces, strict=True)], chance)

    def _thrown(self, raw: Any, chance: int) -> list[int] | None:
        """The faces that come up before the legal moves; None if no roll comes before them.

        A roll takes all dice from the beginning of the stream, so it happens if streams with other beginnings leave
        other faces, just those that they begin with.
        """
        if self._engine.read(raw, "over"):
            return None
        faces = self._left(raw, chance)
        others = [(face + 1) % len(values) for face, values in zip(faces, self._faces, strict=True)]
        rolls = self._left(raw, self._stream(others, chance)) == others
        return faces if rolls and self._left(raw, self._stream(faces, chance)) == faces else None

    def _left(self, raw: Any, chance: int) -> list[int]:
        """The faces of the dice once the first legal move under a stream of chance is played."""
        state = self._engine.copy(raw)
        self._engine.set_chance(state, chance)
        self._engine.play(state, self._engine.moves(state)[0])
        states = self._engine.read(state, "state")
        return [states[site][0] if self._stacking else states[site] for site in self._sites]

    def _stream(self, faces: list[int], chance: int) -> int:
        """The stream that begins with these faces; the draws after them are those of another stream."""
        begin, scale = 0, 1
        for face, values in zip(faces, self._faces, strict=True):
            begin += face * scale
            scale *= len(values)
        return (chance % (_MASK // scale)) * scale + begin
