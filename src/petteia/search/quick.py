"""Values of pieces from a few seconds of quick games: what `best` knows of a game that nothing else is known of.

Games are played at random first, then by a short alpha-beta with the values so far; where there are dice or several
players, greedily. A logistic regression on how they ended fits the worth of each kind of piece and of each site, of
pieces of nobody (seeds in holes), of scores, of being to move, and of moves to choose from. A tenth of the games is
held back: it tells how much of the result a position foretells. Where that is little, since quick games are decided by
chance, pieces are worth the same on all sites.
"""

from __future__ import annotations

import ctypes
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.files import replace_file

from .library import Callback, entry_points, search_library
from .material import Material, piece_worth
from .values import Values

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from petteia.game import Game

    from .contents import PositionReader

_ROUNDS = (200_000, 600_000, 900_000)
"""About how many positions are looked at in each round; the first is at random."""
_NODES = (0, 60, 120)
"""Positions that alpha-beta looks at for a move."""
_GREEDY = 0.9
_BOOTSTRAP = 0.5
"""The share of the search's value in what values are fitted to; the rest is the result of the game."""
_MOST_SECONDS = 1.0
"""CPU time of a round, for games that are slow."""
_MOST_PLIES = 400
_KEPT_A_GAME = 10
_KEPT_SEARCHED = 30
_OPENING = 6
_MOST_KEPT = 12_000
_HELD_BACK = 10
_SEATS = 17
_LEAST_POSITIONS, _LEAST_SPREAD = 40, 0.04
"""Fewer positions, or results that differ less, tell nothing."""
_VERSION = 3
_TOLD = ("foretold", "length", "unfinished", "drawn", "spent")
_SCALE = 1.0986
"""The logit of three wins in four games, whose value is one half."""
_LEAST_UNIT = 0.15
_FREE, _KIND, _SITE = 0.05, 3.0, 15.0
"""Penalties of numbers that stand alone, of kinds of pieces, and of single sites."""
_SHUT, _LEAST_GAIN = 1e9, 0.003
"""The penalty of what is left out, and by how much of the loss an aspect has to be better to be told."""
_LEAST_FORETOLD = 0.1
"""Where less of the variance of results is foretold, what single sites seem to be worth is mostly noise."""
_NEWTON_STEPS, _GRADIENT_STEPS = 3, 20
_WEIGHT_OF_GAME = 4.0
"""Positions of a game share its result: all of them count as so many."""


class _Sampled(ctypes.Structure):
    """The struct `SampledGame` of `search_sample.h`."""

    _fields_ = (
        ("greedy", ctypes.c_double),
        ("most", ctypes.c_uint32), ("every", ctypes.c_uint32), ("size", ctypes.c_uint32), ("room", ctypes.c_uint32),
        ("kept", ctypes.c_uint32), ("length", ctypes.c_uint32), ("over", ctypes.c_uint32), ("plays", ctypes.c_uint32),
        ("returns", ctypes.c_double * _SEATS),
    )  # fmt: skip


@dataclass(frozen=True)
class QuickFit:
    """Values found by quick games, and what was seen on the way."""

    values: Values | None
    """None if nothing could be fitted: no game ended, or nothing on the board tells who is ahead."""
    foretold: float
    """The share of the variance of results that the values foretell, on games held back; 0 at least."""
    length: float
    """The mean number of moves of a greedy game."""
    unfinished: float
    """The share of greedy games that did not end within 400 moves."""
    drawn: float
    """The share of greedy games that ended with equal ranks."""
    spent: float
    """CPU seconds."""


@lru_cache(maxsize=16)
def quick_fit(game: Game) -> QuickFit:
    """Values for a game of two or more, from about two million positions of quick games; kept in the cache."""
    path = _cached_path(game)
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if known["version"] == _VERSION:
            return _from_json(known)
    except (OSError, ValueError, KeyError, TypeError, PetteiaError):
        pass  # not fitted yet, or a file that something damaged
    found = {"version": _VERSION, "game": game.name, **_to_json(fit_quickly(game))}
    with suppress(OSError, PetteiaError):
        replace_file(path, json.dumps(found, separators=(",", ":")) + "\n")
    return _from_json(found)  # rounded as it is kept: the first process plays as the next ones do


def _cached_path(game: Game) -> Path:
    from .known import cached_path

    path = cached_path(game)
    return path.with_name(f"{path.stem}-quick.json")


def _to_json(fit: QuickFit) -> dict[str, Any]:
    numbers = {name: round(getattr(fit, name), 4) for name in _TOLD}
    return {**numbers, "values": None if fit.values is None else fit.values.to_json()}


def _from_json(given: dict[str, Any]) -> QuickFit:
    values = given["values"]
    return QuickFit(
        None if values is None else Values.from_json(values), **{name: float(given[name]) for name in _TOLD}
    )


def fit_quickly(game: Game, seed: int = 1) -> QuickFit:
    """The same, made anew."""
    begin = time.process_time()
    fit = _Fit(game, seed)
    values: Values | None = None
    searches = game.players == 2 and not game.is_random
    for number, plays in enumerate(_ROUNDS):
        if number and searches:
            fit.search(values or Material().values(game), _NODES[number], plays)
        elif number == 0 or values is not None:
            fit.play(values, _GREEDY if number else 0.0, plays)
        values = fit.solve(is_last=number == len(_ROUNDS) - 1) or values
    spent = time.process_time() - begin
    return QuickFit(values, fit.foretold, fit.length, fit.unfinished, fit.drawn, spent)


class _Fit:
    """The games of the latest rounds, and the regression on them."""

    def __init__(self, game: Game, seed: int) -> None:
        from .contents import PositionReader

        self.game, self.reader, self.seed = game, PositionReader(game), seed
        self.starts = [game.start(seed + k) for k in range(16 if game.is_random else 1)]
        self.columns = _Columns(game, self.reader)
        self.rounds: list[_Round] = []
        self.foretold = self.length = self.unfinished = self.drawn = 0.0

    def play(self, values: Values | None, greedy: float, plays: int) -> None:
        """Plays a round of games; those before the last one are forgotten."""
        import numpy as np

        game, size = self.game, self.reader.extent
        callback = Callback(*(values or Values.flat(game, {})).native(game))
        entry, library = entry_points(game), search_library()
        asked = _Sampled(greedy=greedy, most=_MOST_PLIES, every=8, size=size, room=_KEPT_A_GAME)
        states, choices = np.zeros((_KEPT_A_GAME, size), dtype=np.uint8), np.zeros(_KEPT_A_GAME, dtype=np.uint32)
        played, end = _Round(), time.process_time() + _MOST_SECONDS
        looked = 0
        while looked < plays and len(played.lengths) * _KEPT_A_GAME < _MOST_KEPT and time.process_time() < end:
            self.seed += 1
            start = self.starts[self.seed % len(self.starts)].raw.pointer
            library.ptv_play(
                ctypes.byref(entry), ctypes.byref(callback), start, self.seed * 0x9E3779B97F4A7C15 % 2**64,
                ctypes.byref(asked), states.ctypes.data, choices.ctypes.data,
            )  # fmt: skip
            looked += asked.plays
            asked.every = max(1, (asked.every * 3 + asked.length // _KEPT_A_GAME) // 4)
            played.add(asked, states, choices, game.players)
        self._take(played)

    def search(self, values: Values, nodes: int, looks: int) -> None:
        """Plays a round of games by a short alpha-beta, each from a few moves at random."""
        from .alphabeta import AlphaBeta, AlphaBetaSearch

        search = AlphaBetaSearch(self.game, AlphaBeta(evaluation=values, table=1.0))
        played, end, looked = _Round(), time.process_time() + _MOST_SECONDS, 0
        while looked < looks and time.process_time() < end:
            self.seed += 1
            states, seen, choices, result = search.play(
                self.starts[0], self.seed, 1 + self.seed % _OPENING, _MOST_PLIES, nodes, self.reader.extent
            )
            looked += nodes * (len(states) + 1)
            played.add_searched(states, choices, seen, result)
        self._take(played)

    def _take(self, played: _Round) -> None:
        self.rounds = [*self.rounds[-1:], played]
        count = max(1, len(played.lengths))
        self.length, self.unfinished = sum(played.lengths) / count, played.unfinished / count
        self.drawn = played.drawn / count

    def solve(self, *, is_last: bool = False) -> Values | None:
        """The values that fit best; None if all games went the same way or none ended."""
        import numpy as np

        rounds = [one for one in self.rounds if one.states]
        if not rounds:
            return None
        states = np.concatenate([state for one in rounds for state in one.states])
        choices = np.concatenate([choice for one in rounds for choice in one.choices]).astype(np.float64)
        returns = np.concatenate([end for one in rounds for end in one.returns])
        if len(returns) < _LEAST_POSITIONS or float(returns.std()) < _LEAST_SPREAD:
            return None
        number = np.concatenate([[k] * len(part) for k, part in enumerate(p for one in rounds for p in one.states)])
        matrix, wanted, row = self.columns.matrix(states, choices, returns)
        sizes = np.bincount(number)
        weight = (_WEIGHT_OF_GAME / np.maximum(_WEIGHT_OF_GAME, sizes))[number][row]
        held = number[row] % _HELD_BACK == 0
        fitted = ~held if held.any() and not held.all() else np.ones(len(held), dtype=bool)
        inside, target, heavy = matrix[fitted], wanted[fitted], weight[fitted]
        penalty = self.columns.penalty

        found = _regression(inside, target, heavy, penalty)
        for doubtful in self.columns.doubtful if fitted.sum() < len(fitted) else ():
            without = penalty.copy()
            without[doubtful] = _SHUT
            other = _regression(inside, target, heavy, without)
            if _loss(matrix[held], wanted[held], other) < _loss(matrix[held], wanted[held], found) * (1 + _LEAST_GAIN):
                penalty, found = without, other
        latest = held & (number[row] >= number.max() + 1 - len(rounds[-1].lengths))
        self.foretold = _foretold(matrix[latest], wanted[latest], found)
        if is_last and self.foretold < _LEAST_FORETOLD:  # before, later rounds may still find out
            penalty = penalty.copy()
            penalty[self.columns.single] = _SHUT
            found = _regression(inside, target, heavy, penalty)
            self.foretold = _foretold(matrix[latest], wanted[latest], found)
        return self.columns.values(found)


def _regression(matrix: Any, wanted: Any, weight: Any, penalty: Any) -> Any:
    """A penalised logistic regression: a few of Newton's steps, each solved by conjugate gradients."""
    import numpy as np

    across, found = matrix.T.tocsr(), np.zeros(matrix.shape[1])
    for _ in range(_NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ found, -30, 30)))
        curve = weight * np.maximum(chance * (1 - chance), 0.01)
        residual = across @ (weight * (wanted - chance)) - penalty * found
        step, search, size = np.zeros_like(found), residual.copy(), float(residual @ residual)
        least = 1e-4 * size
        for _ in range(_GRADIENT_STEPS):
            bent = across @ (curve * (matrix @ search)) + penalty * search
            far = size / max(1e-30, float(search @ bent))
            step, residual = step + far * search, residual - far * bent
            size, before = float(residual @ residual), size
            if size <= least:
                break
            search = residual + size / before * search
        found = found + step
    return found


def _loss(matrix: Any, wanted: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> float:
    """The mean log loss of a fit."""
    import numpy as np

    logits = matrix @ weights
    return float(np.mean(np.logaddexp(0, logits) - wanted * logits))


def _foretold(matrix: Any, wanted: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> float:
    """The share of the variance of results that a fit explains on games it has not seen."""
    import numpy as np

    spread = float(((wanted - wanted.mean()) ** 2).sum()) if len(wanted) else 0.0
    if spread < 1e-6:
        return 0.0
    chance = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
    return max(0.0, 1 - float(((wanted - chance) ** 2).sum()) / spread)


@dataclass
class _Round:
    """The games of a round."""

    states: list[Any] = field(default_factory=list)
    choices: list[Any] = field(default_factory=list)
    returns: list[Any] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    unfinished: int = 0
    drawn: int = 0

    def add(self, game: _Sampled, states: Any, choices: Any, players: int) -> None:
        """Takes in a game."""
        import numpy as np

        self.lengths.append(game.length)
        self.unfinished += not game.over
        ends = np.array(game.returns[1 : players + 1])
        self.drawn += bool(game.over and np.ptp(ends) == 0)
        kept = game.kept
        if not kept:
            return
        self.states.append(states[:kept].copy())
        self.choices.append(choices[:kept].copy())
        self.returns.append(np.repeat(ends[None, :], kept, axis=0))

    def add_searched(self, states: Any, choices: Any, seen: Any, result: float | None) -> None:
        """Takes in a game of alpha-beta: positions, what the search saw of them, and the end for the first seat."""
        import numpy as np

        self.lengths.append(len(states))
        self.unfinished += result is None
        self.drawn += result == 0
        if not len(states):
            return
        kept = np.arange(len(states))[:: max(1, len(states) // _KEPT_SEARCHED)]
        end = float(seen[-1]) if result is None else result
        wanted = (1 - _BOOTSTRAP) * end + _BOOTSTRAP * seen[kept]
        self.states.append(states[kept])
        self.choices.append(choices[kept])
        self.returns.append(np.stack([wanted, -wanted], axis=1))


class _Columns:
    """Numbers of a position that are weighed: pieces by kind, by kind and site, scores, moves, whose turn it is.

    For two players a row is the first one's view; for more there is one for each seat.
    """

    def __init__(self, game: Game, reader: PositionReader) -> None:
        import numpy as np

        from .contents import SharedWeights

        self.game, self.reader, self.tying = game, reader, SharedWeights(game, reader)
        layout, players = reader.layout, game.players
        self.sites = layout.sites
        groups = self.tying.groups
        if players > 2:
            groups = np.full_like(groups, -1)
        number = int(groups.max()) // self.sites + 1
        faces = {one.number for one in game.facts.components if one.faces}
        for one in game.facts.components:
            neutral = not 1 <= one.owner <= players
            if one.number in faces or (players > 2 and neutral):
                groups[one.number] = -1
            elif groups[one.number, 0] < 0:
                groups[one.number] = number * self.sites + np.arange(self.sites)
                number += 1
        self.groups, self.kinds = groups, number
        self.neutral = players == 2 and any(
            not 1 <= one.owner <= 2 and one.number not in faces for one in game.facts.components
        )
        self.columns = number * self.sites
        self.signs = np.where(reader.owners == 2, -1.0, 1.0)
        from .judging import AspectReader

        self.aspects = AspectReader(game)
        self.steps: npt.NDArray[np.float64] | None = None
        extra = 4  # scores, whose turn it is, the first seat, moves; and what all pieces are worth together
        self.penalty = np.concatenate([np.full(number, _KIND), np.full(self.columns, _SITE), np.full(extra + 1, _FREE)])
        self.single = slice(number, number + self.columns)
        """The columns of pieces by kind and site."""
        self.worth = self._worth(number)
        self.penalty[-1] = 20.0  # a move to choose from is worth little, and there are many
        each, first = len(self.aspects.names), len(self.penalty)
        self.doubtful: list[Any] = []
        """The columns of aspects that no end rule asks for: they stay only if games held back are foretold better."""
        at = 0
        for aspect in self.aspects.told:
            size = len(aspect.numbers)
            if aspect.kind == "contact":
                self.doubtful.append(np.concatenate([np.arange(at, at + size) + first + k * each for k in range(4)]))
            at += size
        self.penalty = np.concatenate([self.penalty, self.aspects.penalty()])

    def _worth(self, kinds: int) -> Any:
        """The worth of each kind of the players' pieces by how it moves, from which fits depart."""
        import numpy as np

        found = np.zeros(kinds)
        for component, worth in piece_worth(self.game).items():
            if self.groups[component, 0] >= 0 and 1 <= self.reader.owners[component] <= self.game.players:
                found[self.groups[component, 0] // self.sites] = worth
        return found

    def matrix(self, states: Any, choices: Any, returns: Any) -> tuple[Any, Any, Any]:
        """Rows of numbers, what is wanted for them, and the position that each belongs to."""
        import numpy as np
        from scipy.sparse import csr_matrix, hstack, vstack

        players = self.game.players
        seats = (1,) if players == 2 else range(1, players + 1)
        parts, wanted, row = [], [], []
        mover = states[:, self.reader.mover].astype(np.int64)
        for seat in seats:
            single = vstack([self._pieces(states[k : k + 500], seat) for k in range(0, len(states), 500)]).tocsr()
            kinds = single @ csr_matrix(np.kron(np.eye(self.kinds), np.ones((self.sites, 1))))
            scores = self._scores(states, seat)
            turn = np.where(mover == seat, 1.0, -1.0 / (players - 1))
            bias = np.ones(len(states)) if players == 2 else np.zeros(len(states))
            moves = np.where(mover == 1, 1.0, -1.0) * choices if players == 2 else np.zeros(len(states))
            rest = csr_matrix(np.stack([kinds @ self.worth, scores, turn, bias, moves], axis=1))
            told = [csr_matrix(self._judged(states, mover))] if self.aspects.names else []
            parts.append(hstack([kinds, single, rest, *told]))
            wanted.append((1 + returns[:, seat - 1]) / 2)
            row.append(np.arange(len(states)))
        return vstack(parts).tocsr(), np.concatenate(wanted), np.concatenate(row)

    def _judged(self, states: Any, mover: Any) -> Any:
        """Aspects in steps by which each usually differs, so that all are held back alike."""
        import numpy as np

        found = self.aspects.columns(states, np.where(mover == 1, 1.0, -1.0))
        self.steps = self.aspects.steps(found)
        return found / self.steps

    def _pieces(self, states: Any, seat: int) -> Any:
        import numpy as np
        from scipy.sparse import csr_matrix

        contents = self.reader.contents(states)
        players, owners = self.game.players, self.reader.owners
        signs = self.signs if players == 2 else np.where(owners == seat, 1.0, -1.0 / (players - 1))
        rows, components, sites = np.nonzero(contents)
        named = self.groups[components, sites]
        kept = named >= 0
        values = (contents[rows, components, sites] * signs[components])[kept]
        return csr_matrix((values, (rows[kept], named[kept])), shape=(len(states), self.columns))

    def _scores(self, states: Any, seat: int) -> Any:
        players = self.game.players
        found = self.reader.points(states, players)
        return found[:, seat - 1] - (found.sum(axis=1) - found[:, seat - 1]) / max(1, players - 1)

    def values(self, weights: Any) -> Values:
        """The values that weights stand for."""
        import numpy as np

        end = self.kinds + self.columns + 5
        told = None if self.steps is None else self.aspects.weights(weights[end:] / self.steps)
        weights = weights[:end]
        kinds = weights[: self.kinds] + weights[-5] * self.worth
        single = weights[self.kinds : self.kinds + self.columns].reshape(self.kinds, self.sites)
        flat = np.append((kinds[:, None] + single).reshape(-1), 0.0)
        table = tuple(map(tuple, flat[self.groups].tolist()))
        score, tempo, bias, mobility = (float(value) for value in weights[-4:])
        return Values(
            table, table, score=score, tempo=tempo, bias=bias, mobility=mobility, scale=_SCALE,
            unit=self._unit(kinds, single), neutral=self.neutral, aspects=told,
        )  # fmt: skip

    def _unit(self, kinds: Any, single: Any) -> float:
        worth = kinds + single.mean(axis=1)
        return max(_LEAST_UNIT, float(min((value for value in worth if value > 1e-3), default=0.0)))


@dataclass(frozen=True)
class Quick:
    """Values of pieces that quick games find when they are first asked for; by how pieces move if they find none."""

    noise: float = 0.0
    """How far positions are misjudged, in units of the least piece."""
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def native(self, game: Game) -> tuple[int, int]:
        """The function in native code, and what it is given."""
        return self.values(game).native(game)

    def native_values(self, game: Game) -> int:
        """The address of the struct `Values`."""
        return self.values(game).native_values(game)

    def values(self, game: Game) -> Values:
        """The values of a game."""
        if game not in self._kept:
            found = quick_fit(game).values or Material().values(game)
            self._kept[game] = replace(found, noise=self.noise)
        kept: Values = self._kept[game]
        return kept
