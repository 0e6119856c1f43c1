"""Matches: two agents, many games, and what they say about who is better."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.game.trials import Trial, rules_digest
from petteia.search.clock import Clock, clock_of

from ._contestants import Budget, contestants
from ._folder import Folder
from ._openings import Openings
from ._series import Played, Series, in_order
from .statistics import SPRT, Interval, elo_of, score_interval, wilson

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.search import Agent

_MOMENT = 0.2
GivenOpenings = str | int | Sequence[str | Sequence[str]] | Path | None


@dataclass(frozen=True)
class Match:
    """The outcome of a match, from the side of the first agent."""

    game: str
    names: tuple[str, str]
    played: tuple[Played, ...]
    round_size: int
    """Games in a round: two for two players, with seats changed."""
    paired: bool
    """True if the games of a round share an opening, so that rounds are compared rather than games."""
    sprt: SPRT | None = None
    sides: tuple[int, int] = (0, 1)
    """The numbers of the two among the contestants."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.played)

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The score of the first agent in each game: 1 won, one half tied, 0 lost."""
        return tuple(one.score(self.sides[0]) for one in self.played)

    @cached_property
    def round_scores(self) -> tuple[float, ...]:
        """The mean score of each complete round."""
        rounds: dict[tuple[int, int], list[float]] = {}
        for one, score in zip(self.played, self.scores, strict=True):
            rounds.setdefault(one.key[:2], []).append(score)
        return tuple(sum(found) / len(found) for found in rounds.values() if len(found) == self.round_size)

    @property
    def wins(self) -> int:
        """Games that the first agent won; with more than two players, in which it did better."""
        return sum(score > 0.5 for score in self.scores)

    @property
    def losses(self) -> int:
        """Games that the second agent won."""
        return sum(score < 0.5 for score in self.scores)

    @property
    def ties(self) -> int:
        """Games that neither won, those cut at the cap among them."""
        return self.games - self.wins - self.losses

    @property
    def forfeits(self) -> tuple[str, ...]:
        """Why games ended early: agents that resigned, broke the rules, or died."""
        return tuple(one.trial.notes["forfeit"]["reason"] for one in self.played if "forfeit" in one.trial.notes)

    @property
    def win_rate(self) -> float:
        """The mean score."""
        return sum(self.scores) / self.games if self.games else 0.5

    @cached_property
    def interval(self) -> Interval:
        """The 95 % interval of the win rate: over rounds where they share openings, else Wilson's over games."""
        if self.method == "wilson":
            return wilson(sum(self.scores), self.games)
        low, high = score_interval(self.round_scores)
        return min(low, self.win_rate), max(high, self.win_rate)  # a round that is not complete may shift the rate

    @property
    def method(self) -> str:
        """How the interval is found: over `pairs` (rounds, with more players), or `wilson`."""
        return "pairs" if self.paired and self.round_scores else "wilson"

    @property
    def elo(self) -> float:
        """The Elo difference at which the win rate is expected."""
        return elo_of(self.win_rate)

    @property
    def iterations_per_second(self) -> tuple[float | None, float | None]:
        """Iterations of each agent in a second of CPU time; None for agents that do not count any."""
        return self._ratio("iterations", "search_seconds", 0), self._ratio("iterations", "search_seconds", 1)

    def _ratio(self, above: str, below: str, side: int) -> float | None:
        whole, part = (sum(one.spent(self.sides[side], what) for one in self.played) for what in (below, above))
        return part / whole if whole > 0 and part > 0 else None

    @property
    def verdict(self) -> str | None:
        """The verdict of the sequential test: `elo0`, `elo1`, or None if it came to no end."""
        return None if self.sprt is None else self.sprt.verdict(self._units)

    @property
    def _units(self) -> tuple[float, ...]:
        return self.round_scores if self.paired else self.scores

    @property
    def trials(self) -> tuple[Trial, ...]:
        """The games, each of which can be replayed."""
        return tuple(one.trial for one in self.played)

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON values; what there are two of belongs to the first and the second agent."""
        sides = (0, 1)
        lengths = [len(one.trial.moves) for one in self.played]
        outcome = {
            "game": self.game,
            "agents": list(self.names),
            "games": self.games,
            "pairs": len(self.round_scores),
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "win_rate": round(self.win_rate, 6),
            "interval": [round(end, 6) for end in self.interval],
            "confidence": 0.95,
            "method": self.method,
            "elo": [_finite(elo_of(rate)) for rate in (self.win_rate, *self.interval)],
            "iterations_per_second": [_rounded(rate, 1) for rate in self.iterations_per_second],
            "iterations_per_move": [_rounded(self._ratio("iterations", "moves", side), 1) for side in sides],
            "cpu_seconds_per_move": [_rounded(self._ratio("cpu_seconds", "moves", side), 6) for side in sides],
            "first_player_rate": _rounded(self.first_player_rate, 6),
            "mean_length": round(sum(lengths) / max(1, self.games), 2),
            "unfinished": sum(not one.trial.finished for one in self.played),
            "distinct_games": len({one.trial.moves for one in self.played}),
        }
        if self.forfeits:
            outcome["forfeits"] = list(self.forfeits)
        if self.sprt is not None:
            outcome["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "ratio": round(self.sprt.ratio(self._units), 4) if self._units else 0.0,
                "bounds": [round(bound, 4) for bound in self.sprt.bounds],
                "accepted": self.verdict,
            }
        return outcome

    @property
    def first_player_rate(self) -> float:
        """The mean score of whoever moved first: how much the seat matters."""
        firsts = [(1 + one.trial.returns[0]) / 2 for one in self.played]
        return sum(firsts) / len(firsts) if firsts else 0.5

    def __str__(self) -> str:
        from ._tables import match_text

        return match_text(self)


def _finite(value: float) -> float | None:
    return round(value, 1) if abs(value) != float("inf") else None


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def match(
    game: Game,
    a: str | Agent,
    b: str | Agent,
    games: int = 100,
    openings: GivenOpenings = "2-6",
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    clock: Clock | str | None = None,
    cap: int | None = None,
    sprt: SPRT | tuple[float, float] | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[Match], None] = lambda match: None,
) -> Match:
    """A match between two agents: objects with `choose(state)`, or words such as `uct:iterations=1000`.

    Each opening is played twice with seats changed (in all seatings, with more players). `openings` are random moves
    (`"2-6"`, a number, or None), a file, or lists of moves. `iterations` and `seconds` of CPU time are the budget of a
    move for agents without one of their own; `clock` (`"60+1"`) is CPU time for the whole game and what each move adds,
    and who overruns it has lost; `cap` ends longer games as ties. A sequential test `sprt` between two Elo
    differences stops the match when it is decided. `jobs` processes play at once (0: one a core), or a `cluster`.
    `out` is a folder that keeps every game; `resume` goes on with what it holds.

    >>> import petteia as pt
    >>> result = pt.match(pt.load("Tic-Tac-Toe"), "uct:iterations=100", "random", games=10, seed=1)
    >>> result.games, result.win_rate > 0.5
    (10, True)
    """
    test = SPRT(*sprt) if isinstance(sprt, tuple) else sprt
    sides = contestants((a, b))
    game.finish_build()
    series = Series(
        game, sides, ((0, 1),), games, Openings.parse(openings), Budget(iterations, seconds, clock_of(clock)), cap, seed
    )  # fmt: skip
    names = (sides[0].name, sides[1].name)
    found: list[Played] = []
    watch = _Watch(test, len(series.seatings), paired=series.openings.pairs)

    def so_far() -> Match:
        ordered = in_order([one for one in found if watch.end is None or one.key[1] <= watch.end])
        return Match(game.name, names, tuple(ordered), len(series.seatings), series.openings.pairs, test)

    with Folder(out, agreement(series, test), resume=resume) if out is not None else nullcontext() as folder:
        tell = now_and_then(lambda: progress(so_far()))
        with closing(series.play(jobs, cluster, folder)) as games_played:
            for one in games_played:
                found.append(one)
                tell()
                if watch.ends_with(one):
                    break
        result = so_far()
        progress(result)
        if folder is not None:
            folder.conclude(result.to_json())
    return result


def now_and_then(tell: Callable[[], None]) -> Callable[[], None]:
    """Tells only if it has not been told a moment ago."""
    last = 0.0

    def maybe() -> None:
        nonlocal last
        if time.monotonic() - last > _MOMENT:
            last = time.monotonic()
            tell()

    return maybe


class _Watch:
    """Says when a sequential test ends.

    Rounds are looked at in order: the outcome depends neither on the number of processes nor on which was faster.
    """

    def __init__(self, test: SPRT | None, round_size: int, *, paired: bool) -> None:
        self.test, self.round_size, self.paired = test, round_size, paired
        self.end: int | None = None
        """The round with which the test ended."""
        self._rounds: defaultdict[int, dict[int, float]] = defaultdict(dict)
        self._scores: list[float] = []
        self._next = 0

    def ends_with(self, played: Played) -> bool:
        """Takes a game in; whether the test is decided now."""
        if self.test is None:
            return False
        self._rounds[played.key[1]][played.key[2]] = played.score(0)
        while self.end is None and len(self._rounds[self._next]) == self.round_size:
            scores = [score for _, score in sorted(self._rounds[self._next].items())]
            self._scores += [sum(scores) / len(scores)] if self.paired else scores
            if self.test.verdict(self._scores) is not None:
                self.end = self._next
            self._next += 1
        return self.end is not None


def agreement(series: Series, test: SPRT | None = None) -> dict[str, Any]:
    """The description of a match as it is written down: enough to play it again."""
    from petteia import __version__

    recipe = series.game.recipe
    return {
        "petteia": __version__,
        "game": series.game.name,
        "options": list(series.game.options),
        "ruleset": recipe.ruleset,
        "defs": list(recipe.defs),
        "rules": rules_digest(series.game),
        "description": recipe.text,
        "agents": [one.name for one in series.contestants],
        "games": series.games,
        "openings": [list(moves) for moves in series.openings.given] or str(series.openings),
        "iterations": series.budget.iterations,
        "seconds": series.budget.seconds,
        "clock": None if series.budget.clock is None else str(series.budget.clock),
        "cap": series.cap,
        "sprt": None if test is None else [test.elo0, test.elo1, test.alpha, test.beta],
        "seed": series.seed,
    }
