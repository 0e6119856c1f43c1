"""Measuring a game at a level of play: batches of games, told to every measure, with a verdict in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import log, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.arena.statistics import wilson
from petteia.errors import PetteiaError

from . import chances  # noqa: F401  its measures are known once it is imported
from ._estimate import Estimate, around, exactly
from ._play import MOVE_LIMIT, PLAYERS_AT, TURN_LIMIT, Played, Table
from ._winning import Calibration
from .measures import measures_for

if TYPE_CHECKING:
    from petteia.game import Game

BEST_ITERATIONS = 5000
_GAMES = {"random": 1000, "uct": 100, "best": 40}
_BATCH = 4096
_MANY_GAMES, _QUICK_MOVES = 10_000, 640_000
"""Random games that give shares to a hundredth, as many of them as about a second takes."""
RANDOM_SECONDS = 30.0
"""CPU seconds of random play where no number of games is given."""
_LEVEL = re.compile(r"random|best|uct:([1-9]\d*)")
_LEAST_ITERATIONS = 2
_FIRST_GAMES = 10


@dataclass(frozen=True)
class Level:
    """A level of play: `random`, `uct:N` with N iterations a move, or `best`, the strongest search there is."""

    text: str

    def __post_init__(self) -> None:
        if not _LEVEL.fullmatch(self.text):
            raise PetteiaError(f"there is no level {self.text!r}: give random, uct:N with N iterations a move, or best")

    @property
    def iterations(self) -> int:
        """Iterations a move; 0 plays at random."""
        if self.text == "random":
            return 0
        return BEST_ITERATIONS if self.text == "best" else int(self.text.partition(":")[2])

    @property
    def games(self) -> int:
        """How many games are played unless it is said."""
        return _GAMES[self.text.partition(":")[0]]


@dataclass
class Report:
    """The measures of a game: estimates by name in the order of the registry, sentences, and warnings."""

    game: str
    level: str
    games: int
    estimates: dict[str, Estimate]
    verdict: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values; ends of intervals that are unbounded become null."""
        measures = [
            {
                "name": name,
                "value": one.value,
                "low": _finite(one.low),
                "high": _finite(one.high),
                "standard_error": _finite(one.standard_error),
            }
            for name, one in self.estimates.items()
        ]
        return {
            "game": self.game,
            "level": self.level,
            "games": self.games,
            "measures": measures,
            "verdict": self.verdict,
            "warnings": self.warnings,
        }

    def value(self, name: str, otherwise: float = 0.0) -> float:
        """The value of a measure, or another where the game has none."""
        return self.estimates[name].value if name in self.estimates else otherwise


def _finite(number: float) -> float | None:
    return float(number) if np.isfinite(number) else None


def measure(
    game: Game,
    level: str = "random",
    games: int | None = None,
    *,
    seed: int = 0,
    skill: bool = True,
    move_limit: int = MOVE_LIMIT,
    turn_limit: int = TURN_LIMIT,
    seconds: float = 0.0,
    most_moves: int = 0,
    coverage: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Report:
    """Measures a game by play at a level.

    `skill` adds, at levels that search, the Elo a doubling of iterations gains. `seconds` of CPU time end the play
    early; then the number of games depends on the machine. A number of random games that is not given is 10,000 where
    games are short and 1,000 where they are long, cut short after half a minute, which only games that hardly ever end
    come near to. `most_moves` ends it after about so many moves, but not before ten games, and gives the same games on
    every machine. `coverage` also looks for rules that
    never fire and options without effect, and at levels that search for what the swap rule would change.

    >>> import petteia as pt
    >>> from petteia.study import measure
    >>> report = measure(pt.load("Tic-Tac-Toe"), games=4000)
    >>> 0.62 < report.value("AdvantageP1") < 0.68
    True
    """
    from ._verdict import speak, warn

    asked = Level(level)
    wanted = games or asked.games
    is_free = games is None and not asked.iterations and not seconds and not most_moves
    if is_free:
        seconds = RANDOM_SECONDS
    table = Table(game, move_limit=move_limit, turn_limit=turn_limit)
    series = _Series(table, asked.iterations, seed)
    if most_moves and wanted > _FIRST_GAMES:
        series.play(_FIRST_GAMES, seconds, progress)
        mean = max(1.0, series.moves / series.done)
        wanted = max(_FIRST_GAMES, min(wanted, int(most_moves / mean)))
    series.play(wanted, seconds, progress)
    if is_free and series.done == wanted:
        series.play(min(_MANY_GAMES, int(_QUICK_MOVES * wanted / max(1.0, series.moves))), seconds, progress)
    estimates = {}
    for one in series.measures:
        found = one.result()
        if found is not None:
            estimates[one.name] = found
    if skill and asked.iterations and not seconds:
        estimates.update(skill_estimates(table, asked.iterations, max(20, wanted // 2), seed + 1))
    if coverage and asked.iterations and not seconds:
        estimates.update(_swapped(game, level, wanted, seed))
    report = Report(game.name, level, series.done, estimates)
    report.verdict = speak(game, report)
    report.warnings = warn(game, report, series.total)
    if coverage:
        from ._coverage import idle_options, silent_rules

        report.warnings += silent_rules(game, seed) + idle_options(game)
    return report


def _swapped(game: Game, level: str, games: int, seed: int) -> dict[str, Estimate]:
    """The first player's share if the rules had the swap, by person."""
    from ._coverage import with_swap

    other = with_swap(game)
    if other is None:
        return {}
    found = measure(other, level, games, seed=seed, skill=False).estimates
    return {"AdvantageP1WithSwap": found["AdvantageP1"]}


class _Series:
    """Games of one table in batches; probabilities are calibrated on the first."""

    def __init__(self, table: Table, iterations: int, seed: int) -> None:
        self.table, self.iterations, self.seed = table, iterations, seed
        self.measures = measures_for(table.game, searched=iterations > 0)
        self.done = 0
        self.moves = 0.0
        self.total = Played(np.zeros((0, 0)))

    def play(self, games: int, seconds: float, progress: Callable[[float], None]) -> None:
        batch = _BATCH if not self.iterations else max(10, games // 4) if games > 40 else games
        calibration = Calibration()
        waiting: list[Played] = []
        left = seconds
        while self.done < games:
            count = min(batch, games - self.done)
            part = self.table.play(
                count, iterations=self.iterations, seed=self.seed * 7919 + self.done, seconds=max(left, 0.0)
            )
            self.done += len(part.rows)
            self.moves += float(part.rows[:, 0].sum())
            self._note(part)
            waiting.append(part)
            progress(self.done / games)
            if not self.iterations:
                self._tell(waiting.pop(), calibration)
            if len(part.rows) < count or (seconds > 0 and len(part.rows) < count):
                break
        if waiting:
            rows, lines = np.concatenate([one.rows for one in waiting]), [x for one in waiting for x in one.lines]
            whole = Played(rows, lines)
            calibration.fit(whole)
            self._tell(whole, calibration)

    def _note(self, part: Played) -> None:
        self.total.legal = part.legal if not len(self.total.legal) else self.total.legal + part.legal
        self.total.components |= part.components

    def _tell(self, part: Played, calibration: Calibration) -> None:
        courses = calibration.courses(part) if self.iterations and self.table.game.players == 2 else []
        for one in self.measures:
            one.add(part, courses)


def skill_estimates(table: Table, iterations: int, games: int, seed: int) -> dict[str, Estimate]:
    """Elo per doubling of iterations and, in games of chance, the share of luck, from games between unequal players."""
    game = table.game
    if game.players < 2 or iterations < 2 * _LEAST_ITERATIONS:
        return {}
    found = {}
    gain = elo_of(*_against(table, iterations, iterations // 2, games, seed))
    found["EloPerDoubling"] = gain
    if game.is_random:
        score, played = _against(table, iterations, max(1, iterations // 16), games, seed + 1)
        low, high = wilson(score, played)
        edge = [min(1.0, max(0.0, 2 - 2 * x)) for x in (score / played, high, low)]
        error = 2 * sqrt(score / played * (1 - score / played) / played)
        found["LuckShare"] = Estimate(edge[0], edge[1], edge[2], error)
    else:
        found["LuckShare"] = exactly(0.0)
    return found


def _against(table: Table, strong: int, weak: int, games: int, seed: int) -> tuple[float, int]:
    """Points of the strong player, who sits on each seat in turn against weak ones, and the number of games."""
    players = table.game.players
    points, played = 0.0, 0
    for seat in range(1, players + 1):
        budgets = {player: strong if player == seat else weak for player in range(1, players + 1)}
        part = table.play(max(1, games // players), iterations=budgets, seed=seed * 31 + seat)
        points += float(part.rows[:, PLAYERS_AT + seat].sum())
        played += len(part.rows)
    return points, played


def elo_of(points: float, games: int) -> Estimate:
    """The Elo difference behind a score, with its interval; a clean score is counted as half a point short."""
    share = min(max(points / games, 0.5 / games), 1 - 0.5 / games)
    low, high = (min(max(x, 1e-4), 1 - 1e-4) for x in wilson(points, games))
    error = 400 / log(10) * sqrt(1 / (share * (1 - share) * games))

    def elo(p: float) -> float:
        return 400 * log10(p / (1 - p))

    return replace(around(elo(share), error), low=elo(low), high=elo(high))
