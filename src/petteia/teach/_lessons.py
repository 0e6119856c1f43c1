"""Lessons from games of self-play: near their ends lie positions in which a single move wins, or saves the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.game import spoken
from petteia.scale import derive_seed
from petteia.search import UCT

from ._proof import Prover, Unsettled
from ._reasons import reason

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_ITERATIONS = 120
_OPENING = 3
_LAST = 9
"""So many positions at the end of a game are looked at."""
_DEEPEST = 7
_CAP = 300
_SHARES = {1: 3, 2: 3, 3: 3}
"""Most lessons of a depth, while there are others."""


@dataclass(frozen=True)
class Lesson:
    """A position in which one move decides."""

    state: State
    answer: Move
    wins: bool
    """True if the answer wins; otherwise it is the only one that does not lose."""
    plies: int
    """Within how many moves, of both sides, that is proven."""
    why: str
    line: tuple[Move, ...] = ()

    @property
    def task(self) -> str:
        """The question."""
        who = f"Player {self.state.mover} to move"
        if not self.wins:
            return f"{who}. One move does not lose. Which?"
        count = (self.plies + 1) // 2
        return f"{who} and win{' at once' if count == 1 else f' in {count} moves'}. One move does it. Which?"

    @property
    def proof(self) -> str:
        """The proof."""
        others = len(self.state.legal_moves()) - 1
        if self.wins:
            return f"Proven: it wins within {_moves(self.plies)}, none of the {others} others does."
        return f"Proven: each of the {others} others loses within {_moves(self.plies)}, this one does not."

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        game = self.state.game
        return {
            "position": self.state.text,
            "mover": self.state.mover,
            "task": self.task,
            "answer": str(self.answer),
            "answer_spoken": spoken(game, self.answer),
            "wins": self.wins,
            "plies": self.plies,
            "why": self.why,
            "proof": self.proof,
            "svg": self.state.svg(),
        }


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count} moves"


def lessons(
    game: Game,
    count: int = 10,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    progress: Callable[[int], None] = lambda found: None,
) -> list[Lesson]:
    """So many lessons, from easy to hard, as far as they are found in so many CPU seconds."""
    if game.players != 2 or game.is_random:
        raise PetteiaError(f"lessons are proven for two players without chance: {game.name} is no such game")
    if game.start().hidden_from(1) or game.start().hidden_from(2):
        raise PetteiaError(f"lessons are proven where all is seen: {game.name} hides something")
    game.finish_build()
    begun = time.process_time()
    found: dict[str, Lesson] = {}
    number = 0
    while time.process_time() - begun < seconds and not _enough(list(found.values()), count):
        for state in _ends(game, derive_seed(seed, "lesson", number)):
            if time.process_time() - begun > seconds:
                break
            lesson = _lesson(state)
            if lesson is not None:
                found.setdefault(state.text, lesson)
                progress(len(_chosen(list(found.values()), count)))
        number += 1
    chosen = _chosen(list(found.values()), count)
    return [_explained(one) for one in sorted(chosen, key=_hardness)]


def _hardness(one: Lesson) -> tuple[int, int]:
    return one.plies, len(one.state.legal_moves())


def _enough(found: Sequence[Lesson], count: int) -> bool:
    """True if there are enough lessons, and hard ones among them."""
    return len(found) >= count and sum(one.plies >= 3 for one in found) >= count - sum(_SHARES.values()) + _SHARES[3]


def _chosen(found: Sequence[Lesson], count: int) -> list[Lesson]:
    """Lessons of all depths, none of them with too many as long as there are others."""
    chosen: list[Lesson] = []
    left: list[Lesson] = []
    taken: dict[int, int] = {}
    for one in sorted(found, key=lambda one: -one.plies):
        taken[one.plies] = taken.get(one.plies, 0) + 1
        (chosen if taken[one.plies] <= _SHARES.get(one.plies, 3) else left).append(one)
    chosen = [*sorted(chosen, key=_hardness), *sorted(left, key=_hardness, reverse=True)]
    return chosen[:count]


def _ends(game: Game, seed: int) -> Iterator[State]:
    """The last positions of a game of self-play that somebody won, the last one first."""
    random = Random(seed)
    state = game.start()
    states: list[State] = []
    while not state.over and len(states) < _CAP:
        states.append(state.copy())
        if len(states) <= _OPENING:
            state.play(random.choice(state.legal_moves()))
        else:
            agent = UCT(iterations=_ITERATIONS, seed=derive_seed(seed, len(states)), memory=32.0)
            state.play(agent.choose(state))
    if state.over and state.winner:
        yield from states[: -_LAST - 1 : -1]


def _lesson(state: State) -> Lesson | None:
    """The lesson of a position, if one move alone decides it and that can be proven."""
    if len(state.legal_moves()) < 3:
        return None
    try:
        return _winning(state, Prover()) or _saving(state, Prover())
    except Unsettled:
        return None


def _winning(state: State, prover: Prover) -> Lesson | None:
    for plies in range(1, _DEEPEST + 1, 2):
        if prover.outcome(state, plies) == "won":
            moves = [move for move, found in prover.outcomes(state, plies).items() if found == "won"]
            return Lesson(state, moves[0], True, plies, "") if len(moves) == 1 else None
    return None


def _saving(state: State, prover: Prover) -> Lesson | None:
    """All moves but one lose soon; that one does not lose for two moves more."""
    for plies in range(2, 5, 2):
        found = prover.outcomes(state, plies)
        open_moves = [move for move, outcome in found.items() if outcome != "lost"]
        if len(open_moves) == 1:
            later = prover.after(state, open_moves[0], plies + 2)
            return Lesson(state, open_moves[0], False, plies, "") if later != "lost" else None
    return None


def _explained(one: Lesson) -> Lesson:
    why, line = reason(one.state, one.answer, wins=one.wins, plies=one.plies)
    return replace(one, why=why, line=line)
