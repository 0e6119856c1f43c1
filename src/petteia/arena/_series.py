"""A series of games between contestants: who sits where in which game, how it is played, and where it is kept."""

from __future__ import annotations

import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from petteia.errors import Forfeit, IllegalMove, PetteiaError
from petteia.game.trials import Trial
from petteia.scale import Executor, derive_seed, executor

from ._contestants import Budget, Contestant
from ._openings import Opening, Openings, begin

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.search.clock import Clock

    from ._folder import Folder

Key = tuple[int, int, int]
"""A game of a series: the number of the pairing, of the round, and of the seating."""


@dataclass(frozen=True)
class Task:
    """A game to be played: contestants by player, the opening, and a seed."""

    key: Key
    seating: tuple[int, ...]
    opening: Opening
    seed: int


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    key: Key
    seating: tuple[int, ...]
    """The contestant that each player was."""
    trial: Trial

    def score(self, contestant: int) -> float:
        """The score of a contestant: 1 won, 0 lost; with more players by the mean returns of both sides."""
        own: list[float] = []
        other: list[float] = []
        for number, value in zip(self.seating, self.trial.returns, strict=True):
            (own if number == contestant else other).append(value)
        return 0.5 + (sum(own) / len(own) - sum(other) / len(other)) / 4

    def spent(self, contestant: int, what: str) -> float:
        """The spending of a contestant in this game: `moves`, `cpu_seconds`, `iterations` or `search_seconds`."""
        values = self.trial.notes["spent"][what]
        return float(sum(value for number, value in zip(self.seating, values, strict=True) if number == contestant))

    @classmethod
    def of(cls, trial: Trial) -> Played:
        """The game that a trial says."""
        return cls(tuple(trial.notes["key"]), tuple(trial.notes["seating"]), trial)


def seatings(players: int) -> tuple[tuple[int, ...], ...]:
    """The ways in which two sides, 0 and 1, take turns on all seats; a round plays each of them once.

    >>> seatings(2), len(seatings(3)), seatings(4)
    (((0, 1), (1, 0)), 6, ((0, 1, 0, 1), (1, 0, 1, 0)))
    """
    first = [seat % 2 for seat in range(players)]
    turned = [tuple(first[k:] + first[:k]) for k in range(players)]
    return tuple(dict.fromkeys([*turned, *(tuple(1 - side for side in one) for one in turned)]))


@dataclass(frozen=True)
class Series:
    """Pairings of contestants that play round after round, each round with one opening in all seatings."""

    game: Game
    contestants: tuple[Contestant, ...]
    pairings: tuple[tuple[int, int], ...]
    games: int
    """In each pairing."""
    openings: Openings
    budget: Budget
    cap: int | None
    seed: int

    def __post_init__(self) -> None:
        if self.game.players < 2:
            raise PetteiaError(f"{self.game.name} is for one player: nobody can play it against another")
        if self.games < 1 or (self.cap is not None and self.cap < 1):
            raise PetteiaError("a match needs at least one game, and a cap of at least one move")

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The seatings of one round."""
        return seatings(self.game.players)

    def keys(self) -> Iterator[tuple[Key, Opening]]:
        """All games with their openings, round by round, so that pairings grow alike."""
        rounds = -(-self.games // len(self.seatings))
        for number, opening in zip(range(rounds), self.openings.each(self.game, self.seed), strict=False):
            left = self.games - number * len(self.seatings)
            for pairing in range(len(self.pairings)):
                for seating in range(min(left, len(self.seatings))):
                    yield (pairing, number, seating), opening

    def tasks(self, done: set[Key]) -> Iterator[Task]:
        """The games that are still to be played."""
        for key, opening in self.keys():
            if key not in done:
                pairing = self.pairings[key[0]]
                seating = tuple(pairing[side] for side in self.seatings[key[2]])
                yield Task(key, seating, opening, derive_seed(self.seed, "game", *key))

    def play(self, jobs: int, cluster: str | None, folder: Folder | None) -> Generator[Played, None, None]:
        """Games as they end, those that the folder has first. Whoever stops asking ends the series."""
        done = {} if folder is None else {one.key: one for one in map(Played.of, folder.trials())}
        yield from (one for one in done.values() if self._asks_for(one.key))
        player = Player(self.game, self.contestants, self.budget, self.cap)
        with self._executor(jobs, cluster) as workers:
            for _, trial in workers.run(player, self.tasks(set(done))):
                if folder is not None:
                    folder.keep(trial)
                yield Played.of(trial)

    def _asks_for(self, key: Key) -> bool:
        """True if a game that a folder kept is one of these; fewer may be wanted now than before."""
        return key[1] * len(self.seatings) + key[2] < self.games

    def _executor(self, jobs: int, cluster: str | None) -> Executor:
        staying = [one.name for one in self.contestants if not one.travels]
        if staying and cluster is None and jobs != 1:
            warnings.warn(f"all games are played in this process: {staying[0]} cannot go to others", stacklevel=2)
            jobs = 1
        return executor(jobs, cluster)


@dataclass(frozen=True)
class Player:
    """Plays the games of a series, in whatever process."""

    game: Game
    contestants: tuple[Contestant, ...]
    budget: Budget
    cap: int | None

    def __call__(self, task: Task) -> Trial:
        """Plays one game to its end, or to the cap, where it is a tie."""
        agents = [
            self.contestants[number].fresh(derive_seed(task.seed, "player", player), self.budget)
            for player, number in enumerate(task.seating)
        ]
        for agent in agents:
            if hasattr(agent, "begin"):
                agent.begin(self.game)
        state = begin(self.game, task.opening)
        spending = [_Spending() for _ in agents]
        count = len(task.opening.moves)
        forfeit: tuple[int, str] | None = None
        while not state.over and (self.cap is None or count < self.cap):
            player = state.players_by_seat[state.mover - 1] - 1
            try:
                move = spending[player].choose(agents[player], state)
            except Forfeit as error:
                forfeit = (player, str(error))
                break
            if self.budget.clock is not None and spending[player].left(self.budget.clock) < 0:
                forfeit = (player, f"lost on time: the clock was {self.budget.clock}")
                break
            try:
                state.play(move)
            except IllegalMove as error:
                name = self.contestants[task.seating[player]].name
                raise PetteiaError(f"{name} breaks the rules: {error}") from error
            count += 1
        notes = {
            "key": list(task.key),
            "agents": [self.contestants[number].name for number in task.seating],
            "seating": list(task.seating),
            "opening": len(task.opening.moves),
            "agent_seed": task.seed,
            "spent": {name: [getattr(one, name) for one in spending] for name in _Spending.NAMES},
        }
        for agent in agents:
            if hasattr(agent, "close"):
                agent.close()
        trial = Trial.of(state, seed=task.opening.seed, notes=notes)
        return trial if forfeit is None else _forfeited(trial, *forfeit)


def _forfeited(trial: Trial, player: int, reason: str) -> Trial:
    """A game that a player could not go on with, as it counts: lost for that player, won by the others."""
    returns = tuple(-1.0 if k == player else 1.0 for k in range(len(trial.returns)))
    return replace(trial, returns=returns, notes={**trial.notes, "forfeit": {"player": player + 1, "reason": reason}})


class _Spending:
    """The spending of an agent in a game; searches have their own threads, so the CPU time is that of the process."""

    NAMES = ("moves", "cpu_seconds", "iterations", "search_seconds")

    def __init__(self) -> None:
        self.moves = self.iterations = 0
        self.cpu_seconds = self.search_seconds = 0.0

    def left(self, clock: Clock) -> float:
        """The seconds that are left; the increment for the latest move comes after it."""
        return clock.left(self.moves - 1, self.cpu_seconds)

    def choose(self, agent: Any, state: Any) -> Any:
        begin = time.process_time()
        move = agent.choose(state.copy())
        self.cpu_seconds = round(self.cpu_seconds + time.process_time() - begin, 6)
        self.moves += 1
        last = getattr(agent, "last", None)
        if last is not None:
            self.iterations += int(getattr(last, "iterations", 0) or 0)
            self.search_seconds = round(self.search_seconds + float(getattr(last, "cpu_seconds", 0.0) or 0.0), 6)
        return move


def in_order(played: Sequence[Played]) -> list[Played]:
    """Games by pairing, round and seating."""
    return sorted(played, key=lambda one: one.key)
