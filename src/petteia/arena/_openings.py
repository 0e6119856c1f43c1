"""Openings: the first moves that both sides of a pair of games are given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError
from petteia.scale import derive_seed

if TYPE_CHECKING:
    from petteia.game import Game, State

_TRIES = 40
_ITERATIONS = 200
"""Of a search that tells whether a position is decided within a few moves."""


@dataclass(frozen=True)
class Opening:
    """The seed of a game's chance, and its first moves."""

    seed: int
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Openings:
    """Which openings a match uses: random ones of some length, or given ones in turn.

    >>> Openings.parse("2-6")
    Openings(shortest=2, longest=6, given=())
    >>> Openings.parse("none").longest
    0
    """

    shortest: int = 2
    longest: int = 6
    given: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def parse(cls, what: str | int | Sequence[str | Sequence[str]] | Path | None) -> Openings:
        """Openings from a length, a range `2-6`, `none`, a file with one opening a line, or lists of moves."""
        if what is None or what == "none":
            return cls(0, 0)
        if isinstance(what, int):
            return cls(what, what)
        if isinstance(what, str) and (found := re.fullmatch(r"(\d+)(?:-(\d+))?", what)):
            shortest = int(found[1])
            longest = int(found[2] or shortest)
            if longest < shortest:
                raise PetteiaError(f"openings of {what} moves: the smaller number comes first")
            return cls(shortest, longest)
        if isinstance(what, str | Path):
            what = _lines(Path(what))
        given = tuple(tuple(one.split()) if isinstance(one, str) else tuple(one) for one in what)
        if not given:
            raise PetteiaError("no openings are given")
        return cls(0, 0, given)

    @property
    def pairs(self) -> bool:
        """True if games of a round have more in common than the start position."""
        return self.longest > 0 or bool(self.given)

    def __str__(self) -> str:
        if self.given:
            return f"{len(self.given)} given"
        return f"{self.shortest}-{self.longest} random moves" if self.longest else "none"

    def each(self, game: Game, seed: int) -> Iterator[Opening]:
        """The openings of a match, without end. All are distinct until hardly any is left."""
        if self.given:
            for number in count():
                moves = self.given[number % len(self.given)]
                yield self._checked(game, Opening(derive_seed(seed, "chance", number), moves))
        seen: set[int] = set()
        for number in count():
            opening, position = self._draw(game, seed, number, seen)
            if position in seen:  # hardly any is left: they begin again
                seen.clear()
            seen.add(position)
            yield opening

    def _checked(self, game: Game, opening: Opening) -> Opening:
        state = begin(game, opening)
        if state.over:
            raise PetteiaError(f"the game is over after the opening {' '.join(opening.moves)}")
        return opening

    def _draw(self, game: Game, seed: int, number: int, seen: set[int]) -> tuple[Opening, int]:
        """A random opening that is not decided, if possible one that was not seen; shorter if none is found."""
        random = Random(derive_seed(seed, "opening", number))
        chance = derive_seed(seed, "chance", number)
        found: tuple[Opening, int] | None = None
        length = random.randint(self.shortest, self.longest)
        for attempt in range(_TRIES):
            if attempt > _TRIES // 2 and found is None:
                length = max(0, length - 1)
            state = _wander(game, chance, length, random)
            if length and (state.over or is_decided(state)):
                continue
            found = Opening(chance, tuple(map(str, state.history))), state.hash
            if found[1] not in seen:
                break
        return found if found is not None else (Opening(chance), 0)


def begin(game: Game, opening: Opening) -> State:
    """The state after an opening."""
    state = game.start(opening.seed)
    for move in opening.moves:
        state.play(move)
    return state


def _wander(game: Game, seed: int, length: int, random: Random) -> State:
    state = game.start(seed)
    for _ in range(length):
        if state.over:
            break
        state.play(random.choice(state.legal_moves()))
    return state


def is_decided(state: State) -> bool:
    """True if a short search proves who wins."""
    if state.game.backend != "native" or state.game.players != 2 or state.game.is_random:
        return False
    from petteia.search import UCT

    return UCT(iterations=_ITERATIONS, seed=1).analyse(state).best.proven in ("won", "lost")


def _lines(path: Path) -> list[str]:
    """The lines of a file that say something."""
    if not path.is_file():
        raise PetteiaError(f"openings are a number, a range like 2-6, none, or a file; there is no file {path}")
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
