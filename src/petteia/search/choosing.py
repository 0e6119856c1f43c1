"""The best player that is known for a game, chosen from facts of the game or by a calibration.

A calibration (`petteia show GAME --calibrate SECONDS`) lets kinds of agents play each other and is kept in the cache;
some bundled games come with values of their pieces. Without either the choice is made from a few seconds of quick
games, and says so: alpha-beta with the values that they show, but playouts where pieces are only placed and no lines
count or there are too many moves, and playouts that are cut off and valued for dice and for several players.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random as Dice
from typing import TYPE_CHECKING, Any, Literal, get_args

from petteia.aspects import aspects_of
from petteia.errors import PetteiaError

from ._budgeted import Budgeted
from .known import KnownValues, record_of
from .quick import quick_fit

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

    from ._analysis import Analysis

Level = Literal["beginner", "easy", "medium", "strong", "strongest"]
LEVELS: tuple[str, ...] = get_args(Level)
_EFFORT = {"beginner": (100, 4.0), "easy": (500, 1.5), "medium": (3_000, 0.5), "strong": (30_000, 0.0)}
"""Positions or iterations for a move, and how far positions are misjudged."""
_SAMPLED_GAMES = 6
_SAMPLED_MOVES = 150
_MANY_MOVES = 120.0
_LONG = 60.0
_FORETOLD = 0.1
"""The share of the variance of results that values have to foretell to be worth more than playouts."""

SEARCH = "alphabeta:evaluation=values"
BEST_FIRST = "bestfirst:evaluation=values"
CUT_OFF = "uct:playout_moves=4,evaluation=values"
PLAYOUTS = "uct"
AVERAGES = "mast"
"""Playouts that learn which moves do well: better than uniform ones where nothing else is known."""
FOLLOWED = "grave"
CANDIDATES = (SEARCH, BEST_FIRST, "alphabeta", CUT_OFF, PLAYOUTS, AVERAGES, FOLLOWED)
"""The kinds of agents that a calibration compares in games of two without chance."""


@dataclass(frozen=True)
class GameFacts:
    """Facts that a choice of agents is made from, seen in random games."""

    players: int
    is_random: bool
    branching: float
    """Moves to choose from, on average."""
    length: float
    """Moves of a game; games that do not end count as long as they were watched."""
    unfinished: float
    """The share of games that did not end while they were watched."""
    contrast: float
    """How much material or scores of both sides differ, in pieces, on average."""
    placing: float
    """The share of moves that bring a new piece instead of moving one."""
    foretold: float | None = None
    """The share of the variance of results that quick values foretell; None if they were not looked for."""
    aspects: tuple[str, ...] = ()
    """The kinds of aspects that the rules make matter."""

    @property
    def text(self) -> str:
        """The facts in a line."""
        chance = ", chance" if self.is_random else ""
        moves = f"{self.branching:.0f} moves to choose from, {self.length:.0f} moves a game"
        return f"{self.players} players{chance}, {moves}, material apart by {self.contrast:.1f}"


@lru_cache(maxsize=64)
def game_facts(game: Game) -> GameFacts:
    """The facts of a game, from a few random games."""
    dice = Dice(1)
    choices = lengths = contrast = unfinished = placing = 0.0
    for k in range(_SAMPLED_GAMES):
        state, placed = game.start(k), 0
        before = _pieces(state)
        for _ in range(_SAMPLED_MOVES):
            if state.over:
                break
            moves = state.legal_moves()
            choices, lengths = choices + len(moves), lengths + 1
            move = dice.choice(moves)
            placed += move.source == move.target >= 0
            state.play(move)
        placing += min(placed, max(0, _pieces(state) - before))  # who sows from a hole brings nothing new
        unfinished += not state.over
        contrast += _contrast(state)
    moves_seen = max(1.0, lengths)
    length, open_ended, apart = (total / _SAMPLED_GAMES for total in (lengths, unfinished, contrast))
    branching, share = choices / moves_seen, placing / moves_seen
    kinds = tuple(one.kind for one in aspects_of(game))
    return GameFacts(game.players, game.is_random, branching, length, open_ended, apart, share, aspects=kinds)


def _pieces(state: State) -> int:
    """How many pieces there are."""
    return sum(piece.count for piece in state.pieces())


def _contrast(state: State) -> float:
    """How far the two sides are apart in pieces."""
    counts = [0, 0, 0]
    for piece in state.pieces():
        if piece.owner in (1, 2):
            counts[piece.owner] += piece.count
    return float(abs(counts[1] - counts[2]))


@dataclass(frozen=True)
class Choice:
    """The agent that is chosen for a game, in words, and the reason."""

    words: str
    reason: str
    calibrated: bool
    players: tuple[dict[str, Any], ...] = ()
    """The agents that were compared: `agent`, `score`, `low`, `high`, `games`."""


def choice(game: Game) -> Choice:
    """The choice for a game: what a calibration found, or else what its facts suggest."""
    record = record_of(game)
    players = tuple((record or {}).get("players") or ())
    if players:
        origin = "comes with the package" if record and record["from"] == "package" else "was made here"
        return Choice(str(players[0]["agent"]), f"best in a calibration that {origin}", True, players)
    if record is not None and record.get("values") and game.players == 2 and not game.is_random:
        return Choice(SEARCH, "values of its pieces are known; not calibrated", False)
    facts = game_facts(game)
    if game.players > 1 and asks_values(facts):
        facts = replace(facts, foretold=quick_fit(game).foretold)
    words, reason = from_facts(facts)
    return Choice(words, f"{reason}; not calibrated", False)


def asks_values(facts: GameFacts) -> bool:
    """True if the choice depends on how well quick values foretell results."""
    return facts.players != 2 or facts.is_random or facts.branching > _MANY_MOVES


def from_facts(facts: GameFacts) -> tuple[str, str]:
    """The agent that facts suggest, and the reason."""
    if facts.players == 1:
        return PLAYOUTS, "one player"
    if facts.players > 2 or facts.is_random:
        kind = "chance" if facts.is_random else f"{facts.players} players"
        if (facts.foretold or 0.0) >= _FORETOLD and facts.length > _LONG:
            return CUT_OFF, f"{kind}, long games, and positions tell who is ahead"
        return AVERAGES, f"{kind}: playouts that learn which moves do well"
    if facts.placing > 0.5 and "lines" in facts.aspects:
        return SEARCH, "lines in the making tell who is ahead: it looks far"
    if facts.placing > 0.5:
        return FOLLOWED, "pieces are placed: what helps later helps now"
    if facts.branching > _MANY_MOVES:
        if (facts.foretold or 0.0) >= 2 * _FORETOLD:
            return CUT_OFF, "many moves to choose from, and positions tell who is ahead"
        return PLAYOUTS, "many moves to choose from"
    return SEARCH, "pieces move and there are not too many moves: it looks far"


@dataclass(frozen=True)
class Best(Budgeted):
    """The best player that is known for whatever game it is asked about.

    Below `strongest`, levels search a fixed small amount and misjudge positions a little: they play plausible moves and
    overlook what lies deeper.
    """

    level: Level = "strongest"
    seed: int = 0
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise PetteiaError(f"there is no level {self.level!r}: there are {', '.join(LEVELS)}")
        super().__post_init__()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def agent(self, game: Game) -> Any:
        """The agent that plays a game."""
        if game not in self._kept:
            self._kept[game] = self._made(game)
        return self._kept[game]

    def _made(self, game: Game) -> Any:
        from .words import agent

        chosen: Any = agent(choice(game).words, seed=self.seed)
        if self.level == "strongest":
            return chosen.with_budget(self.iterations, self.seconds, self.wall).with_clock(self.clock)
        effort, noise = _EFFORT[self.level]
        if isinstance(getattr(chosen, "evaluation", None), KnownValues):
            chosen = replace(chosen, evaluation=KnownValues(noise=noise))
        return chosen.with_budget(iterations=min(effort, self.iterations or effort)).with_clock(self.clock)

    def begin(self, game: Game) -> None:
        """Chooses the agent that plays, and prepares it."""
        self.agent(game).begin(game)

    def choose(self, state: State) -> Move:
        """The move of the agent that was chosen."""
        move: Move = self.agent(state.game).choose(state)
        return move

    def analyse(self, state: State) -> Analysis:
        """The findings of the agent that was chosen."""
        found: Analysis = self.agent(state.game).analyse(state)
        return found

    @property
    def last(self) -> Analysis | None:
        """The findings of the search for the latest move."""
        found: Analysis | None = next(
            (one.last for one in reversed(self._kept.values()) if getattr(one, "last", None) is not None), None
        )
        return found


def best(game: Game, seconds: float | None = None, *, level: Level = "strongest", seed: int = 0) -> Best:
    """The best player that is known for a game, with so many CPU seconds for a move; one if nothing is said.

    >>> import petteia as pt
    >>> game = pt.load("Tic-Tac-Toe")
    >>> pt.best(game, seconds=0.05).choose(game.state("0=1 1=1 4=2 5=2 | m=1"))
    Move('2>2')
    """
    found = Best(seconds=1.0 if seconds is None else seconds, level=level, seed=seed)
    found.agent(game)
    return found
