"""Values of pieces fitted by self-play: what each kind is worth on each site, by how games go on and end.

Rounds of games are played by alpha-beta with the values so far, from openings at random. After each round a logistic
regression on all quiet positions fits the values to the results, mixed with what the search saw (`bootstrap`), so that
they are calibrated as chances to win. Where the start of a game shows that a symmetry of the board changes the sides,
both sides share their values.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError
from petteia.search import AlphaBeta, Material, PositionReader, SharedWeights, Values
from petteia.search.alphabeta import AlphaBetaSearch
from petteia.search.judging import AspectReader
from petteia.search.quick import quick_fit

from ._networks import NetworkSettings, Sample, Views, fit_network

if TYPE_CHECKING:
    from petteia.game import Game

Floats = npt.NDArray[np.float64]
_MOST_PLIES = 300
_ROUNDS = 6
_NETWORK_ROUND = 3
"""From this round on networks are fitted as well."""
_LINEAR_POSITIONS = 60_000
_MOST_POSITIONS = 300_000
_FREE = 0.01
"""The penalty of a weight that may become what it likes."""
_HALF_LOGIT = float(np.log(3))
"""The logit of three wins in four games, whose value is one half."""


@dataclass(frozen=True)
class FitSettings:
    """How values are fitted."""

    seconds: float = 60.0
    """CPU seconds for self-play, about; fitting takes a little more."""
    nodes: int = 1000
    """Positions that are searched for each move of the last round; rounds before search fewer."""
    opening: int = 6
    """Up to so many moves are drawn at random at the start of each game."""
    bootstrap: float = 0.5
    """The share of the search's value in what values are fitted to; the rest is the result of the game."""
    kinds: float = 2.0
    """How strongly worths of kinds are held to what their mobility says."""
    spread: float = 20.0
    """How strongly worths on single sites are held to that of the kind."""
    network: bool = True
    """A network is added for what the worth of single pieces does not say, if it is better on games held back."""
    seed: int = 1


@dataclass
class _Played:
    """The quiet positions of one game."""

    pieces: Any
    """For each position, kind and site how many stand there, those of seat 2 negative; a sparse matrix."""
    numbers: npt.NDArray[np.float16]
    """The numbers of aspects, of each for both seats."""
    views: tuple[Any, ...]
    """The same as each seat sees it, by the rows of a network."""
    counts: Floats
    scores: Floats
    turns: Floats
    values: Floats
    end: Floats
    game: npt.NDArray[np.int64]


class _Fit:
    """All positions so far, and the regressions on them."""

    def __init__(self, game: Game, settings: FitSettings) -> None:
        self.game, self.settings = game, settings
        self.reader = PositionReader(game)
        self.tying = SharedWeights(game, self.reader)
        self.aspects = AspectReader(game)
        self.views = Views(game, self.tying.kind_of, self.tying.other_side)
        self._games: deque[_Played] = deque()
        self._added = self.positions = 0

    def add(self, states: npt.NDArray[np.uint8], values: Floats, end: float) -> None:
        """Takes in a game."""
        contents = self.reader.contents(states)
        flat = contents.reshape(len(states), -1)
        signed = flat * np.where(self.tying.groups.reshape(-1) >= 0, self.reader.signs.repeat(self.tying.sites), 0)
        self._games.append(
            _Played(
                _sparse(signed, self.tying.groups, self.tying.kinds * self.tying.sites),
                self.aspects.numbers(states).astype(np.float16),
                (
                    _sparse(flat, self.views.rows[0], self.views.count),
                    _sparse(flat, self.views.rows[1], self.views.count),
                ),
                (signed != 0).sum(axis=1).astype(np.float64),
                self.reader.scores(states),
                self.reader.turns(states),
                values,
                np.full(len(states), end),
                np.full(len(states), self._added),
            )
        )
        self._added, self.positions = self._added + 1, self.positions + len(states)
        while self.positions > _MOST_POSITIONS:
            self.positions -= len(self._games.popleft().end)  # the oldest were played worst

    def _latest(self, most: int) -> list[_Played]:
        """The latest games with about so many positions."""
        kept: list[_Played] = []
        count = 0
        for one in reversed(self._games):
            kept.append(one)
            count += len(one.end)
            if count >= most:
                break
        return kept[::-1]

    def _wanted(self, games: Sequence[_Played]) -> Floats:
        share = self.settings.bootstrap
        target = (1 - share) * _joined(games, "end") + share * _joined(games, "values")
        found: Floats = (1 + np.clip(target, -1, 1)) / 2
        return found

    def solve(self) -> Values:
        """The worth of pieces that fits best."""
        from scipy.optimize import minimize
        from scipy.sparse import csr_matrix, diags, hstack, vstack

        games = self._latest(_LINEAR_POSITIONS)
        pieces = _joined(games, "counts")
        fewest, most = float(np.quantile(pieces, 0.02)), float(np.quantile(pieces, 0.98))
        full = np.clip((pieces - fewest) / (most - fewest), 0, 1) if most > fewest + 3 else np.ones(len(pieces))
        sites, kinds = self.tying.sites, self.tying.kinds
        single = vstack([one.pieces for one in games]).tocsr()
        means = csr_matrix(np.kron(np.eye(kinds), np.ones((sites, 1))))
        whole = single @ means
        total = whole @ csr_matrix(self.tying.worth[:, None])
        scores, turns = _joined(games, "scores")[:, None], _joined(games, "turns")[:, None]
        phases = [diags(full), diags(1 - full)]
        told = self.aspects.columns_of(_joined(games, "numbers"), turns[:, 0])
        steps = self.aspects.steps(told)
        matrix = hstack(
            [phase @ part for phase in phases for part in (total, whole, single)]
            + [csr_matrix(scores), csr_matrix(turns), csr_matrix(told / steps)]
        ).tocsr()
        wanted = self._wanted(games)
        one = np.concatenate(
            [[_FREE], np.full(kinds, self.settings.kinds), np.full(kinds * sites, self.settings.spread)]
        )
        penalty = np.concatenate([one, one, [0.1, 0.1], self.aspects.penalty()])

        def loss(weights: Floats) -> tuple[float, Floats]:
            logits = matrix @ weights
            chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
            value = float(np.sum(np.logaddexp(0, logits) - wanted * logits)) + 0.5 * float(penalty @ weights**2)
            return value, matrix.T @ (chance - wanted) + penalty * weights

        found = minimize(loss, np.zeros(matrix.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 100}).x
        pieces_end = len(found) - told.shape[1]
        self._of_aspects = found[pieces_end:] / steps
        return self._tables(found[:pieces_end], fewest, most, bool(full.min() < 1))

    def _tables(self, weights: Floats, fewest: float, most: float, phased: bool) -> Values:
        sites, kinds = self.tying.sites, self.tying.kinds
        size = 1 + kinds + kinds * sites
        self._by_kind = [
            part[kinds + 1 :].reshape(kinds, sites) + (part[0] * self.tying.worth + part[1 : kinds + 1])[:, None]
            for part in (weights[:size], weights[size : 2 * size])
        ]
        if not phased:
            self._by_kind[1] = self._by_kind[0]
        first, last = (self._spread(table) for table in self._by_kind)
        score, tempo = (float(weights[-2]), float(weights[-1]))
        return Values(
            _rows(first), _rows(last),
            aspects=self.aspects.weights(self._of_aspects) if self.aspects.names else None,
            score=score, tempo=tempo, scale=_HALF_LOGIT, fewest=fewest if phased else 0.0, most=most if phased else 0.0,
        )  # fmt: skip

    def with_network(self, values: Values, progress: Callable[[str], None] = lambda words: None) -> Values:
        """The same values, with a network for what they leave open, if there is one that does."""
        from scipy.sparse import vstack

        games = list(self._games)
        turns, counts = _joined(games, "turns"), _joined(games, "counts")
        pieces = vstack([one.pieces for one in games]).tocsr()
        first, last = (pieces @ table.reshape(-1) for table in self._by_kind)
        full = np.clip((counts - values.fewest) / (values.most - values.fewest), 0, 1) if values.most else 1.0
        offset = full * first + (1 - full) * last + values.score * _joined(games, "scores") + values.tempo * turns
        offset += self.aspects.columns_of(_joined(games, "numbers"), turns) @ self._of_aspects
        seats = np.where(turns > 0, 0, 1)
        both = [vstack([one.views[seat] for one in games]).tocsr() for seat in (0, 1)]
        stacked, here = vstack(both).tocsr(), np.arange(len(turns))
        wanted = self._wanted(games)
        sample = Sample(
            stacked[here + seats * len(here)], stacked[here + (1 - seats) * len(here)],
            seats, offset * turns, np.where(turns > 0, wanted, 1 - wanted), _joined(games, "game"),
        )  # fmt: skip
        network = fit_network(self.views, sample, NetworkSettings(seed=self.settings.seed), progress)
        return replace(values, network=network)

    def _spread(self, table: Floats) -> Floats:
        flat = np.append(table.reshape(-1), 0.0)  # the last serves what has no weight
        found: Floats = flat[self.tying.groups]
        return found


def _sparse(contents: Floats, columns: npt.NDArray[Any], width: int) -> Any:
    """Contents of positions by other columns; a column of -1 leaves them out."""
    from scipy.sparse import csr_matrix

    rows, at = np.nonzero(contents)
    named = columns.reshape(-1)[at]
    kept = named >= 0
    rows, at, named = rows[kept], at[kept], named[kept]
    shape = (len(contents), max(1, width))
    return csr_matrix((contents[rows, at].astype(np.float32), (rows, named)), shape=shape)


def _joined(games: Sequence[_Played], name: str) -> Any:
    return np.concatenate([getattr(one, name) for one in games])


def _rows(table: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, table.tolist()))


def fit_values(
    game: Game,
    settings: FitSettings | None = None,
    progress: Callable[[float, str], None] = lambda share, words: None,
) -> Values:
    """Values of the pieces of a game of two without chance, fitted by self-play."""
    settings = settings or FitSettings()
    if game.players != 2 or game.is_random:
        raise PetteiaError(f"values are fitted for games of two without chance; {game.name} is none")
    fit = _Fit(game, settings)
    if not fit.tying.kinds:
        raise PetteiaError(f"{game.name} has no pieces that belong to the players")
    game.finish_build()
    dice = random.Random(settings.seed)
    values: Any = quick_fit(game).values or Material(mobility=0.02)
    begin = time.process_time()
    for number in range(_ROUNDS):
        nodes = max(100, settings.nodes * (number + 1) // _ROUNDS)
        agent = AlphaBeta(evaluation=values, table=4.0)
        search = AlphaBetaSearch(game, agent)
        end = begin + settings.seconds * (number + 1) / _ROUNDS
        games = 0
        while games < 4 or time.process_time() < end:
            if time.process_time() > begin + 2 * settings.seconds:
                break
            seed = dice.getrandbits(60)
            states, seen, _, result = search.play(
                game.start(seed), seed, dice.randint(1, settings.opening), _MOST_PLIES, nodes, fit.reader.extent
            )
            games += 1
            if len(states):
                fit.add(states, seen, float(seen[-1]) if result is None else result)
            share = min(1.0, (time.process_time() - begin) / settings.seconds)
            progress(share, f"round {number + 1}, {fit.positions:,} positions")
        if not fit.positions:
            break
        values = fit.solve()
        if settings.network and number >= _NETWORK_ROUND:
            values = fit.with_network(values, partial(progress, (number + 1) / _ROUNDS))
    if not isinstance(values, Values):
        raise PetteiaError(f"no game of {game.name} came to an end: there is nothing to fit values to")
    return replace(values)
