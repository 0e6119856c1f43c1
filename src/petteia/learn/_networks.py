"""Small networks fitted to positions: what the worth of single pieces does not say, seen by who is to move.

The hidden layer is the same for both seats where a symmetry of the board changes the sides, each seeing the board from
its own side. A tenth of the games is held back: the epoch that fits them best is kept, and no network at all if none
fits them better than the worth of the pieces alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.search.network import UNIT, Network

if TYPE_CHECKING:
    from petteia.game import Game

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
_HELD_BACK = 10
"""One game of so many is held back."""
_LEAST_GAIN = 0.002
"""By how much of the loss a network has to be better."""


@dataclass(frozen=True)
class NetworkSettings:
    """How a network is fitted."""

    hidden: int = 32
    epochs: int = 4
    batch: int = 4096
    rate: float = 0.002
    seed: int = 1


class Views:
    """The rows of weights of each component on each site, as both seats see them."""

    def __init__(self, game: Game, kinds: npt.NDArray[np.int64], symmetry: npt.NDArray[np.int64] | None) -> None:
        """`kinds` numbers the components, both sides alike; `symmetry` maps sites to those of the other side."""
        components, sites = len(kinds), len(symmetry) if symmetry is not None else _sites(game)
        owners = np.zeros(components, dtype=np.int64)
        for one in game.facts.components:
            owners[one.number] = one.owner
        self.is_symmetric = symmetry is not None
        self.rows = np.full((2, components, sites), -1, dtype=np.int32)
        here = np.arange(sites)
        for number in range(1, components):
            for seat in (1, 2):
                if symmetry is None:
                    first = ((seat - 1) * components + number) * sites
                    self.rows[seat - 1, number] = first + here
                    continue
                role = 2 if owners[number] not in (1, 2) else int(owners[number] != seat)
                seen = here if seat == 1 else symmetry
                self.rows[seat - 1, number] = (role * components + kinds[number]) * sites + seen
        used, numbered = np.unique(self.rows, return_inverse=True)
        self.rows = (numbered.reshape(self.rows.shape) - int(used[0] < 0)).astype(np.int32)
        self.count = int(self.rows.max()) + 1


def _sites(game: Game) -> int:
    from petteia.search.values import Layout

    return Layout.of(game).sites


@dataclass
class Sample:
    """Positions by what each seat sees, with what is known of them for who is to move."""

    own: Any
    """Rows that its own view has, as a sparse matrix; `other`: those of the other view."""
    other: Any
    seat: npt.NDArray[np.int64]
    """0 where seat 1 is to move, else 1."""
    offset: Floats
    """The logit by the worth of the pieces."""
    wanted: Floats
    """The chance to win that is to be fitted."""
    game: npt.NDArray[np.int64]
    """The number of its game."""


class _Weights:
    """The weights, their gradients, and Adam's moments."""

    def __init__(self, rows: int, tied: bool, settings: NetworkSettings) -> None:
        draw = np.random.default_rng(settings.seed)
        hidden = settings.hidden
        self.tied = tied
        self.all: list[Singles] = [
            draw.normal(0, 0.1, (rows, hidden)).astype(np.float32),
            np.full((2, hidden), 0.3, dtype=np.float32),
            np.broadcast_to(draw.normal(0, 0.01, (2, hidden)), (2, 2, hidden)).astype(np.float32),
        ]
        self._first = [np.zeros_like(one) for one in self.all]
        self._second = [np.zeros_like(one) for one in self.all]
        self._steps = 0

    def step(self, gradients: list[Singles], rate: float) -> None:
        self._steps += 1
        if self.tied:
            for gradient in gradients[1:]:
                gradient[:] = gradient.mean(axis=0)
        for weights, gradient, first, second in zip(self.all, gradients, self._first, self._second, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient * gradient - second)
            unbiased = first / (1 - 0.9**self._steps)
            weights -= rate * unbiased / (np.sqrt(second / (1 - 0.99**self._steps)) + 1e-8)
        np.clip(self.all[0], -8, 8, out=self.all[0])


def _forward(weights: _Weights, sample: Sample, at: Any) -> tuple[Singles, Singles, Floats]:
    """The sums of both views, and the logits."""
    rows, bias, output = weights.all
    seat = sample.seat[at]
    own, other = sample.own[at] @ rows + bias[seat], sample.other[at] @ rows + bias[1 - seat]
    logits = (np.clip(own, 0, 1) * output[seat, 0]).sum(axis=1) + (np.clip(other, 0, 1) * output[seat, 1]).sum(axis=1)
    return own, other, sample.offset[at] + logits


def _loss(logits: Floats, wanted: Floats) -> float:
    return float(np.mean(np.logaddexp(0, logits) - wanted * logits))


def _gradients(weights: _Weights, sample: Sample, at: Any) -> list[Singles]:
    rows, bias, output = weights.all
    own, other, logits = _forward(weights, sample, at)
    seat = sample.seat[at]
    error = ((1 / (1 + np.exp(-np.clip(logits, -30, 30))) - sample.wanted[at]) / len(at)).astype(np.float32)
    of_rows, of_bias, of_output = np.zeros_like(rows), np.zeros_like(bias), np.zeros_like(output)
    for view, sums in enumerate((own, other)):
        back = error[:, None] * output[seat, view] * ((sums > 0) & (sums < 1))
        of_rows += (sample.own if view == 0 else sample.other)[at].T @ back
        active = error[:, None] * np.clip(sums, 0, 1)
        for who in (0, 1):
            of_bias[who] += back[(seat if view == 0 else 1 - seat) == who].sum(axis=0)
            of_output[who, view] += active[seat == who].sum(axis=0)
    return [of_rows, of_bias, of_output]


def fit_network(
    views: Views,
    sample: Sample,
    settings: NetworkSettings | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> Network | None:
    """The network that fits what the offsets leave open; None if it is no better on games that were held back."""
    settings = settings or NetworkSettings()
    held = sample.game % _HELD_BACK == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    if len(train) < settings.batch or len(test) < 100:
        return None
    weights = _Weights(views.count, views.is_symmetric, settings)
    before = best = _loss(sample.offset[test], sample.wanted[test])
    kept: list[Singles] | None = None
    draw = np.random.default_rng(settings.seed)
    steps, done = settings.epochs * (len(train) // settings.batch), 0
    for epoch in range(settings.epochs):
        order = draw.permutation(train)
        for first in range(0, len(order) - settings.batch + 1, settings.batch):
            rate = settings.rate * 0.5 * (1 + np.cos(np.pi * done / steps))
            weights.step(_gradients(weights, sample, order[first : first + settings.batch]), float(rate))
            done += 1
        loss = _loss(_forward(weights, sample, test)[2], sample.wanted[test])
        progress(f"epoch {epoch + 1}: loss {loss:.4f}, {before:.4f} without")
        if loss < best:
            best, kept = loss, [one.copy() for one in weights.all]
    return None if kept is None or best > before * (1 - _LEAST_GAIN) else quantised(views, kept)


def quantised(views: Views, weights: list[Singles]) -> Network:
    """The weights as whole numbers."""
    rows, bias, output = weights
    steps = 16000 / max(1e-6, float(np.abs(output).max()))
    whole = np.clip(np.rint(rows * UNIT), -32767, 32767).astype(np.int16)
    return Network(
        rows.shape[1],
        1 / (UNIT * steps),
        np.ascontiguousarray(views.rows).tobytes(),
        whole.tobytes(),
        np.rint(bias * UNIT).astype(np.int32).tobytes(),
        np.rint(output * steps).astype(np.int16).tobytes(),
    )
