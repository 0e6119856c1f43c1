"""Elo ratings of many agents from the games between them, by the model of Bradley and Terry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from .statistics import Z95

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float64]

_ELO = 400 / log(10)
"""Elo points in one unit of the logistic scale."""
_STEPS = 100
_CLOSE = 1e-12


@dataclass(frozen=True)
class Ratings:
    """Elo of each agent, relative to the mean of all, with half the width of its 95 % interval."""

    elo: tuple[float, ...]
    margin: tuple[float, ...]
    tied: bool
    """True if a tie was added to each pairing, because someone won or lost all and would be infinitely far away."""


def rate(scores: Sequence[Sequence[float]]) -> Ratings:
    """The likeliest ratings, where `scores[i][j]` is what agent i scored against agent j, ties as halves.

    Margins come from the curvature of the likelihood, each game as a win or a loss: with many ties they are too wide
    rather than too narrow.

    >>> found = rate([[0, 75], [25, 0]])
    >>> round(found.elo[0] - found.elo[1], 2)
    190.85
    """
    import numpy as np

    won = np.array(scores, dtype=np.float64)
    np.fill_diagonal(won, 0.0)
    games = won + won.T
    tied = not _is_connected(won)
    if tied:
        met = games > 0 if (games > 0).any() else ~np.eye(len(won), dtype=bool)
        won, games = won + 0.5 * met, games + met
    strength, spread = _fit(won, games)
    margin = Z95 * np.sqrt(np.maximum(np.diag(spread), 0.0))
    return Ratings(tuple((_ELO * strength).tolist()), tuple((_ELO * margin).tolist()), tied)


def _fit(won: Matrix, games: Matrix) -> tuple[Matrix, Matrix]:
    """Newton's method on the log-likelihood, which is concave; strengths sum to zero. Also their covariance."""
    import numpy as np

    strength: Matrix = np.zeros(len(won))
    covariance: Matrix = np.zeros_like(won)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (won - games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        covariance = np.asarray(np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight), dtype=np.float64)
        step = covariance @ gradient
        strength = strength + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < _CLOSE:
            break
    return strength - strength.mean(), covariance


def _is_connected(won: Matrix) -> bool:
    """True if everyone has taken something from everyone else, if need be through others: then a maximum exists."""
    import numpy as np

    reached = (won > 0) | np.eye(len(won), dtype=bool)
    for _ in range(len(won).bit_length()):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return bool(reached.all())
