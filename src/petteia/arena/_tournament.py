"""Tournaments: everyone against everyone, and how strong each is on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.search.clock import Clock, clock_of

from ._contestants import Budget, contestants
from ._folder import Folder
from ._match import GivenOpenings, Match, agreement, now_and_then
from ._openings import Openings
from ._ratings import Ratings, rate
from ._series import Played, Series, in_order

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.search import Agent


@dataclass(frozen=True)
class Tournament:
    """The outcome of a round robin: the match of every two agents, and ratings from all games together."""

    game: str
    names: tuple[str, ...]
    matches: tuple[Match, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(one.games for one in self.matches)

    @cached_property
    def scores(self) -> tuple[tuple[float, ...], ...]:
        """The score of each agent against each other, ties as halves."""
        table = [[0.0] * len(self.names) for _ in self.names]
        for one in self.matches:
            first, second = one.sides
            table[first][second] = sum(one.scores)
            table[second][first] = one.games - sum(one.scores)
        return tuple(map(tuple, table))

    @cached_property
    def ratings(self) -> Ratings:
        """Elo of each agent relative to the mean, with margins of 95 %."""
        return rate(self.scores)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of the agents, the strongest first."""
        return tuple(sorted(range(len(self.names)), key=lambda one: -self.ratings.elo[one]))

    def games_of(self, agent: int) -> int:
        """How many games an agent played."""
        return sum(one.games for one in self.matches if agent in one.sides)

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON values, the strongest agent first."""
        ratings = self.ratings
        return {
            "game": self.game,
            "games": self.games,
            "virtual_ties": ratings.tied,
            "agents": [
                {
                    "agent": self.names[one],
                    "elo": round(ratings.elo[one], 1),
                    "interval": [
                        round(ratings.elo[one] - ratings.margin[one], 1),
                        round(ratings.elo[one] + ratings.margin[one], 1),
                    ],
                    "games": self.games_of(one),
                    "score": sum(self.scores[one]),
                }
                for one in self.ranking
            ],
            "matches": [one.to_json() for one in self.matches],
        }

    def __str__(self) -> str:
        from ._tables import tournament_text

        return tournament_text(self)


def tournament(
    game: Game,
    agents: Sequence[str | Agent],
    games: int = 20,
    openings: GivenOpenings = "2-6",
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    clock: Clock | str | None = None,
    cap: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[Tournament], None] = lambda tournament: None,
) -> Tournament:
    """A round robin: every two agents play a match of `games`, all on the same openings; see `match` for the rest.

    >>> import petteia as pt
    >>> found = pt.tournament(pt.load("Tic-Tac-Toe"), ["random", "uct:iterations=50", "uct:iterations=100"], games=4)
    >>> found.games, found.names[found.ranking[-1]]
    (12, 'random')
    """
    if len(agents) < 2:
        raise PetteiaError("a tournament needs at least two agents")
    entered = contestants(tuple(agents))
    game.finish_build()
    pairings = tuple(combinations(range(len(entered)), 2))
    series = Series(
        game,
        entered,
        pairings,
        games,
        Openings.parse(openings),
        Budget(iterations, seconds, clock_of(clock)),
        cap,
        seed,
    )
    found: list[Played] = []

    def so_far() -> Tournament:
        by_pairing: list[list[Played]] = [[] for _ in pairings]
        for one in in_order(found):
            by_pairing[one.key[0]].append(one)
        names = tuple(one.name for one in entered)
        size, paired = len(series.seatings), series.openings.pairs
        matches = tuple(
            Match(game.name, (names[i], names[j]), tuple(played), size, paired, sides=(i, j))
            for (i, j), played in zip(pairings, by_pairing, strict=True)
        )
        return Tournament(game.name, names, matches)

    with Folder(out, agreement(series), resume=resume) if out is not None else nullcontext() as folder:
        tell = now_and_then(lambda: progress(so_far()))
        for one in series.play(jobs, cluster, folder):
            found.append(one)
            tell()
        result = so_far()
        progress(result)
        if folder is not None:
            folder.conclude(result.to_json())
    return result
